//! A session's row: what was searched where and when, what it found and what it cost.

use domain::Credits;
use domain::scrape_job::{JobStatus, ScrapeType};
use jiff::Timestamp;

use crate::table::view;

/// How many cities of a search its entry names; the rest is counted.
pub(super) const CITIES_NAMED: usize = 5;

view! {
    /// One row per session.
    pub struct HistoryRow: "history" version 4 {
        session_id: String,
        user_id: String,
        started_at: Timestamp,
        /// How it was requested, and whether it was enriched.
        scrape_type: ScrapeType,
        results_count: u32,
        credits_consumed: Credits,
        status: JobStatus,
        /// What was searched for.
        term: String,
        /// The state's code; empty if an area, or all states, are searched.
        state: String,
        /// Only the first ones, see `CITIES_NAMED`.
        cities: Vec<String>,
        /// 0 if an area, the whole state, or everything, is searched.
        city_count: u32,
        /// What the searched area is called.
        #[since(2)]
        area: Option<String>,
        /// The monitor whose run it is.
        #[since(4)]
        monitor: Option<String>,
    }
    index by_user(user_id, started_at DESC)
}
