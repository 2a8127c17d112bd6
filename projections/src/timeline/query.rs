//! A company's changes, newest first.

use std::collections::{BTreeMap, BTreeSet};

use domain::account_record::CrmField;
use domain::ids::RecordId;
use domain::metadata::Actor;
use domain::scrape_job::WatchedField;
use jiff::Timestamp;
use sqlx::QueryBuilder;
use store::StoreError;
use store::db::Db;
use store::user_keys::UserKey;
use store::with_reader;

use super::row::TimelineRow;
use crate::serving::Serving;

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    Status,
    Text(CrmField),
    FollowUp,
    /// Of the listing of a saved company.
    Listing(WatchedField),
}

/// A change. Empty and erased texts are `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub what: Changed,
    pub from: Option<String>,
    pub to: Option<String>,
}

/// What one event changed, with actor and time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedBy {
    pub sequence: u64,
    pub by: Actor,
    pub at: Timestamp,
    pub changes: Vec<Change>,
}

/// Reads timelines.
#[derive(Debug, Clone)]
pub struct TimelineQuery {
    pub(super) rows: Serving<TimelineRow>,
}

impl TimelineQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// The record's changes, newest first, at most `limit` events; only those before event number `before`, if given.
    /// `key` decrypts the user's texts.
    pub async fn newest(
        &self,
        record: &RecordId,
        key: &UserKey,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<ChangedBy>, StoreError> {
        // One more, which knows what the oldest of them overwrote.
        let mut rows = self.page(record, before, limit.saturating_add(1)).await?;
        let written_over = self.written_over(record, &rows).await?;
        let texts: BTreeMap<(CrmField, u64), String> = rows
            .iter()
            .chain(&written_over)
            .flat_map(|row| {
                let noted = row.texts.iter();
                noted.filter_map(|(field, noted)| {
                    let text = key.open(&noted.as_ref()?.text)?;
                    Some(((*field, row.sequence), text))
                })
            })
            .collect();
        let befores: Vec<_> = rows.iter().skip(1).map(|row| row.written.clone()).collect();
        rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        let mut befores = befores.into_iter();
        let told = rows
            .into_iter()
            .map(|row| told(row, &befores.next().unwrap_or_default(), &texts));
        Ok(told.collect())
    }

    async fn page(
        &self,
        record: &RecordId,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<TimelineRow>, StoreError> {
        let sql = format!(
            "SELECT * FROM ({} WHERE user_id = $1 AND company_id = $2) AS entries \
             WHERE listing IS NULL AND sequence < $3 ORDER BY sequence DESC LIMIT {limit}",
            self.rows.select().await?
        );
        let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
        Ok(with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(record.user.as_str())
            .bind(record.company.to_string())
            .bind(before)
            .fetch_all(pool)
            .await)?)
    }

    /// The rows before the page whose texts it overwrote.
    async fn written_over(
        &self,
        record: &RecordId,
        page: &[TimelineRow],
    ) -> Result<Vec<TimelineRow>, StoreError> {
        let Some(oldest) = page.last() else {
            return Ok(Vec::new());
        };
        let missing: BTreeSet<u64> = oldest
            .written
            .values()
            .copied()
            .filter(|&sequence| sequence < oldest.sequence)
            .collect();
        if missing.is_empty() {
            return Ok(Vec::new());
        }
        let select = self.rows.select().await?;
        Ok(with_reader!(self.rows.db(), pool => {
            let mut query = QueryBuilder::new(select.clone());
            query.push(" WHERE user_id = ").push_bind(record.user.as_str());
            query.push(" AND company_id = ").push_bind(record.company.to_string());
            query.push(" AND sequence IN (");
            let mut sequences = query.separated(", ");
            for &sequence in &missing {
                sequences.push_bind(sequence.cast_signed());
            }
            query.push(")").build_query_as().fetch_all(pool).await
        })?)
    }
}

/// What the row changed, relative to `before`.
fn told(
    row: TimelineRow,
    before: &BTreeMap<CrmField, u64>,
    texts: &BTreeMap<(CrmField, u64), String>,
) -> ChangedBy {
    let text = |field, sequence: Option<u64>| texts.get(&(field, sequence?)).cloned();
    let mut changes: Vec<_> = row
        .texts
        .keys()
        .map(|&field| Change {
            what: Changed::Text(field),
            from: text(field, before.get(&field).copied()),
            to: text(field, Some(row.sequence)),
        })
        .collect();
    if let Some((from, to)) = row.status_from.zip(row.status_to) {
        changes.push(Change {
            what: Changed::Status,
            from: Some(from.crm_text().to_owned()),
            to: Some(to.crm_text().to_owned()),
        });
    }
    if row.follow_up {
        changes.push(Change {
            what: Changed::FollowUp,
            from: row.follow_up_from.map(|day| day.to_string()),
            to: row.follow_up_to.map(|day| day.to_string()),
        });
    }
    ChangedBy {
        sequence: row.sequence,
        by: Actor::from(row.actor),
        at: row.at,
        changes,
    }
}
