//! Sessions: a job and its rows under one key. Everything about them that more than one route needs.
//!
//! A user finds their own sessions only; another user's is not there.

pub(crate) mod companies;
pub(crate) mod crm_form;
pub(crate) mod facts;
pub(crate) mod job_body;
pub(crate) mod packed;
pub(crate) mod progress;
pub(crate) mod row;
pub(crate) mod rows;
pub(crate) mod source;
pub(crate) mod sources;
pub(crate) mod wait;
pub(crate) mod window;

use domain::ids::SessionKey;
use domain::scrape_job::{JobKind, OpenJobs, Search};
use jiff::{SignedDuration, Timestamp};
use places::google::GOOGLE;
use projections::jobs::Job;
use store::log::{CommandRecord, Cursor};

use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::state::AppState;

/// For which unpaid jobs are counted.
const DAY: SignedDuration = SignedDuration::from_hours(24);
/// How often a late read model is waited for, each time for as long as an answer waits for its own writes.
const LATE_LOOKS: u32 = 10;

/// A session key as requests write it.
pub(crate) fn parse(job_id: &str) -> Result<SessionKey, ApiError> {
    job_id
        .parse()
        .map_err(|_| ApiError::not_found("There is no such job."))
}

/// May the job's rows be kept for a day after their last use only?
fn is_passing(job: &Job) -> bool {
    job.source.as_deref() == Some(GOOGLE)
}

/// Are the job's rows gone, since their source's terms forbid to keep them?
pub(crate) async fn rows_are_gone(state: &AppState, job: &Job) -> Result<bool, ApiError> {
    let sessions = state.services.documents.passing();
    Ok(is_passing(job) && sessions.are_gone(job.job_id).await?)
}

/// The caller's job, which is a use of its session: rows that may not be kept stay for another day. An
/// ended job is answered once balance and history show its end too.
pub(crate) async fn owned_job(
    state: &AppState,
    caller: &Caller,
    job_id: &str,
) -> Result<Job, ApiError> {
    let key = parse(job_id)?;
    let services = &state.services;
    let owned = services.job_views.owned(caller.0.as_str(), key);
    let job = match owned.await? {
        Some(job) => job,
        None => late_job(state, caller, key).await?,
    };
    end_is_shown_everywhere(state, &job).await;
    if is_passing(&job) {
        let now = services.clock.now().as_microsecond();
        services.documents.passing().used(key, now).await?;
    }
    Ok(job)
}

/// Waits until balance and history show a job's end too: nobody sees a finished job that is not paid for yet.
/// Whatever tells a job's status asks for it.
async fn end_is_shown_everywhere(state: &AppState, job: &Job) {
    if let Some(ended) = job.ended_cursor
        && !projections::caught_up(&state.services.subscriptions, ended).await
    {
        tracing::warn!(job = %job.job_id, "a finished job is shown before its balance and history have caught up");
    }
}

/// A job that the read model does not show: there is none, or the model is behind, and then it is waited
/// for rather than denied.
async fn late_job(state: &AppState, caller: &Caller, key: SessionKey) -> Result<Job, ApiError> {
    let services = &state.services;
    let Some(cursor) = services.jobs.recorded(&caller.0, key).await? else {
        return Err(ApiError::not_found("There is no such job."));
    };
    for _ in 0..LATE_LOOKS {
        let caught_up = projections::caught_up(&services.subscriptions, cursor).await;
        let owned = services.job_views.owned(caller.0.as_str(), key);
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

/// Starts a job, and waits until the views show it: what the caller has open is counted one start at a time.
pub(crate) async fn start(
    state: &AppState,
    caller: &Caller,
    search: Search,
    kind: JobKind,
    enrich: bool,
    record: Option<CommandRecord>,
) -> Result<(SessionKey, Cursor), ApiError> {
    let services = &state.services;
    let user = caller.0.as_str();
    let _turn = services.shares.start(user).await?;
    let open = open_jobs(state, caller).await?;
    let yesterday = services
        .clock
        .now()
        .saturating_sub(DAY)
        .unwrap_or(Timestamp::MIN);
    let unpaid = services.job_views.unpaid_since(user, yesterday).await?;
    if services
        .jobs
        .first_session(record.as_ref())
        .await?
        .is_none()
    {
        services.shares.unpaid(unpaid)?;
        may_ask(state, caller, &search).await?;
    }
    let started = services
        .jobs
        .start(&caller.0, search, kind, enrich, open, record);
    let (session, cursor) = started.await?;
    projections::caught_up(&services.subscriptions, cursor).await;
    Ok((session, cursor))
}

/// 429 where nothing answers a search but live services that the caller has used up for today.
async fn may_ask(state: &AppState, caller: &Caller, search: &Search) -> Result<(), ApiError> {
    let parts = search
        .answering
        .iter()
        .flat_map(|answering| &answering.parts);
    let parts = parts.map(|part| part.service.as_str());
    let Some(message) = all_used_up(state, caller, parts).await? else {
        return Ok(());
    };
    let wait = state.services.live.next_day_in();
    let seconds = u32::try_from(wait.as_secs()).unwrap_or(u32::MAX);
    Err(ApiError::too_many(message, seconds.saturating_add(1)))
}

/// What the caller is told where each of these services is live and used up for today.
pub(crate) async fn all_used_up(
    state: &AppState,
    caller: &Caller,
    services: impl Iterator<Item = &str>,
) -> Result<Option<String>, ApiError> {
    let mut refused = None;
    for service in services {
        match state.services.live.used_up(&caller.0, service).await? {
            None => return Ok(None),
            Some(used_up) => refused = Some((used_up, service)),
        }
    }
    Ok(refused.map(|(used_up, service)| {
        let source = state.services.sources.by_name(service);
        let name = source.map_or_else(|| service.to_owned(), |source| source.descriptor().label);
        format!(
            "{name} cannot be searched any more today: {used_up}. Nothing was started or charged. Try again \
             tomorrow (days begin at midnight UTC), or choose another source."
        )
    }))
}

/// How many jobs of the caller have not ended, as the read model has it.
pub(crate) async fn open_jobs(state: &AppState, caller: &Caller) -> Result<OpenJobs, ApiError> {
    let services = &state.services;
    let open = services.job_views.open_jobs(caller.0.as_str()).await?;
    Ok(services.shares.open_jobs(open))
}
