//! Chance that can be had again.

use std::time::Duration;

/// Random numbers from a printed seed, so that a failure can be run again (`DEMANDATLAS_TEST_SEED`).
pub(crate) struct Dice(u64);

impl Dice {
    #[allow(dead_code, reason = "not every test binary replays one seed of many")]
    pub(crate) const fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn from_printed_seed(test: &str) -> Self {
        let seed = match std::env::var("DEMANDATLAS_TEST_SEED") {
            Ok(text) => text.parse().unwrap(),
            Err(_) => std::time::SystemTime::UNIX_EPOCH
                .elapsed()
                .unwrap()
                .subsec_nanos()
                .into(),
        };
        eprintln!("{test}: DEMANDATLAS_TEST_SEED={seed}");
        Self(seed)
    }

    /// Uniform in `0..bound` (SplitMix64).
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound.max(1)
    }

    /// A moment within `span`.
    pub(crate) fn within(&mut self, span: Duration) -> Duration {
        Duration::from_micros(self.below(span.as_micros().try_into().unwrap()))
    }
}
