//! The caller's saved companies of a kind, by county.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::enricher::Enricher;
use enrichment::atlas::Kind;
use projections::saved_companies::ListQuery;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::atlas::asking::{computed, kind, known};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::sessions::company_lists;
use crate::state::{AppState, CompanyLists};

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(by_county))
}

/// The companies to count.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SavedQuery {
    /// The kind of business.
    #[param(example = "dentist")]
    kind: String,
}

/// Saved companies by county.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedByCounty {
    counties: Vec<SavedInCounty>,
    /// Companies whose county is not known.
    elsewhere: u32,
}

/// The saved companies of a county.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedInCounty {
    #[schema(example = "41017")]
    fips: String,
    companies: u32,
}

/// How many of the caller's saved companies are of a kind, by county.
#[utoipa::path(
    get, path = "/api/saved-companies/by-county", operation_id = "countSavedCompaniesByCounty", tag = "companies",
    params(SavedQuery),
    responses(
        (status = 200, description = "The counties that have any", body = SavedByCounty),
        (status = 400, description = "No such kind", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 429, description = "Too many searches at once", body = ErrorBody)
    )
)]
async fn by_county(
    State(lists): State<Arc<CompanyLists>>,
    State(enricher): State<Arc<Enricher>>,
    caller: Caller,
    ApiQuery(query): ApiQuery<SavedQuery>,
) -> Result<Json<SavedByCounty>, ApiError> {
    let wanted = kind(&query.kind)?;
    let reference = known(&enricher).await?;
    let found = company_lists::find(&lists, &caller.0, ListQuery::default()).await?;
    let counted = computed(move || {
        let (mut counties, mut elsewhere) = (BTreeMap::new(), 0);
        for listed in &found.companies {
            let company = &listed.company.summary;
            let own = company.main_category.as_deref().and_then(Kind::named);
            if own.is_none_or(|own| own.codes != wanted.codes) {
                continue;
            }
            let at = company.latitude.zip(company.longitude);
            let county = reference.atlas_county(at, company.zip.as_deref());
            match county {
                Some(county) => *counties.entry(county).or_insert(0) += 1,
                None => elsewhere += 1,
            }
        }
        let in_county = |(county, companies): (enrichment::geoid::CountyFips, u32)| SavedInCounty {
            fips: county.to_string(),
            companies,
        };
        SavedByCounty {
            counties: counties.into_iter().map(in_county).collect(),
            elsewhere,
        }
    });
    Ok(Json(counted.await?))
}
