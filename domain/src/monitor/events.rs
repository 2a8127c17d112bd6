//! What happened to a monitor. Names, versions and shapes are frozen once released.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::schedule::Schedule;
use crate::codec::event_enum;
use crate::ids::{SessionKey, UserId};
use crate::scrape_job::{First, PublisherChange, Search};
use crate::text_enum::text_enum;

event_enum! {
    /// The events of a monitor.
    pub enum MonitorEvent, types MonitorEventType, of "Monitor" {
        MonitorCreated: "1.0.0",
        MonitorChanged: "1.0.0",
        MonitorPaused: "1.0.0",
        MonitorResumed: "1.0.0",
        RunStarted: "1.0.0",
        RunSkipped: "1.0.0",
        RunEnded: "1.0.0",
        MonitorDeleted: "1.0.0",
    }
}

/// What a user may change of a monitor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Terms {
    pub schedule: Schedule,
    /// The most credits a calendar month of the schedule's zone.
    pub budget: u32,
    /// Whether opening hours are watched, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub watch_hours: bool,
    /// Whether what a run delivers is enriched.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enrich: bool,
}

/// A user had a search run again by a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorCreated {
    /// The owner.
    pub user: UserId,
    pub search: Search,
    #[serde(flatten)]
    pub terms: Terms,
    /// What the first run does with what is there already.
    pub first: First,
    /// An earlier search, whose rows count as known and paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_from: Option<SessionKey>,
    /// Slots after this moment count.
    pub from: Timestamp,
}

/// The user changed its terms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorChanged {
    #[serde(flatten)]
    pub terms: Terms,
    /// Slots after this moment count.
    pub from: Timestamp,
}

text_enum! {
    /// Why a monitor does not run.
    pub enum PausedBy {
        User = "user",
        Operator = "operator",
        /// The plan that it needs ended.
        Plan = "plan",
        /// Its source was turned off.
        Source = "source",
        /// Too many runs failed one after the other.
        Failures = "failures",
    }
}

/// It does not run until it is resumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorPaused {
    pub by: PausedBy,
}

/// It runs again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorResumed {
    /// Slots after this moment count.
    pub from: Timestamp,
}

/// A run began: the job of that session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunStarted {
    /// When it was due; of a run by hand, when it was asked for.
    pub slot: Timestamp,
    pub session: SessionKey,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    /// Of the first run: what it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<First>,
}

text_enum! {
    /// Why there was no run.
    pub enum SkipReason {
        /// The source has nothing newer than at the last run.
        Unchanged = "unchanged",
        /// The run before was not done.
        Overlap = "overlap",
        /// Nobody was running.
        Missed = "missed",
        /// What waits cannot be paid: the month's budget is spent.
        Budget = "budget",
        /// What waits cannot be paid: the user has no credits left.
        Credits = "credits",
    }
}

/// There was no run at one or several slots.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunSkipped {
    /// The last of these slots.
    pub slot: Timestamp,
    pub reason: SkipReason,
    /// How many slots, one after the other.
    pub slots: u32,
}

text_enum! {
    /// How a run ended.
    pub enum RunOutcome {
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

/// A run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunEnded {
    pub slot: Timestamp,
    pub session: SessionKey,
    pub outcome: RunOutcome,
    /// Businesses delivered because they are new.
    pub new: u32,
    /// Businesses delivered because they have changed.
    pub changed: u32,
    /// Known businesses that were not found.
    pub gone: u32,
    pub unchanged: u32,
    /// Credits, those of enrichment included.
    pub paid: u32,
    /// New and changed ones that could not be paid.
    pub pending: u32,
    /// Businesses on the user's list of known ones: not told, not paid.
    #[serde(default, skip_serializing_if = "crate::scrape_job::is_zero")]
    pub left_out: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_publisher: Vec<PublisherChange>,
    /// The first day of the month whose budget it spent.
    pub month: Date,
    /// Credits spent in that month, with this run.
    pub spent: u32,
    /// The month's budget.
    pub budget: u32,
    /// Why it failed, in words for the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The user deleted it. Its runs stay in the history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MonitorDeleted {}
