//! What a user has searched: one entry a session, with its true end, rows and credits.

mod project;
mod query;
mod row;

pub(crate) use project::HistoryView;
pub use query::{HistoryEntry, HistoryQuery, Searched};
