//! Servers, clients and what tests ask of both.

mod client;
mod events;
mod full_disk;
mod ledger;
mod listing;
mod load;
mod overture;
mod process;
mod routes;
mod server;
mod signing_key;
mod snapshots;

pub(crate) use client::{Answer, Client};
pub(crate) use events::{EventStream, Told};
pub(crate) use full_disk::FullDisk;
pub(crate) use ledger::Ledger;
pub(crate) use listing::{
    BEND_BREWERIES, PORTLAND_BREWERIES, Released, brewery_search, made_up_listing, release,
};
pub(crate) use load::{Accepted, Load, assert_kept, assert_paid, assert_told};
pub(crate) use overture::{Listed, overture};
pub(crate) use process::{Install, Process};
pub(crate) use routes::{Guarded, Kind, Marks, guarded};
pub(crate) use server::Server;
pub(crate) use snapshots::assert_body;
pub(crate) use testkit::{Dice, PATIENCE, eventually, shared_data_file, short_or_long, soak};

/// The code that `coupons issue` printed.
pub(crate) fn shown_code(issued: &str) -> String {
    let line = issued.lines().find(|line| line.starts_with("Code:"));
    line.unwrap().trim_start_matches("Code:").trim().to_owned()
}
