//! The log in KurrentDB; EventStoreDB speaks the same protocol. Commands, heads, leases and all that is no event stay in
//! the database beside it.
//!
//! One folder behind the seam of [`super::EventLog`], with the cargo feature `kurrentdb`. See ADR 0028.

mod append;
mod connection;
#[cfg(feature = "kurrentdb-testing")]
pub mod double;
mod journal;
mod names;
mod reads;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use cqrs_es::persist::SerializedEvent;

use append::{Standing, Stopped};
use connection::Connection;
use journal::{Journal, Note, Noted};

use super::batch::{Batch, Misfits, Places, Verdict};
use super::cursor::Cursor;
use super::recorded::{RecordedEvent, TypeCount};
use crate::db::{Db, EventStoreUrl, now_micros};
use crate::error::StoreError;
use crate::fail_points::dies_at;
use crate::installation::Owner;

/// Whoever noted something is given that long before others bring it to its end.
const PATIENCE_US: i64 = 200_000;
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// Events read at a time where all are counted.
const PORTION: usize = 10_000;

/// The log on a server, with the database beside it.
#[derive(Debug, Clone)]
pub(super) struct KurrentLog {
    connection: Connection,
    journal: Arc<Journal>,
}

/// How a note has ended.
enum Ended {
    /// Everything of it is in the log, the last event there.
    Stored(Cursor),
    /// Nothing of it is in the log: these of its streams had moved on.
    Stale(Vec<usize>),
}

impl KurrentLog {
    /// On the server that `url` names; `db` lies beside the log.
    pub(super) fn new(url: &EventStoreUrl, db: &Db) -> Self {
        Self {
            connection: Connection::new(url),
            journal: Arc::new(Journal::new(db.clone())),
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
        if let Err(error) = self.settle(Duration::ZERO).await {
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

    pub(super) async fn try_append(
        &self,
        batch: &Batch<'_>,
        owner: Option<&Owner>,
    ) -> Result<Verdict, StoreError> {
        let note = Note::of(batch, &self.connection.address.prefix);
        loop {
            match self.journal.note(&note, batch, owner).await? {
                Noted::Done => break,
                Noted::Refused(misfits) => return Ok(Verdict::Refused(misfits)),
                Noted::Blocked(others) => self.make_way(&others).await?,
            }
        }
        dies_at("kurrentdb.noted");
        Ok(match self.carry_out(&note).await? {
            Ended::Stored(end) => Verdict::Stored(Places::UpTo(end)),
            Ended::Stale(stale) => Verdict::Refused(Misfits {
                stale,
                ..Misfits::default()
            }),
        })
    }

    /// Brings notes to their end, those that somebody is about to after a moment only.
    async fn make_way(&self, notes: &[Note]) -> Result<(), StoreError> {
        let mut waited = Duration::ZERO;
        for note in notes {
            let patience = Duration::from_micros(PATIENCE_US.unsigned_abs());
            while now_micros() - note.noted_at < PATIENCE_US && waited < patience {
                tokio::time::sleep(LOOK_AGAIN).await;
                waited += LOOK_AGAIN;
                if !self.journal.is_noted(note).await? {
                    break;
                }
            }
            if self.journal.is_noted(note).await? {
                self.carry_out(note).await?;
            }
        }
        Ok(())
    }

    /// Brings to its end what a process has left behind that noted it that long ago.
    pub(super) async fn settle(&self, age: Duration) -> Result<usize, StoreError> {
        let age = i64::try_from(age.as_micros()).unwrap_or(i64::MAX);
        let notes = self
            .journal
            .before(now_micros().saturating_sub(age))
            .await?;
        for note in &notes {
            self.carry_out(note).await?;
        }
        Ok(notes.len())
    }

    /// Appends what is noted, all or nothing, and takes the note away. May be done by several at once.
    async fn carry_out(&self, note: &Note) -> Result<Ended, StoreError> {
        let mut standings = self.connection.standings(note).await?;
        loop {
            let has = |standing| standings.contains(&standing);
            let begun = has(Standing::Begun);
            if has(Standing::Stale) {
                if !begun {
                    self.journal.discard(note).await?;
                    return Ok(Ended::Stale(stale(&standings)));
                }
                if self.journal.is_noted(note).await? {
                    return Err(written_by_others(note, &standings));
                }
                // Another process has brought it to its end, and the log has gone on.
                return Ok(Ended::Stored(self.head().await?));
            }
            match self.connection.append(note).await {
                Ok(end) => {
                    dies_at("kurrentdb.appended");
                    self.journal.finish(note).await?;
                    return Ok(Ended::Stored(end));
                }
                Err(Stopped::Moved) => standings = self.connection.standings(note).await?,
                Err(Stopped::TooLarge(error)) => {
                    let standings = self.connection.standings(note).await?;
                    if !standings.contains(&Standing::Begun) {
                        self.journal.discard(note).await?;
                    }
                    return Err(error);
                }
                Err(Stopped::Failed(error)) => return Err(error),
            }
        }
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
            let stream = journal::NotedStream::copied(name, run);
            let appended = self
                .connection
                .append_stream(&stream, first.recorded_at)
                .await;
            appended.map_err(|stopped| match stopped {
                Stopped::Moved => {
                    StoreError::Damaged(format!("{} holds other events than the file", stream.name))
                }
                Stopped::TooLarge(error) | Stopped::Failed(error) => error,
            })?;
            rest = later;
        }
        Ok(())
    }

    /// Nothing that was decided on the stream is still on its way when this returns.
    async fn settle_stream(&self, stream: &str) -> Result<(), StoreError> {
        let notes = self.journal.on_stream(stream).await?;
        self.make_way(&notes).await
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
        self.settle_stream(&name).await?;
        self.connection.stream_after(&name, after, limit).await
    }

    pub(super) async fn last_of_stream(
        &self,
        aggregate_type: &str,
        aggregate_id: &str,
        limit: usize,
    ) -> Result<Vec<RecordedEvent>, StoreError> {
        let name = self.name(aggregate_type, aggregate_id);
        self.settle_stream(&name).await?;
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
        let last = self.connection.last(1).await?;
        Ok(last.last().map_or(Cursor::START, |event| event.cursor))
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

fn stale(standings: &[Standing]) -> Vec<usize> {
    let standings = standings.iter().enumerate();
    standings
        .filter(|(_, standing)| **standing == Standing::Stale)
        .map(|(index, _)| index)
        .collect()
}

fn written_by_others(note: &Note, standings: &[Standing]) -> StoreError {
    let names = stale(standings)
        .into_iter()
        .map(|index| note.streams[index].name.as_str());
    StoreError::Damaged(format!(
        "something else than this product has written to {} in KurrentDB: what was begun cannot be brought to its end",
        names.collect::<Vec<_>>().join(", ")
    ))
}
