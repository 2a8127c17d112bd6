//! When users last opened their sessions: a session that has ended since is offered to them. Stored with the log but
//! not in it, since it changes nothing and is deleted after a day.

use std::collections::HashMap;

use domain::ids::{SessionKey, UserId};

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// The sessions that users have opened.
#[derive(Debug, Clone)]
pub struct SeenSessions {
    db: Db,
}

impl SeenSessions {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes that a user has opened a session.
    pub async fn note(
        &self,
        user: &UserId,
        session: SessionKey,
        now_us: i64,
    ) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO seen_sessions (user_id, session_key, seen_at) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, session_key) DO UPDATE SET seen_at = excluded.seen_at \
             WHERE seen_sessions.seen_at < excluded.seen_at",
        )
        .bind(user.as_str())
        .bind(session.to_string())
        .bind(now_us)
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// The sessions that a user has opened since a moment, with the times.
    pub async fn since(
        &self,
        user: &UserId,
        since_us: i64,
    ) -> Result<HashMap<SessionKey, i64>, StoreError> {
        let rows: Vec<(String, i64)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT session_key, seen_at FROM seen_sessions WHERE user_id = $1 AND seen_at >= $2",
        )
        .bind(user.as_str())
        .bind(since_us)
        .fetch_all(pool)
        .await)?;
        let damaged = || StoreError::Damaged("a session that was opened has no key".to_owned());
        rows.into_iter()
            .map(|(session, at)| Ok((session.parse().map_err(|_| damaged())?, at)))
            .collect()
    }

    /// Deletes what is noted about a user; returns whether there was anything.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        let erased = with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM seen_sessions WHERE user_id = $1")
                .bind(user.as_str())
                .execute(pool)
                .await
                .map(|done| done.rows_affected()))?;
        Ok(erased > 0)
    }

    /// Deletes what was noted before a moment.
    pub async fn forget_before(&self, until_us: i64) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM seen_sessions WHERE seen_at < $1")
                .bind(until_us)
                .execute(pool)
                .await
                .map(drop))?)
    }
}
