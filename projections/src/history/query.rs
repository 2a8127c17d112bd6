//! A user's sessions, newest first.

use jiff::Timestamp;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::project::{HistoryRow, HistoryView};
use crate::fold::Fold;
use crate::view::table;

/// One session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The session key.
    pub session_id: String,
    /// When it was asked for.
    pub started_at: Timestamp,
    /// `google_maps`, `standard` or `enriched`.
    pub scrape_type: String,
    /// Rows delivered.
    pub results_count: i64,
    /// Credits debited.
    pub credits_consumed: i64,
    /// Where the job stands, or how it ended.
    pub status: String,
}

/// Reads histories.
#[derive(Debug, Clone)]
pub struct HistoryQuery {
    db: Db,
}

impl HistoryQuery {
    /// Over the read models in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The user's sessions since `since`, newest first, at most `limit`.
    pub async fn since(
        &self,
        user: &str,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let sql = format!(
            "SELECT {} FROM {} WHERE user_id = $1 AND started_at >= $2 \
             ORDER BY started_at DESC, session_id LIMIT $3",
            HistoryView::COLUMNS.join(", "),
            table::<HistoryView>()
        );
        let rows: Vec<HistoryRow> = with_reader!(&self.db, pool => sqlx::query_as(&sql)
            .bind(user)
            .bind(since.as_microsecond())
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?;
        rows.into_iter().map(entry).collect()
    }
}

fn entry(row: HistoryRow) -> Result<HistoryEntry, StoreError> {
    Ok(HistoryEntry {
        session_id: row.session_id,
        started_at: Timestamp::from_microsecond(row.started_at)
            .map_err(|error| StoreError::Damaged(format!("history: {error}")))?,
        scrape_type: row.scrape_type,
        results_count: row.results_count,
        credits_consumed: row.credits_consumed,
        status: row.status,
    })
}
