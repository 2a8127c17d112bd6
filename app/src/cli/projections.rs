//! `demandatlas projections` and `demandatlas migrate`.

use ::projections::{RebuildProgress, View, all};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use store::StoreError;
use store::db::{Db, Storage};
use store::log::EventLog;
use store::subscriptions::{Checkpoint, Checkpoints, Status};
use store::user_keys::UserKeys;
use tokio_util::sync::CancellationToken;

use super::audit;
use super::exit;
use super::progress::{count, events_bar};
use super::terminal::say;
use super::which_store::{self, IfNone};
use crate::secret::SecretKey;
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum ProjectionsCommand {
    /// Show how far each read model is
    Status,
    /// Rebuild a read model from the first event, next to the live one, then swap
    Rebuild(RebuildArgs),
    /// Compare the live rows with a fresh rebuild
    Verify,
    /// Let a paused read model or reactor retry where it stopped
    Resume {
        /// Its name, as `status` shows it
        name: String,
    },
}

#[derive(Debug, Args)]
#[command(
    override_usage = "demandatlas projections rebuild [OPTIONS] <NAME>\n       demandatlas projections rebuild [OPTIONS] --all"
)]
pub(super) struct RebuildArgs {
    /// The read model's name, as `status` shows it
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    name: Option<String>,
    /// Rebuild every read model
    #[arg(long)]
    all: bool,
}

pub(super) async fn migrate(settings: Settings) -> anyhow::Result<()> {
    which_store::name(&settings, IfNone::Create).await?;
    let storage = settings.storage().await?;
    say(format_args!(
        "The {} schema is up to date.",
        storage.log.engine()
    ));
    storage.close().await;
    Ok(())
}

pub(super) async fn run(settings: Settings, command: ProjectionsCommand) -> anyhow::Result<()> {
    which_store::name(&settings, IfNone::Refuse).await?;
    let storage = settings.storage().await?;
    let keys = UserKeys::new(storage.log.clone(), SecretKey::open(&settings)?.user_keys());
    let log = EventLog::new(&storage).with_keys(keys);
    log.reach().await?;
    let stop = stop_on_ctrl_c();
    let operation = match command {
        ProjectionsCommand::Rebuild(_) => Some(("projections rebuild", String::new())),
        ProjectionsCommand::Resume { .. } => Some(("projections resume", String::new())),
        ProjectionsCommand::Status | ProjectionsCommand::Verify => None,
    };
    let done = match command {
        ProjectionsCommand::Status => status(&storage, &log).await,
        ProjectionsCommand::Rebuild(args) => rebuild(&storage, &log, &stop, &args).await,
        ProjectionsCommand::Verify => verify(&storage, &log, &stop).await,
        ProjectionsCommand::Resume { name } => resume(&storage, &name).await,
    };
    let done = audit::noted(&storage.log, operation, done).await;
    storage.close().await;
    done
}

/// Cancelled at the first Ctrl-C, so that leases and new tables are released. A second one kills the process.
fn stop_on_ctrl_c() -> CancellationToken {
    let stop = CancellationToken::new();
    let asked = stop.clone();
    tokio::spawn(async move {
        while tokio::signal::ctrl_c().await.is_ok() {
            if asked.is_cancelled() {
                exit::interrupted();
            }
            asked.cancel();
        }
    });
    stop
}

/// A line of the status table.
struct Line {
    name: &'static str,
    at: Checkpoint,
    /// Events in the log that it has not handled.
    behind: u64,
    /// The version that answers while this one is being built.
    answered_by: Option<u32>,
    /// What to do about a pause.
    mend: String,
}

impl Line {
    async fn read(
        log: &EventLog,
        db: &Db,
        checkpoint: &str,
        name: &'static str,
        mend: String,
    ) -> Result<Self, StoreError> {
        let at = Checkpoints::new(db.clone()).load(checkpoint).await?;
        Ok(Self {
            name,
            behind: log.count_after(at.cursor, usize::MAX).await?,
            at,
            answered_by: None,
            mend,
        })
    }

    fn show(&self, width: usize) {
        let state = match (self.at.status, &self.at.failure) {
            (Status::Paused, reason) => format!(
                "PAUSED: {}. {}",
                reason.as_deref().unwrap_or("no reason was recorded"),
                self.mend
            ),
            (Status::Running, _) if self.answered_by.is_some() => {
                "not built yet: a server builds it while it runs".to_owned()
            }
            (Status::Running, _) if self.behind == 0 => "up to date".to_owned(),
            (Status::Running, _) => "behind: a server catches up while it runs".to_owned(),
        };
        let meanwhile = match self.answered_by {
            Some(version) => format!(" (version {version} answers meanwhile)"),
            None => String::new(),
        };
        say(format_args!(
            "{:<width$} {:>12} {:>12}  {state}{meanwhile}",
            self.name,
            self.at.cursor.to_string(),
            self.behind
        ));
    }
}

async fn status(storage: &Storage, log: &EventLog) -> anyhow::Result<()> {
    let mut lines = Vec::new();
    for view in all() {
        let name = view.name();
        let mend = format!(
            "It still answers with the rows it has. Fix the cause, then run: demandatlas projections resume {name}"
        );
        let mut line = Line::read(log, &storage.views, view.checkpoint(), name, mend).await?;
        line.answered_by = view.answered_by(&storage.views).await?;
        lines.push(line);
    }
    for reactor in [
        commands::scraping::ENQUEUE_JOBS,
        commands::scraping::CANCEL_SUSPENDED,
        commands::agenda::KEEP_AGENDA,
    ] {
        let mend = format!("Fix the cause, then run: demandatlas projections resume {reactor}");
        lines.push(Line::read(log, &storage.log, reactor, reactor, mend).await?);
    }
    let names = lines.iter().map(|line| line.name.len());
    let width = names.max().unwrap_or(0);
    let head = log.head().await?;
    say(format_args!("{:<width$} {:>12} {:>12}", "", "at", "behind"));
    say(format_args!(
        "{:<width$} {:>12} {:>12}",
        "the log's end",
        head.to_string(),
        ""
    ));
    for line in &lines {
        line.show(width);
    }
    Ok(())
}

async fn resume(storage: &Storage, name: &str) -> anyhow::Result<()> {
    let view = all().into_iter().find(|view| view.name() == name);
    let resumed = match &view {
        Some(view) => {
            let checkpoints = Checkpoints::new(storage.views.clone());
            checkpoints.resume(view.checkpoint()).await?
        }
        None => Checkpoints::new(storage.log.clone()).resume(name).await?,
    };
    if !resumed {
        bail!("nothing named '{name}' is paused: see 'demandatlas projections status'");
    }
    say(format_args!(
        "{name} is running again; 'demandatlas projections status' shows its progress"
    ));
    Ok(())
}

fn chosen(args: &RebuildArgs) -> anyhow::Result<Vec<View>> {
    let mut views = all();
    if let Some(name) = &args.name {
        views.retain(|view| view.name() == name);
        if views.is_empty() {
            let names: Vec<_> = all().iter().map(|view| view.name()).collect();
            bail!(
                "there is no read model '{name}': choose one of {}",
                names.join(", ")
            );
        }
    }
    Ok(views)
}

async fn rebuild(
    storage: &Storage,
    log: &EventLog,
    stop: &CancellationToken,
    args: &RebuildArgs,
) -> anyhow::Result<()> {
    let views = chosen(args)?;
    let names: Vec<_> = views.iter().map(View::name).collect();
    let names = names.join(", ");
    let label = if args.all { "rebuild" } else { views[0].name() };
    let bar = events_bar(log.count_all().await?, label);
    let progress = |progress: RebuildProgress| bar.set_position(progress.events);
    let done = ::projections::rebuild(&views, storage, log, stop, &progress).await;
    bar.finish_and_clear();
    let done = done.with_context(|| format!("{names}: unchanged"))?;
    for view in &views {
        say(format_args!(
            "{:<16} rebuilt from {}",
            view.name(),
            count(done.events, "event", "events")
        ));
    }
    Ok(())
}

async fn verify(storage: &Storage, log: &EventLog, stop: &CancellationToken) -> anyhow::Result<()> {
    let mut wrong = 0;
    let events = log.count_all().await?;
    for view in all() {
        let bar = events_bar(events, view.name());
        let progress = |progress: RebuildProgress| bar.set_position(progress.events);
        let found = ::projections::verify(&view, storage, log, stop, &progress).await;
        bar.finish_and_clear();
        let found = found?;
        if found.keys.is_empty() {
            say(format_args!(
                "{:<16} {}, identical to a rebuild",
                view.name(),
                count(found.rows, "row", "rows")
            ));
        } else {
            wrong += 1;
            say(format_args!(
                "{:<16} {} DIFFER from a rebuild: {}",
                view.name(),
                count(found.rows, "row", "rows"),
                found.keys.join(", ")
            ));
        }
    }
    if wrong > 0 {
        let models = count(wrong, "read model differs", "read models differ");
        bail!("{models}: run demandatlas projections rebuild --all");
    }
    Ok(())
}
