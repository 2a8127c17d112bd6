//! The cities of each state by the beginnings of their names, larger ones first.
//!
//! The tables have no populations, so a city's size is its number of quarters.

use std::collections::HashMap;

use us::UsState;

use super::table::Point;
use crate::text::{city_key, city_key_prefixes};

/// A city that addresses name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NamedCity {
    pub name: &'static str,
    /// Latitude of its center, in degrees.
    pub latitude: f64,
    /// Longitude of its center, in degrees.
    pub longitude: f64,
}

/// A city with its search keys.
struct Listed {
    city: NamedCity,
    key: String,
    /// Keys of the name from its second word, its third and so on.
    later: Vec<String>,
    quarters: u32,
}

/// By state, larger cities first, then by name.
pub(super) struct Directory(HashMap<&'static str, Vec<Listed>>);

impl Directory {
    /// Builds it from the cities that points belong to; `by_name` finds a city's own point.
    pub(super) fn new(points: &[Point], by_name: &HashMap<(&'static str, String), u32>) -> Self {
        let mut quarters: HashMap<(&'static str, String), u32> = HashMap::new();
        for city in points.iter().filter_map(|point| point.city) {
            let key = (city.state.code(), city_key(city.name, city.state));
            *quarters.entry(key).or_default() += 1;
        }
        let mut states: HashMap<_, Vec<Listed>> = HashMap::new();
        for (place, quarters) in quarters {
            let own = by_name.get(&place);
            let ((code, key), Some(&own)) = (place, own) else {
                continue;
            };
            let own = &points[own as usize];
            let words = own.name.match_indices([' ', '-']);
            let later = words.filter_map(|(at, _)| {
                let state = own.city?.state;
                Some(city_key(&own.name[at + 1..], state))
            });
            states.entry(code).or_default().push(Listed {
                later: later.collect(),
                city: NamedCity {
                    name: own.name,
                    latitude: own.latitude,
                    longitude: own.longitude,
                },
                key,
                quarters,
            });
        }
        for cities in states.values_mut() {
            cities.sort_by(|a, b| {
                let by_size = b.quarters.cmp(&a.quarters);
                by_size.then_with(|| a.key.cmp(&b.key))
            });
        }
        Self(states)
    }

    /// See [`super::cities_named`].
    pub(super) fn named(&self, state: UsState, beginning: &str, limit: usize) -> Vec<NamedCity> {
        let Some(all) = self.0.get(state.code()) else {
            return Vec::new();
        };
        let prefixes = city_key_prefixes(beginning, state);
        if prefixes.is_empty() {
            // Punctuation alone matches no name.
            let wanted = if beginning.trim().is_empty() {
                limit
            } else {
                0
            };
            return all.iter().take(wanted).map(|one| one.city).collect();
        }
        let begins = |key: &String| prefixes.iter().any(|prefix| key.starts_with(prefix));
        let is_it = |one: &&Listed| prefixes.contains(&one.key);
        let exact = all.iter().filter(is_it);
        let first = all.iter().filter(|one| begins(&one.key) && !is_it(one));
        let later = all
            .iter()
            .filter(|one| !begins(&one.key) && one.later.iter().any(begins));
        let found = exact.chain(first).chain(later);
        found.take(limit).map(|one| one.city).collect()
    }
}
