//! Is the server at work?

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(health))
}

/// Events behind the log from where a subscription's read models are called out of date.
const FAR: usize = 10_000;

/// The server's health.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// In one word.
    status: HealthStatus,
    /// The product's version.
    version: &'static str,
    /// `SQLite` or `PostgreSQL`.
    database: &'static str,
    /// The projections and reactors of this process.
    subscriptions: Vec<SubscriptionHealth>,
}

/// The server's health, in one word.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum HealthStatus {
    /// All is well.
    Ok,
    /// A subscription is paused or far behind.
    Degraded,
    /// The database is not available.
    Unavailable,
}

/// One projection or reactor.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SubscriptionHealth {
    /// Its name.
    name: String,
    /// Where it stands in the log.
    cursor: String,
    /// Events that it has not seen yet, counted up to 10,000, from where it is degraded; absent while
    /// the database is not available.
    #[serde(skip_serializing_if = "Option::is_none")]
    behind: Option<u64>,
    /// Is it paused, because an event kept failing? `demandatlas projections status` says why.
    paused: bool,
}

/// The server's health. Needs no token.
#[utoipa::path(
    get, path = "/api/health", operation_id = "health", tag = "server", security(()),
    responses(
        (status = 200, description = "At work, perhaps degraded", body = Health),
        (status = 503, description = "The database is not available", body = Health)
    )
)]
async fn health(State(state): State<AppState>) -> (StatusCode, Json<Health>) {
    let services = &state.services;
    let mut away = services.storage.log.ping().await.is_err();
    let mut subscriptions = Vec::new();
    for (name, progress) in services.subscriptions.snapshot() {
        let behind = match away {
            true => None,
            false => services.log.count_after(progress.cursor, FAR).await.ok(),
        };
        away |= behind.is_none();
        subscriptions.push(SubscriptionHealth {
            name,
            cursor: progress.cursor.to_string(),
            behind,
            paused: progress.paused.is_some(),
        });
    }
    let far = |s: &SubscriptionHealth| s.behind.is_some_and(|behind| behind >= FAR as u64);
    let (code, status) = if away {
        (StatusCode::SERVICE_UNAVAILABLE, HealthStatus::Unavailable)
    } else if subscriptions.iter().any(|s| s.paused || far(s)) {
        (StatusCode::OK, HealthStatus::Degraded)
    } else {
        (StatusCode::OK, HealthStatus::Ok)
    };
    let health = Health {
        status,
        version: env!("CARGO_PKG_VERSION"),
        database: state.services.storage.log.engine(),
        subscriptions,
    };
    (code, Json(health))
}
