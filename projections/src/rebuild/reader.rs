//! Reads and decodes the log ahead of the fold.

use store::StoreError;
use store::log::{Cursor, EventLog};
use tokio::sync::mpsc;

use crate::event::Event;
use crate::keys::Keys;

/// Events per batch.
pub(super) const BATCH: usize = 5_000;
/// Batches that may wait to be folded.
const AHEAD: usize = 2;

/// Events read at once.
pub(super) struct Batch {
    pub(super) events: Vec<Event<'static>>,
    /// There may be more.
    pub(super) more: bool,
}

/// Reads up to [`BATCH`] events after `from`, none after `end`.
pub(super) async fn read(
    log: &EventLog,
    from: Cursor,
    end: Option<Cursor>,
) -> Result<Batch, StoreError> {
    let mut events = log.read_many_after(from, BATCH).await?;
    let full = events.len() == BATCH;
    events.retain(|event| end.is_none_or(|end| event.cursor <= end));
    let more = full && events.len() == BATCH;
    let keys = Keys::of(log, &events).await?;
    let events = events.into_iter();
    let events = events.map(|event| Event::from(event).with_key(&keys));
    Ok(Batch {
        events: events.collect(),
        more,
    })
}

/// Reads until `end` or the log's end, or until the receiver is dropped. Reading and decoding are separate tasks, so
/// that database, decoding and folding run in parallel.
pub(super) fn read_ahead(
    log: EventLog,
    mut from: Cursor,
    end: Option<Cursor>,
) -> mpsc::Receiver<Result<Batch, StoreError>> {
    let (raw, mut undecoded) = mpsc::channel(1);
    tokio::spawn(async move {
        loop {
            let batch = read(&log, from, end).await;
            let more = match &batch {
                Ok(batch) => {
                    from = batch.events.last().map_or(from, |event| event.cursor);
                    batch.more
                }
                Err(_) => false,
            };
            if raw.send(batch).await.is_err() || !more {
                return;
            }
        }
    });
    let (decoded, reading) = mpsc::channel(AHEAD);
    tokio::spawn(async move {
        while let Some(batch) = undecoded.recv().await {
            if let Ok(batch) = &batch {
                batch.events.iter().for_each(Event::prepare);
            }
            if decoded.send(batch).await.is_err() {
                return;
            }
        }
    });
    reading
}
