//! What the tests of this crate share: a clock in their hand and the dispatcher of a process.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use store::aggregates::AggregateStore;
use store::db::Storage;
use store::log::{Appender, Commit, EventLog, Fault};
use store::seals::SealKey;
use store::snapshots::Snapshots;

use crate::clock::Clock;
use crate::dispatcher::Dispatcher;

/// A clock that stands still until it is set.
pub(crate) struct SetClock(AtomicI64);

impl SetClock {
    /// At some moment.
    pub(crate) fn new() -> Arc<Self> {
        let clock = Self(AtomicI64::new(0));
        clock.set("2026-03-10T10:00:00Z");
        Arc::new(clock)
    }

    pub(crate) fn set(&self, text: &str) {
        let at: Timestamp = text.parse().unwrap();
        self.0.store(at.as_microsecond(), Ordering::SeqCst);
    }
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).unwrap()
    }
}

/// The dispatcher of one process: its own caches and appender over the shared storage.
pub(crate) fn dispatcher(storage: &Storage) -> Dispatcher {
    dispatcher_with_faults(storage, |_| Fault::None)
}

/// The same where commits fail as `faults` says.
pub(crate) fn dispatcher_with_faults(
    storage: &Storage,
    faults: impl FnMut(&[Commit]) -> Fault + Send + 'static,
) -> Dispatcher {
    let log = EventLog::new(storage);
    let key = SealKey::new(b"test");
    let snapshots = Snapshots::new(storage.log.clone(), key.clone());
    let appender = Appender::start_with_faults(log.clone(), faults);
    Dispatcher::new(AggregateStore::new(log, appender, snapshots, key))
}
