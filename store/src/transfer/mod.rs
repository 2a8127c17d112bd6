//! The whole log as lines of JSON, and back into an empty store of either engine.
//!
//! The closing line is sealed with the installation's key, so that a file that was cut off or changed is
//! refused before anything is written. An import is one transaction.

mod asides;
mod check;
mod error;
mod export;
mod format;
mod import;

pub use check::{Checked, check};
pub use error::TransferError;
pub use export::export;
pub use format::Summary;
pub use import::import;
