//! What holds when processes die, databases fail and clocks are wrong. Tests run in the order of their names: these
//! take longest, and start first.

mod clock;
mod coupon_races;
mod crash;
mod disk_full;
mod enrichment_crash;
mod fail_points;
mod going_back;
mod known_crash;
#[cfg(feature = "kurrentdb-testing")]
mod kurrentdb;
mod mixed_versions;
mod postgres_faults;
mod rebuild_under_load;
mod saving_crash;
