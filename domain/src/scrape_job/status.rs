//! The statuses of a job and of the enrichment of its rows. What a status means is defined here: other code uses these
//! predicates instead of listing statuses.

use super::events::JobKind;
use crate::credit_account::ReleaseReason;
use crate::text_enum::text_enum;

text_enum! {
    /// The status of a job.
    #[derive(Default)]
    pub enum JobStatus {
        #[default]
        Queued = "queued",
        Processing = "processing",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl JobStatus {
    /// Whether it counts as one of the user's open jobs.
    pub const fn is_open(self) -> bool {
        !self.is_end()
    }

    /// Whether a worker may search, deliver rows and debit credits.
    pub const fn is_runnable(self) -> bool {
        match self {
            Self::Queued | Self::Processing => true,
            Self::Completed | Self::Failed | Self::Cancelled => false,
        }
    }

    /// Whether the job has ended. Nothing is delivered after its end.
    pub const fn is_end(self) -> bool {
        match self {
            Self::Queued | Self::Processing => false,
            Self::Completed | Self::Failed | Self::Cancelled => true,
        }
    }

    /// Why credits that the job still holds are released; `None` while a worker has to run it.
    pub const fn releases(self) -> Option<ReleaseReason> {
        match self {
            Self::Queued | Self::Processing => None,
            Self::Completed => Some(ReleaseReason::JobCompleted),
            Self::Failed => Some(ReleaseReason::JobFailed),
            Self::Cancelled => Some(ReleaseReason::JobCancelled),
        }
    }
}

text_enum! {
    /// The status of the enrichment of a job's rows.
    #[derive(Default)]
    pub enum EnrichmentStatus {
        #[default]
        NotRequested = "not_requested",
        Processing = "processing",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl EnrichmentStatus {
    /// Whether it counts as one of the user's open jobs.
    pub const fn is_open(self) -> bool {
        self.is_runnable()
    }

    /// Whether a worker may enrich rows and debit credits.
    pub const fn is_runnable(self) -> bool {
        match self {
            Self::Processing => true,
            Self::NotRequested | Self::Completed | Self::Failed | Self::Cancelled => false,
        }
    }
}

text_enum! {
    /// The type of a session in the history.
    pub enum ScrapeType {
        /// A job from the search page.
        GoogleMaps = "google_maps",
        /// A call that returned the rows.
        Standard = "standard",
        /// Either, once its rows were enriched.
        Enriched = "enriched",
        /// Websites were read.
        Website = "website",
        /// A monitor's run.
        Monitor = "monitor",
    }
}

impl From<JobKind> for ScrapeType {
    fn from(kind: JobKind) -> Self {
        match kind {
            JobKind::GoogleMaps => Self::GoogleMaps,
            JobKind::Standard => Self::Standard,
            JobKind::Website => Self::Website,
            JobKind::Monitor => Self::Monitor,
        }
    }
}
