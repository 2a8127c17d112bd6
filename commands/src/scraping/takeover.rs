//! What runs of a job hold, and who releases it: a run may die, or have to wait, with credits held.

use domain::credit_account::ReleaseReason;
use domain::ids::UserId;
use domain::scrape_job::JobStatus;

use super::job::{JobRun, RunError};

/// Releases what an earlier run held, so that it can no longer settle. A commit of that run may have come just before:
/// the job is read afterwards.
pub(super) async fn from_earlier_run(run: &JobRun<'_>, owner: &UserId) -> Result<(), RunError> {
    run.release(owner, ReleaseReason::TakenOver).await
}

/// Releases what this run holds while its job waits: its owner may need the credits for another one.
pub(super) async fn while_waiting(run: &JobRun<'_>) -> Result<(), RunError> {
    let job = run.job().await?;
    match job.owner() {
        Some(owner) => run.release(owner, ReleaseReason::TakenOver).await,
        None => Ok(()),
    }
}

/// Releases what a job holds that needs no worker any more.
pub(super) async fn after_its_end(run: &JobRun<'_>, status: JobStatus) -> Result<(), RunError> {
    let job = run.job().await?;
    let Some(owner) = job.owner() else {
        return Ok(());
    };
    if job.reading().is_some() {
        // The run that paid may have died before it could show what it paid.
        run.show_websites(job.delivered()).await?;
    }
    if job.enrichment().is_runnable() {
        // A late commit, or another call, has begun it: this run must do it.
        return Err(RunError::Overtaken);
    }
    match status.releases() {
        Some(reason) => run.release(owner, reason).await,
        // A worker must run it: the log tells from where.
        None => Err(RunError::Overtaken),
    }
}
