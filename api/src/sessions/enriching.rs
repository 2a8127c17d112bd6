//! An enrichment that a call asks for: begun or joined, and waited for.

use std::time::Duration;

use commands::enricher::Enricher;
use commands::limits::Permit;
use projections::jobs::{EnrichmentProgress, EnrichmentStage, Job};

use super::admission::open_jobs;
use super::owned_search;
use super::wait::Patience;
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::{Sessions, Starts};

/// How long a call waits; the enrichment continues without it. The client waits for 30 minutes.
const WAIT: Duration = Duration::from_secs(25 * 60);

/// The enrichment of one of the caller's sessions.
pub(crate) struct Enriching<'c> {
    sessions: &'c Sessions,
    caller: &'c Caller,
    job: Job,
    patience: Patience,
}

impl<'c> Enriching<'c> {
    /// Of the caller's own session, whose rows may be combined with other data.
    pub(crate) async fn of(
        sessions: &'c Sessions,
        caller: &'c Caller,
        session: &str,
        enricher: &Enricher,
    ) -> Result<Self, ApiError> {
        let job = owned_search(sessions, caller, session).await?;
        let source = job.source.as_deref().unwrap_or_default();
        if !enricher.may_enrich(source) {
            return Err(ApiError::wrong_state(
                "These results may not be combined with other data: the terms of their source forbid it.",
            ));
        }
        let too_late = "The enrichment is still running: try again in a moment.";
        Ok(Self {
            sessions,
            caller,
            job,
            patience: Patience::new(WAIT, too_late),
        })
    }

    /// Begins it, or joins one that is under way, and waits until the views show it.
    pub(crate) async fn begin(&self, starts: &Starts, permit: Permit) -> Result<Job, ApiError> {
        let Self {
            sessions, caller, ..
        } = self;
        let open_jobs = open_jobs(starts, caller).await?;
        let session = self.job.job_id;
        let cursor = starts.jobs.enrich(&caller.0, session, open_jobs).await?;
        let caught_up = || projections::caught_up(&starts.subscriptions, cursor);
        let mut is_seen = caught_up().await;
        // However long the views take, the user's next start counts what they show by then.
        drop(permit);
        while !is_seen {
            self.patience.check()?;
            is_seen = caught_up().await;
        }
        owned_search(sessions, caller, &session.to_string()).await
    }

    /// Waits for its end. Refused if it ended before all rows were enriched, unless the credits were used up.
    pub(crate) async fn end(&self) -> Result<Job, ApiError> {
        let session = self.job.job_id.to_string();
        let over = |job: &Job| !job.enrichment.stage.status().is_open();
        let ended = self
            .patience
            .until(over, self.sessions, self.caller, &session);
        let job = ended.await?;
        ended_early(&job).map_or(Ok(job), Err)
    }
}

/// Why some rows are not enriched. If none remains, it does not matter how the enrichment ended.
fn ended_early(job: &Job) -> Option<ApiError> {
    let EnrichmentProgress { stage, enriched } = &job.enrichment;
    match stage {
        _ if *enriched >= job.delivered => None,
        EnrichmentStage::Failed(reason) => Some(ApiError::failed(reason.as_str())),
        EnrichmentStage::Cancelled(_) => {
            Some(ApiError::wrong_state("The enrichment was cancelled."))
        }
        EnrichmentStage::NotRequested
        | EnrichmentStage::Processing
        | EnrichmentStage::Completed(_) => None,
    }
}
