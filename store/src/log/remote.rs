//! The seam for a log on its own server, next to the database: what such a log does. [`super::event_store_url`]
//! chooses one.

use std::fmt;
use std::io::BufRead;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use cqrs_es::persist::SerializedEvent;

use super::batch::{Batch, Verdict};
use super::commit::Commit;
use super::continuity::LastEvent;
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use crate::db::{Db, Doubts, Tx};
use crate::error::StoreError;
use crate::installation::Owner;
use crate::seals::SealKey;
use crate::transfer::{Checked, TransferError};

/// A server of events.
pub(super) trait EventServer: Send + Sync {
    /// The name of what holds the events, with the database's.
    fn engine(&self, beside: &Db) -> &'static str;

    /// The log there, with `beside` for everything that is not an event but the read models, which are in `views`.
    fn log(&self, beside: &Db, views: &Db, doubts: &Doubts) -> Arc<dyn RemoteLog>;
}

/// A log on such a server. Methods without a comment do the same as the log's ([`super::EventLog`]).
#[async_trait]
pub(super) trait RemoteLog: fmt::Debug + Send + Sync {
    async fn read_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
    ) -> Result<Vec<SerializedEvent>, StoreError>;

    async fn stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError>;

    async fn last_of_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError>;

    async fn all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError>;

    async fn last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError>;

    async fn head(&self) -> Result<Cursor, StoreError>;

    /// The number of events after `cursor`; counts no further than `most`.
    async fn count_after(&self, cursor: Cursor, most: usize) -> Result<u64, StoreError>;

    async fn count_by_type(&self) -> Result<Vec<TypeCount>, StoreError>;

    /// Why the server would refuse this commit, whatever the log holds.
    fn cannot_take(&self, commit: &Commit) -> Option<StoreError>;

    async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError>;

    async fn quiet_end(&self) -> Result<(Cursor, Tx), StoreError>;

    /// Completes what a process left half appended that long ago or longer.
    async fn settle(&self, age: Duration) -> Result<usize, StoreError>;

    /// How often a process has found that the log had lost events.
    async fn put_backs(&self) -> Result<u64, StoreError>;

    /// The log no longer holds `lost`: drops what the databases beside it remember of it and of what came after it,
    /// unless the log holds the event after all, or was found put back more often than `known`. Returns how often now.
    async fn forget_lost(
        &self,
        lost: &LastEvent,
        known: Option<u64>,
        seals: &SealKey,
    ) -> Result<u64, StoreError>;

    /// Can the server be used? Completes what was left half appended and, with `seals`, drops what the databases remember
    /// beyond the log's end.
    async fn reach(&self, seals: Option<&SealKey>) -> Result<(), StoreError>;

    /// Does the server answer?
    async fn ping(&self) -> Result<(), StoreError>;

    /// See [`crate::transfer::import()`]; the caller wakes the subscriptions.
    async fn import(
        &self,
        beside: &Db,
        file: &mut (dyn BufRead + Send),
        checked: &Checked,
        fingerprint: &str,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError>;
}
