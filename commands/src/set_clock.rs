//! A clock for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

use crate::clock::Clock;

/// A clock that only moves when it is set.
pub struct SetClock(AtomicI64);

impl SetClock {
    /// At some moment of 2026.
    #[must_use]
    pub fn new() -> Arc<Self> {
        let clock = Self(AtomicI64::new(0));
        clock.set("2026-03-10T10:00:00Z");
        Arc::new(clock)
    }

    /// Sets it to an RFC 3339 time; panics on any other text.
    pub fn set(&self, text: &str) {
        let at: Timestamp = text.parse().expect("an RFC 3339 moment");
        self.0.store(at.as_microsecond(), Ordering::SeqCst);
    }
}

impl Clock for SetClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).expect("it was set to one")
    }
}
