//! Monitors: searches that run again by a schedule, with what they spent and came to last.

mod project;
mod query;
mod row;

pub(crate) use project::MonitorsView;
pub use query::{MonitorListed, MonitorsQuery};
