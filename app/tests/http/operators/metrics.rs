//! What Prometheus is told (docs/operations.md, "Metrics, traces, alerts").

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use api::state::AppState;
use app::issuer::SignIn;
use reqwest::Method;
use serde_json::json;
use store::on_both_engines;
use store::testing::{Engine, TestStorage};
use testkit::{OwnPostgres, Stop};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use wiremock::{MockServer, ResponseTemplate};

use crate::support::{
    Client, Install, Process, Server, brewery_search, eventually, made_up_listing, shown_code,
};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations.md");
const BEGIN: &str = "<!-- metrics: made by `make generate` -->\n";
const END: &str = "<!-- end of metrics -->";

/// What one look at the metrics tells.
struct Scraped(String);

impl Scraped {
    async fn from(metrics: &Client) -> Self {
        let answer = metrics.get("/metrics").await;
        assert_eq!(answer.status, 200);
        assert!(
            answer
                .header("content-type")
                .starts_with("text/plain; version=0.0.4")
        );
        Self(answer.text)
    }

    /// The value of a series, as it is written before its value.
    fn value(&self, series: &str) -> Option<f64> {
        let told = self
            .0
            .lines()
            .find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
        told.map(|value| value.parse().unwrap())
    }

    /// The sum of all series of a name.
    fn sum(&self, name: &str) -> f64 {
        let of_name = |line: &&str| line.split(['{', ' ']).next() == Some(name);
        let value = |line: &str| line.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
        self.0.lines().filter(of_name).map(value).sum()
    }

    /// The table of all metrics, as docs/operations.md has it.
    fn table(&self) -> String {
        let mut labels: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for line in self.0.lines().filter(|line| !line.starts_with('#')) {
            let (series, _) = line.rsplit_once(' ').unwrap();
            let (name, of) = series.split_once('{').unwrap_or((series, ""));
            let names = of.split("\",").filter_map(|label| label.split_once("=\""));
            labels
                .entry(name)
                .or_default()
                .extend(names.map(|(label, _)| label));
        }
        let words = |begin: &str| -> BTreeMap<&str, &str> {
            let lines = self.0.lines().filter_map(|line| line.strip_prefix(begin));
            lines.map(|line| line.split_once(' ').unwrap()).collect()
        };
        let meanings = words("# HELP ");
        let mut table =
            "| metric | type | labels | unit | meaning |\n|---|---|---|---|---|\n".to_owned();
        for (name, kind) in words("# TYPE ") {
            let series = if kind == "histogram" {
                format!("{name}_count")
            } else {
                name.to_owned()
            };
            let labels = labels.get(series.as_str());
            assert!(labels.is_some(), "nothing is told of {name}");
            let labels: Vec<String> = labels
                .into_iter()
                .flatten()
                .map(|l| format!("`{l}`"))
                .collect();
            let unit = ["seconds", "bytes"]
                .into_iter()
                .find(|unit| name.ends_with(unit));
            table += &format!(
                "| `{name}` | {kind} | {} | {} | {} |\n",
                labels.join(", "),
                unit.unwrap_or_default(),
                meanings[name].trim_end_matches('.'),
            );
        }
        table
    }
}

/// A server that answers for a live service.
async fn overpass() -> MockServer {
    let overpass = MockServer::start().await;
    let empty = ResponseTemplate::new(200).set_body_json(json!({"elements": []}));
    wiremock::Mock::given(wiremock::matchers::any())
        .respond_with(empty)
        .mount(&overpass)
        .await;
    overpass
}

/// Whoever asks for the metrics of a process, which says where they are.
async fn metrics_of(log: &Arc<Mutex<String>>) -> Client {
    let address = eventually("it says where metrics are", || async {
        let log = log.lock().unwrap();
        let line = log
            .lines()
            .find_map(|line| line.split_once("Metrics for Prometheus: "));
        line.map(|(_, url)| url.trim_end_matches("/metrics").to_owned())
    });
    Client::anonymous(&address.await)
}

async fn serve(install: &Install) -> (Process, Client) {
    let metrics = [("DEMANDATLAS_METRICS_ADDR", "127.0.0.1:0")];
    let (process, log) = install.serve_and_listen(&metrics).await;
    let metrics = metrics_of(&log).await;
    (process, metrics)
}

/// The metrics once everything that was begun is done.
async fn at_rest(metrics: &Client) -> Scraped {
    eventually("the views have seen everything", || async {
        let scraped = Scraped::from(metrics).await;
        let lag = scraped.sum("demandatlas_subscription_lag_events");
        let jobs = scraped.sum("demandatlas_jobs");
        (lag == 0.0 && jobs == 0.0).then_some(scraped)
    })
    .await
}

/// What the calls below must be told as.
const TOLD: [(&str, f64); 13] = [
    (
        "demandatlas_http_requests_total{route=\"/api/jobs/scrape\",method=\"POST\",status=\"202\"}",
        1.0,
    ),
    (
        "demandatlas_http_requests_total{route=\"other\",method=\"GET\",status=\"404\"}",
        2.0,
    ),
    (
        "demandatlas_http_request_duration_seconds_count{route=\"/api/jobs/scrape\",method=\"POST\"}",
        1.0,
    ),
    ("demandatlas_limits_hit_total{limit=\"CouponGuesses\"}", 1.0),
    ("demandatlas_limits_hit_total{limit=\"Calls\"}", 0.0),
    (
        "demandatlas_commands_total{aggregate=\"ScrapeJob\",command=\"Queue\",outcome=\"stored\"}",
        1.0,
    ),
    (
        "demandatlas_commands_total{aggregate=\"CreditAccount\",command=\"CreditCoupon\",outcome=\"stored\"}",
        1.0,
    ),
    (
        "demandatlas_commands_total{aggregate=\"Coupon\",command=\"Redeem\",outcome=\"refused\"}",
        1.0,
    ),
    (
        "demandatlas_events_appended_total{event=\"JobCompleted\"}",
        1.0,
    ),
    (
        "demandatlas_subscription_paused{subscription=\"reactor.enqueue_jobs\"}",
        0.0,
    ),
    ("demandatlas_health{status=\"ok\"}", 1.0),
    ("demandatlas_health{status=\"degraded\"}", 0.0),
    ("demandatlas_problems", 0.0),
];

async fn tells_what_happened(test: &TestStorage) {
    let install = Install::new(test);
    install.succeed(&["places", "import", made_up_listing().to_str().unwrap()]);
    let issued = shown_code(&install.succeed(&["coupons", "issue", "--credits", "5"]));
    let before = install.ledger().await.len();
    let (server, metrics) = serve(&install).await;
    let (email, code) = ("eyes.of.prometheus@example.com", "GUESSED-CODE-77");
    let user = server.user(email, "business");
    let (job, _) = user.run(&brewery_search()).await;
    for _ in 0..2 {
        assert_eq!(user.redeem(&issued).await.status, 200);
    }
    while user.redeem(code).await.status != 429 {}
    let credits = format!("/api/credits/status/{}", user.sub_in_path());
    assert_eq!(user.get(&credits).await.status, 200);
    assert_eq!(user.get("/api/nothing-here").await.status, 404);
    let elsewhere = user.get("/metrics").await;
    assert_eq!(elsewhere.status, 404, "it has an address of its own");
    let made_up = Method::from_bytes(b"BREW").unwrap();
    user.send(user.request(made_up, "/api/health")).await;

    let told = at_rest(&metrics).await;
    for (series, value) in TOLD {
        assert_eq!(told.value(series), Some(value), "{series}\n{}", told.0);
    }
    let rows = user.rows(&job).await.len();
    assert!(rows > 0);
    let debited = "demandatlas_credits_debited_total{kind=\"standard\"}";
    assert_eq!(told.value(debited), Some(rows as f64));
    let stored = told.sum("demandatlas_events_appended_total");
    assert_eq!(stored, (install.ledger().await.len() - before) as f64);
    assert_eq!(told.sum("demandatlas_append_group_events_sum"), stored);
    assert!(told.value("demandatlas_log_head").unwrap() >= stored);
    assert!(told.sum("demandatlas_command_duration_seconds_count") > 3.0);
    let open = told.sum("demandatlas_db_connections");
    assert!(open > 0.0 && told.sum("demandatlas_db_connections_max") >= open);
    let hits = "demandatlas_cache_lookups_total{cache=\"aggregates\",result=\"hit\"}";
    assert!(told.value(hits).unwrap() > 0.0);
    let user_id = user.sub.trim_start_matches("dev|");
    for secret in [email, code, &issued, &job, user_id, "BREW"] {
        assert!(!told.0.contains(secret), "{secret}");
    }
}

on_both_engines! {
    async fn metrics_tell_what_happened_and_to_nobody_in_particular(test) {
        tells_what_happened(&test).await;
    }
}

/// Serves the metrics of a server in this process, as `serve` does.
async fn metrics_beside(server: &Server) -> (Client, JoinHandle<()>) {
    let sign_in = SignIn::open(&server.settings).unwrap();
    let state = AppState::new(
        Arc::clone(&server.product.services),
        sign_in.verifier(),
        Arc::new(sign_in.client_settings(&server.settings)),
    );
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = Client::anonymous(&format!("http://{}", listener.local_addr().unwrap()));
    let serving = api::http::serving::serve(
        listener,
        api::metrics::router(state),
        server.settings.connections,
        std::future::pending(),
    );
    (client, tokio::spawn(serving))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jobs_are_told_by_what_they_wait_for() {
    let mut server = Server::without_worker(Engine::Sqlite.storage().await.unwrap()).await;
    let (metrics, serving) = metrics_beside(&server).await;
    let user = server.user("in.line@example.com", "business");
    let (first, second) = (
        user.start(&brewery_search()).await,
        user.start(&brewery_search()).await,
    );
    let waiting = "demandatlas_jobs{state=\"waiting\"}";
    let told = eventually("both wait", || async {
        let told = Scraped::from(&metrics).await;
        (told.value(waiting) == Some(2.0)).then_some(told)
    })
    .await;
    assert_eq!(told.value("demandatlas_jobs{state=\"running\"}"), Some(0.0));
    assert!(told.value("demandatlas_jobs_longest_wait_seconds").unwrap() > 0.0);
    server.start_worker();
    user.ended(&first).await;
    user.ended(&second).await;
    let told = at_rest(&metrics).await;
    assert_eq!(
        told.value("demandatlas_jobs_longest_wait_seconds"),
        Some(0.0)
    );
    serving.abort();
    server.stop().await;
}

/// An operator needs the metrics most when the database is away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_are_told_while_the_database_is_away() {
    let Some(postgres) = OwnPostgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let install = Install::on_postgres(folder.path(), postgres.url());
    let (_server, metrics) = serve(&install).await;
    let health = |status: &str| format!("demandatlas_health{{status=\"{status}\"}}");
    let told = Scraped::from(&metrics).await;
    assert_eq!(told.value(&health("ok")), Some(1.0));
    assert!(told.value("demandatlas_log_head").is_some());
    tokio::task::block_in_place(|| postgres.stop(Stop::Killed));
    let told = eventually("it is told", || async {
        let told = Scraped::from(&metrics).await;
        (told.value(&health("unavailable")) == Some(1.0)).then_some(told)
    })
    .await;
    assert_eq!(told.value(&health("ok")), Some(0.0));
    assert_eq!(told.value("demandatlas_log_head"), None, "nobody knows it");
    tokio::task::block_in_place(|| postgres.start_again());
    eventually("it is well again", || async {
        let told = Scraped::from(&metrics).await;
        (told.value(&health("ok")) == Some(1.0)).then_some(())
    })
    .await;
}

/// The names, types, labels and meanings in docs/operations.md are those of a server that does all there is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documents_list_every_metric() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let overpass = overpass().await;
    let mut server = Server::with(test, |settings| {
        settings.sources.on = vec!["catalogue", "osm"];
        settings.sources.overpass_url = overpass.uri();
    })
    .await;
    server.import(&made_up_listing());
    server.start_worker();
    let user = server.user("tables@example.com", "business");
    assert_eq!(user.get("/api/sources").await.status, 200);
    user.run(&brewery_search()).await;
    let mut live = brewery_search();
    live["source"] = "osm".into();
    let live = user.start(&live).await;
    user.ended(&live).await;
    let (metrics, serving) = metrics_beside(&server).await;
    server
        .product
        .core
        .log
        .problems()
        .report("test", "somebody looks for its metric");
    let table = Scraped::from(&metrics).await.table();
    serving.abort();
    server.stop().await;

    let document = std::fs::read_to_string(DOCUMENT).unwrap();
    let (before, rest) = document.split_once(BEGIN).expect("the table's first mark");
    let (written, after) = rest.split_once(END).expect("the table's last mark");
    if std::env::var_os("DEMANDATLAS_GENERATE").is_some() {
        std::fs::write(DOCUMENT, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    assert_eq!(
        written, table,
        "docs/operations.md is stale: run make generate"
    );
}
