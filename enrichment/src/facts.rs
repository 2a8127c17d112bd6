//! The facts of a row, as stored with it: each source once, referred to by the facts. Stored documents must stay readable
//! forever.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::fact::{FactSource, FactValue, GeographyLevel, Missing};
use crate::row::{Enriched, Source};

/// The facts about a row's surroundings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Document")]
pub struct RowFacts {
    /// The sources of the facts, each once.
    pub sources: Vec<FactSource>,
    /// The facts by canonical name, each with the index of its source.
    pub facts: BTreeMap<String, (FactValue, usize)>,
    /// Why facts are missing, by canonical name, if known.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<String, Missing>,
    /// The row's position, if its source gave none and its address was looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geocoded: Option<GeocodedPlace>,
}

/// The position of an address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GeocodedPlace {
    /// Degrees north (WGS 84).
    pub latitude: f64,
    /// Degrees east (WGS 84).
    pub longitude: f64,
    /// The address as matched by the geocoder.
    pub matched_address: String,
}

impl RowFacts {
    /// The facts of a row; `None` if there are none.
    #[must_use]
    pub fn of(row: &Enriched<'_>, geocoded: Option<GeocodedPlace>) -> Option<Self> {
        let mut known: Vec<(&Source<'_>, GeographyLevel)> = Vec::new();
        let mut sources = Vec::new();
        let mut facts = BTreeMap::new();
        for entry in row.entries() {
            let level = entry.field.spec().level;
            let same = |(source, of): &(&Source<'_>, GeographyLevel)| {
                *of == level && source.is(&entry.source)
            };
            let place = known.iter().position(same).unwrap_or_else(|| {
                known.push((&entry.source, level));
                sources.push(entry.source());
                sources.len() - 1
            });
            facts.insert(entry.field.name().to_owned(), (entry.fact(), place));
        }
        let missing = row.missing().iter();
        let missing = missing.map(|(field, reason)| (field.name().to_owned(), *reason));
        (!facts.is_empty()).then(|| Self {
            sources,
            facts,
            missing: missing.collect(),
            geocoded,
        })
    }

    /// Whether these come from newer or from more tables, and from none that is older.
    #[must_use]
    pub fn are_newer_than(&self, others: &Self) -> bool {
        let (these, those) = (self.periods(), others.periods());
        let of_these = |table: &&str| these.get(*table);
        let none_is_older = those
            .iter()
            .all(|(table, period)| of_these(table).is_some_and(|of_these| of_these >= period));
        none_is_older && these != those
    }

    /// The last year that each table describes.
    fn periods(&self) -> BTreeMap<&str, u16> {
        let mut periods = BTreeMap::new();
        for source in &self.sources {
            let years = source.vintage.split(|c: char| !c.is_ascii_digit());
            let years = years.filter(|digits| digits.len() == 4);
            let last = years.filter_map(|year| year.parse().ok()).max();
            for table in &source.tables {
                let period: &mut u16 = periods.entry(table.as_str()).or_default();
                *period = (*period).max(last.unwrap_or_default());
            }
        }
        periods
    }
}

/// A stored document.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    sources: Vec<FactSource>,
    facts: BTreeMap<String, (FactValue, usize)>,
    #[serde(default)]
    missing: BTreeMap<String, Missing>,
    #[serde(default)]
    geocoded: Option<GeocodedPlace>,
}

impl TryFrom<Document> for RowFacts {
    type Error = String;

    fn try_from(document: Document) -> Result<Self, Self::Error> {
        let sources = document.sources.len();
        let mut facts = document.facts.iter();
        if let Some((name, (_, place))) = facts.find(|(_, (_, place))| *place >= sources) {
            return Err(format!("there is no source {place}, which {name} names"));
        }
        Ok(Self {
            sources: document.sources,
            facts: document.facts,
            missing: document.missing,
            geocoded: document.geocoded,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Field;
    use crate::row::Value;

    fn row() -> Enriched<'static> {
        let mut row = Enriched::default();
        let source = || Source::other("A list", "2026");
        row.put(Field::Competitors5, Value::Number(5.017_044_397), source());
        row.put(Field::Intensity, Value::Text("Moderate".into()), source());
        row.put(Field::Opportunity, Value::Text("High".into()), source());
        row.put_missing(Field::Competitors, Missing::AreaNotCovered);
        row.put_missing(Field::Intensity, Missing::AreaNotCovered);
        row
    }

    #[test]
    // ENR-06
    fn enr_06_a_source_is_stored_once_and_facts_refer_to_it() {
        let stored = RowFacts::of(&row(), None).unwrap();
        let json = serde_json::to_value(&stored).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "sources": [
                    {"table": "A list", "vintage": "2026", "level": "point"},
                    {"table": "A list", "vintage": "2026", "level": "county"},
                ],
                "facts": {
                    "competitive_intensity": ["Moderate", 0],
                    "competitors_within_5mi": [5.02, 0],
                    "market_opportunity_assessment": ["High", 1],
                },
                "missing": {"competitors": "area_not_covered"},
            })
        );
        assert_eq!(serde_json::from_value::<RowFacts>(json).unwrap(), stored);
        assert_eq!(RowFacts::of(&Enriched::default(), None), None);
    }

    #[test]
    // ENR-06
    fn enr_06_facts_of_newer_or_more_tables_are_newer() {
        let of = |tables: &[(&str, &str)]| RowFacts {
            sources: tables
                .iter()
                .map(|(table, vintage)| FactSource {
                    table: (*table).to_owned(),
                    vintage: (*vintage).to_owned(),
                    publisher: None,
                    licence: None,
                    tables: vec![(*table).to_owned()],
                    level: None,
                })
                .collect(),
            ..RowFacts::default()
        };
        let before = of(&[("a", "2013-2017"), ("b", "November 2021")]);
        assert!(of(&[("a", "2014-2018"), ("b", "November 2021")]).are_newer_than(&before));
        assert!(of(&[("a", "2013-2017"), ("b", "2021"), ("c", "2010")]).are_newer_than(&before));
        assert!(!before.are_newer_than(&before), "the same");
        assert!(
            !of(&[("a", "2014-2018")]).are_newer_than(&before),
            "one table fewer"
        );
        let one_older = of(&[("a", "2014-2018"), ("b", "2019")]);
        assert!(!one_older.are_newer_than(&before));
    }

    #[test]
    fn a_fact_without_its_source_is_refused() {
        let json = r#"{"sources": [], "facts": {"county": ["Providence", 0]}}"#;
        let error = serde_json::from_str::<RowFacts>(json).unwrap_err();
        assert!(error.to_string().contains("county"), "{error}");
    }
}
