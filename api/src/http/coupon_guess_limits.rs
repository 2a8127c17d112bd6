//! Limits on guessing coupon codes: only codes that no coupon has are counted.
//!
//! A user beyond the limit waits, whatever the code. An address beyond it hears no more why a code gives
//! nothing, while a right code of another user behind the same address is redeemed. The counts are this
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

type Guesses = HashMap<Guesser, VecDeque<Instant>>;

/// Counts unknown codes.
#[derive(Debug, Default)]
pub struct GuessLimiter {
    guesses: Mutex<Guesses>,
}

impl GuessLimiter {
    /// Takes one of the user's guesses before a code is looked at, so that parallel requests cannot share
    /// one. Answers for how many seconds the user must wait where none is left.
    pub(crate) fn take_guess(&self, user: &str, now: Instant) -> Result<(), u32> {
        let guesser = Guesser::User(user.to_owned());
        let mut guesses = self.lock();
        if let Some(wait) = wait(&mut guesses, &guesser, PER_USER, now) {
            return Err(wait);
        }
        count(&mut guesses, guesser, now);
        Ok(())
    }

    /// The code was a real one: the user has the guess back.
    pub(crate) fn give_back(&self, user: &str, taken: Instant) {
        let mut guesses = self.lock();
        if let Some(times) = guesses.get_mut(&Guesser::User(user.to_owned()))
            && let Some(index) = times.iter().position(|&at| at == taken)
        {
            times.remove(index);
        }
    }

    /// Counts an unknown code of an address.
    pub(crate) fn count_address(&self, address: IpAddr, now: Instant) {
        count(&mut self.lock(), Guesser::Address(address), now);
    }

    /// For how many seconds an address that is beyond its limit must wait.
    pub(crate) fn address_must_wait(&self, address: IpAddr, now: Instant) -> Option<u32> {
        wait(
            &mut self.lock(),
            &Guesser::Address(address),
            PER_ADDRESS,
            now,
        )
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Guesses> {
        self.guesses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wait(guesses: &mut Guesses, guesser: &Guesser, limit: usize, now: Instant) -> Option<u32> {
    let times = guesses.get_mut(guesser)?;
    drop_old(times, now);
    if times.len() < limit {
        return None;
    }
    let free_at = times[times.len() - limit] + WINDOW;
    let seconds = free_at.saturating_duration_since(now).as_secs() + 1;
    Some(u32::try_from(seconds).unwrap_or(u32::MAX))
}

fn count(guesses: &mut Guesses, guesser: Guesser, now: Instant) {
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
        for n in 0..30 {
            // Right codes in between do not count.
            let now = start + Duration::from_millis(n);
            assert_eq!(limiter.take_guess("u", now), Ok(()));
            limiter.give_back("u", now);
        }
        for n in 0..20 {
            assert_eq!(limiter.take_guess("u", start), Ok(()), "guess {n}");
        }
        assert_eq!(limiter.take_guess("u", start), Err(61));
        assert_eq!(limiter.take_guess("v", start), Ok(()));
        assert_eq!(limiter.take_guess("u", start + WINDOW), Ok(()));
    }

    #[test]
    // COUP-06
    fn coup_06_an_address_waits_after_three_hundred() {
        let limiter = GuessLimiter::default();
        let start = Instant::now();
        let address = IpAddr::from([127, 0, 0, 1]);
        for n in 0..300 {
            assert_eq!(limiter.address_must_wait(address, start), None, "guess {n}");
            limiter.count_address(address, start);
        }
        assert_eq!(limiter.address_must_wait(address, start), Some(61));
        assert_eq!(limiter.address_must_wait(address, start + WINDOW), None);
    }
}
