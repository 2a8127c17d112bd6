//! The commands to a monitor.

use jiff::Timestamp;

use super::events::{MonitorCreated, PausedBy, RunOutcome, SkipReason, Terms};
use crate::codec::named_commands;
use crate::ids::SessionKey;
use crate::scrape_job::RunCounts;

/// A command to one monitor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MonitorCommand {
    Create(Box<MonitorCreated>),
    Change {
        terms: Box<Terms>,
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
    SkipRun {
        /// The last of the slots.
        slot: Timestamp,
        reason: SkipReason,
        slots: u32,
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

/// What a run came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunTotals {
    /// Rows delivered.
    pub delivered: u32,
    pub counts: RunCounts,
}

named_commands!(MonitorCommand: Create, Change, Pause, Resume, StartRun, SkipRun, EndRun, Delete);
