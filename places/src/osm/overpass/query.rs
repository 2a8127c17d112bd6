//! A search in Overpass's query language.
//!
//! Users' words reach the script only as letters, digits and spaces; everything else becomes the wildcard
//! `.`, so no word can end a string or a pattern.

use std::fmt::Write as _;

use us::UsState;

use crate::bounds::Bounds;
use crate::osm::keys::KEYS;
use crate::osm::tags::OsmTags;
use crate::taxonomy::{Tag, taxonomy};
use crate::text::phrase_key;

/// Seconds that the server may spend.
const SERVER_SECONDS: u32 = 50;

/// The radius searched around the center of a city without a boundary (meters).
const AROUND_M: u32 = 12_000;

#[derive(Debug, Clone, Copy)]
pub(super) enum Where<'w> {
    Boundary {
        state: UsState,
        city: &'w str,
    },
    Box(Bounds),
    /// Around its center (degrees).
    Around {
        latitude: f64,
        longitude: f64,
    },
}

/// Words that are interchangeable within a city's name.
const CITY_WORDS: [(&[&str], &str); 4] = [
    (&["st", "saint"], "(St\\\\.?|Saint)"),
    (&["ste", "sainte"], "(Ste\\\\.?|Sainte)"),
    (&["ft", "fort"], "(Ft\\\\.?|Fort)"),
    (&["mt", "mount"], "(Mt\\\\.?|Mount)"),
];

/// The script for a search.
pub(super) fn ask_for(term: &str, place: Where<'_>) -> String {
    let mut script = format!("[out:json][timeout:{SERVER_SECONDS}];\n");
    let filter = match place {
        Where::Boundary { state, city } => {
            let _ = write!(
                script,
                "area[\"ISO3166-2\"=\"US-{}\"]->.state;\n\
                 rel(area.state)[\"boundary\"=\"administrative\"][\"admin_level\"~\"^[5-9]$\"]\
                 [\"name\"~\"^{}$\",i]->.limits;\n\
                 .limits out ids;\n\
                 .limits map_to_area->.city;\n",
                state.code(),
                city_pattern(city),
            );
            "(area.city)".to_owned()
        }
        Where::Around {
            latitude,
            longitude,
        } => format!("(around:{AROUND_M},{latitude:.5},{longitude:.5})"),
        Where::Box(bounds) => {
            let (south, west, north, east) = bounds.sides();
            format!("({south:.5},{west:.5},{north:.5},{east:.5})")
        }
    };
    script.push_str("(\n");
    for kind in kinds(term) {
        let _ = write!(script, "  nwr[\"name\"]");
        for Tag { key, value } in &kind {
            let _ = if value == "*" {
                write!(script, "[\"{key}\"]")
            } else {
                // One tag may have several values: 'pizza;italian'.
                write!(script, "[\"{key}\"~\"(^|;) *{value} *(;|$)\"]")
            };
        }
        let _ = writeln!(script, "{filter};");
    }
    let _ = writeln!(
        script,
        "  nwr[\"name\"~\"{}\",i][~\"^({})$\"~\".\"]{filter};",
        pattern(&phrase_key(term)),
        KEYS.join("|"),
    );
    script.push_str(");\nout geom;\n");
    script
}

/// Whether an element is of the kind that a term names.
pub(super) fn is_of_kind(term: &str, tags: &OsmTags) -> bool {
    kinds(term).iter().any(|kind| {
        kind.iter().all(|Tag { key, value }| {
            tags.get(key)
                .is_some_and(|have| value == "*" || have.split(';').any(|one| one.trim() == value))
        })
    })
}

/// The tags that a term means, as written or as probably intended.
fn kinds(term: &str) -> Vec<Vec<Tag>> {
    let tags = taxonomy().expand(term).tags;
    if !tags.is_empty() {
        return tags;
    }
    match taxonomy().correct(term) {
        Some(meant) => taxonomy().expand(&meant).tags,
        None => tags,
    }
}

fn city_pattern(city: &str) -> String {
    let words = city.split_whitespace().map(|word| {
        let plain = word.trim_end_matches('.').to_lowercase();
        let short = CITY_WORDS
            .iter()
            .find(|(spellings, _)| spellings.contains(&plain.as_str()));
        short.map_or_else(|| pattern(word), |(_, pattern)| (*pattern).to_owned())
    });
    words.collect::<Vec<String>>().join(" ")
}

/// Letters, digits and spaces unchanged, everything else as a wildcard.
fn pattern(text: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || c == ' ' {
            c
        } else {
            '.'
        }
    };
    text.chars().map(safe).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(term: &str, state: &str, city: &str) -> String {
        let state = UsState::from_code(state).unwrap();
        ask_for(term, Where::Boundary { state, city })
    }

    #[test]
    // JOB-16
    fn job_16_a_term_asks_for_the_tags_that_mean_it() {
        let text = script("coffee shops", "MO", "St. Louis");
        assert!(
            text.contains("[\"amenity\"~\"(^|;) *cafe *(;|$)\"](area.city);"),
            "{text}"
        );
        assert!(
            text.contains("[\"name\"~\"^(St\\\\.?|Saint) Louis$\",i]"),
            "{text}"
        );
        assert!(
            text.contains("area[\"ISO3166-2\"=\"US-MO\"]->.state;"),
            "{text}"
        );
        assert!(script("plumer", "OR", "Bend").contains("[\"craft\"~\"(^|;) *plumber *(;|$)\"]"));
    }

    #[test]
    fn no_word_of_a_user_leaves_its_string() {
        let text = script("a\"];out;\\", "OR", "Bend\"](if:1)\\\n;");
        let quoted = text.matches('"').count();
        assert_eq!(quoted % 2, 0, "{text}");
        assert!(
            !text.contains("if:1") && !text.contains("];out;\\"),
            "{text}"
        );
        assert!(
            text.contains("^Bend..{0}".trim_end_matches("{0}")),
            "{text}"
        );
    }
}
