//! What was read of an address: pages and files.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use commands::limits::Limited;
use commands::websites::PageDocument;
use domain::scrape_job::Reading;
use projections::jobs::Job;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use websites::LinkKind;

use crate::exports::website::{PageFile, WebsiteFormat};
use crate::http::attachment::attachment;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::sessions::owned_job;
use crate::sessions::website_says::{SENDERS_DUTIES, WebsiteBody};
use crate::state::{AppState, Readings, Sessions};
use crate::wire::JobStatus;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(website_pages))
        .routes(routes!(website_file))
}

/// A page of an address.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PageBody {
    /// The address that was asked for.
    url: String,
    /// Where it was found, after redirects.
    #[serde(skip_serializing_if = "Option::is_none")]
    found_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// Its text without menus and footers, if that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Its links, if they were wanted.
    links: Vec<PageLink>,
    /// Why it was not read; absent if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Did it cost a credit?
    paid: bool,
}

/// A link of a page.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PageLink {
    url: String,
    text: String,
    kind: PageLinkKind,
}

/// What a link leads to.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PageLinkKind {
    /// Another page of the website.
    Inside,
    Outside,
    Mail,
    Phone,
    /// A file, such as a PDF.
    Document,
}

impl From<LinkKind> for PageLinkKind {
    fn from(kind: LinkKind) -> Self {
        match kind {
            LinkKind::Inside => Self::Inside,
            LinkKind::Outside => Self::Outside,
            LinkKind::Mail => Self::Mail,
            LinkKind::Phone => Self::Phone,
            LinkKind::Document => Self::Document,
        }
    }
}

/// What a job has read of an address.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebsitePages {
    /// The job's status.
    status: JobStatus,
    pages: Vec<PageBody>,
    /// What the pages say of the business.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<WebsiteBody>,
    /// What whoever writes to these addresses must do; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    senders_duties: Option<&'static str>,
}

/// What a job has read of an address: its pages, and what they say of the business.
#[utoipa::path(
    get, path = "/api/websites/{jobId}/pages", operation_id = "getWebsitePages", tag = "websites",
    params(("jobId" = String, Path, description = "The job's id")),
    responses(
        (status = 200, description = "The pages", body = WebsitePages),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such reading of this user", body = ErrorBody)
    )
)]
async fn website_pages(
    State(readings): State<Arc<Readings>>,
    State(sessions): State<Arc<Sessions>>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
) -> Result<Json<WebsitePages>, ApiError> {
    let (job, documents) = pages_of(&readings, &sessions, &caller, &job_id).await?;
    Ok(Json(WebsitePages::of(&job, documents)))
}

impl WebsitePages {
    fn of(job: &Job, documents: Vec<PageDocument>) -> Self {
        let facts = documents.first().and_then(|page| page.facts.as_ref());
        let has_emails = facts.is_some_and(|facts| !facts.emails.is_empty());
        Self {
            status: job.stage.status().into(),
            found: facts.map(|facts| WebsiteBody::of_facts(facts, job.updated_at)),
            senders_duties: has_emails.then_some(SENDERS_DUTIES),
            pages: documents.into_iter().map(PageBody::from).collect(),
        }
    }
}

async fn pages_of(
    readings: &Readings,
    sessions: &Sessions,
    caller: &Caller,
    job_id: &str,
) -> Result<(Job, Vec<PageDocument>), ApiError> {
    let job = owned_job(sessions, caller, job_id).await?;
    if !job.reading.as_ref().is_some_and(Reading::is_of_address) {
        return Err(ApiError::not_found("This session read no address."));
    }
    let read = readings.website_reads.of_session(job.job_id, job.delivered);
    let read = read.await?.into_iter();
    let documents = read.filter_map(|page| serde_json::from_str(&page.document).ok());
    Ok((job, documents.collect()))
}

impl From<PageDocument> for PageBody {
    fn from(document: PageDocument) -> Self {
        let PageDocument { page, paid, .. } = document;
        let empty = Self {
            url: page.url,
            found_at: None,
            title: None,
            text: None,
            links: Vec::new(),
            error: None,
            paid,
        };
        match page.read {
            Err(error) => Self {
                error: Some(error.to_string()),
                ..empty
            },
            Ok(kept) => Self {
                found_at: Some(kept.page.url),
                title: kept.page.title,
                text: kept.page.text.map(|text| text.plain),
                links: kept.page.links.into_iter().map(PageLink::from).collect(),
                ..empty
            },
        }
    }
}

impl From<websites::Link> for PageLink {
    fn from(link: websites::Link) -> Self {
        Self {
            url: link.url,
            text: link.text,
            kind: link.kind.into(),
        }
    }
}

/// The form of a file.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FileQuery {
    #[param(inline)]
    format: WebsiteFormat,
}

/// What a job has read of an address, as a file: the text (`txt`, `md`), the links (`csv`), or all of it (`json`).
#[utoipa::path(
    get, path = "/api/websites/{jobId}/file", operation_id = "getWebsiteFile", tag = "websites",
    params(("jobId" = String, Path, description = "The job's id"), FileQuery),
    responses(
        (status = 200, description = "The file", content(
            (String = "text/plain"),
            (String = "text/markdown"),
            (String = "text/csv"),
            (WebsitePages = "application/json")
        )),
        (status = 400, description = "No such format", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such reading of this user", body = ErrorBody),
        (status = 429, description = "Too many long answers at once", body = ErrorBody)
    )
)]
async fn website_file(
    State(readings): State<Arc<Readings>>,
    State(sessions): State<Arc<Sessions>>,
    caller: Caller,
    ApiPath(job_id): ApiPath<String>,
    ApiQuery(query): ApiQuery<FileQuery>,
) -> Result<Response, ApiError> {
    let _permit = readings
        .limits
        .permit(Limited::Downloads, caller.0.as_str())
        .await?;
    let (job, documents) = pages_of(&readings, &sessions, &caller, &job_id).await?;
    let file = PageFile {
        name: &job.term,
        pages: &documents,
    };
    let headers = attachment(query.format.media_type(), &file.file_name(query.format));
    let body = match query.format {
        WebsiteFormat::Txt => file.text(),
        WebsiteFormat::Md => file.markdown(),
        WebsiteFormat::Csv => file.links(),
        WebsiteFormat::Json => {
            return Ok((headers, Json(WebsitePages::of(&job, documents))).into_response());
        }
    };
    Ok((headers, body).into_response())
}
