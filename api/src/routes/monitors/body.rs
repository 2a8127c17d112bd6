//! Schedules and their runs on the wire.

use domain::monitor::{PausedBy, RunOutcome, SkipReason};
use domain::scrape_job::{Search, WatchedField};
use jiff::{SignedDuration, Timestamp};
use projections::monitor_runs::{RunListed, RunResult};
use projections::monitors::MonitorListed;
use serde::Serialize;
use utoipa::ToSchema;

use super::request::{FirstRun, ScheduleBody};
use crate::sessions::area::AreaBody;
use crate::wire::wire_enum;

/// A run that begins so much after its slot was made up.
const ON_TIME: SignedDuration = SignedDuration::from_mins(15);

/// A search that runs again by a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MonitorBody {
    id: String,
    /// What it is called.
    #[schema(example = "brewery · Bend, OR")]
    name: String,
    search: MonitorSearch,
    schedule: ScheduleBody,
    /// The most credits a calendar month of the schedule's zone.
    budget: u32,
    watch_hours: bool,
    enrich: bool,
    first: FirstRun,
    status: MonitorStatus,
    /// Why it is paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    paused_by: Option<PausedReason>,
    /// Why what was found is not delivered.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<MonitorWarning>,
    /// The next slot (UTC); absent while it is paused.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_run: Option<String>,
    /// The session of the run under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    running: Option<String>,
    /// The last run that ended or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<RunBody>,
    /// Credits spent this month.
    spent: u32,
    /// The month, by the schedule's zone.
    #[schema(example = "2026-11")]
    month: String,
    /// Businesses that are known.
    known: u32,
    /// When it was created (UTC).
    created_at: String,
}

/// What is searched.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MonitorSearch {
    term: String,
    /// The state's code; empty if an area is searched.
    state: String,
    cities: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<AreaBody>,
    /// The maps service, if one was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

impl From<Search> for MonitorSearch {
    fn from(search: Search) -> Self {
        Self {
            state: search.state_code().to_owned(),
            term: search.term,
            cities: search.cities,
            area: search.area.map(|area| AreaBody::from(*area)),
            source: search.source,
        }
    }
}

/// Whether a schedule runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MonitorStatus {
    On,
    Paused,
}

/// Why what was found is not delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum MonitorWarning {
    /// The month's budget is spent.
    BudgetUsed,
    /// The user has no credits left.
    WaitingForCredits,
}

wire_enum! {
    /// Why a schedule is paused.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum PausedReason of PausedBy {
        /// By its owner.
        User,
        /// By an operator.
        Operator,
        /// The plan that it needs ended.
        Plan,
        /// Its source was turned off, or covers the search no more.
        Source,
        /// Ten runs failed one after the other.
        Failures,
    }
}

impl MonitorBody {
    /// With its last run, as of a moment.
    pub(super) fn of(monitor: MonitorListed, last: Option<RunListed>, now: Timestamp) -> Self {
        let terms = &monitor.created.terms;
        let month = terms.schedule.month_of(now);
        let spent = monitor.spent_in(month);
        let next_run = terms.schedule.next(now);
        let next_run = next_run.filter(|_| monitor.paused.is_none());
        Self {
            id: monitor.id.to_string(),
            name: monitor.created.search.name(),
            schedule: ScheduleBody::from(&terms.schedule),
            budget: terms.budget,
            watch_hours: terms.watch_hours,
            enrich: terms.enrich,
            first: monitor.created.first.into(),
            status: match monitor.paused {
                None => MonitorStatus::On,
                Some(_) => MonitorStatus::Paused,
            },
            paused_by: monitor.paused.map(PausedReason::from),
            warning: warning(&monitor, spent, last.as_ref()),
            next_run: next_run.map(|slot| slot.to_string()),
            running: monitor.running.map(|session| session.to_string()),
            last: last.map(RunBody::from),
            spent,
            month: month.strftime("%Y-%m").to_string(),
            known: monitor.known,
            created_at: monitor.created_at.to_string(),
            search: MonitorSearch::from(monitor.created.search),
        }
    }
}

fn warning(
    monitor: &MonitorListed,
    spent: u32,
    last: Option<&RunListed>,
) -> Option<MonitorWarning> {
    if monitor.pending == 0 {
        return None;
    }
    if spent >= monitor.created.terms.budget {
        return Some(MonitorWarning::BudgetUsed);
    }
    let waits = last.is_some_and(|last| match last.result {
        RunResult::Skipped(reason) => reason == SkipReason::Credits,
        RunResult::Ended(_) => last.pending > 0 && last.spent < last.budget,
        RunResult::Running | RunResult::Paused(_) => false,
    });
    waits.then_some(MonitorWarning::WaitingForCredits)
}

/// What became of a slot.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MonitorRun)]
pub(super) struct RunBody {
    /// When it was due (UTC).
    slot: String,
    /// When it began, or was noted (UTC).
    at: String,
    /// The session of its rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    session_key: Option<String>,
    result: RunResultBody,
    /// Was it asked for by hand?
    by_hand: bool,
    /// Was it the first one?
    first: bool,
    /// Did it begin over 15 minutes after its slot?
    made_up: bool,
    /// Of a skipped one: `unchanged`, `overlap`, `missed`, `budget` or `credits`; of a failed one, why.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Of a skipped one: how many slots, one after the other.
    slots: u32,
    /// Businesses that are new.
    new: u32,
    /// Businesses that have changed.
    changed: u32,
    /// Known businesses that were not found.
    gone: u32,
    unchanged: u32,
    /// Credits.
    paid: u32,
    /// New and changed ones that could not be paid.
    pending: u32,
    /// Businesses on the caller's list of known ones: not told, not charged.
    left_out: u32,
    /// What changed in so many businesses that it is the publisher's doing.
    publisher: Vec<PublisherBody>,
    /// When it ended (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RunResultBody {
    Running,
    Completed,
    Failed,
    Cancelled,
    Skipped,
}

/// A field that changed in a large part of a data set.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PublisherBody {
    field: MonitorField,
    /// Of the known businesses of the data set.
    percent: u8,
}

wire_enum! {
    /// Something that is watched of a business.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum MonitorField of WatchedField {
        Name,
        Street,
        Phone,
        Website,
        Hours,
        Position,
    }
}

impl From<RunListed> for RunBody {
    fn from(run: RunListed) -> Self {
        let (result, reason) = match run.result {
            RunResult::Running => (RunResultBody::Running, None),
            RunResult::Ended(RunOutcome::Completed) => (RunResultBody::Completed, None),
            RunResult::Ended(RunOutcome::Failed) => (RunResultBody::Failed, run.reason),
            RunResult::Ended(RunOutcome::Cancelled) => (RunResultBody::Cancelled, None),
            RunResult::Skipped(reason) => {
                (RunResultBody::Skipped, Some(reason.as_str().to_owned()))
            }
            RunResult::Paused(by) => (RunResultBody::Skipped, Some(by.as_str().to_owned())),
        };
        let late = run.at.duration_since(run.slot);
        Self {
            slot: run.slot.to_string(),
            at: run.at.to_string(),
            session_key: run.session.map(|session| session.to_string()),
            result,
            by_hand: run.by_hand,
            first: run.first.is_some(),
            made_up: run.session.is_some() && late > ON_TIME,
            reason,
            slots: run.slots,
            new: run.new,
            changed: run.changed,
            gone: run.gone,
            unchanged: run.unchanged,
            paid: run.paid,
            pending: run.pending,
            left_out: run.left_out,
            publisher: run
                .by_publisher
                .iter()
                .map(|change| PublisherBody {
                    field: change.field.into(),
                    percent: change.percent,
                })
                .collect(),
            ended_at: run.ended_at.map(|at| at.to_string()),
        }
    }
}
