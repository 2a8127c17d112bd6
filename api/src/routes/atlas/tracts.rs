//! The neighborhoods of a state: what their people reach, by the listings.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use commands::companies::Companies;
use commands::enricher::Enricher;
use domain::state_code::StateCode;
use enrichment::Reference;
use enrichment::atlas::{TractRow, tracts_of_state};
use enrichment::geoid::TractGeoid;
use places::UsState;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::atlas::asking::{kind, known, listings};
use crate::atlas::{
    AtlasAnswers, CACHE, NoticeBody, SourceBody, Supply, no_listing, of_dataset, of_table,
    rows_schema, short, tenths,
};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(tracts))
        .routes(routes!(shapes))
}

/// Where a business's reach ends, in miles.
const REACHES: [u8; 3] = [5, 10, 25];
const USUAL_REACH: u8 = 10;

/// The neighborhoods to look at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct TractsQuery {
    /// The kind of business.
    #[param(example = "brewery")]
    kind: String,
    /// The state, two letters.
    #[param(example = "OR", pattern = r"^\s*[A-Za-z]{2}\s*$")]
    state: String,
    /// Where a business's reach ends, in miles: 5, 10 or 25.
    #[param(minimum = 5, maximum = 25, default = 10)]
    reach: Option<u8>,
}

/// The neighborhoods of a state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasTracts)]
pub(super) struct TractsBody {
    #[schema(example = "brewery")]
    kind: &'static str,
    #[schema(example = "OR")]
    state: &'static str,
    /// Always by the listings.
    supply: Supply,
    /// In miles.
    reach: u8,
    /// The names of a row's values.
    columns: [&'static str; 4],
    /// The tracts of the census of 2010, by GEOID.
    #[schema(schema_with = rows_schema)]
    rows: Vec<Value>,
    sources: Vec<SourceBody>,
    notices: Vec<NoticeBody>,
}

/// What the people of each neighborhood of a state reach, by the listings. Costs no credits; needs a plan that may enrich.
#[utoipa::path(
    get, path = "/api/atlas/tracts", operation_id = "getAtlasTracts", tag = "atlas",
    params(TractsQuery),
    responses(
        (status = 200, description = "The neighborhoods", body = TractsBody),
        (status = 304, description = "As the client has it"),
        (status = 400, description = "No such kind or state, or a parameter out of range", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 403, description = "The plan does not include neighborhoods", body = ErrorBody)
    )
)]
async fn tracts(
    State(enricher): State<Arc<Enricher>>,
    State(companies): State<Companies>,
    State(answers): State<Arc<AtlasAnswers>>,
    caller: Caller,
    ApiQuery(query): ApiQuery<TractsQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (wanted, state) = (kind(&query.kind)?, state_of(&query.state)?);
    let reach = query.reach.unwrap_or(USUAL_REACH);
    if !REACHES.contains(&reach) {
        return Err(ApiError::invalid("The reach must be 5, 10 or 25 miles."));
    }
    companies.may_enrich(&caller.0).await?;
    let reference = known(&enricher).await?;
    let found = listings(&enricher, wanted, &reference).await?;
    let datasets = found.found.datasets.clone();
    let make = move |reference: &Reference| {
        let mut body = TractsBody {
            kind: wanted.name,
            state: state.code(),
            supply: Supply::Listings,
            reach,
            columns: ["tract", "population", "reach", "index"],
            rows: Vec::new(),
            sources: { found.found.datasets.iter() }
                .map(|one| of_dataset("businesses", one))
                .collect(),
            notices: Vec::new(),
        };
        let inputs = reference.atlas_inputs();
        let (Some(inputs), true) = (inputs, found.found.states.contains(&state)) else {
            body.notices.push(no_listing(wanted, Some(state)));
            return body;
        };
        let demand = reference.demand_for(wanted);
        body.sources.extend(
            inputs
                .all_tables()
                .map(|table| of_table("people and incomes", table)),
        );
        let positions: Vec<(f64, f64)> =
            found.found.listed.iter().filter_map(|one| one.at).collect();
        let rows = tracts_of_state(inputs, &demand, &positions, state.fips(), reach.into());
        body.rows = rows.iter().map(row).collect();
        body
    };
    let text = answers.get(&uri, (&reference, datasets), make).await?;
    Ok(text.answer(&headers, CACHE))
}

/// How many businesses are reached, weighted by distance, and the index; none where nothing can be said.
fn row(tract: &TractRow) -> Value {
    let estimate = &tract.estimate;
    let index = estimate.index.or((!estimate.untold).then_some(0.0));
    json!([
        TractGeoid(tract.geoid).to_string(),
        tract.people,
        short(estimate.businesses),
        index.map(tenths),
    ])
}

/// The shapes to draw.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ShapesQuery {
    /// The state, two letters.
    #[param(example = "OR", pattern = r"^\s*[A-Za-z]{2}\s*$")]
    state: String,
}

/// The shapes of a state's neighborhoods, as TopoJSON with an object `tracts`, where `id` is the GEOID.
#[utoipa::path(
    get, path = "/api/atlas/tracts/shapes", operation_id = "getAtlasTractShapes", tag = "atlas",
    params(ShapesQuery),
    responses(
        (status = 200, description = "The shapes", body = Object),
        (status = 304, description = "As the client has it"),
        (status = 400, description = "No such state", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn shapes(
    State(enricher): State<Arc<Enricher>>,
    State(answers): State<Arc<AtlasAnswers>>,
    _: Caller,
    ApiQuery(query): ApiQuery<ShapesQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let state = state_of(&query.state)?;
    let reference = known(&enricher).await?;
    let make = move |reference: &Reference| reference.tract_shapes(state.fips());
    let text = answers.get(&uri, (&reference, Vec::new()), make).await?;
    Ok(text.answer(&headers, CACHE))
}

fn state_of(text: &str) -> Result<UsState, ApiError> {
    let state: StateCode = text.parse()?;
    Ok(state.into())
}
