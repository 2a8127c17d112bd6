//! Exporting the log.

use super::asides;
use super::error::TransferError;
use super::format::{EndLine, FORMAT, Summary, Tally, to_line};
use crate::error::StoreError;
use crate::log::{Cursor, EventLog};
use crate::seals::SealKey;

/// Events read at a time.
const PORTION: usize = 10_000;

/// Writes the line that names the format, every event up to the log's end at the start, the rows that go along as of
/// then, and the closing line. Users' keys reveal what users wrote to anybody who has the secret key: they only go
/// along on request.
pub async fn export(
    log: &EventLog,
    key: &SealKey,
    with_keys: bool,
    out: &mut (dyn std::io::Write + Send),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, TransferError> {
    let (end, mut beside) = log.quiet_end().await?;
    // It stays open while the events are written, perhaps to a slow reader.
    beside.lift_time_limits().await?;
    out.write_all(FORMAT.as_bytes())?;
    out.write_all(b"\n")?;
    let mut tally = Tally::default();
    let mut at = Cursor::START;
    loop {
        let events = log.read_many_after(at, PORTION).await?;
        for event in events.iter().filter(|event| event.cursor <= end) {
            let line = to_line(event).ok_or(TransferError::Unwritable(event.cursor))?;
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
    asides::read(&mut beside, with_keys, &mut |aside| {
        let line = aside.to_line();
        tally.note(&line);
        let written = out
            .write_all(line.as_bytes())
            .and_then(|()| out.write_all(b"\n"));
        written.map_err(|error| StoreError::Unavailable(sqlx::Error::Io(error)))
    })
    .await?;
    beside.commit().await?;
    let end = tally.summary();
    let seal = Some(key.export(end.events, &end.sha256).to_string());
    let closing = EndLine { end, seal };
    serde_json::to_writer(&mut *out, &closing).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(closing.end)
}
