//! Saves businesses of a session to My Companies.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::companies::{Companies, Failed, Outcome, RowToSave};
use projections::jobs::Job;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::{BulkCaller, Caller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{IdempotencyHeader, Kept, Repeatable, Repeated};
use crate::http::read_your_writes::Written;
use crate::sessions::companies::{
    CompanyRow, company_row, kept, kept_name, no_room, session, session_row,
};
use crate::sessions::numbers::grouped;
use crate::sessions::progress::counted;
use crate::sessions::rows::{PAGE, read};
use crate::state::{AppState, Sessions};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(save_company))
        .routes(routes!(save_companies))
}

/// Maximum number of rows per call: those of a session, whatever the plan.
const MOST_ROWS: usize = 25_000;
/// Refusal of an index without a row.
const NO_ROW: &str = "There is no such row in this session.";

/// A business to save.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"session_id": "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c", "business_data": {"row_idx": 0}}))]
pub(super) struct SaveCompany {
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// Its session.
    session_id: String,
    /// Its row. Only `row_idx` is used: the server's data are saved.
    business_data: BusinessRow,
}

/// A row.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BusinessRow {
    /// Its index in the session, from 0.
    row_idx: u32,
}

/// The outcome of a save.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedCompany {
    /// Always true.
    success: bool,
    /// Had the business been saved before, from this or another session?
    already_exists: bool,
    /// For people.
    #[schema(example = "Company saved to My Companies!")]
    message: &'static str,
}

/// Saves a business to My Companies. The same business is saved once, whatever session it comes from.
#[utoipa::path(
    post, path = "/api/save-company", operation_id = "saveCompany", tag = "companies",
    params(IdempotencyHeader),
    request_body = SaveCompany,
    responses(
        (status = 200, description = "Saved, now or before", body = SavedCompany),
        (status = 400, description = "No row", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id, or the plan does not include My Companies", body = ErrorBody),
        (status = 404, description = "No such row of this user", body = ErrorBody),
        (status = 409, description = "The plan's limit of saved companies is reached", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn save_company(
    State(sessions): State<Arc<Sessions>>,
    State(companies): State<Companies>,
    caller: Caller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<SaveCompany>,
) -> Repeated<Written<Json<SavedCompany>>> {
    if let Some(user_id) = &body.user_id {
        caller.must_be(user_id)?;
    }
    let row_idx = body.business_data.row_idx;
    let CompanyRow { row, stored, .. } =
        company_row(&sessions, &caller, &body.session_id, row_idx).await?;
    let session = row.session;
    let business = kept(stored);
    let rows = vec![RowToSave { row, business }];
    let saved = companies.save(&caller.0, session, rows, record).await?;
    let already_exists = match saved.outcomes.first() {
        Some(Outcome::Changed) => false,
        Some(Outcome::Unchanged) => true,
        Some(Outcome::Failed(Failed::Full { max_saves })) => {
            return Err(ApiError::full(no_room(*max_saves)).into());
        }
        None | Some(Outcome::Failed(Failed::Unknown | Failed::Tags)) => {
            return Err(ApiError::not_found(NO_ROW).into());
        }
    };
    let answer = Json(SavedCompany {
        success: true,
        already_exists,
        message: if already_exists {
            "Company already saved!"
        } else {
            "Company saved to My Companies!"
        },
    });
    let cursor = saved.cursor;
    Ok(Kept(Written { cursor, answer }))
}

/// Businesses to save.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"session_id": "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c", "rows": [0, 1, 2]}))]
pub(super) struct SaveCompanies {
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// Their session.
    session_id: String,
    /// Their indexes in the session, from 0. They are saved in this order, as far as the plan's limit allows. If left out,
    /// all rows of the session.
    #[schema(min_items = 1)]
    rows: Option<Vec<u32>>,
}

/// The outcome of several saves.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedCompanies {
    /// Are all of them saved, now or before?
    success: bool,
    /// Number saved now.
    saved: usize,
    /// Number saved before, or listed twice.
    already_existed: usize,
    /// Number that could not be saved.
    failed: usize,
    /// For people.
    #[schema(example = "Saved 30 companies to My Companies (2 failed or already existed)")]
    message: String,
    /// The outcome of each row, in the order of the rows.
    results: Vec<SavedRow>,
}

/// The outcome of a row.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedRow {
    /// Its index in the session.
    row_idx: u32,
    /// The business's name.
    name: String,
    /// Is it saved?
    success: bool,
    /// Had it been saved before?
    already_exists: bool,
    /// Why it could not be saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

/// Saves businesses of a session, as far as the plan's limit allows.
#[utoipa::path(
    post, path = "/api/save-companies", operation_id = "saveCompanies", tag = "companies",
    params(IdempotencyHeader),
    request_body = SaveCompanies,
    responses(
        (status = 200, description = "The outcome of each", body = SavedCompanies),
        (status = 400, description = "No rows", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id, or the plan does not include My Companies", body = ErrorBody),
        (status = 404, description = "No such session of this user, or no such row", body = ErrorBody),
        (status = 413, description = "Too many rows at once", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn save_companies(
    State(sessions): State<Arc<Sessions>>,
    State(companies): State<Companies>,
    BulkCaller(caller, _permit): BulkCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<SaveCompanies>,
) -> Result<Written<Json<SavedCompanies>>, ApiError> {
    if let Some(user_id) = &body.user_id {
        caller.must_be(user_id)?;
    }
    companies.may_save(&caller.0, record.as_ref()).await?;
    let job = session(&sessions, &caller, &body.session_id).await?;
    let (names, rows) = to_save(&sessions, &job, &wanted(&job, body.rows)?).await?;
    let saved = companies.save(&caller.0, job.job_id, rows, record).await?;
    let results = names.into_iter().zip(saved.outcomes);
    let results = results.map(|((row_idx, name), outcome)| saved_row(row_idx, name, outcome));
    let answer = Json(summary(results.collect()));
    let cursor = saved.cursor;
    Ok(Written { cursor, answer })
}

/// The requested rows, with the position of each.
fn wanted(job: &Job, asked: Option<Vec<u32>>) -> Result<BTreeMap<u32, usize>, ApiError> {
    let there = 0..job.delivered;
    let mut rows = BTreeMap::new();
    match asked {
        None => rows.extend(there.clone().take(MOST_ROWS + 1).zip(0..)),
        Some(asked) => {
            for (row, place) in asked.into_iter().zip(0..) {
                rows.entry(row).or_insert(place);
            }
        }
    }
    if !rows.keys().all(|row| there.contains(row)) {
        return Err(ApiError::not_found(NO_ROW));
    }
    match rows.len() {
        0 => Err(ApiError::invalid("No company data to save.")),
        1..=MOST_ROWS => Ok(rows),
        _ => {
            let message = format!(
                "Save at most {} companies at once.",
                grouped(count(MOST_ROWS))
            );
            Err(ApiError::too_large(message))
        }
    }
}

/// The requested rows in their order, with index and name, and as they will be saved. Read in pages, of which nothing
/// else is kept.
async fn to_save(
    sessions: &Sessions,
    job: &Job,
    wanted: &BTreeMap<u32, usize>,
) -> Result<(Vec<(u32, String)>, Vec<RowToSave>), ApiError> {
    let mut found = Vec::new();
    let mut rest = wanted.keys().copied().peekable();
    while let Some(first) = rest.next() {
        let mut last = first;
        while let Some(next) = rest.next_if(|next| next - first < PAGE) {
            last = next;
        }
        let page = read(sessions, job, first..last + 1, true).await?;
        for stored in page {
            let Some(place) = wanted.get(&stored.row_idx) else {
                continue;
            };
            let name = (stored.row_idx, kept_name(&stored.place));
            let to_save = RowToSave {
                row: session_row(job.job_id, &stored),
                business: kept(stored),
            };
            found.push((*place, (name, to_save)));
        }
    }
    if found.len() < wanted.len() {
        return Err(ApiError::not_found(NO_ROW));
    }
    found.sort_unstable_by_key(|(place, _)| *place);
    Ok(found.into_iter().map(|(_, row)| row).unzip())
}

fn saved_row(row_idx: u32, name: String, outcome: Outcome) -> SavedRow {
    let message = match outcome {
        Outcome::Changed | Outcome::Unchanged => None,
        Outcome::Failed(Failed::Full { max_saves }) => Some(no_room(max_saves)),
        Outcome::Failed(Failed::Unknown | Failed::Tags) => Some(NO_ROW.to_owned()),
    };
    SavedRow {
        row_idx,
        name,
        success: message.is_none(),
        already_exists: outcome == Outcome::Unchanged,
        message,
    }
}

fn summary(results: Vec<SavedRow>) -> SavedCompanies {
    let failed = results.iter().filter(|row| !row.success).count();
    let already_existed = results.iter().filter(|row| row.already_exists).count();
    let saved = results.len() - failed - already_existed;
    let others = match failed + already_existed {
        0 => String::new(),
        others => format!(" ({} failed or already existed)", grouped(count(others))),
    };
    SavedCompanies {
        success: failed == 0,
        saved,
        already_existed,
        failed,
        message: format!(
            "Saved {} to My Companies{others}",
            counted(count(saved), "company", "companies")
        ),
        results,
    }
}

fn count(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}
