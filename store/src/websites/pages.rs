//! Pages that were read, and hosts that refused.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::QueryBuilder;

use crate::db::Db;
use crate::error::StoreError;
use crate::{with_reader, with_writer};

/// How well pages are compressed: quickly.
const LEVEL: i32 = 3;
/// Pages that are looked through at once.
const LOOKED_THROUGH: i64 = 200;

/// Pages to be written, by address: when each was read, and its compressed text.
type Waiting = BTreeMap<String, (i64, Vec<u8>)>;

/// Pages, each a JSON text, and refusals.
#[derive(Debug, Clone)]
pub struct WebsitePages {
    db: Db,
    waiting: Arc<Mutex<Waiting>>,
    writing: Arc<tokio::sync::Mutex<()>>,
}

impl WebsitePages {
    /// Stored with the log in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            waiting: Arc::default(),
            writing: Arc::default(),
        }
    }

    /// The page of an address.
    pub async fn page(&self, url: &str) -> Result<Option<String>, StoreError> {
        let page: Option<Vec<u8>> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT page FROM website_pages WHERE url = $1")
            .bind(url)
            .fetch_optional(pool)
            .await)?;
        page.map(|page| text(&page)).transpose()
    }

    /// Keeps a page in place of an older one. Pages that come while others are written go together in one commit: many
    /// websites are read at once, and each commit waits for the disk.
    pub async fn keep(&self, url: &str, page: &str, read_at: i64) -> Result<(), StoreError> {
        let page = zstd::encode_all(page.as_bytes(), LEVEL);
        let page = page.map_err(|error| StoreError::Damaged(error.to_string()))?;
        let waiting = || self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting().insert(url.to_owned(), (read_at, page));
        let _turn = self.writing.lock().await;
        // Nothing is left if whoever wrote last has written this page, too.
        let pages = std::mem::take(&mut *waiting());
        if pages.is_empty() {
            return Ok(());
        }
        Ok(with_writer!(&self.db, pool => {
            let mut insert = QueryBuilder::new("INSERT INTO website_pages (url, read_at, page) ");
            insert.push_values(&pages, |mut values, (url, (read_at, page))| {
                values.push_bind(url).push_bind(*read_at).push_bind(page);
            });
            insert.push(
                " ON CONFLICT (url) DO UPDATE SET read_at = excluded.read_at, page = excluded.page",
            );
            insert.build().persistent(false).execute(pool).await.map(drop)
        })?)
    }

    /// Until when a host is left alone; it may be past.
    pub async fn refused_until(&self, host: &str) -> Result<Option<i64>, StoreError> {
        Ok(with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT until_at FROM website_refusals WHERE host = $1")
            .bind(host)
            .fetch_optional(pool)
            .await)?)
    }

    /// Notes that a host is left alone; for the longest time that was noted.
    pub async fn refuse(&self, host: &str, until: i64) -> Result<(), StoreError> {
        Ok(with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO website_refusals (host, until_at) VALUES ($1, $2) \
             ON CONFLICT (host) DO UPDATE SET until_at = excluded.until_at \
             WHERE website_refusals.until_at < excluded.until_at",
        )
        .bind(host)
        .bind(until)
        .execute(pool)
        .await
        .map(drop))?)
    }

    /// Deletes pages that were read before a moment, and refusals that have ended.
    pub async fn forget_before(&self, read_before: i64, now: i64) -> Result<(), StoreError> {
        for (delete, moment) in [
            ("DELETE FROM website_pages WHERE read_at < $1", read_before),
            ("DELETE FROM website_refusals WHERE until_at < $1", now),
        ] {
            with_writer!(&self.db, pool =>
                sqlx::query(delete).bind(moment).execute(pool).await.map(drop))?;
        }
        Ok(())
    }

    /// Deletes the pages that `is_to_go` names by their address and text. Returns how many.
    pub async fn delete_if(
        &self,
        is_to_go: impl Fn(&str, &str) -> bool,
    ) -> Result<u64, StoreError> {
        let mut after = String::new();
        let mut deleted = 0;
        loop {
            let rows: Vec<(String, Vec<u8>)> = with_reader!(&self.db, pool => sqlx::query_as(
                "SELECT url, page FROM website_pages WHERE url > $1 ORDER BY url LIMIT $2")
                .bind(&after)
                .bind(LOOKED_THROUGH)
                .fetch_all(pool)
                .await)?;
            let Some((last, _)) = rows.last() else {
                return Ok(deleted);
            };
            after.clone_from(last);
            for (url, page) in rows {
                // What cannot be read any more goes, too.
                let goes = text(&page).map_or(true, |page| is_to_go(&url, &page));
                if goes {
                    with_writer!(&self.db, pool =>
                        sqlx::query("DELETE FROM website_pages WHERE url = $1")
                            .bind(&url)
                            .execute(pool)
                            .await
                            .map(drop))?;
                    deleted += 1;
                }
            }
        }
    }
}

fn text(page: &[u8]) -> Result<String, StoreError> {
    let damaged = |error: &dyn std::fmt::Display| StoreError::Damaged(format!("a page: {error}"));
    let plain = zstd::decode_all(page).map_err(|error| damaged(&error))?;
    String::from_utf8(plain).map_err(|error| damaged(&error))
}
