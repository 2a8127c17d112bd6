//! What the demand for a kind of business in a county is made of.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use commands::enricher::Enricher;
use enrichment::atlas::Ingredient;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::atlas::asking::{county, kind, known};
use crate::atlas::{SourceBody, base_words, of_table};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::{ApiPath, ApiQuery};
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(inputs))
}

/// The kind to look at.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct InputsQuery {
    /// The kind of business.
    #[param(example = "dentist")]
    kind: String,
}

/// What the demand in a county is made of.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasInputs)]
pub(super) struct InputsBody {
    inputs: Vec<InputBody>,
    /// What follows from them, in people; absent where an input is.
    demand: Option<f64>,
}

/// A published figure.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasInput)]
pub(super) struct InputBody {
    #[schema(example = "residents")]
    name: &'static str,
    unit: InputUnit,
    /// Absent where it is not published.
    value: Option<f64>,
    source: SourceBody,
}

/// The unit of an input.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = AtlasInputUnit)]
#[serde(rename_all = "snake_case")]
pub(super) enum InputUnit {
    /// People, households or vehicles.
    Number,
    /// For each resident.
    Ratio,
    /// A year and a head.
    Usd,
    PerSqMi,
}

fn named(ingredient: Ingredient) -> (&'static str, InputUnit) {
    match ingredient {
        Ingredient::Base(base) => (base_words(base), InputUnit::Number),
        Ingredient::ByDay => ("people by day for each resident", InputUnit::Ratio),
        Ingredient::Income => ("income a head", InputUnit::Usd),
        Ingredient::Density => ("residents per square mile", InputUnit::PerSqMi),
    }
}

/// The published figures that the demand for a kind of business in a county is made of. Costs no credits.
#[utoipa::path(
    get, path = "/api/atlas/areas/{fips}/inputs", operation_id = "getAtlasAreaInputs", tag = "atlas",
    params(
        ("fips" = String, Path, description = "The county's FIPS code", example = "41061", pattern = "^[0-9]{5}$"),
        InputsQuery
    ),
    responses(
        (status = 200, description = "The figures, each with its table", body = InputsBody),
        (status = 400, description = "No such kind", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such county", body = ErrorBody)
    )
)]
async fn inputs(
    State(enricher): State<Arc<Enricher>>,
    _: Caller,
    ApiPath(fips): ApiPath<String>,
    ApiQuery(query): ApiQuery<InputsQuery>,
) -> Result<Json<InputsBody>, ApiError> {
    let kind = kind(&query.kind)?;
    let reference = known(&enricher).await?;
    let county = county(&fips, &reference)?;
    let demand = reference.demand_for(kind);
    let own = reference
        .atlas_inputs()
        .and_then(|inputs| Some((inputs, &inputs.counties[inputs.place(county)?])));
    let (inputs, county) =
        own.ok_or_else(|| ApiError::not_found("There is no county with this FIPS code."))?;
    let each = inputs.ingredients(county, &demand);
    Ok(Json(InputsBody {
        inputs: each
            .map(|(ingredient, value, table)| {
                let (name, unit) = named(ingredient);
                InputBody {
                    name,
                    unit,
                    value,
                    source: of_table(name, table),
                }
            })
            .collect(),
        demand: inputs.demand_of(county, &demand),
    }))
}
