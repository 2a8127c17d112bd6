//! Rows that their source's terms do not allow to be kept. A session with such rows is noted before they are stored,
//! each use of it is noted too, and the rows of unused sessions are deleted. The note stays, so that users can be
//! told.

use domain::ids::SessionKey;

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_tx, with_writer};

/// Uses that are closer together count as one (microseconds).
const ONE_USE_US: i64 = 60_000_000;

/// Sessions per portion.
const PORTION: i64 = 100;

/// The sessions with such rows.
#[derive(Debug, Clone)]
pub struct ExpiringRows {
    db: Db,
}

impl ExpiringRows {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes that a session has, or is about to have, rows that must not be kept.
    pub async fn note(&self, session: SessionKey, now_us: i64) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO expiring_rows (session_key, used_at, gone) VALUES ($1, $2, $3) \
             ON CONFLICT (session_key) DO UPDATE SET used_at = excluded.used_at, gone = excluded.gone",
        )
        .bind(session.to_string())
        .bind(now_us)
        .bind(false)
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// Were the session's rows deleted? Asking does not count as a use.
    pub async fn are_gone(&self, session: SessionKey) -> Result<bool, StoreError> {
        Ok(self.noted(session).await?.is_some_and(|(_, gone)| gone))
    }

    /// When the session was last used, and whether its rows are gone; none if they may be kept.
    async fn noted(&self, session: SessionKey) -> Result<Option<(i64, bool)>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT used_at, gone FROM expiring_rows WHERE session_key = $1",
        )
        .bind(session.to_string())
        .fetch_optional(pool)
        .await)?)
    }

    /// Notes that a session is used, if its rows must not be kept.
    pub async fn used(&self, session: SessionKey, now_us: i64) -> Result<(), StoreError> {
        let Some((used_at, gone)) = self.noted(session).await? else {
            return Ok(());
        };
        if !gone && used_at <= now_us - ONE_USE_US {
            with_writer!(&self.db, pool => sqlx::query(
                "UPDATE expiring_rows SET used_at = $2 WHERE session_key = $1 AND used_at < $2",
            )
            .bind(session.to_string())
            .bind(now_us)
            .execute(pool)
            .await
            .map(drop))?;
        }
        Ok(())
    }

    /// Deletes the rows and facts of sessions that were not used since a moment. Returns the number of sessions. A
    /// session that a worker still has to process keeps its rows: they show which businesses are delivered and paid.
    pub async fn clear(&self, until_us: i64) -> Result<usize, StoreError> {
        let due: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT session_key FROM expiring_rows WHERE gone = $1 AND used_at <= $2 \
             AND session_key NOT IN (SELECT session_key FROM scrape_work) ORDER BY used_at, session_key LIMIT $3",
        )
        .bind(false)
        .bind(until_us)
        .bind(PORTION)
        .fetch_all(pool)
        .await)?;
        let mut cleared = 0;
        for session in due {
            cleared += usize::from(self.clear_one(&session, until_us).await?);
        }
        Ok(cleared)
    }

    /// False if the session was used meanwhile, or a worker has to process it.
    async fn clear_one(&self, session: &str, until_us: i64) -> Result<bool, StoreError> {
        let clearing = Box::pin(self.clear_rows(session, until_us));
        self.db.in_time(clearing).await
    }

    async fn clear_rows(&self, session: &str, until_us: i64) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let marked = with_tx!(&mut tx, conn => sqlx::query(
            "UPDATE expiring_rows SET gone = $3 WHERE session_key = $1 AND used_at <= $2 \
             AND session_key NOT IN (SELECT session_key FROM scrape_work)",
        )
        .bind(session)
        .bind(until_us)
        .bind(true)
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?;
        if marked == 0 {
            return Ok(false);
        }
        for delete in [
            "DELETE FROM result_rows WHERE session_key = $1",
            "DELETE FROM row_facts WHERE session_key = $1",
        ] {
            with_tx!(&mut tx, conn => sqlx::query(delete)
                .bind(session)
                .execute(conn)
                .await
                .map(drop))?;
        }
        tx.commit().await?;
        Ok(true)
    }
}
