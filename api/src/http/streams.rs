//! Event streams that browsers hold open: how many a user may have, and when they end.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::error::ApiError;
use commands::user_places::{UserPlace, UserPlaces};

/// When somebody with as many streams as one may have should ask again, in seconds.
const RETRY_S: u32 = 5;

/// What a stream may take.
#[derive(Debug, Clone, Copy)]
pub struct StreamSettings {
    /// Streams that a user may have open.
    pub per_user: u32,
    /// Silence after which a stream shows that it is alive.
    pub heart_beat: Duration,
    /// How long a stream lasts; whoever goes on shows a token that is still valid.
    pub longest: Duration,
}

/// The open streams.
#[derive(Debug)]
pub struct Streams {
    settings: StreamSettings,
    open: UserPlaces,
    closed: CancellationToken,
}

impl Streams {
    /// None yet.
    pub fn new(settings: StreamSettings) -> Self {
        Self {
            open: UserPlaces::new(settings.per_user),
            settings,
            closed: CancellationToken::new(),
        }
    }

    /// Ends all streams, and every later one at once: the process is stopping. Clients open them again.
    pub fn close(&self) {
        self.closed.cancel();
    }

    pub(crate) const fn settings(&self) -> &StreamSettings {
        &self.settings
    }

    /// Resolves when the streams are to end.
    pub(crate) async fn closed(&self) {
        self.closed.cancelled().await;
    }

    /// Takes one of the user's places, until the answer is dropped.
    pub(crate) fn open(&self, user: &str) -> Result<UserPlace, ApiError> {
        self.open.try_take(user).ok_or_else(|| {
            let message = "Too many windows follow your searches at once: close one of them.";
            ApiError::too_many(message, RETRY_S)
        })
    }
}
