//! The life of a view's table: how it is created, follows the log, and is dropped.
//!
//! A table's name has the view's version. A version's table exists only once it can answer: a view's first one is
//! created empty, before the first event; a later one is built next to the table of the version before and gets its
//! name, with its checkpoint, in one transaction. So the newest existing table is the one that answers
//! ([`crate::serving`]), and an old binary next to a new one keeps using its own. A table of an older version that no
//! process follows any more is dropped.

use std::marker::PhantomData;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use store::StoreError;
use store::db::{Db, Storage, Tx};
use store::log::{Cursor, EventLog, RecordedEvent};
use store::subscriptions::{Checkpoints, ProjectError, Projector};
use tokio_util::sync::CancellationToken;

use crate::batch;
use crate::catalog::{table_of, versions};
use crate::fold::{Fold, concerns};
use crate::keys::Keys;
use crate::rebuild::{self, RebuildError, Shadow};
use crate::table::{Row, schema};

/// No process follows an older version's table if an event has been waiting for this long.
const ABANDONED: SignedDuration = SignedDuration::from_hours(1);

/// How often to check for abandoned tables.
pub(crate) const LOOK: Duration = Duration::from_secs(600);

/// Follows the log into the live table.
pub(crate) struct Live<F: Fold> {
    storage: Storage,
    log: EventLog,
    view: PhantomData<F>,
}

impl<F: Fold> Live<F> {
    pub(crate) const fn new(storage: Storage, log: EventLog) -> Self {
        Self {
            storage,
            log,
            view: PhantomData,
        }
    }
}

#[async_trait]
impl<F: Fold> Projector for Live<F> {
    fn checkpoint(&self) -> &str {
        F::Row::TABLE
    }

    fn concerns(&self, aggregate_type: &str) -> bool {
        concerns::<F>(aggregate_type)
    }

    /// Builds this version's table if an older one still answers, or if it was ahead of the log.
    async fn prepare(&self, stop: &CancellationToken) -> Result<(), ProjectError> {
        drop_ahead::<F::Row>(&self.storage.views, &self.log).await?;
        while !stop.is_cancelled() && !exists::<F::Row>(&self.storage.views).await? {
            let view = F::Row::TABLE;
            tracing::info!(
                view,
                "building the read model; the previous version answers until then"
            );
            let shadow = Box::new(Shadow::<F>::new("shadow"));
            let built = rebuild::run(vec![shadow], &self.storage, &self.log, stop, &|_| {}).await;
            match built {
                Ok(done) => tracing::info!(
                    view,
                    events = done.events,
                    "the new read model answers from now on"
                ),
                // Another process builds it: check again.
                Err(RebuildError::Busy | RebuildError::Interrupted | RebuildError::NotBuilt) => {}
                Err(RebuildError::Project(event)) => return Err(event),
                Err(RebuildError::Store(error)) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn project(&self, tx: &mut Tx, events: &[RecordedEvent]) -> Result<(), ProjectError> {
        let keys = Keys::of(&self.log, events).await?;
        batch::project::<F>(tx, F::Row::TABLE, events, &keys).await
    }
}

/// Whether this version's table exists.
pub(crate) async fn exists<R: Row>(views: &Db) -> Result<bool, StoreError> {
    Ok(versions::<R>(views).await?.first() == Some(&R::VERSION))
}

/// Creates the view's first table, empty, if it has none of any version.
pub(crate) async fn make_first<R: Row>(views: &Db) -> Result<(), StoreError> {
    if !versions::<R>(views).await?.is_empty() {
        return Ok(());
    }
    let made = make::<R>(views).await;
    // Another process may have made it in the meantime.
    if exists::<R>(views).await? {
        Ok(())
    } else {
        made
    }
}

/// An empty table has seen nothing yet.
async fn make<R: Row>(views: &Db) -> Result<(), StoreError> {
    let mut tx = views.begin().await?;
    tx.run_script(&schema::<R>(R::TABLE)).await?;
    Checkpoints::reset(&mut tx, R::TABLE, Cursor::START).await?;
    tx.commit().await
}

/// Drops the tables, of all versions, that have seen more than the log holds: the log was restored from a backup, and
/// other events will take those positions. They are rebuilt.
pub(crate) async fn drop_ahead<R: Row>(views: &Db, log: &EventLog) -> Result<(), StoreError> {
    for version in versions::<R>(views).await? {
        let table = table_of::<R>(version);
        let seen = Checkpoints::new(views.clone()).load(&table).await?.cursor;
        // Read after the checkpoint: another process may append and follow meanwhile.
        let head = log.head().await?;
        if seen > head {
            tracing::warn!(
                table, %seen, %head,
                "this read model is ahead of the log, which was restored from a backup: it will be rebuilt"
            );
            drop_table(views, &table).await?;
        }
    }
    Ok(())
}

async fn drop_table(views: &Db, table: &str) -> Result<(), StoreError> {
    let mut tx = views.begin().await?;
    tx.run_script(&format!("DROP TABLE IF EXISTS {table}"))
        .await?;
    Checkpoints::remove(&mut tx, table).await?;
    tx.commit().await
}

/// Drops the tables of older versions that no process follows any more, with their checkpoints. Returns how many
/// remain: an old binary may still use them, or there has been no event since that it would have missed.
pub(crate) async fn drop_abandoned<R: Row>(
    storage: &Storage,
    log: &EventLog,
    now: Timestamp,
) -> Result<usize, StoreError> {
    let views = &storage.views;
    let mut versions = versions::<R>(views).await?;
    if versions.first() != Some(&R::VERSION) {
        return Ok(versions.len());
    }
    versions.remove(0);
    let mut left = versions.len();
    let patience = now.checked_sub(ABANDONED).unwrap_or(now).as_microsecond();
    for version in versions {
        let table = table_of::<R>(version);
        let seen = Checkpoints::new(views.clone()).load(&table).await?.cursor;
        let waiting = log.read_all_after(seen, 1).await?;
        if waiting.iter().any(|event| event.recorded_at < patience) {
            drop_table(views, &table).await?;
            tracing::info!(
                table,
                "dropped the table of an older version, which no process follows any more"
            );
            left -= 1;
        }
    }
    Ok(left)
}
