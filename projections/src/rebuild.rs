//! Rebuilding a view beside the live one, and comparing the two.
//!
//! The shadow table is filled from the first event while the live one serves. At its end, in one
//! transaction: the last events, the swap of the tables, the checkpoint. A rebuild that is interrupted
//! leaves the live view as it was; the next one starts over.

use std::time::Duration;

use store::StoreError;
use store::db::{Storage, Tx};
use store::leases::Leases;
use store::log::{Cursor, EventLog, RecordedEvent};
use store::subscriptions::{Checkpoints, ProjectError};
use store::{with_reader, with_tx};
use uuid::Uuid;

use crate::fold::{self, Fold};
use crate::view::{ensure_table, schema, table};

/// Events per transaction.
const BATCH: usize = 10_000;
/// How long a crashed rebuild keeps others off.
const LEASE: Duration = Duration::from_secs(60);
/// Differing rows that are named.
const NAMED: usize = 20;

/// How far a rebuild has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RebuildProgress {
    /// Events read so far.
    pub events: u64,
    /// Where it stands in the log.
    pub at: Cursor,
}

/// Why a rebuild or a check did not come to its end; the live view is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// An event cannot be projected.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// Another one is at work on the same view.
    #[error(
        "This read model is being rebuilt or verified already: wait until that has ended. After a crash, wait a minute."
    )]
    Busy,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for RebuildError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// How live rows differ from rebuilt ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Differences {
    /// Live rows compared.
    pub rows: u64,
    /// Keys of rows that only one side has or that differ, up to twenty.
    pub keys: Vec<String>,
}

/// A shadow on its way through the log.
struct Shadow<'a> {
    storage: &'a Storage,
    log: &'a EventLog,
    table: String,
    /// Names this rebuild to the lease on the shadow.
    holder: String,
    done: RebuildProgress,
}

impl<'a> Shadow<'a> {
    async fn create<F: Fold>(
        storage: &'a Storage,
        log: &'a EventLog,
        suffix: &str,
    ) -> Result<Self, RebuildError> {
        let shadow = Self {
            storage,
            log,
            table: format!("{}_{suffix}", table::<F>()),
            holder: Uuid::new_v4().to_string(),
            done: RebuildProgress::default(),
        };
        shadow.renew().await?;
        let drop_old = format!("DROP TABLE IF EXISTS {};", shadow.table);
        storage.views.run_script(&drop_old).await?;
        let create = schema::<F>(&shadow.table);
        storage.views.run_script(&create).await?;
        Ok(shadow)
    }

    /// Projects, a transaction a batch, up to `end`, or until the log has no more.
    async fn fill<F: Fold>(
        &mut self,
        end: Option<Cursor>,
        progress: &(dyn Fn(RebuildProgress) + Sync),
    ) -> Result<(), RebuildError> {
        loop {
            let (events, more) = self.next(end).await?;
            self.renew().await?;
            let mut tx = self.begin().await?;
            self.take::<F>(&mut tx, events).await?;
            tx.commit().await?;
            progress(self.done);
            if !more {
                return Ok(());
            }
        }
    }

    /// The next batch, and whether there may be more before `end`.
    async fn next(&self, end: Option<Cursor>) -> Result<(Vec<RecordedEvent>, bool), RebuildError> {
        let mut events = self.log.read_all_after(self.done.at, BATCH).await?;
        let read = events.len();
        events.retain(|event| end.is_none_or(|end| event.cursor <= end));
        let more = read == BATCH && events.len() == BATCH;
        Ok((events, more))
    }

    /// A transaction that may take its time.
    async fn begin(&self) -> Result<Tx, RebuildError> {
        let mut tx = self.storage.views.begin().await?;
        if matches!(tx, Tx::Postgres(_)) {
            tx.run_script("SET LOCAL statement_timeout = 0").await?;
        }
        Ok(tx)
    }

    /// Only one rebuild or check of a view at a time: they share the shadow's name.
    async fn renew(&self) -> Result<(), RebuildError> {
        let leases = Leases::new(self.storage.log.clone());
        match leases.acquire(&self.table, &self.holder, LEASE).await? {
            Some(_) => Ok(()),
            None => Err(RebuildError::Busy),
        }
    }

    async fn release(&self) -> Result<(), RebuildError> {
        let leases = Leases::new(self.storage.log.clone());
        Ok(leases.release(&self.table, &self.holder).await?)
    }

    /// Projects inside `tx` what has come up to `end`, or all there is.
    async fn catch_up<F: Fold>(
        &mut self,
        tx: &mut Tx,
        end: Option<Cursor>,
    ) -> Result<(), RebuildError> {
        loop {
            let (events, more) = self.next(end).await?;
            self.take::<F>(tx, events).await?;
            if !more {
                return Ok(());
            }
        }
    }

    async fn take<F: Fold>(
        &mut self,
        tx: &mut Tx,
        mut events: Vec<RecordedEvent>,
    ) -> Result<(), RebuildError> {
        let Some(at) = events.last().map(|event| event.cursor) else {
            return Ok(());
        };
        self.done.events += events.len() as u64;
        events.retain(|event| F::concerns(&event.aggregate_type));
        fold::project::<F>(tx, &self.table, &events).await?;
        self.done.at = at;
        Ok(())
    }
}

pub(crate) async fn rebuild<F: Fold>(
    storage: &Storage,
    log: &EventLog,
    progress: &(dyn Fn(RebuildProgress) + Sync),
) -> Result<RebuildProgress, RebuildError> {
    let mut shadow = Shadow::create::<F>(storage, log, "shadow").await?;
    shadow.fill::<F>(None, progress).await?;
    shadow.renew().await?;
    Checkpoints::new(storage.views.clone())
        .create(F::CHECKPOINT)
        .await?;
    let mut tx = shadow.begin().await?;
    // The live projector waits from here on, before it touches its table.
    Checkpoints::lock(&mut tx, F::CHECKPOINT).await?;
    shadow.catch_up::<F>(&mut tx, None).await?;
    let live = table::<F>();
    tx.run_script(&format!(
        "DROP TABLE IF EXISTS {live}; ALTER TABLE {} RENAME TO {live};",
        shadow.table
    ))
    .await?;
    Checkpoints::reset(&mut tx, F::CHECKPOINT, shadow.done.at).await?;
    tx.commit().await?;
    shadow.release().await?;
    progress(shadow.done);
    Ok(shadow.done)
}

pub(crate) async fn verify<F: Fold>(
    storage: &Storage,
    log: &EventLog,
    progress: &(dyn Fn(RebuildProgress) + Sync),
) -> Result<Differences, RebuildError> {
    ensure_table::<F>(&storage.views).await?;
    let mut shadow = Shadow::create::<F>(storage, log, "verify").await?;
    // The live view may be behind; a fill that goes beyond its checkpoint could not be compared.
    let checkpoints = Checkpoints::new(storage.views.clone());
    checkpoints.create(F::CHECKPOINT).await?;
    let behind = checkpoints.load(F::CHECKPOINT).await?.cursor;
    shadow.fill::<F>(Some(behind), progress).await?;

    let mut tx = shadow.begin().await?;
    // The live view stands still from here on.
    Checkpoints::lock(&mut tx, F::CHECKPOINT).await?;
    let at = checkpoints.load(F::CHECKPOINT).await?.cursor;
    shadow.catch_up::<F>(&mut tx, Some(at)).await?;
    let differences = compare::<F>(&mut tx, &table::<F>(), &shadow.table).await?;
    tx.run_script(&format!("DROP TABLE {}", shadow.table))
        .await?;
    tx.commit().await?;
    shadow.release().await?;
    progress(shadow.done);
    Ok(differences)
}

async fn compare<F: Fold>(
    tx: &mut Tx,
    live: &str,
    rebuilt: &str,
) -> Result<Differences, RebuildError> {
    let columns = F::COLUMNS.join(", ");
    let key = F::COLUMNS[0];
    let count = format!("SELECT COUNT(*) FROM {live}");
    let rows: i64 = with_tx!(&mut *tx, conn => sqlx::query_scalar(&count).fetch_one(conn).await)?;
    let differing = format!(
        "SELECT DISTINCT {key} FROM (\
             SELECT * FROM (SELECT {columns} FROM {live} EXCEPT SELECT {columns} FROM {rebuilt}) AS a \
             UNION ALL \
             SELECT * FROM (SELECT {columns} FROM {rebuilt} EXCEPT SELECT {columns} FROM {live}) AS b\
         ) AS differing ORDER BY {key} LIMIT {NAMED}"
    );
    let keys: Vec<String> =
        with_tx!(&mut *tx, conn => sqlx::query_scalar(&differing).fetch_all(conn).await)?;
    Ok(Differences {
        rows: rows.unsigned_abs(),
        keys,
    })
}

/// How many events the log holds, for a progress bar's end.
pub async fn count_events(storage: &Storage) -> Result<u64, StoreError> {
    let events: i64 = with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT COUNT(*) FROM events").fetch_one(pool).await)?;
    Ok(events.unsigned_abs())
}
