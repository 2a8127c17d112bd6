//! The whole log as lines of JSON, and back into an empty store of any engine; in a backup with all that is stored beside
//! it.
//!
//! The closing line is sealed with the installation's key, so that a truncated or changed file is refused before
//! anything is written. An import is one transaction, except for a log on its own server.

pub(crate) mod asides;
mod check;
mod error;
mod export;
pub(crate) mod format;
pub(crate) mod heads;
mod import;
pub(crate) mod links;
mod tables;

pub use asides::Along;
pub use check::{Checked, check};
pub use error::TransferError;
pub use export::export;
pub use format::Summary;
pub use import::import;
