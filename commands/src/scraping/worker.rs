//! The loop that looks for work and holds each job's lease while it runs.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use domain::ids::SessionKey;
use store::StoreError;
use store::fail_points::dies_at;
use store::leases::Lease;
use store::panics::caught;
use telemetry::TRACES;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};
use uuid::Uuid;

use super::job::{JobRun, RunError};
use super::ports::WorkerPorts;
use super::queue::{Work, lease_name};
use super::run;
use super::turns::Turns;
use crate::error::CommandError;

/// How often the table is checked for jobs that another process queued or abandoned.
const POLL: Duration = Duration::from_millis(200);
/// After this time without an answer the database is asked again.
const FETCH: Duration = Duration::from_secs(30);
/// How long a job pauses after a failure of the database.
const RETRY: Duration = Duration::from_secs(1);

/// How a worker works.
#[derive(Debug, Clone, Copy)]
pub struct WorkerSettings {
    /// Jobs that this process runs at once.
    pub parallel_jobs: u32,
    /// After this time without a renewal another worker takes a job over.
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
    /// Identifies this process to the leases; a restart is another holder.
    holder: String,
    turns: Mutex<Turns>,
    /// The number of runs so far.
    runs: AtomicU32,
    /// A job has ended here, so there is a free place.
    freed: Notify,
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
                turns: Mutex::new(Turns::new(settings.parallel_jobs)),
                runs: AtomicU32::default(),
                freed: Notify::new(),
                tasks: TaskTracker::new(),
                stop,
            }),
        }
    }

    /// Looks for work until it is stopped; then waits for running jobs to reach the end of a slice.
    pub async fn run(self) {
        let inner = self.inner;
        while !inner.stop.is_cancelled() {
            let taken = tokio::time::timeout(FETCH, Inner::take_jobs(&inner)).await;
            let silent = || StoreError::Unavailable(sqlx::Error::PoolTimedOut);
            if let Err(error) = taken.unwrap_or_else(|_| Err(silent())) {
                tracing::warn!(%error, "work could not be fetched; trying again");
            }
            tokio::select! {
                () = inner.stop.cancelled() => break,
                () = inner.ports.work.added() => {}
                () = inner.freed.notified() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
        inner.tasks.close();
        inner.tasks.wait().await;
    }

    #[cfg(test)]
    pub(super) fn turns(&self) -> std::sync::MutexGuard<'_, Turns> {
        self.inner.turns()
    }
}

impl Inner {
    async fn take_jobs(this: &Arc<Self>) -> Result<(), StoreError> {
        dies_at("worker.takes_jobs");
        let most = this.settings.parallel_jobs;
        // More than it can run: other processes take some of them meanwhile.
        let mut waiting = this
            .ports
            .work
            .waiting(most, most.saturating_mul(64))
            .await?;
        waiting.retain(|work| !this.turns().runs(work.session));
        while !this.turns().is_full() {
            let Some(next) = this.turns().next(&waiting) else {
                break;
            };
            let work = waiting.remove(next);
            let Some(lease) = this.take_lease(work.session).await? else {
                continue;
            };
            let slot = Slot::take(this, &work);
            this.tasks.spawn(async move {
                Box::pin(slot.worker.run_job(&work, &lease)).await;
            });
        }
        this.turns().wait(&waiting);
        Ok(())
    }

    async fn take_lease(&self, session: SessionKey) -> Result<Option<Lease>, StoreError> {
        self.ports
            .leases
            .acquire(&lease_name(session), &self.holder, self.settings.lease)
            .await
    }

    async fn run_job(&self, work: &Work, lease: &Lease) {
        let session = work.session;
        loop {
            // Counted over all jobs: the same process may take a job again under the same lease.
            let number = self.runs.fetch_add(1, Ordering::Relaxed);
            let run = JobRun::new(&self.ports, session, lease, number, &self.stop, &self.turns);
            let log = self.ports.dispatcher.store().log();
            let mut eras = log.eras();
            let ended = tokio::select! {
                ended = unpanicked(run::to_its_end(&run)).instrument(traced(session, number)) => ended,
                () = self.keep_lease(lease) => Err(RunError::LeaseLost),
                // The log has lost events: what this run knows of its job may be gone.
                _ = eras.changed() => Err(RunError::Overtaken),
            };
            match ended {
                Ok(()) => break,
                Err(RunError::Stopped | RunError::Yielded) => {
                    self.release(session).await;
                    return;
                }
                Err(RunError::LeaseLost) => return,
                // It stays in the table: the next worker continues where the log says.
                Err(_) if self.stop.is_cancelled() => {
                    self.release(session).await;
                    return;
                }
                Err(RunError::Overtaken) => self.pause().await,
                // The next worker would panic as well.
                Err(RunError::Panicked(panicked)) => {
                    if Self::give_up(&run, &panicked).await {
                        break;
                    }
                    self.pause().await;
                }
                Err(RunError::Command(error)) if !is_transient(&error) => {
                    if Self::give_up(&run, &error.to_string()).await {
                        break;
                    }
                    self.pause().await;
                }
                Err(RunError::Command(error)) => {
                    tracing::warn!(job = %session, %error, "a job is waiting for the store");
                    self.pause().await;
                }
            }
        }
        if let Err(error) = self.ports.work.remove(work).await {
            // The next worker finds nothing to do and removes it.
            tracing::warn!(job = %session, %error, "a finished job could not be removed from the work table");
        }
        self.release(session).await;
    }

    /// Returns whether the job's end is recorded.
    async fn give_up(run: &JobRun<'_>, error: &str) -> bool {
        let job = run.session;
        tracing::error!(%job, error, "giving up on a job");
        match unpanicked(run::give_up(run)).await {
            Ok(()) => true,
            Err(error) => {
                tracing::error!(%job, %error, "the end of a job could not be recorded");
                false
            }
        }
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

    /// Resolves when the lease is lost, even if it was taken again since, or could not be renewed in time.
    async fn keep_lease(&self, lease: &Lease) {
        let mut beat = tokio::time::interval(self.settings.lease / 4);
        let mut held = Instant::now();
        while held.elapsed() < self.settings.lease {
            beat.tick().await;
            let asked = Instant::now();
            let renewed = self.ports.leases.renew(lease, self.settings.lease);
            let left = self.settings.lease.saturating_sub(held.elapsed());
            match tokio::time::timeout(left, renewed).await {
                Ok(Ok(true)) => held = asked,
                Ok(Ok(false)) => return,
                Ok(Err(error)) => {
                    tracing::warn!(lease = lease.name, %error, "a lease was not renewed");
                }
                Err(_) => tracing::warn!(lease = lease.name, "a lease was not renewed in time"),
            }
        }
    }

    fn turns(&self) -> std::sync::MutexGuard<'_, Turns> {
        Turns::of(&self.turns)
    }
}

/// One of the jobs that the process runs at once; released however the job's task ends.
struct Slot {
    worker: Arc<Inner>,
    session: SessionKey,
}

impl Slot {
    fn take(worker: &Arc<Inner>, work: &Work) -> Self {
        let now = worker.ports.clock.now();
        worker.turns().begin(work, now);
        Self {
            worker: Arc::clone(worker),
            session: work.session,
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.worker.turns().end(self.session);
        self.worker.freed.notify_one();
    }
}

/// A run in the traces: the correlation id is that of the request's command, and of every event of the job.
fn traced(session: SessionKey, run: u32) -> Span {
    tracing::trace_span!(target: TRACES, "job", correlation_id = %session, run)
}

/// A panic in a step of a run counts as a failure of the run.
async fn unpanicked(step: impl Future<Output = Result<(), RunError>>) -> Result<(), RunError> {
    let done = caught(step).await;
    done.unwrap_or_else(|panicked| Err(RunError::Panicked(panicked)))
}

/// Can the same command succeed later?
fn is_transient(error: &CommandError) -> bool {
    match error {
        CommandError::Conflict => true,
        CommandError::Unavailable(error) => {
            matches!(
                **error,
                StoreError::Unavailable(_) | StoreError::Log(_) | StoreError::Full(_)
            )
        }
        CommandError::Refused(_)
        | CommandError::Overtaken
        | CommandError::NotFound(_)
        | CommandError::NotInPlan(_)
        | CommandError::DayUsedUp(_)
        | CommandError::KeyReused => false,
    }
}
