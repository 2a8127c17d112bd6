//! Facts about a business's surroundings, each with its source.
//!
//! So far only the shape of a fact: the reference pack, the geography and the fields that fill it come
//! with the enrichment itself. A fact without data is absent; there is no value that means 'missing'.

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

/// Where a fact comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactSource {
    /// The publisher's table.
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
}
