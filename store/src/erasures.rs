//! Erasures that were begun: they must be completed even if a process dies on the way.

use domain::ids::{InvalidId, UserId};

use crate::db::{Db, now_micros};
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// The erasures that are not complete yet.
#[derive(Debug, Clone)]
pub struct Erasures {
    db: Db,
}

/// An erasure that is not complete yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfinished {
    pub user: UserId,
    /// Is it done in the log? What the user does after that is not part of it.
    pub forgotten: bool,
    begun_at: i64,
}

/// An erasure that begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    pub erasure: Unfinished,
    /// Nothing else is owed to the user.
    pub is_only: bool,
    /// An earlier one is not done in the log yet: it may have destroyed the user's key and recorded nothing of it.
    pub is_resumed: bool,
}

impl Erasures {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Notes that a user's data is to be erased, before anything is. An earlier note becomes part of this one.
    pub async fn begin(&self, user: &UserId) -> Result<Begun, StoreError> {
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
        let (begun_at, is_resumed) = if is_only {
            (now, false)
        } else {
            let forgotten: Option<bool> = with_reader!(&self.db, pool => sqlx::query_scalar(
                "SELECT forgotten FROM unfinished_erasures WHERE user_id = $1")
                .bind(user.as_str())
                .fetch_optional(pool)
                .await)?;
            // Each has its own time, whatever the clock does. One that has ended meanwhile is noted again.
            let begun_at: i64 = with_writer!(&self.db, pool => sqlx::query_scalar(
                "INSERT INTO unfinished_erasures (user_id, begun_at, forgotten) VALUES ($1, $2, FALSE) \
                 ON CONFLICT (user_id) DO UPDATE SET forgotten = FALSE, begun_at = \
                 CASE WHEN unfinished_erasures.begun_at < excluded.begun_at THEN excluded.begun_at \
                 ELSE unfinished_erasures.begun_at + 1 END RETURNING begun_at",
            )
            .bind(user.as_str())
            .bind(now)
            .fetch_one(pool)
            .await)?;
            (begun_at, forgotten == Some(false))
        };
        let erasure = Unfinished {
            user: user.clone(),
            forgotten: false,
            begun_at,
        };
        Ok(Begun {
            erasure,
            is_only,
            is_resumed,
        })
    }

    /// Is it still to be done in the log? Another call may have begun or done it meanwhile.
    pub async fn is_owed(&self, erasure: &Unfinished) -> Result<bool, StoreError> {
        let forgotten: Option<bool> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT forgotten FROM unfinished_erasures WHERE user_id = $1 AND begun_at = $2")
            .bind(erasure.user.as_str())
            .bind(erasure.begun_at)
            .fetch_optional(pool)
            .await)?;
        Ok(forgotten == Some(false))
    }

    /// Notes that it is done in the log.
    pub async fn forgotten(&self, erasure: &Unfinished) -> Result<(), StoreError> {
        let statement =
            "UPDATE unfinished_erasures SET forgotten = TRUE WHERE user_id = $1 AND begun_at = $2";
        self.change(statement, erasure).await
    }

    /// Removes the note: nothing is left to erase.
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

    /// What is still to be erased, the oldest first.
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
