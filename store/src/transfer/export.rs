//! Exporting the log.

use super::asides::{self, Along};
use super::error::TransferError;
use super::format::{BACKUP, EndLine, FORMAT, Summary, Tally, to_line};
use super::links;
use crate::error::StoreError;
use crate::links::LinkQueue;
use crate::log::{Cursor, EventLog};
use crate::seals::SealKeys;

/// Events read at a time.
const PORTION: usize = 10_000;

/// Writes the line that names the format, every event up to the log's end at the start, the rows that go along as of
/// then, and the closing line.
pub async fn export(
    log: &EventLog,
    keys: &SealKeys,
    along: Along,
    out: &mut (dyn std::io::Write + Send),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, TransferError> {
    let (end, mut beside) = log.quiet_end().await?;
    // It stays open while the events are written, perhaps to a slow reader.
    beside.lift_time_limits().await?;
    let format = match along {
        Along::Commands | Along::UserKeys => FORMAT,
        Along::Everything => BACKUP,
    };
    out.write_all(format.as_bytes())?;
    out.write_all(b"\n")?;
    let mut tally = Tally::default();
    let mut chain = LinkQueue::default();
    let mut at = Cursor::START;
    loop {
        let events = log.read_many_after(at, PORTION).await?;
        at = events.last().map_or(end, |event| event.cursor);
        links::read_to(&mut chain, &mut beside, at.min(end)).await?;
        for event in events.iter().filter(|event| event.cursor <= end) {
            while let Some(link) = chain.next_if(|link| link.ends_at < event.cursor) {
                write_line(out, &mut tally, &links::to_line(&link))?;
            }
            let line = to_line(event).ok_or(TransferError::Unwritable(event.cursor))?;
            tally.take(&line);
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
        progress(tally.events);
        if at >= end {
            break;
        }
    }
    while let Some(link) = chain.next_if(|link| link.ends_at <= end) {
        write_line(out, &mut tally, &links::to_line(&link))?;
    }
    asides::read(&mut beside, along, &mut |aside| {
        let written = write_line(out, &mut tally, &aside.to_line());
        written.map_err(|error| StoreError::Unavailable(sqlx::Error::Io(error)))
    })
    .await?;
    beside.commit().await?;
    let end = tally.summary();
    let seal = keys.current().export(end.events, &end.sha256);
    let closing = EndLine {
        end,
        seal: Some(seal.to_string()),
    };
    serde_json::to_writer(&mut *out, &closing).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(closing.end)
}

/// A line that is not an event.
fn write_line(
    out: &mut (dyn std::io::Write + Send),
    tally: &mut Tally,
    line: &str,
) -> std::io::Result<()> {
    tally.note(line);
    out.write_all(line.as_bytes())?;
    out.write_all(b"\n")
}
