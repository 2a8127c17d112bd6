//! What websites say is forgotten: with companies that were removed, with a user's personal data, and where people asked
//! to be removed.

use domain::ids::UserId;

use super::reads::WebsiteReads;
use crate::error::StoreError;
use crate::{with_reader, with_tx, with_writer};

/// Documents that are looked through at once.
const LOOKED_THROUGH: i64 = 200;

impl WebsiteReads {
    /// Notes that the user has removed a company at this time, or restored it (0).
    pub async fn note_removed(
        &self,
        user: &str,
        company: &str,
        removed_at: i64,
    ) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "UPDATE website_companies SET removed_at = $3 WHERE user_id = $1 AND company_id = $2")
            .bind(user)
            .bind(company)
            .bind(removed_at)
            .execute(pool)
            .await
            .map(drop))?)
    }

    /// Forgets what websites say of companies that were removed before a moment. That they were read stays, with what
    /// `paid` says of a document in place of what was wanted.
    pub async fn forget_removed(
        &self,
        until: i64,
        paid: impl Fn(&str) -> String + Send + Sync,
    ) -> Result<(), StoreError> {
        let removed: Vec<(String, String)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT DISTINCT user_id, company_id FROM website_companies \
             WHERE removed_at > 0 AND removed_at < $1",
        )
        .bind(until)
        .fetch_all(pool)
        .await)?;
        for (user, company) in removed {
            let forgetting = Box::pin(self.empty_company(&user, &company, &paid));
            self.db.in_time(forgetting).await?;
        }
        Ok(())
    }

    async fn empty_company(
        &self,
        user: &str,
        company: &str,
        paid: impl Fn(&str) -> String + Send + Sync,
    ) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        // Where another saved company has the same website, that one keeps what it says.
        let theirs: Vec<(String, i64, String)> = with_tx!(&mut tx, conn => sqlx::query_as(
            "SELECT session_key, row_idx, document FROM website_reads WHERE user_id = $1 \
             AND document <> '' AND EXISTS ( \
             SELECT 1 FROM website_companies AS of WHERE of.user_id = $1 AND of.company_id = $2 \
             AND of.removed_at > 0 \
             AND of.session_key = website_reads.session_key AND of.row_idx = website_reads.row_idx) \
             AND NOT EXISTS (SELECT 1 FROM website_companies AS other WHERE other.user_id = $1 \
             AND other.company_id <> $2 AND other.session_key = website_reads.session_key \
             AND other.row_idx = website_reads.row_idx)",
        )
        .bind(user)
        .bind(company)
        .fetch_all(conn)
        .await)?;
        for (session, row_idx, document) in theirs {
            with_tx!(&mut tx, conn => sqlx::query(
                "UPDATE website_reads SET document = '', listed = '', wants = $3 \
                 WHERE session_key = $1 AND row_idx = $2",
            )
            .bind(&session)
            .bind(row_idx)
            .bind(paid(&document))
            .execute(conn)
            .await
            .map(drop))?;
        }
        with_tx!(&mut tx, conn => sqlx::query(
            "DELETE FROM website_companies WHERE user_id = $1 AND company_id = $2 AND removed_at > 0")
            .bind(user)
            .bind(company)
            .execute(conn)
            .await
            .map(drop))?;
        tx.commit().await
    }

    /// Deletes what websites say of all of a user's saved companies, and that of removed ones they were read; returns
    /// whether there was anything.
    pub async fn erase(&self, user: &UserId) -> Result<bool, StoreError> {
        let erasing = Box::pin(self.delete_companies(user.as_str()));
        self.db.in_time(erasing).await
    }

    async fn delete_companies(&self, user: &str) -> Result<bool, StoreError> {
        let mut tx = self.db.begin().await?;
        let erased = with_tx!(&mut tx, conn => sqlx::query(
            "DELETE FROM website_reads WHERE user_id = $1 AND (document = '' OR EXISTS ( \
             SELECT 1 FROM website_companies AS of WHERE of.user_id = $1 \
             AND of.session_key = website_reads.session_key))",
        )
        .bind(user)
        .execute(conn)
        .await
        .map(|done| done.rows_affected()))?;
        with_tx!(&mut tx, conn => sqlx::query("DELETE FROM website_companies WHERE user_id = $1")
            .bind(user)
            .execute(conn)
            .await
            .map(drop))?;
        tx.commit().await?;
        Ok(erased > 0)
    }

    /// Changes documents, all of them one after the other: `change` returns the new text where one is to be changed.
    /// Returns how many were.
    pub async fn change_all(
        &self,
        mut change: impl FnMut(&str) -> Option<String>,
    ) -> Result<u64, StoreError> {
        let mut after = (String::new(), -1_i64);
        let mut changed = 0;
        loop {
            let rows: Vec<(String, i64, String)> = with_reader!(&self.db, pool => sqlx::query_as(
                "SELECT session_key, row_idx, document FROM website_reads \
                 WHERE (session_key, row_idx) > ($1, $2) AND document <> '' \
                 ORDER BY session_key, row_idx LIMIT $3",
            )
            .bind(&after.0)
            .bind(after.1)
            .bind(LOOKED_THROUGH)
            .fetch_all(pool)
            .await)?;
            let Some((session, row_idx, _)) = rows.last() else {
                return Ok(changed);
            };
            after = (session.clone(), *row_idx);
            let mut tx = self.db.begin().await?;
            for (session, row_idx, former) in rows {
                let Some(document) = change(&former) else {
                    continue;
                };
                // What was forgotten or read again meanwhile is as its job or its user has left it.
                changed += with_tx!(&mut tx, conn => sqlx::query(
                    "UPDATE website_reads SET document = $3 \
                     WHERE session_key = $1 AND row_idx = $2 AND document = $4",
                )
                .bind(&session)
                .bind(row_idx)
                .bind(&document)
                .bind(&former)
                .execute(conn)
                .await
                .map(|done| done.rows_affected()))?;
            }
            tx.commit().await?;
        }
    }
}
