//! Events into an empty store, in one transaction.

use std::io::BufRead;

use sqlx::QueryBuilder;

use super::check::{Checked, Head};
use super::error::TransferError;
use super::format::{Summary, Tally, from_line, to_line};
use crate::db::{Storage, Tx};
use crate::log::{Cursor, EventLog, RecordedEvent};
use crate::with_tx;

/// Events per statement: nine parameters each, below SQLite's 32,766.
const ROWS_PER_STATEMENT: usize = 2_000;
/// Events read back at a time.
const PORTION: usize = 10_000;

/// Imports the events of a file that [`super::check`] has found good: all of them, or none.
pub async fn import(
    storage: &Storage,
    log: &EventLog,
    file: impl BufRead + Send,
    checked: &Checked,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), TransferError> {
    let mut tx = storage.log.begin().await?;
    if let Tx::Postgres(_) = tx {
        tx.run_script("SET LOCAL statement_timeout = 0").await?;
    }
    // Whoever appends waits, and then finds the store filled.
    EventLog::lock_appends(&mut tx).await?;
    let empty = with_tx!(&mut tx, conn =>
        sqlx::query("SELECT 1 FROM events LIMIT 1").fetch_optional(conn).await.map(|row| row.is_none()))?;
    if !empty {
        return Err(TransferError::NotEmpty);
    }
    insert_all(&mut tx, file, checked.summary.events, progress).await?;
    insert_heads(&mut tx, &checked.heads).await?;
    if let Tx::Postgres(_) = tx {
        tx.run_script(
            "SELECT setval(pg_get_serial_sequence('events', 'position'), \
                           GREATEST((SELECT MAX(position) FROM events), 1))",
        )
        .await?;
    }
    if read_back(&mut tx).await? != checked.summary {
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

async fn insert_heads(tx: &mut Tx, heads: &[Head]) -> Result<(), TransferError> {
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
            tally.take(&to_line(event).ok_or(TransferError::Unwritable(event.cursor))?);
        }
        match events.last() {
            Some(last) => at = last.cursor,
            None => return Ok(tally.summary()),
        }
    }
}
