//! The work table, and the reactor that feeds it from the log.

use std::sync::Arc;

use async_trait::async_trait;
use domain::ids::SessionKey;
use domain::scrape_job::ScrapeJob;
use store::StoreError;
use store::db::{Db, now_micros};
use store::log::RecordedEvent;
use store::subscriptions::{ReactError, Reactor};
use store::{with_reader, with_writer};
use tokio::sync::Notify;

/// The checkpoint of [`EnqueueJobs`].
pub const ENQUEUE_JOBS: &str = "reactor.enqueue_jobs";

/// Jobs that a worker should take up, oldest first.
#[derive(Debug, Clone)]
pub struct WorkTable {
    db: Db,
    added: Arc<Notify>,
}

impl WorkTable {
    /// The table that lies with the log in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            db,
            added: Arc::new(Notify::new()),
        }
    }

    /// Resolves when this process has added a job.
    pub async fn added(&self) {
        self.added.notified().await;
    }

    pub(super) async fn add(&self, session: &str) -> Result<(), StoreError> {
        with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO scrape_work (session_key, queued_at) VALUES ($1, $2) \
             ON CONFLICT (session_key) DO NOTHING",
        )
        .bind(session)
        .bind(now_micros())
        .execute(pool)
        .await
        .map(drop))?;
        self.added.notify_one();
        Ok(())
    }

    pub(super) async fn remove(&self, session: SessionKey) -> Result<(), StoreError> {
        with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM scrape_work WHERE session_key = $1")
                .bind(session.to_string())
                .execute(pool)
                .await
                .map(drop))?;
        Ok(())
    }

    /// The oldest jobs waiting or under way.
    pub(super) async fn oldest(&self, limit: u32) -> Result<Vec<SessionKey>, StoreError> {
        let keys: Vec<String> = with_reader!(&self.db, pool => sqlx::query_scalar(
            "SELECT session_key FROM scrape_work ORDER BY queued_at, session_key LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await)?;
        Ok(keys.iter().filter_map(|key| key.parse().ok()).collect())
    }
}

/// Puts each queued job, and each whose rows are to be enriched, into the work table.
#[derive(Debug)]
pub struct EnqueueJobs {
    work: WorkTable,
}

impl EnqueueJobs {
    /// Feeds `work`.
    pub const fn new(work: WorkTable) -> Self {
        Self { work }
    }
}

#[async_trait]
impl Reactor for EnqueueJobs {
    fn checkpoint(&self) -> &str {
        ENQUEUE_JOBS
    }

    fn concerns(&self, event: &RecordedEvent) -> bool {
        event.aggregate_type == <ScrapeJob as cqrs_es::Aggregate>::TYPE
            && matches!(event.event_type.as_str(), "JobQueued" | "EnrichmentStarted")
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.work.add(&event.aggregate_id).await?;
        Ok(())
    }
}
