//! Snapshots: an aggregate's state at a sequence, so that a command's cost does not grow with history.
//!
//! They are a cache. A damaged one, one of another shape, or one whose last event the log does not hold, is ignored and the
//! stream is replayed; a stale one is completed by the tail. Each carries a seal ([`crate::seals`]), as commands are
//! decided on it: nobody can forge one without the key.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::codec::EventSourced;
use tokio_util::task::TaskTracker;

use crate::db::Db;
use crate::error::StoreError;
use crate::log::StreamId;
use crate::panics::caught;
use crate::seals::SealKey;
use crate::{with_reader, with_writer};

/// The snapshot table of a log.
#[derive(Debug, Clone)]
pub struct Snapshots {
    db: Db,
    key: SealKey,
    waiting: Arc<Mutex<Waiting>>,
    saving: TaskTracker,
}

/// The snapshots to save next, one for each stream; none if nothing is being saved.
type Waiting = Option<HashMap<StreamId, Snapshot>>;

/// Sequence, stamp, shape, payload and checksum.
type Row = (i64, Option<String>, String, String, String);

/// A state to be saved.
pub struct Snapshot {
    stream: StreamId,
    sequence: u64,
    stamp: Option<String>,
    shape: &'static str,
    /// Encoding a long list takes a while: not while a caller waits.
    encode: Box<dyn FnOnce() -> serde_json::Result<String> + Send>,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut snapshot = f.debug_struct("Snapshot");
        snapshot.field("stream", &self.stream);
        snapshot
            .field("sequence", &self.sequence)
            .finish_non_exhaustive()
    }
}

/// A snapshot is written each time a stream grows past a multiple of this,
const EVERY: u64 = 100;
/// or, if the state is large, past a power of two of about one event per this many bytes: reading the events since
/// then takes about as long as reading the state.
const BYTES_AN_EVENT: u64 = 4_096;

/// Longer states, in bytes of their text, are read by a blocking thread: it takes a while.
const LONG: usize = 256 * 1024;

/// Must a state of that size be saved, now that its stream has grown from `before` to `after` events?
pub(crate) fn is_due(heap_bytes: usize, before: u64, after: u64) -> bool {
    let wanted = heap_bytes as u64 / BYTES_AN_EVENT;
    let every = if wanted <= EVERY {
        EVERY
    } else {
        // Powers of two, so that even a distance that grows with the stream is passed.
        1 << wanted.ilog2()
    };
    after / every > before / every
}

impl Snapshot {
    /// Of `aggregate` after event `sequence`, which has that stamp.
    pub(crate) fn of<A: EventSourced>(
        aggregate: Arc<A>,
        stream: StreamId,
        sequence: u64,
        stamp: Option<String>,
    ) -> Self {
        Self {
            stream,
            sequence,
            stamp,
            shape: A::SHAPE,
            encode: Box::new(move || serde_json::to_string(&*aggregate)),
        }
    }
}

impl Snapshots {
    /// Stored with the log in `db`, sealed with `key`.
    pub fn new(db: Db, key: SealKey) -> Self {
        Self {
            db,
            key,
            waiting: Arc::default(),
            saving: TaskTracker::new(),
        }
    }

    /// A state, the sequence of its last event, and that event's stamp.
    pub(crate) async fn load<A: EventSourced>(
        &self,
        stream: &StreamId,
    ) -> Result<Option<(A, u64, Option<String>)>, StoreError> {
        let row: Option<Row> = with_reader!(&self.db, pool => sqlx::query_as(
            "SELECT sequence, stamp, shape, payload, checksum FROM aggregate_snapshots \
             WHERE aggregate_type = $1 AND aggregate_id = $2",
        )
        .bind(stream.aggregate_type)
        .bind(&stream.aggregate_id)
        .fetch_optional(pool)
        .await)?;
        let Some((sequence, stamp, shape, payload, checksum)) = row else {
            return Ok(None);
        };
        if shape != A::SHAPE {
            return Ok(None);
        }
        let (key, of, id) = (
            self.key.clone(),
            stream.aggregate_type,
            stream.aggregate_id.clone(),
        );
        let last = stamp.clone();
        let is_long = payload.len() > LONG;
        let read = move || -> Option<A> {
            let last = (sequence.unsigned_abs(), last.as_deref());
            let seal = key.snapshot(of, &id, last, &shape, &payload);
            let whole = checksum.parse() == Ok(seal);
            whole.then(|| serde_json::from_str(&payload).ok()).flatten()
        };
        let state = if is_long {
            let read = tokio::task::spawn_blocking(read).await;
            read.map_err(|error| StoreError::Damaged(error.to_string()))?
        } else {
            read()
        };
        if state.is_none() {
            tracing::warn!(
                aggregate_type = stream.aggregate_type,
                sequence,
                "a snapshot is damaged; the stream is replayed instead"
            );
        }
        Ok(state.map(|state| (state, sequence.unsigned_abs(), stamp)))
    }

    /// Saves in the background; a failure only costs a replay. One is saved at a time, and of those of one stream that
    /// wait only the last: a long state takes longer to save than some commands take to make the next.
    pub(crate) fn save_later(&self, snapshot: Snapshot) {
        let mut waiting = self.waiting();
        let is_saving = waiting.is_some();
        let stream = snapshot.stream.clone();
        waiting.get_or_insert_default().insert(stream, snapshot);
        if !is_saving {
            self.saving.spawn(self.clone().save_waiting());
        }
    }

    async fn save_waiting(self) {
        while let Some(snapshots) = self.next() {
            for snapshot in snapshots.into_values() {
                match caught(self.save(snapshot)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => tracing::warn!(%error, "a snapshot could not be saved"),
                    Err(panicked) => tracing::error!(panicked, "a snapshot could not be saved"),
                }
            }
        }
    }

    /// Those that wait now.
    fn next(&self) -> Waiting {
        let mut waiting = self.waiting();
        let next = waiting.take().filter(|next| !next.is_empty())?;
        *waiting = Some(HashMap::new());
        Some(next)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until nothing is left to save.
    pub async fn settled(&self) {
        self.saving.close();
        self.saving.wait().await;
        self.saving.reopen();
    }

    /// The last one wins, whatever its sequence: one that is ahead may be of a history that is no more.
    async fn save(&self, snapshot: Snapshot) -> Result<(), StoreError> {
        let Snapshot {
            stream,
            sequence,
            stamp,
            shape,
            encode,
        } = snapshot;
        let key = self.key.clone();
        let (of, last_stamp) = (stream.clone(), stamp.clone());
        let encoded = tokio::task::spawn_blocking(move || {
            let payload = encode()?;
            let (of, id) = (of.aggregate_type, &of.aggregate_id);
            let last = (sequence, last_stamp.as_deref());
            let seal = key.snapshot(of, id, last, shape, &payload);
            serde_json::Result::Ok((payload, seal))
        });
        let damaged = |error: &dyn std::fmt::Display| StoreError::Damaged(error.to_string());
        let encoded = encoded.await.map_err(|error| damaged(&error))?;
        let (payload, seal) = encoded.map_err(|error| damaged(&error))?;
        let sequence = i64::try_from(sequence).unwrap_or(i64::MAX);
        with_writer!(&self.db, pool => sqlx::query(
            "INSERT INTO aggregate_snapshots \
                 (aggregate_type, aggregate_id, sequence, stamp, shape, payload, checksum) \
             VALUES ($1, $2, $3, $4, $5, $6, $7) \
             ON CONFLICT (aggregate_type, aggregate_id) DO UPDATE SET \
                 sequence = excluded.sequence, stamp = excluded.stamp, shape = excluded.shape, \
                 payload = excluded.payload, checksum = excluded.checksum",
        )
        .bind(stream.aggregate_type)
        .bind(&stream.aggregate_id)
        .bind(sequence)
        .bind(&stamp)
        .bind(shape)
        .bind(&payload)
        .bind(seal.to_string())
        .execute(pool)
        .await
        .map(drop))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::on_both_engines;

    on_both_engines! {
        async fn of_one_stream_one_snapshot_is_saved_at_a_time_and_the_last_one_stays(test) {
            let snapshots = Snapshots::new(test.storage.log.clone(), SealKey::new(&[7; 32]));
            let encoded = Arc::new(Mutex::new(Vec::new()));
            let (go_on, may_go_on) = mpsc::channel::<()>();
            let mut held = Some(may_go_on);
            for sequence in 1..=5 {
                let (now_encoded, held) = (Arc::clone(&encoded), held.take());
                snapshots.save_later(Snapshot {
                    stream: StreamId { aggregate_type: "List", aggregate_id: "long".to_owned() },
                    sequence,
                    stamp: None,
                    shape: "1",
                    encode: Box::new(move || {
                        now_encoded.lock().unwrap().push(sequence);
                        if let Some(held) = held {
                            held.recv().unwrap();
                        }
                        Ok(String::new())
                    }),
                });
                // The first one is being encoded when the others come.
                while encoded.lock().unwrap().is_empty() {
                    tokio::task::yield_now().await;
                }
            }
            go_on.send(()).unwrap();
            snapshots.settled().await;
            assert_eq!(*encoded.lock().unwrap(), [1, 5]);
            snapshots.save_later(Snapshot {
                stream: StreamId { aggregate_type: "List", aggregate_id: "short".to_owned() },
                sequence: 6,
                stamp: None,
                shape: "1",
                encode: Box::new(|| Ok(String::new())),
            });
            snapshots.settled().await;
            let stored: Vec<i64> = with_reader!(&test.storage.log, pool =>
                sqlx::query_scalar("SELECT sequence FROM aggregate_snapshots ORDER BY 1").fetch_all(pool).await).unwrap();
            assert_eq!(stored, [5, 6]);
        }
    }

    /// How many snapshots a stream has cost, at `bytes_an_event` more bytes of state per event.
    fn written(events: u64, bytes_an_event: u64) -> u64 {
        let due = |after: &u64| is_due((after * bytes_an_event) as usize, after - 1, *after);
        (1..=events).filter(due).count() as u64
    }

    #[test]
    fn snapshots_of_a_state_that_grows_cost_no_more_the_longer_it_is() {
        assert_eq!(written(100_000, 0), 1_000);
        let bytes = |events: u64, an_event: u64| -> u64 {
            let due = (1..=events).filter(|n| is_due((n * an_event) as usize, n - 1, *n));
            due.map(|n| n * an_event).sum()
        };
        // A list of 25,000 companies, a coupon of a million users: at most 16 kB are written per event.
        for (events, an_event) in [(25_000, 600), (1_000_000, 128)] {
            let written = bytes(events, an_event);
            assert!(
                written / events < 4 * BYTES_AN_EVENT,
                "{written} bytes for {events} events"
            );
        }
    }

    #[test]
    fn the_tail_after_a_snapshot_stays_short() {
        for an_event in [600_u64, 128] {
            let mut last = 0;
            for after in 1..=200_000_u64 {
                if is_due((after * an_event) as usize, after - 1, after) {
                    last = after;
                }
                let most = EVERY.max(2 * after * an_event / BYTES_AN_EVENT);
                assert!(after - last <= most, "{} events after {last}", after - last);
            }
        }
    }
}
