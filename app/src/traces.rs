//! Traces: spans of requests, commands, appends and jobs, sent to an OpenTelemetry collector.
//!
//! Only what is recorded under [`telemetry::TRACES`] is sent: names of routes, commands and events, and ids of requests
//! and jobs; no address, user or text. It is sent in the background; while the collector is away, spans are dropped, and
//! nothing else happens. Sampling, queues and headers are set by OpenTelemetry's own variables.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use outgoing::{CallError, Client, Limits};
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::registry::LookupSpan;
use url::Url;

const SERVICE: &str = "demandatlas";
/// How long the collector may take for a batch.
const TIMEOUT: Duration = Duration::from_secs(10);
/// Answers are a few bytes.
const LARGEST_ANSWER: u64 = 1 << 20;
/// How long the end of the process waits for the last batch.
const PATIENCE: Duration = Duration::from_secs(3);

/// Sends spans to a collector.
pub(crate) struct Traces(SdkTracerProvider);

impl Traces {
    /// To the collector at this address, `/v1/traces` included. Must be called in the runtime that sends.
    pub(crate) fn to(endpoint: &Url) -> anyhow::Result<Self> {
        let collector = Collector {
            client: Client::new(Limits::of_answer(TIMEOUT, LARGEST_ANSWER))?,
            runtime: Handle::current(),
            fails: AtomicBool::default(),
        };
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(collector)
            .with_endpoint(endpoint.as_str())
            .with_timeout(TIMEOUT)
            .build()?;
        let version = opentelemetry::KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let service = Resource::builder()
            .with_service_name(SERVICE)
            .with_attribute(version)
            .build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(service)
            .build();
        Ok(Self(provider))
    }

    /// The layer that records spans.
    pub(crate) fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        let ours = Targets::new().with_target(telemetry::TRACES, LevelFilter::TRACE);
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer(SERVICE))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(ours)
    }

    /// Sends what is left.
    pub(crate) async fn finish(self) {
        let sent =
            tokio::task::spawn_blocking(move || self.0.shutdown_with_timeout(PATIENCE)).await;
        if let Ok(Err(error)) = sent {
            tracing::warn!(%error, "the last traces could not be sent");
        }
    }
}

/// Calls the collector in the server's runtime: batches are made by a thread of their own, which has none.
#[derive(Debug)]
struct Collector {
    client: Client,
    runtime: Handle,
    /// Did the last call fail? Told once, not with each batch.
    fails: AtomicBool,
}

impl Collector {
    fn failed(&self, why: &dyn std::fmt::Display) {
        if !self.fails.swap(true, Ordering::Relaxed) {
            tracing::warn!(error = %why, "the collector does not take traces; they are dropped until it does");
        }
    }
}

#[async_trait]
impl HttpClient for Collector {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, body) = request.into_parts();
        let client = self.client.clone();
        let call = self.runtime.spawn(async move {
            let request = client.http().post(head.uri.to_string());
            let answer = client
                .send(request.headers(head.headers).body(body))
                .await?;
            let status = answer.status();
            Ok::<_, CallError>((status, client.body(answer).await?))
        });
        let (status, body) = match call.await? {
            Ok(answer) => answer,
            Err(error) => {
                self.failed(&error);
                return Err(error.into());
            }
        };
        if status.is_success() {
            self.fails.store(false, Ordering::Relaxed);
        } else {
            self.failed(&status);
        }
        Ok(Response::builder().status(status).body(body.into())?)
    }
}
