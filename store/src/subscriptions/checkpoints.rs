//! How far each subscription has come. A checkpoint only moves from where its reader believes it to be, so that a
//! second runner of the same subscription is fenced off.

use crate::db::{Db, Tx, now_micros};
use crate::error::StoreError;
use crate::log::Cursor;
use crate::{with_reader, with_tx, with_writer};

/// The state of a subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Running,
    /// An event kept failing; rows stay as they are until an operator acts.
    Paused,
}

/// A stored checkpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Everything up to here is handled.
    pub cursor: Cursor,
    pub status: Status,
    /// Why it is paused.
    pub failure: Option<String>,
}

/// The checkpoint table of one database.
#[derive(Debug, Clone)]
pub struct Checkpoints {
    db: Db,
}

impl Checkpoints {
    /// Stored in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The checkpoint with that name; the start of the log if there is none yet.
    pub async fn load(&self, name: &str) -> Result<Checkpoint, StoreError> {
        let row: Option<(String, String, Option<String>)> = with_reader!(&self.db, pool =>
            sqlx::query_as("SELECT cursor, status, failure FROM checkpoints WHERE name = $1")
                .bind(name)
                .fetch_optional(pool)
                .await)?;
        let Some((cursor, status, failure)) = row else {
            return Ok(Checkpoint {
                cursor: Cursor::START,
                status: Status::Running,
                failure: None,
            });
        };
        Ok(Checkpoint {
            cursor: cursor.parse()?,
            status: match status.as_str() {
                "running" => Status::Running,
                "paused" => Status::Paused,
                _ => return Err(StoreError::Damaged(format!("{name} is '{status}'"))),
            },
            failure,
        })
    }

    /// The checkpoint with that name as `tx` sees it; the start of the log if there is none.
    pub async fn at(tx: &mut Tx, name: &str) -> Result<Cursor, StoreError> {
        let cursor: Option<String> = with_tx!(tx, conn =>
            sqlx::query_scalar("SELECT cursor FROM checkpoints WHERE name = $1")
                .bind(name)
                .fetch_optional(conn)
                .await)?;
        cursor.map_or(Ok(Cursor::START), |text| text.parse())
    }

    /// Creates the checkpoint at the start of the log if it is missing.
    pub async fn create(&self, name: &str) -> Result<(), StoreError> {
        with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO checkpoints (name, cursor, status, updated_at) \
             VALUES ($1, $2, 'running', $3) ON CONFLICT (name) DO NOTHING",
        )
        .bind(name)
        .bind(Cursor::START.to_string())
        .bind(now_micros())
        .execute(pool)
        .await
        .map(drop))?;
        Ok(())
    }

    /// Moves the checkpoint inside `tx`. False if it is not at `from`, or paused: another runner has moved it, and
    /// the transaction must not be committed.
    pub async fn advance(
        tx: &mut Tx,
        name: &str,
        from: Cursor,
        to: Cursor,
    ) -> Result<bool, StoreError> {
        let moved = with_tx!(tx, conn => sqlx::query(
            "UPDATE checkpoints SET cursor = $3, updated_at = $4 \
             WHERE name = $1 AND cursor = $2 AND status = 'running'",
        )
        .bind(name)
        .bind(from.to_string())
        .bind(to.to_string())
        .bind(now_micros())
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?;
        Ok(moved == 1)
    }

    /// Sets the checkpoint to `cursor` inside `tx`, running: the end of a rebuild.
    pub async fn reset(tx: &mut Tx, name: &str, cursor: Cursor) -> Result<(), StoreError> {
        with_tx!(tx, conn => sqlx::query(
            "INSERT INTO checkpoints (name, cursor, status, updated_at) \
             VALUES ($1, $2, 'running', $3) \
             ON CONFLICT (name) DO UPDATE SET cursor = excluded.cursor, status = 'running', \
                 failure = NULL, updated_at = excluded.updated_at",
        )
        .bind(name)
        .bind(cursor.to_string())
        .bind(now_micros())
        .execute(conn)
        .await
        .map(drop))?;
        Ok(())
    }

    /// Removes the checkpoint inside `tx`.
    pub async fn remove(tx: &mut Tx, name: &str) -> Result<(), StoreError> {
        with_tx!(tx, conn => sqlx::query("DELETE FROM checkpoints WHERE name = $1")
            .bind(name)
            .execute(conn)
            .await
            .map(drop))?;
        Ok(())
    }

    /// Makes all others who would move the checkpoint wait for `tx`. Taken before the view's table is touched, as
    /// projectors do.
    pub async fn lock(tx: &mut Tx, name: &str) -> Result<(), StoreError> {
        with_tx!(tx, conn =>
            sqlx::query("UPDATE checkpoints SET updated_at = $2 WHERE name = $1")
                .bind(name)
                .bind(now_micros())
                .execute(conn)
                .await
                .map(drop))?;
        Ok(())
    }

    /// Lets a paused subscription try again. False if no subscription of that name is paused.
    pub async fn resume(&self, name: &str) -> Result<bool, StoreError> {
        let resumed = with_writer!(&self.db, pool => sqlx::query(
            "UPDATE checkpoints SET status = 'running', failure = NULL, updated_at = $2 \
             WHERE name = $1 AND status = 'paused'",
        )
        .bind(name)
        .bind(now_micros())
        .execute(pool)
        .await
        .map(|done| done.rows_affected()))?;
        Ok(resumed == 1)
    }

    /// Pauses the subscription with the reason, if it is still at `at`: another process that can read the event may
    /// have moved on.
    pub async fn pause(&self, name: &str, at: Cursor, failure: &str) -> Result<(), StoreError> {
        with_writer!(&self.db, pool => sqlx::query(
            "UPDATE checkpoints SET status = 'paused', failure = $2, updated_at = $3 \
             WHERE name = $1 AND cursor = $4 AND status = 'running'",
        )
        .bind(name)
        .bind(failure)
        .bind(now_micros())
        .bind(at.to_string())
        .execute(pool)
        .await
        .map(drop))?;
        Ok(())
    }
}
