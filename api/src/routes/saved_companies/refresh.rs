//! Refreshes the facts of saved companies from the installed reference data.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use commands::companies::{Companies, Refreshed};
use commands::enricher::Enricher;
use domain::ids::{CompanyId, SessionKey};
use projections::saved_companies::{Filters, ListQuery, ListedCompany};
use serde::Serialize;
use store::log::Cursor;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::named::{FailedBody, Named, UNKNOWN};
use super::requests::CompanyIds;
use crate::http::caller::{BulkCaller, Caller};
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiJson;
use crate::http::idempotency::{AlwaysKept, IdempotencyHeader, KeptRefusal};
use crate::http::read_your_writes::Written;
use crate::sessions::companies::{kept, stored_row};
use crate::sessions::company_lists;
use crate::sessions::row::StoredRow;
use crate::state::{AppState, CompanyLists, Sessions};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(refresh))
}

/// Companies enriched at a time, so that others, jobs among them, get their turn in between.
const SLICE: usize = 100;
/// The message of a company that no credit was left for.
const NO_CREDITS: &str = "You have no credits left for this company.";
/// The message of a company that another call has just refreshed.
const ELSEWHERE: &str =
    "These facts were refreshed elsewhere at the same moment. Please try again.";

/// The outcome of a refresh, and its price.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = CompanyRefresh)]
pub(super) struct RefreshBody {
    /// Do all of them have the current facts?
    success: bool,
    /// The companies whose facts have changed.
    changed: Vec<String>,
    /// Number of companies whose facts were current: they cost nothing.
    unchanged: usize,
    /// The companies that could not be refreshed.
    failed: Vec<FailedBody>,
    /// One credit for each company whose facts have changed.
    credits_charged: usize,
}

/// Refreshes the facts of saved companies. Costs one credit for each company whose facts change; repeating the call costs
/// nothing.
#[utoipa::path(
    post, path = "/api/saved-companies/refresh", operation_id = "refreshSavedCompanies", tag = "companies",
    params(IdempotencyHeader),
    request_body = CompanyIds,
    responses(
        (status = 200, description = "The outcome of each", body = RefreshBody),
        (status = 400, description = "No companies", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "The plan does not include enrichment", body = ErrorBody),
        (status = 413, description = "Too many companies at once", body = ErrorBody),
        (status = 422, description = "The key was used for another request", body = ErrorBody),
        (status = 503, description = "The reference data are unavailable", body = ErrorBody)
    )
)]
async fn refresh(
    State(companies): State<Companies>,
    State(enricher): State<Arc<Enricher>>,
    State(lists): State<Arc<CompanyLists>>,
    State(sessions): State<Arc<Sessions>>,
    BulkCaller(caller, _permit): BulkCaller,
    ApiJson(body): ApiJson<CompanyIds>,
) -> Result<Response, ApiError> {
    let named = Named::of(body.company_ids)?;
    companies.may_enrich(&caller.0).await?;
    let mut answer = RefreshBody::default();
    answer.fail(named.unknown, UNKNOWN);
    let mut by_session: BTreeMap<SessionKey, Vec<CompanyId>> = BTreeMap::new();
    let saved = saved(&lists, &caller, &named.known).await?;
    for company in named.known {
        match saved.get(&company) {
            Some(there) => by_session
                .entry(there.session_id)
                .or_default()
                .push(company),
            None => answer.fail([company.to_string()], UNKNOWN),
        }
    }
    let mut cursor = Cursor::START;
    for (session, saved) in by_session {
        let job = sessions.job_views.owned(caller.0.as_str(), session).await?;
        let source = job.and_then(|job| job.source).unwrap_or_default();
        let businesses = businesses(&lists, &caller, saved, &mut answer).await?;
        let known = news(&enricher, &source, businesses, &mut answer).await?;
        if known.is_empty() {
            continue;
        }
        let refreshed = companies.refresh(&caller.0, session, known).await?;
        cursor = cursor.max(refreshed.cursor);
        answer.charge(refreshed);
    }
    answer.success = answer.failed.is_empty();
    answer.credits_charged = answer.changed.len();
    let is_paid = answer.credits_charged > 0;
    let answer = Json(answer);
    let answer = Written { cursor, answer };
    Ok(match is_paid {
        true => AlwaysKept(answer).into_response(),
        false => KeptRefusal(answer).into_response(),
    })
}

impl RefreshBody {
    fn fail(&mut self, companies: impl IntoIterator<Item = String>, message: &str) {
        let failed = companies.into_iter().map(|company_id| FailedBody {
            company_id,
            message: message.to_owned(),
        });
        self.failed.extend(failed);
    }

    fn charge(&mut self, refreshed: Refreshed) {
        let texts = |companies: Vec<CompanyId>| companies.into_iter().map(|one| one.to_string());
        self.changed.extend(texts(refreshed.paid));
        self.fail(texts(refreshed.unpaid), NO_CREDITS);
        self.fail(texts(refreshed.elsewhere), ELSEWHERE);
    }
}

/// The saved ones among the companies, by their ids.
async fn saved(
    lists: &CompanyLists,
    caller: &Caller,
    companies: &BTreeSet<CompanyId>,
) -> Result<BTreeMap<CompanyId, Arc<ListedCompany>>, ApiError> {
    let query = ListQuery {
        filters: Filters {
            companies: Some(companies.clone()),
            ..Filters::default()
        },
        ..ListQuery::default()
    };
    let found = company_lists::find(lists, &caller.0, query).await?;
    let found = found.companies.into_iter();
    Ok(found
        .map(|listed| (listed.company.company_id, listed.company))
        .collect())
}

/// The companies as they were saved.
async fn businesses(
    lists: &CompanyLists,
    caller: &Caller,
    companies: Vec<CompanyId>,
    answer: &mut RefreshBody,
) -> Result<Vec<(CompanyId, StoredRow)>, ApiError> {
    let ids: Vec<String> = companies.iter().map(CompanyId::to_string).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let saved = &lists.saved_companies;
    let mut saved = saved.businesses(caller.0.as_str(), &ids).await?;
    let mut rows = Vec::with_capacity(companies.len());
    for company in companies {
        match saved.remove(&company.to_string()) {
            Some(business) => rows.push((company, stored_row(&business, 0)?)),
            None => answer.fail([company.to_string()], UNKNOWN),
        }
    }
    Ok(rows)
}

/// What is to be kept of those that have other facts now. All are from one maps service, which determines what is
/// allowed.
async fn news(
    enricher: &Enricher,
    source: &str,
    rows: Vec<(CompanyId, StoredRow)>,
    answer: &mut RefreshBody,
) -> Result<BTreeMap<CompanyId, String>, ApiError> {
    let mut facts = Vec::with_capacity(rows.len());
    for slice in rows.chunks(SLICE) {
        let places = slice.iter().map(|(_, row)| row.place.clone()).collect();
        let found = enricher.facts(source, places).await;
        facts.extend(found.map_err(|error| {
            tracing::error!(%error, "could not enrich saved companies");
            ApiError::unavailable("The reference data cannot be read. Nothing was charged.")
        })?);
    }
    let mut news = BTreeMap::new();
    for ((company, row), facts) in rows.into_iter().zip(facts) {
        // If nothing is known any more, the former facts stay.
        if facts.is_none() || facts == row.known {
            answer.unchanged += 1;
            continue;
        }
        let row = StoredRow {
            known: facts,
            ..row
        };
        news.insert(company, kept(row));
    }
    Ok(news)
}
