//! The product through its HTTP interface and its command line: the main job, the money, who may see
//! what, and what happens when things go wrong (issue 2; quality sections 2 and 3).
//!
//! Most tests run a server in their own process ([`support::Server`]), on SQLite and on PostgreSQL;
//! those that kill it or use the command line start the real binary ([`support::Process`]).

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on should fail where it stands, and one that is skipped says so"
)]

mod addresses;
mod auditing;
mod backup;
mod bad_commands;
mod bad_input;
mod before_releases;
mod bulk;
mod cancel;
mod cities;
mod clock;
mod companies;
mod competitors;
mod configured_policy;
mod coupon_races;
mod coupons;
mod crash;
mod credits;
mod crm;
mod disk_full;
mod documents;
mod enrichment;
mod enrichment_cancel;
mod enrichment_crash;
mod estimate;
mod events;
mod exports;
mod fail_points;
mod fields;
mod first_run;
mod going_on;
mod headers;
mod hostile;
mod idempotency;
mod job_list;
#[cfg(feature = "kurrentdb-testing")]
mod kurrentdb;
mod libreoffice;
mod limits;
mod logs;
mod long_answers;
mod main_job;
mod mixed_versions;
mod moving;
mod outgoing;
mod personal_data;
mod postgres_faults;
mod real_listings;
mod rebuild_under_load;
mod reference;
mod report;
mod result_pages;
mod sample_data;
mod saved_companies;
mod saving_crash;
mod security;
mod shares;
mod sources;
mod support;
#[path = "../../../sign-in/tests/tokens/mod.rs"]
mod tokens;
mod unread_bodies;
mod volume;
mod wide_search;
