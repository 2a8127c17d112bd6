//! Where each job stands.

mod project;
mod query;

pub(crate) use project::JobsView;
pub use query::{EnrichmentProgress, Job, JobsQuery};

/// The view's checkpoint.
pub const CHECKPOINT: &str = "jobs_v2";
