//! The ordered event log: append at an expected sequence, read one stream, read all after a cursor, be woken up.
//!
//! One file per backend. A [`Commit`] appends to one or several streams, each at an expected sequence, and may carry
//! a [`CommandRecord`], by which a repeated command finds its first answer.

mod appender;
mod batch;
mod commit;
mod continuity;
mod copy;
mod cursor;
mod event_log;
mod event_store_url;
#[cfg(feature = "kurrentdb")]
mod kurrentdb;
mod postgres;
mod recorded;
mod remote;
mod sql;
mod sqlite;
mod stamp;
mod traced;

pub use appender::{Appender, Death, Fault};
pub use commit::{
    AppendError, Appended, CommandRecord, Commit, HeadChange, NewEvent, StreamAppend, StreamId,
};
pub use cursor::Cursor;
pub use event_log::EventLog;
pub(crate) use event_log::LOG;
pub use event_store_url::EventStoreUrl;
#[cfg(feature = "kurrentdb-testing")]
pub use kurrentdb::double;
pub use recorded::{RecordedEvent, TypeCount};
pub(crate) use stamp::{stamp, stamp_of};
