//! Rows that their source's terms forbid to keep. A session that has such rows is noted before they are
//! stored, each use of it is noted too, and rows of sessions that nobody uses any more are deleted. That they
//! were is kept, so that it can be said.

use domain::ids::SessionKey;

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_tx, with_writer};

/// Uses that follow each other more closely count as one (microseconds).
const ONE_USE_US: i64 = 60_000_000;

/// Sessions looked at by one clearing.
const PORTION: i64 = 100;

/// The sessions with such rows.
#[derive(Debug, Clone)]
pub struct PassingSessions {
    db: Db,
}

impl PassingSessions {
    /// The sessions that lie with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes that a session has, or is about to have, rows that may not be kept.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn note(&self, session: SessionKey, now_us: i64) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO passing_sessions (session_key, used_at, gone) VALUES ($1, $2, $3) \
             ON CONFLICT (session_key) DO UPDATE SET used_at = excluded.used_at, gone = excluded.gone",
        )
        .bind(session.to_string())
        .bind(now_us)
        .bind(false)
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// Were the session's rows deleted? Looking is no use of it.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn are_gone(&self, session: SessionKey) -> Result<bool, StoreError> {
        Ok(self.noted(session).await?.is_some_and(|(_, gone)| gone))
    }

    /// When the session was last used, and whether its rows are gone; nothing where they may be kept.
    async fn noted(&self, session: SessionKey) -> Result<Option<(i64, bool)>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT used_at, gone FROM passing_sessions WHERE session_key = $1",
        )
        .bind(session.to_string())
        .fetch_optional(pool)
        .await)?)
    }

    /// Notes that a session is used, where its rows may not be kept.
    ///
    /// # Errors
    /// Where the database cannot be read or written.
    pub async fn used(&self, session: SessionKey, now_us: i64) -> Result<(), StoreError> {
        let Some((used_at, gone)) = self.noted(session).await? else {
            return Ok(());
        };
        if !gone && used_at <= now_us - ONE_USE_US {
            with_writer!(&self.db, pool => sqlx::query(
                "UPDATE passing_sessions SET used_at = $2 WHERE session_key = $1 AND used_at < $2",
            )
            .bind(session.to_string())
            .bind(now_us)
            .execute(pool)
            .await
            .map(drop))?;
        }
        Ok(())
    }

    /// Deletes the rows of sessions that nobody has used since a moment, and their facts. Answers how many
    /// sessions there were. A session that a worker has still to do with keeps its rows: they are what says
    /// which businesses are delivered and paid already.
    ///
    /// # Errors
    /// Where the database cannot be read or written.
    pub async fn clear(&self, until_us: i64) -> Result<usize, StoreError> {
        let due: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT session_key FROM passing_sessions WHERE gone = $1 AND used_at <= $2 \
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

    /// False where the session was used meanwhile, or a worker has got to do with it.
    async fn clear_one(&self, session: &str, until_us: i64) -> Result<bool, StoreError> {
        let clearing = Box::pin(self.clear_rows(session, until_us));
        self.db.in_time(clearing).await
    }

    async fn clear_rows(&self, session: &str, until_us: i64) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let marked = with_tx!(&mut tx, conn => sqlx::query(
            "UPDATE passing_sessions SET gone = $3 WHERE session_key = $1 AND used_at <= $2 \
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
