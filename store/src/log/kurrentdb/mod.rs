//! The log in KurrentDB; EventStoreDB speaks the same protocol. Commands, heads, leases and all that is no event stay in
//! the database beside it.
//!
//! One folder behind the seam of [`super::EventLog`], with the cargo feature `kurrentdb`. See ADR 0028.

mod append;
mod carrying;
mod connection;
#[cfg(feature = "kurrentdb-testing")]
pub mod double;
mod journal;
mod names;
mod reads;
mod reads_of_all;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cqrs_es::persist::SerializedEvent;

use append::Stopped;
use carrying::Carrier;
use connection::Connection;
use journal::NotedStream;

use super::batch::{Batch, Verdict};
use super::commit::Commit;
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use crate::db::{Db, EventStoreUrl, Tx};
use crate::error::StoreError;
use crate::installation::Owner;

/// Events read at a time where all are counted.
const PORTION: usize = 10_000;

/// The log on a server, with the database beside it.
#[derive(Debug, Clone)]
pub(super) struct KurrentLog {
    connection: Connection,
    carrier: Arc<Carrier>,
}

impl KurrentLog {
    /// On the server that `url` names; `db` lies beside the log.
    pub(super) fn new(url: &EventStoreUrl, db: &Db) -> Self {
        let connection = Connection::new(url);
        Self {
            carrier: Arc::new(Carrier::new(connection.clone(), db)),
            connection,
        }
    }

    /// Looks whether the server can be used, and brings to its end what was left behind.
    pub(super) async fn reach(&self) -> Result<(), StoreError> {
        self.connection.ping().await.map_err(|error| match error {
            StoreError::Log(why) => StoreError::Configuration(format!(
                "{why}. Is DEMANDATLAS_EVENTSTORE_URL right, and is the server running?"
            )),
            other => other,
        })?;
        // What hinders it is told where it is appended.
        if let Err(error) = self.carrier.settle(Duration::ZERO).await {
            tracing::error!(%error, "what was begun cannot be brought to its end");
        }
        Ok(())
    }

    fn name(&self, aggregate_type: &str, aggregate_id: &str) -> String {
        names::stream_name(
            &self.connection.address.prefix,
            aggregate_type,
            aggregate_id,
        )
    }

    /// Why the server would not take this commit, whatever stands in the log.
    pub(super) fn cannot_take(commit: &Commit) -> Option<StoreError> {
        names::cannot_take(commit)
    }

    pub(super) async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError> {
        self.carrier.try_append(batch, owner).await
    }

    /// Brings to its end what a process has left behind that noted it that long ago.
    pub(super) async fn settle(&self, age: Duration) -> Result<usize, StoreError> {
        self.carrier.settle(age).await
    }

    pub(super) async fn quiet_end(&self) -> Result<(Cursor, Tx), StoreError> {
        self.carrier.quiet_end().await
    }

    pub(super) async fn is_quiet(&self, tx: &mut Tx) -> Result<bool, StoreError> {
        journal::is_empty(tx).await
    }

    /// Stores another log's events in their order; those that are there already stay as they are.
    pub(super) async fn copy_in(&self, events: &[RecordedEvent]) -> Result<(), StoreError> {
        let of = |event: &RecordedEvent| self.name(&event.aggregate_type, &event.aggregate_id);
        let mut rest = events;
        while let Some(first) = rest.first() {
            // Events of a stream that follow each other go together, if they were recorded together.
            let name = of(first);
            let along = |event: &&RecordedEvent| {
                of(event) == name && event.recorded_at == first.recorded_at
            };
            let (run, later) = rest.split_at(rest.iter().take_while(along).count());
            let stream = NotedStream::copied(name, run);
            let appended = self
                .connection
                .append_stream(&stream, first.recorded_at)
                .await;
            appended.map_err(|stopped| match stopped {
                Stopped::Moved(name) => {
                    StoreError::Damaged(format!("{name} holds other events than the file"))
                }
                Stopped::Failed(error) => error,
            })?;
            rest = later;
        }
        Ok(())
    }

    pub(super) async fn read_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
    ) -> Result<Vec<SerializedEvent>, StoreError> {
        let events = self
            .stream(aggregate_type, aggregate_id, after, usize::MAX)
            .await?;
        let json = |text: &str| {
            serde_json::from_str(text).map_err(|error| {
                StoreError::Damaged(format!("an event's JSON cannot be read: {error}"))
            })
        };
        let serialized = events.into_iter().map(|event| {
            Ok(SerializedEvent::new(
                event.aggregate_id,
                usize::try_from(event.sequence).unwrap_or(0),
                event.aggregate_type,
                event.event_type,
                event.event_version,
                json(&event.payload)?,
                json(&event.metadata)?,
            ))
        });
        serialized.collect()
    }

    pub(super) async fn stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        after: u64,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let name = self.name(aggregate_type, aggregate_id);
        self.carrier.settle_stream(&name).await?;
        self.connection.stream_after(&name, after, limit).await
    }

    pub(super) async fn last_of_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let name = self.name(aggregate_type, aggregate_id);
        self.carrier.settle_stream(&name).await?;
        self.connection.last_of_stream(&name, limit).await
    }

    pub(super) async fn all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        self.connection.all_after(cursor, limit).await
    }

    pub(super) async fn last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError> {
        self.connection.last(limit).await
    }

    pub(super) async fn head(&self) -> Result<Cursor, StoreError> {
        self.connection.head().await
    }

    /// How many events lie after `cursor`; counts no further than `most`.
    pub(super) async fn count_after(&self, cursor: Cursor, most: usize) -> Result<u64, StoreError> {
        let mut counted = 0;
        let mut at = cursor;
        while counted < most {
            let asked = (most - counted).min(PORTION);
            let events = self.all_after(at, asked).await?;
            counted += events.len();
            at = events.last().map_or(at, |event| event.cursor);
            if events.len() < asked {
                break;
            }
        }
        Ok(counted as u64)
    }

    pub(super) async fn count_by_type(&self) -> Result<Vec<TypeCount>, StoreError> {
        let mut counts: BTreeMap<(String, String), TypeCount> = BTreeMap::new();
        let mut at = Cursor::START;
        loop {
            let events = self.all_after(at, PORTION).await?;
            let whole = events.len() == PORTION;
            for event in events {
                at = event.cursor;
                let of = (event.aggregate_type, event.event_type);
                let count = counts
                    .entry(of)
                    .or_insert_with_key(|(of, event_type)| TypeCount {
                        aggregate_type: of.clone(),
                        event_type: event_type.clone(),
                        events: 0,
                        first_at: event.recorded_at,
                        last_at: event.recorded_at,
                    });
                count.events += 1;
                count.first_at = count.first_at.min(event.recorded_at);
                count.last_at = count.last_at.max(event.recorded_at);
            }
            if !whole {
                return Ok(counts.into_values().collect());
            }
        }
    }

    /// Does the server answer?
    pub(super) async fn ping(&self) -> Result<(), StoreError> {
        self.connection.ping().await
    }
}
