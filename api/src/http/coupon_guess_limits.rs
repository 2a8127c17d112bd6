//! Limits on guessing coupon codes: every code that gives nothing is counted, whether no coupon has it or its coupon is
//! over, so that the two cannot be told apart by what is counted.
//!
//! A user beyond the limit waits, whatever the code. An address beyond it hears no more why a code gives
//! nothing, while a right code of another user behind the same address is redeemed. The counts are this
//! process's own and are lost with it.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const WINDOW: Duration = Duration::from_secs(60);
/// Old counts are looked for when there are more than this, and than twice as many as were left the last time.
const TIDY_AT: usize = 10_000;

/// Codes that give nothing, in a minute.
#[derive(Debug, Clone, Copy)]
pub struct GuessLimits {
    /// Of one user.
    pub per_user: u32,
    /// From one address.
    pub per_address: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Guesser {
    User(String),
    Address(IpAddr),
}

impl Guesser {
    /// Whoever has an IPv6 address has 2^64 of them: they count as one.
    fn at(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = u128::from(address) & !u128::from(u64::MAX);
                IpAddr::V6(Ipv6Addr::from(network))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

#[derive(Debug, Default)]
struct Guesses {
    of: HashMap<Guesser, VecDeque<Instant>>,
    tidy_at: usize,
}

/// Counts codes that give nothing.
#[derive(Debug)]
pub struct GuessLimiter {
    limits: GuessLimits,
    guesses: Mutex<Guesses>,
}

impl GuessLimiter {
    /// Nobody has guessed yet.
    pub fn new(limits: GuessLimits) -> Self {
        Self {
            limits,
            guesses: Mutex::default(),
        }
    }

    /// Takes one of the user's guesses before a code is looked at, so that parallel requests cannot share
    /// one. Answers for how many seconds the user must wait where none is left.
    pub(crate) fn take_guess(&self, user: &str, now: Instant) -> Result<(), u32> {
        let guesser = Guesser::User(user.to_owned());
        let mut guesses = self.lock();
        if let Some(wait) = guesses.wait(&guesser, self.limits.per_user, now) {
            return Err(wait);
        }
        guesses.count(guesser, self.limits.per_user, now);
        Ok(())
    }

    /// The code gave something: the user has the guess back.
    pub(crate) fn give_back(&self, user: &str, taken: Instant) {
        let mut guesses = self.lock();
        if let Some(times) = guesses.of.get_mut(&Guesser::User(user.to_owned()))
            && let Some(index) = times.iter().position(|&at| at == taken)
        {
            times.remove(index);
        }
    }

    /// Counts a code of an address that gives nothing.
    pub(crate) fn count_address(&self, address: IpAddr, now: Instant) {
        let most = self.limits.per_address;
        self.lock().count(Guesser::at(address), most, now);
    }

    /// For how many seconds an address that is beyond its limit must wait.
    pub(crate) fn address_must_wait(&self, address: IpAddr, now: Instant) -> Option<u32> {
        let most = self.limits.per_address;
        self.lock().wait(&Guesser::at(address), most, now)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Guesses> {
        self.guesses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guesses {
    fn wait(&mut self, guesser: &Guesser, most: u32, now: Instant) -> Option<u32> {
        let most = most as usize;
        let times = self.of.get_mut(guesser)?;
        drop_old(times, now);
        let first = times.len().checked_sub(most)?;
        let free_at = *times.get(first)? + WINDOW;
        let seconds = free_at.saturating_duration_since(now).as_secs() + 1;
        Some(u32::try_from(seconds).unwrap_or(u32::MAX))
    }

    fn count(&mut self, guesser: Guesser, most: u32, now: Instant) {
        if self.of.len() >= self.tidy_at.max(TIDY_AT) {
            self.of.retain(|_, times| {
                drop_old(times, now);
                !times.is_empty()
            });
            // Where all of them are young, looking at each for every guess would keep everybody waiting.
            self.tidy_at = self.of.len() * 2;
        }
        let times = self.of.entry(guesser).or_default();
        drop_old(times, now);
        times.push_back(now);
        if times.len() > most as usize {
            times.pop_front();
        }
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

    const PER_ADDRESS: u32 = 300;

    fn limiter() -> GuessLimiter {
        GuessLimiter::new(GuessLimits {
            per_user: 20,
            per_address: PER_ADDRESS,
        })
    }

    #[test]
    // COUP-06
    fn coup_06_however_many_guess_at_once_each_is_counted_without_looking_at_all() {
        let limiter = limiter();
        let now = Instant::now();
        let since = Instant::now();
        for n in 0..60_000 {
            limiter.take_guess(&n.to_string(), now).unwrap();
        }
        // Looking at all of them for each would take minutes.
        assert!(
            since.elapsed() < Duration::from_secs(10),
            "{:?}",
            since.elapsed()
        );
        assert_eq!(limiter.lock().of.len(), 60_000);
        limiter.take_guess("later", now + WINDOW).unwrap();
        for n in 0..60_000 {
            limiter
                .take_guess(&format!("later {n}"), now + WINDOW)
                .unwrap();
        }
        assert!(
            limiter.lock().of.len() < 100_000,
            "those from before are forgotten"
        );
    }

    #[test]
    // COUP-06
    fn coup_06_the_addresses_of_an_ipv6_network_count_as_one() {
        let limiter = limiter();
        let now = Instant::now();
        let of = |text: &str| text.parse::<IpAddr>().unwrap();
        for n in 0..PER_ADDRESS {
            limiter.count_address(of(&format!("2001:db8:1:2::{n:x}")), now);
        }
        assert!(
            limiter
                .address_must_wait(of("2001:db8:1:2:ffff::1"), now)
                .is_some()
        );
        assert!(
            limiter
                .address_must_wait(of("2001:db8:1:3::1"), now)
                .is_none()
        );
        assert!(
            limiter
                .address_must_wait(of("::ffff:203.0.113.1"), now)
                .is_none()
        );
        limiter.count_address(of("203.0.113.1"), now);
        assert_eq!(
            Guesser::at(of("::ffff:203.0.113.1")),
            Guesser::at(of("203.0.113.1"))
        );
    }

    #[test]
    // COUP-06
    fn coup_06_a_user_waits_after_twenty_unknown_codes_until_the_minute_is_over() {
        let limiter = limiter();
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
        let limiter = limiter();
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
