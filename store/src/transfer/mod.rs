//! The whole log as lines of JSON, and back into an empty store of any engine.
//!
//! The closing line is sealed with the installation's key, so that a file that was cut off or changed is
//! refused before anything is written. An import is one transaction, but for a log on a server of its own.

pub(crate) mod asides;
mod check;
mod error;
mod export;
pub(crate) mod format;
pub(crate) mod heads;
mod import;

pub use check::{Checked, check};
pub use error::TransferError;
pub use export::export;
pub use format::Summary;
pub use import::import;
