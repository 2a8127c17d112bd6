//! The work table, and the reactor that feeds it from the log.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use cqrs_es::Aggregate;
use domain::ids::{SessionKey, UserId};
use domain::metadata::{Actor, Metadata};
use domain::scrape_job::{ScrapeJob, ScrapeJobEventType, WorkChange};
use sqlx::QueryBuilder;
use store::StoreError;
use store::db::{Db, now_micros};
use store::log::RecordedEvent;
use store::subscriptions::{ReactError, Reactor};
use store::{with_reader, with_writer};
use tokio::sync::Notify;

const SESSIONS_PER_INSERT: usize = 500;

/// The checkpoint of [`EnqueueJobs`].
pub const ENQUEUE_JOBS: &str = "reactor.enqueue_jobs";

/// Jobs for workers, oldest first.
#[derive(Debug, Clone)]
pub struct WorkTable {
    db: Db,
    added: Arc<Notify>,
}

impl WorkTable {
    /// Stored with the log in `db`.
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

    /// Adds the sessions with their users, in this order. A session without a user is not added again if it is there:
    /// normally a worker has it, and removes its row when all is done.
    async fn add(&self, sessions: &[(&str, String)]) -> Result<(), StoreError> {
        let timed: Vec<(i64, &(&str, String))> = (now_micros()..).zip(sessions).collect();
        for chunk in timed.chunks(SESSIONS_PER_INSERT) {
            with_writer!(&self.db, pool => {
                let mut insert =
                    QueryBuilder::new("INSERT INTO scrape_work (session_key, queued_at, user_id) ");
                insert.push_values(chunk, |mut values, (at, (session, user))| {
                    values.push_bind(*session).push_bind(*at).push_bind(user);
                });
                // A worker that ends meanwhile must not remove a later request.
                insert.push(" ON CONFLICT (session_key) DO UPDATE SET \
                    queued_at = excluded.queued_at, user_id = excluded.user_id WHERE excluded.user_id <> ''");
                insert.build().persistent(chunk.len() == 1).execute(pool).await.map(drop)
            })?;
        }
        if !timed.is_empty() {
            self.added.notify_one();
        }
        Ok(())
    }

    /// Removes what was taken; it stays if it was added again since.
    pub(super) async fn remove(&self, taken: &Work) -> Result<(), StoreError> {
        with_writer!(&self.db, pool =>
            sqlx::query("DELETE FROM scrape_work WHERE session_key = $1 AND queued_at = $2")
                .bind(taken.session.to_string())
                .bind(taken.queued_at)
                .execute(pool)
                .await
                .map(drop))?;
        Ok(())
    }

    /// Jobs that no worker has: the `each` oldest of each user, every user's first one first.
    pub(super) async fn waiting(&self, each: u32, limit: u32) -> Result<Vec<Work>, StoreError> {
        let sql = format!(
            "SELECT session_key, queued_at, user_id FROM ( \
                 SELECT session_key, queued_at, user_id, ROW_NUMBER() OVER ( \
                     PARTITION BY user_id ORDER BY queued_at, session_key) AS turn \
                 FROM scrape_work WHERE NOT EXISTS ( \
                     SELECT 1 FROM leases WHERE name = '{LEASE_PREFIX}' || session_key \
                     AND expires_at > {now})) AS waiting \
             WHERE turn <= $1 ORDER BY turn, queued_at, session_key LIMIT $2",
            now = self.db.clock(),
        );
        self.read(&sql, each, limit).await
    }

    /// The user's jobs waiting or under way.
    pub(super) async fn of_user(&self, user: &UserId) -> Result<Vec<SessionKey>, StoreError> {
        let sessions: Vec<String> = with_reader!(&self.db, pool =>
            sqlx::query_scalar("SELECT session_key FROM scrape_work WHERE user_id = $1")
                .bind(user.as_str())
                .fetch_all(pool)
                .await)?;
        Ok(sessions.iter().filter_map(|key| key.parse().ok()).collect())
    }

    /// The oldest jobs waiting or under way.
    #[cfg(test)]
    pub(super) async fn oldest(&self, limit: u32) -> Result<Vec<Work>, StoreError> {
        let sql = "SELECT session_key, queued_at, user_id FROM scrape_work WHERE $1 > 0 \
                   ORDER BY queued_at, session_key LIMIT $2";
        self.read(sql, 1, limit).await
    }

    /// How many jobs wait, and how many have a worker.
    pub async fn census(&self) -> Result<Census, StoreError> {
        let sql = format!(
            "SELECT COUNT(*), COUNT(lease.name), \
                 MIN(CASE WHEN lease.name IS NULL THEN queued_at END) \
             FROM scrape_work LEFT JOIN leases AS lease \
                 ON lease.name = '{LEASE_PREFIX}' || session_key AND lease.expires_at > {now}",
            now = self.db.clock(),
        );
        let (all, running, oldest): (i64, i64, Option<i64>) =
            with_reader!(&self.db, pool => sqlx::query_as(&sql).fetch_one(pool).await)?;
        let waited = oldest.map_or(0, |oldest| now_micros().saturating_sub(oldest));
        Ok(Census {
            waiting: (all - running).unsigned_abs(),
            running: running.unsigned_abs(),
            longest_wait: Duration::from_micros(waited.try_into().unwrap_or(0)),
        })
    }

    async fn read(&self, sql: &str, each: u32, limit: u32) -> Result<Vec<Work>, StoreError> {
        let rows: Vec<(String, i64, String)> = with_reader!(&self.db, pool => sqlx::query_as(sql)
        .bind(i64::from(each))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await)?;
        let work = rows.into_iter().filter_map(|(key, queued_at, user)| {
            let session = key.parse().ok()?;
            Some(Work {
                session,
                user,
                queued_at,
            })
        });
        Ok(work.collect())
    }
}

/// How many jobs, and enrichments, there are to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census {
    /// No worker has them.
    pub waiting: u64,
    pub running: u64,
    /// Of the oldest that waits.
    pub longest_wait: Duration,
}

/// The name of the lease on a session's work.
pub(super) fn lease_name(session: SessionKey) -> String {
    format!("{LEASE_PREFIX}{session}")
}

/// The prefix of the names of jobs' leases.
const LEASE_PREFIX: &str = "scrape:";

#[derive(Debug, Clone)]
pub(super) struct Work {
    pub(super) session: SessionKey,
    pub(super) user: String,
    /// When it was last added; tells one request from the next.
    queued_at: i64,
}

#[cfg(test)]
impl Work {
    pub(super) fn of(session: SessionKey, user: &str) -> Self {
        Self {
            session,
            user: user.to_owned(),
            queued_at: 0,
        }
    }
}

/// Puts queued jobs, and jobs whose rows are to be enriched, into the work table. A log that is read from the start
/// holds mostly jobs that have ended since: they are skipped if the end is in the same batch.
#[derive(Debug)]
pub struct EnqueueJobs {
    work: WorkTable,
}

impl EnqueueJobs {
    pub const fn new(work: WorkTable) -> Self {
        Self { work }
    }
}

#[async_trait]
impl Reactor for EnqueueJobs {
    fn checkpoint(&self) -> &str {
        ENQUEUE_JOBS
    }

    /// Events that this version does not know concern it too: it stops there instead of losing work.
    fn concerns(&self, event: &RecordedEvent) -> bool {
        event.aggregate_type == ScrapeJob::TYPE
            && ScrapeJobEventType::from_name(&event.event_type)
                .is_none_or(|event| event.work() != WorkChange::Unchanged)
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        self.react_all(std::slice::from_ref(event)).await
    }

    async fn react_all(&self, events: &[RecordedEvent]) -> Result<(), ReactError> {
        // The index of the event that begins a session's work, unless a later one ends it; and the owners of this
        // batch's sessions.
        let mut begun: HashMap<&str, usize> = HashMap::new();
        let mut owners: HashMap<&str, String> = HashMap::new();
        for (place, event) in events.iter().enumerate() {
            let session = event.aggregate_id.as_str();
            match work(event)? {
                WorkChange::Begins => {
                    owners.extend(asked_by(event)?.map(|owner| (session, owner)));
                    begun.insert(session, place)
                }
                WorkChange::Ends => begun.remove(session),
                WorkChange::Unchanged => None,
            };
        }
        let mut sessions: Vec<(&str, usize)> = begun.into_iter().collect();
        sessions.sort_unstable_by_key(|(_, place)| *place);
        let sessions = sessions.into_iter().map(|(session, _)| {
            let owner = owners.remove(session);
            (session, owner.unwrap_or_default())
        });
        let sessions: Vec<_> = sessions.collect();
        Ok(self.work.add(&sessions).await?)
    }
}

/// The user who asked, who is always the job's owner. None if the end of a search began the enrichment; nor of a
/// schedule's run that is due: all of these share the turn of one user, so that thousands of them keep nobody waiting.
fn asked_by(event: &RecordedEvent) -> Result<Option<String>, ReactError> {
    let metadata: Metadata = serde_json::from_str(&event.metadata)
        .map_err(|error| ReactError::Event(format!("event {}: {error}", event.cursor)))?;
    Ok(match metadata.actor {
        Actor::User(user) => Some(user.as_str().to_owned()),
        Actor::Operator | Actor::System => None,
    })
}

fn work(event: &RecordedEvent) -> Result<WorkChange, ReactError> {
    let known = ScrapeJobEventType::from_name(&event.event_type);
    known.map(ScrapeJobEventType::work).ok_or_else(|| {
        let (cursor, name) = (event.cursor, &event.event_type);
        let reason = "a newer version has written it";
        ReactError::Event(format!("event {cursor} ({name}): {reason}"))
    })
}
