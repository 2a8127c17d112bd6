//! `demandatlas secret`: the key that seals the ledger, hides coupon codes and wraps users' keys.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use store::db::Storage;
use store::installation;
use store::links::{Kind, Links};
use store::log::EventLog;
use store::rotation::rotate;

use super::audit;
use super::progress::count;
use super::terminal::say;
use super::which_store::{self, IfNone};
use crate::secret::SecretKey;
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum SecretCommand {
    /// Name the key in use and those that it has replaced; the keys themselves are not shown
    Show,
    /// Replace the key: the ledger goes on with a new one, and what the former one has sealed is still verified with it
    Rotate(RotateArgs),
}

#[derive(Debug, Args)]
pub(super) struct RotateArgs {
    /// Where to write the new key if the current one is set with `DEMANDATLAS_SECRET_KEY`; else it goes to the data folder
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) async fn run(settings: Settings, command: SecretCommand) -> anyhow::Result<()> {
    which_store::name(&settings, IfNone::Refuse).await?;
    let storage = settings.storage().await?;
    let log = EventLog::new(&storage);
    log.reach().await?;
    let owner = installation::owner(&storage.log).await?;
    let Some(owner) = owner else {
        bail!("this database belongs to no secret key yet: the first start of the server makes one")
    };
    let secret = SecretKey::of_database(&settings, &owner)?;
    installation::claim(&storage.log, &secret.fingerprint()).await?;
    let done = match command {
        SecretCommand::Show => show(&secret, &Links::new(storage.log.clone())).await,
        SecretCommand::Rotate(args) => {
            let done = replace(&settings, &storage, &log, &secret, &args).await;
            let operation = Some(("secret rotate", String::new()));
            audit::noted(&storage.log, operation, done).await
        }
    };
    storage.close().await;
    done
}

async fn replace(
    settings: &Settings,
    storage: &Storage,
    log: &EventLog,
    secret: &SecretKey,
    args: &RotateArgs,
) -> anyhow::Result<()> {
    let next = secret.successor();
    place(settings, &next, args)?;
    let (from, to) = (secret.for_rotation(), next.for_rotation());
    let rotated = rotate(storage, log, &from, &to).await.context(
        "the secret key was not replaced; after a lost connection 'demandatlas secret show' tells",
    )?;
    say(format_args!(
        "Replaced the key {} with {}: {} linked, {} sealed anew, {} wrapped anew.",
        secret.fingerprint(),
        next.fingerprint(),
        count(rotated.events, "event", "events"),
        count(rotated.heads, "head", "heads"),
        count(rotated.user_keys, "user's key", "users' keys"),
    ));
    if rotated.wrong_heads > 0 {
        say(format_args!(
            "{} not match their events and were left as they are: run 'demandatlas ledger verify --all'.",
            count(rotated.wrong_heads, "head does", "heads do"),
        ));
    }
    finish(settings, args)
}

async fn show(secret: &SecretKey, links: &Links) -> anyhow::Result<()> {
    say(format_args!("Key {}, in use", secret.fingerprint()));
    for former in secret.former_fingerprints() {
        say(format_args!("Key {former}, replaced"));
    }
    let keys = secret.seals();
    for link in links.notes(Kind::Rotated).await? {
        if keys.named(&link.key).is_none() {
            say(format_args!(
                "A former key is missing here: what it has sealed up to event {} cannot be verified.",
                link.events
            ));
        }
    }
    Ok(())
}

/// The new key is kept before the database takes it.
fn place(settings: &Settings, next: &SecretKey, args: &RotateArgs) -> anyhow::Result<()> {
    match (&settings.secret_key, &args.output) {
        (None, None) => next.place_next(settings),
        (Some(_), Some(path)) => next.write_to(path),
        (Some(_), None) => bail!(
            "the key is set with DEMANDATLAS_SECRET_KEY: name a file for the new one with --output, outside the database"
        ),
        (None, Some(_)) => {
            bail!("the key is in the data folder, where the new one goes too: leave out --output")
        }
    }
}

fn finish(settings: &Settings, args: &RotateArgs) -> anyhow::Result<()> {
    match &args.output {
        None => {
            SecretKey::take_place(settings)?;
            say(
                "Back up secret.key, which has the new key and the former ones, and start every server again.",
            );
        }
        Some(path) => say(format_args!(
            "Set DEMANDATLAS_SECRET_KEY to the content of {}, put the former key first in DEMANDATLAS_FORMER_SECRET_KEYS, and \
             start every server again.",
            path.display()
        )),
    }
    Ok(())
}
