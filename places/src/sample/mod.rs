//! The sample source: made-up businesses, so that a fresh installation shows what a search looks like.
//!
//! Invariants
//! - Every row says that it is made up: in its name and by `sample: true`.
//! - Nothing can be mistaken for a real contact: phone numbers come from the block 555-01xx reserved for
//!   fiction, web addresses end in the reserved `.example`.
//! - The same term, state and city always give the same rows.
//!
//! Deliberately absent: ZIP codes, ratings and reviews, which would say something about real neighborhoods or
//! look like someone's opinion.

mod cities;
mod names;

use async_trait::async_trait;
use futures::{StreamExt, stream};
use sha2::{Digest, Sha256};
use us::UsState;

use self::names::{NAMES, STREETS};
use crate::text::{city_key, phrase_key};
use crate::{
    KeyParts, Place, PlaceQuery, PlaceSource, PlaceStream, Provenance, SourceDescriptor,
    SourceError, SourceStatus, Spot, company_key,
};

/// The sample source's name among the sources.
pub const SAMPLE: &str = "sample";

/// Added to each name.
const LABEL: &str = "Sample data";

/// Minimum and maximum number of businesses in a city.
const FEWEST: u64 = 12;
const MOST: u64 = 30;

/// How many cities of a region have businesses, the largest.
const MOST_CITIES: usize = 5;

/// How far from the center a business may be, in degrees of latitude and of longitude.
const SPREAD_DEGREES: f64 = 0.04;

/// Made-up businesses for any search.
#[derive(Debug, Clone, Copy, Default)]
pub struct SampleSource;

/// What the source is.
pub(crate) fn descriptor() -> SourceDescriptor {
    SourceDescriptor {
        name: SAMPLE.to_owned(),
        label: "Sample data (made up)".to_owned(),
        licence: None,
        attribution: None,
        is_sample: true,
        storable: true,
        combinable: true,
        known_cities_only: false,
    }
}

#[async_trait]
impl PlaceSource for SampleSource {
    fn descriptor(&self) -> SourceDescriptor {
        descriptor()
    }

    fn search(&self, query: PlaceQuery) -> PlaceStream {
        let term = query.term().to_owned();
        match query.spot() {
            Spot::City(state, city) => {
                let centre = cities::centre(*state, city);
                stream::iter(businesses(&term, *state, city, centre).map(Ok)).boxed()
            }
            Spot::Region(region) => {
                let (region, state) = (region.clone(), region.state());
                let cities = region.cities().into_iter().take(MOST_CITIES);
                let places = cities.flat_map(move |city| {
                    let centre = Some((city.latitude, city.longitude));
                    businesses(&term, state, city.name, centre)
                });
                let inside = places
                    .filter(move |place| place.coordinates().is_some_and(|at| region.contains(at)));
                stream::iter(inside.map(Ok)).boxed()
            }
        }
    }

    async fn status(&self) -> Result<SourceStatus, SourceError> {
        Ok(SourceStatus {
            rows: None,
            reachable: None,
        })
    }
}

/// The businesses of a city.
fn businesses(
    term: &str,
    state: UsState,
    city: &str,
    centre: Option<(f64, f64)>,
) -> impl Iterator<Item = Place> + use<> {
    let mut dice = Dice::new(term, state, city);
    let count = FEWEST + dice.below(MOST - FEWEST + 1);
    let first_name = dice.below(NAMES.len() as u64);
    let (term, city) = (term.to_owned(), city.to_owned());
    (0..count)
        .map(move |index| made_up(&term, (state, &city), centre, first_name + index, &mut dice))
}

fn made_up(
    term: &str,
    (state, city): (UsState, &str),
    centre: Option<(f64, f64)>,
    number: u64,
    dice: &mut Dice,
) -> Place {
    let words = pick(&NAMES, number);
    let name = format!("{words} {} ({LABEL})", title_case(term));
    let street = format!(
        "{} {}",
        1 + dice.below(999),
        pick(&STREETS, dice.below(STREETS.len() as u64))
    );
    let category = term.to_lowercase();
    let coordinates =
        centre.map(|(latitude, longitude)| (dice.near(latitude), dice.near(longitude)));
    let key = company_key(&KeyParts {
        name: &name,
        state: Some(state),
        street_address: Some(&street),
        city: Some(city),
        coordinates,
        ..KeyParts::default()
    });
    let (latitude, longitude) = coordinates.unzip();
    let provenance = Provenance {
        sample: true,
        ..Provenance::new(SAMPLE.to_owned())
    };
    Place {
        address: Some(format!("{street}, {city}, {}", state.code())),
        street_address: Some(street),
        city: Some(city.to_owned()),
        state: Some(state.code().to_owned()),
        country: Some("US".to_owned()),
        phone: Some(format!("555-01{:02}", dice.below(100))),
        website: Some(format!(
            "https://{}.example",
            phrase_key(words).replace(' ', "-")
        )),
        main_category: Some(category.clone()),
        categories: vec![category],
        latitude,
        longitude,
        ..Place::new(key, name, provenance)
    }
}

fn pick<'a>(from: &[&'a str], number: u64) -> &'a str {
    from[(number % from.len() as u64) as usize]
}

fn title_case(term: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| {
            first
                .to_uppercase()
                .chain(letters.flat_map(char::to_lowercase))
                .collect()
        })
    };
    term.split_whitespace()
        .map(capital)
        .collect::<Vec<String>>()
        .join(" ")
}

/// Numbers that depend only on the query (SplitMix64 seeded with its hash).
#[derive(Debug)]
struct Dice(u64);

impl Dice {
    fn new(term: &str, state: UsState, city: &str) -> Self {
        let city = city_key(city, state);
        let text = format!("{}\n{}\n{city}", phrase_key(term), state.code());
        let digest = Sha256::digest(text.as_bytes());
        Self(
            digest[..8]
                .iter()
                .fold(0, |seed, byte| seed << 8 | u64::from(*byte)),
        )
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }

    /// A value within the spread around the center, to five decimals (about 1 m).
    fn near(&mut self, centre: f64) -> f64 {
        let unit = self.below(100_001) as f64 / 100_000.0;
        ((centre + (2.0 * unit - 1.0) * SPREAD_DEGREES) * 1e5).round() / 1e5
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use futures::TryStreamExt;
    use proptest::prelude::*;

    use super::*;

    fn rows(term: &str, state: &str, city: &str) -> Vec<Place> {
        let query = PlaceQuery::new(term, state, city).unwrap();
        futures::executor::block_on(SampleSource.search(query).try_collect()).unwrap()
    }

    #[test]
    fn the_same_search_gives_the_same_rows() {
        assert_eq!(
            rows("brewery", "OR", "Portland"),
            rows("brewery", "or", "Portland")
        );
        let names = |city: &str| {
            rows("brewery", "OR", city)
                .into_iter()
                .map(|p| p.name)
                .collect()
        };
        let (one, other): (Vec<String>, Vec<String>) = (names("Portland"), names("Bend"));
        assert_ne!(one, other);
    }

    #[test]
    fn rows_of_a_known_city_are_near_its_centre_and_others_have_no_coordinates() {
        for place in rows("dentist", "OR", "Bend") {
            let (latitude, longitude) = place.coordinates().unwrap();
            assert!((latitude - 44.06).abs() < 0.05 && (longitude + 121.31).abs() < 0.05);
        }
        assert!(
            rows("dentist", "OR", "Sisters")
                .iter()
                .all(|p| p.coordinates().is_none())
        );
    }

    proptest! {
        #[test]
        fn every_row_is_labelled_and_fictional(term in "[a-z]{1,12}", city in "[A-Z][a-z]{1,12}") {
            let rows = rows(&term, "TX", &city);
            prop_assert!((12..=30).contains(&rows.len()));
            let keys: HashSet<&str> = rows.iter().map(|place| place.key.as_str()).collect();
            prop_assert_eq!(keys.len(), rows.len());
            for place in &rows {
                prop_assert!(place.provenance.sample);
                prop_assert!(place.name.ends_with("(Sample data)"));
                prop_assert!(place.phone.as_deref().unwrap().starts_with("555-01"));
                prop_assert!(place.website.as_deref().unwrap().ends_with(".example"));
                prop_assert_eq!(place.city.as_deref(), Some(city.as_str()));
            }
        }
    }
}
