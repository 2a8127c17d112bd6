//! What happened to a scrape job. Names, versions and shapes are frozen once released.

use serde::{Deserialize, Serialize};

use super::search::Search;
use crate::codec::event_enum;
use crate::ids::UserId;
use crate::metadata::Actor;

event_enum! {
    /// Everything that can happen to a scrape job.
    pub enum ScrapeJobEvent of "ScrapeJob" {
        /// A user asked for it.
        JobQueued: "1.0.0",
        /// A worker took it up.
        JobStarted: "1.0.0",
        /// A slice of rows was stored and paid.
        RowsDelivered: "1.0.0",
        /// One city is done.
        CityScraped: "1.0.0",
        /// It ended well.
        JobCompleted: "1.0.0",
        /// It ended with an error.
        JobFailed: "1.0.0",
        /// Somebody stopped it.
        JobCancelled: "1.0.0",
        /// Its rows are to be enriched.
        EnrichmentStarted: "1.0.0",
        /// The facts of a slice of rows were stored and paid.
        RowsEnriched: "1.0.0",
        /// The enrichment ended well.
        EnrichmentCompleted: "1.0.0",
        /// The enrichment ended with an error.
        EnrichmentFailed: "1.0.0",
        /// Somebody stopped the enrichment.
        EnrichmentCancelled: "1.0.0",
    }
}

/// A user asked for a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobQueued {
    /// The owner.
    pub user: UserId,
    /// What to look for.
    #[serde(flatten)]
    pub search: Search,
    /// How it was asked for.
    #[serde(default, skip_serializing_if = "JobKind::is_google_maps")]
    pub kind: JobKind,
}

/// How a search was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum JobKind {
    /// As a job, which the scraper page follows.
    #[default]
    GoogleMaps,
    /// By the call that answers with the rows.
    Standard,
}

impl JobKind {
    /// The name used on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::GoogleMaps => "google_maps",
            Self::Standard => "standard",
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_google_maps(&self) -> bool {
        *self == Self::GoogleMaps
    }
}

/// A worker took the job up for the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobStarted {
    /// The maps service in use.
    pub source: String,
    /// Are its businesses fictional?
    pub sample: bool,
}

/// Rows `first_row..first_row + rows` became visible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowsDelivered {
    /// Index of the first row.
    pub first_row: u32,
    /// How many.
    pub rows: u32,
}

/// The source has no more for a city.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CityScraped {
    /// The city as the search names it.
    pub city: String,
    /// Businesses the source gave.
    pub found: u32,
    /// Rows delivered of them.
    pub delivered: u32,
}

/// Why a job completed where it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CompletionReason {
    /// Every city was searched to its end.
    AllFound,
    /// The bound that the search set was reached.
    MaxResults,
    /// The user's credits ran out; what was paid for is kept.
    CreditsUsedUp,
}

/// The job ended well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobCompleted {
    /// Rows delivered in all.
    pub results: u32,
    /// Why it ended here.
    pub reason: CompletionReason,
}

/// The job ended with an error; what it delivered is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobFailed {
    /// Rows delivered before.
    pub results: u32,
    /// In words for the user.
    pub reason: String,
}

/// Somebody stopped the job; what it delivered is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobCancelled {
    /// Rows delivered before.
    pub results: u32,
    /// Who stopped it.
    pub by: Actor,
}

/// The rows that are not enriched yet are to be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentStarted {
    /// Index of the first of them.
    pub first_row: u32,
    /// How many.
    pub rows: u32,
}

/// The facts of rows `first_row..first_row + rows` became visible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowsEnriched {
    /// Index of the first row.
    pub first_row: u32,
    /// How many.
    pub rows: u32,
    /// Those of which anything is known; the others cost nothing.
    pub with_facts: u32,
}

/// Why an enrichment completed where it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum EnrichmentReason {
    /// Every row was enriched.
    AllEnriched,
    /// The user's credits ran out; what was paid for is kept.
    CreditsUsedUp,
}

/// The enrichment ended well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentCompleted {
    /// Rows enriched in all.
    pub enriched: u32,
    /// Why it ended here.
    pub reason: EnrichmentReason,
}

/// The enrichment ended with an error; what was enriched is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentFailed {
    /// Rows enriched in all.
    pub enriched: u32,
    /// In words for the user.
    pub reason: String,
}

/// Somebody stopped the enrichment; what was enriched is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentCancelled {
    /// Rows enriched in all.
    pub enriched: u32,
    /// Who stopped it.
    pub by: Actor,
}
