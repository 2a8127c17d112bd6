//! The proxies that users have websites read through: texts that were closed with their keys.

use domain::ids::UserId;
use domain::personal::Closed;

use crate::db::{Db, now_micros};
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// The proxies of all users.
#[derive(Debug, Clone)]
pub struct UserProxies {
    db: Db,
}

impl UserProxies {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The user's proxy.
    pub async fn find(&self, user: &UserId) -> Result<Option<Closed>, StoreError> {
        let found: Option<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT closed FROM user_proxies WHERE user_id = $1 AND removed_at = 0")
            .bind(user.as_str())
            .fetch_optional(pool)
            .await)?;
        Ok(found.map(Closed::new))
    }

    /// Saves the user's proxy in place of another one.
    pub async fn save(&self, user: &UserId, closed: &Closed) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO user_proxies (user_id, closed, saved_at, removed_at) VALUES ($1, $2, $3, 0) \
             ON CONFLICT (user_id) DO UPDATE SET closed = excluded.closed, saved_at = excluded.saved_at, \
             removed_at = 0",
        )
        .bind(user.as_str())
        .bind(closed.as_str())
        .bind(now_micros())
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// Removes the user's proxy; false if there is none.
    pub async fn remove(&self, user: &UserId) -> Result<bool, StoreError> {
        let removed = with_writer!(&self.db, pool => sqlx::query(
            "UPDATE user_proxies SET removed_at = $2 WHERE user_id = $1 AND removed_at = 0")
            .bind(user.as_str())
            .bind(now_micros())
            .execute(pool)
            .await
            .map(|done| done.rows_affected()))?;
        Ok(removed > 0)
    }

    /// Restores a removed proxy; false if there is none.
    pub async fn restore(&self, user: &UserId) -> Result<bool, StoreError> {
        let restored = with_writer!(&self.db, pool => sqlx::query(
            "UPDATE user_proxies SET removed_at = 0 WHERE user_id = $1")
            .bind(user.as_str())
            .execute(pool)
            .await
            .map(|done| done.rows_affected()))?;
        Ok(restored > 0)
    }

    /// Deletes the user's proxy, removed or not; returns whether there was one.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        let erased = with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM user_proxies WHERE user_id = $1")
                .bind(user.as_str())
                .execute(pool)
                .await
                .map(|done| done.rows_affected()))?;
        Ok(erased > 0)
    }

    /// Deletes those that were removed before a moment.
    pub async fn forget_before(&self, until: i64) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "DELETE FROM user_proxies WHERE removed_at > 0 AND removed_at < $1")
            .bind(until)
            .execute(pool)
            .await
            .map(drop))?)
    }
}
