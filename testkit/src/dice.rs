//! Repeatable randomness.

use std::time::Duration;

/// Random numbers from a printed seed, so that a failure can be repeated (`DEMANDATLAS_TEST_SEED`).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    /// From the seed in the environment, or else any seed; prints it with the test's name.
    ///
    /// # Panics
    /// When `DEMANDATLAS_TEST_SEED` is not a number.
    #[must_use]
    pub fn from_printed_seed(test: &str) -> Self {
        let seed = match std::env::var("DEMANDATLAS_TEST_SEED") {
            Ok(text) => text.parse().expect("DEMANDATLAS_TEST_SEED is a number"),
            Err(_) => std::time::SystemTime::UNIX_EPOCH
                .elapsed()
                .map_or(0, |since| since.subsec_nanos().into()),
        };
        eprintln!("{test}: DEMANDATLAS_TEST_SEED={seed}");
        Self(seed)
    }

    /// Uniform in `0..bound` (SplitMix64).
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound.max(1)
    }

    /// A random duration below `span`.
    pub fn within(&mut self, span: Duration) -> Duration {
        Duration::from_micros(self.below(u64::try_from(span.as_micros()).unwrap_or(u64::MAX)))
    }
}
