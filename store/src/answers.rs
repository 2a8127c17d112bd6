//! Stored answers to repeatable requests, by the request's key.
//!
//! A command's own record ([`crate::log::CommandRecord`]) makes its effect happen once; this repeats the first
//! answer, even a refusal, as long as answers are stored.

use crate::db::{Db, now_micros};
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// The prefix of requests' keys, also in the command records.
pub const REQUEST_KEY_PREFIX: &str = "http:";

/// A stored answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Tells whether a repeated key asks for the same.
    pub body_hash: String,
    pub status: u16,
    /// JSON text.
    pub body: String,
    /// Something was done; else the call was refused.
    pub had_effect: bool,
}

/// The stored answers.
#[derive(Debug, Clone)]
pub struct Answers {
    db: Db,
}

impl Answers {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// The answer to the request with that key.
    pub async fn find(&self, key: &str) -> Result<Option<Answer>, StoreError> {
        let row: Option<(String, i64, String, bool)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT body_hash, status, body, had_effect FROM http_answers WHERE request_key = $1",
        )
        .bind(key)
        .fetch_optional(pool)
        .await)?;
        Ok(row.map(|(body_hash, status, body, had_effect)| Answer {
            body_hash,
            status: u16::try_from(status).unwrap_or(500),
            body,
            had_effect,
        }))
    }

    /// Stores the first answer to a request; false if there is one already. An answer of a call that had an effect replaces
    /// one that had none.
    pub async fn keep(&self, key: &str, answer: &Answer) -> Result<bool, StoreError> {
        let kept = with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO http_answers (request_key, body_hash, status, body, had_effect, answered_at) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (request_key) DO UPDATE SET \
             body_hash = excluded.body_hash, status = excluded.status, body = excluded.body, \
             had_effect = excluded.had_effect, answered_at = excluded.answered_at \
             WHERE excluded.had_effect AND NOT http_answers.had_effect",
        )
        .bind(key)
        .bind(&answer.body_hash)
        .bind(i64::from(answer.status))
        .bind(&answer.body)
        .bind(answer.had_effect)
        .bind(now_micros())
        .execute(pool)
        .await
        .map(|done| done.rows_affected()))?;
        Ok(kept == 1)
    }

    /// Deletes requests from before `micros`, including their command records.
    pub async fn forget_before(&self, micros: i64) -> Result<(), StoreError> {
        with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM http_answers WHERE answered_at < $1")
                .bind(micros)
                .execute(pool)
                .await
                .map(drop))?;
        with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM commands WHERE recorded_at < $1 AND command_key LIKE $2")
                .bind(micros)
                .bind(format!("{REQUEST_KEY_PREFIX}%"))
                .execute(pool)
                .await
                .map(drop))?;
        Ok(())
    }
}
