//! The pace of calls to one service.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Gives each caller a slot, at least `interval` after the previous one.
#[derive(Debug)]
pub struct Pace {
    interval: Duration,
    next: Mutex<Option<Instant>>,
}

impl Pace {
    /// A pace of one call per interval.
    #[must_use]
    pub fn new(interval: Duration) -> Self {
        Self {
            interval,
            next: Mutex::new(None),
        }
    }

    /// How long the caller has to wait for its slot.
    #[must_use]
    pub fn turn(&self, now: Instant) -> Duration {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let moment = next.map_or(now, |next| next.max(now));
        *next = Some(moment + self.interval);
        moment - now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_kept() {
        let pace = Pace::new(Duration::from_millis(100));
        let now = Instant::now();
        assert_eq!(pace.turn(now), Duration::ZERO);
        assert_eq!(pace.turn(now), Duration::from_millis(100));
        assert_eq!(pace.turn(now), Duration::from_millis(200));
        assert_eq!(pace.turn(now + Duration::from_secs(5)), Duration::ZERO);
    }
}
