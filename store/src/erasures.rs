//! Erasures that were begun: whoever asked for one is owed it, though a process may die in the middle of it.

use domain::ids::{InvalidId, UserId};

use crate::db::{Db, now_micros};
use crate::error::StoreError;
use crate::{with_reader, with_tx, with_writer};

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
        let mut begun_at = now_micros();
        let mut tx = self.db.begin().await?;
        let before: Option<i64> = with_tx!(&mut tx, conn => sqlx::query_scalar(
            "SELECT begun_at FROM unfinished_erasures WHERE user_id = $1",
        )
        .bind(user.as_str())
        .fetch_optional(conn)
        .await)?;
        // Each has a time of its own, whatever the clock does.
        begun_at = begun_at.max(before.map_or(0, |before| before + 1));
        with_tx!(&mut tx, conn => sqlx::query(
            "INSERT INTO unfinished_erasures (user_id, begun_at, forgotten) VALUES ($1, $2, FALSE) \
             ON CONFLICT (user_id) DO UPDATE SET begun_at = excluded.begun_at, forgotten = FALSE",
        )
        .bind(user.as_str())
        .bind(begun_at)
        .execute(conn)
        .await
        .map(drop))?;
        tx.commit().await?;
        let begun = Unfinished {
            user: user.clone(),
            forgotten: false,
            begun_at,
        };
        Ok((begun, before.is_none()))
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
