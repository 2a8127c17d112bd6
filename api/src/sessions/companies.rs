//! Rows of a session as the companies that they are.

use commands::companies::SessionRow;
use domain::ids::SessionKey;
use places::identities;
use projections::jobs::Job;
use serde_json::json;

use super::row::StoredRow;
use super::rows::read;
use super::{owned_job, rows_are_gone};
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::AppState;

/// Largest record of a saved business, in bytes; its outline is left out where it would be larger.
const LARGEST: usize = 64 * 1024;

/// A row of the caller's session.
pub(crate) async fn company_row(
    state: &AppState,
    caller: &Caller,
    session_key: &str,
    row_idx: u32,
) -> Result<(SessionRow, StoredRow), ApiError> {
    let job = session(state, caller, session_key).await?;
    let row = match row_idx.checked_add(1) {
        Some(end) => read(state, &job, row_idx..end, true).await?.pop(),
        None => None,
    };
    let row = row.ok_or_else(|| ApiError::not_found("There is no such row in this session."))?;
    Ok((session_row(job.job_id, &row), row))
}

/// The caller's session, while it has rows.
pub(crate) async fn session(
    state: &AppState,
    caller: &Caller,
    session_key: &str,
) -> Result<Job, ApiError> {
    let job = owned_job(state, caller, session_key).await?;
    if rows_are_gone(state, &job).await? {
        return Err(ApiError::not_found(
            "The rows of this search were deleted: Google's terms do not allow keeping them.",
        ));
    }
    Ok(job)
}

/// The row as a company to be recognized.
pub(crate) fn session_row(session: SessionKey, row: &StoredRow) -> SessionRow {
    SessionRow {
        session,
        row_idx: row.row_idx,
        identities: identities(&row.place),
    }
}

/// What is kept of a business: the stored row. Of a source whose terms forbid that, its name and its id there.
pub(crate) fn kept(row: StoredRow) -> String {
    let StoredRow {
        mut place, known, ..
    } = row;
    if !place.provenance.storable {
        let (key, name, provenance) = (place.key, place.name, place.provenance);
        return json!({"place": {"key": key, "name": name, "provenance": provenance}}).to_string();
    }
    let text = json!({"place": place, "known": known}).to_string();
    if text.len() <= LARGEST {
        return text;
    }
    place.outline.clear();
    json!({"place": place, "known": known}).to_string()
}
