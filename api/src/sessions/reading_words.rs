//! A reading of websites, in numbers and in words.

use domain::scrape_job::{CompletionReason, Reading, ReadingOf};
use projections::jobs::{Job, JobStage};
use serde::Serialize;
use utoipa::ToSchema;

use super::numbers::grouped;

/// Whose websites are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReadingKind {
    /// Those of a session's rows.
    Session,
    /// Those of saved companies.
    Companies,
    /// The pages of an address.
    Address,
}

/// The websites that a job reads.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadingBody {
    of: ReadingKind,
    /// The session whose rows' websites are read.
    #[serde(skip_serializing_if = "Option::is_none")]
    session_key: Option<String>,
    /// What is wanted: `email`, `phone`, `social`, `hours`, `technology`; empty for an address.
    wants: Vec<String>,
    /// Number of websites; of an address, the most pages.
    websites: u32,
    /// How many of those read said something new; each costs one credit.
    with_news: u32,
    /// The most that it may cost, in credits.
    credits_at_most: u32,
}

impl ReadingBody {
    pub(super) fn of(reading: &Reading, job: &Job) -> Self {
        let (of, session) = match reading.of {
            ReadingOf::Session { session } => (ReadingKind::Session, Some(session)),
            ReadingOf::Companies => (ReadingKind::Companies, None),
            ReadingOf::Address { .. } => (ReadingKind::Address, None),
        };
        Self {
            of,
            session_key: session.map(|session| session.to_string()),
            wants: reading
                .wants
                .iter()
                .map(|want| want.as_str().to_owned())
                .collect(),
            websites: reading.websites,
            with_news: job.with_news,
            credits_at_most: reading.credits_at_most(),
        }
    }
}

/// A reading's progress in words.
pub(super) fn message(job: &Job, reading: &Reading) -> String {
    let (read, news) = (job.delivered, job.with_news);
    let is_address = reading.is_of_address();
    let done = if is_address {
        format!("{} read", counted(read, "page"))
    } else {
        let of = counted(reading.websites, "website");
        format!(
            "{} of {of} · {} with news · {}",
            grouped(read),
            grouped(news),
            counted(news, "credit")
        )
    };
    match &job.stage {
        JobStage::Queued => "Waiting for a worker".to_owned(),
        JobStage::Processing if is_address => format!("Reading {}", job.term),
        JobStage::Processing => format!("Reading websites {done}"),
        JobStage::Completed(CompletionReason::AllFound) if is_address => {
            format!(
                "{}, {}",
                counted_of(read, "page", " read"),
                counted(news, "credit")
            )
        }
        JobStage::Completed(CompletionReason::AllFound) => {
            let read = counted_of(read, "website", " read");
            format!(
                "{read}, {} with news, {}",
                grouped(news),
                counted(news, "credit")
            )
        }
        JobStage::Completed(CompletionReason::MaxResults) => {
            format!("Read {done}: the most that it may cost")
        }
        JobStage::Completed(CompletionReason::CreditsUsedUp) => {
            format!("Read {done}: your credits are used up")
        }
        JobStage::Failed(reason) => reason.clone(),
        JobStage::Cancelled(_) => format!("Reading was cancelled after {done}"),
    }
}

fn counted(number: u32, what: &str) -> String {
    counted_of(number, what, "")
}

fn counted_of(number: u32, what: &str, after: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}{after}", grouped(number))
}
