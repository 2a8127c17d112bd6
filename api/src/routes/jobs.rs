//! Scrape jobs of the signed-in user. Another user's job is not found.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::ids::SessionKey;
use domain::scrape_job::{JobKind, Search};
use places::Place;
use projections::jobs::Job;
use serde::{Deserialize, Serialize};
use store::StoreError;
use utoipa::ToSchema;

use super::sources::{rows_at_most, source_of};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiPath};
use crate::http::idempotency::{IdempotencyHeader, Repeatable};
use crate::rows::ResultRow;
use crate::state::AppState;

/// How often a late read model is waited for, each time for as long as an answer waits for its own writes.
const LATE_LOOKS: u32 = 10;
/// Jobs of one user that may be open at once.
const MAX_OPEN_JOBS: u32 = 20;

/// A search to run.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct StartScrape {
    /// Cities to search, at most 500.
    #[serde(default)]
    #[schema(example = json!(["Portland", "Bend"]))]
    cities: Vec<String>,
    /// What to look for.
    #[serde(default)]
    #[schema(example = "brewery")]
    search_term: String,
    /// The cities' state, two letters.
    #[serde(default)]
    #[schema(example = "OR")]
    state: String,
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// Stop after that many rows.
    #[schema(minimum = 1)]
    max_results: Option<u32>,
    /// A maps service by name; the configured default where left out.
    source: Option<String>,
}

/// A job that was queued.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StartedJob {
    /// The job's id; the session key of its rows too.
    job_id: String,
    /// `queued`.
    status: &'static str,
    /// How many rows it will find at most, where the maps service can count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_at_most: Option<u64>,
    /// What these rows would cost, in credits.
    #[serde(skip_serializing_if = "Option::is_none")]
    credits_at_most: Option<u64>,
}

/// Starts a search. Rows cost one credit each, when they are delivered.
#[utoipa::path(
    post, path = "/api/jobs/scrape", operation_id = "startScrape", tag = "jobs",
    params(IdempotencyHeader),
    request_body = StartScrape,
    responses(
        (status = 202, description = "Queued", body = StartedJob),
        (status = 400, description = "The search makes no sense", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 402, description = "No credits left", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "Too many open jobs", body = ErrorBody)
    )
)]
pub(super) async fn start_scrape(
    State(state): State<AppState>,
    caller: Caller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<StartScrape>,
) -> Result<(StatusCode, Json<StartedJob>), ApiError> {
    if let Some(user_id) = &body.user_id {
        caller.must_be(user_id)?;
    }
    let search = Search::new(
        &body.search_term,
        &body.state,
        &body.cities,
        body.max_results,
        body.source,
    )?;
    let services = &state.services;
    let source = source_of(&services.sources, &search)?;
    may_open_another(&state, &caller).await?;
    let rows = rows_at_most(source.as_ref(), &search).await;
    let kind = JobKind::GoogleMaps;
    let (job, cursor) = services.jobs.start(&caller.0, search, kind, record).await?;
    projections::caught_up(&services.subscriptions, cursor).await;
    let started = StartedJob {
        job_id: job.to_string(),
        status: "queued",
        rows_at_most: rows,
        credits_at_most: rows,
    };
    Ok((StatusCode::ACCEPTED, Json(started)))
}

/// Refused where the user has as many open jobs as one may have.
pub(super) async fn may_open_another(state: &AppState, caller: &Caller) -> Result<(), ApiError> {
    let open = state
        .services
        .job_views
        .open_jobs(caller.0.as_str())
        .await?;
    if open < MAX_OPEN_JOBS {
        return Ok(());
    }
    Err(ApiError::too_many(
        format!("You have {MAX_OPEN_JOBS} open jobs: wait for one to end, or cancel one."),
        30,
    ))
}

/// Where a job stands.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobBody {
    /// The job's id.
    job_id: String,
    /// `queued`, `processing`, `completed`, `failed` or `cancelled`.
    #[schema(example = "processing")]
    status: String,
    /// Percent done, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    progress: u8,
    /// In words.
    #[schema(example = "Searching Bend (2 of 2 cities): 71 results so far")]
    message: String,
    /// What it looks for.
    search_term: String,
    /// Where.
    state: String,
    /// In which cities.
    cities: Vec<String>,
    /// Rows delivered so far.
    results_count: u32,
    /// The maps service, once the job has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    /// Are its businesses made up?
    sample: bool,
    /// Where the enrichment of its rows stands.
    enrichment: EnrichmentBody,
    /// When it was asked for (UTC).
    created_at: String,
    /// When it last changed (UTC).
    updated_at: String,
}

/// Where the enrichment of a job's rows stands.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EnrichmentBody {
    /// `not_requested`, `processing`, `completed`, `failed` or `cancelled`.
    #[schema(example = "processing")]
    status: String,
    /// Percent of the rows done, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    progress: u8,
    /// Rows enriched so far, the first ones.
    enriched: u32,
    /// In words.
    #[schema(example = "Enriching: 400 of 1000 results")]
    message: String,
}

impl EnrichmentBody {
    pub(super) fn new(job: &Job) -> Self {
        let enrichment = &job.enrichment;
        let (done, all) = (enrichment.enriched, job.delivered);
        let percent = (u64::from(done) * 100).checked_div(u64::from(all));
        let reason = enrichment.reason.as_deref().unwrap_or_default();
        let message = match (enrichment.status.as_str(), reason) {
            ("not_requested", _) => "Not enriched".to_owned(),
            ("processing", _) => format!("Enriching: {done} of {all} results"),
            ("completed", "credits_used_up") => {
                format!("Enriched {done} of {all} results: your credits are used up")
            }
            ("completed", _) => format!("Enriched {}", results(done)),
            ("cancelled", _) => {
                format!("Enrichment was cancelled: {done} of {all} results are enriched")
            }
            (_, reason) => reason.to_owned(),
        };
        Self {
            status: enrichment.status.clone(),
            progress: u8::try_from(percent.unwrap_or_default()).unwrap_or(100),
            enriched: done,
            message,
        }
    }
}

fn results(number: u32) -> String {
    match number {
        1 => "1 result".to_owned(),
        n => format!("{n} results"),
    }
}

impl From<Job> for JobBody {
    fn from(job: Job) -> Self {
        Self {
            job_id: job.job_id.to_string(),
            progress: progress(&job),
            message: message(&job),
            enrichment: EnrichmentBody::new(&job),
            search_term: job.term,
            state: job.state,
            cities: job.cities,
            results_count: job.delivered,
            source: job.source,
            sample: job.sample,
            created_at: job.queued_at.to_string(),
            updated_at: job.updated_at.to_string(),
            status: job.status,
        }
    }
}

/// Percent done: by cities, or by rows where the search set a bound. 100 only at the end.
fn progress(job: &Job) -> u8 {
    match job.status.as_str() {
        "completed" => return 100,
        "queued" => return 0,
        _ => {}
    }
    let share = |done: u64, all: u64| (done * 100).checked_div(all).unwrap_or(0);
    let by_cities = share(job.cities_done.into(), job.cities.len() as u64);
    let by_rows = job
        .max_results
        .map_or(0, |max| share(job.delivered.into(), max.into()));
    u8::try_from(by_cities.max(by_rows).min(99)).unwrap_or(99)
}

pub(super) fn message(job: &Job) -> String {
    let rows = results(job.delivered);
    let reason = job.end_reason.as_deref().unwrap_or_default();
    match job.status.as_str() {
        "queued" => "Waiting for a worker".to_owned(),
        "completed" => match reason {
            "credits_used_up" => {
                format!(
                    "Completed with {rows}: your credits are used up, so there may be more to find"
                )
            }
            "max_results" => format!("Completed with {rows}, as many as were asked for"),
            _ => format!("Completed with {rows}"),
        },
        "failed" if job.delivered > 0 => format!("{reason} The {rows} found before are kept."),
        "failed" => reason.to_owned(),
        "cancelled" => format!("Job was cancelled with {rows}"),
        _ => match job.cities.get(job.cities_done as usize) {
            Some(city) => format!(
                "Searching {city} ({} of {} cities): {rows} so far",
                job.cities_done + 1,
                job.cities.len()
            ),
            None => format!("Finishing: {rows}"),
        },
    }
}

/// Where a job stands.
#[utoipa::path(
    get, path = "/api/jobs/{jobId}", operation_id = "getJob", tag = "jobs",
    params(("jobId" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "Where it stands", body = JobBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody)
    )
)]
pub(super) async fn job(
    State(state): State<AppState>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
) -> Result<Json<JobBody>, ApiError> {
    Ok(Json(owned_job(&state, &caller, &job_id).await?.into()))
}

/// Where a job stands; for an app that finds a stored job when it starts.
#[utoipa::path(
    get, path = "/api/jobs/status/{jobId}", operation_id = "getJobStatus", tag = "jobs",
    params(("jobId" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "Where it stands", body = JobBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody)
    )
)]
pub(super) async fn job_status(
    State(state): State<AppState>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
) -> Result<Json<JobBody>, ApiError> {
    Ok(Json(owned_job(&state, &caller, &job_id).await?.into()))
}

/// A job's rows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobResultBody {
    /// Where the job stands; rows of a job under way are those delivered so far.
    status: String,
    /// The rows.
    result: ResultsBody,
}

/// The rows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ResultsBody {
    /// In the order they were found.
    results: Vec<ResultRow>,
    /// Are they enriched, as far as credits went?
    enrichment_applied: bool,
    /// Are they made up?
    sample: bool,
}

/// The rows that a job has delivered, also after it failed or was cancelled.
#[utoipa::path(
    get, path = "/api/jobs/{jobId}/result", operation_id = "getJobResult", tag = "jobs",
    params(("jobId" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "The rows delivered so far", body = JobResultBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody)
    )
)]
pub(super) async fn job_result(
    State(state): State<AppState>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
) -> Result<Json<JobResultBody>, ApiError> {
    let job = owned_job(&state, &caller, &job_id).await?;
    let results = read_rows(&state, &job, 0, job.delivered).await?;
    let enrichment_applied = job.enrichment.status == "completed";
    Ok(Json(JobResultBody {
        status: job.status,
        result: ResultsBody {
            results,
            enrichment_applied,
            sample: job.sample,
        },
    }))
}

/// A job that was cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CancelledJob {
    /// The job's id.
    job_id: String,
    /// `cancelled`.
    status: &'static str,
}

/// Stops a job, or the enrichment of its rows. What it delivered is kept; what it held is given back.
#[utoipa::path(
    post, path = "/api/jobs/{jobId}/cancel", operation_id = "cancelJob", tag = "jobs",
    params(
        ("jobId" = String, Path, description = "The job's id"),
        IdempotencyHeader
    ),
    responses(
        (status = 200, description = "Cancelled", body = CancelledJob),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody),
        (status = 409, description = "It has ended already", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
pub(super) async fn cancel_job(
    State(state): State<AppState>,
    caller: Caller,
    Repeatable(record): Repeatable,
    ApiPath(job_id): ApiPath<String>,
) -> Result<Json<CancelledJob>, ApiError> {
    let job = parse(&job_id)?;
    let cursor = state.services.jobs.cancel(&caller.0, job, record).await?;
    projections::caught_up(&state.services.subscriptions, cursor).await;
    Ok(Json(CancelledJob {
        job_id: job.to_string(),
        status: "cancelled",
    }))
}

pub(super) fn parse(job_id: &str) -> Result<SessionKey, ApiError> {
    job_id
        .parse()
        .map_err(|_| ApiError::not_found("There is no such job."))
}

/// The caller's job. An ended job is answered once balance and history show its end too.
pub(super) async fn owned_job(
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
    if let Some(ended) = job.ended_cursor
        && !projections::caught_up(&services.subscriptions, ended).await
    {
        tracing::warn!(job = %key, "an ended job is shown before balance and history caught up");
    }
    Ok(job)
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
        "The job is not to be seen yet: ask again in a moment.",
    ))
}

/// Rows `first..first + limit` of a job, as far as they are delivered.
pub(super) async fn read_rows(
    state: &AppState,
    job: &Job,
    first: u32,
    limit: u32,
) -> Result<Vec<ResultRow>, ApiError> {
    let documents = state
        .services
        .documents
        .read(job.job_id, first, limit, job.delivered)
        .await?;
    let facts = state
        .services
        .documents
        .read_facts(job.job_id, first, limit, job.enrichment.enriched)
        .await?;
    let mut facts = facts.into_iter().peekable();
    let damaged = |row_idx: u32, error: serde_json::Error| {
        StoreError::Damaged(format!("row {row_idx} of {}: {error}", job.job_id))
    };
    documents
        .into_iter()
        .map(|(row_idx, document)| {
            let place: Place =
                serde_json::from_str(&document).map_err(|error| damaged(row_idx, error))?;
            let known = facts
                .next_if(|(of, _)| *of == row_idx)
                .map(|(_, document)| serde_json::from_str(&document))
                .transpose()
                .map_err(|error| damaged(row_idx, error))?;
            Ok(ResultRow::new(row_idx, place, known))
        })
        .collect()
}
