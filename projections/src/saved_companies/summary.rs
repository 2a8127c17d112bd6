//! What lists show of a saved business.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::error::BoxDynError;

use crate::column::{self, Column, Kind};

/// The name of a business of which only Google's id may be kept.
pub const GOOGLE_PLACE: &str = "Google place";
/// The fact by which companies are rated.
const SCORE: &str = "market_intelligence_score";

/// What lists show of a saved business, as far as its source provides it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Summary {
    pub name: String,
    /// On one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zip: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub main_category: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Degrees north (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Degrees east (WGS 84).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
    /// 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The data set that the business comes from.
    pub source: String,
    /// The credit line required by its license.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// Whether it is made up.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
    /// Its id at Google, whose terms allow keeping nothing else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub google_id: Option<String>,
    /// Its website, as listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// Whether the listing has an e-mail address.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_email: bool,
    /// Whether the listing has a phone number.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub has_phone: bool,
    /// The periods of its facts, by table id; `None` if it has no facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vintages: Option<BTreeMap<String, String>>,
}

/// The part of a stored row that a summary needs.
#[derive(Deserialize)]
struct Kept {
    place: KeptPlace,
    #[serde(default)]
    known: Option<KeptFacts>,
}

#[derive(Deserialize)]
struct KeptPlace {
    name: String,
    #[serde(default)]
    address: Option<String>,
    #[serde(default)]
    city: Option<String>,
    #[serde(default)]
    state: Option<String>,
    #[serde(default)]
    zip: Option<String>,
    #[serde(default)]
    main_category: Option<String>,
    #[serde(default)]
    categories: Vec<String>,
    #[serde(default)]
    latitude: Option<f64>,
    #[serde(default)]
    longitude: Option<f64>,
    #[serde(default)]
    website: Option<String>,
    #[serde(default)]
    emails: Vec<String>,
    #[serde(default)]
    phone: Option<String>,
    #[serde(default)]
    provenance: KeptProvenance,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct KeptProvenance {
    source: String,
    source_id: Option<String>,
    attribution: Option<String>,
    sample: bool,
    storable: Option<bool>,
}

#[derive(Deserialize)]
struct KeptFacts {
    #[serde(default)]
    sources: Vec<KeptSource>,
    #[serde(default)]
    facts: BTreeMap<String, Value>,
    #[serde(default)]
    geocoded: Option<KeptPoint>,
}

#[derive(Deserialize)]
struct KeptSource {
    vintage: String,
    #[serde(default)]
    tables: Vec<String>,
}

#[derive(Deserialize)]
struct KeptPoint {
    latitude: f64,
    longitude: f64,
}

/// Stored as JSON.
impl Column for Summary {
    const KIND: Kind = Kind::Text;
    type Stored = String;

    fn read(stored: String) -> Result<Self, BoxDynError> {
        Ok(serde_json::from_str(&stored)?)
    }

    fn write(self) -> column::Value {
        let json = serde_json::to_string(&self).expect("texts and numbers are always JSON");
        column::Value::Text(Some(Cow::Owned(json)))
    }
}

impl Summary {
    /// The summary of a saved row.
    pub(super) fn of(business: &str) -> Result<Self, serde_json::Error> {
        let Kept { place, known } = serde_json::from_str(business)?;
        let point = place.latitude.zip(place.longitude);
        let geocoded = known.as_ref().and_then(|known| known.geocoded.as_ref());
        let point = point.or_else(|| geocoded.map(|point| (point.latitude, point.longitude)));
        Ok(Self {
            name: place.name,
            address: place.address,
            city: place.city,
            state: place.state,
            zip: place.zip,
            main_category: place.main_category,
            categories: place.categories,
            latitude: point.map(|(latitude, _)| latitude),
            longitude: point.map(|(_, longitude)| longitude),
            score: known.as_ref().and_then(score),
            source: place.provenance.source,
            attribution: place.provenance.attribution,
            sample: place.provenance.sample,
            google_id: match place.provenance.storable {
                Some(false) => place.provenance.source_id,
                _ => None,
            },
            website: place.website,
            has_email: !place.emails.is_empty(),
            has_phone: place.phone.is_some(),
            vintages: known.map(|known| vintages(known.sources)),
        })
    }
}

/// A saved row without its business's name: former versions kept the name of a Google place too.
pub(super) fn without_name(business: &str) -> Result<String, serde_json::Error> {
    let mut business: Value = serde_json::from_str(business)?;
    business["place"]["name"] = GOOGLE_PLACE.into();
    Ok(business.to_string())
}

/// A fact is its value and the index of its source.
fn score(known: &KeptFacts) -> Option<f64> {
    known.facts.get(SCORE)?.get(0)?.as_f64()
}

/// Only of single tables: what is computed from several is as old as they are.
fn vintages(sources: Vec<KeptSource>) -> BTreeMap<String, String> {
    let single = sources.into_iter().filter_map(|source| {
        let [table] = <[String; 1]>::try_from(source.tables).ok()?;
        Some((table, source.vintage))
    });
    single.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_source_does_not_say_is_absent() {
        let business =
            json!({"place": {"key": "k", "name": "Ales", "provenance": {"source": "google"}}});
        let expected = Summary {
            name: "Ales".into(),
            source: "google".into(),
            ..Summary::default()
        };
        assert_eq!(Summary::of(&business.to_string()).unwrap(), expected);
    }

    #[test]
    fn facts_are_rated_and_dated_by_their_single_tables() {
        let business = json!({
            "place": {"name": "Ales", "city": "Bend", "state": "OR"},
            "known": {
                "sources": [
                    {"table": "A", "vintage": "2018", "tables": ["acs-tract"]},
                    {"table": "A + B", "vintage": "2018 + 2023", "tables": ["acs-tract", "nri"]},
                    {"table": "Look-up", "vintage": "2026-01-02"},
                ],
                "facts": {"market_intelligence_score": [71.6, 1]},
                "geocoded": {"latitude": 44.0, "longitude": -121.3, "matched_address": "BEND"},
            },
        });
        let summary = Summary::of(&business.to_string()).unwrap();
        assert_eq!(summary.score, Some(71.6));
        assert_eq!(
            (summary.latitude, summary.longitude),
            (Some(44.0), Some(-121.3))
        );
        let vintages = BTreeMap::from([("acs-tract".to_owned(), "2018".to_owned())]);
        assert_eq!(summary.vintages, Some(vintages));
    }
}
