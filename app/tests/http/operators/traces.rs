//! What an OpenTelemetry collector is sent (docs/operations.md, "Metrics, traces, alerts").

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use domain::metadata::Metadata;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use serde_json::json;
use store::log::{Cursor, EventLog};
use store::testing::Engine;
use tokio::net::TcpListener;

use crate::support::{Install, brewery_search, eventually, made_up_listing};

/// A collector, and all that it was sent.
#[derive(Clone, Default)]
struct Collector {
    spans: Arc<Mutex<Vec<Span>>>,
    raw: Arc<Mutex<Vec<u8>>>,
    keys: Arc<Mutex<Vec<String>>>,
}

impl Collector {
    /// Starts it; answers its address, too.
    async fn start() -> (Self, String) {
        let this = Self::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let app = Router::new()
            .route("/v1/traces", post(take))
            .with_state(this.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        (this, url)
    }

    /// The first span like that, once it has come.
    async fn span(&self, what: &str, is_it: impl Fn(&Span) -> bool) -> Span {
        eventually(what, || async {
            let spans = self.spans.lock().unwrap();
            spans.iter().find(|span| is_it(span)).cloned()
        })
        .await
    }
}

async fn take(State(collector): State<Collector>, headers: HeaderMap, body: Bytes) {
    let sent = ExportTraceServiceRequest::decode(body.clone()).unwrap();
    let resources = sent.resource_spans.into_iter();
    let spans = resources
        .flat_map(|resource| resource.scope_spans)
        .flat_map(|scope| scope.spans);
    collector.spans.lock().unwrap().extend(spans);
    collector.raw.lock().unwrap().extend_from_slice(&body);
    let key = headers
        .get("x-collector-key")
        .map(|key| key.to_str().unwrap().to_owned());
    collector.keys.lock().unwrap().extend(key);
}

fn attribute<'a>(attributes: &'a [KeyValue], key: &str) -> &'a str {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.as_ref()) {
        Some(AnyValue {
            value: Some(Value::StringValue(text)),
        }) => text,
        _ => "",
    }
}

fn has(span: &Span, key: &str, value: &str) -> bool {
    attribute(&span.attributes, key) == value
}

/// The spans of the request with that id: its command, which has asked for that job, and the command's append.
async fn leads_to_its_events(collector: &Collector, id: &str, job: &str) {
    let request = collector.span("the request is traced", |span| has(span, "request_id", id));
    let request = request.await;
    assert_eq!(request.name, "POST /api/jobs/scrape");
    assert!(has(&request, "http.route", "/api/jobs/scrape"));
    let command = collector.span("its command is traced", |span| {
        span.trace_id == request.trace_id
            && span.parent_span_id == request.span_id
            && has(span, "commands", "ScrapeJob.Queue")
    });
    let command = command.await;
    assert!(has(&command, "correlation_id", job) && has(&command, "outcome", "stored"));
    let append = collector.span("its append is traced", |span| {
        span.parent_span_id == command.span_id && span.name == "append"
    });
    let append = append.await;
    let events = append.events.iter();
    let events = events.map(|event| attribute(&event.attributes, "event"));
    assert_eq!(events.collect::<Vec<_>>(), ["JobQueued"]);
}

async fn correlation_of(install: &Install, event_type: &str) -> String {
    let log = EventLog::new(&install.storage().await);
    let stored = log.read_all_after(Cursor::START, 1_000).await.unwrap();
    let event = stored.iter().find(|event| event.event_type == event_type);
    let metadata: Metadata = serde_json::from_str(&event.unwrap().metadata).unwrap();
    metadata.correlation_id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_trace_leads_from_a_request_to_its_events_and_to_the_job_that_goes_on_with_it() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    install.succeed(&["places", "import", made_up_listing().to_str().unwrap()]);
    let (collector, url) = Collector::start().await;
    let settings = [
        ("DEMANDATLAS_OTLP_ENDPOINT", url.as_str()),
        ("OTEL_EXPORTER_OTLP_HEADERS", "x-collector-key=s3same"),
        ("OTEL_BSP_SCHEDULE_DELAY", "50"),
        // The log has spans of its own.
        ("DEMANDATLAS_LOG", "info"),
    ];
    let server = install.serve_with(&settings).await;
    let email = "traced.caller@example.com";
    let user = server.user(email, "business");
    let answer = user.post("/api/jobs/scrape", &brewery_search()).await;
    let (id, body) = (answer.header("x-request-id"), answer.json());
    let job = body["job_id"].as_str().unwrap();
    user.ended(job).await;

    leads_to_its_events(&collector, id, job).await;
    assert_eq!(correlation_of(&install, "JobQueued").await, job);
    let run = collector.span("the job is traced", |span| {
        span.name == "job" && has(span, "correlation_id", job)
    });
    let run = run.await;
    let delivery = collector.span("so is its delivery", |span| {
        let commands = attribute(&span.attributes, "commands");
        span.trace_id == run.trace_id && commands.contains("ScrapeJob.DeliverRows")
    });
    assert!(has(&delivery.await, "correlation_id", job));
    assert_eq!(collector.keys.lock().unwrap()[0], "s3same");

    let save = json!({"session_id": job, "business_data": {"row_idx": 0}});
    let saved = user.post("/api/save-company", &save).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    let id = saved.header("x-request-id");
    let saving = collector.span("saving is traced", |span| has(span, "request_id", id));
    let saving = saving.await;
    let command = collector.span("its command, in a task of its own, is traced", |span| {
        span.parent_span_id == saving.span_id && span.name == "command"
    });
    assert!(has(&command.await, "outcome", "stored"));

    // What these are about is a user.
    let credits = format!("/api/credits/status/{}", user.sub_in_path());
    assert_eq!(user.get(&credits).await.status, 200);
    let erased = json!({"confirmation": "ERASE"});
    let erased = user.post("/api/account/erase", &erased).await;
    assert_eq!(erased.status, 200, "{}", erased.text);
    for route in ["/api/credits/status/{userId}", "/api/account/erase"] {
        let call = collector.span(route, |span| has(span, "http.route", route));
        call.await;
    }
    let erasing = collector.span("the erasure is traced", |span| {
        has(span, "commands", "CompanyList.Erase")
    });
    assert!(has(&erasing.await, "correlation_id", ""));
    let raw = String::from_utf8_lossy(&collector.raw.lock().unwrap()).into_owned();
    let user_id = user.sub.trim_start_matches("dev|");
    for secret in [email, user_id, user.token.as_deref().unwrap(), "Portland"] {
        assert!(!raw.contains(secret), "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_away_is_told_and_harms_nobody() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let free = TcpListener::bind("127.0.0.1:0")
        .await
        .unwrap()
        .local_addr()
        .unwrap();
    let url = format!("http://{free}");
    let settings = [
        ("DEMANDATLAS_OTLP_ENDPOINT", url.as_str()),
        ("OTEL_BSP_SCHEDULE_DELAY", "50"),
    ];
    let (server, log) = install.serve_and_listen(&settings).await;
    let user = server.user("patient@example.com", "pro");
    let credits = format!("/api/credits/status/{}", user.sub_in_path());
    assert_eq!(user.get(&credits).await.status, 200);
    eventually("the log tells", || async {
        let log = log.lock().unwrap();
        log.lines()
            .any(|line| {
                line.contains("WARN") && line.contains("the collector does not take traces")
            })
            .then_some(())
    })
    .await;
    assert_eq!(user.get(&credits).await.status, 200);
}
