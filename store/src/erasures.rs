//! Erasures that were begun: whoever asked for one is owed it, though a process may die in the middle of it.

use domain::ids::{InvalidId, UserId};

use crate::db::{Db, now_micros};
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// The erasures that are not complete yet.
#[derive(Debug, Clone)]
pub struct Erasures {
    db: Db,
}

impl Erasures {
    /// Those that lie with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes that a user's data are to be erased, before anything is. Answers whether that was not noted before.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn begin(&self, user: &UserId) -> Result<bool, StoreError> {
        let noted = with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO unfinished_erasures (user_id, begun_at) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING",
        )
        .bind(user.as_str())
        .bind(now_micros())
        .execute(pool)
        .await
        .map(|done| done.rows_affected()))?;
        Ok(noted == 1)
    }

    /// Nothing of them is left anywhere.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn complete(&self, user: &UserId) -> Result<(), StoreError> {
        with_writer!(&self.db, pool => sqlx::query("DELETE FROM unfinished_erasures WHERE user_id = $1")
            .bind(user.as_str())
            .execute(pool)
            .await
            .map(drop))?;
        Ok(())
    }

    /// Whose data are still to be erased, whoever has waited longest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn unfinished(&self) -> Result<Vec<UserId>, StoreError> {
        let users: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT user_id FROM unfinished_erasures ORDER BY begun_at, user_id")
            .fetch_all(pool)
            .await)?;
        let damaged = |error: InvalidId| StoreError::Damaged(error.to_string());
        users
            .iter()
            .map(|user| UserId::new(user).map_err(damaged))
            .collect()
    }
}
