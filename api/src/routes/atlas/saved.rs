//! The caller's saved companies of a kind, and those on the list of known businesses, by county.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::companies::Companies;
use commands::enricher::Enricher;
use commands::known::{KnownUploads, LocatedBusiness};
use enrichment::Reference;
use enrichment::atlas::Kind;
use enrichment::geoid::CountyFips;
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

/// The caller's companies by county.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedByCounty {
    counties: Vec<SavedInCounty>,
    /// Saved companies whose county is not known.
    elsewhere: u32,
    /// Known businesses whose county is not known.
    known_elsewhere: u32,
}

/// The caller's companies in a county.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct SavedInCounty {
    #[schema(example = "41017")]
    fips: String,
    /// Saved ones.
    companies: u32,
    /// Those on the list of known businesses that are not saved.
    known: u32,
}

/// Companies by county, and how many have none.
#[derive(Debug, Default)]
struct ByCounty {
    counties: BTreeMap<CountyFips, u32>,
    elsewhere: u32,
}

impl ByCounty {
    fn count(&mut self, reference: &Reference, at: Option<(f64, f64)>, zip: Option<&str>) {
        match reference.atlas_county(at, zip) {
            Some(county) => *self.counties.entry(county).or_default() += 1,
            None => self.elsewhere += 1,
        }
    }
}

/// How many of the caller's saved companies are of a kind, and how many others on the list of known businesses, by county.
/// A known business is where its listing says, and of that kind, if it is listed.
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
    State(companies): State<Companies>,
    State(uploads): State<KnownUploads>,
    caller: Caller,
    ApiQuery(query): ApiQuery<SavedQuery>,
) -> Result<Json<SavedByCounty>, ApiError> {
    let wanted = kind(&query.kind)?;
    let reference = known(&enricher).await?;
    let found = company_lists::find(&lists, &caller.0, ListQuery::default()).await?;
    let known = known_of(&companies, &uploads, &caller, wanted).await?;
    let counted = computed(move || {
        let (mut saved, mut others) = (ByCounty::default(), ByCounty::default());
        for listed in &found.companies {
            let company = &listed.company.summary;
            if is_of(wanted, company.main_category.as_deref()) {
                let at = company.latitude.zip(company.longitude);
                saved.count(&reference, at, company.zip.as_deref());
            }
        }
        for business in &known {
            others.count(&reference, business.at, business.zip.as_deref());
        }
        let all: BTreeSet<CountyFips> = (saved.counties.keys().chain(others.counties.keys()))
            .copied()
            .collect();
        let in_county = |county: CountyFips| SavedInCounty {
            fips: county.to_string(),
            companies: saved.counties.get(&county).copied().unwrap_or_default(),
            known: others.counties.get(&county).copied().unwrap_or_default(),
        };
        SavedByCounty {
            counties: all.into_iter().map(in_county).collect(),
            elsewhere: saved.elsewhere,
            known_elsewhere: others.elsewhere,
        }
    });
    Ok(Json(counted.await?))
}

fn is_of(wanted: Kind, category: Option<&str>) -> bool {
    let own = category.and_then(Kind::named);
    own.is_some_and(|own| own.codes == wanted.codes)
}

/// The known businesses of a kind that are not saved.
async fn known_of(
    companies: &Companies,
    uploads: &KnownUploads,
    caller: &Caller,
    wanted: Kind,
) -> Result<Vec<LocatedBusiness>, ApiError> {
    let mut known = uploads.located(&caller.0).await?;
    known.retain(|one| is_of(wanted, one.category.as_deref()));
    let businesses = known.iter().map(|one| one.business.clone()).collect();
    let mut are_saved = companies
        .are_saved(&caller.0, businesses)
        .await?
        .into_iter();
    known.retain(|_| are_saved.next() == Some(false));
    Ok(known)
}
