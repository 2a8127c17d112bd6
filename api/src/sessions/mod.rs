//! Sessions: a job and its rows under one key. Shared by several routes.
//!
//! Users find only their own sessions; those of others do not exist for them.

pub(crate) mod admission;
pub(crate) mod answer_words;
pub(crate) mod area;
pub(crate) mod asked;
pub(crate) mod companies;
pub(crate) mod company_lists;
pub(crate) mod crm_form;
pub(crate) mod enriching;
pub(crate) mod facts;
pub(crate) mod job_body;
pub(crate) mod numbers;
pub(crate) mod packed;
pub(crate) mod progress;
mod reading_words;
pub(crate) mod row;
pub(crate) mod rows;
pub(crate) mod sources;
pub(crate) mod start;
pub(crate) mod terms;
pub(crate) mod wait;
pub(crate) mod website_says;
pub(crate) mod websites_of_rows;
pub(crate) mod window;

use domain::ids::SessionKey;
use projections::jobs::Job;

use self::terms::is_list_only;
use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::Sessions;

/// How often to wait for a late read model, each time for as long as an answer waits for its own writes.
const LATE_LOOKS: u32 = 10;

pub(crate) fn parse(job_id: &str) -> Result<SessionKey, ApiError> {
    job_id
        .parse()
        .map_err(|_| ApiError::not_found("There is no such job."))
}

/// Are the job's rows gone because their source's terms do not allow to keep them?
pub(crate) async fn rows_are_gone(sessions: &Sessions, job: &Job) -> Result<bool, ApiError> {
    let expiring = sessions.documents.expiring();
    Ok(is_list_only(job) && expiring.are_gone(job.job_id).await?)
}

/// The caller's job. Counts as a use of its session: rows that expire stay for another day. An ended job is returned
/// once balance and history show its end too.
pub(crate) async fn owned_job(
    sessions: &Sessions,
    caller: &Caller,
    job_id: &str,
) -> Result<Job, ApiError> {
    let key = parse(job_id)?;
    let owned = sessions.job_views.owned(caller.0.as_str(), key);
    let job = match owned.await? {
        Some(job) => job,
        None => late_job(sessions, caller, key).await?,
    };
    end_is_shown_everywhere(sessions, &job).await;
    if is_list_only(&job) {
        let now = sessions.clock.now().as_microsecond();
        sessions.documents.expiring().used(key, now).await?;
    }
    Ok(job)
}

/// The caller's search, whose rows are businesses: a reading of websites has none.
pub(crate) async fn owned_search(
    sessions: &Sessions,
    caller: &Caller,
    job_id: &str,
) -> Result<Job, ApiError> {
    let job = owned_job(sessions, caller, job_id).await?;
    if job.reading.is_some() {
        return Err(ApiError::not_found(
            "This session read websites: it has no rows of businesses.",
        ));
    }
    Ok(job)
}

/// Waits until balance and history show a job's end too, so that nobody sees a finished job that is not paid for yet.
/// Called by everything that reports a job's status.
async fn end_is_shown_everywhere(sessions: &Sessions, job: &Job) {
    if let Some(ended) = job.ended_cursor
        && !projections::caught_up(&sessions.subscriptions, ended).await
    {
        tracing::warn!(job = %job.job_id, "a finished job is shown before its balance and history have caught up");
    }
}

/// A job that the read model does not show. If the log has it, the model is behind and is waited for.
async fn late_job(sessions: &Sessions, caller: &Caller, key: SessionKey) -> Result<Job, ApiError> {
    let Some(cursor) = sessions.jobs.recorded(&caller.0, key).await? else {
        return Err(ApiError::not_found("There is no such job."));
    };
    for _ in 0..LATE_LOOKS {
        let caught_up = projections::caught_up(&sessions.subscriptions, cursor).await;
        let owned = sessions.job_views.owned(caller.0.as_str(), key);
        if let Some(job) = owned.await? {
            return Ok(job);
        }
        if caught_up {
            break;
        }
    }
    Err(ApiError::unavailable(
        "The job is still being set up. Try again in a moment.",
    ))
}
