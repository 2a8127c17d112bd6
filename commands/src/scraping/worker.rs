//! The loop that looks for work and holds each job's lease while it runs.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::ids::SessionKey;
use places::Sources;
use store::StoreError;
use store::documents::Documents;
use store::leases::Leases;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::queue::WorkTable;
use super::run::{JobRun, RunError};
use crate::clock::Clock;
use crate::dispatcher::Dispatcher;

/// How often the table is looked at for jobs that another process queued or left behind.
const POLL: Duration = Duration::from_millis(200);
/// How long a job waits after a failure of the database.
const RETRY: Duration = Duration::from_secs(1);

/// How a worker works.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    /// Jobs run at once by this process.
    pub parallel_jobs: u32,
    /// After that long without a sign of life another worker takes a job over.
    pub lease: Duration,
}

/// Takes jobs and runs them.
#[derive(Clone)]
pub struct ScrapeWorker {
    inner: Arc<Inner>,
}

struct Inner {
    dispatcher: Dispatcher,
    documents: Documents,
    sources: Arc<Sources>,
    leases: Leases,
    work: WorkTable,
    clock: Arc<dyn Clock>,
    settings: WorkerSettings,
    /// Names this process to the leases; another start is another holder.
    holder: String,
    running: Mutex<HashSet<SessionKey>>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl ScrapeWorker {
    /// A worker that ends when `stop` is cancelled.
    #[expect(clippy::too_many_arguments, reason = "each is a port of its own")]
    pub fn new(
        dispatcher: Dispatcher,
        documents: Documents,
        sources: Arc<Sources>,
        leases: Leases,
        work: WorkTable,
        clock: Arc<dyn Clock>,
        settings: WorkerSettings,
        stop: CancellationToken,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                dispatcher,
                documents,
                sources,
                leases,
                work,
                clock,
                settings,
                holder: Uuid::new_v4().to_string(),
                running: Mutex::default(),
                tasks: TaskTracker::new(),
                stop,
            }),
        }
    }

    /// Looks for work until it is stopped; waits for the jobs under way to reach a slice's end.
    pub async fn run(self) {
        let inner = self.inner;
        while !inner.stop.is_cancelled() {
            if let Err(error) = Inner::take_jobs(&inner).await {
                tracing::warn!(%error, "no work could be taken; trying again");
            }
            tokio::select! {
                () = inner.stop.cancelled() => break,
                () = inner.work.added() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
        inner.tasks.close();
        inner.tasks.wait().await;
    }
}

impl Inner {
    async fn take_jobs(this: &Arc<Self>) -> Result<(), StoreError> {
        let most = this.settings.parallel_jobs;
        // Others' jobs stand in the table too: look a little further than one could take.
        for session in this.work.oldest(most.saturating_mul(8)).await? {
            if this.running().len() >= most as usize {
                break;
            }
            if this.running().contains(&session) || !this.take_lease(session).await? {
                continue;
            }
            this.running().insert(session);
            let inner = Arc::clone(this);
            this.tasks.spawn(async move {
                inner.run_job(session).await;
                inner.running().remove(&session);
            });
        }
        Ok(())
    }

    async fn take_lease(&self, session: SessionKey) -> Result<bool, StoreError> {
        let fence = self
            .leases
            .acquire(&lease_name(session), &self.holder, self.settings.lease)
            .await?;
        Ok(fence.is_some())
    }

    async fn run_job(&self, session: SessionKey) {
        loop {
            let run = JobRun {
                dispatcher: &self.dispatcher,
                documents: &self.documents,
                sources: &self.sources,
                clock: self.clock.as_ref(),
                session,
            };
            let ended = tokio::select! {
                ended = run.to_its_end(&self.stop) => ended,
                () = self.keep_lease(session) => Err(RunError::LeaseLost),
            };
            match ended {
                Ok(()) => break,
                Err(RunError::Stopped) => {
                    self.release(session).await;
                    return;
                }
                Err(RunError::LeaseLost) => return,
                Err(RunError::Command(error)) => {
                    tracing::warn!(job = %session, %error, "a job waits for the store");
                    tokio::select! {
                        () = self.stop.cancelled() => return,
                        () = tokio::time::sleep(RETRY) => {}
                    }
                }
            }
        }
        if let Err(error) = self.work.remove(session).await {
            // The job has ended: whoever takes it next finds nothing to do and removes it.
            tracing::warn!(job = %session, %error, "an ended job stays in the work table");
        }
        self.release(session).await;
    }

    async fn release(&self, session: SessionKey) {
        let released = self
            .leases
            .release(&lease_name(session), &self.holder)
            .await;
        if let Err(error) = released {
            tracing::warn!(job = %session, %error, "a lease runs out instead of being released");
        }
    }

    /// Resolves when the lease is lost.
    async fn keep_lease(&self, session: SessionKey) {
        let mut beat = tokio::time::interval(self.settings.lease / 4);
        loop {
            beat.tick().await;
            match self.take_lease(session).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(job = %session, %error, "a lease was not renewed"),
            }
        }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashSet<SessionKey>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lease_name(session: SessionKey) -> String {
    format!("scrape:{session}")
}
