//! Event streams that browsers keep open.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// How long event streams last.
#[derive(Debug, Clone, Copy)]
pub struct StreamSettings {
    /// Interval of the signs of life in a silent stream.
    pub heart_beat: Duration,
    /// After that clients reconnect, with a token that is still valid.
    pub longest: Duration,
}

/// The open streams.
#[derive(Debug, Clone)]
pub struct Streams {
    pub(crate) settings: StreamSettings,
    /// Ends all streams, and new ones at once, when the process stops. Clients reconnect.
    pub closed: CancellationToken,
}

impl Streams {
    /// None yet.
    pub fn new(settings: StreamSettings) -> Self {
        let closed = CancellationToken::new();
        Self { settings, closed }
    }
}
