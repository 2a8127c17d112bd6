//! What a search would find and cost before it is started: the sources, their age and licenses. Information only:
//! nothing is reserved, and no live service is asked.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use commands::limits::Limited;
use domain::pricing::price_of_result;
use domain::scrape_job::Search;
use places::{AnsweringSource, Answers, Dataset, LiveLook};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiJson;
use crate::sessions::admission::used_up;
use crate::sessions::answer_words::{bounded, counted, fetch_command, refusal};
use crate::sessions::area::{AreaBody, AreaRequest, Wanted};
use crate::sessions::asked::Asked;
use crate::sessions::start::answers;
use crate::state::{AppState, Balances, Starts};

/// Time for counting the rows.
const COUNTING: Duration = Duration::from_millis(200);
/// How long an estimate waits for the user's previous one.
const TURN: Duration = Duration::from_secs(1);

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(estimate))
}

/// A search to estimate.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"search_term": "brewery", "state": "OR", "cities": ["Portland", "Bend"], "enrich": true}))]
pub(super) struct EstimateSearch {
    /// Cities to search, at most 500. Either they or an area are needed.
    #[serde(default)]
    #[schema(example = json!(["Portland", "Bend"]), max_items = 500)]
    cities: Vec<String>,
    /// An area to search in place of cities.
    area: Option<AreaRequest>,
    /// What to look for.
    #[serde(default)]
    #[schema(
        example = "brewery",
        required = true,
        max_length = 200,
        pattern = r"\S"
    )]
    search_term: String,
    /// The cities' state, two letters; needed with cities.
    #[serde(default)]
    #[schema(example = "OR", pattern = r"^\s*([A-Za-z]{2}\s*)?$")]
    state: String,
    /// Stop after this many rows.
    #[schema(minimum = 1)]
    max_results: Option<u32>,
    /// A maps service by name; if left out, those that cover the search.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,40}$")]
    source: Option<String>,
    /// Enrich the rows, for one more credit each.
    #[serde(default)]
    enrich: bool,
}

/// What a search would find and cost.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Estimate {
    /// The sources and their cities; empty if nothing covers the search.
    answers: Vec<AnswerBody>,
    /// Maximum number of rows: those available, up to the number asked for and the credits left; with `rows_are_more`
    /// those counted so far. Absent if a source cannot tell before it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows_at_most: Option<u64>,
    /// Was the count incomplete when the time was up? There may be more rows, which cost more.
    rows_are_more: bool,
    /// Maximum price of these rows in credits, including enrichment if asked for. Absent if the rows are unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    credits_at_most: Option<u64>,
    /// Credits that the user has left.
    credits_left: i64,
    /// The area, with the counties that it touches.
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<AreaBody>,
    /// Cities, or counties of the area, that no source covers: they are skipped and cost nothing.
    skipped_cities: Vec<String>,
    /// Cities that no list of cities and no data set knows: probably misspelled.
    unknown_cities: Vec<String>,
    /// Why the search would be refused, and what to do; absent if it can start.
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
    /// The command that fetches the state's businesses.
    #[schema(example = "demandatlas places fetch overture --state OR")]
    fetch_command: String,
}

/// A source of the answer, or a data set of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AnswerBody {
    /// The maps service's name.
    #[schema(example = "catalogue")]
    source: String,
    /// Its name for people; in the catalogue the data set's name.
    #[schema(example = "open-brewery-db")]
    label: String,
    /// The license of its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    licence: Option<String>,
    /// The credit line for its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    attribution: Option<String>,
    /// The publisher's release.
    #[serde(skip_serializing_if = "Option::is_none")]
    release: Option<String>,
    /// Age of its data in days; absent for live services.
    #[serde(skip_serializing_if = "Option::is_none")]
    age_days: Option<i64>,
    /// Is it a live service?
    live: bool,
    /// Is it bundled with the product?
    shipped: bool,
    /// Are its businesses made up?
    sample: bool,
    /// May its rows be kept beyond the session?
    storable: bool,
    /// The cities, or counties of the area, that it covers.
    cities: Vec<String>,
}

/// What a search would find and cost. Starts nothing.
#[utoipa::path(
    post, path = "/api/jobs/estimate", operation_id = "estimateScrape", tag = "jobs",
    request_body = EstimateSearch,
    responses(
        (status = 200, description = "The estimate", body = Estimate),
        (status = 400, description = "The search is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 413, description = "The body is too large", body = ErrorBody),
        (status = 429, description = "An estimate for this user is still running", body = ErrorBody)
    )
)]
async fn estimate(
    State(starts): State<Arc<Starts>>,
    State(balances): State<Arc<Balances>>,
    caller: Caller,
    ApiJson(body): ApiJson<EstimateSearch>,
) -> Result<Json<Estimate>, ApiError> {
    let wanted = Wanted {
        term: &body.search_term,
        state: &body.state,
        cities: &body.cities,
        area: body.area.as_ref(),
        max_results: body.max_results,
        source: body.source,
    };
    let search = wanted.search(&starts.enricher).await?;
    let asked = Asked::of(&starts, search).await?;
    let search = &asked.search;
    let permit = starts.limits.permit(Limited::Starts, caller.0.as_str());
    let _permit = tokio::time::timeout(TURN, permit).await.map_err(|_| {
        let message = "Your last estimate is still running. Try again.";
        ApiError::too_many(Limited::Starts.name(), message, 1)
    })??;
    let answers = answers(&starts.sources, &asked, LiveLook::Trust).await?;
    let left = balances.now(caller.0.as_str()).await?.available();
    let found = counted(&answers, &asked, COUNTING).await;
    let affordable = u64::try_from(left).unwrap_or(0);
    let price = price_of_result(body.enrich).unsigned_abs();
    let most = bounded(search, u64::MAX).min(affordable);
    let rows = found.map(|found| found.rows.min(most));
    let now = starts.clock.now();
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let refusal = refused(&starts, &caller, search, &answers).await?;
    let of_part = |part| answers_of(part, &asked, today);
    let estimate = Estimate {
        answers: answers.parts.iter().flat_map(of_part).collect(),
        rows_at_most: rows,
        rows_are_more: found.is_some_and(|found| !found.all && found.rows < most),
        credits_at_most: rows.map(|rows| (rows * price).min(affordable)),
        credits_left: left,
        area: search.area.as_deref().cloned().map(AreaBody::from),
        skipped_cities: asked.parts_at(&answers.uncovered),
        unknown_cities: asked.parts_at(&answers.unknown),
        refusal,
        fetch_command: fetch_command(search.first_state_code()),
    };
    Ok(Json(estimate))
}

/// Why the search would be refused, if it would.
async fn refused(
    starts: &Starts,
    caller: &Caller,
    search: &Search,
    answers: &Answers,
) -> Result<Option<String>, ApiError> {
    if answers.parts.is_empty() {
        return Ok(Some(refusal(search, answers)));
    }
    used_up(starts, caller, answers).await
}

/// The data sets of a part, or its service where it has none.
fn answers_of(part: &AnsweringSource, asked: &Asked, today: jiff::civil::Date) -> Vec<AnswerBody> {
    let source = part.source.descriptor();
    let cities = asked.parts_at(&part.cities);
    if part.datasets.is_empty() {
        return vec![AnswerBody {
            live: !source.is_sample,
            source: source.name,
            label: source.label,
            licence: source.licence,
            attribution: source.attribution,
            release: None,
            age_days: None,
            shipped: false,
            sample: source.is_sample,
            storable: source.storable,
            cities,
        }];
    }
    let of_dataset = |dataset: &Dataset| AnswerBody {
        source: source.name.clone(),
        label: dataset.name.clone(),
        licence: dataset.licence.clone(),
        attribution: dataset.attribution.clone(),
        release: dataset.release.clone(),
        age_days: dataset
            .day()
            .until(today)
            .ok()
            .map(|age| age.get_days().into()),
        live: false,
        shipped: dataset.shipped,
        sample: source.is_sample,
        storable: source.storable,
        cities: cities.clone(),
    };
    part.datasets.iter().map(of_dataset).collect()
}
