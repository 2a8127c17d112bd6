//! The loop under every subscription, and the way to wait until one has seen a commit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::checkpoints::{Checkpoints, Status};
use super::projector::{Projecting, Projector};
use super::reactor::{Reacting, Reactor};
use crate::db::{Db, Storage};
use crate::error::StoreError;
use crate::log::{Cursor, EventLog, RecordedEvent};

/// Events read at once.
const BATCH: usize = 5000;
/// How long other processes' appends stay unseen at most.
const POLL: Duration = Duration::from_millis(200);
/// Tries of one event before its subscription pauses.
const ATTEMPTS: u32 = 5;
/// First wait after a failure; doubled up to [`MAX_BACKOFF`].
const BACKOFF: Duration = Duration::from_millis(50);
const MAX_BACKOFF: Duration = Duration::from_secs(5);
/// How often a paused subscription looks whether it may go on.
const PAUSED_POLL: Duration = Duration::from_secs(1);

/// How a batch ended.
pub(super) enum Step {
    /// Handled; the checkpoint is at its end.
    Done,
    /// Another runner has moved the checkpoint; nothing was kept.
    Fenced,
}

/// Why a batch failed.
pub(super) enum Failure {
    /// An event is at fault.
    Event(String),
    /// The database is at fault.
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            // What is damaged stays so: waiting for the database would be waiting for ever.
            StoreError::Damaged(what) => Self::Event(what),
            away => Self::Store(away),
        }
    }
}

/// What projectors and reactors have in common.
#[async_trait]
pub(super) trait Handler: Send + Sync + 'static {
    fn name(&self) -> &str;
    fn concerns(&self, event: &RecordedEvent) -> bool;
    /// Handles the events that concern it between `from` and `to`, and moves the checkpoint.
    async fn handle(
        &self,
        from: Cursor,
        to: Cursor,
        events: &[RecordedEvent],
    ) -> Result<Step, Failure>;
}

/// How far a subscription of this process has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Everything up to here is handled.
    pub cursor: Cursor,
    /// Why it is paused, if it is.
    pub paused: Option<String>,
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

    /// The database that holds the read models.
    pub const fn views(&self) -> &Db {
        &self.storage.views
    }

    /// Where the log that they follow ends now.
    pub async fn log_head(&self) -> Result<Cursor, StoreError> {
        self.log.head().await
    }

    /// Starts a projector; its checkpoint lies with the read models.
    pub async fn project<P: Projector>(&self, projector: P) -> Result<(), StoreError> {
        let db = self.storage.views.clone();
        let checkpoints = Checkpoints::new(db.clone());
        self.start(Projecting { projector, db }, checkpoints).await
    }

    /// Starts a reactor; its checkpoint lies with the log.
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
        let (progress, seen) = watch::channel(Progress {
            cursor: at.cursor,
            paused: at.failure,
        });
        self.progress().insert(name, seen);
        let runner = Runner {
            wake: self.log.subscribe(),
            log: self.log.clone(),
            checkpoints,
            handler,
            progress,
            saved: at.cursor,
            limit: BATCH,
            singles_left: 0,
            attempts: 0,
        };
        let stop = self.stop.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                () = stop.cancelled() => {}
                () = runner.run() => {}
            }
        });
        Ok(())
    }

    /// Waits until the subscriptions named have seen `cursor`, at most for `patience`. Answers whether
    /// they have; paused and unknown ones are not waited for.
    pub async fn wait_for(&self, names: &[&str], cursor: Cursor, patience: Duration) -> bool {
        let waiting: Vec<_> = {
            let progress = self.progress();
            names
                .iter()
                .filter_map(|name| progress.get(*name).cloned())
                .collect()
        };
        let all = async {
            for mut seen in waiting {
                let there = seen
                    .wait_for(|p| p.cursor >= cursor || p.paused.is_some())
                    .await;
                if there.is_err() {
                    return false;
                }
            }
            true
        };
        tokio::time::timeout(patience, all).await.unwrap_or(false)
    }

    /// Has the subscription seen `cursor`? A paused one has only seen what came before its pause.
    pub fn has_seen(&self, name: &str, cursor: Cursor) -> bool {
        let progress = self.progress();
        progress
            .get(name)
            .is_some_and(|seen| seen.borrow().cursor >= cursor)
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

struct Runner<H> {
    wake: watch::Receiver<Cursor>,
    log: EventLog,
    checkpoints: Checkpoints,
    handler: H,
    progress: watch::Sender<Progress>,
    /// Where the stored checkpoint is; `progress` may be ahead over events that do not concern it.
    saved: Cursor,
    limit: usize,
    singles_left: usize,
    attempts: u32,
}

impl<H: Handler> Runner<H> {
    async fn run(mut self) {
        loop {
            if self.progress.borrow().paused.is_some() {
                self.wait_while_paused().await;
                continue;
            }
            match self.step().await {
                Ok(true) => {}
                Ok(false) => {
                    // Woken by this process's appends; other processes' are found by the poll.
                    let _woken_or_polled = tokio::time::timeout(POLL, self.wake.changed()).await;
                }
                Err(failure) => self.recover(failure).await,
            }
        }
    }

    /// Handles one batch. Answers whether there may be more.
    async fn step(&mut self) -> Result<bool, Failure> {
        let at = self.progress.borrow().cursor;
        self.wake.mark_unchanged();
        let mut events = self.log.read_all_after(at, self.limit).await?;
        let read = events.len();
        let Some(to) = events.last().map(|event| event.cursor) else {
            self.save_quietly().await?;
            return Ok(false);
        };
        events.retain(|event| self.handler.concerns(event));
        if events.is_empty() {
            self.advance_to(to);
        } else {
            match self.handler.handle(self.saved, to, &events).await? {
                Step::Done => {
                    self.saved = to;
                    self.advance_to(to);
                }
                Step::Fenced => self.follow_the_other().await?,
            }
        }
        self.attempts = 0;
        self.singles_left = self.singles_left.saturating_sub(read);
        let more = read == self.limit;
        if self.singles_left == 0 {
            self.limit = BATCH;
        }
        Ok(more)
    }

    /// At rest, the stored checkpoint catches up over events that did not concern the handler.
    async fn save_quietly(&mut self) -> Result<(), Failure> {
        let at = self.progress.borrow().cursor;
        if at > self.saved {
            match self.handler.handle(self.saved, at, &[]).await? {
                Step::Done => self.saved = at,
                Step::Fenced => self.follow_the_other().await?,
            }
        }
        Ok(())
    }

    async fn follow_the_other(&mut self) -> Result<(), Failure> {
        let stored = self.checkpoints.load(self.handler.name()).await?;
        self.saved = stored.cursor;
        self.progress.send_replace(Progress {
            cursor: stored.cursor,
            paused: (stored.status == Status::Paused).then(|| stored.failure.unwrap_or_default()),
        });
        Ok(())
    }

    fn advance_to(&self, cursor: Cursor) {
        self.progress
            .send_modify(|progress| progress.cursor = cursor);
    }

    async fn recover(&mut self, failure: Failure) {
        let name = self.handler.name();
        self.attempts += 1;
        match failure {
            Failure::Store(error) => {
                tracing::warn!(subscription = name, %error, "the database failed; trying again");
            }
            Failure::Event(reason) if self.limit > 1 => {
                tracing::warn!(
                    subscription = name,
                    reason,
                    "a batch failed; going event by event"
                );
                self.singles_left = self.limit;
                self.limit = 1;
                self.attempts = 0;
                return;
            }
            Failure::Event(reason) if self.attempts >= ATTEMPTS => {
                tracing::error!(
                    subscription = name,
                    reason,
                    "paused: an event keeps failing"
                );
                if let Err(error) = self.checkpoints.pause(name, self.saved, &reason).await {
                    tracing::error!(subscription = name, %error, "the pause could not be stored");
                }
                self.progress
                    .send_modify(|progress| progress.paused = Some(reason));
                return;
            }
            Failure::Event(reason) => {
                tracing::warn!(subscription = name, reason, "an event failed; trying again");
            }
        }
        let doubled = BACKOFF.saturating_mul(1 << self.attempts.min(10));
        tokio::time::sleep(doubled.min(MAX_BACKOFF)).await;
    }

    async fn wait_while_paused(&mut self) {
        tokio::time::sleep(PAUSED_POLL).await;
        if self.follow_the_other().await.is_ok() && self.progress.borrow().paused.is_none() {
            self.attempts = 0;
            tracing::info!(
                subscription = self.handler.name(),
                "goes on after its pause"
            );
        }
    }
}
