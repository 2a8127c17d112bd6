//! `demandatlas people`.

use anyhow::Context;
use clap::{Args, Subcommand};
use websites::Contacts;

use super::audit;
use super::core::with_core;
use super::terminal::say;
use super::which_store::IfNone;
use crate::core::Core;
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum PeopleCommand {
    /// Remove an e-mail address, a phone number or a domain from what all users' websites say, for good
    ///
    /// What websites said of it goes from all users' rows and saved companies, and from the pages that are kept. A keyed
    /// hash of it stays, so that it never comes back, whoever reads the website. Of a removed domain nothing is read any
    /// more. What comes from a listing stays: remove it there, and import the listing again. Repeating an interrupted
    /// command completes it.
    Remove(RemoveArgs),
}

#[derive(Debug, Args)]
pub(super) struct RemoveArgs {
    /// Such as jane@shop.example, (541) 555-0101 or shop.example
    #[arg(value_name = "EMAIL|PHONE|DOMAIN")]
    contact: String,
}

pub(super) async fn run(settings: Settings, command: PeopleCommand) -> anyhow::Result<()> {
    let PeopleCommand::Remove(RemoveArgs { contact }) = command;
    let contact = Contacts::read(&contact).with_context(|| {
        format!("'{contact}' is not an e-mail address, a US phone number or a domain")
    })?;
    with_core(&settings, IfNone::Refuse, async |core| {
        let mark = core.removals().mark(&contact);
        let done = remove(core, &contact).await;
        // The audit log does not say whom.
        audit::noted(&core.storage.log, Some(("people remove", mark)), done).await
    })
    .await
}

async fn remove(core: &Core, contact: &Contacts) -> anyhow::Result<()> {
    let removed = core.removals().remove(contact).await?;
    let before = if removed.is_new {
        ""
    } else {
        " It had been removed before."
    };
    let (rows, pages) = (removed.rows, removed.pages);
    say(format_args!(
        "Removed from {rows} websites of users and {pages} kept pages. It will not come back.{before}"
    ));
    Ok(())
}
