//! Events into an empty store, in one transaction.

use std::io::BufRead;

use sqlx::QueryBuilder;

use super::asides::{self, Along, Aside};
use super::check::Checked;
use super::error::TransferError;
use super::format::{Summary, Tally, from_line, to_line};
use super::heads::insert_heads;
use super::links;
use crate::db::{Storage, Tx};
use crate::installation;
use crate::links::{Link, LinkQueue};
use crate::log::{Cursor, EventLog, RecordedEvent};
use crate::with_tx;

/// Events per statement: nine parameters each, below SQLite's 32,766.
const ROWS_PER_STATEMENT: usize = 2_000;
/// Events read back at a time.
const PORTION: usize = 10_000;

/// Imports the events of a file that passed [`super::check`]: all of them, or none. The log then belongs to the
/// secret key with that fingerprint. Jobs that were under way go on from a backup; from an export, which does not have their
/// rows, they are to be ended ([`installation::unfinished_import`]).
pub async fn import(
    storage: &Storage,
    log: &EventLog,
    mut file: impl BufRead + Send,
    checked: &Checked,
    fingerprint: &str,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), TransferError> {
    let elsewhere = log.import_elsewhere(&storage.log, &mut file, checked, fingerprint, progress);
    if let Some(imported) = elsewhere.await {
        return imported;
    }
    let mut tx = storage.log.begin().await?;
    tx.lift_time_limits().await?;
    // Appenders wait, and then find the store filled.
    EventLog::lock_appends(&mut tx).await?;
    let empty = with_tx!(&mut tx, conn =>
        sqlx::query("SELECT 1 FROM events LIMIT 1").fetch_optional(conn).await.map(|row| row.is_none()))?;
    if !empty {
        return Err(TransferError::NotEmpty);
    }
    installation::take_over(&mut tx, fingerprint, &checked.summary.sha256).await?;
    let (end, chain) = insert_all(&mut tx, file, checked.summary.events, progress).await?;
    links::insert_all(&mut tx, &chain, checked.summary.events).await?;
    insert_heads(&mut tx, &checked.heads).await?;
    if !checked.is_backup {
        installation::leave_unfinished(&mut tx, end).await?;
    }
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

/// Returns the cursor of the last event, and the links.
async fn insert_all(
    tx: &mut Tx,
    file: impl BufRead,
    events: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Cursor, Vec<Link>), TransferError> {
    let mut waiting = Vec::with_capacity(ROWS_PER_STATEMENT);
    let mut along = Vec::new();
    let mut chain = Vec::new();
    let mut done = 0;
    let mut end = Cursor::START;
    // The first line names the format, which is checked.
    for line in file.lines().skip(1) {
        let line = line?;
        if let Some(aside) = Aside::from_line(&line) {
            along.push(aside);
            continue;
        }
        if let Some(Ok(link)) = links::from_line(&line, end) {
            chain.push(link);
            continue;
        }
        match from_line(&line) {
            Ok(event) => {
                end = event.cursor;
                waiting.push(event);
            }
            // The closing line; the count shows whether it came too early.
            Err(_) => break,
        }
        if waiting.len() == ROWS_PER_STATEMENT {
            insert_events(tx, &waiting).await?;
            done += waiting.len() as u64;
            waiting.clear();
            progress(done);
        }
    }
    if !waiting.is_empty() {
        insert_events(tx, &waiting).await?;
        done += waiting.len() as u64;
        progress(done);
    }
    if done != events {
        return Err(TransferError::CutOff);
    }
    asides::insert(tx, &along).await?;
    Ok((end, chain))
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

/// The content of the store, summed up as by an export.
async fn read_back(tx: &mut Tx) -> Result<Summary, TransferError> {
    let mut tally = Tally::default();
    let mut chain = LinkQueue::default();
    let mut at = Cursor::START;
    loop {
        let events = EventLog::read_within(tx, at, PORTION).await?;
        if let Some(last) = events.last() {
            links::read_to(&mut chain, tx, last.cursor).await?;
        }
        for event in &events {
            while let Some(link) = chain.next_if(|link| link.ends_at < event.cursor) {
                tally.note(&links::to_line(&link));
            }
            tally.take(&to_line(event).ok_or(TransferError::Unwritable(event.cursor))?);
        }
        match events.last() {
            Some(last) => at = last.cursor,
            None => break,
        }
    }
    while let Some(link) = chain.next_if(|link| link.ends_at <= at) {
        tally.note(&links::to_line(&link));
    }
    asides::read(tx, Along::Everything, &mut |aside| {
        tally.note(&aside.to_line());
        Ok(())
    })
    .await?;
    Ok(tally.summary())
}
