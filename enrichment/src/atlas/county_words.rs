//! What counties are called in full: tables have "Union", people say "Union County".

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::geoid::CountyFips;

/// The browser reads the same file.
const FILE: &str = include_str!("../../../data/atlas/county-words.json");

#[derive(Deserialize)]
struct Words {
    usual: String,
    /// By the state's code.
    states: HashMap<String, String>,
    /// By the county's code; empty where nothing follows the name.
    counties: HashMap<String, String>,
    cities: Cities,
}

/// Cities that belong to no county.
#[derive(Deserialize)]
struct Cities {
    word: String,
    /// Their numbers begin here.
    from: u32,
    states: Vec<String>,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| serde_json::from_str(FILE).expect("the file is part of the program"));

/// `Union County` for `Union`.
pub(super) fn in_full(county: CountyFips, name: &str) -> String {
    let (code, state) = (county.to_string(), format!("{:02}", county.state()));
    let cities = &WORDS.cities;
    let own = WORDS.counties.get(&code);
    let city =
        (county.0 % 1000 >= cities.from && cities.states.contains(&state)).then_some(&cities.word);
    let word = own.or(city).or_else(|| WORDS.states.get(&state));
    format!("{name} {}", word.unwrap_or(&WORDS.usual))
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_called_by_its_own_word() {
        for (county, name, full) in [
            (41061, "Union", "Union County"),
            (22071, "Orleans", "Orleans Parish"),
            (2016, "Aleutians West", "Aleutians West Census Area"),
            (2020, "Anchorage", "Anchorage Municipality"),
            (2068, "Denali", "Denali Borough"),
            (51540, "Charlottesville", "Charlottesville city"),
            (24510, "Baltimore", "Baltimore city"),
            (48507, "Zavala", "Zavala County"),
            (32510, "Carson City", "Carson City"),
            (11001, "District of Columbia", "District of Columbia"),
        ] {
            assert_eq!(in_full(CountyFips(county), name), full);
        }
    }
}
