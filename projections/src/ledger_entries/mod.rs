//! Every entry of every user's ledger with the balance after it, for pages that begin with the newest. What
//! [`crate::ledger`] replays for auditors, kept: a test holds the two equal.

mod project;
mod query;
mod row;

pub(crate) use project::LedgerEntriesView;
pub use query::{EntryFilter, LedgerEntriesQuery, UsedOnDay};
