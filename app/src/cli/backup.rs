//! `demandatlas backup` and `demandatlas restore`: everything that cannot be made anew, in one file, from and to any
//! engine, beside a running server.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use store::db::Storage;
use store::installation;
use store::log::EventLog;
use store::transfer::{self, Along};

use super::audit;
use super::events::{Import, import_file};
use super::output::{OutputArgs, Readers};
use super::progress::{count, events_bar};
use super::terminal::say;
use super::which_store::{self, IfNone};
use crate::secret::SecretKey;
use crate::settings::Settings;

#[derive(Debug, Args)]
pub(super) struct BackupArgs {
    #[command(flatten)]
    output: OutputArgs,
    /// Also write the secret key, with the former ones, to this file: keep it apart from the backup
    #[arg(long, value_name = "FILE")]
    secret_key: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct RestoreArgs {
    /// A file written by `backup`
    file: PathBuf,
    /// The file with the secret key, if the data folder has none yet
    #[arg(long, value_name = "FILE")]
    secret_key: Option<PathBuf>,
}

/// Writes the log, the chain over it, rows, users' keys and all else that is not made anew, as of one moment.
pub(super) async fn backup(settings: Settings, args: BackupArgs) -> anyhow::Result<()> {
    which_store::name(&settings, IfNone::Refuse).await?;
    let storage = settings.storage().await?;
    let written = write(&settings, &storage, &args).await;
    let written = audit::noted(&storage.log, Some(("backup", String::new())), written).await;
    storage.close().await;
    written
}

async fn write(settings: &Settings, storage: &Storage, args: &BackupArgs) -> anyhow::Result<()> {
    let log = EventLog::new(storage);
    log.reach().await?;
    let Some(owner) = installation::owner(&storage.log).await? else {
        bail!("this database belongs to no secret key yet: there is nothing to back up")
    };
    let secret = SecretKey::of_database(settings, &owner)?;
    installation::claim(&storage.log, &secret.fingerprint()).await?;
    let mut out = args.output.open(Readers::Owner, &[])?;
    if let Some(path) = &args.secret_key {
        secret.write_all_to(path)?;
    }
    let bar = events_bar(log.count_all().await?, "backup");
    let progress = |events| bar.set_position(events);
    let keys = secret.seals();
    let summary = transfer::export(&log, &keys, Along::Everything, &mut out, &progress).await?;
    out.finish()?;
    bar.finish_and_clear();
    if !args.output.is_standard_output() {
        say(format_args!(
            "{} and all rows in {}, SHA-256 {}",
            count(summary.events, "event", "events"),
            args.output.output.display(),
            summary.sha256
        ));
    }
    Ok(())
}

/// Fills an empty store with a backup: all of it, or nothing.
pub(super) async fn restore(settings: Settings, args: RestoreArgs) -> anyhow::Result<()> {
    which_store::name(&settings, IfNone::Create).await?;
    if let Some(path) = &args.secret_key {
        give_key(&settings, path)?;
    }
    let storage = settings.storage().await?;
    let log = EventLog::new(&storage);
    log.reach().await?;
    let restored = import_file(&settings, &storage, &log, &args.file, Import::Backup).await;
    let restored = audit::noted(&storage.log, Some(("restore", String::new())), restored).await;
    storage.close().await;
    restored
}

/// Puts the key into the data folder, unless it is there.
fn give_key(settings: &Settings, path: &Path) -> anyhow::Result<()> {
    if settings.secret_key.is_some() {
        bail!("the key is set with DEMANDATLAS_SECRET_KEY: leave out --secret-key");
    }
    let given = SecretKey::read(path)?;
    let there = given
        .place_first(settings)
        .with_context(|| format!("the key of {} cannot be used", path.display()))?;
    if there.fingerprint() != given.fingerprint() {
        bail!(
            "the data folder has another secret key ({}) than {} ({}): restore into another folder",
            there.fingerprint(),
            path.display(),
            given.fingerprint()
        );
    }
    Ok(())
}
