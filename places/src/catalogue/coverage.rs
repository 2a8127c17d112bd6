//! What a data set covers completely: an area, and kinds of business in it.
//!
//! A data set never claims more than it has. A fetched one covers exactly the requested area; a file of all
//! kinds of business covers the cities of its rows; a listing covers the states and the kinds of its rows.
//! The operator can state the coverage at import.

use std::fmt;

use serde::{Deserialize, Serialize};
use us::UsState;

use crate::area::{Area, AreaError};
use crate::bounds::Bounds;
use crate::gazetteer::NamedCity;
use crate::region::Region;
use crate::text::city_key;

/// What a data set covers completely.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    pub areas: Areas,
    pub kinds: Kinds,
}

/// Where a data set is complete.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Areas {
    /// In each of these areas.
    Listed(Vec<CoveredArea>),
    /// In each city that has a row; the rows themselves decide which.
    CitiesOfRows,
}

/// One area that a data set covers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CoveredArea {
    State(String),
    City {
        state: String,
        /// The city as written at import.
        city: String,
    },
    Box(Bounds),
}

/// The kinds of business for which a data set is complete.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kinds {
    All,
    Listed(Vec<String>),
    /// The kinds that have a row; the rows themselves decide which.
    OfRows {
        count: u64,
        /// The most frequent, as the rows write them.
        most: Vec<String>,
    },
}

/// Whether something is covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Covered {
    Yes,
    No,
    /// It is, if the data set has a row of it.
    IfItHasRows,
}

impl Coverage {
    /// Whether a city is covered. `centre` is its position (latitude, longitude), if known; a box covers the
    /// cities whose center is in it.
    pub fn of_city(&self, state: UsState, city: &str, centre: Option<(f64, f64)>) -> Covered {
        let Areas::Listed(areas) = &self.areas else {
            return Covered::IfItHasRows;
        };
        let is_covered = areas.iter().any(|area| area.has_city(state, city, centre));
        if is_covered {
            Covered::Yes
        } else {
            Covered::No
        }
    }

    /// Whether a region is covered: as a whole, or all cities in it.
    pub fn of_region(&self, region: &Region) -> Covered {
        let Areas::Listed(areas) = &self.areas else {
            return Covered::IfItHasRows;
        };
        let state = region.state();
        let is_whole = areas.iter().any(|area| match area {
            CoveredArea::State(code) => code == state.code(),
            CoveredArea::Box(bounds) => region.boxes().iter().all(|part| bounds.holds(*part)),
            CoveredArea::City { .. } => false,
        });
        let has_city = |city: &NamedCity| {
            let centre = Some((city.latitude, city.longitude));
            areas
                .iter()
                .any(|area| area.has_city(state, city.name, centre))
        };
        if is_whole {
            return Covered::Yes;
        }
        let cities = region.cities();
        if !cities.is_empty() && cities.iter().all(has_city) {
            Covered::Yes
        } else {
            Covered::No
        }
    }
}

impl CoveredArea {
    /// Parses the operator's notation: a state (`RI`), a city (`Providence, RI`) or a box.
    pub fn parse(text: &str) -> Result<Self, AreaError> {
        let area = match Area::parse_box(text) {
            Ok(area) => area,
            Err(_) if text.contains(',') => Area::parse_city(text)?,
            Err(_) => Area::parse_state(text)?,
        };
        Ok(Self::from(&area))
    }

    fn has_city(&self, state: UsState, city: &str, centre: Option<(f64, f64)>) -> bool {
        match self {
            Self::State(code) => code == state.code(),
            Self::City {
                state: code,
                city: own,
            } => code == state.code() && city_key(own, state) == city_key(city, state),
            Self::Box(bounds) => centre.is_some_and(|(lat, lon)| bounds.contains(lat, lon)),
        }
    }
}

impl From<&Area> for CoveredArea {
    fn from(area: &Area) -> Self {
        match area {
            Area::Box(bounds) => Self::Box(*bounds),
            Area::State(state) => Self::State(state.code().to_owned()),
            Area::City(state, city) => Self::City {
                state: state.code().to_owned(),
                city: city.clone(),
            },
        }
    }
}

impl fmt::Display for CoveredArea {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(code) => f.write_str(code),
            Self::City { state, city } => write!(f, "{city}, {state}"),
            Self::Box(bounds) => write!(f, "the box {bounds}"),
        }
    }
}

impl fmt::Display for Areas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listed(areas) => {
                let names: Vec<String> = areas.iter().map(ToString::to_string).collect();
                f.write_str(&names.join("; "))
            }
            Self::CitiesOfRows => f.write_str("the cities of its rows"),
        }
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => f.write_str("all kinds of business"),
            Self::Listed(kinds) => f.write_str(&kinds.join(", ")),
            Self::OfRows { count: 0, .. } => f.write_str("no kind in particular"),
            Self::OfRows { count, most } => {
                f.write_str(&most.join(", "))?;
                let rest = count.saturating_sub(most.len() as u64);
                if rest > 0 {
                    write!(f, " and {rest} more kinds")?;
                }
                Ok(())
            }
        }
    }
}

/// As in `all kinds of business in RI`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.kinds, self.areas)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(areas: &[&str]) -> Coverage {
        let areas = areas.iter().map(|text| CoveredArea::parse(text).unwrap());
        Coverage {
            areas: Areas::Listed(areas.collect()),
            kinds: Kinds::All,
        }
    }

    #[test]
    fn a_city_is_covered_by_its_state_itself_or_a_box_around_its_centre() {
        let ri = UsState::from_code("RI").unwrap();
        let providence = Some((41.82, -71.41));
        let of = |areas: &[&str]| listed(areas).of_city(ri, "providence", providence);
        assert_eq!(of(&["RI"]), Covered::Yes);
        assert_eq!(of(&["MA", "Providence, RI"]), Covered::Yes);
        assert_eq!(of(&["-71.5,41.7,-71.3,41.9"]), Covered::Yes);
        assert_eq!(
            of(&["MA", "Newport, RI", "-71.3,41.4,-71.2,41.6"]),
            Covered::No
        );
        let unknown = listed(&["-71.5,41.7,-71.3,41.9"]).of_city(ri, "Providence", None);
        assert_eq!(unknown, Covered::No);
        let file = Coverage {
            areas: Areas::CitiesOfRows,
            kinds: Kinds::All,
        };
        assert_eq!(
            file.of_city(ri, "Providence", providence),
            Covered::IfItHasRows
        );
    }

    #[test]
    fn coverage_reads_as_a_sentence_and_survives_storage() {
        let coverage = Coverage {
            areas: listed(&["OR", "Washington, DC"]).areas,
            kinds: Kinds::OfRows {
                count: 7,
                most: vec!["brewery".to_owned(), "brewpub".to_owned()],
            },
        };
        assert_eq!(
            coverage.to_string(),
            "brewery, brewpub and 5 more kinds in OR; Washington, DC"
        );
        let json = serde_json::to_string(&coverage).unwrap();
        assert_eq!(serde_json::from_str::<Coverage>(&json).unwrap(), coverage);
    }
}
