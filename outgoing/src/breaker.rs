//! A circuit breaker: a service that fails again and again is left alone for a while.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Opens after so many failures in a row; then one trial call is let through each `pause`.
#[derive(Debug)]
pub struct Breaker {
    failures_allowed: u32,
    pause: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// No call before this moment.
    open_until: Option<Instant>,
}

impl Breaker {
    /// A breaker that opens after so many failures, each time for `pause`.
    #[must_use]
    pub fn new(failures_allowed: u32, pause: Duration) -> Self {
        Self {
            failures_allowed,
            pause,
            state: Mutex::default(),
        }
    }

    /// Whether a call may be made now; else how long to wait. Of many callers after a pause one is let
    /// through, the others wait for what becomes of it.
    ///
    /// # Errors
    /// The time to wait, while the service is left alone.
    pub fn admit(&self, now: Instant) -> Result<(), Duration> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.open_until {
            Some(until) if now < until => Err(until - now),
            Some(_) => {
                state.open_until = Some(now + self.pause);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// A call had its answer: the service is trusted again.
    pub fn succeeded(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = State::default();
    }

    /// A call had none.
    pub fn failed(&self, now: Instant) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures = state.failures.saturating_add(1);
        if state.failures >= self.failures_allowed {
            state.open_until = Some(now + self.pause);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_breaker_opens_lets_one_trial_through_and_closes_on_success() {
        let breaker = Breaker::new(3, Duration::from_secs(60));
        let begun = Instant::now();
        for _ in 0..3 {
            assert_eq!(breaker.admit(begun), Ok(()));
            breaker.failed(begun);
        }
        assert_eq!(
            breaker.admit(begun + Duration::from_secs(10)),
            Err(Duration::from_secs(50))
        );
        let later = begun + Duration::from_secs(61);
        assert_eq!(breaker.admit(later), Ok(()), "one trial");
        assert!(breaker.admit(later).is_err(), "and no second");
        breaker.succeeded();
        assert_eq!(breaker.admit(later), Ok(()));
    }
}
