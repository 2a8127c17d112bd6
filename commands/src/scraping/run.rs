//! What a run has to do: the search, the enrichment of its rows, both in turn, or only releasing what is held.

use domain::credit_account::CreditRefusal;
use domain::metadata::Actor;
use domain::scrape_job::{EnrichmentRefusal, JobStatus, ScrapeJobRefusal};

use super::enrichment;
use super::job::{JobRun, RunError};
use super::{monitoring, reading, search, takeover};
use crate::error::{CommandError, Refusal};
use crate::session_end::SessionEnd;

/// Shown to the owner of a job that was given up; the cause is in the server's log.
const GIVEN_UP: &str = "The job could not be finished because of an error on our side.";

/// Takes the job, or the enrichment of its rows, from where the log has it to its end. Others may end either at any
/// moment, even between a hold and its delivery: then what it holds is released here, also by a worker that finds it
/// ended after a crash.
pub(super) async fn to_its_end(run: &JobRun<'_>) -> Result<(), RunError> {
    match work(run).await {
        Err(RunError::Command(CommandError::Refused(Refusal::ScrapeJob(refusal)))) => match refusal
        {
            ScrapeJobRefusal::Ended(status) | ScrapeJobRefusal::NotUnderWay(status) => {
                takeover::after_its_end(run, status).await
            }
            ScrapeJobRefusal::Enrichment(EnrichmentRefusal::NotProcessing(_)) => {
                takeover::after_its_end(run, JobStatus::Cancelled).await
            }
            // Our own faults: the job is given up. Rows or cities that are already there were reported as overtaken.
            ScrapeJobRefusal::TooManyOpenJobs(_)
            | ScrapeJobRefusal::NotQueued
            | ScrapeJobRefusal::AlreadyQueued
            | ScrapeJobRefusal::RowOutOfOrder { .. }
            | ScrapeJobRefusal::CityOutOfOrder { .. }
            | ScrapeJobRefusal::BeyondMaxResults(_)
            | ScrapeJobRefusal::BeyondMaxCredits(_)
            | ScrapeJobRefusal::OtherKind
            | ScrapeJobRefusal::Enrichment(
                EnrichmentRefusal::JobNotEnded | EnrichmentRefusal::RowsOutOfOrder { .. },
            ) => Err(RunError::refused(refusal)),
        },
        Err(RunError::Command(CommandError::Refused(Refusal::Credit(
            CreditRefusal::Suspended,
        )))) => cancel(run).await,
        Err(RunError::Yielded) => {
            takeover::while_waiting(run).await?;
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
    if let Some(reading) = job.reading() {
        return reading::read(run, owner, reading).await;
    }
    match job.run() {
        Some(of) => monitoring::watch(run, owner, wanted, of).await?,
        None => search::search(run, owner, wanted).await?,
    }
    // Its end may have begun the enrichment of its rows.
    if run.job().await?.enrichment().is_runnable() {
        return enrichment::enrich(run, owner).await;
    }
    Ok(())
}

/// Ends the job of a user who was suspended.
async fn cancel(run: &JobRun<'_>) -> Result<(), RunError> {
    match run.job().await?.owner() {
        Some(owner) => run.end(owner, SessionEnd::Cancelled(Actor::Operator)).await,
        None => Ok(()),
    }
}

/// Ends a job that further attempts cannot help.
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
