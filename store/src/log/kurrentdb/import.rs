//! Import into an empty log on its own server, which takes the events one stream after the other and gives them new
//! positions. To continue an interrupted import, import the same file again: events that are already there are not
//! stored twice.

use std::io::BufRead;
use std::time::Duration;

use super::import_mark::begun_import;
use super::{KurrentLog, journal};
use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::installation::{self, BEGUN_IMPORT};
use crate::links::Link;
use crate::log::postgres::lock_appends;
use crate::log::remote::RemoteLog as _;
use crate::log::{Cursor, RecordedEvent};
use crate::transfer::asides::{self, Along, Aside};
use crate::transfer::format::{Tally, from_line, to_line};
use crate::transfer::heads::insert_heads;
use crate::transfer::links;
use crate::transfer::{Checked, Summary, TransferError};
use crate::with_tx;

/// Events stored, and read back, at a time.
const PORTION: usize = 2_000;

impl KurrentLog {
    /// As [`crate::transfer::import()`]; appenders wait meanwhile.
    pub(super) async fn take_in(
        &self,
        beside: &Db,
        file: &mut (dyn BufRead + Send),
        checked: &Checked,
        fingerprint: &str,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<(), TransferError> {
        let sha256 = &checked.summary.sha256;
        self.settle(Duration::ZERO).await?;
        let mut tx = beside.begin().await?;
        lock_appends(&mut tx).await?;
        let begun = begun_import(&mut tx).await?;
        let is_empty = journal::is_empty(&mut tx).await? && self.head().await? == Cursor::START;
        // Once it has begun, nobody else appends anything.
        if !is_empty && begun.as_ref() != Some(sha256) {
            return Err(TransferError::NotEmpty);
        }
        installation::put(&mut tx, BEGUN_IMPORT, sha256).await?;
        tx.commit().await?;

        let mut tx = beside.begin().await?;
        tx.lift_time_limits().await?;
        lock_appends(&mut tx).await?;
        let (copied, along, mut chain) =
            copy_all(self, file, checked.summary.events, progress).await?;
        asides::insert(&mut tx, &along).await?;
        insert_heads(&mut tx, &checked.heads).await?;
        if read_back(&mut tx, self, &mut chain).await? != copied {
            return Err(TransferError::ReadBackElsewhere);
        }
        links::insert_all(&mut tx, &chain, checked.summary.events).await?;
        installation::take_over(&mut tx, fingerprint, sha256).await?;
        if !checked.is_backup {
            installation::leave_unfinished(&mut tx, self.head().await?).await?;
        }
        end_import(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Everything is there.
async fn end_import(tx: &mut Tx) -> Result<(), StoreError> {
    with_tx!(tx, conn => sqlx::query("DELETE FROM installation WHERE name = $1")
        .bind(BEGUN_IMPORT)
        .execute(conn)
        .await
        .map(drop))?;
    Ok(())
}

/// Returns what was copied, as [`read_back`] sums it up, the rows that go along, and the links.
async fn copy_all(
    remote: &KurrentLog,
    file: &mut (dyn BufRead + Send),
    events: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<(Summary, Vec<Aside>, Vec<Link>), TransferError> {
    let mut tally = Tally::default();
    let mut along = Vec::new();
    let mut chain = Vec::new();
    let mut waiting = Vec::with_capacity(PORTION);
    // The first line names the format, which is checked.
    for line in file.lines().skip(1) {
        let line = line?;
        if let Some(aside) = Aside::from_line(&line) {
            along.push(aside);
            continue;
        }
        if let Some(Ok(link)) = links::from_line(&line, Cursor::START) {
            tally.note(&line);
            chain.push(link);
            continue;
        }
        // The closing line; the count shows whether it came too early.
        let Ok(event) = from_line(&line) else { break };
        tally.take(&without_place(&event)?);
        waiting.push(event);
        if waiting.len() == PORTION {
            remote.copy_in(&waiting).await?;
            waiting.clear();
            progress(tally.events);
        }
    }
    remote.copy_in(&waiting).await?;
    progress(tally.events);
    if tally.events != events {
        return Err(TransferError::CutOff);
    }
    for aside in &along {
        tally.note(&aside.to_line());
    }
    Ok((tally.summary(), along, chain))
}

/// Gives the links the places of their events here.
async fn read_back(
    tx: &mut Tx,
    remote: &KurrentLog,
    chain: &mut [Link],
) -> Result<Summary, TransferError> {
    let mut tally = Tally::default();
    let mut waiting = chain.iter_mut().peekable();
    while let Some(link) = waiting.next_if(|link| link.events == 0) {
        tally.note(&links::to_line(link));
    }
    let mut at = Cursor::START;
    loop {
        let events = remote.all_after(at, PORTION).await?;
        for event in &events {
            tally.take(&without_place(event)?);
            while let Some(link) = waiting.next_if(|link| link.events == tally.events) {
                link.ends_at = event.cursor;
                tally.note(&links::to_line(link));
            }
        }
        match events.last() {
            Some(last) => at = last.cursor,
            None => break,
        }
    }
    asides::read(tx, Along::Everything, &mut |aside| {
        tally.note(&aside.to_line());
        Ok(())
    })
    .await?;
    Ok(tally.summary())
}

/// Its line without its position, which the server assigns.
fn without_place(event: &RecordedEvent) -> Result<String, TransferError> {
    let placed = RecordedEvent {
        cursor: Cursor::START,
        ..event.clone()
    };
    to_line(&placed).ok_or(TransferError::Unwritable(event.cursor))
}
