//! `demandatlas token`: an access token for scripts, and nothing else on standard output.

use anyhow::bail;
use clap::Args;

use super::terminal::say;
use crate::issuer;
use crate::settings::Settings;

#[derive(Debug, Args)]
pub(super) struct TokenArgs {
    /// The person's e-mail address
    #[arg(long)]
    email: String,
    /// basic, pro, business or enterprise; if omitted, the account keeps its tier
    #[arg(long)]
    tier: Option<String>,
}

pub(super) fn print(settings: &Settings, args: &TokenArgs) -> anyhow::Result<()> {
    if let Some(issuer) = &settings.auth.issuer {
        bail!(
            "the configured issuer is {}: get a token from it; this command makes tokens of the development sign-in only",
            issuer.as_str()
        );
    }
    say(issuer::development_token(
        settings,
        &args.email,
        args.tier.as_deref(),
    )?);
    Ok(())
}
