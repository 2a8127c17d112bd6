//! What a user has searched: one entry a session, with its true end, rows and credits.

pub(crate) mod project;
mod query;

pub(crate) use project::HistoryView;
pub use query::{HistoryEntry, HistoryQuery};

/// The view's checkpoint.
pub const CHECKPOINT: &str = "history_v1";
