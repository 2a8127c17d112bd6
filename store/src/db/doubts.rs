//! Reasons to doubt that the databases are as this process left them: a connection was opened, since the server may
//! have lost its last moments or another one may answer now, or an append failed.
//!
//! Counted for the whole process: a doubt about another database costs one extra check.

use std::sync::LazyLock;

use tokio::sync::watch;

static DOUBTS: LazyLock<watch::Sender<u64>> = LazyLock::new(|| watch::channel(0).0);

/// Counts one more.
pub(crate) fn doubt() {
    DOUBTS.send_modify(|doubts| *doubts += 1);
}

/// How many there are, and each further one.
pub(crate) fn doubts() -> watch::Receiver<u64> {
    DOUBTS.subscribe()
}
