//! What became of monitors' slots: runs, and why there was none. With them, pauses: what a user is to notice.

mod project;
mod query;
mod row;

pub(crate) use project::{MonitorRunsView, run_id};
pub use query::{MonitorRunsQuery, RunListed, RunResult};
