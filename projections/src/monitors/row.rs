//! A monitor's row: its search and terms, and what it came to last.

use domain::ids::SessionKey;
use domain::monitor::PausedBy;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::table::view;

view! {
    /// One row per monitor.
    pub(crate) struct MonitorRow: "monitors" version 1 {
        monitor_id: String,
        user_id: String,
        created_at: Timestamp,
        /// What it was created with, and its present terms, as the event has them (JSON).
        created: String,
        deleted: bool,
        paused: Option<PausedBy>,
        /// The run under way.
        running: Option<SessionKey>,
        /// Credits spent in `month`.
        spent: u32,
        month: Option<Date>,
        /// Businesses that are known.
        known: u32,
        /// Of the last run, new and changed ones that could not be paid.
        pending: u32,
        /// The last run that ended or was skipped, by its key in `monitor_runs`.
        last_run: Option<String>,
    }
    index by_user(user_id, created_at DESC)
}
