//! The server's health.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use store::StoreError;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::{AppState, HealthCheck};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(health))
}

/// Number of events behind the log from which a subscription counts as out of date.
const FAR: usize = 10_000;
/// How long a check of the databases is cached: they are not checked more often.
const KEPT: Duration = Duration::from_secs(1);
/// A database that takes longer counts as unavailable.
const SOON: Duration = Duration::from_secs(5);

/// The server's health.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    status: HealthStatus,
    /// The product's version.
    version: &'static str,
    /// `SQLite` or `PostgreSQL`; if another server holds the events, its name `beside` one of them.
    database: &'static str,
    /// The projections and reactors of this process.
    subscriptions: Vec<SubscriptionHealth>,
    /// Other problems of this process, for operators.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

/// The server's health, in one word.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum HealthStatus {
    Ok,
    /// A subscription is paused, far behind, or ahead of the log, or there is another problem.
    Degraded,
    /// The database is not available.
    Unavailable,
}

/// One projection or reactor.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SubscriptionHealth {
    /// Its name.
    name: String,
    /// Its position in the log.
    cursor: String,
    /// Events that it has not processed yet, counted up to 10,000, where it counts as degraded; absent while the database
    /// is not available.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<u64>,
    /// Has it processed events that are not in the log any more? Then the log went back to an earlier moment.
    ahead: bool,
    /// Is it paused, because an event kept failing? `demandatlas projections status` says why.
    paused: bool,
}

/// The server's health. Needs no token.
#[utoipa::path(
    get, path = "/api/health", operation_id = "health", tag = "server", security(()),
    responses(
        (status = 200, description = "Running, perhaps degraded", body = Health),
        (status = 503, description = "The database is not available", body = Health)
    )
)]
async fn health(State(check): State<Arc<HealthCheck>>) -> (StatusCode, Json<Value>) {
    let (code, health) = looked(&check).await;
    (code, Json(health))
}

/// What the last look at the databases has found, if it is not too old.
pub(crate) async fn looked(check: &HealthCheck) -> (StatusCode, Value) {
    check.last.get(KEPT, look(check)).await
}

async fn look(check: &HealthCheck) -> (StatusCode, Value) {
    let mut away =
        soon(check.storage.log.ping()).await.is_none() || soon(check.log.ping()).await.is_none();
    let mut subscriptions = Vec::new();
    let seen = check.subscriptions.snapshot();
    // Asked afterwards: whatever was seen is at or before it.
    let head = match away {
        true => None,
        false => soon(check.log.head()).await,
    };
    away |= head.is_none();
    for (name, progress) in seen {
        let behind = match away {
            true => None,
            false => soon(check.log.count_after(progress.cursor, FAR)).await,
        };
        away |= behind.is_none();
        subscriptions.push(SubscriptionHealth {
            name,
            cursor: progress.cursor.to_string(),
            behind,
            ahead: head.is_some_and(|head| progress.cursor > head),
            paused: progress.paused.is_some(),
        });
    }
    let problems = check.log.problems().all();
    let far = |s: &SubscriptionHealth| s.behind.is_some_and(|behind| behind >= FAR as u64);
    let (code, status) = if away {
        (StatusCode::SERVICE_UNAVAILABLE, HealthStatus::Unavailable)
    } else if !problems.is_empty() || subscriptions.iter().any(|s| s.paused || s.ahead || far(s)) {
        (StatusCode::OK, HealthStatus::Degraded)
    } else {
        (StatusCode::OK, HealthStatus::Ok)
    };
    let health = Health {
        status,
        version: env!("CARGO_PKG_VERSION"),
        database: check.storage.log_engine(),
        subscriptions,
        problems,
    };
    let health = serde_json::to_value(health);
    (code, health.expect("texts and numbers: always JSON"))
}

/// A health check takes seconds at most, not as long as a statement may.
async fn soon<T>(asked: impl Future<Output = Result<T, StoreError>>) -> Option<T> {
    tokio::time::timeout(SOON, asked).await.ok()?.ok()
}
