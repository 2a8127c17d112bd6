//! Reading websites: of a session's rows, of saved companies, or of an address.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use commands::websites::{Company, READING_IS_OFF, ReadingStart, WebsiteSource as _};
use domain::ids::CompanyId;
use domain::scrape_job::Want;
use places::Place;
use projections::jobs::Job;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use websites::WebsiteAddress;

use crate::http::caller::{Caller, StartCaller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{IdempotencyHeader, Kept, Repeatable, Repeated};
use crate::sessions::admission::admit_job;
use crate::sessions::companies::stored_row;
use crate::sessions::owned_search;
use crate::sessions::rows::{PAGE, read};
use crate::state::{AppState, CompanyLists, Readings, Sessions, Starts};
use crate::wire::JobStatus;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read_websites))
        .routes(routes!(estimate_websites))
}

/// Companies that a call may name.
const MOST_COMPANIES: usize = 1_000;

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
        if self.row_idx.is_some() && self.session_key.is_none() {
            return Err(ApiError::invalid(
                "row_idx is a row of a session: name its session_key.",
            ));
        }
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
/// now or was kept; of an address, for each page with content. The website of a business is free for 30 days once it was paid.
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
        false => Err(ApiError::wrong_state(READING_IS_OFF)),
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
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 429, description = "A start or an estimate for this user is still running", body = ErrorBody)
    )
)]
async fn estimate_websites(
    State(readings): State<Arc<Readings>>,
    State(sessions): State<Arc<Sessions>>,
    State(lists): State<Arc<CompanyLists>>,
    StartCaller(caller, _permit): StartCaller,
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
