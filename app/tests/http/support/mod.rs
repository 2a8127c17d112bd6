//! Servers, clients and what tests ask of both.

mod client;
mod dice;
mod ledger;
mod listing;
mod process;
mod server;

use std::time::{Duration, Instant};

pub(crate) use client::{Answer, Client};
pub(crate) use dice::Dice;
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

/// The code that `coupons issue` printed.
pub(crate) fn shown_code(issued: &str) -> String {
    let line = issued.lines().find(|line| line.starts_with("Code:"));
    line.unwrap().trim_start_matches("Code:").trim().to_owned()
}
