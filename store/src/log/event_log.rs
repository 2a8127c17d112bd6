//! The log of one database: reading, waking, and the one way to append.

mod eras;

use std::io::BufRead;
use std::sync::Arc;

use cqrs_es::Aggregate;
use cqrs_es::persist::SerializedEvent;
use domain::ids::UserId;
use tokio::sync::{Mutex, watch};

use super::batch::{Batch, Verdict, tell_astray};
use super::commit::{CommandRecord, Commit};
use super::continuity::Continuity;
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use super::remote::RemoteLog;
use super::{postgres, sql, sqlite};
use crate::db::{Db, Limits, Storage, Tx};
use crate::error::StoreError;
use crate::installation::Owner;
use crate::problems::Problems;
use crate::seals::{SealKey, StreamHead};
use crate::transfer::{Checked, TransferError};
use crate::user_keys::{UserKey, UserKeys};

/// The log's name among the problems of a process.
pub(crate) const LOG: &str = "log";
/// The ledger's name among the problems of a process.
const LEDGER: &str = "ledger";
const CONTRADICTED: &str = "an account or a coupon was changed outside the server: `demandatlas ledger verify --all` says which, and what";

/// The log of one database.
#[derive(Debug, Clone)]
pub struct EventLog {
    backend: Backend,
    reads: sql::LogReads,
    limits: Limits,
    wake: watch::Sender<Cursor>,
    continuity: Arc<Continuity>,
    /// Held while the log is looked at for what this process knew.
    looking: Arc<Mutex<Known>>,
    keys: Option<UserKeys>,
    seals: Option<SealKey>,
    problems: Problems,
    /// Checked with each append: the log may be filled by an import, or its secret key be replaced.
    owner: Option<Arc<Owner>>,
}

/// What this process knew when it last looked.
#[derive(Debug, Default)]
struct Known {
    /// How often a log on its own server was found put back.
    put_backs: Option<u64>,
}

/// What differs between the engines: the append, and the stream reads.
#[derive(Debug, Clone)]
enum Backend {
    Sqlite(sqlite::SqliteLog),
    Postgres(postgres::PostgresLog),
    Remote(Arc<dyn RemoteLog>),
}

impl EventLog {
    /// The log in `storage`.
    pub fn new(storage: &Storage) -> Self {
        let backend = match (&storage.events, &storage.log) {
            (Some(server), beside) => {
                Backend::Remote(server.log(beside, &storage.views, &storage.doubts))
            }
            (
                None,
                Db::Sqlite {
                    writer, readers, ..
                },
            ) => Backend::Sqlite(sqlite::SqliteLog::new(writer.clone(), readers.clone())),
            (None, Db::Postgres(server)) => {
                Backend::Postgres(postgres::PostgresLog::new(server.clone()))
            }
        };
        let (wake, _) = watch::channel(Cursor::START);
        Self {
            backend,
            reads: sql::LogReads::new(storage.log.clone()),
            limits: storage.log.limits(),
            wake,
            continuity: Arc::new(Continuity::new(storage.doubts.clone())),
            looking: Arc::default(),
            keys: None,
            seals: None,
            owner: None,
            problems: Problems::default(),
        }
    }

    /// The same for appending: fails once the log belongs to another installation.
    #[must_use]
    pub fn owned_by(mut self, owner: Owner) -> Self {
        self.owner = Some(Arc::new(owner));
        self
    }

    /// Whose log it was when this process began.
    pub(crate) fn owner(&self) -> Option<&Owner> {
        self.owner.as_deref()
    }

    /// How long the database's answers may take.
    pub const fn limits(&self) -> Limits {
        self.limits
    }

    /// The same with the keys for reading personal data.
    #[must_use]
    pub fn with_keys(mut self, keys: UserKeys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// The same with the key of all seals: a log on its own server needs it where it has lost events, to make the heads
    /// in the database anew.
    #[must_use]
    pub fn with_seals(mut self, seals: SealKey) -> Self {
        self.seals = Some(seals);
        self
    }

    /// The keys of those users who have one.
    pub async fn keys_of(&self, users: &[UserId]) -> Result<Vec<(UserId, UserKey)>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        // Data that cannot be opened for lack of a key would look erased.
        let keys = self.keys.as_ref().ok_or_else(|| {
            StoreError::Configuration("the log is read without its users' keys".to_owned())
        })?;
        keys.find_all(users).await
    }

    /// Up to `limit` events after `cursor`, in order. Fewer than `limit` means that there are no more.
    pub async fn read_all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let events = match &self.backend {
            Backend::Remote(log) => log.all_after(cursor, limit).await?,
            _ => self.reads.all_after(cursor, limit).await?,
        };
        self.continuity.read(&events);
        Ok(events)
    }

    /// As [`Self::read_all_after`], for reading most of the log: faster for thousands of events at a time, slower for
    /// a few.
    pub async fn read_many_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => self.reads.all_after(cursor, limit).await,
            Backend::Postgres(log) => log.read_many_after(cursor, limit).await,
            Backend::Remote(log) => log.all_after(cursor, limit).await,
        }
    }

    /// One stream's events after sequence `after`, in order.
    pub async fn read_stream<A: Aggregate>(
        &self,
        aggregate_id: &str,
        after: u64,
    ) -> Result<Vec<SerializedEvent>, StoreError> {
        match &self.backend {
            Backend::Sqlite(log) => log.read_stream(A::TYPE, aggregate_id, after).await,
            Backend::Postgres(log) => log.read_stream::<A>(aggregate_id, after).await,
            Backend::Remote(log) => log.read_stream(A::TYPE, aggregate_id, after).await,
        }
    }

    /// Makes all appenders wait for `tx`. On SQLite a transaction that writes does so anyway.
    pub async fn lock_appends(tx: &mut Tx) -> Result<(), StoreError> {
        postgres::lock_appends(tx).await
    }

    /// The end of the log at a moment without half-done commits, and the database as of then: the commands in it are
    /// those of the events up to there.
    pub(crate) async fn quiet_end(&self) -> Result<(Cursor, Tx), StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.quiet_end().await,
            _ => self.reads.head_and_snapshot().await,
        }
    }

    /// Imports a file if the log is on its own server; none if it is in the database.
    pub(crate) async fn import_elsewhere(
        &self,
        beside: &Db,
        file: &mut (dyn BufRead + Send),
        checked: &Checked,
        fingerprint: &str,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Option<Result<(), TransferError>> {
        match &self.backend {
            Backend::Remote(log) => {
                let imported = log.import(beside, file, checked, fingerprint, progress);
                Some(match imported.await {
                    Ok(()) => self.wake_all().await.map_err(TransferError::from),
                    Err(error) => Err(error),
                })
            }
            Backend::Sqlite(_) | Backend::Postgres(_) => None,
        }
    }

    /// As [`Self::read_all_after`], as a transaction sees it.
    pub(crate) async fn read_within(
        tx: &mut Tx,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        sql::all_after_within(tx, cursor, limit).await
    }

    /// Wakes this process's subscriptions up to the log's end, after events were added without the appender.
    pub(crate) async fn wake_all(&self) -> Result<(), StoreError> {
        self.announce(self.head().await?);
        Ok(())
    }

    /// The last `limit` events, in order.
    pub async fn read_last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.last(limit).await,
            _ => self.reads.last(limit).await,
        }
    }

    /// The last `limit` events of one stream, in order.
    pub async fn read_last_of(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let (of, id) = (aggregate_type, aggregate_id);
        match &self.backend {
            Backend::Remote(log) => log.last_of_stream(of, id, limit).await,
            _ => self.reads.last_of_stream(of, id, limit).await,
        }
    }

    /// How many events of each aggregate type and event type there are.
    pub async fn count_by_type(&self) -> Result<Vec<TypeCount>, StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.count_by_type().await,
            _ => self.reads.count_by_type().await,
        }
    }

    /// Up to `limit` events of one stream after sequence `after`, in order, as stored.
    pub async fn read_recorded(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let (of, id) = (aggregate_type, aggregate_id);
        match &self.backend {
            Backend::Remote(log) => log.stream(of, id, after, limit).await,
            _ => self.reads.stream(of, id, after, limit).await,
        }
    }

    /// The head of a sealed stream.
    pub async fn stream_head(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
    ) -> Result<Option<StreamHead>, StoreError> {
        self.reads.stream_head(aggregate_type, aggregate_id).await
    }

    /// Up to `limit` heads of sealed streams of a type, by id, after the id `after`.
    pub async fn stream_heads_after(
        &self,
        aggregate_type: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<StreamHead>, StoreError> {
        self.reads
            .stream_heads_after(aggregate_type, after, limit)
            .await
    }

    /// The end of the log now.
    pub async fn head(&self) -> Result<Cursor, StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.head().await,
            _ => self.reads.head().await,
        }
    }

    /// The number of events.
    pub async fn count_all(&self) -> Result<u64, StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.count_after(Cursor::START, usize::MAX).await,
            _ => self.reads.count_all().await,
        }
    }

    /// The number of events before the log's start, where nothing is ever appended: readers of the log do not see them, but
    /// those of their stream do.
    pub async fn count_before_start(&self) -> Result<u64, StoreError> {
        match &self.backend {
            Backend::Remote(_) => Ok(0),
            _ => self.reads.count_before_start().await,
        }
    }

    /// The number of events after `cursor`; counts no further than `most`.
    pub async fn count_after(&self, cursor: Cursor, most: usize) -> Result<u64, StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.count_after(cursor, most).await,
            _ => self.reads.count_after(cursor, most).await,
        }
    }

    /// Completes what a process left half appended, if it began that long ago and the log does not do so itself.
    /// Returns how many commits.
    pub async fn settle(&self, age: std::time::Duration) -> Result<usize, StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.settle(age).await,
            _ => {
                let _only_elsewhere = age;
                Ok(0)
            }
        }
    }

    /// Is the log on its own server, not in the database?
    pub const fn is_elsewhere(&self) -> bool {
        matches!(self.backend, Backend::Remote(_))
    }

    /// Checks that the log's own server can be used, if it has one, and completes what was left half appended.
    pub async fn reach(&self) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.reach(self.seals.as_ref()).await,
            _ => Ok(()),
        }
    }

    /// Checks that the log's own server can be read, if it has one.
    pub async fn ping(&self) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.ping().await,
            _ => Ok(()),
        }
    }

    /// The record of a command that was carried out.
    pub async fn find_command(&self, key: &str) -> Result<Option<CommandRecord>, StoreError> {
        self.reads.command(key).await
    }

    /// The current problems of this process.
    pub const fn problems(&self) -> &Problems {
        &self.problems
    }

    /// Changes with each append of this process. Polling finds other processes' appends.
    pub fn subscribe(&self) -> watch::Receiver<Cursor> {
        self.wake.subscribe()
    }

    fn announce(&self, cursor: Cursor) {
        self.wake.send_if_modified(|latest| {
            let newer = cursor > *latest;
            if newer {
                *latest = cursor;
            }
            newer
        });
    }

    /// Why the log would refuse this commit, whatever it contains.
    pub(super) fn cannot_take(&self, commit: &Commit) -> Option<StoreError> {
        match &self.backend {
            Backend::Remote(log) => log.cannot_take(commit),
            _ => {
                let _takes_all = commit;
                None
            }
        }
    }

    pub(super) async fn try_append(&self, batch: &Batch<'_>) -> Result<Verdict, StoreError> {
        let owner = self.owner.as_deref();
        let verdict = match &self.backend {
            Backend::Sqlite(log) => log.try_append(batch, owner).await?,
            Backend::Postgres(log) => log.try_append(batch, owner).await?,
            Backend::Remote(log) => log.try_append(batch, owner).await?,
        };
        if let Verdict::Stored { places, astray } = &verdict {
            if let Some(last) = batch.events.len().checked_sub(1) {
                self.continuity.appended(batch, *places);
                self.announce(places.of(last as u64));
            }
            self.tell(batch, astray);
        }
        Ok(verdict)
    }

    /// Tells of heads that contradict the events before them.
    fn tell(&self, batch: &Batch<'_>, astray: &[usize]) {
        for &index in astray {
            let (stream, ..) = batch.heads_after[index];
            tell_astray(stream.aggregate_type, &stream.aggregate_id);
            self.problems.report(LEDGER, CONTRADICTED);
        }
    }
}
