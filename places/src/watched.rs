//! What may be watched of a business, and how two looks at it differ.

use serde::{Deserialize, Serialize};

use crate::place::Place;
use crate::text::{phrase_key, street_key};

/// What is watched of a business, as its source wrote it at some time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Watched {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Latitude and longitude, where they are believed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(f64, f64)>,
}

/// A text that is watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WatchedText {
    Name,
    Street,
    Phone,
    Website,
    Hours,
}

impl WatchedText {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Name,
        Self::Street,
        Self::Phone,
        Self::Website,
        Self::Hours,
    ];

    /// The text in a form in which spellings do not differ.
    fn normal(self, text: &str) -> String {
        match self {
            Self::Name => phrase_key(text),
            Self::Street => street_key(text),
            Self::Phone => {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                match digits.strip_prefix('1') {
                    Some(national) if national.len() == 10 => national.to_owned(),
                    _ => digits,
                }
            }
            Self::Website => {
                let text = text.trim().to_lowercase();
                let text = text.split_once("://").map_or(&*text, |(_, rest)| rest);
                let text = text.strip_prefix("www.").unwrap_or(text);
                text.trim_end_matches('/').to_owned()
            }
            Self::Hours => {
                let words: Vec<&str> = text.split_whitespace().collect();
                words.join(" ").to_lowercase()
            }
        }
    }
}

impl Watched {
    /// What is watched of a row.
    pub fn of(place: &Place) -> Self {
        Self {
            name: place.name.clone(),
            street: place.street_address.clone(),
            phone: place.phone.clone(),
            website: place.website.clone(),
            hours: place.opening_hours.clone(),
            city: place.city.clone(),
            at: place.believed_coordinates(),
        }
    }

    /// One of its texts.
    pub fn text(&self, which: WatchedText) -> Option<&str> {
        match which {
            WatchedText::Name => Some(self.name.as_str()),
            WatchedText::Street => self.street.as_deref(),
            WatchedText::Phone => self.phone.as_deref(),
            WatchedText::Website => self.website.as_deref(),
            WatchedText::Hours => self.hours.as_deref(),
        }
    }

    fn normal(&self, which: WatchedText) -> String {
        let text = self.text(which);
        text.map_or_else(String::new, |text| which.normal(text))
    }

    /// A text that is the same for two looks between which nothing can have changed.
    pub fn fingerprint(&self, hours: bool) -> String {
        let texts = watched(hours).map(|which| self.normal(which));
        let mut parts: Vec<String> = texts.collect();
        parts.extend(self.at.map(|(north, east)| format!("{north} {east}")));
        parts.join("\n")
    }

    /// The texts that differ later, spellings aside.
    pub fn changed(&self, later: &Self, hours: bool) -> Vec<WatchedText> {
        watched(hours)
            .filter(|which| self.normal(*which) != later.normal(*which))
            .collect()
    }
}

fn watched(hours: bool) -> impl Iterator<Item = WatchedText> {
    WatchedText::ALL
        .into_iter()
        .filter(move |which| hours || *which != WatchedText::Hours)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kettle() -> Watched {
        Watched {
            name: "Copper Kettle Brewing".into(),
            street: Some("11 North Main Street".into()),
            phone: Some("(912) 555-0101".into()),
            website: Some("https://www.kettle.example/".into()),
            hours: Some("Mo-Fr 10:00-18:00".into()),
            city: Some("Saint Marys".into()),
            at: Some((30.7305, -81.5465)),
        }
    }

    #[test]
    fn spellings_are_no_change() {
        let spelt = Watched {
            name: "COPPER KETTLE BREWING".into(),
            street: Some("11 N. Main St".into()),
            phone: Some("+1 912-555-0101".into()),
            website: Some("http://kettle.example".into()),
            hours: Some("mo-fr  10:00-18:00".into()),
            ..kettle()
        };
        assert_eq!(kettle().changed(&spelt, true), []);
        assert_eq!(kettle().fingerprint(true), spelt.fingerprint(true));
    }

    #[test]
    fn what_differs_is_named_and_hours_only_where_they_are_watched() {
        let later = Watched {
            phone: None,
            hours: Some("Mo-Su 10:00-18:00".into()),
            ..kettle()
        };
        assert_eq!(kettle().changed(&later, false), [WatchedText::Phone]);
        let both = [WatchedText::Phone, WatchedText::Hours];
        assert_eq!(kettle().changed(&later, true), both);
        assert_ne!(kettle().fingerprint(false), later.fingerprint(false));
        let moved = Watched {
            at: Some((30.73051, -81.5465)),
            ..kettle()
        };
        assert_eq!(kettle().changed(&moved, true), []);
        assert_ne!(kettle().fingerprint(true), moved.fingerprint(true));
    }
}
