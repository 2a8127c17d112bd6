//! A user's sessions, newest first, and marking them as opened.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use commands::limits::Limits;
use domain::ids::SessionKey;
use jiff::{SignedDuration, Timestamp};
use projections::jobs::{Job, JobFilter};
use serde::{Deserialize, Serialize};
use store::seen::SeenSessions;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::http::idempotency::IdempotencyHeader;
use crate::http::moment::moment;
use crate::http::paged::{Paged, page_size};
use crate::sessions::job_body::JobBody;
use crate::sessions::owned_job;
use crate::state::{AppState, Sessions};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(jobs))
        .routes(routes!(see_job))
}

/// Default number of sessions on a page.
const PAGE: u32 = 20;
/// Maximum number of sessions on a page.
const LARGEST_PAGE: u32 = 50;
/// How long an ended session is offered to a user who has not opened it (JOB-12).
const OFFERED_FOR: SignedDuration = SignedDuration::from_hours(24);

/// The part of the list to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct JobsWindow {
    /// `true`: only those that are running, are being enriched, or ended in the last 24 hours and have not been opened
    /// since.
    #[serde(default)]
    #[param(default = false)]
    open: bool,
    /// Only those started at this moment or later: a day, or a date and time (RFC 3339).
    #[param(example = "2026-01-31T23:59:59Z")]
    since: Option<String>,
    /// `false`: without the runs of schedules.
    #[serde(default = "yes")]
    #[param(default = true)]
    runs: bool,
    /// Sessions per page.
    #[param(minimum = 1, maximum = 50, default = 20)]
    limit: Option<u32>,
    /// The `next` of the previous page.
    before: Option<String>,
}

const fn yes() -> bool {
    true
}

/// A page of sessions, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobsBody {
    jobs: Vec<JobBody>,
    /// `before` of the next page; null on the last one.
    #[schema(required = true)]
    next: Option<String>,
}

/// The caller's sessions, newest first: all of them, or with `open=true` those that are running or new.
#[utoipa::path(
    get, path = "/api/jobs", operation_id = "listJobs", tag = "jobs",
    params(JobsWindow),
    responses(
        (status = 200, description = "A page of sessions", body = JobsBody),
        (status = 400, description = "Invalid page or moment", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 429, description = "Too many long answers at once", body = ErrorBody)
    )
)]
async fn jobs(
    State(sessions): State<Arc<Sessions>>,
    State(seen): State<SeenSessions>,
    State(limits): State<Limits>,
    caller: Caller,
    ApiQuery(window): ApiQuery<JobsWindow>,
) -> Result<Json<JobsBody>, ApiError> {
    let size = page_size(window.limit, PAGE, LARGEST_PAGE)?;
    let mut filter = JobFilter {
        since: moment("since", window.since.as_deref())?,
        before: window.before.as_deref().map(position).transpose()?,
        without_runs: !window.runs,
        ..JobFilter::default()
    };
    let found = Paged::long(&limits, &caller, size, async |most| {
        if window.open {
            return open(&sessions, &seen, &caller, &mut filter, most).await;
        }
        let listed = sessions.job_views.listed(caller.0.as_str(), &filter, most);
        Ok(listed.await?)
    });
    let page = found.await?;
    let next = page.next(cursor);
    let mut jobs = Vec::with_capacity(page.rows.len());
    for job in page.rows {
        jobs.push(JobBody::of(&sessions, job).await?);
    }
    Ok(Json(JobsBody { jobs, next }))
}

/// The first sessions that are running or new.
async fn open(
    sessions: &Sessions,
    seen: &SeenSessions,
    caller: &Caller,
    filter: &mut JobFilter,
    limit: u32,
) -> Result<Vec<Job>, ApiError> {
    let yesterday = sessions.clock.now().saturating_sub(OFFERED_FOR);
    let yesterday = yesterday.unwrap_or(Timestamp::MIN);
    let seen = seen.since(&caller.0, yesterday.as_microsecond());
    let seen = seen.await?;
    filter.open_or_changed_since = Some(yesterday);
    let mut open = Vec::new();
    loop {
        let views = &sessions.job_views;
        let page = views.listed(caller.0.as_str(), filter, limit).await?;
        let is_last = page.len() < limit as usize;
        filter.before = page.last().map(|job| (job.queued_at, job.job_id));
        open.extend(page.into_iter().filter(|job| is_open(job, &seen)));
        if is_last || open.len() >= limit as usize {
            open.truncate(limit as usize);
            return Ok(open);
        }
    }
}

/// Is it running, or has its owner not opened it since it ended?
fn is_open(job: &Job, seen: &HashMap<SessionKey, i64>) -> bool {
    let runs = job.stage.status().is_open() || job.enrichment.stage.status().is_open();
    let opened = seen.get(&job.job_id);
    runs || opened.is_none_or(|at| *at < job.updated_at.as_microsecond())
}

fn cursor(job: &Job) -> String {
    format!("{}_{}", job.queued_at.as_microsecond(), job.job_id)
}

fn position(cursor: &str) -> Result<(Timestamp, SessionKey), ApiError> {
    let position = || {
        let (at, job) = cursor.split_once('_')?;
        let at = Timestamp::from_microsecond(at.parse().ok()?).ok()?;
        Some((at, job.parse().ok()?))
    };
    position().ok_or_else(|| ApiError::invalid("before must be the next of a page."))
}

/// Marks a session as opened: once it has ended, `GET /api/jobs?open=true` no longer returns it.
#[utoipa::path(
    post, path = "/api/jobs/{jobId}/seen", operation_id = "markJobSeen", tag = "jobs",
    params(
        ("jobId" = String, Path, description = "The job's id"),
        IdempotencyHeader
    ),
    responses(
        (status = 204, description = "Noted"),
        (status = 400, description = "The Idempotency-Key is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody)
    )
)]
async fn see_job(
    State(sessions): State<Arc<Sessions>>,
    State(seen): State<SeenSessions>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
) -> Result<StatusCode, ApiError> {
    let job = owned_job(&sessions, &caller, &job_id).await?;
    let now = sessions.clock.now().as_microsecond();
    seen.note(&caller.0, job.job_id, now).await?;
    Ok(StatusCode::NO_CONTENT)
}
