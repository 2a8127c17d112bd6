//! The signed-in user's usage by day.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::Clock;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use projections::ledger_entries::LedgerEntriesQuery;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(credit_usage))
}

/// Maximum number of days.
const MAX_DAYS: u16 = 365;

/// The days to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct UsageWindow {
    /// Number of days, including today (UTC): 1 to 365.
    #[param(default = 30, minimum = 1, maximum = 365)]
    days: Option<u16>,
}

/// The usage by day.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UsageBody {
    /// Every requested day, oldest first.
    days: Vec<UsageDay>,
}

/// A day's usage.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UsageDay {
    /// The day (UTC).
    #[schema(example = "2026-01-31")]
    date: String,
    /// Credits debited on it.
    credits: i64,
}

/// The credits used on each of the last days.
#[utoipa::path(
    get, path = "/api/credits/usage/{userId}", operation_id = "creditUsage", tag = "credits",
    params(("userId" = String, Path, description = "The signed-in user's subject id"), UsageWindow),
    responses(
        (status = 200, description = "Credits by day", body = UsageBody),
        (status = 400, description = "Invalid number of days", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody)
    )
)]
async fn credit_usage(
    State(ledger): State<LedgerEntriesQuery>,
    State(clock): State<Arc<dyn Clock>>,
    caller: Caller,
    ApiPath(user_id): ApiPath<String>,
    ApiQuery(window): ApiQuery<UsageWindow>,
) -> Result<Json<UsageBody>, ApiError> {
    caller.must_be(&user_id)?;
    let days = window.days.unwrap_or(30);
    if !(1..=MAX_DAYS).contains(&days) {
        return Err(ApiError::invalid(format!("days must be 1 to {MAX_DAYS}.")));
    }
    let today = clock.now().to_zoned(TimeZone::UTC).date();
    let first = today.saturating_sub(i32::from(days - 1).days());
    let start = first
        .to_zoned(TimeZone::UTC)
        .map_or(Timestamp::MIN, |start| start.timestamp());
    let used = ledger.used(&user_id, start).await?;
    let days = first
        .series(1.day())
        .take_while(|day| *day <= today)
        .map(|day| UsageDay {
            date: day.to_string(),
            credits: used
                .iter()
                .find(|used| used.day == day)
                .map_or(0, |used| used.credits),
        });
    Ok(Json(UsageBody {
        days: days.collect(),
    }))
}
