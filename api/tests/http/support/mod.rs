//! Servers, clients and what tests ask of both.

mod client;
mod ledger;
mod listing;
mod process;
mod server;

use std::time::{Duration, Instant};

pub(crate) use client::{Answer, Client};
pub(crate) use ledger::Ledger;
pub(crate) use listing::{
    BEND_BREWERIES, PORTLAND_BREWERIES, brewery_search, made_up_listing, shared_data,
};
pub(crate) use process::{Install, Process};
pub(crate) use server::Server;

/// Longest wait for anything that is sure to happen.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Looks until there is something; a test that waits in vain fails.
pub(crate) async fn eventually<T, F: Future<Output = Option<T>>>(
    what: &str,
    look: impl Fn() -> F,
) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(since.elapsed() < PATIENCE, "never happened: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Random numbers from a printed seed, so that a failure can be run again (`DEMANDATLAS_TEST_SEED`).
pub(crate) struct Dice(u64);

impl Dice {
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

/// The code that `coupons issue` printed.
pub(crate) fn shown_code(issued: &str) -> String {
    let line = issued.lines().find(|line| line.starts_with("Code:"));
    line.unwrap().trim_start_matches("Code:").trim().to_owned()
}
