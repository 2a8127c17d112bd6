//! A circuit breaker: a service that fails again and again gets no calls for a while.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Opens after a number of consecutive failures; then one trial call is let through per `pause`.
#[derive(Debug)]
pub struct Breaker {
    failures_allowed: u32,
    pause: Duration,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    /// No call before this time.
    open_until: Option<Instant>,
}

impl Breaker {
    /// A breaker that opens after `failures_allowed` failures, for `pause` each time.
    #[must_use]
    pub fn new(failures_allowed: u32, pause: Duration) -> Self {
        Self {
            failures_allowed,
            pause,
            state: Mutex::default(),
        }
    }

    /// Whether a call may be made now; otherwise how long to wait. After a pause one of many callers is let through;
    /// the others wait for its outcome.
    ///
    /// # Errors
    /// The time to wait, while the breaker is open.
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

    /// Records a successful call, which closes the breaker.
    pub fn succeeded(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        *state = State::default();
    }

    /// Records a failed call.
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
        assert_eq!(breaker.admit(later), Ok(()), "one trial call");
        assert!(breaker.admit(later).is_err(), "and only one");
        breaker.succeeded();
        assert_eq!(breaker.admit(later), Ok(()));
    }
}
