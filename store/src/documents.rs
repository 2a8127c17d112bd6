//! Scraped rows and their facts. They are documents, not events: written before the event that counts them, and
//! visible only as far as events count, so that what a crash left behind is never shown.

use std::ops::Range;

use domain::ids::SessionKey;
use sqlx::QueryBuilder;

use crate::db::Db;
use crate::error::StoreError;
use crate::expiring_rows::ExpiringRows;
use crate::leases::Lease;
use crate::{with_reader, with_tx};

/// Rows per INSERT: 4 parameters each.
const ROWS_PER_INSERT: usize = 500;

const RESULT_ROWS: &str = "SELECT row_idx, document FROM result_rows \
     WHERE session_key = $1 AND row_idx >= $2 AND row_idx < $3 ORDER BY row_idx";
const ROW_FACTS: &str = "SELECT row_idx, document FROM row_facts \
     WHERE session_key = $1 AND row_idx >= $2 AND row_idx < $3 ORDER BY row_idx";

/// A row to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultRow {
    /// The business's company key, which finds duplicates.
    pub place_key: String,
    /// JSON text.
    pub document: String,
}

/// The rows of all sessions.
#[derive(Debug, Clone)]
pub struct Documents {
    db: Db,
}

impl Documents {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The sessions whose rows must not be kept.
    pub fn expiring(&self) -> ExpiringRows {
        ExpiringRows::new(self.db.clone())
    }

    /// Stores rows from `first_row` on, replacing those of an interrupted run. Stores nothing and returns false if a
    /// given `lease` is no longer held: then the rows there belong to another worker.
    pub async fn put(
        &self,
        session: SessionKey,
        first_row: u32,
        rows: &[ResultRow],
        lease: Option<&Lease>,
    ) -> Result<bool, StoreError> {
        let putting = Box::pin(self.put_rows(session, first_row, rows, lease));
        self.db.in_time(putting).await
    }

    async fn put_rows(
        &self,
        session: SessionKey,
        first_row: u32,
        rows: &[ResultRow],
        lease: Option<&Lease>,
    ) -> Result<bool, StoreError> {
        let session = session.to_string();
        let numbered: Vec<(i64, &ResultRow)> = (i64::from(first_row)..).zip(rows).collect();
        let mut tx = self.db.begin().await?;
        if let Some(lease) = lease
            && !lease.still_held(&mut tx).await?
        {
            return Ok(false);
        }
        for chunk in numbered.chunks(ROWS_PER_INSERT) {
            with_tx!(&mut tx, conn => {
                let mut insert = QueryBuilder::new(
                    "INSERT INTO result_rows (session_key, row_idx, place_key, document) ",
                );
                insert.push_values(chunk, |mut values, (row_idx, row)| {
                    values
                        .push_bind(&session)
                        .push_bind(*row_idx)
                        .push_bind(&row.place_key)
                        .push_bind(&row.document);
                });
                insert.push(
                    " ON CONFLICT (session_key, row_idx) DO UPDATE SET \
                     place_key = excluded.place_key, document = excluded.document",
                );
                insert.build().execute(conn).await.map(drop)
            })?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Stores the facts (JSON) of some rows of a range, replacing those of an interrupted run. Stores nothing and
    /// returns false if `lease` is no longer held.
    pub async fn put_facts(
        &self,
        session: SessionKey,
        range: Range<u32>,
        facts: &[(u32, String)],
        lease: &Lease,
    ) -> Result<bool, StoreError> {
        let putting = Box::pin(self.replace_facts(session, range, facts, lease));
        self.db.in_time(putting).await
    }

    async fn replace_facts(
        &self,
        session: SessionKey,
        range: Range<u32>,
        facts: &[(u32, String)],
        lease: &Lease,
    ) -> Result<bool, StoreError> {
        let session = session.to_string();
        let mut tx = self.db.begin().await?;
        if !lease.still_held(&mut tx).await? {
            return Ok(false);
        }
        with_tx!(&mut tx, conn => sqlx::query(
            "DELETE FROM row_facts WHERE session_key = $1 AND row_idx >= $2 AND row_idx < $3",
        )
        .bind(&session)
        .bind(i64::from(range.start))
        .bind(i64::from(range.end))
        .execute(conn)
        .await
        .map(drop))?;
        for chunk in facts.chunks(ROWS_PER_INSERT) {
            with_tx!(&mut tx, conn => {
                let mut insert =
                    QueryBuilder::new("INSERT INTO row_facts (session_key, row_idx, document) ");
                insert.push_values(chunk, |mut values, (row_idx, document)| {
                    values
                        .push_bind(&session)
                        .push_bind(i64::from(*row_idx))
                        .push_bind(document);
                });
                insert.build().execute(conn).await.map(drop)
            })?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// Documents `first_row..first_row + limit` of a session, as far as they are below `delivered`.
    pub async fn read(
        &self,
        session: SessionKey,
        first_row: u32,
        limit: u32,
        delivered: u32,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let end = first_row.saturating_add(limit).min(delivered);
        self.read_from(RESULT_ROWS, session, first_row, end).await
    }

    /// Facts of rows `first_row..first_row + limit` of a session, as far as they are below `enriched`.
    pub async fn read_facts(
        &self,
        session: SessionKey,
        first_row: u32,
        limit: u32,
        enriched: u32,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let end = first_row.saturating_add(limit).min(enriched);
        if first_row >= end {
            return Ok(Vec::new());
        }
        self.read_from(ROW_FACTS, session, first_row, end).await
    }

    async fn read_from(
        &self,
        select: &'static str,
        session: SessionKey,
        first_row: u32,
        end: u32,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let rows: Vec<(i64, String)> = with_reader!(&self.db, pool => sqlx::query_as(select)
        .bind(session.to_string())
        .bind(i64::from(first_row))
        .bind(i64::from(end))
        .fetch_all(pool)
        .await)?;
        Ok(rows
            .into_iter()
            .filter_map(|(row_idx, document)| Some((u32::try_from(row_idx).ok()?, document)))
            .collect())
    }

    /// The company keys of a session's delivered rows.
    pub async fn place_keys(
        &self,
        session: SessionKey,
        delivered: u32,
    ) -> Result<Vec<String>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT place_key FROM result_rows WHERE session_key = $1 AND row_idx < $2",
        )
        .bind(session.to_string())
        .bind(i64::from(delivered))
        .fetch_all(pool)
        .await)?)
    }
}
