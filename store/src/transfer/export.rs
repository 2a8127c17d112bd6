//! The log, out.

use super::error::TransferError;
use super::format::{EndLine, Summary, Tally, to_line};
use crate::log::{Cursor, EventLog};
use crate::seals::SealKey;

/// Events read at a time.
const PORTION: usize = 10_000;

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
    let end = tally.summary();
    let seal = Some(key.export(end.events, &end.sha256).to_string());
    let closing = EndLine { end, seal };
    serde_json::to_writer(&mut *out, &closing).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(closing.end)
}
