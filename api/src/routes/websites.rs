//! Reading websites: of a session's rows, of saved companies, or of an address.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use commands::limits::Limited;
use commands::websites::{Company, PageDocument, ReadingStart, WebsiteSource as _};
use domain::ids::CompanyId;
use domain::scrape_job::{Reading, Want};
use places::Place;
use projections::jobs::Job;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use websites::{LinkKind, WebsiteAddress};

use crate::exports::website::{PageFile, WebsiteFormat};
use crate::http::attachment::attachment;
use crate::http::caller::{Caller, StartCaller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiJson, ApiPath, ApiQuery};
use crate::http::idempotency::{IdempotencyHeader, Kept, Repeatable, Repeated};
use crate::sessions::admission::admit_job;
use crate::sessions::companies::stored_row;
use crate::sessions::rows::{PAGE, read};
use crate::sessions::website_says::{SENDERS_DUTIES, WebsiteBody};
use crate::sessions::{owned_job, owned_search};
use crate::state::{AppState, CompanyLists, Readings, Sessions, Starts};
use crate::wire::JobStatus;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read_websites))
        .routes(routes!(estimate_websites))
        .routes(routes!(website_pages))
        .routes(routes!(website_file))
}

/// Companies that a call may name.
const MOST_COMPANIES: usize = 1_000;
/// Refusal where the operator has not switched reading on.
const OFF: &str = "Reading is off: the operator has set no contact.";

/// Websites to read: those of a session's rows, of saved companies, or one address.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"session_key": "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c", "wants": ["email"]}))]
pub(super) struct ReadWebsites {
    /// A session: the websites of its rows are read.
    session_key: Option<String>,
    /// Of a session: the website of this row only.
    row_idx: Option<u32>,
    /// Ids of saved companies, at most 1,000: their websites are read.
    #[schema(max_items = 1000)]
    companies: Option<Vec<String>>,
    /// The address of a website.
    #[schema(example = "example.com", max_length = 2000)]
    url: Option<String>,
    /// What you want to know of businesses: 1 credit for each website that says one of these that was not known.
    #[serde(default = "email_alone")]
    #[schema(default = json!(["email"]))]
    wants: BTreeSet<Wanted>,
    /// Of an address: the text of its pages.
    #[serde(default = "yes")]
    #[schema(default = true)]
    extract_text: bool,
    /// Of an address: the links of its pages.
    #[serde(default)]
    #[schema(default = false)]
    extract_links: bool,
    /// Of an address: up to five pages, in place of one.
    #[serde(default)]
    #[schema(default = false)]
    whole_site: bool,
    /// Stop when that many credits are spent.
    #[schema(minimum = 1)]
    max_credits: Option<u32>,
}

fn email_alone() -> BTreeSet<Wanted> {
    BTreeSet::from([Wanted::Email])
}

const fn yes() -> bool {
    true
}

/// Something to know of a business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Wanted {
    Email,
    Phone,
    Social,
    Hours,
    Technology,
}

impl From<Wanted> for Want {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Email => Self::Email,
            Wanted::Phone => Self::Phone,
            Wanted::Social => Self::Social,
            Wanted::Hours => Self::Hours,
            Wanted::Technology => Self::Technology,
        }
    }
}

/// A reading that was queued.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct StartedReading {
    /// The job's id.
    job_id: String,
    /// `queued`.
    status: JobStatus,
    /// Number of websites; of an address, the most pages.
    websites: u32,
    /// The most that it costs: websites without news cost nothing.
    credits_at_most: u32,
}

/// How many websites a call would read.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WebsitesEstimate {
    /// Number of websites; of an address, the most pages.
    websites: usize,
    /// The most that it costs: websites without news cost nothing.
    credits_at_most: usize,
}

impl ReadWebsites {
    /// What is to be read; refused in words if it is nothing.
    async fn start(
        &self,
        sessions: &Sessions,
        lists: &CompanyLists,
        caller: &Caller,
    ) -> Result<ReadingStart, ApiError> {
        let wants = || -> Result<Vec<Want>, ApiError> {
            if self.wants.is_empty() {
                return Err(ApiError::invalid("Choose what you want to know."));
            }
            Ok(self.wants.iter().copied().map(Want::from).collect())
        };
        if self.max_credits == Some(0) {
            return Err(ApiError::invalid("max_credits must be at least 1."));
        }
        let start = match (&self.session_key, &self.companies, &self.url) {
            (Some(session), None, None) => {
                let job = owned_search(sessions, caller, session).await?;
                let rows = places(sessions, &job, self.row_idx).await?;
                ReadingStart::of_session(job.job_id, &job.term, &rows, wants()?)
            }
            (None, Some(companies), None) => {
                let companies = self::companies(lists, caller, companies).await?;
                ReadingStart::of_companies(&companies, wants()?)
            }
            (None, None, Some(url)) => {
                let address = WebsiteAddress::read(url);
                let address = address.map_err(|error| ApiError::invalid(error.to_string()))?;
                if !(self.extract_text || self.extract_links) {
                    return Err(ApiError::invalid("Choose text, links or both."));
                }
                let (text, links) = (self.extract_text, self.extract_links);
                ReadingStart::of_address(&address, text, links, self.whole_site)
            }
            _ => {
                return Err(ApiError::invalid(
                    "Name one of session_key, companies and url.",
                ));
            }
        };
        if start.websites() == 0 {
            return Err(ApiError::wrong_state(
                "None of these businesses has a website to read.",
            ));
        }
        Ok(start.within(self.max_credits))
    }
}

/// The businesses of a session, or the one of a row.
async fn places(
    sessions: &Sessions,
    job: &Job,
    row_idx: Option<u32>,
) -> Result<Vec<Place>, ApiError> {
    let wanted = match row_idx {
        None => 0..job.delivered,
        Some(row) if row < job.delivered => row..row + 1,
        Some(_) => return Err(ApiError::not_found("The session has no such row.")),
    };
    let mut places = Vec::new();
    let mut first = wanted.start;
    while first < wanted.end {
        let next = wanted.end.min(first + PAGE);
        let rows = read(sessions, job, first..next, false).await?;
        places.extend(rows.into_iter().map(|row| row.place));
        first = next;
    }
    Ok(places)
}

/// Saved companies with their businesses. Ids that are none of the caller's are passed over.
async fn companies(
    lists: &CompanyLists,
    caller: &Caller,
    ids: &[String],
) -> Result<Vec<Company>, ApiError> {
    if ids.len() > MOST_COMPANIES {
        return Err(ApiError::too_large(format!(
            "Read the websites of at most {MOST_COMPANIES} companies at once."
        )));
    }
    let named: Vec<&str> = ids.iter().map(String::as_str).collect();
    let kept = &lists.saved_companies;
    let mut kept = kept.businesses(caller.0.as_str(), &named).await?;
    let companies = ids.iter().filter_map(|id| {
        let business = kept.remove(id)?;
        let id: CompanyId = id.parse().ok()?;
        Some(stored_row(&business, 0).map(|row| Company {
            id,
            place: row.place,
        }))
    });
    Ok(companies.collect::<Result<_, _>>()?)
}

/// Reads websites. Costs one credit for each website that says something wanted that was not known, whether it is read
/// now or was kept; of an address, for each page with content. A website that was paid is free for 30 days.
#[utoipa::path(
    post, path = "/api/websites/read", operation_id = "readWebsites", tag = "websites",
    params(IdempotencyHeader),
    request_body = ReadWebsites,
    responses(
        (status = 202, description = "Queued", body = StartedReading),
        (status = 400, description = "No valid websites are named", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 402, description = "No credits left", body = ErrorBody),
        (status = 404, description = "No such session of this user", body = ErrorBody),
        (status = 409, description = "There is no website to read, or reading is off", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "Too many open jobs", body = ErrorBody)
    )
)]
async fn read_websites(
    State(readings): State<Arc<Readings>>,
    State(starts): State<Arc<Starts>>,
    State(sessions): State<Arc<Sessions>>,
    State(lists): State<Arc<CompanyLists>>,
    StartCaller(caller, _permit): StartCaller,
    Repeatable(record): Repeatable,
    ApiJson(body): ApiJson<ReadWebsites>,
) -> Repeated<(StatusCode, Json<StartedReading>)> {
    must_be_on(&readings)?;
    let start = body.start(&sessions, &lists, &caller).await?;
    let (jobs, user) = (&readings.jobs, &caller.0);
    // An earlier identical call is found again, however many credits it has used since.
    jobs.may_start(user, false, record.as_ref()).await?;
    let open_jobs = admit_job(&starts, &caller).await?;
    let reads = &readings.website_reads;
    let started = start.run(jobs, reads, user, open_jobs, record).await?;
    projections::caught_up(&readings.subscriptions, started.cursor).await;
    let body = StartedReading {
        job_id: started.session.to_string(),
        status: JobStatus::Queued,
        websites: started.websites,
        credits_at_most: started.credits_at_most,
    };
    Ok(Kept((StatusCode::ACCEPTED, Json(body))))
}

fn must_be_on(readings: &Readings) -> Result<(), ApiError> {
    match readings.websites.is_on() {
        true => Ok(()),
        false => Err(ApiError::wrong_state(OFF)),
    }
}

/// How many websites a call would read, and what it costs at most. Reads nothing.
#[utoipa::path(
    post, path = "/api/websites/estimate", operation_id = "estimateWebsites", tag = "websites",
    params(IdempotencyHeader),
    request_body = ReadWebsites,
    responses(
        (status = 200, description = "The number of websites", body = WebsitesEstimate),
        (status = 400, description = "No valid websites are named", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such session of this user", body = ErrorBody),
        (status = 409, description = "There is no website to read, or reading is off", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody)
    )
)]
async fn estimate_websites(
    State(readings): State<Arc<Readings>>,
    State(sessions): State<Arc<Sessions>>,
    State(lists): State<Arc<CompanyLists>>,
    caller: Caller,
    ApiJson(body): ApiJson<ReadWebsites>,
) -> Result<Json<WebsitesEstimate>, ApiError> {
    must_be_on(&readings)?;
    let start = body.start(&sessions, &lists, &caller).await?;
    let websites = start.most_read();
    let most = body
        .max_credits
        .map_or(websites, |most| websites.min(most as usize));
    Ok(Json(WebsitesEstimate {
        websites,
        credits_at_most: most,
    }))
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
    let facts = documents.first().and_then(|page| page.facts.as_ref());
    let has_emails = facts.is_some_and(|facts| !facts.emails.is_empty());
    Ok(Json(WebsitePages {
        status: job.stage.status().into(),
        found: facts.map(|facts| WebsiteBody::of_facts(facts, job.updated_at)),
        senders_duties: has_emails.then_some(SENDERS_DUTIES),
        pages: documents.into_iter().map(PageBody::from).collect(),
    }))
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
    let body = file.write(query.format);
    let headers = attachment(query.format.media_type(), &file.file_name(query.format));
    Ok((headers, body).into_response())
}
