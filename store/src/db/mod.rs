//! The database: its two engines, and how it is opened.

mod doubts;
mod engines;
mod limits;
mod open;
mod place;
mod pools;
mod scrub;

pub use doubts::Doubts;
pub use engines::{Db, Server, Tx, now_micros};
pub use limits::{Limits, in_time, watched};
pub use open::Storage;
pub(crate) use open::answers;
pub use place::DatabaseUrl;
pub use pools::PoolState;
