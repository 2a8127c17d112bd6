//! Facts as they are stored with a row.
//!
//! A fact without data is absent: there is no value that means 'missing'. Stored names are frozen.

use serde::{Deserialize, Serialize};

/// The kind of area that a fact describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeographyLevel {
    Point,
    Tract,
    County,
    State,
}

impl GeographyLevel {
    /// The level's name, as stored.
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

/// Where a fact comes from. Properties that a kind of source does not have are absent.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FactSource {
    /// The publisher's table; several, joined by ` + `, if the fact is computed from several.
    pub table: String,
    /// The period that the table describes, such as `2018` or `2013-2017`.
    pub vintage: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The tables' ids; empty if it is not a table of the pack.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<GeographyLevel>,
}

/// A fact's value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactValue {
    Bool(bool),
    /// A measurement. 0 is a value.
    Number(f64),
    Text(String),
    Competitors(Vec<NearbyBusiness>),
    Factors(Vec<ScoreFactor>),
}

/// As in a cell of a table, with lists as JSON.
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

/// Why a fact is missing, if known. As with facts, stored names are frozen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    NoCoordinates,
    PositionDoubtful,
    NoCategory,
    /// Nearby businesses are known only for imported listings, and the row is not one of them.
    OtherSource,
    /// No loaded data set is complete for this kind of business.
    KindNotCovered,
    /// The complete data sets do not cover everything within the distance.
    AreaNotCovered,
    /// No industry is known for the row's kind of business.
    NoIndustry,
    /// No table of industries has counties in the row's state.
    StateNotCovered,
    /// The table of industries generally excludes the row's industry.
    OutOfScope,
    /// The table omits small cells.
    NotPublished,
    NoTotals,
    /// A table has it for the state but not for the county.
    ByStateOnly,
    /// The county's people or income are not published in one table.
    NoDemand,
    /// The table has the industry in too few counties to compare them.
    TooRare,
    /// The table omits the cell, and so few are expected that this says nothing.
    CannotTell,
}

impl Missing {
    /// All reasons.
    pub const ALL: [Self; 15] = [
        Self::NoCoordinates,
        Self::PositionDoubtful,
        Self::NoCategory,
        Self::OtherSource,
        Self::KindNotCovered,
        Self::AreaNotCovered,
        Self::NoIndustry,
        Self::StateNotCovered,
        Self::OutOfScope,
        Self::NotPublished,
        Self::NoTotals,
        Self::ByStateOnly,
        Self::NoDemand,
        Self::TooRare,
        Self::CannotTell,
    ];

    /// The reason's name, as stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoCoordinates => "no_coordinates",
            Self::PositionDoubtful => "position_doubtful",
            Self::NoCategory => "no_category",
            Self::OtherSource => "other_source",
            Self::KindNotCovered => "kind_not_covered",
            Self::AreaNotCovered => "area_not_covered",
            Self::NoIndustry => "no_industry",
            Self::StateNotCovered => "state_not_covered",
            Self::OutOfScope => "out_of_scope",
            Self::NotPublished => "not_published",
            Self::NoTotals => "no_totals",
            Self::ByStateOnly => "by_state_only",
            Self::NoDemand => "no_demand",
            Self::TooRare => "too_rare",
            Self::CannotTell => "cannot_tell",
        }
    }

    /// The reason for people.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::NoCoordinates => "This business has no coordinates.",
            Self::PositionDoubtful => "Its coordinates do not fit its city and ZIP code.",
            Self::NoCategory => "The listing does not say what kind of business this is.",
            Self::OtherSource => "Competitors are counted for imported listings only.",
            Self::KindNotCovered => "No data loaded here lists every business of this kind.",
            Self::AreaNotCovered => "The data loaded here do not cover everything within 5 miles.",
            Self::NoIndustry => "No industry code is known for this kind of business.",
            Self::StateNotCovered => "The table of industries has no counties of this state.",
            Self::OutOfScope => "The table of industries does not cover this kind of business.",
            Self::NotPublished => "Not published where there are fewer than 3 establishments.",
            Self::NoTotals => "The table of industries has no totals to compare with.",
            Self::ByStateOnly => {
                "No data loaded here has it by county; the state's figure is shown as such."
            }
            Self::NoDemand => "The county's people or incomes are not in the tables loaded here.",
            Self::TooRare => "Too rare in this table to compare counties.",
            Self::CannotTell => {
                "Fewer than 3, and so few are usual in such a place that this says nothing."
            }
        }
    }
}

/// A business near another one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NearbyBusiness {
    pub name: String,
    /// In statute miles along the earth's surface.
    pub distance_mi: f64,
    /// Degrees north (WGS 84).
    pub latitude: f64,
    /// Degrees east (WGS 84).
    pub longitude: f64,
}

impl NearbyBusiness {
    /// Rounded to a meter or two.
    pub(crate) fn rounded(&self) -> Self {
        Self {
            name: self.name.clone(),
            distance_mi: rounded(self.distance_mi, 1e3),
            latitude: rounded(self.latitude, 1e5),
            longitude: rounded(self.longitude, 1e5),
        }
    }
}

/// One input of a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreFactor {
    pub field: String,
    pub input: f64,
    /// The value on the score's scale, 0 to 100; 100 is the favorable end.
    pub points: f64,
    /// Its share of the score, 0 to 1, after the weights of missing factors were redistributed.
    pub weight: f64,
}

impl ScoreFactor {
    /// Rounded to meaningful digits.
    pub(crate) fn rounded(&self) -> Self {
        Self {
            field: self.field.clone(),
            input: rounded(self.input, 1e3),
            points: rounded(self.points, 1e2),
            weight: rounded(self.weight, 1e4),
        }
    }
}

fn rounded(number: f64, scale: f64) -> f64 {
    (number * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_stored_by_its_name() {
        for reason in Missing::ALL {
            let json = serde_json::to_string(&reason).unwrap();
            assert_eq!(json, format!("\"{}\"", reason.name()));
            assert_eq!(serde_json::from_str::<Missing>(&json).unwrap(), reason);
        }
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
