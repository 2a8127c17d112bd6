//! The database: its two engines, and how it is opened.

mod engines;
mod event_store_url;
mod limits;
mod open;

pub use engines::{Db, Server, Tx, now_micros};
pub use event_store_url::EventStoreUrl;
pub use limits::{Limits, in_time, watched};
pub(crate) use open::answers;
pub use open::{DatabaseUrl, Storage};
