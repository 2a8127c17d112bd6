//! Listings: files of every format, the catalogue that they are imported into, what is fetched, and live sources. One
//! binary, as each that is linked takes seconds.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a test that cannot continue should fail on the spot, and one that is skipped says so"
)]

mod addresses;
mod answering;
mod bad_files;
mod bad_formats;
mod best;
mod catalogue;
mod coverage;
mod crash;
mod fetch;
mod formats;
mod fuzz_targets;
mod guessed_columns;
mod listed;
mod live_areas;
mod live_google;
mod live_osm;
mod made_up_bucket;
mod made_up_listing;
mod nearby;
mod own_columns;
mod real_files;
mod real_osm;
mod recognized;
mod speed;
mod starter;
mod support;
