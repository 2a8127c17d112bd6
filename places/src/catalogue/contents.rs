//! What is stored with each commit of the catalogue: its data sets and unfinished imports.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::coverage::Coverage;

/// One imported data set, as shown by `places status` and a map's credits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dataset {
    /// A newer import of this name replaces it.
    pub name: String,
    pub rows: u64,
    /// The data's licence, if given at import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub licence: Option<String>,
    /// The credit line that the licence requires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribution: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// What it is whole for.
    pub coverage: Coverage,
    /// When it was imported.
    pub imported_at: jiff::Timestamp,
    /// Whether it ships with the product.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shipped: bool,
}

impl Dataset {
    /// The day of the data: of the publisher's release if that has a date, else of the import.
    pub fn day(&self) -> jiff::civil::Date {
        let release = self
            .release
            .as_deref()
            .and_then(|release| release.get(..10));
        let day = release.and_then(|day| day.parse().ok());
        day.unwrap_or_else(|| self.imported_at.to_zoned(jiff::tz::TimeZone::UTC).date())
    }
}

/// What is stored with each commit.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Contents {
    pub(super) datasets: BTreeMap<String, Stored>,
    /// Imports that have not finished, by the data set's name.
    #[serde(default)]
    pub(super) pending: BTreeMap<String, Pending>,
    /// Shipped data sets that were removed and must not be restored automatically.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) hidden: BTreeSet<String>,
}

/// A data set, and the import that its rows belong to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Stored {
    #[serde(flatten)]
    pub(super) dataset: Dataset,
    pub(super) import: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Pending {
    /// The import that its rows belong to.
    pub(super) import: String,
    /// Identifies the import when it is started again.
    pub(super) fingerprint: String,
    /// Rows already stored.
    pub(super) rows: u64,
}
