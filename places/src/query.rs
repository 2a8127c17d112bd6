//! What a maps service is asked: one term in one city of one state, or in a region.

use us::UsState;

use crate::region::Region;
use crate::text;

/// The longest term or city name allowed, in characters.
const MAX_CHARS: usize = 200;

/// Where a search looks.
#[derive(Debug, Clone, PartialEq)]
pub enum Spot {
    City(UsState, String),
    Region(Region),
}

/// One search: `brewery` in `OR`, `Portland`. Holds only what [`PlaceQuery::new`] has checked.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceQuery {
    term: String,
    spot: Spot,
    /// The catalogue data sets that may answer; `None` for any.
    datasets: Option<Vec<String>>,
}

/// Why a search cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    #[error("Enter what to search for, for example 'brewery'.")]
    EmptyTerm,
    #[error("Enter the name of a city, for example 'Portland'.")]
    EmptyCity,
    #[error("The {part} is longer than {MAX_CHARS} characters. Shorten it.")]
    TooLong {
        /// `search term` or `city`.
        part: &'static str,
    },
    #[error(
        "'{0}' is not a US state. Use its two-letter code or its name, for example 'OR' or 'Oregon'."
    )]
    UnknownState(String),
}

/// What both kinds of query have in common.
macro_rules! asked {
    ($query:ty) => {
        impl $query {
            /// The same query, restricted to these data sets of the catalogue.
            #[must_use]
            pub fn within(mut self, datasets: &[String]) -> Self {
                self.datasets = Some(datasets.to_vec());
                self
            }

            /// The catalogue data sets that may answer; `None` for any.
            pub fn datasets(&self) -> Option<&[String]> {
                self.datasets.as_deref()
            }

            /// The search term, trimmed.
            pub fn term(&self) -> &str {
                &self.term
            }
        }
    };
}
asked!(PlaceQuery);
asked!(WideQuery);

impl PlaceQuery {
    /// Checks the parts and trims them. The state may be a code or a name, in any case.
    pub fn new(term: &str, state: &str, city: &str) -> Result<Self, QueryError> {
        Ok(Self {
            term: checked(term, "search term", QueryError::EmptyTerm)?,
            spot: Spot::City(
                UsState::parse(state).ok_or_else(|| unknown_state(state))?,
                checked(city, "city", QueryError::EmptyCity)?,
            ),
            datasets: None,
        })
    }

    /// A search of a region.
    pub fn in_region(term: &str, region: Region) -> Result<Self, QueryError> {
        Ok(Self {
            term: checked(term, "search term", QueryError::EmptyTerm)?,
            spot: Spot::Region(region),
            datasets: None,
        })
    }

    /// Where it looks: a city, trimmed, or a region.
    pub fn spot(&self) -> &Spot {
        &self.spot
    }
}

/// The best matches of a term in a whole state, or anywhere. Holds only what [`WideQuery::new`] has checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WideQuery {
    term: String,
    state: Option<UsState>,
    datasets: Option<Vec<String>>,
    most: usize,
}

impl WideQuery {
    /// Checks the parts and trims them; `most` is how many matches are wanted.
    pub fn new(term: &str, state: Option<&str>, most: usize) -> Result<Self, QueryError> {
        let known = |text: &str| UsState::parse(text).ok_or_else(|| unknown_state(text));
        Ok(Self {
            term: checked(term, "search term", QueryError::EmptyTerm)?,
            state: state.map(known).transpose()?,
            datasets: None,
            most,
        })
    }

    /// The state; `None` for all.
    pub fn state(&self) -> Option<UsState> {
        self.state
    }

    /// How many matches are wanted.
    pub fn most(&self) -> usize {
        self.most
    }
}

fn unknown_state(text: &str) -> QueryError {
    QueryError::UnknownState(text.trim().chars().take(40).collect())
}

fn checked(value: &str, part: &'static str, empty: QueryError) -> Result<String, QueryError> {
    let value = value.trim();
    if value.chars().count() > MAX_CHARS {
        return Err(QueryError::TooLong { part });
    }
    if text::words(value).is_empty() {
        return Err(empty);
    }
    Ok(value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_trimmed_and_the_state_read_in_any_form() {
        let query = PlaceQuery::new(" brewery ", "oregon", " Portland\t").unwrap();
        assert_eq!(
            (query.term(), query.spot()),
            (
                "brewery",
                &Spot::City(UsState::from_code("OR").unwrap(), "Portland".to_owned())
            )
        );
    }

    #[test]
    fn each_bad_part_has_its_own_message() {
        let error = |t: &str, s: &str, c: &str| PlaceQuery::new(t, s, c).unwrap_err();
        assert_eq!(error(" - ", "OR", "Bend"), QueryError::EmptyTerm);
        assert_eq!(error("brewery", "OR", " "), QueryError::EmptyCity);
        assert_eq!(
            error("brewery", "T1", "Bend"),
            QueryError::UnknownState("T1".to_owned())
        );
        let long = "x".repeat(MAX_CHARS + 1);
        assert_eq!(
            error(&long, "OR", "Bend"),
            QueryError::TooLong {
                part: "search term"
            }
        );
        assert_eq!(
            error("brewery", "OR", &long),
            QueryError::TooLong { part: "city" }
        );
    }
}
