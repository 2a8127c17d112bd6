//! The end of a session: of its job, or of the enrichment of its rows.
//!
//! Invariant: what the session still holds is released in the commit that ends it, credits first, so that nobody sees
//! the end before them. What a crashed run held is released by the run that takes the job over
//! (`scraping/takeover.rs`).

use domain::credit_account::{CreditAccount, CreditCommand, ReleaseReason};
use domain::ids::{SessionKey, UserId};
use domain::metadata::Actor;
use domain::scrape_job::{
    CompletionReason, EnrichmentCommand, EnrichmentReason, RunFound, ScrapeJob, ScrapeJobCommand,
};

use crate::dispatcher::{Context, Dispatcher, Done, on};
use crate::error::CommandError;
use crate::monitors::run_end;

/// How a session ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SessionEnd {
    Completed {
        reason: CompletionReason,
        may_enrich: bool,
        /// Businesses on the user's known list.
        left_out: u32,
        /// Of a monitor's run.
        found: Option<RunFound>,
    },
    /// The job cannot continue; in words for the user.
    Failed(String),
    /// The job, or the enrichment of its rows, was stopped, whichever was running.
    Cancelled(Actor),
    EnrichmentCompleted(EnrichmentReason),
    /// The enrichment cannot continue; in words for the user.
    EnrichmentFailed(String),
}

/// Longest reason, in characters. It may be another service's text, and is stored for good.
const LONGEST_REASON: usize = 300;

/// The reason, truncated if it is too long.
fn cut(reason: String) -> String {
    match reason.char_indices().nth(LONGEST_REASON) {
        None => reason,
        Some((end, _)) => format!("{}…", &reason[..end]),
    }
}

impl SessionEnd {
    /// The job's command, and why its holds end.
    fn into_command(self) -> (ScrapeJobCommand, ReleaseReason) {
        match self {
            Self::Completed {
                reason,
                may_enrich,
                left_out,
                found,
            } => (
                ScrapeJobCommand::Complete {
                    reason,
                    left_out,
                    found,
                    may_enrich,
                },
                ReleaseReason::JobCompleted,
            ),
            Self::Failed(reason) => (
                ScrapeJobCommand::Fail {
                    reason: cut(reason),
                },
                ReleaseReason::JobFailed,
            ),
            Self::Cancelled(by) => (ScrapeJobCommand::Cancel { by }, ReleaseReason::JobCancelled),
            Self::EnrichmentCompleted(reason) => (
                EnrichmentCommand::Complete { reason }.into(),
                ReleaseReason::JobCompleted,
            ),
            Self::EnrichmentFailed(reason) => (
                EnrichmentCommand::Fail {
                    reason: cut(reason),
                }
                .into(),
                ReleaseReason::JobFailed,
            ),
        }
    }
}

impl Dispatcher {
    /// Ends the session, and the monitor's run that it is, and releases what it still holds, in one commit.
    pub(crate) async fn end_session(
        &self,
        session: SessionKey,
        owner: &UserId,
        end: SessionEnd,
        context: &Context,
    ) -> Result<Done, CommandError> {
        let (end, reason) = end.into_command();
        let release = CreditCommand::ReleaseSession {
            session,
            reason,
            now: context.at,
        };
        // What a job is never changes.
        let id = session.to_string();
        let job = self.store().load::<ScrapeJob>(&id).await?;
        let run = job.aggregate().run().map(|run| run.monitor);
        let run = run.map(|monitor| run_end(monitor, session, end.clone()));
        let mut parts = vec![
            on::<CreditAccount>(owner.as_str(), vec![release]),
            on::<ScrapeJob>(id, vec![end]),
        ];
        parts.extend(run);
        self.execute_all(&parts, context).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // JOB-09
    fn job_09_a_foreign_text_of_any_length_is_cut() {
        let end = SessionEnd::Failed("ü".repeat(1_000_000));
        let (ScrapeJobCommand::Fail { reason }, _) = end.into_command() else {
            panic!("it fails");
        };
        assert_eq!(reason.chars().count(), LONGEST_REASON + 1);
        assert_eq!(cut("short".to_owned()), "short");
    }
}
