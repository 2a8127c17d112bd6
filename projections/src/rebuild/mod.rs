//! Rebuilds views next to the live ones, and compares the two.
//!
//! One pass over the log fills the new tables of all requested views, while the live ones answer. One transaction at
//! the end has the last events, the swap of the tables, and the checkpoints. An interrupted rebuild leaves the live
//! views unchanged; the next one starts over.

mod claim;
mod error;
mod reader;
mod shadow;

use futures::future::try_join_all;
use store::StoreError;
use store::db::{Db, Storage, Tx};
use store::fail_points::dies_at;
use store::log::{Cursor, EventLog};
use store::subscriptions::Checkpoints;
use tokio_util::sync::CancellationToken;

use crate::catalog::tables;
use crate::event::Event;
use claim::Claim;
pub use error::RebuildError;
pub use shadow::Differences;
pub(crate) use shadow::{Building, Shadow};

/// The progress of a rebuild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RebuildProgress {
    /// Events read so far.
    pub events: u64,
    /// The position in the log.
    pub at: Cursor,
}

/// The inputs of rebuilds and checks.
struct Work<'a> {
    storage: &'a Storage,
    log: &'a EventLog,
    /// Cancelled to end them early.
    stop: &'a CancellationToken,
    progress: &'a (dyn Fn(RebuildProgress) + Sync),
}

/// Fills new tables from the first event next to the live ones, in one pass over the log, then swaps all of them at
/// once. Ends early without changes when `stop` is cancelled.
pub(crate) async fn run(
    shadows: Vec<Box<dyn Building>>,
    storage: &Storage,
    log: &EventLog,
    stop: &CancellationToken,
    progress: &(dyn Fn(RebuildProgress) + Sync),
) -> Result<RebuildProgress, RebuildError> {
    let work = Work {
        storage,
        log,
        stop,
        progress,
    };
    let mut pass = Pass::claim(&work, shadows).await?;
    let built = pass.rebuild(&work).await;
    pass.end(storage).await;
    built?;
    progress(pass.done);
    Ok(pass.done)
}

/// Fills a new table up to the live one's checkpoint, and compares the two. Ends early when `stop` is cancelled.
pub(crate) async fn compare(
    shadow: Box<dyn Building>,
    storage: &Storage,
    log: &EventLog,
    stop: &CancellationToken,
    progress: &(dyn Fn(RebuildProgress) + Sync),
) -> Result<Differences, RebuildError> {
    let work = Work {
        storage,
        log,
        stop,
        progress,
    };
    if !shadow.has_live(&storage.views).await? {
        return Err(RebuildError::NotBuilt);
    }
    let mut pass = Pass::claim(&work, vec![shadow]).await?;
    let found = pass.compare(&work).await;
    pass.end(storage).await;
    progress(pass.done);
    found
}

/// One pass over the log, which fills the new tables of some views.
struct Pass {
    shadows: Vec<Box<dyn Building>>,
    /// Released at the end.
    claim: Option<Claim>,
    done: RebuildProgress,
}

impl Pass {
    async fn claim(work: &Work<'_>, shadows: Vec<Box<dyn Building>>) -> Result<Self, RebuildError> {
        let families = shadows.iter().map(|shadow| shadow.family()).collect();
        // The wait for a lease can be interrupted, too.
        let claim = tokio::select! {
            claim = Claim::take(work.storage, families) => claim?,
            () = work.stop.cancelled() => return Err(RebuildError::Interrupted),
        };
        Ok(Self {
            shadows,
            claim: Some(claim),
            done: RebuildProgress::default(),
        })
    }

    async fn rebuild(&mut self, work: &Work<'_>) -> Result<(), RebuildError> {
        let db = &work.storage.views;
        let era = work.log.era();
        self.create(db).await?;
        self.fill(work, None).await?;
        dies_at("rebuild.filled");
        for shadow in &self.shadows {
            shadow.index(db).await?;
        }
        // What was appended meanwhile, so that little remains.
        self.fill(work, None).await?;
        for shadow in &self.shadows {
            Checkpoints::new(db.clone())
                .create(shadow.checkpoint())
                .await?;
        }
        let mut tx = shadow::begin(db).await?;
        // From here on, the live projectors wait before they touch their tables.
        self.lock(&mut tx).await?;
        self.catch_up(work, &mut tx, None).await?;
        for shadow in &self.shadows {
            shadow.swap(&mut tx).await?;
            Checkpoints::reset(&mut tx, shadow.checkpoint(), self.done.at).await?;
        }
        // In another era, what was read first may be gone.
        if work.stop.is_cancelled() || work.log.era() != era {
            return Err(RebuildError::Interrupted);
        }
        dies_at("rebuild.before_swap");
        tx.commit().await?;
        dies_at("rebuild.after_swap");
        Ok(())
    }

    async fn compare(&mut self, work: &Work<'_>) -> Result<Differences, RebuildError> {
        let db = &work.storage.views;
        self.create(db).await?;
        // The live view may be behind; rows beyond its checkpoint could not be compared.
        let checkpoint = self.shadows[0].checkpoint();
        let behind = Checkpoints::new(db.clone()).load(checkpoint).await?.cursor;
        self.fill(work, Some(behind)).await?;
        let mut tx = shadow::begin(db).await?;
        // From here on, the live view does not change.
        self.lock(&mut tx).await?;
        let at = Checkpoints::at(&mut tx, checkpoint).await?;
        self.catch_up(work, &mut tx, Some(at)).await?;
        let found = self.shadows[0].differences(&mut tx).await?;
        tx.commit().await?;
        Ok(found)
    }

    /// Creates the empty tables and drops those left by killed builds.
    async fn create(&self, db: &Db) -> Result<(), RebuildError> {
        for shadow in &self.shadows {
            for table in tables(db, &shadow.family()).await? {
                db.run_script(&format!("DROP TABLE IF EXISTS {table}"))
                    .await?;
            }
            shadow.create(db).await?;
        }
        Ok(())
    }

    /// Folds the log up to `end` or its current end, and writes everything.
    async fn fill(&mut self, work: &Work<'_>, end: Option<Cursor>) -> Result<(), RebuildError> {
        let db = &work.storage.views;
        let mut batches = reader::read_ahead(work.log.clone(), self.done.at, end);
        loop {
            let batch = tokio::select! {
                biased;
                () = work.stop.cancelled() => return Err(RebuildError::Interrupted),
                batch = batches.recv() => batch.ok_or_else(reading_ended)??,
            };
            self.take(db, None, &batch.events).await?;
            try_join_all(self.shadows.iter_mut().map(|shadow| shadow.make_room(db))).await?;
            (work.progress)(self.done);
            if !batch.more {
                break;
            }
        }
        for shadow in &mut self.shadows {
            shadow.write_all(db).await?;
        }
        Ok(())
    }

    /// Folds the remaining events up to `end` or the log's end, and writes them inside `tx`.
    async fn catch_up(
        &mut self,
        work: &Work<'_>,
        tx: &mut Tx,
        end: Option<Cursor>,
    ) -> Result<(), RebuildError> {
        loop {
            let batch = reader::read(work.log, self.done.at, end).await?;
            self.take(&work.storage.views, Some(tx), &batch.events)
                .await?;
            if !batch.more {
                break;
            }
        }
        for shadow in &mut self.shadows {
            shadow.write_within(tx).await?;
        }
        Ok(())
    }

    async fn take(
        &mut self,
        db: &Db,
        mut tx: Option<&mut Tx>,
        events: &[Event<'_>],
    ) -> Result<(), RebuildError> {
        for shadow in &mut self.shadows {
            shadow.take(db, tx.as_deref_mut(), events).await?;
        }
        self.done.events += events.len() as u64;
        self.done.at = events.last().map_or(self.done.at, |event| event.cursor);
        Ok(())
    }

    /// All rebuilds lock in the order of [`crate::all`].
    async fn lock(&self, tx: &mut Tx) -> Result<(), RebuildError> {
        for shadow in &self.shadows {
            Checkpoints::lock(tx, shadow.checkpoint()).await?;
        }
        Ok(())
    }

    /// Drops what was not swapped, and lets the next build start at once.
    async fn end(&mut self, storage: &Storage) {
        for shadow in &self.shadows {
            let drop_it = format!("DROP TABLE IF EXISTS {}", shadow.table());
            if let Err(error) = storage.views.run_script(&drop_it).await {
                tracing::warn!(table = shadow.table(), %error, "left for the next rebuild to drop");
            }
        }
        if let Some(claim) = self.claim.take() {
            claim.release().await;
        }
    }
}

/// An incomplete pass over the log must not look like a complete one.
fn reading_ended() -> RebuildError {
    StoreError::Unavailable(sqlx::Error::Protocol(
        "the reading of the log ended before its end".to_owned(),
    ))
    .into()
}
