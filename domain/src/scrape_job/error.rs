//! Why a scrape job refuses a command.

use super::enrichment::EnrichmentRefusal;
use super::status::JobStatus;

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScrapeJobRefusal {
    /// The owner has as many open jobs as one may have.
    #[error("You have {0} open jobs, and no more are allowed: wait for one to end, or cancel one.")]
    TooManyOpenJobs(u32),
    /// The job does not exist.
    #[error("There is no such job.")]
    NotQueued,
    /// The id is taken.
    #[error("A job with this id already exists.")]
    AlreadyQueued,
    /// The job has ended.
    #[error("The job has already ended ({}).", .0.as_str())]
    Ended(JobStatus),
    /// No worker is on it.
    #[error("No worker is running the job ({}).", .0.as_str())]
    NotUnderWay(JobStatus),
    /// Rows would leave a gap or overlap.
    #[error("The next row is {expected}, not {given}.")]
    RowOutOfOrder {
        /// The number delivered so far.
        expected: u32,
        /// What the command named.
        given: u32,
    },
    /// A city would be skipped.
    #[error("The next city is number {expected}, not {given}.")]
    CityOutOfOrder {
        /// The number finished so far.
        expected: u32,
        /// What the command named.
        given: u32,
    },
    /// More rows than the search asked for.
    #[error("The search asked for at most {0} results.")]
    BeyondMaxResults(u32),
    /// About the enrichment of its rows.
    #[error(transparent)]
    Enrichment(#[from] EnrichmentRefusal),
}
