//! Reasons to doubt that the databases are as this process left them: a connection was opened, since the server may
//! have lost its last moments or another one may answer now, or an append failed.

use tokio::sync::watch;

/// The doubts about one storage, counted since it was opened. Clones count together.
#[derive(Debug, Clone, Default)]
pub struct Doubts(watch::Sender<u64>);

impl Doubts {
    /// Counts one more.
    pub(crate) fn raise(&self) {
        self.0.send_modify(|doubts| *doubts += 1);
    }

    pub(crate) fn count(&self) -> u64 {
        *self.0.borrow()
    }

    /// How many there are, and each further one.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.0.subscribe()
    }
}
