//! What a run has to do: the search, the enrichment of its rows, both in turn, or only to leave nothing held.

use domain::credit_account::ReleaseReason;
use domain::scrape_job::{EnrichmentRefusal, JobStatus, ScrapeJobRefusal};

use super::enrichment;
use super::job::{JobRun, RunError};
use super::search;
use crate::error::{CommandError, Refusal};
use crate::session_end::SessionEnd;

/// What the owner hears of a job that was given up; what it was stands in the server's own log.
const GIVEN_UP: &str = "The job could not be finished because of an error on our side.";

/// Takes the job, or the enrichment of its rows, from where the log says it stands to its end. Somebody
/// else may end either at any moment, between a hold and its delivery too: then what it holds is given
/// back here, also by a worker that finds it ended after a crash.
pub(super) async fn to_its_end(run: &JobRun<'_>) -> Result<(), RunError> {
    match work(run).await {
        Err(RunError::Command(CommandError::Refused(Refusal::ScrapeJob(refusal)))) => match refusal
        {
            ScrapeJobRefusal::Ended(status) | ScrapeJobRefusal::NotUnderWay(status) => {
                release(run, status).await
            }
            ScrapeJobRefusal::Enrichment(EnrichmentRefusal::NotProcessing(_)) => {
                release(run, JobStatus::Cancelled).await
            }
            // Faults of ours: the job is given up. That something is there already was told as overtaken.
            ScrapeJobRefusal::TooManyOpenJobs(_)
            | ScrapeJobRefusal::NotQueued
            | ScrapeJobRefusal::AlreadyQueued
            | ScrapeJobRefusal::RowOutOfOrder { .. }
            | ScrapeJobRefusal::CityOutOfOrder { .. }
            | ScrapeJobRefusal::BeyondMaxResults(_)
            | ScrapeJobRefusal::Enrichment(
                EnrichmentRefusal::JobNotEnded | EnrichmentRefusal::RowsOutOfOrder { .. },
            ) => Err(RunError::refused(refusal)),
        },
        // What waits holds nothing: its owner may need it for another job.
        Err(RunError::Yielded) => {
            let job = run.job().await?;
            if let Some(owner) = job.owner() {
                run.release(owner, ReleaseReason::TakenOver).await?;
            }
            Err(RunError::Yielded)
        }
        ended => ended,
    }
}

async fn work(run: &JobRun<'_>) -> Result<(), RunError> {
    let job = run.job().await?;
    let Some((owner, wanted)) = job.owner().zip(job.search()) else {
        return Ok(());
    };
    if job.enrichment().is_runnable() {
        return enrichment::enrich(run, owner).await;
    }
    if !job.status().is_runnable() {
        return Err(RunError::ended(job.status()));
    }
    search::search(run, owner, wanted).await?;
    // Its end may have begun the enrichment of its rows.
    if run.job().await?.enrichment().is_runnable() {
        return enrichment::enrich(run, owner).await;
    }
    Ok(())
}

/// Gives back what a job holds that no worker has to run any more.
async fn release(run: &JobRun<'_>, status: JobStatus) -> Result<(), RunError> {
    let job = run.job().await?;
    let Some(owner) = job.owner() else {
        return Ok(());
    };
    if job.enrichment().is_runnable() {
        // A commit that came late, or somebody, has begun it: it is this run's to do.
        return Err(RunError::Overtaken);
    }
    let reason = match status {
        JobStatus::Failed => ReleaseReason::JobFailed,
        JobStatus::Cancelled => ReleaseReason::JobCancelled,
        JobStatus::Completed => ReleaseReason::JobCompleted,
        // It is a worker's to run: the log tells from where.
        JobStatus::Queued | JobStatus::Processing => return Err(RunError::Overtaken),
    };
    run.release(owner, reason).await
}

/// Ends a job that no trying again will help.
pub(super) async fn give_up(run: &JobRun<'_>) -> Result<(), RunError> {
    let job = run.job().await?;
    let Some(owner) = job.owner() else {
        return Ok(());
    };
    let end = if job.enrichment().is_runnable() {
        SessionEnd::EnrichmentFailed(enrichment::ERROR_OF_OURS.to_owned())
    } else {
        SessionEnd::Failed(GIVEN_UP.to_owned())
    };
    run.end(owner, end).await
}
