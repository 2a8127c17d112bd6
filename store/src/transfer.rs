//! The whole log as lines of JSON, and back into an empty store of either engine.
//!
//! A line is an event with its payload and metadata byte for byte as stored; the last line holds the
//! number of events and the SHA-256 of all lines before it, sealed with the installation's key, so that a
//! file that was cut off or changed is refused before anything is written. An import is one transaction.

use std::collections::HashMap;
use std::io::BufRead;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use sqlx::QueryBuilder;

use crate::db::{Storage, Tx};
use crate::error::StoreError;
use crate::log::{Cursor, EventLog, RecordedEvent};
use crate::seals::{Seal, SealKey};
use crate::with_tx;

/// Events per statement: nine parameters each, below SQLite's 32,766.
const ROWS_PER_STATEMENT: usize = 2_000;
/// Events read at a time.
const PORTION: usize = 10_000;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventLine<'a> {
    position: i64,
    aggregate_type: String,
    aggregate_id: String,
    sequence: u64,
    event_type: String,
    event_version: String,
    recorded_at: i64,
    #[serde(borrow)]
    payload: &'a RawValue,
    #[serde(borrow)]
    metadata: &'a RawValue,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: Summary,
    /// Over the summary; nobody without the key can close a file that was cut.
    #[serde(default)]
    seal: Option<String>,
}

/// What a file of events holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// How many events.
    pub events: u64,
    /// SHA-256 of their lines, line ends included, in hexadecimal.
    pub sha256: String,
}

/// Why events cannot be exported or imported; nothing was written to a store.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// A line is not what an export writes.
    #[error("line {line}: {what}")]
    Line {
        /// Counted from 1.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// The file ends without its last line.
    #[error("the file was cut off: its last line, with the count and the checksum, is missing")]
    CutOff,
    /// The last line does not fit the lines before it.
    #[error("the file was changed: it should hold {expected:?} and holds {found:?}")]
    Changed {
        /// What the last line says.
        expected: Summary,
        /// What there is.
        found: Summary,
    },
    /// The last line fits, but was not written with the installation's key.
    #[error(
        "the closing line has no seal of this installation's secret key: the file was changed, or it comes \
         from another installation, whose secret.key must be copied first (or set DEMANDATLAS_SECRET_KEY \
         to it)"
    )]
    Unsealed,
    /// There are events already.
    #[error("the store is not empty: events are imported into an empty store only")]
    NotEmpty,
    /// A stored event cannot be written as a line.
    #[error("event {0} has a payload or metadata that is no JSON on one line")]
    Unwritable(Cursor),
    /// What was read back is not what was imported.
    #[error("the imported events differ from the file's; the import was undone")]
    ReadBack,
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TransferError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// Counts and hashes lines on their way.
#[derive(Default)]
struct Tally {
    events: u64,
    hash: Sha256,
}

impl Tally {
    fn take(&mut self, line: &str) {
        self.events += 1;
        self.hash.update(line.as_bytes());
        self.hash.update(b"\n");
    }

    fn summary(&self) -> Summary {
        Summary {
            events: self.events,
            sha256: hex::encode(self.hash.clone().finalize()),
        }
    }
}

/// Writes every event up to the log's end at the start, a line each, and the closing line.
pub async fn export(
    log: &EventLog,
    key: &SealKey,
    out: &mut (dyn std::io::Write + Send),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, TransferError> {
    let end = log.head().await?;
    let mut tally = Tally::default();
    let mut at = Cursor::START;
    loop {
        let events = log.read_many_after(at, PORTION).await?;
        for event in events.iter().filter(|event| event.cursor <= end) {
            let line = to_line(event)?;
            tally.take(&line);
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
        progress(tally.events);
        at = events.last().map_or(end, |event| event.cursor);
        if at >= end {
            break;
        }
    }
    let end = tally.summary();
    let seal = Some(key.export(end.events, &end.sha256).to_string());
    let closing = EndLine { end, seal };
    serde_json::to_writer(&mut *out, &closing).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(closing.end)
}

fn to_line(event: &RecordedEvent) -> Result<String, TransferError> {
    let unwritable = || TransferError::Unwritable(event.cursor);
    let raw = |text: &str| {
        let raw = RawValue::from_string(text.to_owned()).map_err(|_| unwritable())?;
        // A line break, or a space at an end, would not come back as it was.
        let whole = raw.get() == text && !text.contains('\n');
        if whole { Ok(raw) } else { Err(unwritable()) }
    };
    let line = EventLine {
        position: event.cursor.position(),
        aggregate_type: event.aggregate_type.clone(),
        aggregate_id: event.aggregate_id.clone(),
        sequence: event.sequence,
        event_type: event.event_type.clone(),
        event_version: event.event_version.clone(),
        recorded_at: event.recorded_at,
        payload: &raw(&event.payload)?,
        metadata: &raw(&event.metadata)?,
    };
    serde_json::to_string(&line).map_err(|_| unwritable())
}

/// A sealed stream's head, to be stored with the imported events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedHead {
    /// The aggregate's type name.
    pub aggregate_type: String,
    /// The aggregate's id.
    pub aggregate_id: String,
    /// How many events the stream has.
    pub events: u64,
    /// Seals the count and the last event.
    pub seal: Seal,
}

/// Judges events before they are imported, and knows the heads of their streams at the end.
pub trait ImportCheck {
    /// Looks at the next event; says what is wrong with it.
    fn check(&mut self, event: &RecordedEvent) -> Result<(), String>;
    /// The heads of the sealed streams, once every event was looked at.
    fn heads(&self) -> Vec<ImportedHead>;
}

/// Reads a file of events to its end and calls `each` with every one; answers what it holds.
///
/// The order of the log and of every stream is checked, and the closing line with its seal.
pub fn read(
    file: impl BufRead,
    key: &SealKey,
    each: &mut dyn FnMut(RecordedEvent) -> Result<(), String>,
) -> Result<Summary, TransferError> {
    let mut tally = Tally::default();
    let mut order = Order::default();
    let mut end: Option<EndLine> = None;
    for (line, number) in file.lines().zip(1..) {
        let line = line?;
        let wrong = |what: String| TransferError::Line { line: number, what };
        if end.is_some() {
            return Err(wrong("there is more after the closing line".to_owned()));
        }
        if let Ok(closing) = serde_json::from_str::<EndLine>(&line) {
            end = Some(closing);
            continue;
        }
        tally.take(&line);
        let event = from_line(&line).map_err(wrong)?;
        order.check(&event).map_err(wrong)?;
        each(event).map_err(wrong)?;
    }
    let EndLine { end, seal } = end.ok_or(TransferError::CutOff)?;
    let found = tally.summary();
    if end != found {
        return Err(TransferError::Changed {
            expected: end,
            found,
        });
    }
    let sealed = key.export(found.events, &found.sha256).to_string();
    if seal.is_none_or(|seal| seal != sealed) {
        return Err(TransferError::Unsealed);
    }
    Ok(found)
}

fn from_line(line: &str) -> Result<RecordedEvent, String> {
    let event: EventLine<'_> =
        serde_json::from_str(line).map_err(|error| format!("this is no event: {error}"))?;
    if event.position < 1 || event.sequence < 1 {
        return Err("positions and sequences count from 1".to_owned());
    }
    Ok(RecordedEvent {
        cursor: Cursor::from_position(event.position),
        aggregate_type: event.aggregate_type,
        aggregate_id: event.aggregate_id,
        sequence: event.sequence,
        event_type: event.event_type,
        event_version: event.event_version,
        payload: event.payload.get().to_owned(),
        metadata: event.metadata.get().to_owned(),
        recorded_at: event.recorded_at,
    })
}

/// Positions rise, and every stream counts from 1 without a gap.
#[derive(Default)]
struct Order {
    at: Cursor,
    streams: HashMap<(String, String), u64>,
}

impl Order {
    fn check(&mut self, event: &RecordedEvent) -> Result<(), String> {
        if event.cursor <= self.at {
            return Err(format!("position {} does not rise", event.cursor));
        }
        self.at = event.cursor;
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let sequence = self.streams.entry(stream).or_default();
        *sequence += 1;
        if event.sequence == *sequence {
            Ok(())
        } else {
            Err(format!(
                "event {} of {} {} stands where event {sequence} should",
                event.sequence, event.aggregate_type, event.aggregate_id
            ))
        }
    }
}

/// Imports the events of a file that [`read`] has found whole: all of them, or none.
pub async fn import(
    storage: &Storage,
    log: &EventLog,
    file: impl BufRead + Send,
    summary: &Summary,
    heads: Vec<ImportedHead>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), TransferError> {
    let mut tx = storage.log.begin().await?;
    if let Tx::Postgres(_) = tx {
        // The append lock: whoever appends waits, and then finds the store filled.
        tx.run_script("SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(4916206231);")
            .await?;
    }
    let empty = with_tx!(&mut tx, conn =>
        sqlx::query("SELECT 1 FROM events LIMIT 1").fetch_optional(conn).await.map(|row| row.is_none()))?;
    if !empty {
        return Err(TransferError::NotEmpty);
    }
    insert_all(&mut tx, file, summary.events, progress).await?;
    insert_heads(&mut tx, &heads).await?;
    if let Tx::Postgres(_) = tx {
        tx.run_script(
            "SELECT setval(pg_get_serial_sequence('events', 'position'), \
                           GREATEST((SELECT MAX(position) FROM events), 1))",
        )
        .await?;
    }
    if read_back(&mut tx).await? != *summary {
        return Err(TransferError::ReadBack);
    }
    tx.commit().await?;
    log.wake_all().await?;
    Ok(())
}

async fn insert_all(
    tx: &mut Tx,
    file: impl BufRead,
    events: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), TransferError> {
    let mut waiting = Vec::with_capacity(ROWS_PER_STATEMENT);
    let mut done = 0;
    let mut lines = file.lines();
    while done < events {
        waiting.clear();
        for line in lines.by_ref().take(ROWS_PER_STATEMENT) {
            let line = line?;
            match from_line(&line) {
                Ok(event) => waiting.push(event),
                // The closing line; the count tells whether it came too early.
                Err(_) => break,
            }
        }
        if waiting.is_empty() {
            return Err(TransferError::CutOff);
        }
        insert_events(tx, &waiting).await?;
        done += waiting.len() as u64;
        progress(done);
    }
    Ok(())
}

async fn insert_events(tx: &mut Tx, events: &[RecordedEvent]) -> Result<(), TransferError> {
    // The columns are JSON on PostgreSQL.
    let cast = if matches!(tx, Tx::Postgres(_)) {
        "::json"
    } else {
        ""
    };
    with_tx!(tx, conn => {
        let mut insert = QueryBuilder::new(
            "INSERT INTO events (position, aggregate_type, aggregate_id, sequence, event_type, \
             event_version, payload, metadata, recorded_at) ",
        );
        insert.push_values(events, |mut row, event| {
            row.push_bind(event.cursor.position())
                .push_bind(&event.aggregate_type)
                .push_bind(&event.aggregate_id)
                .push_bind(i64::try_from(event.sequence).unwrap_or(i64::MAX))
                .push_bind(&event.event_type)
                .push_bind(&event.event_version)
                .push_bind(&event.payload)
                .push_unseparated(cast)
                .push_bind(&event.metadata)
                .push_unseparated(cast)
                .push_bind(event.recorded_at);
        });
        insert.build().persistent(false).execute(conn).await.map(drop)
    })?;
    Ok(())
}

async fn insert_heads(tx: &mut Tx, heads: &[ImportedHead]) -> Result<(), TransferError> {
    for chunk in heads.chunks(ROWS_PER_STATEMENT) {
        with_tx!(&mut *tx, conn => {
            let mut insert = QueryBuilder::new(
                "INSERT INTO stream_heads (aggregate_type, aggregate_id, events, seal) ",
            );
            insert.push_values(chunk, |mut row, head| {
                row.push_bind(&head.aggregate_type)
                    .push_bind(&head.aggregate_id)
                    .push_bind(i64::try_from(head.events).unwrap_or(i64::MAX))
                    .push_bind(head.seal.to_string());
            });
            insert.build().persistent(false).execute(conn).await.map(drop)
        })?;
    }
    Ok(())
}

/// What lies in the store now, as an export would sum it up.
async fn read_back(tx: &mut Tx) -> Result<Summary, TransferError> {
    let mut tally = Tally::default();
    let mut at = Cursor::START;
    loop {
        let events = EventLog::read_within(tx, at, PORTION).await?;
        for event in &events {
            tally.take(&to_line(event)?);
        }
        match events.last() {
            Some(last) => at = last.cursor,
            None => return Ok(tally.summary()),
        }
    }
}
