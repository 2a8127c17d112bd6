//! The state of each job.

mod project;
mod query;
mod row;
mod stage;

pub(crate) use project::JobsView;
pub use query::{EnrichmentProgress, Job, JobCounts, JobFilter, JobsQuery, changes};
pub(crate) use stage::JobChange;
pub use stage::{EnrichmentStage, JobStage};
