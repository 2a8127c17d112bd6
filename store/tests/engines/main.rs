//! Log, aggregates, leases, rows and keys on every engine. One binary, as each that is linked takes seconds.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot continue should fail on the spot"
)]

mod aggregates;
mod audit;
mod beside_the_log;
mod chain;
mod full_disk;
mod going_back;
mod known;
#[cfg(feature = "kurrentdb-testing")]
mod kurrentdb;
mod log_contract;
mod lost_events;
mod panics;
mod scrub;
mod time_limits;
mod user_keys;
mod websites;
