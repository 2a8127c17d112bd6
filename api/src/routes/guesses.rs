//! Limits on guessing coupon codes: only codes that no coupon has are counted.
//!
//! A user beyond the limit waits, whatever the code; an address beyond it hears no more about unknown
//! codes, while a right code of another user behind the same address still counts. The counts are this
//! process's own and are lost with it.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Unknown codes of one user in [`WINDOW`].
const PER_USER: usize = 20;
/// Unknown codes from one address in [`WINDOW`].
const PER_ADDRESS: usize = 300;
const WINDOW: Duration = Duration::from_secs(60);
/// Old counts are looked for when there are more than this.
const TIDY_AT: usize = 10_000;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Guesser {
    User(String),
    Address(IpAddr),
}

/// Counts unknown codes.
#[derive(Debug, Default)]
pub struct GuessLimiter {
    guesses: Mutex<HashMap<Guesser, VecDeque<Instant>>>,
}

impl GuessLimiter {
    /// Must the user wait before the next code? Answers for how many seconds.
    pub(super) fn user_must_wait(&self, user: &str, now: Instant) -> Option<u32> {
        self.wait(&Guesser::User(user.to_owned()), PER_USER, now)
    }

    /// Counts an unknown code. Answers for how many seconds the address must wait, where it goes beyond
    /// its limit.
    pub(super) fn guessed(&self, user: &str, address: Option<IpAddr>, now: Instant) -> Option<u32> {
        let wait = address.and_then(|address| {
            let guesser = Guesser::Address(address);
            let wait = self.wait(&guesser, PER_ADDRESS, now);
            self.count(guesser, now);
            wait
        });
        self.count(Guesser::User(user.to_owned()), now);
        wait
    }

    fn wait(&self, guesser: &Guesser, limit: usize, now: Instant) -> Option<u32> {
        let mut guesses = self.lock();
        let times = guesses.get_mut(guesser)?;
        drop_old(times, now);
        if times.len() < limit {
            return None;
        }
        let free_at = times[times.len() - limit] + WINDOW;
        let seconds = free_at.saturating_duration_since(now).as_secs() + 1;
        Some(u32::try_from(seconds).unwrap_or(u32::MAX))
    }

    fn count(&self, guesser: Guesser, now: Instant) {
        let mut guesses = self.lock();
        if guesses.len() >= TIDY_AT {
            guesses.retain(|_, times| {
                drop_old(times, now);
                !times.is_empty()
            });
        }
        let times = guesses.entry(guesser).or_default();
        times.push_back(now);
        if times.len() > PER_ADDRESS {
            times.pop_front();
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Guesser, VecDeque<Instant>>> {
        self.guesses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn drop_old(times: &mut VecDeque<Instant>, now: Instant) {
    while times
        .front()
        .is_some_and(|&at| now.saturating_duration_since(at) >= WINDOW)
    {
        times.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // COUP-06
    fn coup_06_a_user_waits_after_twenty_unknown_codes_until_the_minute_is_over() {
        let limiter = GuessLimiter::default();
        let start = Instant::now();
        for n in 0..20 {
            assert_eq!(limiter.user_must_wait("u", start), None, "guess {n}");
            assert_eq!(limiter.guessed("u", None, start), None);
        }
        assert_eq!(limiter.user_must_wait("u", start), Some(61));
        assert_eq!(limiter.user_must_wait("v", start), None);
        assert_eq!(limiter.user_must_wait("u", start + WINDOW), None);
    }

    #[test]
    // COUP-06
    fn coup_06_an_address_hears_nothing_more_after_three_hundred() {
        let limiter = GuessLimiter::default();
        let start = Instant::now();
        let address = Some(IpAddr::from([127, 0, 0, 1]));
        for n in 0..300 {
            assert_eq!(limiter.guessed(&n.to_string(), address, start), None);
        }
        assert_eq!(limiter.guessed("one more", address, start), Some(61));
        assert_eq!(limiter.guessed("later", address, start + WINDOW), None);
    }
}
