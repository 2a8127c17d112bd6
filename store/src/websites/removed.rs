//! Whom websites say nothing of any more.

use std::collections::HashSet;

use sqlx::QueryBuilder;

use crate::db::{Db, now_micros};
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// Marks per statement.
const PORTION: usize = 500;

/// Keyed hashes of e-mail addresses, phone numbers and domains that were removed on request.
#[derive(Debug, Clone)]
pub struct RemovedContacts {
    db: Db,
}

impl RemovedContacts {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Remembers one; false if it was remembered before.
    pub async fn remember(&self, mark: &str) -> Result<bool, StoreError> {
        let added = with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO removed_contacts (mark, removed_at) VALUES ($1, $2) ON CONFLICT (mark) DO NOTHING")
            .bind(mark)
            .bind(now_micros())
            .execute(pool)
            .await
            .map(|done| done.rows_affected()))?;
        Ok(added > 0)
    }

    /// Those of the marks that are remembered.
    pub async fn among(&self, marks: &[String]) -> Result<HashSet<String>, StoreError> {
        let mut found = HashSet::new();
        for chunk in marks.chunks(PORTION) {
            let some: Vec<String> = with_reader!(&self.db, pool => {
                let mut select = QueryBuilder::new("SELECT mark FROM removed_contacts WHERE mark IN (");
                let mut list = select.separated(", ");
                for mark in chunk {
                    list.push_bind(mark);
                }
                select.push(")");
                select.build_query_scalar().persistent(false).fetch_all(pool).await
            })?;
            found.extend(some);
        }
        Ok(found)
    }

    /// How many are remembered.
    pub async fn count(&self) -> Result<i64, StoreError> {
        Ok(with_reader!(&self.db, pool =>
            sqlx::query_scalar("SELECT count(*) FROM removed_contacts").fetch_one(pool).await)?)
    }
}
