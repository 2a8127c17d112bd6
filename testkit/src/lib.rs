//! What the tests of every crate share: visible skipping, repeatable randomness, waiting for a
//! condition, a small disk, a publisher's bucket, a database server and a connection to it that can
//! break.
//!
//! Used by tests only; it knows nothing of the product.

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

/// Whether the long forms of tests should run (`DEMANDATLAS_SOAK=1`, as `make soak` sets it).
#[must_use]
pub fn soak() -> bool {
    switch::is_on("DEMANDATLAS_SOAK")
}

/// The shorter of two numbers, or the longer if the long forms should run.
#[must_use]
pub fn short_or_long<T>(short: T, long: T) -> T {
    if soak() { long } else { short }
}
