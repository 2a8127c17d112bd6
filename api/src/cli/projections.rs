//! `demandatlas projections` and `demandatlas migrate`.

use ::projections::{RebuildProgress, all, count_events};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use store::db::Storage;
use store::log::EventLog;
use store::subscriptions::{Checkpoints, Status};

use super::progress::events_bar;
use super::say;
use crate::config::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum ProjectionsCommand {
    /// Show how far each read model has come
    Status,
    /// Build a read model anew from the first event, beside the one that serves, then swap
    Rebuild(RebuildArgs),
    /// Compare the live rows with a fresh rebuild
    Verify,
}

#[derive(Debug, Args)]
pub(super) struct RebuildArgs {
    /// The read model's name, as status shows it
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    name: Option<String>,
    /// Every read model
    #[arg(long)]
    all: bool,
}

pub(super) async fn migrate(settings: Settings) -> anyhow::Result<()> {
    let storage = Storage::open(&settings.database()?, &settings.server.data_dir).await?;
    say(format_args!(
        "The {} schema is up to date.",
        storage.log.engine()
    ));
    storage.close().await;
    Ok(())
}

pub(super) async fn run(settings: Settings, command: ProjectionsCommand) -> anyhow::Result<()> {
    let storage = Storage::open(&settings.database()?, &settings.server.data_dir).await?;
    let log = EventLog::new(&storage);
    let done = match command {
        ProjectionsCommand::Status => status(&storage, &log).await,
        ProjectionsCommand::Rebuild(args) => rebuild(&storage, &log, &args).await,
        ProjectionsCommand::Verify => verify(&storage, &log).await,
    };
    storage.close().await;
    done
}

async fn status(storage: &Storage, log: &EventLog) -> anyhow::Result<()> {
    let head = log.head().await?;
    say(format_args!(
        "{:<22} {:>12}  the log's end",
        "",
        head.to_string()
    ));
    let checkpoints = Checkpoints::new(storage.views.clone());
    for view in all() {
        let at = checkpoints.load(view.checkpoint()).await?;
        let state = match (at.status, at.failure) {
            (Status::Paused, reason) => format!(
                "PAUSED: {}; mend it, then: demandatlas projections rebuild {}",
                reason.unwrap_or_default(),
                view.name()
            ),
            (Status::Running, _) if at.cursor == head => "up to date".to_owned(),
            (Status::Running, _) => "behind; a running server catches up".to_owned(),
        };
        say(format_args!(
            "{:<22} {:>12}  {state}",
            view.name(),
            at.cursor.to_string()
        ));
    }
    let reactor = commands::scraping::ENQUEUE_JOBS;
    let at = Checkpoints::new(storage.log.clone()).load(reactor).await?;
    let state = match (at.status, at.failure) {
        (Status::Paused, reason) => format!("PAUSED: {}", reason.unwrap_or_default()),
        (Status::Running, _) => "queues jobs for the workers".to_owned(),
    };
    say(format_args!(
        "{reactor:<22} {:>12}  {state}",
        at.cursor.to_string()
    ));
    Ok(())
}

async fn rebuild(storage: &Storage, log: &EventLog, args: &RebuildArgs) -> anyhow::Result<()> {
    let mut views = all();
    if let Some(name) = &args.name {
        views.retain(|view| view.name() == name);
        if views.is_empty() {
            let names: Vec<_> = all().iter().map(|view| view.name()).collect();
            bail!(
                "there is no read model '{name}': choose {}",
                names.join(", ")
            );
        }
    }
    for view in views {
        let bar = events_bar(count_events(storage).await?, view.name());
        let done = view
            .rebuild(storage, log, &|progress: RebuildProgress| {
                bar.set_position(progress.events);
            })
            .await
            .with_context(|| format!("{} is as it was", view.name()))?;
        bar.finish_and_clear();
        say(format_args!(
            "{:<16} rebuilt from {} events",
            view.name(),
            done.events
        ));
    }
    Ok(())
}

async fn verify(storage: &Storage, log: &EventLog) -> anyhow::Result<()> {
    let mut wrong = 0;
    for view in all() {
        let bar = events_bar(count_events(storage).await?, view.name());
        let found = view
            .verify(storage, log, &|progress: RebuildProgress| {
                bar.set_position(progress.events);
            })
            .await?;
        bar.finish_and_clear();
        if found.keys.is_empty() {
            say(format_args!(
                "{:<16} {} rows, as a rebuild makes them",
                view.name(),
                found.rows
            ));
        } else {
            wrong += 1;
            say(format_args!(
                "{:<16} {} rows DIFFER from a rebuild: {}",
                view.name(),
                found.rows,
                found.keys.join(", ")
            ));
        }
    }
    if wrong > 0 {
        bail!("{wrong} read models differ: run demandatlas projections rebuild --all");
    }
    Ok(())
}
