//! `demandatlas token`: an access token for scripts, and nothing else on standard output.

use anyhow::bail;
use clap::Args;

use super::say;
use crate::config::Settings;
use crate::dev_idp::{DevIdpConfig, mint_access_token};

#[derive(Debug, Args)]
pub(super) struct TokenArgs {
    /// The person's e-mail address
    #[arg(long)]
    email: String,
    /// basic, pro, business or enterprise; the account keeps its tier where left out
    #[arg(long)]
    tier: Option<String>,
}

pub(super) fn print(settings: &Settings, args: &TokenArgs) -> anyhow::Result<()> {
    if let Some(issuer) = &settings.auth.issuer {
        bail!(
            "the configured issuer is {}: ask it for a token; this command serves the development sign-in only",
            issuer.as_str()
        );
    }
    let config = dev_idp_config(settings)?;
    say(mint_access_token(
        &config,
        &args.email,
        args.tier.as_deref(),
    )?);
    Ok(())
}

/// The development identity provider that the settings describe.
pub(super) fn dev_idp_config(settings: &Settings) -> anyhow::Result<DevIdpConfig> {
    let auth = &settings.auth;
    let server = &settings.server;
    let config = match &auth.dev_origin {
        Some(origin) => {
            crate::dev_idp::check_loopback(server.addr)?;
            DevIdpConfig::for_origin(origin, &server.data_dir, &auth.client_id, &auth.audience)?
        }
        None => DevIdpConfig::for_addr(
            server.addr,
            &server.data_dir,
            &auth.client_id,
            &auth.audience,
        )?,
    };
    Ok(config.with_organization(auth.organization.clone()))
}
