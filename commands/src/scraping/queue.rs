//! The work table, and the reactor that feeds it from the log.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use domain::ids::SessionKey;
use domain::scrape_job::ScrapeJob;
use sqlx::QueryBuilder;
use store::StoreError;
use store::db::{Db, now_micros};
use store::log::RecordedEvent;
use store::subscriptions::{ReactError, Reactor};
use store::{with_reader, with_writer};
use tokio::sync::Notify;

/// Sessions per INSERT.
const SESSIONS_PER_INSERT: usize = 500;

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

    /// Adds the sessions, in this order.
    async fn add(&self, sessions: &[&str]) -> Result<(), StoreError> {
        let timed: Vec<(i64, &str)> = (now_micros()..).zip(sessions.iter().copied()).collect();
        for chunk in timed.chunks(SESSIONS_PER_INSERT) {
            with_writer!(&self.db, pool => {
                let mut insert =
                    QueryBuilder::new("INSERT INTO scrape_work (session_key, queued_at) ");
                insert.push_values(chunk, |mut values, (at, session)| {
                    values.push_bind(*session).push_bind(*at);
                });
                // A worker that ends meanwhile must not take away what was asked for since.
                insert.push(" ON CONFLICT (session_key) DO UPDATE SET queued_at = excluded.queued_at");
                insert.build().persistent(chunk.len() == 1).execute(pool).await.map(drop)
            })?;
        }
        if !timed.is_empty() {
            self.added.notify_one();
        }
        Ok(())
    }

    /// Removes what was taken; it stays where it was added anew since.
    pub(super) async fn remove(&self, taken: Work) -> Result<(), StoreError> {
        with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM scrape_work WHERE session_key = $1 AND queued_at = $2")
                .bind(taken.session.to_string())
                .bind(taken.queued_at)
                .execute(pool)
                .await
                .map(drop))?;
        Ok(())
    }

    /// The oldest jobs waiting or under way.
    pub(super) async fn oldest(&self, limit: u32) -> Result<Vec<Work>, StoreError> {
        let rows: Vec<(String, i64)> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT session_key, queued_at FROM scrape_work ORDER BY queued_at, session_key LIMIT $1",
        )
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await)?;
        let work = rows.into_iter().filter_map(|(key, queued_at)| {
            let session = key.parse().ok()?;
            Some(Work { session, queued_at })
        });
        Ok(work.collect())
    }
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Work {
    pub(super) session: SessionKey,
    /// When it was added last; tells one asking from the next.
    queued_at: i64,
}

/// Puts each queued job, and each whose rows are to be enriched, into the work table. A log that is read
/// anew holds mostly jobs that have ended since: those are passed over where the same portion tells.
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
            && (is_start(event) || is_end(event))
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.react_all(std::slice::from_ref(event)).await
    }

    async fn react_all(&self, events: &[RecordedEvent]) -> Result<(), ReactError> {
        let mut last: HashMap<&str, usize> = HashMap::new();
        for (place, event) in events.iter().enumerate() {
            last.insert(&event.aggregate_id, place);
        }
        let open = events.iter().enumerate().filter(|(place, event)| {
            is_start(event) && last.get(event.aggregate_id.as_str()) == Some(place)
        });
        let sessions: Vec<&str> = open.map(|(_, event)| event.aggregate_id.as_str()).collect();
        Ok(self.work.add(&sessions).await?)
    }
}

fn is_start(event: &RecordedEvent) -> bool {
    matches!(event.event_type.as_str(), "JobQueued" | "EnrichmentStarted")
}

fn is_end(event: &RecordedEvent) -> bool {
    matches!(
        event.event_type.as_str(),
        "JobCompleted"
            | "JobFailed"
            | "JobCancelled"
            | "EnrichmentCompleted"
            | "EnrichmentFailed"
            | "EnrichmentCancelled"
    )
}
