//! GET /scrape: a small search whose answer is its rows.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use commands::limits::{Limited, Limits};
use domain::scrape_job::{InvalidSearch, JobKind, Search};
use domain::state_code::StateCode;
use places::catalogue::CATALOGUE;
use places::{UsState, is_known_city};
use projections::jobs::{Job, JobStage};
use serde::{Deserialize, Serialize};
use store::log::CommandRecord;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::caller::StartCaller;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::extract::ApiQuery;
use crate::http::idempotency::hash;
use crate::sessions::facts::Naming;
use crate::sessions::progress::message;
use crate::sessions::row::ResultRow;
use crate::sessions::rows::read_rows;
use crate::sessions::sources::Sources;
use crate::sessions::start::Start;
use crate::sessions::wait::Patience;
use crate::state::{AppState, Sessions, Starts};
use crate::wire::JobStatus;

/// The routes of this subject.
pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(scrape))
}

/// How long a call waits; the job continues without it. The client waits for 15 minutes.
const WAIT: Duration = Duration::from_secs(14 * 60);
/// Maximum rows of a call, as priced on the enricher page (specification B5).
const MOST_ROWS: u32 = 10;

/// A search.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ScrapeQuery {
    /// What to look for and where. Without a city the whole state is searched, without a state all loaded listings.
    #[param(example = "breweries in Portland", required = true, pattern = r"\S")]
    query: Option<String>,
    /// The state, two letters, unless the query names it.
    #[param(example = "OR", pattern = r"^\s*([A-Za-z]{2}\s*)?$")]
    state: Option<String>,
    /// The signed-in user's subject id; may be left out.
    user_id: Option<String>,
    /// Any name for the search. Repeating the name returns the first result free of charge.
    session_id: Option<String>,
    /// A maps service by name; if left out, those that cover the search.
    #[param(pattern = "^[A-Za-z0-9_-]{1,40}$")]
    source: Option<String>,
    /// The same as `source`, for older clients: `google_maps`, or a name that no service has, means no particular one.
    scraper_id: Option<String>,
    /// `true`: facts under the specification's labels instead of their canonical names.
    #[serde(default)]
    #[param(default = false)]
    labels: bool,
}

/// The result of a search.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ScrapeBody {
    /// The session of the rows, for POST /enrich and GET /export.
    #[serde(rename = "sessionKey")]
    session_key: String,
    /// How the search ended.
    status: JobStatus,
    /// The outcome in words.
    message: String,
    results: Vec<ResultRow>,
    #[serde(flatten)]
    sources: Sources,
    /// Are the businesses made up?
    sample: bool,
}

/// Searches for up to 10 businesses and waits for them; each costs one credit. A query without a city, or even a
/// state, gets the best matches of all imported listings there, those with coordinates first.
#[utoipa::path(
    get, path = "/scrape", operation_id = "scrape", tag = "jobs",
    params(ScrapeQuery),
    responses(
        (status = 200, description = "The businesses found", body = ScrapeBody),
        (status = 400, description = "The search is invalid", body = ErrorBody),
        (status = 401, description = "No valid token", body = ErrorBody),
        (status = 402, description = "No credits left", body = ErrorBody),
        (status = 403, description = "Another user's id", body = ErrorBody),
        (status = 409, description = "Nothing covers the search; the message says what to do", body = ErrorBody),
        (status = 422, description = "The session_id was used for another search", body = ErrorBody),
        (status = 429, description = "Too many open jobs", body = ErrorBody),
        (status = 500, description = "The search failed", body = ErrorBody),
        (status = 503, description = "Still running: repeat the call with the same session_id", body = ErrorBody)
    )
)]
async fn scrape(
    State(starts): State<Arc<Starts>>,
    State(sessions): State<Arc<Sessions>>,
    State(limits): State<Limits>,
    StartCaller(caller, permit): StartCaller,
    ApiQuery(query): ApiQuery<ScrapeQuery>,
) -> Result<Json<ScrapeBody>, ApiError> {
    if let Some(user_id) = &query.user_id {
        caller.must_be(user_id)?;
    }
    let search = search(&query)?;
    let _waiting = limits.try_permit(Limited::WaitingCalls, caller.0.as_str())?;
    let record = query.session_id.as_deref().filter(|id| !id.is_empty());
    let record = record.map(|id| record_of(caller.0.as_str(), id, &search));
    let start = Start {
        search,
        kind: JobKind::Standard,
        enrich: false,
        record,
    };
    let session = start.run(&starts, &caller).await?.session;
    drop(permit);
    let patience = Patience::new(WAIT, "The search is still running: try again in a moment.");
    let ended = |job: &Job| match job.stage {
        JobStage::Queued | JobStage::Processing => false,
        JobStage::Completed(_) | JobStage::Failed(_) | JobStage::Cancelled(_) => true,
    };
    let job = patience
        .until(ended, &sessions, &caller, &session.to_string())
        .await?;
    if matches!(job.stage, JobStage::Failed(_)) && job.delivered == 0 {
        return Err(ApiError::failed(message(&job)));
    }
    let (results, sources) = read_rows(&sessions, &job, Naming::of(query.labels)).await?;
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

/// The same name of the same user finds the first search.
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
    let source = chosen_source(query);
    let (term, place) = match split_place(&text) {
        Some((term, place)) => (term, Place::of(place, state)),
        None => (text.as_str(), Place::All),
    };
    let (city, named) = match place {
        Place::City(city, named) => (city, named),
        Place::State(named) => return wide(term, state, Some(named), source),
        Place::All => return wide(term, state, None, source),
    };
    let state = match (state, named) {
        ("", Some(named)) => named.code(),
        (state, _) => state,
    };
    Ok(Search::new(
        term,
        state,
        &[city.to_owned()],
        Some(MOST_ROWS),
        source,
    )?)
}

/// A search without a city: of a state, or of everything.
fn wide(
    term: &str,
    given: &str,
    named: Option<UsState>,
    source: Option<String>,
) -> Result<Search, ApiError> {
    if source.as_deref().is_some_and(|source| source != CATALOGUE) {
        return Err(ApiError::invalid(
            "Name the city in the query, for example 'breweries in Portland, OR': only imported listings can \
             be searched without one.",
        ));
    }
    let state: Option<StateCode> = match (given, named) {
        ("", None) => None,
        ("", Some(named)) => named.code().parse().ok(),
        (given, _) => Some(given.parse().map_err(InvalidSearch::from)?),
    };
    Ok(Search::wide(term, state, MOST_ROWS, source)?)
}

/// The source chosen by name.
fn chosen_source(query: &ScrapeQuery) -> Option<String> {
    let scraper = query.scraper_id.as_deref().map(str::to_ascii_lowercase);
    let known = scraper.filter(|name| places::Sources::NAMES.contains(&name.as_str()));
    query.source.clone().or(known)
}

/// The place of a search.
#[derive(Debug, PartialEq)]
enum Place<'q> {
    /// A city, and the state named with it.
    City(&'q str, Option<UsState>),
    State(UsState),
    /// All listings.
    All,
}

impl<'q> Place<'q> {
    /// The text after 'in', with the separately given state. 'New York' is the city.
    fn of(place: &'q str, given: &str) -> Self {
        if place.is_empty() {
            return Self::All;
        }
        let given = UsState::parse(given);
        if let Some(state) = UsState::parse(place)
            && given.is_none_or(|given| given == state)
        {
            let is_city = place.len() > 2 && is_known_city(state, place);
            return if is_city {
                Self::City(place, Some(state))
            } else {
                Self::State(state)
            };
        }
        let (city, named) = split_state(place);
        Self::City(city, named)
    }
}

/// The texts before and after the last 'in'.
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

    /// Term, cities and state of a search; the source where one is chosen.
    type Read = (String, String, String, Option<String>);

    fn asked(query: &str, state: Option<&str>, scraper: Option<&str>) -> Result<Read, ApiError> {
        let query = ScrapeQuery {
            query: Some(query.to_owned()),
            state: state.map(str::to_owned),
            user_id: None,
            session_id: None,
            source: None,
            scraper_id: scraper.map(str::to_owned),
            labels: false,
        };
        search(&query).map(|search| {
            let state = search.state_code().to_owned();
            (search.term, search.cities.join(";"), state, search.source)
        })
    }

    fn read(query: &str, state: Option<&str>) -> Result<Read, ApiError> {
        asked(query, state, None)
    }

    fn of(term: &str, city: &str, state: &str) -> Result<Read, ApiError> {
        Ok((term.to_owned(), city.to_owned(), state.to_owned(), None))
    }

    #[test]
    // ENR-04
    fn enr_04_a_query_names_a_term_and_a_city() {
        for (query, state, read_as) in [
            (
                "breweries in Bend",
                Some("or"),
                of("breweries", "Bend", "OR"),
            ),
            ("brewery in Bend, OR", None, of("brewery", "Bend", "OR")),
            (
                "drive in theaters IN Austin, Texas",
                None,
                of("drive in theaters", "Austin", "TX"),
            ),
            (
                "cafes in St. Louis MO",
                None,
                of("cafes", "St. Louis", "MO"),
            ),
            ("pizza in New York", None, of("pizza", "New York", "NY")),
            (
                "pizza in New York",
                Some("NY"),
                of("pizza", "New York", "NY"),
            ),
            (
                "pizza in Washington",
                Some("DC"),
                of("pizza", "Washington", "DC"),
            ),
            // The page's own field wins.
            (
                "cafes in Portland, OR",
                Some("ME"),
                of("cafes", "Portland", "ME"),
            ),
        ] {
            assert_eq!(read(query, state), read_as, "{query} {state:?}");
        }
        let refused = |text: &str| Err(ApiError::invalid(text));
        assert_eq!(read(" ", None), refused("Please enter a search query"));
        assert_eq!(
            read("cafes in Bend", None),
            refused("Please enter a state code")
        );
    }

    #[test]
    // ENR-04
    fn enr_04_without_a_city_it_is_the_whole_state_and_without_a_state_everything() {
        for (query, state, read_as) in [
            ("breweries", Some("OR"), of("breweries", "", "OR")),
            ("breweries in OR", None, of("breweries", "", "OR")),
            ("breweries in Oregon", None, of("breweries", "", "OR")),
            ("breweries in oregon", Some("OR"), of("breweries", "", "OR")),
            ("pizza in NY", None, of("pizza", "", "NY")),
            ("breweries", None, of("breweries", "", "")),
            ("drive-in theaters", None, of("drive-in theaters", "", "")),
        ] {
            assert_eq!(read(query, state), read_as, "{query} {state:?}");
        }
        let wrong = read("breweries", Some("Atlantis")).unwrap_err();
        assert!(format!("{wrong:?}").contains("is not a state code"));
    }

    #[test]
    // ENR-04
    fn enr_04_a_scraper_id_names_a_source_where_there_is_one_of_that_name() {
        let source = |scraper| asked("cafes in Bend, OR", None, scraper).unwrap().3;
        for usual in [None, Some("google_maps"), Some("maps-7"), Some("")] {
            assert_eq!(source(usual), None, "{usual:?}");
        }
        assert_eq!(source(Some("sample")).as_deref(), Some("sample"));
        assert_eq!(source(Some("OSM")).as_deref(), Some("osm"));
        // Only imported listings are searched without a city.
        let refused = asked("cafes", None, Some("sample")).unwrap_err();
        assert!(format!("{refused:?}").contains("Name the city"));
        let catalogue = asked("cafes", Some("OR"), Some("catalogue")).unwrap();
        assert_eq!(catalogue.3.as_deref(), Some("catalogue"));
    }
}
