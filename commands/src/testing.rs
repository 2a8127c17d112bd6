//! What the tests of this crate share: the dispatcher of a process.

use store::aggregates::AggregateStore;
use store::db::Storage;
use store::log::{Appender, Commit, EventLog, Fault};
use store::seals::SealKey;
use store::snapshots::Snapshots;

use crate::dispatcher::Dispatcher;
pub(crate) use crate::set_clock::SetClock;

/// The dispatcher of one process: its own caches and appender over the shared storage.
pub(crate) fn dispatcher(storage: &Storage) -> Dispatcher {
    dispatcher_with_faults(storage, |_| Fault::None)
}

/// The same; commits fail as `faults` says.
pub(crate) fn dispatcher_with_faults(
    storage: &Storage,
    faults: impl FnMut(&[Commit]) -> Fault + Send + 'static,
) -> Dispatcher {
    let key = SealKey::new(b"test");
    let log = EventLog::new(storage).with_seals(key.clone());
    let snapshots = Snapshots::new(storage.log.clone(), key.clone());
    let appender = Appender::start_with_faults(log.clone(), faults);
    Dispatcher::new(AggregateStore::new(log, appender, snapshots, key))
}
