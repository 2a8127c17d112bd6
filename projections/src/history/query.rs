//! A user's sessions, newest first.

use domain::Credits;
use domain::ids::SessionKey;
use domain::scrape_job::{JobStatus, ScrapeType};
use jiff::Timestamp;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::HistoryRow;
use crate::serving::Serving;

/// One session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// The session key.
    pub session_id: String,
    /// When it was asked for.
    pub started_at: Timestamp,
    /// How it was asked for, and whether it was enriched.
    pub scrape_type: ScrapeType,
    /// Rows delivered.
    pub results_count: u32,
    /// Credits debited.
    pub credits_consumed: Credits,
    /// Where the job stands, or how it ended.
    pub status: JobStatus,
    /// What was searched.
    pub searched: Searched,
}

/// What a session searched, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// What was searched for.
    pub term: String,
    /// The state's code; empty where all states are searched.
    pub state: String,
    /// The first cities, five at most.
    pub cities: Vec<String>,
    /// How many cities there are; none where the whole state, or everything, is searched.
    pub city_count: u32,
}

/// Reads histories.
#[derive(Debug, Clone)]
pub struct HistoryQuery {
    rows: Serving<HistoryRow>,
}

impl HistoryQuery {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
        }
    }

    /// Credits debited for a session so far; nothing where there is none.
    pub async fn charged(&self, session: SessionKey) -> Result<Option<Credits>, StoreError> {
        let sql = format!(
            "SELECT credits_consumed FROM ({} WHERE session_id = $1) AS history",
            self.rows.select().await?
        );
        Ok(
            with_reader!(self.rows.db(), pool => sqlx::query_scalar(&sql)
            .bind(session.to_string())
            .fetch_optional(pool)
            .await)?,
        )
    }

    /// The user's sessions since `since`, newest first, at most `limit`.
    pub async fn since(
        &self,
        user: &str,
        since: Timestamp,
        limit: u32,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let sql = format!(
            "{} WHERE user_id = $1 AND started_at >= $2 \
             ORDER BY started_at DESC, session_id LIMIT $3",
            self.rows.select().await?
        );
        let rows: Vec<HistoryRow> = with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(user)
            .bind(since.as_microsecond())
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?;
        Ok(rows.into_iter().map(HistoryEntry::from).collect())
    }
}

impl From<HistoryRow> for HistoryEntry {
    fn from(row: HistoryRow) -> Self {
        Self {
            session_id: row.session_id,
            started_at: row.started_at,
            scrape_type: row.scrape_type,
            results_count: row.results_count,
            credits_consumed: row.credits_consumed,
            status: row.status,
            searched: Searched {
                term: row.term,
                state: row.state,
                cities: row.cities,
                city_count: row.city_count,
            },
        }
    }
}
