//! Balance and history of the signed-in user.

use axum::Json;
use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use projections::credit_status::percentage_used;
use projections::history::HistoryEntry;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::balance::balance;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::state::AppState;
use crate::wire::{JobStatus, ScrapeType, Tier};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(credit_status))
        .routes(routes!(credit_history))
}

/// The windows that a history can be asked for.
const HISTORY_DAYS: [u16; 4] = [7, 30, 90, 365];
/// Most entries in one answer.
const HISTORY_LIMIT: u32 = 10_000;

/// A user's balance (CRED-01).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CreditStatusBody {
    /// The user's subject id.
    #[schema(example = "auth0|5f7c8ec7c33c6c004bbafe82")]
    user_id: String,
    /// Credits that can be spent now.
    available_credits: i64,
    /// This period's allowance, what rolled over, and what was bought at its start and since.
    total_credits: i64,
    /// Credits spent in this period.
    used_credits: i64,
    /// Used as a share of the total, in percent; 0 where the total is 0.
    percentage_used: f64,
    /// The plan.
    tier: Tier,
    /// When this period started (UTC).
    last_reset: String,
    /// May the user enrich results?
    can_enrich: bool,
    /// May the user save companies?
    can_save_companies: bool,
    /// How many companies the user may keep.
    max_saves: u32,
    /// Always true: credits are counted.
    credit_system_used: bool,
}

/// The balance now, the period and the plan.
#[utoipa::path(
    get, path = "/api/credits/status/{userId}", operation_id = "creditStatus", tag = "credits",
    params(("userId" = String, Path, description = "The signed-in user's subject id")),
    responses(
        (status = 200, description = "The balance now", body = CreditStatusBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody)
    )
)]
async fn credit_status(
    State(state): State<AppState>,
    caller: Caller,
    ApiPath(user_id): ApiPath<String>,
) -> Result<Json<CreditStatusBody>, ApiError> {
    caller.must_be(&user_id)?;
    let status = balance(&state.services, &user_id).await?;
    let body = CreditStatusBody {
        user_id,
        available_credits: status.available(),
        total_credits: status.total,
        used_credits: status.used,
        percentage_used: percentage_used(&status),
        tier: status.tier.into(),
        last_reset: status.period_starts_at.to_string(),
        can_enrich: status.tier.can_enrich(),
        can_save_companies: status.tier.can_save_companies(),
        max_saves: status.tier.max_saves(),
        credit_system_used: true,
    };
    Ok(Json(body))
}

/// Which part of the history.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HistoryWindow {
    /// How far back, in days: 7, 30, 90 or 365.
    #[param(default = 30)]
    days: Option<String>,
}

/// A user's history, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HistoryBody {
    /// The sessions.
    data: Vec<HistoryEntryBody>,
}

/// One session (HIST-01).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HistoryEntryBody {
    /// The session key.
    session_id: String,
    /// When it was asked for (UTC).
    timestamp: String,
    /// How it was asked for, and whether it was enriched.
    scrape_type: ScrapeType,
    /// Rows delivered.
    results_count: u32,
    /// Credits spent.
    credits_consumed: i64,
    /// Where the job stands or how it ended.
    status: JobStatus,
}

impl From<HistoryEntry> for HistoryEntryBody {
    fn from(entry: HistoryEntry) -> Self {
        Self {
            session_id: entry.session_id,
            timestamp: entry.started_at.to_string(),
            scrape_type: entry.scrape_type.into(),
            results_count: entry.results_count,
            credits_consumed: entry.credits_consumed,
            status: entry.status.into(),
        }
    }
}

/// The sessions of the last days, newest first.
#[utoipa::path(
    get, path = "/api/credits/history/{userId}", operation_id = "creditHistory", tag = "credits",
    params(("userId" = String, Path, description = "The signed-in user's subject id"), HistoryWindow),
    responses(
        (status = 200, description = "The sessions", body = HistoryBody),
        (status = 400, description = "Another number of days", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody)
    )
)]
async fn credit_history(
    State(state): State<AppState>,
    caller: Caller,
    ApiPath(user_id): ApiPath<String>,
    ApiQuery(window): ApiQuery<HistoryWindow>,
) -> Result<Json<HistoryBody>, ApiError> {
    caller.must_be(&user_id)?;
    let since = window_start(window.days.as_deref(), state.services.clock.now())?;
    let entries = state
        .services
        .history
        .since(&user_id, since, HISTORY_LIMIT)
        .await?;
    let data = entries.into_iter().map(HistoryEntryBody::from).collect();
    Ok(Json(HistoryBody { data }))
}

fn window_start(days: Option<&str>, now: Timestamp) -> Result<Timestamp, ApiError> {
    let days: u16 = match days {
        None => 30,
        Some(text) => text
            .parse()
            .ok()
            .filter(|days| HISTORY_DAYS.contains(days))
            .ok_or_else(|| ApiError::invalid("days must be 7, 30, 90 or 365."))?,
    };
    Ok(now
        .saturating_sub(SignedDuration::from_hours(24 * i64::from(days)))
        .unwrap_or(Timestamp::MIN))
}
