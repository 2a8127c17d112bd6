//! The log of one database: reading, waking, and the one way to append.

use cqrs_es::Aggregate;
use cqrs_es::persist::SerializedEvent;
use domain::ids::UserId;
use tokio::sync::watch;

use super::batch::{Batch, Verdict};
use super::commit::CommandRecord;
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use super::{postgres, sql, sqlite};
use crate::db::{Db, Storage, Tx};
use crate::error::StoreError;
use crate::seals::StreamHead;
use crate::user_keys::{UserKey, UserKeys};

/// The log of one database.
#[derive(Debug, Clone)]
pub struct EventLog {
    backend: Backend,
    reads: sql::LogReads,
    wake: watch::Sender<Cursor>,
    keys: Option<UserKeys>,
}

/// What differs between the engines: the append, and the stream reads.
#[derive(Debug, Clone)]
enum Backend {
    Sqlite(sqlite::SqliteLog),
    Postgres(postgres::PostgresLog),
}

impl EventLog {
    /// The log in `storage`.
    pub fn new(storage: &Storage) -> Self {
        let backend = match &storage.log {
            Db::Sqlite { writer, readers } => {
                Backend::Sqlite(sqlite::SqliteLog::new(writer.clone(), readers.clone()))
            }
            Db::Postgres(pool) => Backend::Postgres(postgres::PostgresLog::new(pool.clone())),
        };
        let (wake, _) = watch::channel(Cursor::START);
        Self {
            backend,
            reads: sql::LogReads::new(storage.log.clone()),
            wake,
            keys: None,
        }
    }

    /// The same for whoever reads what is personal.
    #[must_use]
    pub fn with_keys(mut self, keys: UserKeys) -> Self {
        self.keys = Some(keys);
        self
    }

    /// The keys of those of the users who have one.
    pub async fn keys_of(&self, users: &[UserId]) -> Result<Vec<(UserId, UserKey)>, StoreError> {
        if users.is_empty() {
            return Ok(Vec::new());
        }
        // What cannot be opened for want of a key would look like what was erased.
        let keys = self.keys.as_ref().ok_or_else(|| {
            StoreError::Configuration("the log is read without its users' keys".to_owned())
        })?;
        keys.find_all(users).await
    }

    /// Up to `limit` events after `cursor`, in order. Fewer than `limit` means: that was all.
    pub async fn read_all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        self.reads.all_after(cursor, limit).await
    }

    /// As [`Self::read_all_after`], for whoever reads most of the log: quicker for thousands of events at
    /// a time, slower for a few.
    pub async fn read_many_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => self.reads.all_after(cursor, limit).await,
            Backend::Postgres(log) => log.read_many_after(cursor, limit).await,
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
        }
    }

    /// Makes everybody who appends wait for `tx`. On SQLite a transaction that writes does so anyway.
    pub async fn lock_appends(tx: &mut Tx) -> Result<(), StoreError> {
        match tx {
            Tx::Sqlite(_) => Ok(()),
            Tx::Postgres(tx) => Ok(postgres::lock_appends(tx).await?),
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

    /// Wakes this process's subscriptions up to the log's end, after events came in past the appender.
    pub(crate) async fn wake_all(&self) -> Result<(), StoreError> {
        self.announce(self.head().await?);
        Ok(())
    }

    /// The last `limit` events, in order.
    pub async fn read_last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError> {
        self.reads.last(limit).await
    }

    /// The last `limit` events of one stream, in order.
    pub async fn read_last_of(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        self.reads
            .last_of_stream(aggregate_type, aggregate_id, limit)
            .await
    }

    /// How many events of each aggregate type and event type there are.
    pub async fn count_by_type(&self) -> Result<Vec<TypeCount>, StoreError> {
        self.reads.count_by_type().await
    }

    /// Up to `limit` events of one stream after sequence `after`, in order, as they lie in the log.
    pub async fn read_recorded(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        self.reads
            .stream(aggregate_type, aggregate_id, after, limit)
            .await
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

    /// Where the log ends now.
    pub async fn head(&self) -> Result<Cursor, StoreError> {
        self.reads.head().await
    }

    /// How many events lie after `cursor`; counts no further than `most`.
    pub async fn count_after(&self, cursor: Cursor, most: usize) -> Result<u64, StoreError> {
        self.reads.count_after(cursor, most).await
    }

    /// The record of a command that was carried out.
    pub async fn find_command(&self, key: &str) -> Result<Option<CommandRecord>, StoreError> {
        self.reads.command(key).await
    }

    /// Changes whenever this process has appended. Other processes' appends are found by polling.
    pub fn subscribe(&self) -> watch::Receiver<Cursor> {
        self.wake.subscribe()
    }

    pub(super) fn announce(&self, cursor: Cursor) {
        self.wake.send_if_modified(|latest| {
            let newer = cursor > *latest;
            if newer {
                *latest = cursor;
            }
            newer
        });
    }

    pub(super) async fn try_append(&self, batch: &Batch<'_>) -> Result<Verdict, StoreError> {
        match &self.backend {
            Backend::Sqlite(log) => log.try_append(batch).await,
            Backend::Postgres(log) => log.try_append(batch).await,
        }
    }
}
