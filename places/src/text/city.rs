//! City names: `St. Paul` equals `Saint Paul`, `Ft Worth` equals `Fort Worth`; `Kansas City` is not `Kansas`.
//!
//! Only spellings of one name are made equal. A trailing 'City' is part of the name, since many
//! states have both (Gloucester and Gloucester City, Union and Union City, in New Jersey); the
//! few places that are known with and without it are listed.

use us::UsState;

use super::word::{fold, split_parts};

/// Whole words that addresses abbreviate.
const ABBREVIATIONS: [(&str, &str); 22] = [
    ("st", "saint"),
    ("ste", "sainte"),
    ("ft", "fort"),
    ("mt", "mount"),
    ("mtn", "mountain"),
    ("pt", "point"),
    ("hts", "heights"),
    ("hgts", "heights"),
    ("spg", "spring"),
    ("spgs", "springs"),
    ("vlg", "village"),
    ("twp", "township"),
    ("jct", "junction"),
    ("bch", "beach"),
    ("ctr", "center"),
    ("centre", "center"),
    ("pk", "park"),
    ("vly", "valley"),
    ("hbr", "harbor"),
    ("fls", "falls"),
    ("lk", "lake"),
    ("is", "island"),
];

/// Compass points, abbreviated only as the first word (`N. Charleston`).
const DIRECTIONS: [(&str, &str); 4] =
    [("n", "north"), ("s", "south"), ("e", "east"), ("w", "west")];

/// Names of one city that no rule makes equal: state, other name, usual name (both as keys).
const ALIASES: [(&str, &str, &str); 5] = [
    ("NY", "newyorkcity", "newyork"),
    ("NY", "nyc", "newyork"),
    ("DC", "washingtondc", "washington"),
    ("DC", "washingtondistrictofcolumbia", "washington"),
    ("ID", "boisecity", "boise"),
];

/// A key shared by all spellings of a city's name, and by no other city of the state.
///
/// Spaces do not count (`De Kalb` equals `DeKalb`), nor does a leading 'City of'. Empty if the name has no
/// letter or digit.
pub(crate) fn city_key(name: &str, state: UsState) -> String {
    let folded = fold(name);
    let mut parts: Vec<&str> = split_parts(&folded).collect();
    if let ["city", "of", rest @ ..] = parts.as_slice()
        && !rest.is_empty()
    {
        parts = rest.to_vec();
    }
    let several = parts.len() > 1;
    let key: String = parts
        .into_iter()
        .enumerate()
        .map(|(index, part)| {
            if several {
                expand(part, index == 0)
            } else {
                part
            }
        })
        .collect();
    ALIASES
        .iter()
        .find(|(code, other, _)| *code == state.code() && *other == key)
        .map_or(key, |(_, _, usual)| (*usual).to_owned())
}

/// The key prefixes that someone typing a city's name may mean: the last word may be complete, as in `st`, or
/// the start of a longer one, as in `lake is`.
pub(crate) fn city_key_prefixes(typed: &str, state: UsState) -> Vec<String> {
    let folded = fold(typed);
    let parts: Vec<&str> = split_parts(&folded).collect();
    let Some((last, before)) = parts.split_last() else {
        return Vec::new();
    };
    let before = before.iter().enumerate();
    let before: String = before.map(|(at, part)| expand(part, at == 0)).collect();
    let mut prefixes = vec![
        format!("{before}{last}"),
        format!("{before}{}", expand(last, before.is_empty())),
        city_key(typed, state),
    ];
    prefixes.dedup();
    prefixes
}

fn expand(part: &str, is_first: bool) -> &str {
    let directions: &[(&'static str, &'static str)] = if is_first { &DIRECTIONS } else { &[] };
    directions
        .iter()
        .chain(&ABBREVIATIONS)
        .find(|(short, _)| *short == part)
        .map_or(part, |(_, long)| *long)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, state: &str) -> String {
        city_key(name, UsState::parse(state).unwrap())
    }

    #[test]
    // JOB-16
    fn job_16_spellings_of_one_city_are_equal() {
        for (state, one, other) in [
            ("MN", "St. Paul", "SAINT PAUL"),
            ("MI", "Sault Ste. Marie", "Sault Sainte Marie"),
            ("TX", "Ft Worth", "Fort Worth"),
            ("SC", "Mt. Pleasant", "mount pleasant"),
            ("GA", "Stone Mtn", "Stone Mountain"),
            ("NC", "Winston-Salem", "winston salem"),
            ("MO", "O'Fallon", "OFallon"),
            ("GA", "Mc Donough", "McDonough"),
            ("CA", "San José", "San Jose"),
            ("CA", "La Cañada Flintridge", "la canada flintridge"),
            ("SC", "N. Charleston", "North Charleston"),
            ("CO", "Colorado Spgs", "Colorado Springs"),
            ("NY", "New York City", "New York"),
            ("DC", "Washington, D.C.", "Washington"),
            ("CA", "City of Industry", "Industry"),
            ("MI", "St.Joseph", "Saint Joseph"),
        ] {
            assert_eq!(key(one, state), key(other, state), "{one} and {other}");
        }
    }

    #[test]
    // JOB-16
    fn job_16_different_cities_stay_different() {
        for (state, one, other) in [
            ("KS", "Kansas City", "Kansas"),
            ("NJ", "Gloucester City", "Gloucester"),
            ("NJ", "Union City", "Union"),
            ("NJ", "Ocean City", "Ocean"),
            ("OR", "Portland", "Port Orford"),
            ("OR", "Bend", "North Bend"),
            ("OR", "Portland", "North Portland"),
            ("GA", "East Point", "West Point"),
            ("MO", "Saint Joseph", "Saint Joe"),
            ("GA", "Augusta", "St. Augustine"),
            ("OH", "Newport", "New Port Richey"),
        ] {
            assert_ne!(key(one, state), key(other, state), "{one} and {other}");
        }
    }

    #[test]
    fn the_big_apple_is_short_only_in_its_own_state() {
        assert_ne!(key("New York City", "TX"), key("New York", "TX"));
    }

    #[test]
    fn nothing_has_no_key() {
        assert_eq!(key(" - ", "OR"), "");
        assert_eq!(key("City of", "OR"), "cityof");
    }
}
