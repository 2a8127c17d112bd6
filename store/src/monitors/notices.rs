//! Which notices users have read.

use std::collections::BTreeSet;

use domain::ids::UserId;
use sqlx::QueryBuilder;

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// The read marks of all users.
#[derive(Debug, Clone)]
pub struct ReadNotices {
    db: Db,
}

impl ReadNotices {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Which of a user's notices are read.
    pub async fn among(
        &self,
        user: &UserId,
        notices: &[&str],
    ) -> Result<BTreeSet<String>, StoreError> {
        if notices.is_empty() {
            return Ok(BTreeSet::new());
        }
        let read: Vec<String> = with_reader!(&self.db, pool => {
            let mut query = QueryBuilder::new("SELECT notice_id FROM notices_read WHERE user_id = ");
            query.push_bind(user.as_str()).push(" AND notice_id IN (");
            let mut list = query.separated(", ");
            for notice in notices {
                list.push_bind(*notice);
            }
            query.push(")");
            query.build_query_scalar().persistent(false).fetch_all(pool).await
        })?;
        Ok(read.into_iter().collect())
    }

    /// Marks notices as read.
    pub async fn mark(&self, user: &UserId, notices: &[&str]) -> Result<(), StoreError> {
        if notices.is_empty() {
            return Ok(());
        }
        Ok(with_writer!(&self.db, pool => {
            let mut insert = QueryBuilder::new("INSERT INTO notices_read (user_id, notice_id) ");
            insert.push_values(notices, |mut values, notice| {
                values.push_bind(user.as_str()).push_bind(*notice);
            });
            insert.push(" ON CONFLICT (user_id, notice_id) DO NOTHING");
            insert.build().persistent(false).execute(pool).await.map(drop)
        })?)
    }
}
