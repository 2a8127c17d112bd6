//! Scrape jobs of the signed-in user. Another user's job is not found.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use commands::jobs::Jobs;
use commands::limits::{Limited, Limits};
use domain::scrape_job::{JobKind, Search};
use projections::jobs::EnrichmentStage;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::{Caller, StartCaller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiPath, ApiQuery};
use crate::http::idempotency::{IdempotencyHeader, Kept, Repeatable, Repeated};
use crate::http::read_your_writes::Written;
use crate::sessions::answer_words::rows_at_most;
use crate::sessions::area::{AreaRequest, Wanted};
use crate::sessions::job_body::JobBody;
use crate::sessions::packed::PackedRows;
use crate::sessions::row::ResultRow;
use crate::sessions::rows::{JsonRows, json, members_of, stream_rows};
use crate::sessions::sources::Sources;
use crate::sessions::start::{Start, Started, answered};
use crate::sessions::window::{self, Page, RowsQuery};
use crate::sessions::{owned_job, owned_search, parse};
use crate::state::{AppState, Sessions, Starts};
use crate::wire::JobStatus;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(start_scrape))
        .routes(routes!(job))
        .routes(routes!(job_status))
        .routes(routes!(job_result))
        .routes(routes!(cancel_job))
}

/// A search to run.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"search_term": "brewery", "state": "OR", "cities": ["Portland", "Bend"]}))]
pub(super) struct StartScrape {
    /// Cities to search, at most 500. Either they or an area are needed.
    #[serde(default)]
    #[schema(example = json!(["Portland", "Bend"]), max_items = 500)]
    cities: Vec<String>,
    /// An area to search in place of cities.
    area: Option<AreaRequest>,
    /// What to look for.
    #[serde(default)]
    #[schema(
        example = "brewery",
        required = true,
        max_length = 200,
        pattern = r"\S"
    )]
    search_term: String,
    /// The cities' state, two letters; needed with cities.
    #[serde(default)]
    #[schema(example = "OR", pattern = r"^\s*([A-Za-z]{2}\s*)?$")]
    state: String,
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// Stop after this many rows.
    #[schema(minimum = 1)]
    max_results: Option<u32>,
    /// Enrich the rows after the search, as POST /enrich does.
    #[serde(default)]
    #[schema(default = false)]
    enrich: bool,
    /// A maps service by name; if left out, those that cover the search.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,40}$")]
    source: Option<String>,
}

impl StartScrape {
    /// The requested search.
    async fn search(self, starts: &Starts, caller: &Caller) -> Result<Search, ApiError> {
        if let Some(user_id) = &self.user_id {
            caller.must_be(user_id)?;
        }
        let wanted = Wanted {
            term: &self.search_term,
            state: &self.state,
            cities: &self.cities,
            area: self.area.as_ref(),
            max_results: self.max_results,
            source: self.source,
        };
        wanted.search(&starts.enricher).await
    }
}

/// A job that was queued.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StartedJob {
    /// The job's id, and the session key of its rows.
    job_id: String,
    /// `queued`.
    status: JobStatus,
    /// The number of rows it will find at most, if the maps service can count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_at_most: Option<u64>,
    /// The price of these rows, in credits.
    #[serde(skip_serializing_if = "Option::is_none")]
    credits_at_most: Option<u64>,
    /// Cities, or counties of the area, that no source covers: they are skipped and cost nothing.
    skipped_cities: Vec<String>,
    /// Cities that no list of cities and no data set knows: probably misspelled.
    unknown_cities: Vec<String>,
}

impl StartedJob {
    async fn of(starts: &Starts, started: Started) -> Self {
        let asked = &started.asked;
        let answers = match started.answers {
            Some(answers) => Some(answers),
            None => answered(starts, asked).await.ok(),
        };
        let rows = match &answers {
            Some(answers) => rows_at_most(answers, asked).await,
            None => None,
        };
        let (uncovered, unknown) = answers
            .map(|answers| (answers.uncovered, answers.unknown))
            .unwrap_or_default();
        Self {
            job_id: started.session.to_string(),
            status: JobStatus::Queued,
            rows_at_most: rows,
            credits_at_most: rows,
            skipped_cities: asked.parts_at(&uncovered),
            unknown_cities: asked.parts_at(&unknown),
        }
    }
}

/// Starts a search. Each row costs one credit on delivery. With `enrich` the rows are enriched afterwards, for one more
/// credit each, as far as the credits go.
#[utoipa::path(
    post, path = "/api/jobs/scrape", operation_id = "startScrape", tag = "jobs",
    params(IdempotencyHeader),
    request_body = StartScrape,
    responses(
        (status = 202, description = "Queued", body = StartedJob),
        (status = 400, description = "The search is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 402, description = "No credits left", body = ErrorBody),
        (status = 403, description = "Another user's id, or the plan does not include enrichment", body = ErrorBody),
        (status = 409, description = "Nothing covers the search; the message says what to do", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "Too many open jobs", body = ErrorBody)
    )
)]
async fn start_scrape(
    State(starts): State<Arc<Starts>>,
    StartCaller(caller, _permit): StartCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<StartScrape>,
) -> Repeated<(StatusCode, Json<StartedJob>)> {
    let start = Start {
        enrich: body.enrich,
        search: body.search(&starts, &caller).await?,
        kind: JobKind::GoogleMaps,
        record,
    };
    let started = start.run(&starts, &caller).await?;
    let job = StartedJob::of(&starts, started).await;
    Ok(Kept((StatusCode::ACCEPTED, Json(job))))
}

/// A job's status and progress.
#[utoipa::path(
    get, path = "/api/jobs/{jobId}", operation_id = "getJob", tag = "jobs",
    params(("jobId" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "Its status and progress", body = JobBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody)
    )
)]
async fn job(
    State(sessions): State<Arc<Sessions>>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
) -> Result<Json<JobBody>, ApiError> {
    let job = owned_job(&sessions, &caller, &job_id).await?;
    Ok(Json(JobBody::of(&sessions, job).await?))
}

/// A job's status and progress; for an app that finds a stored job at its start.
#[utoipa::path(
    get, path = "/api/jobs/status/{jobId}", operation_id = "getJobStatus", tag = "jobs",
    params(("jobId" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "Its status and progress", body = JobBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody)
    )
)]
async fn job_status(
    State(sessions): State<Arc<Sessions>>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
) -> Result<Json<JobBody>, ApiError> {
    let job = owned_job(&sessions, &caller, &job_id).await?;
    Ok(Json(JobBody::of(&sessions, job).await?))
}

/// A job's rows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct JobResultBody {
    /// The job's status; while it runs, the rows are those delivered so far.
    status: JobStatus,
    /// The rows.
    result: ResultsBody,
}

/// The rows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ResultsBody {
    /// In the order they were found.
    results: Vec<ResultRow>,
    #[serde(flatten)]
    about: AboutRows,
}

/// Information about the rows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AboutRows {
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    sources: Sources,
    /// Have they been enriched, as far as the credits went?
    enrichment_applied: bool,
    /// Are the businesses made up?
    sample: bool,
}

/// With `form=packed`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackedJobResultBody {
    /// The job's status; while it runs, the rows are those delivered so far.
    status: JobStatus,
    /// The rows.
    result: PackedResultsBody,
}

/// The rows as lists of values.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackedResultsBody {
    #[serde(flatten)]
    rows: PackedRows,
    #[serde(flatten)]
    about: AboutRows,
}

/// A job's rows, in the requested form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its shape is used")]
pub(super) enum JobRows {
    Rows(JobResultBody),
    Packed(PackedJobResultBody),
}

/// The rows that a job has delivered, even if it failed or was cancelled. `offset` and `limit` select rows, `columns`
/// selects columns, and `form=packed` is the most compact form.
#[utoipa::path(
    get, path = "/api/jobs/{jobId}/result", operation_id = "getJobResult", tag = "jobs",
    params(("jobId" = String, Path, description = "The job's id"), RowsQuery),
    responses(
        (status = 200, description = "The rows delivered so far", body = JobRows),
        (status = 400, description = "No such column, form or range", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody),
        (status = 429, description = "Too many long answers at once", body = ErrorBody)
    )
)]
async fn job_result(
    State(sessions): State<Arc<Sessions>>,
    State(limits): State<Limits>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
    ApiQuery(query): ApiQuery<RowsQuery>,
) -> Result<impl IntoResponse, ApiError> {
    let wanted = window::Wanted::of(&query)?;
    let job = owned_search(&sessions, &caller, &job_id).await?;
    let wanted = wanted.knowing(sessions.known.of(&caller.0).await?);
    let page = members_of(&wanted.page(&job));
    let head = format!(
        "{{\"status\":{},\"result\":{{\"enrichment_applied\":{},\"sample\":{},{},",
        json(&JobStatus::from(job.stage.status())),
        matches!(job.enrichment.stage, EnrichmentStage::Completed(_)),
        job.sample,
        page,
    );
    let enriched = job.enrichment.enriched > 0;
    let rows = JsonRows::object(head, wanted, enriched, "}}");
    let headers = [(header::CONTENT_TYPE, "application/json")];
    let permit = limits.permit(Limited::Screens, caller.0.as_str()).await?;
    Ok((headers, stream_rows(sessions, job, permit, rows)))
}

/// A job that was cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CancelledJob {
    /// The job's id.
    job_id: String,
    /// `cancelled`.
    status: JobStatus,
}

/// Stops a job, or the enrichment of its rows. Delivered rows are kept; reserved credits are released.
#[utoipa::path(
    post, path = "/api/jobs/{jobId}/cancel", operation_id = "cancelJob", tag = "jobs",
    params(
        ("jobId" = String, Path, description = "The job's id"),
        IdempotencyHeader
    ),
    responses(
        (status = 200, description = "Cancelled", body = CancelledJob),
        (status = 400, description = "The Idempotency-Key is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such job of this user", body = ErrorBody),
        (status = 409, description = "It has already ended", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn cancel_job(
    State(jobs): State<Jobs>,
    caller: Caller,
    Repeatable(record): Repeatable,
    ApiPath(job_id): ApiPath<String>,
) -> Repeated<Written<Json<CancelledJob>>> {
    let job = parse(&job_id)?;
    let cursor = jobs.cancel(&caller.0, job, record).await?;
    let answer = Json(CancelledJob {
        job_id: job.to_string(),
        status: JobStatus::Cancelled,
    });
    Ok(Kept(Written { cursor, answer }))
}
