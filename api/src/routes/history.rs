//! The signed-in user's searches, as JSON or CSV.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::Response;
use commands::Clock;
use commands::limits::{Limited, Limits};
use jiff::{SignedDuration, Timestamp};
use projections::history::{HistoryEntry, HistoryQuery, Searched};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

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
const COLUMNS: [&str; 10] = [
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
    /// Number of cities; 0 if the whole state, or everything, is searched.
    city_count: u32,
}

impl From<Searched> for HistorySearch {
    fn from(searched: Searched) -> Self {
        Self {
            term: searched.term,
            state: searched.state,
            cities: searched.cities,
            city_count: searched.city_count,
        }
    }
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
            search: entry.searched.into(),
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
    let entries = history.since(&user_id, since, HISTORY_LIMIT).await?;
    match window.format.as_deref().unwrap_or("json") {
        "json" => {
            let data = entries.into_iter().map(HistoryEntryBody::from).collect();
            Ok(held_while_sent(permit, Json(HistoryBody { data })))
        }
        "csv" => {
            let rows = entries.iter().map(cells);
            let text = csv_text([COLUMNS.map(str::to_owned)].into_iter().chain(rows));
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"history.csv\"",
                ),
            ];
            Ok(held_while_sent(permit, (headers, text)))
        }
        _ => Err(ApiError::invalid("format must be json or csv.")),
    }
}

/// An entry's cells, in the columns' order.
fn cells(entry: &HistoryEntry) -> [String; COLUMNS.len()] {
    let searched = &entry.searched;
    [
        entry.session_id.clone(),
        entry.started_at.to_string(),
        searched.term.clone(),
        searched.state.clone(),
        searched.cities.join("; "),
        searched.city_count.to_string(),
        entry.scrape_type.as_str().to_owned(),
        entry.results_count.to_string(),
        entry.credits_consumed.to_string(),
        entry.status.as_str().to_owned(),
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
        let entry = HistoryEntry {
            session_id: "s1".into(),
            started_at: "2026-01-31T12:00:00Z".parse().unwrap(),
            scrape_type: ScrapeType::Enriched,
            results_count: 3,
            credits_consumed: 6,
            status: JobStatus::Cancelled,
            searched: Searched {
                term: "brewery".into(),
                state: "OR".into(),
                cities: vec!["Bend".into(), "Portland".into()],
                city_count: 2,
            },
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
