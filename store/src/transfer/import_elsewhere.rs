//! Events into an empty log on a server of its own, which takes them one stream after the other and gives them new
//! positions. What was interrupted is gone on with by importing the same file again: what is there already is not
//! stored twice.

use std::io::BufRead;
use std::time::Duration;

use super::asides::{self, Aside};
use super::check::Checked;
use super::error::TransferError;
use super::format::{Summary, Tally, from_line, to_line};
use super::heads::insert_heads;
use crate::db::{Storage, Tx};
use crate::installation;
use crate::log::{Cursor, EventLog, RecordedEvent};

/// Events handed to the log, and read back, at a time.
const PORTION: usize = 2_000;

/// As [`super::import()`]; whoever appends waits meanwhile.
pub(super) async fn import(
    storage: &Storage,
    log: &EventLog,
    file: impl BufRead + Send,
    checked: &Checked,
    fingerprint: &str,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(), TransferError> {
    let sha256 = &checked.summary.sha256;
    log.settle(Duration::ZERO).await?;
    let mut tx = storage.log.begin().await?;
    EventLog::lock_appends(&mut tx).await?;
    let begun = installation::begun_import(&mut tx).await?;
    let is_empty = log.is_quiet(&mut tx).await? && log.head().await? == Cursor::START;
    // Once it has begun, nobody else appends anything.
    if !is_empty && begun.as_ref() != Some(sha256) {
        return Err(TransferError::NotEmpty);
    }
    installation::begin_import(&mut tx, sha256).await?;
    tx.commit().await?;

    let mut tx = storage.log.begin().await?;
    tx.lift_time_limits().await?;
    EventLog::lock_appends(&mut tx).await?;
    let (copied, along) = copy_all(log, file, checked.summary.events, progress).await?;
    asides::insert(&mut tx, &along).await?;
    insert_heads(&mut tx, &checked.heads).await?;
    if read_back(&mut tx, log).await? != copied {
        return Err(TransferError::ReadBackElsewhere);
    }
    installation::take_over(&mut tx, fingerprint, sha256).await?;
    installation::leave_unfinished(&mut tx, log.head().await?).await?;
    installation::end_import(&mut tx).await?;
    tx.commit().await?;
    log.wake_all().await?;
    Ok(())
}

/// Answers what was copied, as [`read_back`] sums it up, and what goes along.
async fn copy_all(
    log: &EventLog,
    file: impl BufRead,
    events: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Summary, Vec<Aside>), TransferError> {
    let mut tally = Tally::default();
    let mut along = Vec::new();
    let mut waiting = Vec::with_capacity(PORTION);
    // The first names the format, which is checked.
    for line in file.lines().skip(1) {
        let line = line?;
        if let Some(aside) = Aside::from_line(&line) {
            along.push(aside);
            continue;
        }
        // The closing line; the count tells whether it came too early.
        let Ok(event) = from_line(&line) else { break };
        tally.take(&without_place(&event)?);
        waiting.push(event);
        if waiting.len() == PORTION {
            log.copy_in(&waiting).await?;
            waiting.clear();
            progress(tally.events);
        }
    }
    log.copy_in(&waiting).await?;
    progress(tally.events);
    if tally.events != events {
        return Err(TransferError::CutOff);
    }
    for aside in &along {
        tally.note(&aside.to_line());
    }
    Ok((tally.summary(), along))
}

async fn read_back(tx: &mut Tx, log: &EventLog) -> Result<Summary, TransferError> {
    let mut tally = Tally::default();
    let mut at = Cursor::START;
    loop {
        let events = log.read_many_after(at, PORTION).await?;
        for event in &events {
            tally.take(&without_place(event)?);
        }
        match events.last() {
            Some(last) => at = last.cursor,
            None => break,
        }
    }
    asides::read(tx, true, &mut |aside| {
        tally.note(&aside.to_line());
        Ok(())
    })
    .await?;
    Ok(tally.summary())
}

/// Its line, but for its position, which the server gives anew.
fn without_place(event: &RecordedEvent) -> Result<String, TransferError> {
    let placed = RecordedEvent {
        cursor: Cursor::START,
        ..event.clone()
    };
    to_line(&placed).ok_or(TransferError::Unwritable(event.cursor))
}
