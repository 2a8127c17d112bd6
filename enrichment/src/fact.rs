//! The shape of a fact, as it is stored with a row.
//!
//! A fact without data is absent: there is no value that means 'missing'. Stored names are frozen.

use serde::{Deserialize, Serialize};

/// What area a fact describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeographyLevel {
    /// The business's own coordinates.
    Point,
    /// Its census tract.
    Tract,
    /// Its county.
    County,
    /// Its state.
    State,
}

impl GeographyLevel {
    /// The level's name, as it is stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Tract => "tract",
            Self::County => "county",
            Self::State => "state",
        }
    }
}

/// Where a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactSource {
    /// The publisher's table; several, joined by ` + `, where a fact is computed from several.
    pub table: String,
    /// The period that the table describes, such as `2018` or `2013-2017`.
    pub vintage: String,
}

/// One fact, as it is stored with a row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The value, in `unit` where it is a number.
    pub value: FactValue,
    /// The unit of a number, such as `mi`, `usd` or `percent`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// What area it describes.
    pub level: GeographyLevel,
    /// Where it comes from.
    pub source: FactSource,
}

/// A fact's value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactValue {
    /// Yes or no.
    Bool(bool),
    /// A measurement. 0 is a value.
    Number(f64),
    /// A name or a class.
    Text(String),
    /// The competitors nearby.
    Competitors(Vec<NearbyBusiness>),
    /// What a score was computed from.
    Factors(Vec<ScoreFactor>),
}

/// As it stands in a cell of a table: lists as JSON.
impl std::fmt::Display for FactValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Competitors(list) => f.write_str(&serde_json::json!(list).to_string()),
            Self::Factors(list) => f.write_str(&serde_json::json!(list).to_string()),
        }
    }
}

/// A business near another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NearbyBusiness {
    /// Its name.
    pub name: String,
    /// How far away it is, in statute miles along the earth's surface.
    pub distance_mi: f64,
    /// Degrees north (WGS 84).
    pub latitude: f64,
    /// Degrees east (WGS 84).
    pub longitude: f64,
}

/// One input of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreFactor {
    /// The field that went in.
    pub field: String,
    /// The field's value.
    pub input: f64,
    /// The value on the score's scale, 0 to 100, 100 being the favourable end.
    pub points: f64,
    /// The share of the score that it made up, 0 to 1, after weights were spread over what is there.
    pub weight: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // ENR-06
    fn enr_06_a_fact_carries_value_unit_level_source_and_vintage() {
        let fact = Fact {
            value: FactValue::Number(0.0),
            unit: Some("mi".into()),
            level: GeographyLevel::Point,
            source: FactSource {
                table: "TIGER/Line primary roads".into(),
                vintage: "2025".into(),
            },
        };
        let json = serde_json::to_value(&fact).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "value": 0.0, "unit": "mi", "level": "point",
                "source": {"table": "TIGER/Line primary roads", "vintage": "2025"}
            })
        );
        assert_eq!(serde_json::from_value::<Fact>(json).unwrap(), fact);
    }

    #[test]
    fn lists_survive_storage() {
        for value in [
            FactValue::Competitors(vec![NearbyBusiness {
                name: "Example Bakery".into(),
                distance_mi: 0.5,
                latitude: 41.0,
                longitude: -71.0,
            }]),
            FactValue::Factors(vec![ScoreFactor {
                field: "poverty_rate".into(),
                input: 12.0,
                points: 40.0,
                weight: 0.5,
            }]),
        ] {
            let json = serde_json::to_string(&value).unwrap();
            assert_eq!(serde_json::from_str::<FactValue>(&json).unwrap(), value);
        }
    }
}
