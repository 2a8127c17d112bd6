//! The database: its two engines, and how it is opened.

mod doubts;
mod engines;
mod limits;
mod open;
mod scrub;

pub use doubts::Doubts;
pub use engines::{Db, Server, Tx, now_micros};
pub use limits::{Limits, in_time, watched};
pub(crate) use open::answers;
pub use open::{DatabaseUrl, Storage};
