//! Runs of monitors: searches whose rows are what is new and what has changed since the runs before.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ids::MonitorId;
use crate::text_enum::text_enum;

text_enum! {
    /// What a monitor's first run does with what is there already.
    #[derive(Default)]
    pub enum First {
        /// It becomes known: nothing is delivered or paid.
        #[default]
        Known = "known",
        /// All of it is delivered.
        All = "all",
    }
}

text_enum! {
    /// Something that is watched of a business.
    #[derive(PartialOrd, Ord)]
    pub enum WatchedField {
        Name = "name",
        Street = "street",
        Phone = "phone",
        Website = "website",
        Hours = "hours",
        Position = "position",
    }
}

/// The run that a job is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorRun {
    pub monitor: MonitorId,
    /// When it was due.
    pub slot: Timestamp,
    /// What is left of the month's budget. The run ends when it is spent, enrichment included.
    pub most_credits: u32,
    /// Of a first run: what it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<First>,
    /// Whether opening hours are watched, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hours: bool,
}

/// What a run found besides the rows that it delivered.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunFound {
    /// Known businesses that were not found this time.
    pub gone: u32,
    /// Known businesses that are as they were.
    pub unchanged: u32,
    /// New and changed ones that could not be paid; they come next time.
    pub pending: u32,
    /// Businesses on the user's list of known ones: not told, not paid.
    #[serde(default, skip_serializing_if = "super::events::is_zero")]
    pub left_out: u32,
    /// What so many businesses have changed in that it is the publisher's doing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_publisher: Vec<PublisherChange>,
}

/// A field that changed in a large part of a data set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublisherChange {
    pub field: WatchedField,
    /// Of the known businesses of the data set.
    pub percent: u8,
}
