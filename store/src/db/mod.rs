//! The database: its two engines, and how it is opened.

mod engines;
mod event_store_url;
#[cfg(feature = "kurrentdb")]
mod kurrentdb_address;
mod limits;
mod open;

pub use engines::{Db, Server, Tx, now_micros};
pub use event_store_url::EventStoreUrl;
#[cfg(feature = "kurrentdb")]
pub(crate) use kurrentdb_address::{Address, Made};
pub use limits::{Limits, in_time, watched};
pub(crate) use open::answers;
pub use open::{DatabaseUrl, Storage};
