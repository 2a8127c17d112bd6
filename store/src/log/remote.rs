//! The seam for a log that lies on a server of its own, beside the database and not in it: what such a log does. Which
//! one it is says [`super::event_store_url`].

use std::fmt;
use std::io::BufRead;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use cqrs_es::persist::SerializedEvent;

use super::batch::{Batch, Verdict};
use super::commit::Commit;
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::installation::Owner;
use crate::transfer::{Checked, TransferError};

/// A server of events.
pub(super) trait EventServer: Send + Sync {
    /// What holds the events, and what lies beside them, by name.
    fn engine(&self, beside: &Db) -> &'static str;

    /// The log there, with `beside` for all that is no event.
    fn log(&self, beside: &Db) -> Arc<dyn RemoteLog>;
}

/// A log on such a server. Methods without a word do what those of the log ([`super::EventLog`]) do.
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

    /// How many events lie after `cursor`; counts no further than `most`.
    async fn count_after(&self, cursor: Cursor, most: usize) -> Result<u64, StoreError>;

    async fn count_by_type(&self) -> Result<Vec<TypeCount>, StoreError>;

    /// Why the server would not take this commit, whatever the log holds.
    fn cannot_take(&self, commit: &Commit) -> Option<StoreError>;

    async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError>;

    async fn quiet_end(&self) -> Result<(Cursor, Tx), StoreError>;

    /// Completes what a process has left behind half appended that began that long ago.
    async fn settle(&self, age: Duration) -> Result<usize, StoreError>;

    /// Can the server be used? Completes what was left behind.
    async fn reach(&self) -> Result<(), StoreError>;

    /// Does the server answer?
    async fn ping(&self) -> Result<(), StoreError>;

    /// See [`crate::transfer::import()`]; the caller wakes whoever follows the log.
    async fn import(
        &self,
        beside: &Db,
        file: &mut (dyn BufRead + Send),
        checked: &Checked,
        fingerprint: &str,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError>;
}
