//! The loop of every subscription.

use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::checkpoints::{Checkpoint, Checkpoints, Status};
use super::handler::{Failure, Handler, Step};
use crate::error::StoreError;
use crate::log::{Cursor, EventLog};
use crate::panics::caught;

/// Events read at once.
const BATCH: usize = 5000;
/// How long other processes' appends stay unseen at most.
const POLL: Duration = Duration::from_millis(200);
/// Tries of one event before its subscription pauses.
const ATTEMPTS: u32 = 5;
/// First wait after a failure; doubled up to [`MAX_BACKOFF`].
const BACKOFF: Duration = Duration::from_millis(50);
const MAX_BACKOFF: Duration = Duration::from_secs(5);
/// How often a paused subscription checks whether it may continue.
const PAUSED_POLL: Duration = Duration::from_secs(1);

/// How often the stored checkpoint is read again at rest: it is the truth, and what this process remembers may have
/// been lost with the database's last moments.
const REREAD: Duration = Duration::from_secs(5);

/// How far a subscription of this process has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// Everything up to here is handled.
    pub cursor: Cursor,
    pub paused: Option<String>,
    /// Of the log, for which it is prepared.
    pub era: u64,
    /// How many doubts there were when the stored checkpoint was read; none after a failure.
    pub(super) read_at: Option<u64>,
}

impl Progress {
    /// Before the first look at the log.
    pub(super) fn start(at: Checkpoint) -> Self {
        Self {
            cursor: at.cursor,
            paused: at.failure,
            era: 0,
            read_at: None,
        }
    }

    /// Does it still count, where the log is in that era and there are that many doubts?
    pub(super) fn counts(&self, era: u64, doubts: u64) -> bool {
        self.era == era && self.read_at.is_some_and(|read_at| read_at >= doubts)
    }
}

pub(super) struct Runner<H> {
    wake: watch::Receiver<Cursor>,
    doubts: watch::Receiver<u64>,
    /// Of the log, for which this is prepared.
    era: u64,
    log: EventLog,
    checkpoints: Checkpoints,
    handler: H,
    progress: watch::Sender<Progress>,
    /// The stored checkpoint; `progress` may be ahead over events that do not concern it.
    saved: Cursor,
    reread: Instant,
    limit: usize,
    singles_left: usize,
    attempts: u32,
}

impl<H: Handler> Runner<H> {
    pub(super) fn new(
        log: EventLog,
        checkpoints: Checkpoints,
        handler: H,
        progress: watch::Sender<Progress>,
        saved: Cursor,
    ) -> Self {
        Self {
            wake: log.subscribe(),
            doubts: log.doubts().subscribe(),
            era: log.era(),
            log,
            checkpoints,
            handler,
            progress,
            saved,
            reread: Instant::now(),
            limit: BATCH,
            singles_left: 0,
            attempts: 0,
        }
    }

    /// Follows the log until `stop` is cancelled.
    pub(super) async fn follow(mut self, stop: CancellationToken) {
        let mut eras = self.log.eras();
        while self.prepare(&stop).await {
            tokio::select! {
                () = stop.cancelled() => return,
                () = self.run() => {}
                // The log has lost events: what is prepared may be ahead of it.
                _ = eras.changed() => {}
            }
        }
    }

    /// Until the handler is ready. False if `stop` comes first.
    async fn prepare(&mut self, stop: &CancellationToken) -> bool {
        self.era = self.log.era();
        while !stop.is_cancelled() {
            if self.progress.borrow().paused.is_some() {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = self.wait_while_paused() => {}
                }
                continue;
            }
            let prepared = caught(self.handler.prepare(stop)).await;
            let prepared = prepared.unwrap_or_else(|panicked| Err(Failure::Event(panicked)));
            if stop.is_cancelled() {
                break;
            }
            let failure = match prepared {
                // The checkpoint may have been moved.
                Ok(()) => match self.follow_the_other().await {
                    Ok(()) => return true,
                    Err(failure) => failure,
                },
                Err(failure) => failure,
            };
            match failure {
                // A fault in an event is permanent.
                Failure::Event(reason) => self.pause(reason).await,
                away @ Failure::Store(_) => tokio::select! {
                    () = stop.cancelled() => {}
                    () = self.recover(away) => {}
                },
            }
        }
        false
    }

    async fn run(&mut self) {
        loop {
            if self.progress.borrow().paused.is_some() {
                self.wait_while_paused().await;
                continue;
            }
            // The database may be cut off silently.
            let longest = self.log.limits().step();
            // An event that causes a panic does so again: it is tried a few times, and then paused.
            let step = async {
                let step = caught(self.step()).await;
                step.unwrap_or_else(|panicked| Err(Failure::Event(panicked)))
            };
            let step = tokio::time::timeout(longest, step).await;
            let silent = || Failure::Store(StoreError::Unavailable(sqlx::Error::PoolTimedOut));
            match step.unwrap_or_else(|_| Err(silent())) {
                Ok(true) => {}
                Ok(false) => {
                    // Woken by this process's appends; the poll finds other processes'.
                    tokio::select! {
                        _ = self.wake.changed() => {}
                        _ = self.doubts.changed() => {}
                        () = tokio::time::sleep(POLL) => {}
                    }
                }
                Err(failure) => self.recover(failure).await,
            }
        }
    }

    /// Handles one batch. Returns whether there may be more.
    async fn step(&mut self) -> Result<bool, Failure> {
        let counts = self
            .progress
            .borrow()
            .counts(self.era, *self.doubts.borrow());
        if counts && self.reread.elapsed() >= REREAD {
            // Else events that do not concern the handler would be read again.
            self.save_quietly().await?;
        }
        if !counts || self.reread.elapsed() >= REREAD {
            self.follow_the_other().await?;
        }
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

    /// The stored checkpoint catches up over events that did not concern the handler.
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

    /// The stored checkpoint is where this subscription is, whatever this process remembers.
    async fn follow_the_other(&mut self) -> Result<(), Failure> {
        let doubts = *self.doubts.borrow_and_update();
        let stored = self.checkpoints.load(self.handler.name()).await?;
        self.reread = Instant::now();
        self.saved = stored.cursor;
        self.progress.send_replace(Progress {
            cursor: stored.cursor,
            paused: (stored.status == Status::Paused).then(|| stored.failure.unwrap_or_default()),
            era: self.era,
            read_at: Some(doubts),
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
                self.progress
                    .send_modify(|progress| progress.read_at = None);
                tracing::warn!(subscription = name, %error, "the database failed; trying again");
            }
            Failure::Event(reason) if self.limit > 1 => {
                tracing::warn!(
                    subscription = name,
                    reason,
                    "a batch failed; trying its events one by one"
                );
                self.singles_left = self.limit;
                self.limit = 1;
                self.attempts = 0;
                return;
            }
            Failure::Event(reason) if self.attempts >= ATTEMPTS => {
                self.pause(reason).await;
                return;
            }
            Failure::Event(reason) => {
                tracing::warn!(subscription = name, reason, "an event failed; trying again");
            }
        }
        let doubled = BACKOFF.saturating_mul(1 << self.attempts.min(10));
        tokio::time::sleep(doubled.min(MAX_BACKOFF)).await;
    }

    async fn pause(&mut self, reason: String) {
        let name = self.handler.name();
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
    }

    async fn wait_while_paused(&mut self) {
        tokio::time::sleep(PAUSED_POLL).await;
        if self.follow_the_other().await.is_ok() && self.progress.borrow().paused.is_none() {
            self.attempts = 0;
            tracing::info!(
                subscription = self.handler.name(),
                "resumed after its pause"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::log::{Appender, RecordedEvent};
    use crate::subscriptions::reactor::{ReactError, Reacting, Reactor};
    use crate::testing::{Engine, counted};

    struct Unconcerned;

    #[async_trait]
    impl Reactor for Unconcerned {
        fn checkpoint(&self) -> &str {
            "reactor.unconcerned"
        }

        fn concerns(&self, _: &RecordedEvent) -> bool {
            false
        }

        async fn react(&self, _: &RecordedEvent) -> Result<(), ReactError> {
            unreachable!("no event concerns it")
        }
    }

    #[tokio::test]
    async fn es_02_a_long_stretch_that_does_not_concern_a_subscription_is_passed() {
        let test = Engine::Sqlite.storage().await.unwrap();
        let log = EventLog::new(&test.storage);
        let appender = Appender::start(log.clone());
        for n in 0..4 {
            appender.append(counted(n)).await.unwrap();
        }
        let db = test.storage.log.clone();
        let checkpoints = Checkpoints::new(db.clone());
        checkpoints.create("reactor.unconcerned").await.unwrap();
        let at = checkpoints.load("reactor.unconcerned").await.unwrap();
        let saved = at.cursor;
        let (progress, seen) = watch::channel(Progress::start(at));
        let handler = Reacting {
            reactor: Unconcerned,
            db,
        };
        let mut runner = Runner::new(log.clone(), checkpoints, handler, progress, saved);
        (runner.limit, runner.singles_left) = (1, usize::MAX);
        // It is time to read the stored checkpoint again after each event.
        let passed = async {
            while seen.borrow().cursor != log.head().await.unwrap() {
                runner.reread = Instant::now().checked_sub(REREAD).unwrap();
                assert!(runner.step().await.is_ok());
            }
        };
        let passed = tokio::time::timeout(Duration::from_secs(30), passed).await;
        passed.expect("it comes to the log's end");
    }
}
