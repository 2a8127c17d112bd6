//! Where a job stands, with what belongs to each status: kept as two columns, a status and a text. And what
//! each event changes about that and about the job's rows, for every view that shows jobs.

use domain::metadata::Actor;
use domain::scrape_job::{
    CompletionReason, EnrichmentReason, EnrichmentStatus, JobQueued, JobStarted, JobStatus,
    RowsEnriched, ScrapeJobEvent,
};

/// What an event changes for whoever shows a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JobChange<'e> {
    /// There is a new job.
    Queued(&'e JobQueued),
    /// A worker has taken it up.
    Started(&'e JobStarted),
    /// It stands elsewhere.
    Stage(JobStage),
    /// It has that many more rows.
    Rows(u32),
    /// One more city is done.
    CityDone,
    /// The enrichment of its rows stands elsewhere.
    Enrichment(EnrichmentStage),
    /// More of its rows are enriched.
    RowsEnriched(&'e RowsEnriched),
}

impl<'e> From<&'e ScrapeJobEvent> for JobChange<'e> {
    fn from(event: &'e ScrapeJobEvent) -> Self {
        match event {
            ScrapeJobEvent::JobQueued(queued) => Self::Queued(queued),
            ScrapeJobEvent::JobStarted(started) => Self::Started(started),
            ScrapeJobEvent::RowsDelivered(slice) => Self::Rows(slice.rows),
            ScrapeJobEvent::CityScraped(_) => Self::CityDone,
            ScrapeJobEvent::JobCompleted(completed) => {
                Self::Stage(JobStage::Completed(completed.reason))
            }
            ScrapeJobEvent::JobFailed(failed) => {
                Self::Stage(JobStage::Failed(failed.reason.clone()))
            }
            ScrapeJobEvent::JobCancelled(cancelled) => {
                Self::Stage(JobStage::Cancelled(cancelled.by.clone()))
            }
            ScrapeJobEvent::EnrichmentStarted(_) => Self::Enrichment(EnrichmentStage::Processing),
            ScrapeJobEvent::RowsEnriched(slice) => Self::RowsEnriched(slice),
            ScrapeJobEvent::EnrichmentCompleted(completed) => {
                Self::Enrichment(EnrichmentStage::Completed(completed.reason))
            }
            ScrapeJobEvent::EnrichmentFailed(failed) => {
                Self::Enrichment(EnrichmentStage::Failed(failed.reason.clone()))
            }
            ScrapeJobEvent::EnrichmentCancelled(cancelled) => {
                Self::Enrichment(EnrichmentStage::Cancelled(cancelled.by.clone()))
            }
        }
    }
}

/// Where a job stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobStage {
    /// Waiting for a worker.
    Queued,
    /// A worker is on it.
    Processing,
    /// Ended well, here because of that.
    Completed(CompletionReason),
    /// Ended with an error, in words for the user.
    Failed(String),
    /// Stopped by somebody.
    Cancelled(Actor),
}

impl JobStage {
    /// Without what belongs to it.
    pub const fn status(&self) -> JobStatus {
        match self {
            Self::Queued => JobStatus::Queued,
            Self::Processing => JobStatus::Processing,
            Self::Completed(_) => JobStatus::Completed,
            Self::Failed(_) => JobStatus::Failed,
            Self::Cancelled(_) => JobStatus::Cancelled,
        }
    }

    /// The text beside the status.
    pub(super) fn reason(&self) -> Option<String> {
        match self {
            Self::Queued | Self::Processing => None,
            Self::Completed(reason) => Some(reason.as_str().to_owned()),
            Self::Failed(reason) => Some(reason.clone()),
            Self::Cancelled(by) => Some(by.to_string()),
        }
    }

    /// From status and text; nothing where they do not go together.
    pub(super) fn read(status: JobStatus, reason: Option<String>) -> Option<Self> {
        match status {
            JobStatus::Queued => Some(Self::Queued),
            JobStatus::Processing => Some(Self::Processing),
            JobStatus::Completed => CompletionReason::from_text(&reason?).map(Self::Completed),
            JobStatus::Failed => reason.map(Self::Failed),
            JobStatus::Cancelled => reason.map(|by| Self::Cancelled(by.into())),
        }
    }
}

/// Where the enrichment of a job's rows stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EnrichmentStage {
    /// Nobody asked for it.
    NotRequested,
    /// A worker is on it, or will be.
    Processing,
    /// Ended well, here because of that.
    Completed(EnrichmentReason),
    /// Ended with an error, in words for the user.
    Failed(String),
    /// Stopped by somebody.
    Cancelled(Actor),
}

impl EnrichmentStage {
    /// Without what belongs to it.
    pub const fn status(&self) -> EnrichmentStatus {
        match self {
            Self::NotRequested => EnrichmentStatus::NotRequested,
            Self::Processing => EnrichmentStatus::Processing,
            Self::Completed(_) => EnrichmentStatus::Completed,
            Self::Failed(_) => EnrichmentStatus::Failed,
            Self::Cancelled(_) => EnrichmentStatus::Cancelled,
        }
    }

    /// The text beside the status.
    pub(super) fn reason(&self) -> Option<String> {
        match self {
            Self::NotRequested | Self::Processing => None,
            Self::Completed(reason) => Some(reason.as_str().to_owned()),
            Self::Failed(reason) => Some(reason.clone()),
            Self::Cancelled(by) => Some(by.to_string()),
        }
    }

    /// From status and text; nothing where they do not go together.
    pub(super) fn read(status: EnrichmentStatus, reason: Option<String>) -> Option<Self> {
        match status {
            EnrichmentStatus::NotRequested => Some(Self::NotRequested),
            EnrichmentStatus::Processing => Some(Self::Processing),
            EnrichmentStatus::Completed => {
                EnrichmentReason::from_text(&reason?).map(Self::Completed)
            }
            EnrichmentStatus::Failed => reason.map(Self::Failed),
            EnrichmentStatus::Cancelled => reason.map(|by| Self::Cancelled(by.into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::UserId;

    use super::*;

    #[test]
    fn every_stage_of_a_job_is_read_as_it_was_written() {
        let mut stages = vec![
            JobStage::Queued,
            JobStage::Processing,
            JobStage::Failed("The maps service does not answer.".to_owned()),
            JobStage::Cancelled(Actor::User(UserId::new("auth0|u1").unwrap())),
        ];
        stages.extend(CompletionReason::ALL.map(JobStage::Completed));
        for stage in &stages {
            let read = JobStage::read(stage.status(), stage.reason());
            assert_eq!(read.as_ref(), Some(stage));
        }
        for status in JobStatus::ALL {
            assert!(stages.iter().any(|stage| stage.status() == status));
        }
        assert_eq!(JobStage::read(JobStatus::Completed, Some("?".into())), None);
    }

    #[test]
    fn every_stage_of_an_enrichment_is_read_as_it_was_written() {
        let mut stages = vec![
            EnrichmentStage::NotRequested,
            EnrichmentStage::Processing,
            EnrichmentStage::Failed("The reference data cannot be read.".to_owned()),
            EnrichmentStage::Cancelled(Actor::Operator),
        ];
        stages.extend(EnrichmentReason::ALL.map(EnrichmentStage::Completed));
        for stage in &stages {
            let read = EnrichmentStage::read(stage.status(), stage.reason());
            assert_eq!(read.as_ref(), Some(stage));
        }
        for status in EnrichmentStatus::ALL {
            assert!(stages.iter().any(|stage| stage.status() == status));
        }
    }
}
