//! The counties of a kind.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use commands::CommandError;
use commands::companies::Companies;
use commands::enricher::Enricher;
use domain::state_code::StateCode;
use enrichment::Reference;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::atlas::asking::{kind, known, listings};
use crate::atlas::{
    Asked, AtlasAnswers, AtlasBody, CACHE, Comparison, Level, NoticeBody, Supply, no_market,
    plural, title,
};
use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(kinds))
        .routes(routes!(counties))
}

/// Widths of the kernel, in miles.
const RADII: [u8; 3] = [10, 25, 40];
const USUAL_RADIUS: u8 = 25;

/// The kinds of business.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasKinds)]
pub(super) struct KindsBody {
    /// In alphabetical order.
    kinds: Vec<KindBody>,
    neighborhoods: NeighborhoodsBody,
    /// The year of the table of industries; absent if there is none.
    year: Option<u16>,
}

/// Who may look at neighborhoods.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasNeighborhoods)]
pub(super) struct NeighborhoodsBody {
    /// Does the caller's plan include them?
    allowed: bool,
}

/// A kind of business.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AtlasKind)]
pub(super) struct KindBody {
    #[schema(example = "dentist")]
    kind: &'static str,
    #[schema(example = "Dentist")]
    title: String,
    /// Several of them, in titles.
    #[schema(example = "dentists")]
    plural: String,
    /// What is counted, where another kind counts the same.
    counted_as: Option<String>,
    /// Its industries, in NAICS 2022.
    #[schema(example = json!(["621210"]))]
    codes: Vec<String>,
    tells: Tells,
    /// Why the table of industries cannot count it.
    why: Option<NoticeBody>,
}

/// What the table of industries tells of a kind.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = AtlasTells)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tells {
    /// Counties, or states where it is too rare.
    Counties,
    Nothing,
}

/// All kinds of business that the Demand Map knows.
#[utoipa::path(
    get, path = "/api/atlas/kinds", operation_id = "listAtlasKinds", tag = "atlas",
    responses(
        (status = 200, description = "The kinds", body = KindsBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn kinds(
    State(enricher): State<Arc<Enricher>>,
    State(companies): State<Companies>,
    caller: Caller,
) -> Result<Json<KindsBody>, ApiError> {
    let reference = known(&enricher).await?;
    let allowed = match companies.may_enrich(&caller.0).await {
        Ok(()) => true,
        Err(CommandError::NotInPlan(_)) => false,
        Err(error) => return Err(error.into()),
    };
    let kinds = Reference::kinds().map(|kind| {
        let counted = reference.counted_as(kind);
        let why = counted
            .as_ref()
            .err()
            .map(|reason| no_market(*reason, kind));
        KindBody {
            kind: kind.name,
            title: title(kind),
            plural: plural(kind.name),
            counted_as: counted.ok().filter(|_| kind.shares_its_codes()),
            codes: kind.codes.iter().map(u32::to_string).collect(),
            tells: if why.is_none() {
                Tells::Counties
            } else {
                Tells::Nothing
            },
            why,
        }
    });
    Ok(Json(KindsBody {
        kinds: kinds.collect(),
        neighborhoods: NeighborhoodsBody { allowed },
        year: reference.atlas_year(),
    }))
}

/// What to ask of the Demand Map.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AtlasQuery {
    /// The kind of business.
    #[param(example = "dentist")]
    kind: String,
    /// Each county alone, or with its surroundings.
    #[serde(default)]
    #[param(inline)]
    level: Level,
    /// Where businesses are counted.
    #[serde(default)]
    #[param(inline)]
    supply: Supply,
    /// What counts as usual.
    #[serde(default)]
    #[param(inline)]
    compare: Comparison,
    /// Only this state's counties, two letters.
    #[param(example = "OR", pattern = r"^\s*[A-Za-z]{2}\s*$")]
    state: Option<String>,
    /// Only counties with so many residents.
    #[serde(default)]
    #[param(minimum = 0)]
    min_population: u32,
    /// Miles that surroundings reach: neighbors count the less the farther they are, up to three times as far. 10, 25 or 40.
    #[param(minimum = 10, maximum = 40, default = 25)]
    radius: Option<u8>,
}

impl AtlasQuery {
    fn asked(&self) -> Result<Asked, ApiError> {
        let state: Option<StateCode> = self.state.as_deref().map(str::parse).transpose()?;
        let radius = self.radius.unwrap_or(USUAL_RADIUS);
        if !RADII.contains(&radius) {
            return Err(ApiError::invalid("The radius must be 10, 25 or 40 miles."));
        }
        Ok(Asked {
            kind: kind(&self.kind)?,
            level: self.level,
            radius: radius.into(),
            supply: self.supply,
            compare: self.compare,
            state: state.map(Into::into),
            min_population: self.min_population.into(),
        })
    }
}

/// Supply and demand of a kind of business, county by county. Costs no credits.
#[utoipa::path(
    get, path = "/api/atlas", operation_id = "getAtlas", tag = "atlas",
    params(AtlasQuery),
    responses(
        (status = 200, description = "The counties", body = AtlasBody),
        (status = 304, description = "As the client has it"),
        (status = 400, description = "No such kind or state, or a parameter out of range", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody)
    )
)]
async fn counties(
    State(enricher): State<Arc<Enricher>>,
    State(answers): State<Arc<AtlasAnswers>>,
    _: Caller,
    ApiQuery(query): ApiQuery<AtlasQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let asked = query.asked()?;
    let reference = known(&enricher).await?;
    let found = listings(&enricher, asked.kind, &reference).await?;
    let datasets = found.found.datasets.clone();
    let make =
        move |reference: &Reference| asked.answer(reference, &found.found.datasets, &found.counted);
    let text = answers.get(&uri, (&reference, datasets), make).await?;
    Ok(text.answer(&headers, CACHE))
}
