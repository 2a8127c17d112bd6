//! A search that runs again by a schedule, within a budget.
//!
//! Invariants: one run at a time, and at most one for each slot (its session's key follows from the slot); a month's
//! runs together spend at most the budget. A run is a scrape job: `RunStarted` is in one commit with the job's
//! `JobQueued`, `RunEnded` with the job's end. What was seen of businesses are documents, not events.

mod aggregate;
mod commands;
mod error;
mod events;
mod schedule;
#[cfg(test)]
mod tests;

pub use aggregate::Monitor;
pub use commands::{MonitorCommand, RunTotals, TermsChange};
pub use error::{MOST_BUDGET, MonitorRefusal};
pub use events::*;
pub use schedule::{Days, InvalidSchedule, MOST_DAYS, Schedule, TimeOfDay, Weekday, Zone};
