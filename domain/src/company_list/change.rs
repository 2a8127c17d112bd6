//! How a listing differs from what was saved of its company. Stored encrypted in events.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::scrape_job::WatchedField;

/// How a listing differs from what was saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListingChange {
    /// Empty if it no longer does.
    pub fields: Vec<FieldChange>,
    /// When it was met.
    pub at: Timestamp,
}

/// How one of its texts differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldChange {
    pub field: WatchedField,
    /// As it was saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// As it is listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}
