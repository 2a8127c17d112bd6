//! A user's sessions, newest first.

use domain::Credits;
use domain::ids::SessionKey;
use jiff::Timestamp;
use store::StoreError;
use store::db::Db;
use store::with_reader;

use super::row::HistoryRow;
use crate::serving::Serving;

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

    /// Credits debited for a session so far; `None` if there is no such session.
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
    ) -> Result<Vec<HistoryRow>, StoreError> {
        let sql = format!(
            "{} WHERE user_id = $1 AND started_at >= $2 \
             ORDER BY started_at DESC, session_id LIMIT $3",
            self.rows.select().await?
        );
        Ok(with_reader!(self.rows.db(), pool => sqlx::query_as(&sql)
            .bind(user)
            .bind(since.as_microsecond())
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await)?)
    }
}
