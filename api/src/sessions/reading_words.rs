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
    let credits = counted(news, "credit");
    if reading.is_of_address() {
        // Those that could be read have something to pay for.
        let done = match news == read {
            true => format!("{} read, {credits}", counted(read, "page")),
            false => format!("{news} of {} read, {credits}", counted(read, "page")),
        };
        return standing(job, format!("Reading {}", job.term), done.clone(), &done);
    }
    let (read, of) = (grouped(read), grouped(reading.websites));
    let led_to = format!("{} with news · {credits}", grouped(news));
    standing(
        job,
        format!("Reading websites {read} of {of} · {led_to}"),
        // Some may not have answered.
        format!("{} done · {led_to}", counted(job.delivered, "website")),
        &format!("{read} of {of} websites done · {led_to}"),
    )
}

/// While it runs, when all is read, and when it ended before.
fn standing(job: &Job, runs: String, all: String, done: &str) -> String {
    match &job.stage {
        JobStage::Queued => "Waiting for a worker".to_owned(),
        JobStage::Processing => runs,
        JobStage::Completed(CompletionReason::AllFound) => all,
        JobStage::Completed(CompletionReason::MaxResults) => {
            format!("{done}. More may not be spent")
        }
        JobStage::Completed(CompletionReason::CreditsUsedUp) => {
            format!("{done}. Your credits are used up")
        }
        JobStage::Failed(reason) => reason.clone(),
        JobStage::Cancelled(_) => format!("Stopped. {done}"),
    }
}

fn counted(number: u32, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(number))
}
