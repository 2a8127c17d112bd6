//! The subscriptions of a process: how they are started, and how to wait until they have seen a commit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::checkpoints::Checkpoints;
use super::handler::Handler;
use super::projector::{Projecting, Projector};
use super::reactor::{Reacting, Reactor};
use super::runner::{Progress, Runner};
use crate::db::Storage;
use crate::error::StoreError;
use crate::log::{Cursor, EventLog, LOG};

/// How often the log is checked for what this process knew.
const VERIFY: Duration = Duration::from_secs(5);
/// The same while that is in doubt, or being mended.
const RETRY: Duration = Duration::from_millis(200);

/// What a subscription has seen, and in which era of the log. Two of them are equal only if what was read in between is
/// as new as both say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub era: u64,
    pub cursor: Cursor,
    /// How many doubts there were when its stored checkpoint was read: what it wrote before may be lost.
    pub read_at: Option<u64>,
}

/// The subscriptions of this process.
#[derive(Debug, Clone)]
pub struct Subscriptions {
    log: EventLog,
    storage: Storage,
    progress: Arc<Mutex<HashMap<String, watch::Receiver<Progress>>>>,
    tasks: TaskTracker,
    stop: CancellationToken,
}

impl Subscriptions {
    /// None yet; they end when `stop` is cancelled.
    pub fn new(log: EventLog, storage: Storage, stop: CancellationToken) -> Self {
        Self {
            log,
            storage,
            progress: Arc::default(),
            tasks: TaskTracker::new(),
            stop,
        }
    }

    /// The databases.
    pub const fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The log that they follow.
    pub const fn log(&self) -> &EventLog {
        &self.log
    }

    /// Runs `task` along with the subscriptions, as long as they run.
    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        let stop = self.stop.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = task => {}
            }
        });
    }

    /// The end of the log that they follow.
    pub async fn log_head(&self) -> Result<Cursor, StoreError> {
        self.log.head().await
    }

    /// Starts a projector; its checkpoint is stored with the read models.
    pub async fn project<P: Projector>(&self, projector: P) -> Result<(), StoreError> {
        let db = self.storage.views.clone();
        let checkpoints = Checkpoints::new(db.clone());
        self.start(Projecting { projector, db }, checkpoints).await
    }

    /// Starts a reactor; its checkpoint is stored with the log.
    pub async fn react<R: Reactor>(&self, reactor: R) -> Result<(), StoreError> {
        let db = self.storage.log.clone();
        let checkpoints = Checkpoints::new(db.clone());
        self.start(Reacting { reactor, db }, checkpoints).await
    }

    async fn start<H: Handler>(
        &self,
        handler: H,
        checkpoints: Checkpoints,
    ) -> Result<(), StoreError> {
        let name = handler.name().to_owned();
        checkpoints.create(&name).await?;
        let at = checkpoints.load(&name).await?;
        let saved = at.cursor;
        let (progress, seen) = watch::channel(Progress::start(at));
        self.progress().insert(name, seen);
        let runner = Runner::new(self.log.clone(), checkpoints, handler, progress, saved);
        let stop = self.stop.clone();
        self.tasks.spawn(runner.follow(stop));
        Ok(())
    }

    /// Waits until the named subscriptions have seen `cursor`, at most for `patience`. Returns whether they have;
    /// paused and unknown ones are not waited for, and nothing is once the log has lost events.
    pub async fn wait_for(&self, names: &[&str], cursor: Cursor, patience: Duration) -> bool {
        self.wait(names, cursor, patience).await.is_some()
    }

    /// The same, but true only if all of them have seen it: a paused one has only seen what came before its pause.
    pub async fn wait_for_all(&self, names: &[&str], cursor: Cursor, patience: Duration) -> bool {
        self.wait(names, cursor, patience).await == Some(names.len())
    }

    /// How many have seen it; none if one is late, or the log has lost events. A subscription may fall back to its
    /// stored checkpoint at any time, so nobody can ask afterwards.
    async fn wait(&self, names: &[&str], cursor: Cursor, patience: Duration) -> Option<usize> {
        let waiting: Vec<_> = {
            let progress = self.progress();
            names
                .iter()
                .filter_map(|name| progress.get(*name).cloned())
                .collect()
        };
        let (mut eras, doubts) = (self.log.eras(), self.log.doubts().count());
        let era = *eras.borrow_and_update();
        let there = |p: &Progress| p.counts(era, doubts) && p.cursor >= cursor;
        let all = async {
            let mut have_seen = 0;
            for mut seen in waiting {
                let progress = seen.wait_for(|p| p.paused.is_some() || there(p)).await;
                if there(&*progress.ok()?) {
                    have_seen += 1;
                }
            }
            Some(have_seen)
        };
        tokio::select! {
            seen = tokio::time::timeout(patience, all) => seen.ok().flatten(),
            // The cursor may be of an event that is gone.
            _ = eras.changed() => None,
        }
    }

    /// What the subscription has seen; none if it was never started.
    pub fn seen(&self, name: &str) -> Option<Seen> {
        let progress = self.progress();
        let progress = progress.get(name)?.borrow();
        Some(Seen {
            era: progress.era,
            cursor: progress.cursor,
            read_at: progress.read_at,
        })
    }

    /// Checks every few seconds, and whenever there is a doubt, that the log holds what this process knew. If it does
    /// not, this is among the process's problems until all subscriptions are prepared for what the log holds.
    pub fn watch_log(&self) {
        let this = self.clone();
        self.spawn(async move {
            let mut doubts = this.log.doubts().subscribe();
            loop {
                if let Err(error) = this.log.verify().await {
                    tracing::debug!(%error, "the log's end could not be checked");
                }
                if this.are_prepared() {
                    this.log.problems().clear(LOG);
                }
                let pause = if this.log.is_in_doubt() || !this.are_prepared() {
                    RETRY
                } else {
                    VERIFY
                };
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    _ = doubts.changed() => {}
                }
            }
        });
    }

    /// Are all subscriptions prepared for the log's era? A paused one waits for an operator first.
    fn are_prepared(&self) -> bool {
        let era = self.log.era();
        let all = self.progress();
        all.values().all(|progress| {
            let progress = progress.borrow();
            progress.era == era || progress.paused.is_some()
        })
    }

    /// How far the subscription has come, now and with each change; none if it was never started.
    pub fn watch(&self, name: &str) -> Option<watch::Receiver<Progress>> {
        self.progress().get(name).cloned()
    }

    /// How far each subscription has come, by name.
    pub fn snapshot(&self) -> Vec<(String, Progress)> {
        let mut all: Vec<_> = self
            .progress()
            .iter()
            .map(|(name, seen)| (name.clone(), seen.borrow().clone()))
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    }

    /// Waits until every subscription has ended, after `stop` was cancelled.
    pub async fn ended(&self) {
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn progress(&self) -> std::sync::MutexGuard<'_, HashMap<String, watch::Receiver<Progress>>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
