//! The signed-in user's searches, as JSON or CSV.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use commands::Clock;
use commands::limits::{Limited, Limits};
use jiff::{SignedDuration, Timestamp};
use projections::history::{HistoryQuery, HistoryRow};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::attachment::{CSV, attachment};
use crate::http::caller::Caller;
use crate::http::csv_writer::csv_text;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::http::streamed::held_while_sent;
use crate::state::AppState;
use crate::wire::{JobStatus, ScrapeType};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(credit_history))
}

/// The possible windows.
const HISTORY_DAYS: [u16; 4] = [7, 30, 90, 365];
/// Maximum number of entries in an answer.
const HISTORY_LIMIT: u32 = 10_000;

/// The columns of the CSV.
const COLUMNS: [&str; 12] = [
    "session_id",
    "timestamp",
    "term",
    "state",
    "cities",
    "city_count",
    "scrape_type",
    "results_count",
    "credits_consumed",
    "status",
    "area",
    "monitor_id",
];

/// The part of the history to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct HistoryWindow {
    /// How far back, in days: 7, 30, 90 or 365.
    #[param(default = "30", pattern = "^(7|30|90|365)$")]
    days: Option<String>,
    /// `json` or `csv`.
    #[param(default = "json", pattern = "^(json|csv)$")]
    format: Option<String>,
}

/// A user's history, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HistoryBody {
    data: Vec<HistoryEntryBody>,
}

/// One session (HIST-01).
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HistoryEntryBody {
    /// The session key.
    session_id: String,
    /// When it was started (UTC).
    timestamp: String,
    /// How it was started, and whether it was enriched.
    scrape_type: ScrapeType,
    /// Rows delivered.
    results_count: u32,
    /// Credits spent.
    credits_consumed: i64,
    status: JobStatus,
    search: HistorySearch,
    /// The schedule whose run it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    monitor_id: Option<String>,
}

/// The search of a session.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct HistorySearch {
    /// The search term.
    #[schema(example = "brewery")]
    term: String,
    /// The state's code; empty if all states are searched.
    #[schema(example = "OR")]
    state: String,
    /// The first cities, up to five.
    cities: Vec<String>,
    /// Number of cities; 0 if an area, the whole state, or everything, is searched.
    city_count: u32,
    /// What the searched area is called; absent if no area is searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "3 counties, OR")]
    area: Option<String>,
}

impl From<HistoryRow> for HistoryEntryBody {
    fn from(row: HistoryRow) -> Self {
        Self {
            session_id: row.session_id,
            timestamp: row.started_at.to_string(),
            scrape_type: row.scrape_type.into(),
            results_count: row.results_count,
            credits_consumed: row.credits_consumed,
            status: row.status.into(),
            search: HistorySearch {
                term: row.term,
                state: row.state,
                cities: row.cities,
                city_count: row.city_count,
                area: row.area,
            },
            monitor_id: row.monitor,
        }
    }
}

/// The sessions of the last days, newest first.
#[utoipa::path(
    get, path = "/api/credits/history/{userId}", operation_id = "creditHistory", tag = "credits",
    params(("userId" = String, Path, description = "The signed-in user's subject id"), HistoryWindow),
    responses(
        (status = 200, description = "The sessions, as JSON or CSV", content(
            (HistoryBody = "application/json"),
            (String = "text/csv")
        )),
        (status = 400, description = "Invalid number of days or format", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 429, description = "Too many long answers at once", body = ErrorBody)
    )
)]
async fn credit_history(
    State(history): State<HistoryQuery>,
    State(limits): State<Limits>,
    State(clock): State<Arc<dyn Clock>>,
    caller: Caller,
    ApiPath(user_id): ApiPath<String>,
    ApiQuery(window): ApiQuery<HistoryWindow>,
) -> Result<Response, ApiError> {
    caller.must_be(&user_id)?;
    let since = window_start(window.days.as_deref(), clock.now())?;
    let permit = limits.permit(Limited::Screens, &user_id).await?;
    let rows = history.since(&user_id, since, HISTORY_LIMIT).await?;
    match window.format.as_deref().unwrap_or("json") {
        "json" => {
            let data = rows.into_iter().map(HistoryEntryBody::from).collect();
            Ok(held_while_sent(permit, Json(HistoryBody { data })))
        }
        "csv" => {
            let rows = rows.iter().map(cells);
            let text = csv_text([COLUMNS.map(str::to_owned)].into_iter().chain(rows));
            let headers = attachment(CSV, "history.csv");
            Ok(held_while_sent(permit, (headers, text)))
        }
        _ => Err(ApiError::invalid("format must be json or csv.")),
    }
}

/// A row's cells, in the columns' order.
fn cells(row: &HistoryRow) -> [String; COLUMNS.len()] {
    [
        row.session_id.clone(),
        row.started_at.to_string(),
        row.term.clone(),
        row.state.clone(),
        row.cities.join("; "),
        row.city_count.to_string(),
        row.scrape_type.as_str().to_owned(),
        row.results_count.to_string(),
        row.credits_consumed.to_string(),
        row.status.as_str().to_owned(),
        row.area.clone().unwrap_or_default(),
        row.monitor.clone().unwrap_or_default(),
    ]
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

#[cfg(test)]
mod tests {
    use domain::scrape_job::{JobStatus, ScrapeType};
    use serde_json::{Map, Value};

    use super::*;

    /// The CSV has every member of an entry, under its name.
    #[test]
    fn hist_01_the_csv_says_what_the_json_says() {
        let entry = HistoryRow {
            session_id: "s1".into(),
            user_id: "u1".into(),
            started_at: "2026-01-31T12:00:00Z".parse().unwrap(),
            scrape_type: ScrapeType::Enriched,
            results_count: 3,
            credits_consumed: 6,
            status: JobStatus::Cancelled,
            term: "brewery".into(),
            state: "OR".into(),
            cities: vec!["Bend".into(), "Portland".into()],
            city_count: 2,
            area: Some("3 counties, OR".into()),
            monitor: Some("m1".into()),
        };
        let row = COLUMNS.map(str::to_owned).into_iter().zip(cells(&entry));
        let row: Map<String, Value> = row.map(|(name, cell)| (name, cell.into())).collect();
        let mut body = serde_json::to_value(HistoryEntryBody::from(entry)).unwrap();
        let search = body.as_object_mut().unwrap().remove("search").unwrap();
        let mut members = body.as_object().unwrap().clone();
        members.extend(search.as_object().unwrap().clone());
        let texts = members.into_iter().map(|(name, value)| {
            let text = match value {
                Value::String(text) => text,
                Value::Array(items) => {
                    let items: Vec<_> = items.iter().filter_map(Value::as_str).collect();
                    items.join("; ")
                }
                number => number.to_string(),
            };
            (name, text.into())
        });
        assert_eq!(row, texts.collect::<Map<_, _>>());
    }
}
