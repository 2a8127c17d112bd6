//! Reads the changes of a list from the view.

use std::collections::BTreeMap;

use domain::account_record::{ContactStatus, CrmField};
use domain::company_list::ListingChange;
use domain::ids::{CompanyId, SessionKey};
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::FromRow;
use sqlx::error::BoxDynError;
use store::{StoreError, with_reader};

use super::super::row::SavedCompanyRow;
use super::super::summary::Summary;
use super::changes::{Change, Changes, Seen};
use super::company::StoredCompany;
use super::run_blocking::run_blocking;
use crate::column::Column;
use crate::serving::Serving;

/// Rows read at a time: a list may be of any length.
const PORTION: usize = 500;

/// The columns that lists need.
#[derive(FromRow)]
struct Stored {
    company_id: String,
    saved_at: Option<i64>,
    removed_at: Option<i64>,
    session_id: Option<String>,
    row_idx: Option<i64>,
    status: String,
    crm: String,
    tags: String,
    follow_up: Option<String>,
    summary: Option<String>,
    listing_change: Option<String>,
    changed: i64,
}

impl Stored {
    fn bytes(&self) -> usize {
        let summary = self.summary.as_deref().map_or(0, str::len);
        self.crm.len() + self.tags.len() + summary
    }
}

/// Whether the view's list still is the one that was read up to somewhere.
pub(super) enum Standing {
    Unchanged,
    Changed,
    /// It is another one: of another version's table, or the log has lost what was read last. Another process may have
    /// projected that before this one read its event, so that this one's log misses nothing.
    Other,
}

/// How the view stands to what was `seen` of it.
pub(super) async fn standing(
    rows: &Serving<SavedCompanyRow>,
    user: &str,
    seen: Seen,
) -> Result<Standing, StoreError> {
    let (select, version) = rows.answering().await?;
    let Some(company) = seen.company else {
        return Ok(Standing::Changed);
    };
    if seen.version != version {
        return Ok(Standing::Other);
    }
    let (company, seen) = (company.to_string(), seen.changed.cast_signed());
    let sql = format!(
        "SELECT company_id, changed FROM ({select}) AS companies \
         WHERE user_id = $1 AND (changed, company_id) >= ($2, $3) ORDER BY changed, company_id LIMIT 2"
    );
    let next: Vec<(String, i64)> = with_reader!(rows.db(), pool => sqlx::query_as(&sql)
        .bind(user)
        .bind(seen)
        .bind(&company)
        .fetch_all(pool)
        .await)?;
    if next.first() == Some(&(company.clone(), seen)) {
        return Ok(if next.len() == 1 {
            Standing::Unchanged
        } else {
            Standing::Changed
        });
    }
    let sql = format!("SELECT changed FROM ({select}) AS companies WHERE company_id = $1");
    let now: Option<i64> = with_reader!(rows.db(), pool =>
        sqlx::query_scalar(&sql).bind(&company).fetch_optional(pool).await)?;
    Ok(match now {
        Some(now) if now > seen => Standing::Changed,
        _ => Standing::Other,
    })
}

/// The next changes of the user's list after `seen`; none if that is of another version's table than the one that
/// answers. What users write is left out of a list that is to be `light`.
pub(super) async fn since(
    rows: &Serving<SavedCompanyRow>,
    user: &str,
    seen: Seen,
    light: bool,
) -> Result<Option<Changes>, StoreError> {
    let (select, version) = rows.answering().await?;
    if seen.version != version && seen != Seen::default() {
        return Ok(None);
    }
    let written = if light {
        "'{}' AS crm, '{}' AS tags"
    } else {
        "crm, tags"
    };
    let sql = format!(
        "SELECT company_id, saved_at, removed_at, session_id, row_idx, status, {written}, follow_up, summary, \
         listing_change, changed \
         FROM ({select}) AS companies WHERE user_id = $1 AND (changed, company_id) > ($2, $3) \
         ORDER BY changed, company_id LIMIT {PORTION}"
    );
    let company = seen.company.map(|company| company.to_string());
    let stored: Vec<Stored> = with_reader!(rows.db(), pool => sqlx::query_as(&sql)
        .bind(user)
        .bind(seen.changed.cast_signed())
        .bind(company.unwrap_or_default())
        .fetch_all(pool)
        .await)?;
    let last = stored.last();
    let last = last.map(|row| Ok((row.changed.cast_unsigned(), row.company_id.parse()?)));
    let last: Result<Option<(u64, CompanyId)>, BoxDynError> = last.transpose();
    let last = last.map_err(damaged)?;
    let more = stored.len() == PORTION;
    let bytes = stored.iter().map(Stored::bytes).sum();
    let read = move || stored.into_iter().map(change).collect::<Result<_, _>>();
    let changes: Result<Vec<Change>, BoxDynError> = run_blocking(bytes, read).await?;
    Ok(Some(Changes {
        changes: changes.map_err(damaged)?,
        seen: Seen {
            version,
            changed: last.map_or(seen.changed, |(changed, _)| changed),
            company: last.map(|(_, company)| company).or(seen.company),
        },
        more,
        bytes,
    }))
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn damaged(error: BoxDynError) -> StoreError {
    StoreError::Damaged(format!("a saved company: {error}"))
}

fn change(stored: Stored) -> Result<Change, BoxDynError> {
    let company_id: CompanyId = stored.company_id.parse()?;
    let (Some(saved_at), Some(session_id), Some(row_idx), None, Some(summary)) = (
        stored.saved_at,
        stored.session_id,
        stored.row_idx,
        stored.removed_at,
        stored.summary,
    ) else {
        return Ok(Change::Gone(company_id));
    };
    Ok(Change::Saved(Box::new(StoredCompany {
        company_id,
        session_id: SessionKey::read(session_id)?,
        row_idx: u32::read(row_idx)?,
        saved_at: Timestamp::read(saved_at)?,
        status: ContactStatus::read(stored.status)?,
        crm: BTreeMap::<CrmField, String>::read(stored.crm)?,
        tags: tags(stored.tags)?,
        follow_up: stored.follow_up.map(Date::read).transpose()?,
        listing_change: stored.listing_change.map(ListingChange::read).transpose()?,
        summary: Summary::read(summary)?,
    })))
}

/// The tags of a stored company, in alphabetical order.
pub(super) fn tags(stored: String) -> Result<Vec<String>, BoxDynError> {
    let tags = BTreeMap::<String, String>::read(stored)?;
    let mut tags: Vec<String> = tags.into_values().collect();
    tags.sort_by_cached_key(|tag| tag.to_lowercase());
    Ok(tags)
}
