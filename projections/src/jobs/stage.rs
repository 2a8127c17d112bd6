//! The stages of a job, stored as two columns, a status and a text; and what each event changes about stage and rows,
//! for all views that show jobs.

use domain::metadata::Actor;
use domain::scrape_job::{
    ChangesDelivered, CompletionReason, EnrichmentReason, EnrichmentStatus, JobCompleted,
    JobQueued, JobStarted, JobStatus, RowsEnriched, ScrapeJobEvent, WebsitesRead,
};

/// What an event changes in views that show a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JobChange<'e> {
    Queued(&'e JobQueued),
    Started(&'e JobStarted),
    Completed(&'e JobCompleted),
    /// Another stage.
    Stage(JobStage),
    /// The number of new rows.
    Rows(u32),
    WebsitesRead(&'e WebsitesRead),
    Changes(&'e ChangesDelivered),
    CityDone,
    Enrichment(EnrichmentStage),
    RowsEnriched(&'e RowsEnriched),
}

impl<'e> From<&'e ScrapeJobEvent> for JobChange<'e> {
    fn from(event: &'e ScrapeJobEvent) -> Self {
        match event {
            ScrapeJobEvent::JobQueued(queued) => Self::Queued(queued),
            ScrapeJobEvent::JobStarted(started) => Self::Started(started),
            ScrapeJobEvent::RowsDelivered(slice) => Self::Rows(slice.rows),
            ScrapeJobEvent::WebsitesRead(slice) => Self::WebsitesRead(slice),
            ScrapeJobEvent::ChangesDelivered(slice) => Self::Changes(slice),
            ScrapeJobEvent::CityScraped(_) => Self::CityDone,
            ScrapeJobEvent::JobCompleted(completed) => Self::Completed(completed),
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

/// Declares the stages of a job or of an enrichment: those before its end, which have nothing but their status, and how
/// it ended.
macro_rules! stages {
    ($(#[$meta:meta])* pub enum $stage:ident of $status:ident, $reason:ident { $($open:ident),+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $stage {
            $($open,)+
            Completed($reason),
            /// With the error for the user.
            Failed(String),
            /// With who cancelled it.
            Cancelled(Actor),
        }

        impl $stage {
            /// The status alone.
            pub const fn status(&self) -> $status {
                match self {
                    $(Self::$open => $status::$open,)+
                    Self::Completed(_) => $status::Completed,
                    Self::Failed(_) => $status::Failed,
                    Self::Cancelled(_) => $status::Cancelled,
                }
            }

            /// The text kept next to the status.
            pub(super) fn reason(&self) -> Option<String> {
                match self {
                    $(Self::$open)|+ => None,
                    Self::Completed(reason) => Some(reason.as_str().to_owned()),
                    Self::Failed(reason) => Some(reason.clone()),
                    Self::Cancelled(by) => Some(by.to_string()),
                }
            }

            /// From status and text; `None` if they do not go together.
            pub(super) fn read(status: $status, reason: Option<String>) -> Option<Self> {
                match status {
                    $($status::$open => Some(Self::$open),)+
                    $status::Completed => $reason::from_text(&reason?).map(Self::Completed),
                    $status::Failed => reason.map(Self::Failed),
                    $status::Cancelled => reason.map(|by| Self::Cancelled(by.into())),
                }
            }
        }
    };
}

stages! {
    /// The stage of a job.
    pub enum JobStage of JobStatus, CompletionReason { Queued, Processing }
}

stages! {
    /// The stage of the enrichment of a job's rows.
    pub enum EnrichmentStage of EnrichmentStatus, EnrichmentReason { NotRequested, Processing }
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
