//! The rows.

use sqlx::QueryBuilder;

use super::entry::{AuditEntry, AuditEvent, AuditKind};
use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_tx, with_writer};

const ROWS_PER_INSERT: usize = 500;

/// The rows of the audit log.
#[derive(Debug, Clone)]
pub struct AuditEntries {
    db: Db,
}

/// Which rows are read.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    /// Rows that were last added to at or after this, in microseconds since the epoch.
    pub since: i64,
    /// Of this user.
    pub user: Option<String>,
    pub kind: Option<AuditKind>,
}

type Columns = (
    String,
    i64,
    i64,
    i64,
    String,
    String,
    String,
    String,
    String,
);

impl AuditEntries {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Writes the rows, over their former counts.
    pub async fn put(&self, rows: &[AuditEntry]) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        for chunk in rows.chunks(ROWS_PER_INSERT) {
            with_tx!(&mut tx, conn => {
                let mut insert = QueryBuilder::new("INSERT INTO audit_entries \
                    (entry_id, at, last_at, count, kind, outcome, user_id, client, request_id) ");
                insert.push_values(chunk, |mut values, row| {
                    let event = &row.event;
                    values
                        .push_bind(&row.id)
                        .push_bind(row.at)
                        .push_bind(row.last_at)
                        .push_bind(i64::try_from(row.count).unwrap_or(i64::MAX))
                        .push_bind(event.kind.as_str())
                        .push_bind(event.outcome.as_ref())
                        .push_bind(&event.user)
                        .push_bind(&event.client)
                        .push_bind(&event.request_id);
                });
                insert.push(" ON CONFLICT (entry_id) DO UPDATE SET \
                    last_at = excluded.last_at, count = excluded.count");
                insert.build().persistent(false).execute(conn).await.map(drop)
            })?;
        }
        tx.commit().await
    }

    /// Up to `limit` rows, the newest; the oldest of them first.
    pub async fn read(
        &self,
        filter: &AuditFilter,
        limit: u32,
    ) -> Result<Vec<AuditEntry>, StoreError> {
        let rows: Vec<Columns> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT entry_id, at, last_at, count, kind, outcome, user_id, client, request_id \
             FROM audit_entries WHERE last_at >= $1 AND ($2 = '' OR user_id = $2) \
             AND ($3 = '' OR kind = $3) ORDER BY at DESC, entry_id DESC LIMIT $4",
        )
        .bind(filter.since)
        .bind(filter.user.as_deref().unwrap_or_default())
        .bind(filter.kind.map_or("", AuditKind::as_str))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await)?;
        rows.into_iter().rev().map(entry).collect()
    }

    /// Deletes the rows that were last added to before `micros`.
    pub async fn forget_before(&self, micros: i64) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM audit_entries WHERE last_at < $1")
                .bind(micros)
                .execute(pool)
                .await
                .map(drop))?)
    }
}

fn entry(columns: Columns) -> Result<AuditEntry, StoreError> {
    let (id, at, last_at, count, kind, outcome, user, client, request_id) = columns;
    Ok(AuditEntry {
        id,
        at,
        last_at,
        count: u64::try_from(count).unwrap_or(0),
        event: AuditEvent {
            // A newer version next to this one may know more.
            kind: kind.parse().map_err(StoreError::Damaged)?,
            outcome: outcome.into(),
            user,
            client,
            request_id,
        },
    })
}
