//! One county: all kinds of business in it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use commands::enricher::Enricher;
use enrichment::Reference;
use enrichment::atlas::{Compared, OfKind};
use enrichment::geoid::CountyFips;
use places::UsState;
use serde::Serialize;
use serde_json::{Value, json};

use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::atlas::asking::{county, known};
use crate::atlas::{
    AtlasAnswers, CACHE, FIGURES, SourceBody, figures, name_of, no_market, of_table, rows_schema,
    title, untold_text,
};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiPath;
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(area))
}

/// How many counties around it are named.
const NEIGHBORS: usize = 8;

/// All kinds of business in a county.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasArea)]
pub(super) struct AreaBody {
    #[schema(example = "41061")]
    fips: String,
    #[schema(example = "Union County")]
    name: String,
    #[schema(example = "OR")]
    state: &'static str,
    population: f64,
    /// A head, in US dollars.
    income: Option<f64>,
    year: Option<u16>,
    /// The nearest counties, by the middles of their people, nearest first.
    neighbors: Vec<String>,
    sources: Vec<SourceBody>,
    /// The names of a row's values.
    columns: Vec<&'static str>,
    /// The kinds, those with most missing first.
    #[schema(schema_with = rows_schema)]
    rows: Vec<Value>,
    /// Kinds of which nothing is said here.
    missing: Vec<MissingKindBody>,
}

/// A kind of which nothing is said.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasMissingKind)]
pub(super) struct MissingKindBody {
    #[schema(example = "farm")]
    kind: &'static str,
    reason: String,
}

impl AreaBody {
    fn of(reference: &Reference, county: CountyFips) -> Self {
        let inputs = reference.atlas_inputs();
        let own = inputs.and_then(|inputs| Some(&inputs.counties[inputs.place(county)?]));
        let (mut rows, mut missing, mut sources) = (Vec::new(), Vec::new(), Vec::new());
        for kind in Reference::kinds() {
            let row = match reference.market(kind) {
                Ok(of_kind) => {
                    if sources.is_empty() {
                        sources = sources_of(&of_kind);
                    }
                    row(&of_kind, county, &name_of(reference, county))
                }
                Err(reason) => Err(no_market(reason, kind).text),
            };
            match row {
                Ok(row) => rows.push(row),
                Err(reason) => missing.push(MissingKindBody {
                    kind: kind.name,
                    reason,
                }),
            }
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        Self {
            fips: county.to_string(),
            name: reference.county_name_in_full(county).unwrap_or_default(),
            state: UsState::from_fips(county.state()).map_or("", UsState::code),
            population: own.map_or(0.0, |own| own.people),
            income: own.and_then(|own| own.income),
            year: reference.atlas_year(),
            neighbors: neighbors(reference, county),
            sources,
            columns: ["kind", "title"]
                .into_iter()
                .chain(FIGURES)
                .chain(["counted_as"])
                .collect(),
            rows: rows.into_iter().map(|(_, row)| row).collect(),
            missing,
        }
    }
}

fn sources_of(of_kind: &OfKind<'_>) -> Vec<SourceBody> {
    let businesses = of_kind.supply.map(|table| of_table("businesses", table));
    let inputs = of_kind
        .inputs
        .all_tables()
        .map(|table| of_table("people and incomes", table));
    businesses.into_iter().chain(inputs).collect()
}

/// The gap and the row of a kind, or why there is none.
fn row(of_kind: &OfKind<'_>, county: CountyFips, name: &str) -> Result<(f64, Value), String> {
    let market = &of_kind.market;
    if market.similar.is_too_rare() {
        return Err("Too rare in this table. States only.".to_owned());
    }
    let Some(told) = of_kind.county(county, Compared::Similar) else {
        let untold = market.untold.iter().find(|(untold, _)| *untold == county);
        return Err(untold.map_or_else(String::new, |(_, reason)| untold_text(*reason, name)));
    };
    let mut row = vec![json!(of_kind.kind.name), json!(title(of_kind.kind))];
    row.extend(figures(&told));
    let counted_as = of_kind.kind.shares_its_codes().then_some(&of_kind.title);
    row.push(json!(counted_as));
    Ok((told.gap, Value::Array(row)))
}

fn neighbors(reference: &Reference, county: CountyFips) -> Vec<String> {
    let nearest = reference
        .atlas_inputs()
        .map(|inputs| inputs.nearest(county, NEIGHBORS));
    nearest
        .into_iter()
        .flatten()
        .map(|county| county.to_string())
        .collect()
}

/// What a county has and lacks, of all kinds of business. Costs no credits.
#[utoipa::path(
    get, path = "/api/atlas/areas/{fips}", operation_id = "getAtlasArea", tag = "atlas",
    params(("fips" = String, Path, description = "The county's FIPS code", example = "41061", pattern = "^[0-9]{5}$")),
    responses(
        (status = 200, description = "The county", body = AreaBody),
        (status = 304, description = "As the client has it"),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 404, description = "No such county", body = ErrorBody)
    )
)]
async fn area(
    State(enricher): State<Arc<Enricher>>,
    State(answers): State<Arc<AtlasAnswers>>,
    _: Caller,
    ApiPath(fips): ApiPath<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let reference = known(&enricher).await?;
    let of = county(&fips, &reference)?;
    let text = answers
        .get(&uri, (&reference, Vec::new()), move |reference| {
            AreaBody::of(reference, of)
        })
        .await?;
    Ok(text.answer(&headers, CACHE))
}
