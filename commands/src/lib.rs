//! The writing side: the dispatcher that carries out commands, the commands of the API, reactors and workers.
//!
//! Invariants:
//! - A command appends to its streams in one commit, or not at all.
//! - A refusal or a "nothing to do" is never answered from a state that another process may have
//!   changed: the dispatcher looks again first.
//! - What a worker does after a crash is decided from the log alone.
//!
//! Deliberately absent: read models. What workers need of queued jobs is a work table that a
//! reactor feeds.

pub mod access;
pub mod accounts;
pub mod agenda;
pub mod areas;
mod clock;
pub mod companies;
pub mod coupons;
mod debits;
mod dispatcher;
pub mod enricher;
pub mod erasing;
mod error;
pub mod jobs;
pub mod known;
pub mod limits;
pub mod mail;
pub mod monitors;
pub mod scraping;
mod session_end;
#[cfg(any(test, feature = "testing"))]
mod set_clock;
#[cfg(test)]
mod testing;
pub mod websites;

pub use clock::{Clock, SystemClock};
pub use dispatcher::{Context, Dispatcher, Done};
pub use error::{CommandError, Refusal};
#[cfg(any(test, feature = "testing"))]
pub use set_clock::SetClock;
