//! `demandatlas coupons`.

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use commands::coupons::{CouponCode, coupon_state};
use cqrs_es::Aggregate;
use domain::coupon::{Coupon, CouponIssued};
use domain::ids::CouponId;
use domain::tier::Tier;

use super::audit;
use super::core::{moment, with_core};
use super::report::{Format, Report};
use super::terminal::say;
use super::which_store::IfNone;
use crate::core::Core;
use crate::settings::Settings;

/// Ids are displayed with this many characters, and accepted with at least as many.
const SHORT_ID: usize = 12;
/// Coupons read per query.
const PORTION: usize = 1_000;

#[derive(Debug, Subcommand)]
pub(super) enum CouponsCommand {
    /// Make a coupon; a generated code is shown once and not stored
    Issue(IssueArgs),
    /// List the coupons
    List(ListArgs),
    /// End a coupon; redeemed credits stay
    Revoke(RevokeArgs),
}

#[derive(Debug, Args)]
pub(super) struct IssueArgs {
    /// Credits per redemption
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(i64).range(1..=1_000_000_000))]
    credits: i64,
    /// How many users can redeem it
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    max_redemptions: u32,
    /// Your own code, 4 to 20 letters, digits and hyphens; short codes can be guessed
    #[arg(long)]
    code: Option<String>,
    /// Raise those who redeem it to this tier: basic, pro, business or enterprise
    #[arg(long)]
    tier: Option<Tier>,
    /// The last day (2026-12-31) or moment (2026-12-31T12:00:00Z) on which it can be redeemed, UTC
    #[arg(long)]
    expires: Option<String>,
    /// Its name in lists and ledgers; must not contain the code
    #[arg(long, default_value = "coupon")]
    label: String,
    /// Create the store if there is none yet
    #[arg(long)]
    create: bool,
}

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Args)]
pub(super) struct RevokeArgs {
    /// The coupon's code, or its id as `list` shows it
    #[arg(required_unless_present = "code")]
    coupon: Option<String>,
    /// The coupon's code, never taken as an id
    #[arg(long, conflicts_with = "coupon")]
    code: Option<String>,
}

pub(super) async fn run(settings: Settings, command: CouponsCommand) -> anyhow::Result<()> {
    let if_none = match &command {
        CouponsCommand::Issue(args) if args.create => IfNone::Create,
        CouponsCommand::Issue(_) => IfNone::OfferCreate,
        CouponsCommand::List(_) | CouponsCommand::Revoke(_) => IfNone::Refuse,
    };
    let operation = match command {
        CouponsCommand::Issue(_) => Some(("coupons issue", String::new())),
        CouponsCommand::List(_) => None,
        CouponsCommand::Revoke(_) => Some(("coupons revoke", String::new())),
    };
    with_core(&settings, if_none, async |core| {
        let done = match command {
            CouponsCommand::Issue(args) => issue(core, args).await,
            CouponsCommand::List(args) => list(core, args.format).await,
            CouponsCommand::Revoke(args) => {
                let coupon = args.coupon.or(args.code).unwrap_or_default();
                revoke(core, &coupon).await
            }
        };
        audit::noted(&core.storage.log, operation, done).await
    })
    .await
}

async fn issue(core: &Core, args: IssueArgs) -> anyhow::Result<()> {
    let expires_at = args.expires.as_deref().map(moment).transpose()?;
    if expires_at.is_some_and(|end| end < core.clock.now()) {
        bail!("--expires is in the past");
    }
    let code = match &args.code {
        Some(code) => CouponCode::parse(code)?,
        None => CouponCode::generate(),
    };
    let bare = |text: &str| text.to_ascii_uppercase().replace(['-', ' '], "");
    if bare(&args.label).contains(&bare(code.reveal())) {
        bail!("the label reveals the code: choose another label");
    }
    let coupon = CouponIssued {
        label: args.label,
        credits: args.credits,
        tier: args.tier,
        max_redemptions: args.max_redemptions,
        expires_at,
    };
    let id = core.coupons.issue(&code, coupon).await?;
    say(format_args!("Code:  {}", code.reveal()));
    say(format_args!("Id:    {}", short(id.as_str())));
    if args.code.is_none() {
        say("The code is shown only once and is not stored. Give it to those who may redeem it.");
    }
    Ok(())
}

fn short(id: &str) -> &str {
    &id[..id.len().min(SHORT_ID)]
}

async fn list(core: &Core, format: Format) -> anyhow::Result<()> {
    let now = core.clock.now();
    let mut rows = Vec::new();
    for id in ids(core).await? {
        let loaded = core.dispatcher.store().load::<Coupon>(&id).await?;
        let coupon = loaded.aggregate();
        if let Some(issued) = coupon.issued() {
            rows.push(vec![
                short(&id).to_owned(),
                issued.label.clone(),
                issued.credits.to_string(),
                issued
                    .tier
                    .map_or_else(String::new, |tier| tier.to_string()),
                coupon.redemptions().to_string(),
                issued.max_redemptions.to_string(),
                issued
                    .expires_at
                    .map_or_else(String::new, |end| end.to_string()),
                coupon_state(coupon, now).to_owned(),
            ]);
        }
    }
    Report {
        columns: &[
            "id",
            "label",
            "credits",
            "tier",
            "redeemed",
            "max_redemptions",
            "expires_at",
            "state",
        ],
        numbers: &["credits", "redeemed", "max_redemptions"],
        rows,
        empty: "No coupons have been issued. See 'demandatlas coupons issue --help'.",
    }
    .print(format);
    Ok(())
}

async fn ids(core: &Core) -> anyhow::Result<Vec<String>> {
    let mut ids: Vec<String> = Vec::new();
    loop {
        let after = ids.last().map_or("", String::as_str);
        let heads = core
            .log
            .stream_heads_after(Coupon::TYPE, after, PORTION)
            .await?;
        if heads.is_empty() {
            return Ok(ids);
        }
        ids.extend(heads.into_iter().map(|head| head.aggregate_id));
    }
}

async fn revoke(core: &Core, coupon: &str) -> anyhow::Result<()> {
    let id = find(core, coupon).await?;
    core.coupons.revoke(&id).await?;
    say(format_args!(
        "Coupon {} can no longer be redeemed.",
        short(id.as_str())
    ));
    Ok(())
}

/// Finds a coupon by its code, or by the beginning of its id.
async fn find(core: &Core, coupon: &str) -> anyhow::Result<CouponId> {
    if let Ok(code) = CouponCode::parse(coupon) {
        let id = core.coupons.id_of(&code).await?;
        let loaded = core.dispatcher.store().load::<Coupon>(id.as_str()).await?;
        if loaded.aggregate().issued().is_some() {
            return Ok(id);
        }
    }
    let start = coupon.trim().to_ascii_lowercase();
    let is_id = start.len() >= SHORT_ID && start.chars().all(|c| c.is_ascii_hexdigit());
    let none = || {
        format!(
            "there is no coupon with the code or id '{coupon}': run 'demandatlas coupons list' to see all"
        )
    };
    if !is_id {
        bail!(none());
    }
    let ids = ids(core).await?;
    ids.into_iter()
        .find(|id| id.starts_with(&start))
        .map(CouponId::from_hash)
        .with_context(none)
}
