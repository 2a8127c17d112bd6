//! The ordered event log: append-expecting, read one stream, read all after a cursor, be woken up.
//!
//! One file per backend. A [`Commit`] appends to one or several streams, each expected at a sequence,
//! and may carry a [`CommandRecord`] that makes a repeated command find its first answer.

mod appender;
mod batch;
mod copy;
mod cursor;
mod postgres;
mod sql;
mod sqlite;

use cqrs_es::Aggregate;
use cqrs_es::persist::SerializedEvent;
use domain::codec::{DecodeError, StoredEvent};
use domain::registry::{self, AnyEvent};
use tokio::sync::watch;

pub use appender::{Appender, Death, Fault};
pub use cursor::Cursor;

use crate::db::{Db, Storage, Tx};
use crate::error::StoreError;
use crate::seals::{Seal, StreamHead};
use batch::{Batch, Verdict};

/// One stream: an aggregate's type and id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StreamId {
    /// The aggregate's type name.
    pub aggregate_type: &'static str,
    /// The aggregate's id.
    pub aggregate_id: String,
}

/// An event to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    /// Its frozen name.
    pub event_type: &'static str,
    /// Its frozen version.
    pub event_version: &'static str,
    /// Its payload, JSON text.
    pub payload: String,
    /// Its metadata, JSON text.
    pub metadata: String,
}

/// Events for one stream.
#[derive(Debug, Clone)]
pub struct StreamAppend {
    /// The stream.
    pub stream: StreamId,
    /// The sequence of its last event as the decision saw it; 0 for a new stream.
    pub expected: u64,
    /// What to append, in order.
    pub events: Vec<NewEvent>,
    /// How the stream's head changes, where the stream is sealed.
    pub head: Option<HeadChange>,
}

/// How a sealed stream's head changes with an append. A head that is not as it should be stays so, for
/// the auditor to find: an honest append must not cover up what was done before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadChange {
    /// The head's seal before; none for a new stream.
    pub before: Option<Seal>,
    /// The head's seal afterwards.
    pub after: Seal,
}

/// What makes a command repeatable: the same key finds the first answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRecord {
    /// Unique among all commands.
    pub key: String,
    /// Tells whether a repeated key asks for the same.
    pub body_hash: String,
    /// What was answered.
    pub answer: String,
}

/// What is appended together or not at all.
#[derive(Debug, Clone)]
pub struct Commit {
    /// At most one entry a stream.
    pub appends: Vec<StreamAppend>,
    /// Recorded in the append's own transaction.
    pub command: Option<CommandRecord>,
}

impl Commit {
    fn event_count(&self) -> usize {
        self.appends.iter().map(|append| append.events.len()).sum()
    }
}

/// What became of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    /// It is stored; `cursor` is at its last event.
    Stored {
        /// Where a reader must come to, to have seen it.
        cursor: Cursor,
    },
    /// Its command was carried out before; nothing was appended now.
    Repeated(CommandRecord),
}

/// Why a commit was not stored.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// A stream has moved on since the decision.
    #[error("another command changed the same stream first")]
    Conflict,
    /// The database failed; nothing was stored, or, where the connection broke during the commit,
    /// repeating the command with its key tells.
    #[error(transparent)]
    Store(#[from] std::sync::Arc<StoreError>),
}

/// An event as it lies in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEvent {
    /// Its place in the order.
    pub cursor: Cursor,
    /// The aggregate's type name.
    pub aggregate_type: String,
    /// The aggregate's id.
    pub aggregate_id: String,
    /// Its place in its stream, from 1.
    pub sequence: u64,
    /// Its name.
    pub event_type: String,
    /// Its version.
    pub event_version: String,
    /// Its payload, JSON text as stored.
    pub payload: String,
    /// Its metadata, JSON text as stored.
    pub metadata: String,
    /// When it was stored, microseconds since the epoch. Order never depends on it.
    pub recorded_at: i64,
}

impl RecordedEvent {
    /// What it says, whatever aggregate it is of.
    pub fn decode(&self) -> Result<AnyEvent, DecodeError> {
        registry::decode(
            &self.aggregate_type,
            &self.event_type,
            &self.event_version,
            &self.payload,
        )
    }

    /// What it says, where its aggregate is known.
    pub fn decode_as<E: StoredEvent>(&self) -> Result<E, DecodeError> {
        E::decode(&self.event_type, &self.event_version, &self.payload)
    }
}

/// How many events of a type there are.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct TypeCount {
    /// The aggregate's type name.
    pub aggregate_type: String,
    /// The event's name.
    pub event_type: String,
    /// How many.
    pub events: i64,
    /// When the first was stored, microseconds since the epoch.
    pub first_at: i64,
    /// When the last was stored, microseconds since the epoch.
    pub last_at: i64,
}

/// The log of one database.
#[derive(Debug, Clone)]
pub struct EventLog {
    backend: Backend,
    reads: sql::LogReads,
    wake: watch::Sender<Cursor>,
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
        }
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

    fn announce(&self, cursor: Cursor) {
        self.wake.send_if_modified(|latest| {
            let newer = cursor > *latest;
            if newer {
                *latest = cursor;
            }
            newer
        });
    }

    async fn try_append(&self, batch: &Batch<'_>) -> Result<Verdict, StoreError> {
        match &self.backend {
            Backend::Sqlite(log) => log.try_append(batch).await,
            Backend::Postgres(log) => log.try_append(batch).await,
        }
    }
}
