//! A session's row: what was searched where and when, what it brought and what it cost.

use domain::Credits;
use domain::scrape_job::{JobStatus, ScrapeType};
use jiff::Timestamp;

use crate::table::view;

/// Cities of a search that its entry names; the rest is counted.
pub(super) const CITIES_NAMED: usize = 5;

view! {
    /// One row a session.
    pub(crate) struct HistoryRow: "history" version 1 {
        session_id: String,
        user_id: String,
        started_at: Timestamp,
        scrape_type: ScrapeType,
        results_count: u32,
        credits_consumed: Credits,
        status: JobStatus,
        /// What was searched for.
        term: String,
        state: String,
        /// The first ones; see [`CITIES_NAMED`].
        cities: Vec<String>,
        city_count: u32,
    }
    index by_user(user_id, started_at DESC)
}
