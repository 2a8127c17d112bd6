//! Where a job, and the enrichment of its rows, stand. What a status means is said here, once: readers ask
//! these questions instead of listing statuses.

use super::events::JobKind;
use crate::text_enum::text_enum;

text_enum! {
    /// Where a job stands.
    #[derive(Default)]
    pub enum JobStatus {
        /// Waiting for a worker.
        #[default]
        Queued = "queued",
        /// A worker is on it.
        Processing = "processing",
        /// Ended well.
        Completed = "completed",
        /// Ended with an error.
        Failed = "failed",
        /// Stopped by somebody.
        Cancelled = "cancelled",
    }
}

impl JobStatus {
    /// Does the job count as one that the user has open?
    pub const fn is_open(self) -> bool {
        !self.is_end()
    }

    /// May a worker search, deliver rows and take credits for the job?
    pub const fn is_runnable(self) -> bool {
        match self {
            Self::Queued | Self::Processing => true,
            Self::Completed | Self::Failed | Self::Cancelled => false,
        }
    }

    /// Is this an end? Nothing is delivered after one.
    pub const fn is_end(self) -> bool {
        match self {
            Self::Queued | Self::Processing => false,
            Self::Completed | Self::Failed | Self::Cancelled => true,
        }
    }
}

text_enum! {
    /// Where the enrichment of a job's rows stands.
    #[derive(Default)]
    pub enum EnrichmentStatus {
        /// Nobody asked for it.
        #[default]
        NotRequested = "not_requested",
        /// A worker is on it, or will be.
        Processing = "processing",
        /// Ended well.
        Completed = "completed",
        /// Ended with an error.
        Failed = "failed",
        /// Stopped by somebody.
        Cancelled = "cancelled",
    }
}

impl EnrichmentStatus {
    /// Does it count as a job that the user has open?
    pub const fn is_open(self) -> bool {
        self.is_runnable()
    }

    /// May a worker enrich rows and take credits for them?
    pub const fn is_runnable(self) -> bool {
        match self {
            Self::Processing => true,
            Self::NotRequested | Self::Completed | Self::Failed | Self::Cancelled => false,
        }
    }
}

text_enum! {
    /// What a session is called in the history.
    pub enum ScrapeType {
        /// A job from the scraper page.
        GoogleMaps = "google_maps",
        /// A call that answered with the rows.
        Standard = "standard",
        /// Either, once its rows were enriched.
        Enriched = "enriched",
    }
}

impl From<JobKind> for ScrapeType {
    fn from(kind: JobKind) -> Self {
        match kind {
            JobKind::GoogleMaps => Self::GoogleMaps,
            JobKind::Standard => Self::Standard,
        }
    }
}
