//! The facts of a row, as stored with it: each source once, referred to by the facts.
//!
//! Stored documents must stay readable forever, including early ones, in which every fact had its own source.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::fact::{FactSource, FactValue, GeographyLevel, Missing};
use crate::pack::SPECS;
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
    facts: BTreeMap<String, StoredFact>,
    #[serde(default)]
    missing: BTreeMap<String, Missing>,
    #[serde(default)]
    geocoded: Option<GeocodedPlace>,
}

enum StoredFact {
    /// A value and the index of its source.
    Shared(FactValue, usize),
    /// The form of early documents.
    Alone(Alone),
}

#[derive(Deserialize)]
struct Alone {
    value: FactValue,
    level: GeographyLevel,
    source: FactSource,
}

impl TryFrom<Document> for RowFacts {
    type Error = String;

    fn try_from(document: Document) -> Result<Self, Self::Error> {
        let mut sources = document.sources;
        let mut facts = BTreeMap::new();
        for (name, stored) in document.facts {
            let fact = match stored {
                StoredFact::Shared(_, place) if place >= sources.len() => {
                    return Err(format!(
                        "{name} refers to source {place}, which does not exist"
                    ));
                }
                StoredFact::Shared(value, place) => (value, place),
                StoredFact::Alone(Alone {
                    value,
                    level,
                    source,
                }) => {
                    let source = completed(source, level);
                    let there = sources.iter().position(|there| *there == source);
                    let place = there.unwrap_or_else(|| {
                        sources.push(source);
                        sources.len() - 1
                    });
                    (value, place)
                }
            };
            facts.insert(name, fact);
        }
        Ok(Self {
            sources,
            facts,
            missing: document.missing,
            geocoded: document.geocoded,
        })
    }
}

/// Completes a source of an early document from its tables' titles.
fn completed(mut source: FactSource, level: GeographyLevel) -> FactSource {
    source.level = Some(level);
    let titles = source.table.split(" + ");
    let specs = titles.map(|title| SPECS.iter().find(|spec| spec.title == title));
    if let Some(specs) = specs.collect::<Option<Vec<_>>>() {
        let mut publishers: Vec<&str> = specs.iter().map(|spec| spec.publisher).collect();
        publishers.dedup();
        source.publisher = Some(publishers.join(" + "));
        source.tables = specs.iter().map(|spec| spec.id.to_owned()).collect();
    }
    source
}

impl<'de> Deserialize<'de> for StoredFact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StoredFactVisitor)
    }
}

struct StoredFactVisitor;

impl<'de> Visitor<'de> for StoredFactVisitor {
    type Value = StoredFact;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value with its source")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<StoredFact, A::Error> {
        let missing = || A::Error::custom("a fact must be a value and the index of its source");
        let value = parts.next_element()?.ok_or_else(missing)?;
        let place = parts.next_element()?.ok_or_else(missing)?;
        Ok(StoredFact::Shared(value, place))
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<StoredFact, A::Error> {
        let alone = Alone::deserialize(MapAccessDeserializer::new(fields))?;
        Ok(StoredFact::Alone(alone))
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
    fn enr_06_facts_of_before_that_carry_their_own_source_are_read() {
        let stored: RowFacts = serde_json::from_value(serde_json::json!({
            "facts": {
                "county": {
                    "value": "Providence", "level": "county",
                    "source": {"table": "Cartographic boundaries, counties", "vintage": "2017"},
                },
                "county_fips": {
                    "value": "44007", "level": "county",
                    "source": {"table": "Cartographic boundaries, counties", "vintage": "2017"},
                },
                "distance_to_superfund": {
                    "value": 0.0, "unit": "mi", "level": "point",
                    "source": {"table": "A table that is gone", "vintage": "2020"},
                },
            },
            "geocoded": {"latitude": 41.8, "longitude": -71.4, "matched_address": "1 MAIN ST"},
        }))
        .unwrap();
        assert_eq!(stored.sources.len(), 2);
        let (value, place) = &stored.facts["county_fips"];
        assert_eq!(*value, FactValue::Text("44007".into()));
        let source = &stored.sources[*place];
        assert_eq!(source.publisher.as_deref(), Some("US Census Bureau"));
        assert_eq!(source.tables, ["county-shapes"]);
        assert_eq!(source.level, Some(GeographyLevel::County));
        let (value, place) = &stored.facts["distance_to_superfund"];
        assert_eq!(*value, FactValue::Number(0.0));
        assert_eq!(stored.sources[*place].publisher, None);
        assert!(stored.geocoded.is_some());
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
