//! The log, out.

use super::asides;
use super::error::TransferError;
use super::format::{EndLine, Summary, Tally, to_line};
use crate::db::Storage;
use crate::error::StoreError;
use crate::log::{Cursor, EventLog};
use crate::seals::SealKey;

/// Events read at a time.
const PORTION: usize = 10_000;

/// Writes every event up to the log's end at the start, a line each, what goes along, and the closing line. Users'
/// keys open what they wrote to whoever has the secret key: they go along only where they are asked for.
pub async fn export(
    storage: &Storage,
    log: &EventLog,
    key: &SealKey,
    with_keys: bool,
    out: &mut (dyn std::io::Write + Send),
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, TransferError> {
    let end = log.head().await?;
    let mut tally = Tally::default();
    let mut at = Cursor::START;
    let mut recorded_until = i64::MIN;
    loop {
        let events = log.read_many_after(at, PORTION).await?;
        for event in events.iter().filter(|event| event.cursor <= end) {
            let line = to_line(event).ok_or(TransferError::Unwritable(event.cursor))?;
            tally.take(&line);
            recorded_until = recorded_until.max(event.recorded_at);
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
        progress(tally.events);
        at = events.last().map_or(end, |event| event.cursor);
        if at >= end {
            break;
        }
    }
    // What was carried out since stands in later events.
    let mut tx = storage.log.begin_snapshot().await?;
    // It may be written to whoever reads slowly.
    tx.lift_time_limits().await?;
    asides::read(&mut tx, recorded_until, with_keys, &mut |aside| {
        let line = aside.to_line();
        tally.note(&line);
        let written = out
            .write_all(line.as_bytes())
            .and_then(|()| out.write_all(b"\n"));
        written.map_err(|error| StoreError::Unavailable(sqlx::Error::Io(error)))
    })
    .await?;
    tx.commit().await?;
    let end = tally.summary();
    let seal = Some(key.export(end.events, &end.sha256).to_string());
    let closing = EndLine { end, seal };
    serde_json::to_writer(&mut *out, &closing).map_err(std::io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(closing.end)
}
