//! `demandatlas sessions`.

use clap::{Args, Subcommand};
use domain::ids::UserId;

use super::audit;
use super::core::with_core;
use super::terminal::say;
use super::which_store::IfNone;
use crate::core::Core;
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum SessionsCommand {
    /// Refuse the access tokens that a user has been issued until now, on every server, within a second
    ///
    /// The issuer may issue new ones: end the user's session and revoke the refresh tokens there first. Repeat this
    /// command after a minute if the issuer's clock may be ahead of this machine's.
    End(EndArgs),
}

#[derive(Debug, Args)]
pub(super) struct EndArgs {
    /// The user's subject id, as `accounts list` shows it
    user: String,
}

pub(super) async fn run(settings: Settings, command: SessionsCommand) -> anyhow::Result<()> {
    let SessionsCommand::End(EndArgs { user }) = command;
    with_core(&settings, IfNone::Refuse, async |core| {
        let done = end(core, &user).await;
        audit::noted(&core.storage.log, Some(("sessions end", user)), done).await
    })
    .await
}

async fn end(core: &Core, user: &str) -> anyhow::Result<()> {
    let user = UserId::new(user)?;
    core.accounts.end_sessions(&user).await?;
    say(format_args!(
        "The sessions of {user} are ended. With the issuer's next token the user is signed in again."
    ));
    Ok(())
}
