//! The database: its two engines, and how it is opened.

mod engines;
mod open;

pub use engines::{Db, Tx, now_micros};
pub use open::{DatabaseUrl, Storage};
