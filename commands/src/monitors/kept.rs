//! What a run tells of a business, as it is kept: JSON, closed with the user's key.

use domain::scrape_job::WatchedField;
use serde::{Deserialize, Serialize};

/// What is told of a business that has changed or is gone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Told {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Latitude and longitude, where they are believed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<(f64, f64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<ToldField>,
    /// Where it was before, if it has moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved_from: Option<(f64, f64)>,
    /// How far.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meters: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gone: Option<ToldGone>,
}

/// A text before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldField {
    pub field: WatchedField,
    #[serde(flatten)]
    pub change: ChangeText,
}

/// A text before and after; absent where there was none.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ChangeText {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// How it is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToldGone {
    /// Not found this time.
    NotFound,
    /// Not found twice.
    NoLongerListed,
}
