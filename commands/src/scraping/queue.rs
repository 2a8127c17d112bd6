//! The work table, and the reactor that feeds it from the log.

use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use cqrs_es::Aggregate;
use domain::ids::SessionKey;
use domain::scrape_job::{ScrapeJob, ScrapeJobEventType, WorkChange};
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

    /// An event that this version does not know concerns it too, so that it stops there instead of
    /// losing work.
    fn concerns(&self, event: &RecordedEvent) -> bool {
        event.aggregate_type == ScrapeJob::TYPE
            && ScrapeJobEventType::from_name(&event.event_type)
                .is_none_or(|event| event.work() != WorkChange::Unchanged)
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.react_all(std::slice::from_ref(event)).await
    }

    async fn react_all(&self, events: &[RecordedEvent]) -> Result<(), ReactError> {
        // The place of the event that begins a session's work, where none after it ends that.
        let mut begun: HashMap<&str, usize> = HashMap::new();
        for (place, event) in events.iter().enumerate() {
            let session = event.aggregate_id.as_str();
            match work(event)? {
                WorkChange::Begins => begun.insert(session, place),
                WorkChange::Ends => begun.remove(session),
                WorkChange::Unchanged => None,
            };
        }
        let mut sessions: Vec<(&str, usize)> = begun.into_iter().collect();
        sessions.sort_unstable_by_key(|(_, place)| *place);
        let sessions: Vec<&str> = sessions.into_iter().map(|(session, _)| session).collect();
        Ok(self.work.add(&sessions).await?)
    }
}

fn work(event: &RecordedEvent) -> Result<WorkChange, ReactError> {
    let known = ScrapeJobEventType::from_name(&event.event_type);
    known.map(ScrapeJobEventType::work).ok_or_else(|| {
        let (cursor, name) = (event.cursor, &event.event_type);
        let reason = "a newer version has written it";
        ReactError::Event(format!("event {cursor} ({name}): {reason}"))
    })
}
