//! Websites to read, and what they say.

use domain::ids::{CompanyId, SessionKey, UserId};
use sqlx::QueryBuilder;

use crate::db::Db;
use crate::error::StoreError;
use crate::leases::Lease;
use crate::{with_reader, with_tx, with_writer};

/// Rows per statement.
const PORTION: usize = 500;

/// A website that a job is to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebsiteTarget {
    /// The text by which it is the same website.
    pub website: String,
    /// The address.
    pub address: String,
    /// What is known without it, as the caller understands it.
    pub listed: String,
    /// The saved companies that it belongs to.
    pub companies: Vec<CompanyId>,
}

/// The same as its worker gets it.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct WebsiteToRead {
    pub website: String,
    pub address: String,
    pub listed: String,
}

/// What a website says, to be stored for the number of its row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadDocument {
    pub row_idx: u32,
    pub read_at: i64,
    pub document: String,
}

/// A website that a user had read. The document is empty where it was forgotten with its companies.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct ShownWebsite {
    pub website: String,
    pub wants: String,
    pub read_at: i64,
    pub document: String,
}

/// What a user had read, wherever it is shown.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct KeptRead {
    pub website: String,
    pub session_key: String,
    pub row_idx: i64,
    pub wants: String,
    pub read_at: i64,
    pub document: String,
}

/// The websites of all jobs.
#[derive(Debug, Clone)]
pub struct WebsiteReads {
    pub(super) db: Db,
}

impl WebsiteReads {
    /// Stored with the log in `db`.
    pub const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores what a job is to read, before it is queued.
    pub async fn plan(
        &self,
        session: SessionKey,
        user: &UserId,
        wants: &str,
        targets: &[WebsiteTarget],
    ) -> Result<(), StoreError> {
        let planning = Box::pin(self.insert(session, user, wants, targets));
        self.db.in_time(planning).await
    }

    async fn insert(
        &self,
        session: SessionKey,
        user: &UserId,
        wants: &str,
        targets: &[WebsiteTarget],
    ) -> Result<(), StoreError> {
        let session = session.to_string();
        let mut tx = self.db.begin().await?;
        let numbered: Vec<(i64, &WebsiteTarget)> = (0..).zip(targets).collect();
        for chunk in numbered.chunks(PORTION) {
            with_tx!(&mut tx, conn => {
                let mut insert = QueryBuilder::new(
                    "INSERT INTO website_reads (session_key, row_idx, user_id, website, address, \
                     wants, listed, read_at, shown, document) ",
                );
                insert.push_values(chunk, |mut values, (row_idx, target)| {
                    values
                        .push_bind(&session)
                        .push_bind(*row_idx)
                        .push_bind(user.as_str())
                        .push_bind(&target.website)
                        .push_bind(&target.address)
                        .push_bind(wants)
                        .push_bind(&target.listed)
                        .push_bind(0_i64)
                        .push_bind(false)
                        .push_bind("");
                });
                insert.build().persistent(false).execute(conn).await.map(drop)
            })?;
        }
        let companies = numbered.iter().flat_map(|(row_idx, target)| {
            target.companies.iter().map(|company| (*row_idx, *company))
        });
        let companies: Vec<(i64, CompanyId)> = companies.collect();
        for chunk in companies.chunks(PORTION) {
            with_tx!(&mut tx, conn => {
                let mut insert = QueryBuilder::new(
                    "INSERT INTO website_companies (user_id, company_id, session_key, row_idx) ",
                );
                insert.push_values(chunk, |mut values, (row_idx, company)| {
                    values
                        .push_bind(user.as_str())
                        .push_bind(company.to_string())
                        .push_bind(&session)
                        .push_bind(*row_idx);
                });
                insert.build().persistent(false).execute(conn).await.map(drop)
            })?;
        }
        tx.commit().await
    }

    /// Forgets what a job was to read that was not queued.
    pub async fn unplan(&self, session: SessionKey) -> Result<(), StoreError> {
        let session = session.to_string();
        for delete in [
            "DELETE FROM website_companies WHERE session_key = $1",
            "DELETE FROM website_reads WHERE session_key = $1",
        ] {
            with_writer!(&self.db, pool =>
                sqlx::query(delete).bind(&session).execute(pool).await.map(drop))?;
        }
        Ok(())
    }

    /// The websites to read from number `first` on, in order.
    pub async fn targets(
        &self,
        session: SessionKey,
        first: u32,
    ) -> Result<Vec<WebsiteToRead>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT website, address, listed FROM website_reads \
             WHERE session_key = $1 AND row_idx >= $2 ORDER BY row_idx",
        )
        .bind(session.to_string())
        .bind(i64::from(first))
        .fetch_all(pool)
        .await)?)
    }

    /// Stores what websites say, replacing what an interrupted run has stored; of an address, pages that were not
    /// planned. Of saved companies only what one still has: returns the numbers of all others. Stores nothing and
    /// returns none if `lease` is no longer held.
    pub async fn put(
        &self,
        session: SessionKey,
        of_companies: bool,
        read: &[ReadDocument],
        lease: &Lease,
    ) -> Result<Option<Vec<u32>>, StoreError> {
        let putting = Box::pin(self.replace(session, of_companies, read, lease));
        self.db.in_time(putting).await
    }

    async fn replace(
        &self,
        session: SessionKey,
        of_companies: bool,
        read: &[ReadDocument],
        lease: &Lease,
    ) -> Result<Option<Vec<u32>>, StoreError> {
        let session = session.to_string();
        let mut tx = self.db.begin().await?;
        if !lease.still_held(&mut tx).await? {
            return Ok(None);
        }
        let mut unwanted = Vec::new();
        for one in read {
            let stored: Option<String> = with_tx!(&mut tx, conn => sqlx::query_scalar(
                "INSERT INTO website_reads (session_key, row_idx, user_id, website, address, wants, \
                 listed, read_at, shown, document) \
                 SELECT session_key, $2, user_id, website, address, wants, '', $3, $4, $5 \
                 FROM website_reads WHERE session_key = $1 AND row_idx = 0 \
                 ON CONFLICT (session_key, row_idx) DO UPDATE SET read_at = excluded.read_at, document = \
                 CASE WHEN $6 AND NOT EXISTS (SELECT 1 FROM website_companies AS of \
                 WHERE of.session_key = website_reads.session_key AND of.row_idx = website_reads.row_idx) \
                 THEN '' ELSE excluded.document END \
                 RETURNING document",
            )
            .bind(&session)
            .bind(i64::from(one.row_idx))
            .bind(one.read_at)
            .bind(false)
            .bind(&one.document)
            .bind(of_companies)
            .fetch_optional(conn)
            .await)?;
            if stored.is_none_or(|document| document.is_empty()) {
                unwanted.push(one.row_idx);
            }
        }
        tx.commit().await?;
        Ok(Some(unwanted))
    }

    /// Shows what the log has counted: websites below number `counted`.
    pub async fn show(&self, session: SessionKey, counted: u32) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "UPDATE website_reads SET shown = $3 WHERE session_key = $1 AND row_idx < $2 AND shown <> $3",
        )
        .bind(session.to_string())
        .bind(i64::from(counted))
        .bind(true)
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// Has the user had any website read?
    pub async fn has_any(&self, user: &str) -> Result<bool, StoreError> {
        let any: Option<i64> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT 1 FROM website_reads WHERE user_id = $1 LIMIT 1")
            .bind(user)
            .fetch_optional(pool)
            .await.map(|one: Option<i32>| one.map(i64::from)))?;
        Ok(any.is_some())
    }

    /// What the user had read of these websites, the newest first.
    pub async fn of_websites(
        &self,
        user: &str,
        websites: &[&str],
    ) -> Result<Vec<ShownWebsite>, StoreError> {
        let mut found: Vec<ShownWebsite> = Vec::new();
        for chunk in websites.chunks(PORTION) {
            found.extend(with_reader!(&self.db, pool => {
                let mut select = QueryBuilder::new(
                    "SELECT website, wants, read_at, document FROM website_reads WHERE user_id = ",
                );
                select.push_bind(user).push(" AND shown = ").push_bind(true).push(" AND website IN (");
                let mut list = select.separated(", ");
                for website in chunk {
                    list.push_bind(*website);
                }
                select.push(") ORDER BY read_at DESC");
                select.build_query_as::<ShownWebsite>().persistent(false).fetch_all(pool).await
            })?);
        }
        Ok(found)
    }

    /// Everything that the user had read of businesses and is shown, the newest first.
    pub async fn of_user(&self, user: &str) -> Result<Vec<ShownWebsite>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT website, wants, read_at, document FROM website_reads \
             WHERE user_id = $1 AND shown = $2 AND wants <> '' ORDER BY read_at DESC",
        )
        .bind(user)
        .bind(true)
        .fetch_all(pool)
        .await)?)
    }

    /// What the user had read and is shown, a portion after the last one of the former, by website.
    pub async fn kept(
        &self,
        user: &str,
        after: Option<&KeptRead>,
        most: u32,
    ) -> Result<Vec<KeptRead>, StoreError> {
        let (website, session, row_idx) = after.map_or(("", "", -1), |last| {
            (
                last.website.as_str(),
                last.session_key.as_str(),
                last.row_idx,
            )
        });
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT website, session_key, row_idx, wants, read_at, document FROM website_reads \
             WHERE user_id = $1 AND (website, session_key, row_idx) > ($2, $3, $4) \
             AND shown = $5 AND document <> '' ORDER BY website, session_key, row_idx LIMIT $6",
        )
        .bind(user)
        .bind(website)
        .bind(session)
        .bind(row_idx)
        .bind(true)
        .bind(i64::from(most))
        .fetch_all(pool)
        .await)?)
    }

    /// What a job has read so far, in order.
    pub async fn of_session(
        &self,
        session: SessionKey,
        counted: u32,
    ) -> Result<Vec<ShownWebsite>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT website, wants, read_at, document FROM website_reads \
             WHERE session_key = $1 AND row_idx < $2 AND read_at > 0 ORDER BY row_idx",
        )
        .bind(session.to_string())
        .bind(i64::from(counted))
        .fetch_all(pool)
        .await)?)
    }
}
