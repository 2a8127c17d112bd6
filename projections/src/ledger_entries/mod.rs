//! All entries of users' ledgers with the balance after each, for pages that start with the newest. It equals what
//! [`crate::ledger`] replays for auditors; a test compares the two.

mod project;
mod query;
mod row;

pub(crate) use project::LedgerEntriesView;
pub use query::{EntryFilter, LedgerEntriesQuery, UsedOnDay};
