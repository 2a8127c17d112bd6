//! Cities by the beginning of their names, for suggestions while typing.

use axum::Json;
use axum::http::{HeaderName, header};
use domain::state_code::StateCode;
use places::{NamedCity, cities_named};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::address::Anybody;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::http::paged::page_size;
use crate::state::AppState;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(cities))
}

/// The list only changes with the server's version.
const CACHE: (HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=86400");
const USUAL_LIMIT: u32 = 10;
const MOST: u32 = 50;
/// Longer than the name of any city.
const LONGEST: usize = 100;

/// The cities to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CitiesQuery {
    /// The state, two letters.
    #[param(example = "OR", pattern = r"^\s*[A-Za-z]{2}\s*$")]
    state: String,
    /// The beginning of the name, in any spelling; empty for the largest cities.
    #[serde(default)]
    #[param(example = "po", max_length = 100)]
    prefix: String,
    /// Maximum number of cities.
    #[param(minimum = 1, maximum = 50, default = 10)]
    limit: Option<u32>,
}

/// Cities of a state.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct CitiesBody {
    /// The state's code.
    #[schema(example = "OR")]
    state: &'static str,
    /// Cities whose name begins with the prefix, then those with a later word that does; larger ones first.
    cities: Vec<CityBody>,
}

/// A city.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NamedCity)]
pub(super) struct CityBody {
    /// Its name in the usual spelling.
    #[schema(example = "Portland")]
    name: &'static str,
    /// Degrees north of its center (WGS 84).
    latitude: f64,
    /// Degrees east of its center (WGS 84).
    longitude: f64,
}

impl From<NamedCity> for CityBody {
    fn from(city: NamedCity) -> Self {
        Self {
            name: city.name,
            latitude: city.latitude,
            longitude: city.longitude,
        }
    }
}

/// Cities of a state by the beginning of their names, in any spelling. Needs no token.
#[utoipa::path(
    get, path = "/api/cities", operation_id = "listCities", tag = "jobs",
    params(CitiesQuery),
    responses(
        (status = 200, description = "The cities", body = CitiesBody),
        (status = 400, description = "No such state, or a limit out of range", body = ErrorBody)
    ),
    security(())
)]
async fn cities(
    _: Anybody,
    ApiQuery(query): ApiQuery<CitiesQuery>,
) -> Result<([(HeaderName, &'static str); 1], Json<CitiesBody>), ApiError> {
    let state: StateCode = query.state.parse()?;
    let limit = page_size(query.limit, USUAL_LIMIT, MOST)?;
    if query.prefix.len() > LONGEST {
        let message = format!("A city's name has at most {LONGEST} characters.");
        return Err(ApiError::invalid(message));
    }
    let cities = cities_named(state.into(), &query.prefix, limit as usize);
    let body = CitiesBody {
        state: state.as_str(),
        cities: cities.into_iter().map(CityBody::from).collect(),
    };
    Ok(([CACHE], Json(body)))
}
