//! The commands to a monitor.

use jiff::Timestamp;

use super::events::{MonitorCreated, PausedBy, RunOutcome, SkipReason, Terms};
use super::schedule::Schedule;
use crate::codec::named_commands;
use crate::ids::SessionKey;
use crate::scrape_job::RunCounts;

/// A command to one monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MonitorCommand {
    Create(Box<MonitorCreated>),
    Change {
        change: Box<TermsChange>,
        now: Timestamp,
    },
    /// Does nothing if it is paused.
    Pause(PausedBy),
    /// Does nothing if it runs.
    Resume {
        now: Timestamp,
    },
    StartRun {
        slot: Timestamp,
        session: SessionKey,
        by_hand: bool,
    },
    /// Does nothing if the slot was looked at meanwhile.
    SkipRun {
        /// The last of the slots.
        slot: Timestamp,
        reason: SkipReason,
        slots: u32,
        now: Timestamp,
    },
    /// Does nothing if that run is not under way.
    EndRun {
        session: SessionKey,
        outcome: RunOutcome,
        counts: Box<RunTotals>,
        reason: Option<String>,
    },
    /// Does nothing if it is deleted.
    Delete,
}

/// What to change of the terms; the rest stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TermsChange {
    pub schedule: Option<Schedule>,
    pub budget: Option<u32>,
    pub watch_hours: Option<bool>,
    pub enrich: Option<bool>,
}

impl TermsChange {
    /// The terms as they are to be.
    pub(super) fn apply(self, present: &Terms) -> Terms {
        let schedule = self
            .schedule
            .filter(|asked| !asked.counts_on(&present.schedule));
        Terms {
            schedule: schedule.unwrap_or_else(|| present.schedule.clone()),
            budget: self.budget.unwrap_or(present.budget),
            watch_hours: self.watch_hours.unwrap_or(present.watch_hours),
            enrich: self.enrich.unwrap_or(present.enrich),
        }
    }
}

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunTotals {
    /// Rows delivered.
    pub delivered: u32,
    pub counts: RunCounts,
}

named_commands!(MonitorCommand: Create, Change, Pause, Resume, StartRun, SkipRun, EndRun, Delete);
