//! What a row can say about its surroundings: names, labels, units, sources and formulas.
//!
//! One canonical name for the API, the specification's label for screens and exports, aliases for what
//! other products call the same.

mod document;
mod list;

pub use document::markdown;
pub use list::{FIELDS, Field};

use crate::fact::GeographyLevel;
use crate::measure::Measure;

/// What is known of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FieldSpec {
    /// The field.
    pub field: Field,
    /// Its canonical name.
    pub name: &'static str,
    /// Its label on screens and in exports.
    pub label: &'static str,
    /// Other names that are accepted for it.
    pub aliases: &'static [&'static str],
    /// What its values are; of numbers the unit.
    pub unit: Unit,
    /// What area it describes.
    pub level: GeographyLevel,
    /// How it is filled.
    pub how: How,
    /// The official table that fills it.
    pub official: &'static str,
    /// How its value is made.
    pub formula: &'static str,
}

/// How a field is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// A table's measure of the tract or county, as the field's level says.
    Measured(Measure),
    /// By a computation of its own.
    Computed,
}

/// What a field's values are; of numbers the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A text.
    Text,
    /// A yes or no.
    Flag,
    /// A list.
    List,
    /// A number without a unit.
    Ratio,
    /// 0 to 100 of a whole, or a change.
    Percent,
    /// US dollars.
    Usd,
    /// Persons.
    People,
    /// Things.
    Count,
    /// Statute miles.
    Miles,
    /// Years of age.
    Years,
    /// Minutes.
    Minutes,
    /// By 1,000 residents.
    PerThousand,
    /// By square mile.
    PerSqMi,
    /// 0 to 100.
    Score,
    /// 100 where both are alike.
    Index100,
}

/// What a field's values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// Texts.
    Text,
    /// Yes or no.
    Flag,
    /// Numbers.
    Number,
    /// Lists.
    List,
}

impl FieldSpec {
    /// What its values are.
    #[must_use]
    pub fn kind(&self) -> FieldKind {
        match self.unit {
            Unit::Text => FieldKind::Text,
            Unit::Flag => FieldKind::Flag,
            Unit::List => FieldKind::List,
            _ => FieldKind::Number,
        }
    }
}

impl Unit {
    /// The unit's name as it is stored; none for numbers without one.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Text | Self::Flag | Self::List | Self::Ratio => None,
            Self::Percent => Some("percent"),
            Self::Usd => Some("usd"),
            Self::People => Some("people"),
            Self::Count => Some("count"),
            Self::Miles => Some("mi"),
            Self::Years => Some("years"),
            Self::Minutes => Some("min"),
            Self::PerThousand => Some("per_1000_residents"),
            Self::PerSqMi => Some("per_sq_mi"),
            Self::Score => Some("score_0_100"),
            Self::Index100 => Some("index_100"),
        }
    }
}

impl Field {
    /// What is known of it.
    #[must_use]
    pub fn spec(self) -> &'static FieldSpec {
        &FIELDS[self as usize]
    }

    /// Its canonical name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The field of a canonical name, a label or an alias, whatever the case.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        let is = |name: &&str| name.eq_ignore_ascii_case(text.trim());
        let named = FIELDS.iter().find(|spec| is(&spec.name) || is(&spec.label));
        let found = named.or_else(|| FIELDS.iter().find(|spec| spec.aliases.iter().any(is)));
        found.map(|spec| spec.field)
    }
}

#[cfg(test)]
mod tests;
