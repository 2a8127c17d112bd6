//! Storage: the two SQL engines, the ordered event log, and the tables stored with it.
//!
//! Invariants:
//! - `position` is commit order: a reader at `n` never misses an event at or below `n`.
//! - Every append goes through the one [`log::Appender`] of its process, under the engine's append lock.
//! - A commit of several events, or to several streams, is all in or all out.
//! - Checkpoints of projectors are stored with the read models and move in the transaction that writes the rows;
//!   checkpoints of reactors are stored with the log.
//!
//! Deliberately absent: what events mean (`domain`), what is projected (`projections`).

pub mod aggregates;
pub mod answers;
pub mod audit;
pub mod chain;
pub mod db;
pub mod documents;
pub mod erasures;
pub mod error;
pub mod expiring_rows;
pub mod fail_points;
mod full_disk;
pub mod installation;
pub mod known;
pub mod leases;
pub mod links;
pub mod live_requests;
pub mod log;
pub mod mail;
pub mod monitors;
pub mod panics;
pub mod problems;
pub mod rotation;
pub mod sealer;
pub mod seals;
pub mod seen;
pub mod snapshots;
pub mod subscriptions;
#[cfg(feature = "testing")]
pub mod testing;
pub mod transfer;
pub mod user_keys;
pub mod websites;
pub mod weighted_cache;

pub use error::StoreError;
