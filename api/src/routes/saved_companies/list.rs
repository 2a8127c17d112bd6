//! The list.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::Response;
use commands::enricher::Enricher;
use commands::limits::Limited;
use projections::saved_companies::{CHECKPOINT, Found, Page};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{CompaniesBody, ListBody, packed, streamed};
use super::query::CompaniesQuery;
use crate::http::answer_cache::ViewAnswers;
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::http::streamed::held_while_sent;
use crate::sessions::companies::{kept_fields, stored_row};
use crate::sessions::row::StoredRow;
use crate::sessions::window::columns_named;
use crate::sessions::{company_lists, websites_of_rows};
use crate::state::{AppState, CompanyLists};

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list))
}

/// Default number of companies on a page.
const PAGE: usize = 50;
/// Maximum number of companies on a page.
const LARGEST_PAGE: usize = 500;

/// The part of the list to return, and its form.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default)]
pub(super) struct ListWindow {
    /// The page, from 1; if left out, all companies are returned.
    #[param(minimum = 1)]
    page: Option<usize>,
    /// Companies per page: 50 by default, at most 500.
    #[param(minimum = 1, maximum = 500)]
    limit: Option<usize>,
    /// Keys of further fields for `business_data`, separated by commas; only for pages.
    fields: String,
    /// `true`: the answer includes the possible values of filters.
    facets: bool,
    /// `packed`: companies as lists of values.
    #[param(inline)]
    form: Option<Form>,
}

/// The form of companies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Form {
    Packed,
}

/// The caller's saved companies.
#[utoipa::path(
    get, path = "/api/saved-companies", operation_id = "listSavedCompanies", tag = "companies",
    params(CompaniesQuery, ListWindow),
    responses(
        (status = 200, description = "The companies", body = ListBody),
        (status = 400, description = "A parameter is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 413, description = "Too much text for this search", body = ErrorBody),
        (status = 429, description = "Too many searches or long answers at once", body = ErrorBody)
    )
)]
async fn list(
    State(lists): State<Arc<CompanyLists>>,
    State(enricher): State<Arc<Enricher>>,
    State(answers): State<Arc<ViewAnswers>>,
    caller: Caller,
    ApiQuery(query): ApiQuery<CompaniesQuery>,
    ApiQuery(window): ApiQuery<ListWindow>,
    uri: Uri,
) -> Result<Response, ApiError> {
    if let Some(user_id) = &query.user_id {
        caller.must_be(user_id)?;
    }
    let user = caller.0.as_str();
    if window.page()?.is_some() && window.form.is_none() {
        let page = async {
            let found = find(&lists, &enricher, &caller, &query, &window).await?;
            let fields = fields(&lists, &caller, &found, &window.fields).await?;
            Ok(CompaniesBody::new(found, fields, window.page()?))
        };
        return answers.json(CHECKPOINT, user, &uri, page).await;
    }
    let permit = lists.limits.permit(Limited::Screens, user).await?;
    let found = find(&lists, &enricher, &caller, &query, &window).await?;
    let headers = [(header::CONTENT_TYPE, "application/json")];
    let body = match window.form {
        Some(Form::Packed) => packed(found),
        None => streamed(lists.company_lists.clone(), caller.0, found),
    };
    Ok(held_while_sent(permit, (headers, body)))
}

async fn find(
    lists: &CompanyLists,
    enricher: &Enricher,
    caller: &Caller,
    query: &CompaniesQuery,
    window: &ListWindow,
) -> Result<Found, ApiError> {
    let mut asked = query.of_list(enricher).await?;
    asked.filters.contact = query.contact(lists, caller).await?;
    asked.facets = window.facets;
    asked.page = window.page()?.map(|(page, limit)| Page {
        skip: (page - 1).saturating_mul(limit),
        take: limit,
    });
    company_lists::find(lists, &caller.0, asked).await
}

/// The requested fields of each company.
async fn fields(
    lists: &CompanyLists,
    caller: &Caller,
    found: &Found,
    asked: &str,
) -> Result<Vec<Map<String, Value>>, ApiError> {
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let asked = columns_named(asked)?;
    let asked: Vec<&str> = asked.iter().map(|column| column.name()).collect();
    let ids = found.companies.iter();
    let ids: Vec<String> = ids
        .map(|listed| listed.company.company_id.to_string())
        .collect();
    let companies = &lists.saved_companies;
    let named: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut kept = companies.businesses(caller.0.as_str(), &named).await?;
    let rows = ids.iter().map(|id| {
        let business = kept.remove(id);
        business
            .map(|business| stored_row(&business, 0))
            .transpose()
    });
    let mut rows: Vec<Option<StoredRow>> = rows.collect::<Result<_, _>>()?;
    let user = caller.0.as_str();
    websites_of_rows::add_to(&lists.website_reads, user, rows.iter_mut().flatten()).await?;
    let fields = rows.into_iter();
    let fields = fields.map(|row| row.map_or_else(Map::new, |row| kept_fields(row, &asked)));
    Ok(fields.collect())
}

impl ListWindow {
    /// The page and its size.
    fn page(&self) -> Result<Option<(usize, usize)>, ApiError> {
        if self.page == Some(0) || self.limit == Some(0) {
            return Err(ApiError::invalid("page and limit must be at least 1."));
        }
        if self.limit.is_some_and(|limit| limit > LARGEST_PAGE) {
            return Err(ApiError::invalid(format!(
                "A page has at most {LARGEST_PAGE} companies."
            )));
        }
        let page = self.page.or(self.limit.map(|_| 1));
        Ok(page.map(|page| (page, self.limit.unwrap_or(PAGE))))
    }
}
