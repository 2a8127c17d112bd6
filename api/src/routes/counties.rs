//! Counties by what is typed, for suggestions.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::enricher::{Enricher, Known};
use enrichment::NamedCounty;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::http::paged::page_size;
use crate::sessions::facts::reference;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(counties))
}

const USUAL_LIMIT: u32 = 10;
const MOST: u32 = 50;
/// Longer than the name of any county.
const LONGEST: usize = 100;

/// The counties to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CountiesQuery {
    /// The beginning of a name, with or without its state, or a five-digit code; empty for those with most people.
    #[serde(default)]
    #[param(example = "union, or", max_length = 100)]
    prefix: String,
    /// Maximum number of counties.
    #[param(minimum = 1, maximum = 50, default = 10)]
    limit: Option<u32>,
}

/// Counties.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CountiesBody {
    /// Those of that name, then those whose name begins so, then those with a later word that does; those with more
    /// people first.
    counties: Vec<CountyBody>,
}

/// A county.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NamedCounty)]
pub(super) struct CountyBody {
    /// Its five digits.
    #[schema(example = "41061")]
    fips: String,
    #[schema(example = "Union County")]
    name: String,
    /// The state's code.
    #[schema(example = "OR")]
    state: &'static str,
}

impl From<NamedCounty> for CountyBody {
    fn from(county: NamedCounty) -> Self {
        Self {
            fips: county.fips.to_string(),
            name: county.name,
            state: county.state.code(),
        }
    }
}

/// Counties by their code, or by the beginning of their name.
#[utoipa::path(
    get, path = "/api/counties", operation_id = "listCounties", tag = "jobs",
    params(CountiesQuery),
    responses(
        (status = 200, description = "The counties", body = CountiesBody),
        (status = 400, description = "A limit out of range, or a name that is too long", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 503, description = "The reference data are unavailable at the moment", body = ErrorBody)
    )
)]
async fn counties(
    State(enricher): State<Arc<Enricher>>,
    _: Caller,
    ApiQuery(query): ApiQuery<CountiesQuery>,
) -> Result<Json<CountiesBody>, ApiError> {
    let limit = page_size(query.limit, USUAL_LIMIT, MOST)?;
    if query.prefix.len() > LONGEST {
        let message = format!("A county's name has at most {LONGEST} characters.");
        return Err(ApiError::invalid(message));
    }
    let Known { reference, .. } = reference(&enricher).await?;
    let map = reference.county_map();
    let found = map.map_or_else(Vec::new, |map| map.find(&query.prefix, limit as usize));
    Ok(Json(CountiesBody {
        counties: found.into_iter().map(CountyBody::from).collect(),
    }))
}
