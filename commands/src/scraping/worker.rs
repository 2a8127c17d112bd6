//! The loop that looks for work and holds each job's lease while it runs.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::ids::SessionKey;
use store::StoreError;
use store::leases::Lease;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::job::{JobRun, RunError};
use super::ports::WorkerPorts;
use super::queue::Work;
use super::run;
use crate::error::CommandError;

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
    ports: WorkerPorts,
    settings: WorkerSettings,
    /// Names this process to the leases; another start is another holder.
    holder: String,
    running: Mutex<HashSet<SessionKey>>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl ScrapeWorker {
    /// A worker that ends when `stop` is cancelled.
    pub fn new(ports: WorkerPorts, settings: WorkerSettings, stop: CancellationToken) -> Self {
        Self {
            inner: Arc::new(Inner {
                ports,
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
                tracing::warn!(%error, "work could not be fetched; trying again");
            }
            tokio::select! {
                () = inner.stop.cancelled() => break,
                () = inner.ports.work.added() => {}
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
        for work in this.ports.work.oldest(most.saturating_mul(8)).await? {
            let session = work.session;
            if this.running().len() >= most as usize {
                break;
            }
            if this.running().contains(&session) {
                continue;
            }
            let Some(lease) = this.take_lease(session).await? else {
                continue;
            };
            let slot = Slot::take(this, session);
            this.tasks.spawn(async move {
                slot.worker.run_job(work, &lease).await;
            });
        }
        Ok(())
    }

    async fn take_lease(&self, session: SessionKey) -> Result<Option<Lease>, StoreError> {
        self.ports
            .leases
            .acquire(&lease_name(session), &self.holder, self.settings.lease)
            .await
    }

    async fn run_job(&self, work: Work, lease: &Lease) {
        let session = work.session;
        for attempt in 0_u32.. {
            let run = JobRun::new(&self.ports, session, lease, attempt, &self.stop);
            let ended = tokio::select! {
                ended = run::to_its_end(&run) => ended,
                () = self.keep_lease(lease) => Err(RunError::LeaseLost),
            };
            match ended {
                Ok(()) => break,
                Err(RunError::Overtaken) => self.pause().await,
                Err(RunError::Command(error)) if !may_pass(&error) => {
                    tracing::error!(job = %session, %error, "giving up on a job");
                    match run::give_up(&run).await {
                        Ok(()) => break,
                        Err(error) => {
                            tracing::error!(job = %session, %error, "the end of a job could not be recorded");
                        }
                    }
                    self.pause().await;
                }
                Err(RunError::Stopped) => {
                    self.release(session).await;
                    return;
                }
                Err(RunError::LeaseLost) => return,
                Err(RunError::Command(error)) => {
                    tracing::warn!(job = %session, %error, "a job is waiting for the store");
                    self.pause().await;
                }
            }
        }
        if let Err(error) = self.ports.work.remove(work).await {
            // Whoever takes it next finds nothing to do and removes it.
            tracing::warn!(job = %session, %error, "a finished job could not be removed from the work table");
        }
        self.release(session).await;
    }

    async fn release(&self, session: SessionKey) {
        let released = self
            .ports
            .leases
            .release(&lease_name(session), &self.holder)
            .await;
        if let Err(error) = released {
            tracing::warn!(job = %session, %error, "a lease could not be released; it will expire on its own");
        }
    }

    async fn pause(&self) {
        tokio::select! {
            () = self.stop.cancelled() => {}
            () = tokio::time::sleep(RETRY) => {}
        }
    }

    /// Resolves when the lease is lost, also where it was lost and taken again.
    async fn keep_lease(&self, lease: &Lease) {
        let mut beat = tokio::time::interval(self.settings.lease / 4);
        loop {
            beat.tick().await;
            let renewed =
                self.ports
                    .leases
                    .acquire(&lease.name, &lease.holder, self.settings.lease);
            match renewed.await {
                Ok(Some(renewed)) if renewed == *lease => {}
                Ok(_) => return,
                Err(error) => tracing::warn!(lease = lease.name, %error, "a lease was not renewed"),
            }
        }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashSet<SessionKey>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the jobs that the process runs at once; given back however the job's task ends.
struct Slot {
    worker: Arc<Inner>,
    session: SessionKey,
}

impl Slot {
    fn take(worker: &Arc<Inner>, session: SessionKey) -> Self {
        worker.running().insert(session);
        Self {
            worker: Arc::clone(worker),
            session,
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.worker.running().remove(&self.session);
    }
}

/// Can the same command succeed later?
fn may_pass(error: &CommandError) -> bool {
    match error {
        CommandError::Conflict => true,
        CommandError::Unavailable(error) => {
            matches!(**error, StoreError::Unavailable(_) | StoreError::Full(_))
        }
        CommandError::Refused(_)
        | CommandError::NotFound(_)
        | CommandError::NotInPlan(_)
        | CommandError::KeyReused => false,
    }
}

fn lease_name(session: SessionKey) -> String {
    format!("scrape:{session}")
}
