//! Reading and decoding the log ahead of whoever folds it.

use store::StoreError;
use store::log::{Cursor, EventLog};
use tokio::sync::mpsc;

use crate::event::Event;
use crate::keys::Keys;

/// Events in one reading.
pub(super) const BATCH: usize = 5_000;
/// Readings that wait to be folded.
const AHEAD: usize = 2;

/// One reading.
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

/// Reads on until the log or `end` is reached, or nobody listens any more. Reading and decoding are tasks
/// of their own, so that the database, they and the folding all go on at the same time.
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
