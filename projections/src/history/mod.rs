//! A user's searches: one entry per session, with its actual end, rows and credits.

mod project;
mod query;
mod row;

pub(crate) use project::HistoryView;
pub use query::HistoryQuery;
pub use row::HistoryRow;
