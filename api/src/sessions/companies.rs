//! Rows of a session as companies.

use commands::companies::SessionRow;
use domain::ids::SessionKey;
use domain::tier::Tier;
use enrichment::RowFacts;
use places::{Place, identities};
use projections::jobs::Job;
use projections::saved_companies::GOOGLE_PLACE;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use store::StoreError;

use super::facts::Naming;
use super::numbers::grouped;
use super::row::{ResultRow, StoredRow};
use super::rows::read;
use super::sources::SourceBook;
use super::websites_of_rows;
use super::{owned_search, rows_are_gone};
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::Sessions;

/// Refusal for a row that was deleted and had not been saved.
const GONE: &str =
    "The rows of this search were deleted: Google's terms do not allow keeping them.";
/// Maximum size of a saved business, in bytes; beyond it the outline is left out.
const LARGEST: usize = 64 * 1024;

/// A row of a session as a company.
pub(crate) struct CompanyRow {
    pub row: SessionRow,
    pub stored: StoredRow,
    /// Is it complete, or only what may be kept of it?
    pub is_whole: bool,
}

/// A row of the caller's session, or what was kept of it when it was saved if the session's rows have been deleted.
pub(crate) async fn company_row(
    sessions: &Sessions,
    caller: &Caller,
    session_key: &str,
    row_idx: u32,
) -> Result<CompanyRow, ApiError> {
    let job = owned_search(sessions, caller, session_key).await?;
    let is_whole = !rows_are_gone(sessions, &job).await?;
    let stored = if is_whole {
        let end = row_idx.saturating_add(1);
        let row = read(sessions, &job, row_idx..end, true).await?.pop();
        row.ok_or_else(|| ApiError::not_found("There is no such row in this session."))?
    } else {
        kept_row(sessions, caller, job.job_id, row_idx).await?
    };
    Ok(CompanyRow {
        row: session_row(job.job_id, &stored),
        stored,
        is_whole,
    })
}

/// The same with its current facts, and whether these were refreshed after it was saved: a session's own facts never
/// change, so different ones that are not from older tables came later.
pub(crate) async fn current_company_row(
    sessions: &Sessions,
    caller: &Caller,
    session_key: &str,
    row_idx: u32,
) -> Result<(CompanyRow, bool), ApiError> {
    let mut row = company_row(sessions, caller, session_key, row_idx).await?;
    let user = caller.0.as_str();
    websites_of_rows::add_to(&sessions.website_reads, user, [&mut row.stored]).await?;
    if !row.is_whole {
        return Ok((row, false));
    }
    let companies = &sessions.saved_companies;
    let business = companies.business(caller.0.as_str(), row.row.session, row_idx);
    let Some(business) = business.await? else {
        return Ok((row, false));
    };
    let kept = stored_row(&business, row_idx)?.known;
    let is_refreshed = match (&kept, &row.stored.known) {
        (Some(kept), Some(of_session)) => kept != of_session && !of_session.are_newer_than(kept),
        (kept, None) => kept.is_some(),
        (None, Some(_)) => false,
    };
    if is_refreshed {
        row.stored.known = kept;
    }
    Ok((row, is_refreshed))
}

/// A business as it was saved.
#[derive(Deserialize)]
struct Kept {
    place: Place,
    #[serde(default)]
    known: Option<RowFacts>,
}

/// Those of the named fields that a row has.
pub(crate) fn kept_fields(row: StoredRow, keys: &[&str]) -> Map<String, Value> {
    let row = ResultRow::new(row, Naming::Names, &mut SourceBook::default());
    let row = serde_json::to_value(row).expect("strings and finite numbers: always JSON");
    let Value::Object(mut fields) = row else {
        return Map::new();
    };
    fields.retain(|key, _| keys.contains(&key.as_str()));
    fields
}

/// The row that a business was saved as.
pub(crate) fn stored_row(business: &str, row_idx: u32) -> Result<StoredRow, StoreError> {
    let kept: Kept = serde_json::from_str(business)
        .map_err(|error| StoreError::Damaged(format!("a saved business: {error}")))?;
    Ok(StoredRow {
        row_idx,
        place: kept.place,
        known: kept.known,
        website: None,
    })
}

async fn kept_row(
    sessions: &Sessions,
    caller: &Caller,
    session: SessionKey,
    row_idx: u32,
) -> Result<StoredRow, ApiError> {
    let companies = &sessions.saved_companies;
    let business = companies.business(caller.0.as_str(), session, row_idx);
    let business = business.await?.ok_or_else(|| ApiError::not_found(GONE))?;
    Ok(stored_row(&business, row_idx)?)
}

/// The caller's session, unless its rows have been deleted.
pub(crate) async fn session(
    sessions: &Sessions,
    caller: &Caller,
    session_key: &str,
) -> Result<Job, ApiError> {
    let job = owned_search(sessions, caller, session_key).await?;
    if rows_are_gone(sessions, &job).await? {
        return Err(ApiError::not_found(GONE));
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

/// The name that is kept of a business.
pub(crate) fn kept_name(place: &Place) -> String {
    if place.provenance.storable {
        place.name.clone()
    } else {
        GOOGLE_PLACE.to_owned()
    }
}

/// What is kept of a business: the stored row, or its id alone if the source's terms forbid that.
pub(crate) fn kept(row: StoredRow) -> String {
    let StoredRow {
        mut place, known, ..
    } = row;
    if !place.provenance.storable {
        let name = kept_name(&place);
        let place = Place::new(place.key, name, place.provenance);
        return json!({"place": place}).to_string();
    }
    let text = json!({"place": place, "known": known}).to_string();
    if text.len() <= LARGEST {
        return text;
    }
    place.outline.clear();
    json!({"place": place, "known": known}).to_string()
}

/// Refusal of a save beyond the plan's limit. Names a larger plan, if there is one.
pub(crate) fn no_room(max_saves: u32) -> String {
    let full = format!(
        "You have reached your plan's limit of {} saved companies. Remove some",
        grouped(max_saves)
    );
    let larger = Tier::ALL
        .into_iter()
        .filter(|tier| tier.can_save_companies() && tier.max_saves() > max_saves)
        .max_by_key(|tier| tier.max_saves());
    match larger {
        None => format!("{full} to save others."),
        Some(tier) => format!(
            "{full}, or choose the {tier} plan with its limit of {}.",
            grouped(tier.max_saves())
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // MYCO-08
    fn myco_08_a_full_list_is_told_once_what_helps() {
        assert_eq!(
            no_room(Tier::Enterprise.max_saves()),
            "You have reached your plan's limit of 100,000 saved companies. Remove some to save others."
        );
        for less in [
            Tier::Pro.max_saves(),
            Tier::Business.max_saves_by_coupon(),
            Tier::Enterprise.max_saves_by_coupon(),
        ] {
            assert!(no_room(less).ends_with(
                " Remove some, or choose the enterprise plan with its limit of 100,000."
            ));
        }
    }
}
