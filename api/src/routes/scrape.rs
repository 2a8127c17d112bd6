//! GET /scrape: a small search that answers with its rows.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use domain::scrape_job::{JobKind, Search};
use places::UsState;
use projections::jobs::{Job, JobStage};
use serde::{Deserialize, Serialize};
use store::log::CommandRecord;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::Caller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::http::idempotency::hash;
use crate::sessions::facts::Naming;
use crate::sessions::open_jobs;
use crate::sessions::progress::message;
use crate::sessions::row::ResultRow;
use crate::sessions::rows::read_rows;
use crate::sessions::source::answered;
use crate::sessions::sources::Sources;
use crate::sessions::wait::Patience;
use crate::state::AppState;
use crate::wire::JobStatus;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(scrape))
}

/// How long a call waits; the work goes on without it. The client waits for 15 minutes.
const WAIT: Duration = Duration::from_secs(14 * 60);
/// Most rows of one call: what the enricher page asks credits for (specification B5).
const MOST_ROWS: u32 = 10;

/// A search in one line.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ScrapeQuery {
    /// What to look for and where.
    #[param(example = "breweries in Portland")]
    query: Option<String>,
    /// The city's state, two letters, where the query does not name it.
    #[param(example = "OR")]
    state: Option<String>,
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// Any name for the search: asked again under the same name, it gives the first result and costs
    /// nothing.
    session_id: Option<String>,
    /// A maps service by name; where left out, what covers the search answers.
    source: Option<String>,
    /// Accepted for older clients; means nothing here.
    #[expect(dead_code, reason = "accepted and without a meaning")]
    scraper_id: Option<String>,
    /// `true`: facts under the specification's labels instead of their canonical names.
    #[serde(default)]
    #[param(default = false)]
    labels: bool,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ScrapeBody {
    /// The session of the rows: POST /enrich and GET /export take it.
    #[serde(rename = "sessionKey")]
    session_key: String,
    /// How the search ended.
    status: JobStatus,
    /// In words.
    message: String,
    /// The rows.
    results: Vec<ResultRow>,
    #[serde(flatten)]
    sources: Sources,
    /// Are they made up?
    sample: bool,
}

/// Searches one city for up to 10 businesses and waits for them; each costs one credit.
#[utoipa::path(
    get, path = "/scrape", operation_id = "scrape", tag = "jobs",
    params(ScrapeQuery),
    responses(
        (status = 200, description = "What was found", body = ScrapeBody),
        (status = 400, description = "The search makes no sense", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 402, description = "No credits left", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 409, description = "Nothing covers the search; the message says what to do", body = ErrorBody),
        (status = 422, description = "The session_id was used for another search", body = ErrorBody),
        (status = 429, description = "Too many open jobs", body = ErrorBody),
        (status = 500, description = "The search failed", body = ErrorBody),
        (status = 503, description = "Still under way: ask again with the same session_id", body = ErrorBody)
    )
)]
async fn scrape(
    State(state): State<AppState>,
    caller: Caller,
    ApiQuery(query): ApiQuery<ScrapeQuery>,
) -> Result<Json<ScrapeBody>, ApiError> {
    if let Some(user_id) = &query.user_id {
        caller.must_be(user_id)?;
    }
    let search = search(&query)?;
    let services = &state.services;
    let record = query.session_id.as_deref().filter(|id| !id.is_empty());
    let record = record.map(|id| record_of(caller.0.as_str(), id, &search));
    let (session, cursor) = match services.jobs.first_session(record.as_ref()).await? {
        Some(first) => first,
        None => {
            let (search, _) = answered(&services.sources, search).await?;
            let (kind, open) = (JobKind::Standard, open_jobs(&state, &caller).await?);
            let started = services.jobs.start(&caller.0, search, kind, open, record);
            started.await?
        }
    };
    projections::caught_up(&services.subscriptions, cursor).await;
    let patience = Patience::new(
        WAIT,
        "The search is still under way: ask again in a moment.",
    );
    let ended = |job: &Job| job.ended_cursor.is_some();
    let job = patience
        .until(ended, &state, &caller, &session.to_string())
        .await?;
    if matches!(job.stage, JobStage::Failed(_)) && job.delivered == 0 {
        return Err(ApiError::failed(message(&job)));
    }
    let (results, sources) = read_rows(&state, &job, Naming::of(query.labels)).await?;
    let body = ScrapeBody {
        session_key: session.to_string(),
        message: message(&job),
        status: job.stage.status().into(),
        results,
        sources,
        sample: job.sample,
    };
    Ok(Json(body))
}

/// The same user's same name finds the first search; another user's is another name.
fn record_of(user: &str, session_id: &str, search: &Search) -> CommandRecord {
    let search = serde_json::to_vec(search).expect("a search is strings and numbers: always JSON");
    CommandRecord {
        key: format!("scrape:{}", hash(&[user.as_bytes(), session_id.as_bytes()])),
        body_hash: hash(&[&search]),
        answer: String::new(),
    }
}

/// 'breweries in Portland, OR' as a search.
fn search(query: &ScrapeQuery) -> Result<Search, ApiError> {
    let words: Vec<&str> = query
        .query
        .iter()
        .flat_map(|text| text.split_whitespace())
        .collect();
    let text = words.join(" ");
    let state = query.state.as_deref().map(str::trim).unwrap_or_default();
    if text.is_empty() {
        return Err(ApiError::invalid("Please enter a search query"));
    }
    let (term, place) = split_place(&text).ok_or_else(|| {
        ApiError::invalid("Name the city in the query, for example 'breweries in Portland, OR'.")
    })?;
    let (city, named) = split_state(place);
    let state = match (state, named) {
        ("", Some(named)) => named.code(),
        (state, _) => state,
    };
    let source = query.source.clone();
    Ok(Search::new(
        term,
        state,
        &[city.to_owned()],
        Some(MOST_ROWS),
        source,
    )?)
}

/// What stands before and after the last 'in'.
fn split_place(text: &str) -> Option<(&str, &str)> {
    const IN: &str = " in ";
    let at = text.to_ascii_lowercase().rfind(IN)?;
    Some((text[..at].trim(), text[at + IN.len()..].trim()))
}

/// A state at a place's end: after a comma by code or name, without one by its upper-case code.
fn split_state(place: &str) -> (&str, Option<UsState>) {
    if let Some((city, state)) = place.rsplit_once(',') {
        return match UsState::parse(state) {
            Some(state) => (city.trim(), Some(state)),
            None => (place, None),
        };
    }
    match place.rsplit_once(' ') {
        Some((city, code)) if code.len() == 2 && code.bytes().all(|b| b.is_ascii_uppercase()) => {
            UsState::parse(code).map_or((place, None), |state| (city.trim(), Some(state)))
        }
        _ => (place, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str, state: Option<&str>) -> Result<(String, String, String), ApiError> {
        let query = ScrapeQuery {
            query: Some(query.to_owned()),
            state: state.map(str::to_owned),
            user_id: None,
            session_id: None,
            source: None,
            scraper_id: None,
            labels: false,
        };
        search(&query).map(|search| {
            let (term, state) = (search.term, search.state.to_string());
            (term, search.cities.join(";"), state)
        })
    }

    #[test]
    // ENR-04
    fn enr_04_a_query_names_a_term_and_a_city() {
        let of = |term: &str, city: &str, state: &str| {
            Ok((term.to_owned(), city.to_owned(), state.to_owned()))
        };
        assert_eq!(
            read("breweries in Bend", Some("or")),
            of("breweries", "Bend", "OR")
        );
        assert_eq!(
            read("drive in theaters IN Austin, Texas", None),
            of("drive in theaters", "Austin", "TX")
        );
        assert_eq!(
            read("cafes in St. Louis MO", None),
            of("cafes", "St. Louis", "MO")
        );
        // What the page's own field says wins.
        assert_eq!(
            read("cafes in Portland, OR", Some("ME")),
            of("cafes", "Portland", "ME")
        );
        let refused = |text: &str| Err(ApiError::invalid(text));
        let no_city = "Name the city in the query, for example 'breweries in Portland, OR'.";
        assert_eq!(read("breweries", Some("OR")), refused(no_city));
        assert_eq!(read("in Bend", Some("OR")), refused(no_city));
        assert_eq!(read(" ", None), refused("Please enter a search query"));
        assert_eq!(
            read("cafes in Bend", None),
            refused("Please enter a state code")
        );
    }
}
