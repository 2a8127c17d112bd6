//! Is the server at work?

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::AppState;

/// How the server is.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`, `degraded` (a projection is paused) or `unavailable` (the database is away).
    #[schema(example = "ok")]
    status: &'static str,
    /// The product's version.
    version: &'static str,
    /// `SQLite` or `PostgreSQL`.
    database: &'static str,
    /// The projections and reactors of this process.
    subscriptions: Vec<SubscriptionHealth>,
}

/// One projection or reactor.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SubscriptionHealth {
    /// Its name.
    name: String,
    /// Where it stands in the log.
    cursor: String,
    /// Is it paused, because an event kept failing? `demandatlas projections status` says why.
    paused: bool,
}

/// How the server is. Needs no token.
#[utoipa::path(
    get, path = "/api/health", operation_id = "health", tag = "server", security(()),
    responses(
        (status = 200, description = "At work, perhaps degraded", body = Health),
        (status = 503, description = "The database is away", body = Health)
    )
)]
pub(super) async fn health(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    let subscriptions: Vec<_> = state
        .runtime
        .subscriptions
        .snapshot()
        .into_iter()
        .map(|(name, progress)| SubscriptionHealth {
            name,
            cursor: progress.cursor.to_string(),
            paused: progress.paused.is_some(),
        })
        .collect();
    let database = state.runtime.storage.log.ping().await;
    let (code, status) = match database {
        Err(_) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        Ok(()) if subscriptions.iter().any(|s| s.paused) => (StatusCode::OK, "degraded"),
        Ok(()) => (StatusCode::OK, "ok"),
    };
    let health = Health {
        status,
        version: env!("CARGO_PKG_VERSION"),
        database: state.runtime.storage.log.engine(),
        subscriptions,
    };
    (code, Json(health))
}
