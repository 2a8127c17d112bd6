//! A run's row: when it was due, and what it came to.

use domain::ids::SessionKey;
use domain::monitor::{PausedBy, RunOutcome, SkipReason};
use domain::scrape_job::First;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::table::view;

view! {
    /// One row per slot that was looked at, and one per pause.
    pub(crate) struct MonitorRunRow: "monitor_runs" version 1 {
        run_id: String,
        monitor_id: String,
        /// When it was due; of a pause, when it began.
        slot: Timestamp,
        /// When it began, or was noted.
        at: Timestamp,
        session: Option<SessionKey>,
        by_hand: bool,
        first: Option<First>,
        /// How it ended; absent while it is under way.
        outcome: Option<RunOutcome>,
        /// Why there was no run.
        skipped: Option<SkipReason>,
        /// Of a pause: why.
        paused: Option<PausedBy>,
        /// How many slots there was no run at.
        slots: u32,
        added: u32,
        changed: u32,
        gone: u32,
        unchanged: u32,
        paid: u32,
        pending: u32,
        left_out: u32,
        /// What is the publisher's change, as the event has it (JSON).
        by_publisher: Option<String>,
        month: Option<Date>,
        spent: u32,
        budget: u32,
        /// Why it failed.
        reason: Option<String>,
        ended_at: Option<Timestamp>,
        /// Since when it is something to notice.
        notice_at: Option<Timestamp>,
        /// The share of the budget that this run has reached, in percent: 80 or 100.
        budget_reached: Option<u32>,
    }
    index by_monitor(monitor_id, slot DESC)
    index by_notice(monitor_id, notice_at DESC)
}
