//! POST /enrich: a session's rows with facts about their surroundings.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use commands::enricher::Enricher;
use commands::limits::{Limited, Permit};
use projections::jobs::Job;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::StartCaller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiQuery};
use crate::http::layers::TIMEOUT;
use crate::http::serving::given_up;
use crate::sessions::enriching::Enriching;
use crate::sessions::packed::PackedRows;
use crate::sessions::progress::EnrichmentBody;
use crate::sessions::row::ResultRow;
use crate::sessions::rows::{JsonRows, json, members_of, stream_rows};
use crate::sessions::sources::Sources;
use crate::sessions::window::{Page, RowsQuery, Wanted as WantedRows};
use crate::state::{AppState, Sessions, Starts};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(enrich))
}

/// The session to enrich.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"sessionKey": "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c"}))]
pub(super) struct EnrichSession {
    /// The job's id.
    #[serde(rename = "sessionKey", alias = "session_key")]
    #[schema(example = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c")]
    session_key: String,
    /// Only `json`.
    #[serde(default)]
    #[schema(pattern = "^json$")]
    format: Option<String>,
}

impl EnrichSession {
    fn must_be_json(&self) -> Result<(), ApiError> {
        match self.format.as_deref() {
            None | Some("json") => Ok(()),
            Some(format) => {
                let shown: String = format.chars().take(20).collect();
                Err(ApiError::invalid(format!(
                    "'{shown}' is not a format for this call: use json, or GET /export for files."
                )))
            }
        }
    }
}

/// A session's rows after their enrichment.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EnrichedBody {
    /// The session's rows, the enriched ones with their facts.
    results: Vec<ResultRow>,
    #[serde(flatten)]
    about: AboutEnriched,
}

/// Information about the rows.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AboutEnriched {
    /// The session.
    #[serde(rename = "sessionKey")]
    session_key: String,
    /// Always true.
    enrichment_applied: bool,
    /// Its progress; it may have ended early because the credits were used up.
    enrichment: EnrichmentBody,
    #[serde(flatten)]
    page: Page,
    #[serde(flatten)]
    sources: Sources,
}

/// With `form=packed`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PackedEnrichedBody {
    #[serde(flatten)]
    rows: PackedRows,
    #[serde(flatten)]
    about: AboutEnriched,
}

/// A session's rows after their enrichment, in the requested form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its shape is used")]
pub(super) enum EnrichedRows {
    Rows(EnrichedBody),
    Packed(PackedEnrichedBody),
}

/// The immediate answer to a call with `Prefer: respond-async`.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct EnrichmentAccepted {
    /// The session.
    #[serde(rename = "sessionKey")]
    session_key: String,
    /// Its progress; GET /api/jobs/{jobId} reports it from now on.
    enrichment: EnrichmentBody,
}

/// The header, for the API's document.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "only its shape is used")]
pub(super) struct PreferHeader {
    /// `respond-async`: answer at once; GET /api/jobs/{jobId} reports the progress.
    #[param(rename = "Prefer", required = false)]
    prefer: String,
}

/// Enriches a session's rows and waits for the end. Each row for which any fact is found costs one more credit. Harmless
/// to repeat: enriched rows cost nothing again, and a running enrichment is joined.
#[utoipa::path(
    post, path = "/enrich", operation_id = "enrich", tag = "jobs",
    params(RowsQuery, PreferHeader),
    request_body(content(
        (EnrichSession = "application/json"),
        (EnrichSession = "multipart/form-data")
    )),
    responses(
        (status = 200, description = "The rows", body = EnrichedRows),
        (status = 202, description = "Running", body = EnrichmentAccepted),
        (status = 400, description = "No session key, or no such column, form or range", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 402, description = "No credits left", body = ErrorBody),
        (status = 403, description = "The plan does not include enrichment", body = ErrorBody),
        (status = 404, description = "No such session of this user", body = ErrorBody),
        (status = 409, description = "Its search has not ended, or the enrichment was cancelled", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 429, description = "Too many open jobs", body = ErrorBody),
        (status = 500, description = "The enrichment failed", body = ErrorBody),
        (status = 503, description = "Still running: repeat the call", body = ErrorBody)
    )
)]
async fn enrich(
    State(starts): State<Arc<Starts>>,
    State(sessions): State<Arc<Sessions>>,
    State(enricher): State<Arc<Enricher>>,
    StartCaller(caller, permit): StartCaller,
    headers: HeaderMap,
    ApiQuery(query): ApiQuery<RowsQuery>,
    Wanted(wanted): Wanted,
) -> Result<Response, ApiError> {
    let wanted_rows = WantedRows::of(&query)?;
    wanted.must_be_json()?;
    let enriching = Enriching::of(&sessions, &caller, &wanted.session_key, &enricher).await?;
    let (limits, user) = (&starts.limits, caller.0.as_str());
    let waits = !prefers_async(&headers);
    let waiting = || limits.try_permit(Limited::WaitingCalls, user);
    let _waiting = waits.then(waiting).transpose()?;
    let job = enriching.begin(&starts, permit).await?;
    if !waits {
        return Ok(accepted(&job));
    }
    let job = enriching.end().await?;
    let permit = limits.permit(Limited::Screens, user).await?;
    Ok(rows(sessions, job, permit, wanted_rows))
}

fn accepted(job: &Job) -> Response {
    let body = EnrichmentAccepted {
        session_key: job.job_id.to_string(),
        enrichment: EnrichmentBody::new(job),
    };
    (StatusCode::ACCEPTED, Json(body)).into_response()
}

fn rows(sessions: Arc<Sessions>, job: Job, permit: Permit, wanted: WantedRows) -> Response {
    let page = members_of(&wanted.page(&job));
    let head = format!(
        "{{\"sessionKey\":{},\"enrichment_applied\":true,\"enrichment\":{},{},",
        json(&job.job_id),
        json(&EnrichmentBody::new(&job)),
        page,
    );
    let enriched = job.enrichment.enriched > 0;
    let rows = JsonRows::object(head, wanted, enriched, "}");
    let headers = [(header::CONTENT_TYPE, "application/json")];
    (headers, stream_rows(sessions, job, permit, rows)).into_response()
}

fn prefers_async(headers: &HeaderMap) -> bool {
    let values = headers.get_all("prefer").iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|one| one.trim().eq_ignore_ascii_case("respond-async"))
}

/// The body, in either form.
pub(super) struct Wanted(EnrichSession);

impl<S: Send + Sync> FromRequest<S> for Wanted {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        match tokio::time::timeout(TIMEOUT, Self::read(request, state)).await {
            Ok(read) => read,
            Err(_) => Err(StatusCode::REQUEST_TIMEOUT.into_response()),
        }
    }
}

impl Wanted {
    async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Self, Response> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let is_form = kind
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.starts_with("multipart/form-data"));
        if !is_form {
            let ApiJson(wanted) = ApiJson::from_request(request, state).await?;
            return Ok(Self(wanted));
        }
        let mut form = Multipart::from_request(request, state)
            .await
            .map_err(IntoResponse::into_response)?;
        let mut session_key = None;
        let mut format = None;
        loop {
            let field = match form.next_field().await {
                Ok(Some(field)) => field,
                Ok(None) => break,
                Err(error) => return Err(unreadable(error)),
            };
            let name = field.name().unwrap_or_default().to_owned();
            let text = field.text().await.map_err(unreadable)?;
            match name.as_str() {
                "sessionKey" | "session_key" => session_key = Some(text),
                "format" => format = Some(text),
                _ => {}
            }
        }
        let session_key = session_key
            .ok_or_else(|| ApiError::invalid("Name the session: sessionKey=…").into_response())?;
        Ok(Self(EnrichSession {
            session_key,
            format,
        }))
    }
}

fn unreadable(error: axum::extract::multipart::MultipartError) -> Response {
    if let Some(answer) = given_up(&error) {
        return answer;
    }
    match error.status() {
        // The body limit has its own answer.
        StatusCode::PAYLOAD_TOO_LARGE => error.into_response(),
        _ => ApiError::invalid(format!("The form cannot be read: {error}")).into_response(),
    }
}
