//! `demandatlas monitors`.

use clap::{Args, Subcommand};
use commands::CommandError;
use domain::ids::MonitorId;
use domain::monitor::{Days, Schedule};
use jiff::Timestamp;
use projections::monitor_runs::{MonitorRunsQuery, RunListed, RunResult};
use projections::monitors::{MonitorListed, MonitorsQuery};

use super::audit::{self, Operation};
use super::core::{catch_up_all, with_core};
use super::report::{Format, Report};
use super::terminal::say;
use super::which_store::IfNone;
use crate::core::Core;
use crate::parts::monitor_control;
use crate::settings::Settings;

/// Monitors read per query.
const PORTION: u32 = 1_000;
/// Runs that `show` lists.
const RUNS: u32 = 20;

#[derive(Debug, Subcommand)]
pub(super) enum MonitorsCommand {
    /// List users' scheduled searches: when they run next, and what they came to last
    List(ListArgs),
    /// Show one scheduled search and its last runs
    Show(ShowArgs),
    /// Have a scheduled search run at the next look of a running server
    Run(OneArgs),
    /// Pause a scheduled search; its owner can resume it
    Pause(OneArgs),
}

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// List only this user's, by subject id
    #[arg(long)]
    user: Option<String>,
    /// List at most this many
    #[arg(long)]
    limit: Option<usize>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// Its id, as `list` shows it
    id: MonitorId,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Args)]
pub(super) struct OneArgs {
    /// Its id, as `list` shows it
    id: MonitorId,
}

const COLUMNS: [&str; 9] = [
    "id", "user_id", "search", "schedule", "status", "next_run", "known", "spent", "budget",
];
const NUMBERS: [&str; 3] = ["known", "spent", "budget"];
const RUN_COLUMNS: [&str; 9] = [
    "slot",
    "began",
    "result",
    "new",
    "changed",
    "gone",
    "unchanged",
    "paid",
    "pending",
];
const RUN_NUMBERS: [&str; 6] = ["new", "changed", "gone", "unchanged", "paid", "pending"];

pub(super) async fn run(settings: Settings, command: MonitorsCommand) -> anyhow::Result<()> {
    with_core(&settings, IfNone::Refuse, async |core| {
        let operation = operation(&command);
        let done = match command {
            MonitorsCommand::List(args) => list(core, &args).await,
            MonitorsCommand::Show(args) => show(core, &args).await,
            MonitorsCommand::Run(args) => run_soon(core, args.id).await,
            MonitorsCommand::Pause(args) => pause(core, args.id).await,
        };
        audit::noted(&core.storage.log, operation, done).await
    })
    .await
}

fn operation(command: &MonitorsCommand) -> Option<Operation> {
    match command {
        MonitorsCommand::List(_) | MonitorsCommand::Show(_) => None,
        MonitorsCommand::Run(args) => Some(("monitors run", args.id.to_string())),
        MonitorsCommand::Pause(args) => Some(("monitors pause", args.id.to_string())),
    }
}

async fn list(core: &Core, args: &ListArgs) -> anyhow::Result<()> {
    catch_up_all(core).await?;
    let monitors = MonitorsQuery::new(core.storage.views.clone());
    let limit = args.limit.unwrap_or(usize::MAX);
    let now = core.clock.now();
    let mut rows = Vec::new();
    let mut after = String::new();
    loop {
        let page = monitors.all(args.user.as_deref(), &after, PORTION).await?;
        let Some(last) = page.last() else { break };
        after = last.id.to_string();
        rows.extend(page.iter().map(|monitor| cells(monitor, now)));
        if rows.len() >= limit {
            rows.truncate(limit);
            break;
        }
    }
    Report {
        columns: &COLUMNS,
        numbers: &NUMBERS,
        rows,
        empty: "No scheduled searches.",
    }
    .print(args.format);
    Ok(())
}

async fn show(core: &Core, args: &ShowArgs) -> anyhow::Result<()> {
    catch_up_all(core).await?;
    let monitors = MonitorsQuery::new(core.storage.views.clone());
    let monitor = monitors.find(args.id).await?;
    let monitor = monitor.ok_or(CommandError::NotFound("schedule"))?;
    if args.format == Format::Table {
        for (column, cell) in COLUMNS.iter().zip(cells(&monitor, core.clock.now())) {
            say(format_args!("{column:<12}{cell}"));
        }
        say("");
    }
    let runs = MonitorRunsQuery::new(core.storage.views.clone());
    let runs = runs.newest(args.id, None, RUNS).await?;
    Report {
        columns: &RUN_COLUMNS,
        numbers: &RUN_NUMBERS,
        rows: runs.iter().map(run_cells).collect(),
        empty: "No runs yet.",
    }
    .print(args.format);
    Ok(())
}

async fn run_soon(core: &Core, id: MonitorId) -> anyhow::Result<()> {
    monitor_control(core).run_soon(id).await?;
    say("It runs at the next look of a running server, within seconds.");
    Ok(())
}

async fn pause(core: &Core, id: MonitorId) -> anyhow::Result<()> {
    monitor_control(core).pause(id).await?;
    say("It is paused. A run under way goes on; its owner can resume it.");
    Ok(())
}

fn cells(monitor: &MonitorListed, now: Timestamp) -> Vec<String> {
    let terms = &monitor.created.terms;
    let status = match (monitor.paused, monitor.running) {
        (Some(by), _) => format!("paused ({})", by.as_str()),
        (None, Some(_)) => "running".to_owned(),
        (None, None) => "on".to_owned(),
    };
    let next = terms
        .schedule
        .next(now)
        .filter(|_| monitor.paused.is_none());
    vec![
        monitor.id.to_string(),
        monitor.created.user.to_string(),
        monitor.created.search.name(),
        schedule_text(&terms.schedule),
        status,
        next.map_or_else(String::new, |slot| slot.to_string()),
        monitor.known.to_string(),
        monitor.spent_in(terms.schedule.month_of(now)).to_string(),
        terms.budget.to_string(),
    ]
}

fn schedule_text(schedule: &Schedule) -> String {
    let days = match schedule.days {
        Days::Day => "daily".to_owned(),
        Days::Week { weekday } => format!("every {}", weekday.as_str()),
        Days::Days { days, .. } => format!("every {days} days"),
        Days::Month { day } => format!("monthly on day {day}"),
    };
    format!("{days} at {} {}", schedule.at, schedule.zone.name())
}

fn run_cells(run: &RunListed) -> Vec<String> {
    let result = match run.result {
        RunResult::Running => "running".to_owned(),
        RunResult::Ended(outcome) => outcome.as_str().to_owned(),
        RunResult::Skipped(reason) if run.slots > 1 => {
            format!("{} slots skipped: {}", run.slots, reason.as_str())
        }
        RunResult::Skipped(reason) => format!("skipped: {}", reason.as_str()),
        RunResult::Paused(by) => format!("paused: {}", by.as_str()),
    };
    vec![
        run.slot.to_string(),
        run.at.to_string(),
        result,
        run.new.to_string(),
        run.changed.to_string(),
        run.gone.to_string(),
        run.unchanged.to_string(),
        run.paid.to_string(),
        run.pending.to_string(),
    ]
}
