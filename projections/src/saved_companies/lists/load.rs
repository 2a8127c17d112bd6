//! Reads the changes of a list from the view.

use std::collections::BTreeMap;

use domain::account_record::{ContactStatus, CrmField};
use domain::ids::SessionKey;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::FromRow;
use sqlx::error::BoxDynError;
use store::{StoreError, with_reader};

use super::super::row::SavedCompanyRow;
use super::super::summary::Summary;
use super::changes::{Change, Changes, Seen};
use super::company::ListedCompany;
use super::run_blocking::run_blocking;
use crate::column::Column;
use crate::serving::Serving;

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
    changed: i64,
}

/// The changes of the user's list since `seen`; the whole list if that was another version's table.
pub(super) async fn since(
    rows: &Serving<SavedCompanyRow>,
    user: &str,
    seen: Seen,
) -> Result<Changes, StoreError> {
    let (select, version) = rows.answering().await?;
    let whole = seen.version != version;
    let seen = Seen {
        version,
        changed: if whole { 0 } else { seen.changed },
    };
    let sql = format!(
        "SELECT company_id, saved_at, removed_at, session_id, row_idx, status, crm, tags, follow_up, summary, changed \
         FROM ({select}) AS companies WHERE user_id = $1 AND changed > $2"
    );
    let stored: Vec<Stored> = with_reader!(rows.db(), pool => sqlx::query_as(&sql)
        .bind(user)
        .bind(seen.changed.cast_signed())
        .fetch_all(pool)
        .await)?;
    let newest = stored.iter().map(|row| row.changed).max();
    let newest = newest.map_or(0, i64::cast_unsigned);
    let rows_read = stored.len();
    let read = move || stored.into_iter().map(change).collect::<Result<_, _>>();
    let changes: Result<Vec<Change>, BoxDynError> = run_blocking(rows_read, read).await?;
    let damaged = |error| StoreError::Damaged(format!("a saved company: {error}"));
    Ok(Changes {
        changes: changes.map_err(damaged)?,
        whole,
        seen: Seen {
            changed: newest.max(seen.changed),
            ..seen
        },
    })
}

fn change(stored: Stored) -> Result<Change, BoxDynError> {
    let (Some(saved_at), Some(session_id), Some(row_idx), None, Some(summary)) = (
        stored.saved_at,
        stored.session_id,
        stored.row_idx,
        stored.removed_at,
        stored.summary,
    ) else {
        return Ok(Change::Gone(stored.company_id));
    };
    let tags = BTreeMap::<String, String>::read(stored.tags)?;
    let mut tags: Vec<String> = tags.into_values().collect();
    tags.sort_by_cached_key(|tag| tag.to_lowercase());
    Ok(Change::Saved(Box::new(ListedCompany {
        company_id: stored.company_id,
        session_id: SessionKey::read(session_id)?,
        row_idx: u32::read(row_idx)?,
        saved_at: Timestamp::read(saved_at)?,
        status: ContactStatus::read(stored.status)?,
        crm: BTreeMap::<CrmField, String>::read(stored.crm)?,
        tags,
        follow_up: stored.follow_up.map(Date::read).transpose()?,
        summary: Summary::read(summary)?,
    })))
}
