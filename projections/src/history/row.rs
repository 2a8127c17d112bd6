//! A session's row: what was searched when, what it brought and what it cost.

use domain::Credits;
use domain::scrape_job::{JobStatus, ScrapeType};
use jiff::Timestamp;

use crate::table::view;

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
    }
    index by_user(user_id, started_at DESC)
}
