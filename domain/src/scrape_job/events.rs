//! What happened to a scrape job. Names, versions and shapes are frozen once released.

use serde::{Deserialize, Serialize};

use super::monitoring::RunFound;
use super::search::Search;
use crate::codec::event_enum;
use crate::ids::UserId;
use crate::metadata::Actor;
use crate::text_enum::text_enum;

event_enum! {
    /// The events of a scrape job.
    pub enum ScrapeJobEvent, types ScrapeJobEventType, of "ScrapeJob" {
        JobQueued: "1.3.0" from {
            "1.0.0" => queued_1_0_0, "1.1.0" => queued_1_1_0, "1.2.0" => queued_1_2_0,
        },
        JobStarted: "1.0.0",
        RowsDelivered: "1.0.0",
        WebsitesRead: "1.0.0",
        ChangesDelivered: "1.0.0",
        CityScraped: "1.0.0",
        JobCompleted: "1.1.0" from { "1.0.0" => completed_1_0_0 },
        JobFailed: "1.0.0",
        JobCancelled: "1.0.0",
        EnrichmentStarted: "1.0.0",
        RowsEnriched: "1.0.0",
        EnrichmentCompleted: "1.0.0",
        EnrichmentFailed: "1.0.0",
        EnrichmentCancelled: "1.0.0",
    }
}

/// The effect of an event on the work queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkChange {
    /// The session needs a worker from now on.
    Begins,
    /// The session needs no worker any more.
    Ends,
    Unchanged,
}

impl ScrapeJobEventType {
    /// The effect of the event on the work queue.
    pub const fn work(self) -> WorkChange {
        match self {
            Self::JobQueued | Self::EnrichmentStarted => WorkChange::Begins,
            Self::JobCompleted
            | Self::JobFailed
            | Self::JobCancelled
            | Self::EnrichmentCompleted
            | Self::EnrichmentFailed
            | Self::EnrichmentCancelled => WorkChange::Ends,
            Self::JobStarted
            | Self::RowsDelivered
            | Self::WebsitesRead
            | Self::ChangesDelivered
            | Self::CityScraped
            | Self::RowsEnriched => WorkChange::Unchanged,
        }
    }
}

/// A user requested a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobQueued {
    /// The owner.
    pub user: UserId,
    #[serde(flatten)]
    pub search: Search,
    #[serde(default, skip_serializing_if = "JobKind::is_google_maps")]
    pub kind: JobKind,
    /// Whether to enrich the rows once the search has completed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enrich: bool,
}

/// Version 1.1.0 adds searches of an area.
const fn queued_1_0_0(payload: serde_json::Value) -> serde_json::Value {
    payload
}

/// Version 1.2.0 adds readings of websites.
const fn queued_1_1_0(payload: serde_json::Value) -> serde_json::Value {
    payload
}

/// Version 1.3.0 adds runs of monitors.
const fn queued_1_2_0(payload: serde_json::Value) -> serde_json::Value {
    payload
}

text_enum! {
    /// How a search was requested.
    #[derive(Default)]
    pub enum JobKind {
        /// As a job, followed by the search page.
        #[default]
        GoogleMaps = "google_maps",
        /// By the call that returns the rows.
        Standard = "standard",
        /// Websites are read.
        Website = "website",
        /// A monitor's run.
        Monitor = "monitor",
    }
}

impl JobKind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
    fn is_google_maps(&self) -> bool {
        *self == Self::GoogleMaps
    }
}

/// A worker started the job for the first time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobStarted {
    /// The maps service.
    pub source: String,
    /// Whether its businesses are made up.
    pub sample: bool,
}

/// Rows `first_row..first_row + rows` became visible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowsDelivered {
    /// The index of the first row.
    pub first_row: u32,
    pub rows: u32,
}

/// What websites `first_row..first_row + rows` say became visible; of an address, its pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebsitesRead {
    /// The number of the first one.
    pub first_row: u32,
    pub rows: u32,
    /// How many of them say something new; the others cost nothing.
    pub with_news: u32,
}

/// Rows `first_row..first_row + rows` of a monitor's run became visible: businesses that are new, then changed ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangesDelivered {
    /// The index of the first row.
    pub first_row: u32,
    pub rows: u32,
    /// How many of them are new; the others have changed.
    pub new: u32,
    /// How many of them cost a credit; the others had been paid before.
    pub paid: u32,
}

/// A part of the search, a city or a county of its area, was searched to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CityScraped {
    /// The city or county as the search names it.
    pub city: String,
    /// Businesses found by the source.
    pub found: u32,
    /// Rows delivered from them.
    pub delivered: u32,
}

text_enum! {
    /// Why a job completed.
    pub enum CompletionReason {
        /// Every city was searched to its end.
        AllFound = "all_found",
        /// The search's bound was reached, or the credits that a reading of websites may cost are spent.
        MaxResults = "max_results",
        /// The user's credits ran out. Paid rows are kept.
        CreditsUsedUp = "credits_used_up",
    }
}

/// The job completed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobCompleted {
    /// Rows delivered in total.
    pub results: u32,
    /// Why it completed.
    pub reason: CompletionReason,
    /// Businesses that were left out, because the user has them on the known list.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: u32,
    /// What a monitor's run has found besides rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<RunFound>,
}

impl JobCompleted {
    /// Of a job that found nothing besides its rows.
    pub const fn new(results: u32, reason: CompletionReason) -> Self {
        Self {
            results,
            reason,
            left_out: 0,
            found: None,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(crate) const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Version 1.1.0 adds what was left out, and what a monitor's run found.
const fn completed_1_0_0(payload: serde_json::Value) -> serde_json::Value {
    payload
}

/// The job failed. Delivered rows are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobFailed {
    /// Rows delivered until then.
    pub results: u32,
    /// Shown to the user.
    pub reason: String,
}

/// The job was cancelled. Delivered rows are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JobCancelled {
    /// Rows delivered until then.
    pub results: u32,
    /// Who cancelled it.
    pub by: Actor,
}

/// The enrichment of the remaining rows started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentStarted {
    /// The index of the first row.
    pub first_row: u32,
    pub rows: u32,
}

/// The facts of rows `first_row..first_row + rows` became visible.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowsEnriched {
    /// The index of the first row.
    pub first_row: u32,
    pub rows: u32,
    /// How many of them have facts; the others cost nothing.
    pub with_facts: u32,
}

text_enum! {
    /// Why an enrichment completed.
    pub enum EnrichmentReason {
        /// Every row was enriched.
        AllEnriched = "all_enriched",
        /// The user's credits ran out. Paid rows are kept.
        CreditsUsedUp = "credits_used_up",
    }
}

/// The enrichment completed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentCompleted {
    /// Rows enriched in total.
    pub enriched: u32,
    /// Why it completed.
    pub reason: EnrichmentReason,
}

/// The enrichment failed. Enriched rows are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentFailed {
    /// Rows enriched in total.
    pub enriched: u32,
    /// Shown to the user.
    pub reason: String,
}

/// The enrichment was cancelled. Enriched rows are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EnrichmentCancelled {
    /// Rows enriched in total.
    pub enriched: u32,
    /// Who cancelled it.
    pub by: Actor,
}
