//! What a user searches for, checked before anything is recorded.

use serde::{Deserialize, Serialize};
use us::UsState;

use super::answering::Answering;
use super::area::{AreaCounty, InvalidArea, SearchArea};
use super::monitoring::MonitorRun;
use super::reading::Reading;
use crate::state_code::{InvalidState, StateCode};

/// The maximum number of cities in a search.
pub const MAX_CITIES: usize = 500;
/// The maximum size of all its cities in bytes, since each search is kept forever.
const MAX_CITIES_BYTES: usize = 16 * 1024;
/// The maximum length of the search term in characters.
pub const MAX_TERM_CHARS: usize = 200;
/// The maximum length of a city name in characters.
pub const MAX_CITY_CHARS: usize = 100;
const MAX_SOURCE_CHARS: usize = 40;

/// A search that can be queued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Search {
    /// What to look for, in the user's words.
    pub term: String,
    /// The two-letter code of the state of all cities; absent if an area, or all states, are searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub state: Option<StateCode>,
    /// Cities in the order given, each once; empty if an area, the whole state, or everything, is searched.
    pub cities: Vec<String>,
    /// The area that is searched in place of cities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Box<SearchArea>>,
    /// The websites that are read; then nothing is searched, and the term is what the reading is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Box<Reading>>,
    /// The monitor's run that this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Box<MonitorRun>>,
    /// Stop after that many rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_results: Option<u32>,
    /// The name of a maps service; absent for the configured default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Which sources answer it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answering: Option<Answering>,
}

/// Why a search cannot be queued; the first three are the specification's texts (B5).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSearch {
    #[error("Please enter a search term")]
    EmptyTerm,
    /// Missing or unknown.
    #[error(transparent)]
    State(#[from] InvalidState),
    #[error("Please enter at least one city")]
    NoCities,
    #[error("The search term has {0} characters: use at most {MAX_TERM_CHARS}.")]
    LongTerm(usize),
    #[error(
        "The search names {0} cities: use at most {MAX_CITIES} and start another search for the rest."
    )]
    TooManyCities(usize),
    #[error("A city name has {0} characters: use at most {MAX_CITY_CHARS}.")]
    LongCity(usize),
    /// In total.
    #[error(
        "The cities take {0} bytes together: use at most {MAX_CITIES_BYTES} and start another search for the rest."
    )]
    LongCities(usize),
    /// NUL or another control character.
    #[error("The {0} contains control characters: please remove them.")]
    ControlCharacter(&'static str),
    #[error(transparent)]
    Area(#[from] InvalidArea),
    #[error("max_results must be at least 1.")]
    NoResultsWanted,
    #[error("Name the source with a short word such as catalogue.")]
    SourceName,
}

impl Search {
    /// Checks and normalizes: trims texts, removes repeated cities.
    pub fn new(
        term: &str,
        state: &str,
        cities: &[String],
        max_results: Option<u32>,
        source: Option<String>,
    ) -> Result<Self, InvalidSearch> {
        let term = checked_term(term)?;
        let state = Some(state.parse()?);
        let cities = distinct_cities(cities)?;
        if max_results == Some(0) {
            return Err(InvalidSearch::NoResultsWanted);
        }
        Ok(Self {
            term,
            state,
            cities,
            area: None,
            reading: None,
            run: None,
            max_results,
            source: source.map(|name| checked_source(&name)).transpose()?,
            answering: None,
        })
    }

    /// A search for the best matches of a whole state, or of everything, without cities.
    pub fn wide(
        term: &str,
        state: Option<StateCode>,
        max_results: u32,
        source: Option<String>,
    ) -> Result<Self, InvalidSearch> {
        if max_results == 0 {
            return Err(InvalidSearch::NoResultsWanted);
        }
        Ok(Self {
            term: checked_term(term)?,
            state,
            cities: Vec::new(),
            area: None,
            reading: None,
            run: None,
            max_results: Some(max_results),
            source: source.map(|name| checked_source(&name)).transpose()?,
            answering: None,
        })
    }

    /// A reading of websites, called by a name of at most [`MAX_TERM_CHARS`] characters.
    pub fn of_websites(name: &str, reading: Reading) -> Self {
        Self {
            term: name.chars().take(MAX_TERM_CHARS).collect(),
            state: None,
            cities: Vec::new(),
            area: None,
            reading: Some(Box::new(reading)),
            run: None,
            max_results: None,
            source: None,
            answering: None,
        }
    }

    /// Refuses a term that no search can have.
    pub fn check_term(term: &str) -> Result<(), InvalidSearch> {
        checked_term(term).map(|_| ())
    }

    /// A search of an area, county by county.
    pub fn in_area(
        term: &str,
        area: SearchArea,
        max_results: Option<u32>,
        source: Option<String>,
    ) -> Result<Self, InvalidSearch> {
        let term = checked_term(term)?;
        if max_results == Some(0) {
            return Err(InvalidSearch::NoResultsWanted);
        }
        Ok(Self {
            term,
            state: None,
            cities: Vec::new(),
            area: Some(Box::new(area)),
            reading: None,
            run: None,
            max_results,
            source: source.map(|name| checked_source(&name)).transpose()?,
            answering: None,
        })
    }

    /// Whether it names neither a city nor an area.
    pub const fn is_wide(&self) -> bool {
        self.cities.is_empty() && self.area.is_none()
    }

    /// What it is called: `brewery · Bend, OR`.
    pub fn name(&self) -> String {
        let place = match (&self.area, self.cities.as_slice()) {
            (Some(area), _) => area.label(),
            (None, []) => self.state_code().to_owned(),
            (None, [city]) => format!("{city}, {}", self.state_code()),
            (None, [city, rest @ ..]) => {
                format!("{city}, {} and {} more", self.state_code(), rest.len())
            }
        };
        match place.is_empty() {
            true => self.term.clone(),
            false => format!("{} · {place}", self.term),
        }
    }

    /// The same search as a monitor repeats it: without a bound, and as its sources answer it each time.
    #[must_use]
    pub fn repeated(self) -> Self {
        Self {
            max_results: None,
            answering: None,
            run: None,
            ..self
        }
    }

    /// The same search as a monitor's run.
    #[must_use]
    pub fn as_run(mut self, run: MonitorRun) -> Self {
        self.run = Some(Box::new(run));
        self
    }

    /// The names of its parts, which are searched one by one: cities, or the counties of its area.
    pub fn parts(&self) -> Vec<&str> {
        match &self.area {
            Some(area) => area.counties.iter().map(|it| it.name.as_str()).collect(),
            None => self.cities.iter().map(String::as_str).collect(),
        }
    }

    /// How many parts it has.
    pub fn part_count(&self) -> u32 {
        let count = match &self.area {
            Some(area) => area.counties.len(),
            None => self.cities.len(),
        };
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// The code of its state, or of its area's first county's; empty if all states are searched.
    pub fn first_state_code(&self) -> &str {
        let area = self.area.as_ref();
        let state = area.and_then(|area| area.counties.iter().find_map(AreaCounty::state));
        state.map_or(self.state_code(), UsState::code)
    }

    /// The state's code; empty if an area, or all states, are searched.
    pub fn state_code(&self) -> &'static str {
        self.state.map_or("", StateCode::as_str)
    }

    /// The same search with its sources.
    #[must_use]
    pub fn answered_by(mut self, answering: Answering) -> Self {
        self.answering = Some(answering);
        self
    }

    /// Whether the part at an index is searched. Those that no source covers are skipped.
    pub fn is_answered(&self, part: u32) -> bool {
        let answering = self.answering.as_ref();
        answering.is_none_or(|answering| answering.of_city(part).is_some())
    }

    /// Names of the parts that no source covers.
    pub fn skipped(&self) -> Vec<String> {
        let parts = (0_u32..).zip(self.parts());
        let skipped = parts.filter(|(part, _)| !self.is_answered(*part));
        skipped.map(|(_, name)| name.to_owned()).collect()
    }

    /// Names of the cities that are probably misspelled.
    pub fn unknown(&self) -> Vec<String> {
        let positions = self
            .answering
            .iter()
            .flat_map(|answering| &answering.unknown);
        let names = positions.filter_map(|city| self.cities.get(*city as usize));
        names.cloned().collect()
    }
}

fn checked_term(term: &str) -> Result<String, InvalidSearch> {
    let term = printable("search term", term)?;
    if term.is_empty() {
        return Err(InvalidSearch::EmptyTerm);
    }
    if term.chars().count() > MAX_TERM_CHARS {
        return Err(InvalidSearch::LongTerm(term.chars().count()));
    }
    Ok(term)
}

fn printable(what: &'static str, text: &str) -> Result<String, InvalidSearch> {
    let text = text.trim();
    if text.chars().any(char::is_control) {
        return Err(InvalidSearch::ControlCharacter(what));
    }
    Ok(text.to_owned())
}

fn distinct_cities(given: &[String]) -> Result<Vec<String>, InvalidSearch> {
    if given.len() > MAX_CITIES {
        return Err(InvalidSearch::TooManyCities(given.len()));
    }
    let mut seen = std::collections::HashSet::new();
    let mut cities = Vec::with_capacity(given.len());
    for city in given {
        let city = printable("city name", city)?;
        if city.chars().count() > MAX_CITY_CHARS {
            return Err(InvalidSearch::LongCity(city.chars().count()));
        }
        if !city.is_empty() && seen.insert(city.to_lowercase()) {
            cities.push(city);
        }
    }
    if cities.is_empty() {
        return Err(InvalidSearch::NoCities);
    }
    let bytes: usize = cities.iter().map(String::len).sum();
    if bytes > MAX_CITIES_BYTES {
        return Err(InvalidSearch::LongCities(bytes));
    }
    Ok(cities)
}

fn checked_source(name: &str) -> Result<String, InvalidSearch> {
    let ok = !name.is_empty()
        && name.len() <= MAX_SOURCE_CHARS
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    ok.then(|| name.to_ascii_lowercase())
        .ok_or(InvalidSearch::SourceName)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(term: &str, state: &str, cities: &[&str]) -> Result<Search, InvalidSearch> {
        let cities: Vec<String> = cities.iter().map(|&c| c.to_owned()).collect();
        Search::new(term, state, &cities, None, None)
    }

    #[test]
    // JOB-02
    fn job_02_each_missing_part_has_its_own_text_in_order() {
        let texts: Vec<String> = [
            search(" ", "", &[]),
            search("brewery", "", &[]),
            search("brewery", "OR", &[]),
            search("brewery", "OR", &["", "  "]),
        ]
        .into_iter()
        .map(|refused| refused.unwrap_err().to_string())
        .collect();
        assert_eq!(
            texts,
            [
                "Please enter a search term",
                "Please enter a state code",
                "Please enter at least one city",
                "Please enter at least one city"
            ]
        );
    }

    #[test]
    fn repeated_cities_are_searched_once_and_texts_are_trimmed() {
        let search = search(" brewery ", "or", &["Portland", " portland", "Bend"]).unwrap();
        assert_eq!(search.term, "brewery");
        assert_eq!(search.cities, ["Portland", "Bend"]);
    }

    #[test]
    // ENR-04
    fn enr_04_a_search_without_cities_is_stored_and_read_again_with_and_without_a_state() {
        let oregon = "OR".parse().ok();
        for (state, code) in [(oregon, "OR"), (None, "")] {
            let wide = Search::wide(" brewery ", state, 10, None).unwrap();
            assert!(wide.is_wide() && wide.term == "brewery");
            assert_eq!(wide.state_code(), code);
            let json = serde_json::to_string(&wide).unwrap();
            assert_eq!(json.contains("state"), state.is_some(), "{json}");
            assert_eq!(serde_json::from_str::<Search>(&json).unwrap(), wide);
        }
        assert_eq!(
            Search::wide(" ", None, 10, None),
            Err(InvalidSearch::EmptyTerm)
        );
        assert_eq!(
            Search::wide("a", None, 0, None),
            Err(InvalidSearch::NoResultsWanted)
        );
    }

    #[test]
    fn what_no_store_should_hold_is_refused() {
        let many = vec!["Bend".to_owned(); 10_000];
        assert_eq!(
            Search::new("brewery", "OR", &many, None, None),
            Err(InvalidSearch::TooManyCities(10_000))
        );
        assert_eq!(
            search("bre\0wery", "OR", &["Bend"]),
            Err(InvalidSearch::ControlCharacter("search term"))
        );
        assert_eq!(
            search("brewery", "OR", &["Be\u{7}nd"]),
            Err(InvalidSearch::ControlCharacter("city name"))
        );
        assert_eq!(
            search(&"x".repeat(201), "OR", &["Bend"]),
            Err(InvalidSearch::LongTerm(201))
        );
        assert_eq!(
            Search::new("a", "OR", &["Bend".into()], Some(0), None),
            Err(InvalidSearch::NoResultsWanted)
        );
        assert_eq!(
            Search::new("a", "OR", &["Bend".into()], None, Some("../x".into())),
            Err(InvalidSearch::SourceName)
        );
    }
}
