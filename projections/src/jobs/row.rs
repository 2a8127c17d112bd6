//! A job's row: its search, its progress and its end, and those of its enrichment.

use domain::scrape_job::{EnrichmentStatus, JobStatus};
use jiff::Timestamp;
use store::log::Cursor;

use crate::table::view;

view! {
    /// One row per job.
    pub(crate) struct JobRow: "jobs" version 4 {
        job_id: String,
        user_id: String,
        status: JobStatus,
        term: String,
        state: String,
        /// Cities, or the counties of its area.
        cities: Vec<String>,
        /// The area, as its event has it (JSON).
        #[since(2)]
        area: Option<String>,
        cities_done: u32,
        max_results: Option<u32>,
        source: Option<String>,
        sample: bool,
        delivered: u32,
        /// See [`super::stage::JobStage`].
        end_reason: Option<String>,
        queued_at: Timestamp,
        updated_at: Timestamp,
        ended_cursor: Option<Cursor>,
        enrichment: EnrichmentStatus,
        enriched: u32,
        /// See [`super::stage::EnrichmentStage`].
        enrichment_reason: Option<String>,
        /// Cities that no source covers, which are skipped.
        skipped: Vec<String>,
        /// Cities that are probably misspelled.
        unknown: Vec<String>,
        /// Rows delivered of each city that was started, in the order of the searched ones.
        city_rows: Vec<u32>,
        /// When the search ended, as opposed to the enrichment.
        ended_at: Option<Timestamp>,
        /// Whether the search asked for enrichment.
        enrich: bool,
        /// The websites that are read in place of a search, as the event has them (JSON).
        #[since(3)]
        reading: Option<String>,
        /// Of the websites read, those that said something new.
        #[since(3)]
        with_news: Option<u32>,
        /// The monitor whose run it is.
        #[since(4)]
        monitor: Option<String>,
        /// Businesses that were left out, because they are on the user's known list.
        #[since(4)]
        left_out: Option<u32>,
    }
    index by_user(user_id, queued_at DESC)
}
