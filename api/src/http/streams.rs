//! Event streams that browsers hold open: how long they last.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// How event streams are kept.
#[derive(Debug, Clone, Copy)]
pub struct StreamSettings {
    /// Silence after which a stream shows that it is alive.
    pub heart_beat: Duration,
    /// How long a stream lasts; a client that comes back shows a token that is still valid.
    pub longest: Duration,
}

/// The open streams.
#[derive(Debug, Clone)]
pub struct Streams {
    pub(crate) settings: StreamSettings,
    /// Ends all of them, and every later one at once: the process is stopping. Clients open them again.
    pub closed: CancellationToken,
}

impl Streams {
    /// None yet.
    pub fn new(settings: StreamSettings) -> Self {
        let closed = CancellationToken::new();
        Self { settings, closed }
    }
}
