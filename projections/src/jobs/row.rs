//! A job's row: what it looks for, how far it is, how it ended; and the same of its enrichment.

use domain::scrape_job::{EnrichmentStatus, JobStatus};
use jiff::Timestamp;
use store::log::Cursor;

use crate::table::view;

view! {
    /// One row a job.
    pub(crate) struct JobRow: "jobs" version 1 {
        job_id: String,
        user_id: String,
        status: JobStatus,
        term: String,
        state: String,
        cities: Vec<String>,
        cities_done: u32,
        max_results: Option<u32>,
        source: Option<String>,
        sample: bool,
        delivered: u32,
        /// Once it has ended: see [`super::stage::JobStage`].
        end_reason: Option<String>,
        queued_at: Timestamp,
        updated_at: Timestamp,
        ended_cursor: Option<Cursor>,
        enrichment: EnrichmentStatus,
        enriched: u32,
        /// Once it has ended: see [`super::stage::EnrichmentStage`].
        enrichment_reason: Option<String>,
        /// Cities that nothing covers, passed over.
        skipped: Vec<String>,
        /// Cities that nothing knows: probably misspelled.
        unknown: Vec<String>,
        /// Rows delivered of each city that was begun, in the order of those that are searched.
        city_rows: Vec<u32>,
        /// When the search ended; what happens to its rows afterwards is later.
        ended_at: Option<Timestamp>,
        /// Did the search ask for the enrichment of its rows?
        enrich: bool,
    }
    index by_user(user_id, queued_at DESC)
}
