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

/// An erasure that is not complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    /// Whose data.
    pub user: UserId,
    /// Is it done in the log? What the user does after that is not part of it.
    pub forgotten: bool,
    begun_at: i64,
}

impl Erasures {
    /// Those that lie with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes that a user's data are to be erased, before anything is. Answers the note, and whether it is the only one: one
    /// that was there before is part of this one.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn begin(&self, user: &UserId) -> Result<(Unfinished, bool), StoreError> {
        let now = now_micros();
        let noted = with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO unfinished_erasures (user_id, begun_at, forgotten) VALUES ($1, $2, FALSE) \
             ON CONFLICT (user_id) DO NOTHING",
        )
        .bind(user.as_str())
        .bind(now)
        .execute(pool)
        .await
        .map(|done| done.rows_affected()))?;
        let is_only = noted == 1;
        let begun_at = if is_only {
            now
        } else {
            // Each has a time of its own, whatever the clock does. One that has ended meanwhile is noted anew.
            with_writer!(&self.db, pool => sqlx::query_scalar(
                "INSERT INTO unfinished_erasures (user_id, begun_at, forgotten) VALUES ($1, $2, FALSE) \
                 ON CONFLICT (user_id) DO UPDATE SET forgotten = FALSE, begun_at = \
                 CASE WHEN unfinished_erasures.begun_at < excluded.begun_at THEN excluded.begun_at \
                 ELSE unfinished_erasures.begun_at + 1 END RETURNING begun_at",
            )
            .bind(user.as_str())
            .bind(now)
            .fetch_one(pool)
            .await)?
        };
        let begun = Unfinished {
            user: user.clone(),
            forgotten: false,
            begun_at,
        };
        Ok((begun, is_only))
    }

    /// Is it still to be done in the log? Another one may have begun or done it meanwhile.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn is_owed(&self, erasure: &Unfinished) -> Result<bool, StoreError> {
        let forgotten: Option<bool> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT forgotten FROM unfinished_erasures WHERE user_id = $1 AND begun_at = $2")
            .bind(erasure.user.as_str())
            .bind(erasure.begun_at)
            .fetch_optional(pool)
            .await)?;
        Ok(forgotten == Some(false))
    }

    /// It is done in the log.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn forgotten(&self, erasure: &Unfinished) -> Result<(), StoreError> {
        let statement =
            "UPDATE unfinished_erasures SET forgotten = TRUE WHERE user_id = $1 AND begun_at = $2";
        self.change(statement, erasure).await
    }

    /// Nothing of it is left anywhere.
    ///
    /// # Errors
    /// Where the database cannot be written.
    pub async fn complete(&self, erasure: &Unfinished) -> Result<(), StoreError> {
        let statement = "DELETE FROM unfinished_erasures WHERE user_id = $1 AND begun_at = $2";
        self.change(statement, erasure).await
    }

    async fn change(
        &self,
        statement: &'static str,
        erasure: &Unfinished,
    ) -> Result<(), StoreError> {
        with_writer!(&self.db, pool => sqlx::query(statement)
            .bind(erasure.user.as_str())
            .bind(erasure.begun_at)
            .execute(pool)
            .await
            .map(drop))?;
        Ok(())
    }

    /// What is still to be erased, whatever has waited longest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub async fn unfinished(&self) -> Result<Vec<Unfinished>, StoreError> {
        let rows: Vec<(String, i64, bool)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT user_id, begun_at, forgotten FROM unfinished_erasures ORDER BY begun_at, user_id")
            .fetch_all(pool)
            .await)?;
        let damaged = |error: InvalidId| StoreError::Damaged(error.to_string());
        rows.into_iter()
            .map(|(user, begun_at, forgotten)| {
                Ok(Unfinished {
                    user: UserId::new(user).map_err(damaged)?,
                    forgotten,
                    begun_at,
                })
            })
            .collect()
    }
}
