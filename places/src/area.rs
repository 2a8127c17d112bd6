//! The part of the country that is asked for, and the boxes of degrees around it.

use std::fmt;

use us::UsState;

use crate::Place;
use crate::bounds::Bounds;
use crate::gazetteer;
use crate::text::{city_key, words};

/// FIPS code, west, south, east, north; a state on both sides of the date line has two lines.
const STATE_BOXES: &str = include_str!("../../data/derived/state-boxes.tsv");

/// State shapes are generalized, so this much outside their boxes is read too.
const STATE_MARGIN_DEGREES: f64 = 0.05;

/// Cities are known as points, not boundaries: how far around them to read.
const CITY_MARGIN_DEGREES: f64 = 0.2;

/// A part of the country.
#[derive(Debug, Clone, PartialEq)]
pub enum Area {
    Box(Bounds),
    State(UsState),
    City(UsState, String),
}

/// Text that names no part of the country.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AreaError {
    #[error(
        "'{0}' is not an area. Write --bbox WEST,SOUTH,EAST,NORTH in degrees, for example --bbox=-77.1,39.0,-76.3,39.5."
    )]
    Box(String),
    #[error("'{0}' is not a US state. Write a name or a two-letter code, such as RI.")]
    State(String),
    #[error("'{0}' does not name a city and its state. Write both, such as 'Providence, RI'.")]
    City(String),
    /// No list of cities has it.
    #[error(
        "No city '{city}' is known in {}. Check its spelling, or name its box with --bbox.",
        state.name()
    )]
    UnknownCity { state: UsState, city: String },
}

impl Area {
    /// Reads a box.
    pub fn parse_box(text: &str) -> Result<Self, AreaError> {
        let bounds = Bounds::parse(text).ok_or_else(|| AreaError::Box(text.to_owned()))?;
        Ok(Self::Box(bounds))
    }

    /// Reads a state.
    pub fn parse_state(text: &str) -> Result<Self, AreaError> {
        let state = UsState::parse(text).ok_or_else(|| AreaError::State(text.trim().to_owned()))?;
        Ok(Self::State(state))
    }

    /// Reads a city with its state, `Providence, RI`.
    pub fn parse_city(text: &str) -> Result<Self, AreaError> {
        let unclear = || AreaError::City(text.trim().to_owned());
        let (city, state) = text.rsplit_once(',').ok_or_else(unclear)?;
        let state = UsState::parse(state).ok_or_else(unclear)?;
        let city = city.trim();
        if words(city).is_empty() {
            return Err(unclear());
        }
        if gazetteer::extent(state, city).is_none() {
            let city = city.to_owned();
            return Err(AreaError::UnknownCity { state, city });
        }
        Ok(Self::City(state, city.to_owned()))
    }

    /// Boxes that together hold the whole area, and more.
    pub(crate) fn boxes(&self) -> Vec<Bounds> {
        match self {
            Self::Box(bounds) => vec![*bounds],
            Self::State(state) => state_boxes(*state),
            Self::City(state, city) => gazetteer::extent(*state, city)
                .map(|bounds| bounds.grown(CITY_MARGIN_DEGREES))
                .into_iter()
                .collect(),
        }
    }

    /// Whether a place is in it.
    pub(crate) fn has(&self, place: &Place) -> bool {
        let in_state = |state: &UsState| place.state.as_deref() == Some(state.code());
        match self {
            Self::Box(bounds) => place
                .coordinates()
                .is_some_and(|(lat, lon)| bounds.contains(lat, lon)),
            Self::State(state) => in_state(state),
            Self::City(state, city) => {
                let is_city = |name: &str| city_key(name, *state) == city_key(city, *state);
                in_state(state) && place.city.as_deref().is_some_and(is_city)
            }
        }
    }

    /// A name for files and data sets: `ri`, `providence-ri`, `box-41-71-42-71`.
    pub fn slug(&self) -> String {
        let name = match self {
            Self::Box(bounds) => format!("box {bounds}").replace('-', "m"),
            Self::State(state) => state.code().to_owned(),
            Self::City(state, city) => format!("{city} {}", state.code()),
        };
        let slug = name
            .to_lowercase()
            .replace(|c: char| !c.is_alphanumeric(), "-");
        let parts: Vec<&str> = slug.split('-').filter(|part| !part.is_empty()).collect();
        parts.join("-")
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Box(bounds) => write!(f, "the box {bounds}"),
            Self::State(state) => f.write_str(state.name()),
            Self::City(state, city) => write!(f, "{city}, {}", state.code()),
        }
    }
}

fn state_boxes(state: UsState) -> Vec<Bounds> {
    let boxes = STATE_BOXES.lines().filter_map(|line| {
        let mut cells = line.split('\t');
        (cells.next()?.parse() == Ok(state.fips())).then_some(())?;
        let mut number = || cells.next()?.parse::<f64>().ok();
        Some(Bounds::new(number()?, number()?, number()?, number()?))
    });
    boxes
        .map(|bounds| bounds.grown(STATE_MARGIN_DEGREES))
        .collect()
}

#[cfg(test)]
mod tests {
    use us::US_STATES;

    use super::*;

    #[test]
    fn every_state_has_its_boxes() {
        let has = |state: &str, latitude, longitude| {
            let boxes = Area::parse_state(state).unwrap().boxes();
            boxes
                .iter()
                .any(|bounds| bounds.contains(latitude, longitude))
        };
        for state in US_STATES {
            assert!(!state_boxes(state).is_empty(), "{state}");
        }
        assert!(has("RI", 41.82, -71.41) && !has("RI", 42.36, -71.06));
        assert!(has("Alaska", 51.88, -176.65) && has("Alaska", 52.9, 173.2));
        assert!(!has("Alaska", 47.6, -122.3));
        assert!(has("GU", 13.47, 144.75));
    }

    #[test]
    fn a_city_is_named_with_its_state_and_must_be_known() {
        let providence = Area::parse_city("providence , Rhode Island").unwrap();
        assert_eq!(providence.to_string(), "providence, RI");
        assert!(
            providence
                .boxes()
                .iter()
                .any(|bounds| bounds.contains(41.82, -71.41))
        );
        assert_eq!(
            Area::parse_city("Washington, DC").unwrap().slug(),
            "washington-dc"
        );
        let message = |text: &str| Area::parse_city(text).unwrap_err().to_string();
        assert!(message("Providence").contains("such as 'Providence, RI'"));
        assert!(message("Providence, XX").contains("such as 'Providence, RI'"));
        assert!(message("Provdence, RI").contains("No city 'Provdence' is known in Rhode Island"));
    }

    #[test]
    fn slugs_name_files() {
        let bounds = Area::parse_box("-71.5,41.7,-71.3,41.9").unwrap();
        assert_eq!(bounds.slug(), "box-m71-5-41-7-m71-3-41-9");
        assert_eq!(Area::parse_state("RI").unwrap().slug(), "ri");
    }
}
