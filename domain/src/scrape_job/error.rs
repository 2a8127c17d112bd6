//! The refusals of a scrape job.

use super::enrichment::EnrichmentRefusal;
use super::status::JobStatus;

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScrapeJobRefusal {
    /// With the owner's number of open jobs.
    #[error("You have {0} open jobs, and no more are allowed: wait for one to end, or cancel one.")]
    TooManyOpenJobs(u32),
    #[error("There is no such job.")]
    NotQueued,
    #[error("A job with this id already exists.")]
    AlreadyQueued,
    #[error("The job has already ended ({}).", .0.as_str())]
    Ended(JobStatus),
    #[error("No worker is running the job ({}).", .0.as_str())]
    NotUnderWay(JobStatus),
    /// The rows would leave a gap or overlap.
    #[error("The next row is {expected}, not {given}.")]
    RowOutOfOrder { expected: u32, given: u32 },
    #[error("The next city is number {expected}, not {given}.")]
    CityOutOfOrder { expected: u32, given: u32 },
    #[error("The search asked for at most {0} results.")]
    BeyondMaxResults(u32),
    /// More than the reading, or the run, may cost.
    #[error("The job may cost at most {0} credits.")]
    BeyondMaxCredits(u32),
    /// A search reads no websites, and a reading delivers no rows.
    #[error("The job is of another kind.")]
    OtherKind,
    #[error(transparent)]
    Enrichment(#[from] EnrichmentRefusal),
}
