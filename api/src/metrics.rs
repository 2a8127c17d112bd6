//! `GET /metrics` for Prometheus, served on an address of its own: what the process has counted, and what is measured
//! now. It needs no token and names no user.

mod process;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use commands::limits::Limited;
use commands::scraping::WorkTable;
use serde_json::Value;
use store::StoreError;
use store::db::{Storage, now_micros};
use store::log::{Cursor, EventLog};
use telemetry::Measured;

use crate::routes::health;
use crate::sessions::admission::LIVE_REQUESTS;
use crate::state::{AppState, HealthCheck};

/// A database that takes longer is measured next time.
const SOON: Duration = Duration::from_secs(2);

/// The one route of the address for metrics.
pub fn router(state: AppState) -> Router {
    process::starts();
    let limits = Limited::ALL.iter().map(|limited| limited.name());
    for limit in limits.chain([LIVE_REQUESTS]) {
        telemetry::metrics().limit_exists(limit);
    }
    Router::new()
        .route("/metrics", get(exposed))
        .with_state(state)
}

async fn exposed(
    State(check): State<Arc<HealthCheck>>,
    State(storage): State<Storage>,
) -> impl IntoResponse {
    let mut measured = Measured::default();
    let (code, health) = health::looked(&check).await;
    process::measure(&mut measured, &health);
    measure_health(&mut measured, &check.log, &health);
    measure_pools(&mut measured, &storage).await;
    if code.is_success() {
        measure_log(&mut measured, &check.log, &health).await;
        measure_jobs(&mut measured, &storage).await;
    }
    let kind = [(header::CONTENT_TYPE, Measured::CONTENT_TYPE)];
    (kind, measured.exposed())
}

fn of(label: &'static str, value: &str) -> Vec<(&'static str, String)> {
    vec![(label, value.to_owned())]
}

fn measure_health(measured: &mut Measured, log: &EventLog, health: &Value) {
    let statuses = ["ok", "degraded", "unavailable"].map(|status| {
        let is_it = health["status"] == status;
        (of("status", status), f64::from(u8::from(is_it)))
    });
    measured.gauge(
        "demandatlas_health",
        "1 for the status that `/api/health` tells, 0 for the others",
        statuses,
    );
    let problems = log.problems().parts();
    measured.value(
        "demandatlas_problems",
        "Problems that `/api/health` tells",
        problems.len() as f64,
    );
    let problems = problems.iter().map(|part| (of("part", part), 1.0));
    measured.gauge(
        "demandatlas_problem",
        "1 while the part of the process has a problem, which `/api/health` tells; else absent",
        problems,
    );
}

async fn measure_pools(measured: &mut Measured, storage: &Storage) {
    let pools = storage.pools().await;
    let mut each = |name: &str, help: &str, value: fn(&store::db::PoolState) -> f64| {
        let series = pools
            .iter()
            .map(|pool| (of("pool", pool.pool), value(pool)));
        measured.gauge(name, help, series);
    };
    each(
        "demandatlas_db_connections",
        "Open connections to the database",
        |pool| f64::from(pool.open),
    );
    each(
        "demandatlas_db_connections_idle",
        "Of these, connections that nobody uses",
        |pool| f64::from(pool.idle),
    );
    each(
        "demandatlas_db_connections_max",
        "Connections that may be open",
        |pool| f64::from(pool.most),
    );
    each(
        "demandatlas_db_wait_seconds",
        "How long this scrape waited for a connection, 1 at most",
        |pool| pool.wait.as_secs_f64(),
    );
}

async fn measure_log(measured: &mut Measured, log: &EventLog, health: &Value) {
    let head = soon(log.head()).await;
    measured.value(
        "demandatlas_log_head",
        "The position of the log's last event: it grows with each, by more than one where a commit failed",
        head.map(|head| head.order() as f64),
    );
    let (mut events, mut seconds, mut paused) = (Vec::new(), Vec::new(), Vec::new());
    for subscription in health["subscriptions"].as_array().into_iter().flatten() {
        let labels = of(
            "subscription",
            subscription["name"].as_str().unwrap_or_default(),
        );
        let behind = subscription["behind"].as_u64().unwrap_or_default();
        let waited = match behind {
            0 => Some(0.0),
            _ => waiting_since(log, &subscription["cursor"]).await,
        };
        events.push((labels.clone(), behind as f64));
        seconds.extend(waited.map(|waited| (labels.clone(), waited)));
        let is_paused = subscription["paused"].as_bool().unwrap_or_default();
        paused.push((labels, f64::from(u8::from(is_paused))));
    }
    measured.gauge(
        "demandatlas_subscription_lag_events",
        "Events that a read model or a reactor has not handled yet, counted up to 10,000",
        events,
    );
    measured.gauge(
        "demandatlas_subscription_lag_seconds",
        "How long ago the oldest of them was stored",
        seconds,
    );
    measured.gauge(
        "demandatlas_subscription_paused",
        "1 while the read model or reactor is paused, because an event kept failing",
        paused,
    );
}

/// How long the first event after the cursor has waited, in seconds.
async fn waiting_since(log: &EventLog, cursor: &Value) -> Option<f64> {
    let cursor: Cursor = cursor.as_str()?.parse().ok()?;
    let next = soon(log.read_all_after(cursor, 1)).await?;
    let recorded_at = next
        .first()
        .map_or_else(now_micros, |event| event.recorded_at);
    let waited = now_micros().saturating_sub(recorded_at).max(0);
    Some(Duration::from_micros(waited.unsigned_abs()).as_secs_f64())
}

async fn measure_jobs(measured: &mut Measured, storage: &Storage) {
    let census = soon(WorkTable::new(storage.log.clone()).census()).await;
    let states = census.iter().flat_map(|census| {
        let states = [("waiting", census.waiting), ("running", census.running)];
        states.map(|(state, jobs)| (of("state", state), jobs as f64))
    });
    measured.gauge(
        "demandatlas_jobs",
        "Searches and enrichments that have not ended, of all processes of the database: `waiting` for a worker, or `running`",
        states,
    );
    measured.value(
        "demandatlas_jobs_longest_wait_seconds",
        "How long the oldest of those that wait has waited",
        census.map(|census| census.longest_wait.as_secs_f64()),
    );
}

async fn soon<T>(asked: impl Future<Output = Result<T, StoreError>>) -> Option<T> {
    tokio::time::timeout(SOON, asked).await.ok()?.ok()
}
