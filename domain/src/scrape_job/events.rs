//! What happened to a scrape job. Names, versions and shapes are frozen once released.

use serde::{Deserialize, Serialize};

use super::search::Search;
use crate::codec::event_enum;
use crate::ids::UserId;
use crate::metadata::Actor;
use crate::text_enum::text_enum;

event_enum! {
    /// Everything that can happen to a scrape job.
    pub enum ScrapeJobEvent, types ScrapeJobEventType, of "ScrapeJob" {
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

/// What an event changes about the work that a session is for a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkChange {
    /// There is work from now on.
    Begins,
    /// There is none any more.
    Ends,
    /// As before.
    Unchanged,
}

impl ScrapeJobEventType {
    /// Does the event give a worker something to do, or end that?
    pub const fn work(self) -> WorkChange {
        match self {
            Self::JobQueued | Self::EnrichmentStarted => WorkChange::Begins,
            Self::JobCompleted
            | Self::JobFailed
            | Self::JobCancelled
            | Self::EnrichmentCompleted
            | Self::EnrichmentFailed
            | Self::EnrichmentCancelled => WorkChange::Ends,
            Self::JobStarted | Self::RowsDelivered | Self::CityScraped | Self::RowsEnriched => {
                WorkChange::Unchanged
            }
        }
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
    /// Are the rows to be enriched once the search has completed?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enrich: bool,
}

text_enum! {
    /// How a search was asked for.
    #[derive(Default)]
    pub enum JobKind {
        /// As a job, which the scraper page follows.
        #[default]
        GoogleMaps = "google_maps",
        /// By the call that answers with the rows.
        Standard = "standard",
    }
}

impl JobKind {
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

text_enum! {
    /// Why a job completed where it did.
    pub enum CompletionReason {
        /// Every city was searched to its end.
        AllFound = "all_found",
        /// The bound that the search set was reached.
        MaxResults = "max_results",
        /// The user's credits ran out; what was paid for is kept.
        CreditsUsedUp = "credits_used_up",
    }
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

text_enum! {
    /// Why an enrichment completed where it did.
    pub enum EnrichmentReason {
        /// Every row was enriched.
        AllEnriched = "all_enriched",
        /// The user's credits ran out; what was paid for is kept.
        CreditsUsedUp = "credits_used_up",
    }
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
