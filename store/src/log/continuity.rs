//! Notices that the log is not the one that this process knew: after a failover or a restore its last events may be
//! gone, and others in their place.
//!
//! A process remembers the last event that it appended or read. While the log holds that event, it holds all before it.
//! If it is gone, an *era* of this process ends: what the process has made of the log is of an earlier era and no
//! longer counts (ADR 0037).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::batch::{Batch, Places};
use super::cursor::Cursor;
use super::recorded::RecordedEvent;
use crate::db::Doubts;

/// What a process knows about the log's end.
#[derive(Debug)]
pub(super) struct Continuity {
    last: Mutex<Option<LastEvent>>,
    era: watch::Sender<u64>,
    doubts: Doubts,
    /// The number of doubts when the last event was last found.
    settled: AtomicU64,
}

/// The last event that this process has appended or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LastEvent {
    pub(super) cursor: Cursor,
    pub(super) aggregate_type: String,
    pub(super) aggregate_id: String,
    pub(super) sequence: u64,
    /// Names the command, and the moment of its decision.
    metadata: String,
}

impl LastEvent {
    fn of(event: &RecordedEvent) -> Self {
        Self {
            cursor: event.cursor,
            aggregate_type: event.aggregate_type.clone(),
            aggregate_id: event.aggregate_id.clone(),
            sequence: event.sequence,
            metadata: event.metadata.clone(),
        }
    }

    /// Is it the event that the log holds there?
    pub(super) fn is(&self, event: &RecordedEvent) -> bool {
        // An engine may write the same JSON in other words.
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        event.sequence == self.sequence && json(&event.metadata) == json(&self.metadata)
    }
}

impl Continuity {
    pub(super) fn new(doubts: Doubts) -> Self {
        let settled = AtomicU64::new(doubts.count());
        Self {
            last: Mutex::default(),
            era: watch::channel(0).0,
            doubts,
            settled,
        }
    }

    /// The number of this process's eras so far.
    pub(super) fn era(&self) -> u64 {
        *self.era.borrow()
    }

    pub(super) fn eras(&self) -> watch::Receiver<u64> {
        self.era.subscribe()
    }

    pub(super) const fn doubts(&self) -> &Doubts {
        &self.doubts
    }

    /// Was there a doubt since the last event was found?
    pub(super) fn is_in_doubt(&self) -> bool {
        self.doubts.count() != self.settled.load(Ordering::Acquire)
    }

    /// There were that many doubts when the last event was looked up, and it was found.
    pub(super) fn settle(&self, doubts: u64) {
        self.settled.store(doubts, Ordering::Release);
    }

    pub(super) fn last(&self) -> Option<LastEvent> {
        self.lock().clone()
    }

    /// These were read.
    pub(super) fn read(&self, events: &[RecordedEvent]) {
        if let Some(event) = events.last() {
            self.follow(event.cursor, || LastEvent::of(event));
        }
    }

    /// These were appended.
    pub(super) fn appended(&self, batch: &Batch<'_>, places: Places) {
        if let Some((stream, sequence, event)) = batch.events.last() {
            let cursor = places.of(batch.events.len() as u64 - 1);
            self.follow(cursor, || LastEvent {
                cursor,
                aggregate_type: stream.aggregate_type.to_owned(),
                aggregate_id: stream.aggregate_id.clone(),
                sequence: *sequence,
                metadata: event.metadata.clone(),
            });
        }
    }

    /// While in doubt nothing is followed: a log that has lost events may have others at their places, and beyond.
    fn follow(&self, cursor: Cursor, event: impl FnOnce() -> LastEvent) {
        let mut last = self.lock();
        if !self.is_in_doubt() && last.as_ref().is_none_or(|last| last.cursor < cursor) {
            *last = Some(event());
        }
    }

    /// Begins a new era, since the log has lost `last`. False if somebody else has just done so.
    pub(super) fn begin_era(&self, lost: &LastEvent) -> bool {
        let mut last = self.lock();
        // Events before the lost one may have been lost as well: the log says what its last one is.
        let begins = last.as_ref().is_some_and(|last| last.cursor >= lost.cursor);
        if begins {
            *last = None;
            self.era.send_modify(|era| *era += 1);
        }
        begins
    }

    fn lock(&self) -> MutexGuard<'_, Option<LastEvent>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
