//! What the tests of every crate share: skipping aloud, chance that can be repeated, waiting for a
//! condition, a small disk, a publisher's bucket, a database server and the way to it.
//!
//! Used by tests alone; it knows nothing of the product.

#![allow(
    clippy::print_stderr,
    reason = "tests tell their reader what they draw and skip"
)]

mod bucket;
mod dice;
mod own_postgres;
mod skip;
mod small_disk;
mod switch;
mod wait;
mod wire;

pub use bucket::{Asked, Bucket, Failure};
pub use dice::Dice;
pub use own_postgres::{OwnPostgres, Stop};
pub use skip::{postgres_server, shared_data, shared_data_file, skipped};
pub use small_disk::SmallDisk;
pub use wait::{PATIENCE, eventually};
pub use wire::Wire;

/// Are the long forms asked for (`DEMANDATLAS_SOAK=1`, as `make soak` sets it)?
#[must_use]
pub fn soak() -> bool {
    switch::is_on("DEMANDATLAS_SOAK")
}

/// The shorter of two numbers, or the longer where the long forms are asked for.
#[must_use]
pub fn short_or_long<T>(short: T, long: T) -> T {
    if soak() { long } else { short }
}
