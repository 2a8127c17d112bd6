//! Event streams that browsers hold open: how many a user may have, and when they end.
//!
//! The counts are this process's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::error::ApiError;

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
    open: Mutex<HashMap<String, u32>>,
    closed: CancellationToken,
}

impl Streams {
    /// None yet.
    pub fn new(settings: StreamSettings) -> Self {
        Self {
            settings,
            open: Mutex::default(),
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
    pub(crate) fn open(self: &Arc<Self>, user: &str) -> Result<OpenStream, ApiError> {
        let mut open = self.lock();
        let count = open.entry(user.to_owned()).or_default();
        if *count >= self.settings.per_user {
            let message = "Too many windows follow your searches at once: close one of them.";
            return Err(ApiError::too_many(message, RETRY_S));
        }
        *count += 1;
        Ok(OpenStream {
            streams: Arc::clone(self),
            user: user.to_owned(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, u32>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place among a user's streams.
#[derive(Debug)]
pub(crate) struct OpenStream {
    streams: Arc<Streams>,
    user: String,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.streams.lock();
        if let Some(count) = open.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.user);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_its_stream_ends_and_nobody_is_remembered() {
        let streams = Arc::new(Streams::new(StreamSettings {
            per_user: 2,
            heart_beat: Duration::from_secs(15),
            longest: Duration::from_secs(900),
        }));
        let first = streams.open("a").unwrap();
        let second = streams.open("a").unwrap();
        assert!(streams.open("a").is_err());
        let other = streams.open("b").unwrap();
        drop(first);
        let third = streams.open("a").unwrap();
        drop((second, third, other));
        assert!(streams.lock().is_empty());
    }
}
