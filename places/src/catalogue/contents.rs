//! What is kept with each commit of the catalogue: its data sets, and the imports under way.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::coverage::Coverage;

/// One imported data set, as `places status` and the credits of a map show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// The name that a newer import replaces it by.
    pub name: String,
    /// How many places it has.
    pub rows: u64,
    /// The data's licence, where the importer was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The credit line that the licence asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    /// The source's own release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// What it is whole for.
    pub coverage: Coverage,
    /// When it was imported.
    pub imported_at: jiff::Timestamp,
    /// Whether it shipped with the product.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shipped: bool,
}

impl Dataset {
    /// The day of the data: of the publisher's release where that names one, else of the import.
    pub fn day(&self) -> jiff::civil::Date {
        let release = self
            .release
            .as_deref()
            .and_then(|release| release.get(..10));
        let day = release.and_then(|day| day.parse().ok());
        day.unwrap_or_else(|| self.imported_at.to_zoned(jiff::tz::TimeZone::UTC).date())
    }
}

/// What is kept with each commit.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Contents {
    /// The data sets by name.
    pub(super) datasets: BTreeMap<String, Stored>,
    /// Imports that were begun and have not ended, by the data set's name.
    #[serde(default)]
    pub(super) pending: BTreeMap<String, Pending>,
    /// Data sets that ship with the product and were removed: they do not come back by themselves.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) hidden: BTreeSet<String>,
}

/// A data set and the import that its rows carry.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Stored {
    #[serde(flatten)]
    pub(super) dataset: Dataset,
    pub(super) import: String,
}

/// An import that has not ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Pending {
    /// What its rows carry.
    pub(super) import: String,
    /// What it is known by when it is started again.
    pub(super) fingerprint: String,
    /// Rows that are stored.
    pub(super) rows: u64,
}
