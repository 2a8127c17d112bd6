//! Whether a user may have one more job: how many stand against it, and what the sources have left today.

use commands::limits::Limited;
use domain::scrape_job::OpenJobs;
use jiff::{SignedDuration, Timestamp};
use places::Answers;
use projections::jobs::JobCounts;

use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::Starts;

/// The period in which unpaid jobs are counted.
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// The limits on requests to live services, in metrics.
pub(crate) const LIVE_REQUESTS: &str = "LiveRequests";

/// 429 for a user who has used up what would answer, or whose searches have ended without a row all day. Returns the
/// open jobs, which are for the aggregate to judge.
pub(super) async fn admit_start(
    starts: &Starts,
    caller: &Caller,
    answers: &Answers,
) -> Result<OpenJobs, ApiError> {
    if let Some(message) = used_up(starts, caller, answers).await? {
        let wait = starts.live.next_day_in().as_secs();
        let seconds = u32::try_from(wait).unwrap_or(u32::MAX);
        return Err(ApiError::too_many(
            LIVE_REQUESTS,
            message,
            seconds.saturating_add(1),
        ));
    }
    admit_job(starts, caller).await
}

/// 429 for a user whose jobs have ended without anything all day. Returns the open jobs.
pub(crate) async fn admit_job(starts: &Starts, caller: &Caller) -> Result<OpenJobs, ApiError> {
    let JobCounts { open, unpaid } = counted(starts, caller).await?;
    let limits = &starts.limits;
    if unpaid >= limits.most(Limited::UnpaidJobs) {
        return Err(limits.refusal(Limited::UnpaidJobs).into());
    }
    let most = limits.most(Limited::OpenJobs);
    Ok(OpenJobs { open, most })
}

/// The open jobs, of which an enrichment would be one more.
pub(super) async fn open_jobs(starts: &Starts, caller: &Caller) -> Result<OpenJobs, ApiError> {
    let JobCounts { open, .. } = counted(starts, caller).await?;
    let most = starts.limits.most(Limited::OpenJobs);
    Ok(OpenJobs { open, most })
}

async fn counted(starts: &Starts, caller: &Caller) -> Result<JobCounts, ApiError> {
    let yesterday = starts.clock.now().saturating_sub(DAY);
    let since = yesterday.unwrap_or(Timestamp::MIN);
    Ok(starts.job_views.counted(caller.0.as_str(), since).await?)
}

/// Why none of the sources that would answer can be asked for the user today; `None` if one can.
pub(crate) async fn used_up(
    starts: &Starts,
    caller: &Caller,
    answers: &Answers,
) -> Result<Option<String>, ApiError> {
    let mut refused = None;
    for part in &answers.parts {
        let source = part.source.descriptor();
        match starts.live.used_up(&caller.0, &source.name).await? {
            None => return Ok(None),
            Some(used_up) => refused = Some((source.label, used_up)),
        }
    }
    Ok(refused.map(|(label, used_up)| {
        format!(
            "{label} cannot be searched any more today: {used_up}. Nothing was started or charged. Try again \
             tomorrow (days begin at midnight UTC), or choose another source."
        )
    }))
}
