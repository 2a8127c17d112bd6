//! The log in KurrentDB; EventStoreDB speaks the same protocol. Commands, heads, leases and everything else that is
//! not an event stay in the database.
//!
//! One folder behind the seam ([`super::remote`]), with the cargo feature `kurrentdb`. See ADR 0028.

mod address;
mod append;
mod carrying;
mod connection;
#[cfg(feature = "kurrentdb-testing")]
pub mod double;
mod heads;
mod import;
mod import_mark;
mod journal;
mod names;
mod put_back;
mod reads;
mod reads_of_all;

use std::collections::BTreeMap;
use std::io::BufRead;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use cqrs_es::persist::SerializedEvent;

use address::KurrentServer;
pub(super) use address::server;
use append::Stopped;
use carrying::Carrier;
use connection::Connection;
use journal::NotedStream;

use super::batch::{Batch, Verdict};
use super::commit::Commit;
use super::continuity::LastEvent;
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use super::remote::{EventServer, RemoteLog};
use crate::db::{Db, Doubts, Tx};
use crate::error::StoreError;
use crate::installation::Owner;
use crate::seals::SealKey;
use crate::transfer::{Checked, TransferError};

/// Events read at a time to count them all.
const PORTION: usize = 10_000;

/// The log on a server, with the database next to it.
#[derive(Debug, Clone)]
pub(super) struct KurrentLog {
    connection: Connection,
    carrier: Arc<Carrier>,
    beside: Db,
    views: Db,
}

impl EventServer for KurrentServer {
    fn engine(&self, beside: &Db) -> &'static str {
        match beside {
            Db::Sqlite { .. } => "KurrentDB beside SQLite",
            Db::Postgres(_) => "KurrentDB beside PostgreSQL",
        }
    }

    fn log(&self, beside: &Db, views: &Db, doubts: &Doubts) -> Arc<dyn RemoteLog> {
        let connection = Connection::new(self, doubts.clone());
        Arc::new(KurrentLog {
            carrier: Arc::new(Carrier::new(connection.clone(), beside)),
            connection,
            beside: beside.clone(),
            views: views.clone(),
        })
    }
}

impl KurrentLog {
    fn name(&self, aggregate_type: &str, aggregate_id: &str) -> String {
        names::stream_name(
            &self.connection.address.prefix,
            aggregate_type,
            aggregate_id,
        )
    }

    /// Stores another log's events in their order; events that are already there stay as they are.
    pub(super) async fn copy_in(&self, events: &[RecordedEvent]) -> Result<(), StoreError> {
        let of = |event: &RecordedEvent| self.name(&event.aggregate_type, &event.aggregate_id);
        let mut rest = events;
        while let Some(first) = rest.first() {
            // Consecutive events of a stream go together, if they were recorded together.
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
}

#[async_trait]
impl RemoteLog for KurrentLog {
    async fn reach(&self, seals: Option<&SealKey>) -> Result<(), StoreError> {
        self.connection.ping().await.map_err(|error| match error {
            StoreError::Log(why) => StoreError::Configuration(format!(
                "{why}. Is DEMANDATLAS_EVENTSTORE_URL right, and is the server running?"
            )),
            other => other,
        })?;
        // What stops it is reported where it is appended.
        if let Err(error) = self.carrier.settle(Duration::ZERO).await {
            tracing::error!(%error, "could not complete half-appended commits");
        }
        match seals {
            Some(seals) => self.forget_if_behind(seals).await,
            None => Ok(()),
        }
    }

    async fn put_backs(&self) -> Result<u64, StoreError> {
        self.count_put_backs().await
    }

    async fn forget_lost(
        &self,
        lost: &LastEvent,
        known: Option<u64>,
        seals: &SealKey,
    ) -> Result<u64, StoreError> {
        self.forget(Some(lost), known, seals).await
    }

    fn cannot_take(&self, commit: &Commit) -> Option<StoreError> {
        names::cannot_take(commit)
    }

    async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError> {
        self.carrier.try_append(batch, owner).await
    }

    async fn settle(&self, age: Duration) -> Result<usize, StoreError> {
        self.carrier.settle(age).await
    }

    async fn quiet_end(&self) -> Result<(Cursor, Tx), StoreError> {
        self.carrier.quiet_end().await
    }

    async fn read_stream(
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

    async fn stream(
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

    async fn last_of_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let name = self.name(aggregate_type, aggregate_id);
        self.carrier.settle_stream(&name).await?;
        self.connection.last_of_stream(&name, limit).await
    }

    async fn all_after(
        &self,
        cursor: Cursor,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        self.connection.all_after(cursor, limit).await
    }

    async fn last(&self, limit: usize) -> Result<Vec<RecordedEvent>, StoreError> {
        self.connection.last(limit).await
    }

    async fn head(&self) -> Result<Cursor, StoreError> {
        self.connection.head().await
    }

    async fn count_after(&self, cursor: Cursor, most: usize) -> Result<u64, StoreError> {
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

    async fn count_by_type(&self) -> Result<Vec<TypeCount>, StoreError> {
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

    async fn import(
        &self,
        beside: &Db,
        file: &mut (dyn BufRead + Send),
        checked: &Checked,
        fingerprint: &str,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError> {
        self.take_in(beside, file, checked, fingerprint, progress)
            .await
    }

    async fn ping(&self) -> Result<(), StoreError> {
        self.connection.ping().await
    }
}
