//! `demandatlas accounts`.

use std::io::{IsTerminal as _, Write as _};
use std::pin::pin;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use commands::companies::Companies;
use commands::{CommandError, Done};
use domain::credit_account::CreditAccount;
use domain::ids::UserId;
use domain::metadata::Actor;
use domain::tier::Tier;
use futures::TryStreamExt as _;
use projections::credit_status::Account;
use projections::personal_data::{OwnSettings, PersonalData};

use super::audit::{self, Operation};
use super::core::{catch_up, catch_up_all, with_core};
use super::output::{OutputArgs, Readers};
use super::progress::count;
use super::report::{Format, Report};
use super::terminal::say;
use super::which_store::IfNone;
use crate::core::Core;
use crate::parts::eraser;
use crate::settings::Settings;

/// Accounts read per query.
const PORTION: u32 = 1_000;

#[derive(Debug, Subcommand)]
pub(super) enum AccountsCommand {
    /// List the accounts with their balances
    List(ListArgs),
    /// Show one account: its balance and its reservations
    Show(ShowArgs),
    /// Change a user's plan from the next monthly period on
    SetTier(SetTierArgs),
    /// Give a user credits, or take some with a negative number
    Adjust(AdjustArgs),
    /// Keep a user out: every call is answered 403, open work is cancelled, credits stay
    Suspend(SuspendArgs),
    /// Let a suspended user in again
    Resume(ResumeArgs),
    /// Grant every monthly allowance that is due; accounts with more than 13 due get none until you run this
    GrantDue(GrantDueArgs),
    /// Write what a user searched, saved and wrote as one JSON document
    Export(ExportArgs),
    /// Permanently erase what a user saved and wrote; searches, credits and the ledger stay
    Erase(EraseArgs),
}

#[derive(Debug, Args)]
pub(super) struct GrantDueArgs {
    /// The user's subject id, as `list` shows it; without it, every account that waits for this command
    user: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    /// The user's subject id, as `list` shows it
    user: String,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct EraseArgs {
    /// The user's subject id, as `list` shows it
    user: String,
    /// Do not ask for the subject id as confirmation; required where nobody can answer, as in a script
    #[arg(long)]
    yes: bool,
}

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// List only accounts of this tier
    #[arg(long)]
    tier: Option<Tier>,
    /// List at most this many
    #[arg(long)]
    limit: Option<usize>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The user's subject id, as `list` shows it
    user: String,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Args)]
pub(super) struct SetTierArgs {
    /// The user's subject id, as `list` shows it
    user: String,
    /// basic, pro, business or enterprise
    tier: Tier,
}

#[derive(Debug, Args)]
pub(super) struct SuspendArgs {
    /// The user's subject id, as `list` shows it
    user: String,
    /// A note, such as a ticket number; recorded for good, so nothing personal. The user does not see it
    #[arg(long, default_value = "")]
    reason: String,
}

#[derive(Debug, Args)]
pub(super) struct ResumeArgs {
    /// The user's subject id, as `list` shows it
    user: String,
}

#[derive(Debug, Args)]
pub(super) struct AdjustArgs {
    /// The user's subject id, as `list` shows it
    user: String,
    /// Number of credits; negative to take
    #[arg(allow_hyphen_values = true)]
    credits: i64,
    /// The reason; recorded in the ledger
    #[arg(long)]
    reason: String,
    /// Who makes the adjustment; recorded in the ledger
    #[arg(long, default_value = "operator")]
    by: String,
    /// Repeating the command with the same key changes nothing; for example a ticket number
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

const COLUMNS: [&str; 10] = [
    "user_id",
    "tier",
    "next_tier",
    "available",
    "total",
    "used",
    "monthly",
    "bought",
    "held",
    "period_starts_at",
];

const NUMBERS: [&str; 6] = ["available", "total", "used", "monthly", "bought", "held"];

fn cells(account: &Account) -> Vec<String> {
    let balance = &account.balance;
    vec![
        account.user_id.clone(),
        balance.tier.to_string(),
        balance
            .next_tier
            .map_or_else(String::new, |tier| tier.to_string()),
        balance.available().to_string(),
        balance.total.to_string(),
        balance.used.to_string(),
        balance.monthly.to_string(),
        balance.bought.to_string(),
        balance.held.to_string(),
        balance.period_starts_at.to_string(),
    ]
}

pub(super) async fn run(settings: Settings, command: AccountsCommand) -> anyhow::Result<()> {
    with_core(&settings, IfNone::Refuse, async |core| {
        let operation = operation(&command);
        let done = match command {
            AccountsCommand::List(args) => list(core, &args).await,
            AccountsCommand::Show(args) => show(core, &args).await,
            AccountsCommand::SetTier(args) => set_tier(core, &args).await,
            AccountsCommand::Adjust(args) => adjust(core, args).await,
            AccountsCommand::Suspend(args) => suspend(core, args).await,
            AccountsCommand::Resume(args) => resume(core, &args.user).await,
            AccountsCommand::GrantDue(args) => grant_due(core, args).await,
            AccountsCommand::Export(args) => export(core, &args).await,
            AccountsCommand::Erase(args) => erase(core, &args).await,
        };
        audit::noted(&core.storage.log, operation, done).await
    })
    .await
}

/// What the audit log is told. An export changes nothing, but hands out what a user wrote.
fn operation(command: &AccountsCommand) -> Option<Operation> {
    Some(match command {
        AccountsCommand::List(_) | AccountsCommand::Show(_) => return None,
        AccountsCommand::SetTier(args) => ("accounts set-tier", args.user.clone()),
        AccountsCommand::Adjust(args) => ("accounts adjust", args.user.clone()),
        AccountsCommand::Suspend(args) => ("accounts suspend", args.user.clone()),
        AccountsCommand::Resume(args) => ("accounts resume", args.user.clone()),
        AccountsCommand::GrantDue(args) => {
            ("accounts grant-due", args.user.clone().unwrap_or_default())
        }
        AccountsCommand::Export(args) => ("accounts export", args.user.clone()),
        AccountsCommand::Erase(args) => ("accounts erase", args.user.clone()),
    })
}

async fn list(core: &Core, args: &ListArgs) -> anyhow::Result<()> {
    catch_up(core).await?;
    let limit = args.limit.unwrap_or(usize::MAX);
    let now = core.clock.now();
    let mut rows = Vec::new();
    let mut after = String::new();
    loop {
        let accounts = core.credit_status.list(&after, PORTION, now).await?;
        let Some(last) = accounts.last() else { break };
        after.clone_from(&last.user_id);
        let wanted = |account: &&Account| args.tier.is_none_or(|tier| account.balance.tier == tier);
        rows.extend(accounts.iter().filter(wanted).map(cells));
        if rows.len() >= limit {
            rows.truncate(limit);
            break;
        }
    }
    Report {
        columns: &COLUMNS,
        numbers: &NUMBERS,
        rows,
        empty: "No accounts: an account is opened when its user first signs in.",
    }
    .print(args.format);
    Ok(())
}

async fn show(core: &Core, args: &ShowArgs) -> anyhow::Result<()> {
    catch_up(core).await?;
    let (user, account) = account_of(core, &args.user).await?;
    if args.format != Format::Table {
        Report {
            columns: &COLUMNS,
            numbers: &NUMBERS,
            rows: vec![cells(&account)],
            empty: "",
        }
        .print(args.format);
        return Ok(());
    }
    for (column, cell) in COLUMNS.iter().zip(cells(&account)) {
        say(format_args!("{column:<18}{cell}"));
    }
    let loaded = core
        .dispatcher
        .store()
        .refresh::<CreditAccount>(user.as_str())
        .await?;
    let account = loaded.aggregate();
    match account.suspended() {
        Some("") => say("suspended         yes"),
        Some(reason) => say(format_args!("suspended         yes: {reason}")),
        None => {}
    }
    if let Some(not_before) = account.not_before() {
        say(format_args!("sessions ended    {not_before}"));
    }
    for (id, hold) in account.holds() {
        say(format_args!(
            "reserved          {} for job {} until {} (hold {id})",
            hold.amount, hold.session, hold.expires_at
        ));
    }
    Ok(())
}

async fn set_tier(core: &Core, args: &SetTierArgs) -> anyhow::Result<()> {
    let user = UserId::new(args.user.as_str())?;
    core.accounts.change_plan(&user, args.tier).await?;
    let loaded = core
        .dispatcher
        .store()
        .refresh::<CreditAccount>(user.as_str())
        .await?;
    let account = loaded.aggregate();
    if account.next_tier().is_some() {
        say(format_args!(
            "{user} changes from {} to {} at {}.",
            account.tier(),
            args.tier,
            account.next_period_at()
        ));
    } else {
        say(format_args!("{user} stays on {}.", account.tier()));
    }
    Ok(())
}

async fn suspend(core: &Core, args: SuspendArgs) -> anyhow::Result<()> {
    let user = UserId::new(args.user)?;
    core.accounts.suspend(&user, args.reason).await?;
    say(format_args!(
        "{user} is suspended. A running server cancels what is still open; the credits stay."
    ));
    Ok(())
}

async fn resume(core: &Core, user: &str) -> anyhow::Result<()> {
    let user = UserId::new(user)?;
    core.accounts.resume(&user).await?;
    say(format_args!("{user} is not suspended any more."));
    Ok(())
}

async fn adjust(core: &Core, args: AdjustArgs) -> anyhow::Result<()> {
    if args.reason.trim().is_empty() {
        bail!("--reason is empty: give a reason, which is recorded in the ledger");
    }
    let user = UserId::new(args.user)?;
    let key = args.key.as_deref();
    let adjusted = core
        .accounts
        .adjust(&user, args.credits, args.by, args.reason, key)
        .await;
    let done = match (adjusted, key) {
        (Err(CommandError::KeyReused), Some(key)) => {
            bail!("the key '{key}' was used for a different adjustment: use a new key")
        }
        (done, _) => done?,
    };
    if matches!(done, Done::Repeated(_)) {
        say("An adjustment with this key was already made; nothing was changed.");
    }
    catch_up(core).await?;
    let balance = core
        .credit_status
        .at(user.as_str(), core.clock.now())
        .await?
        .context("the account has no balance")?;
    let available = u64::try_from(balance.available()).unwrap_or_default();
    let credits = count(available, "credit", "credits");
    say(format_args!("{user} has {credits} available."));
    Ok(())
}

async fn grant_due(core: &Core, args: GrantDueArgs) -> anyhow::Result<()> {
    if let Some(user) = args.user {
        core.accounts.grant_due(&UserId::new(user)?).await?;
        say("Granted the allowances that were due.");
        return Ok(());
    }
    catch_up(core).await?;
    let now = core.clock.now();
    let (mut granted, mut after) = (0_u64, String::new());
    loop {
        let accounts = core.credit_status.list(&after, PORTION, now).await?;
        let Some(last) = accounts.last() else { break };
        after.clone_from(&last.user_id);
        for account in &accounts {
            // The others get their allowance with their next command; the list already counts it.
            if account.balance.waits_for_operator(now) {
                let user = UserId::new(account.user_id.as_str())?;
                core.accounts.grant_due(&user).await?;
                granted += 1;
            }
        }
    }
    say(format_args!(
        "Granted the allowances that were due to {}; this machine's clock says {now}.",
        count(granted, "account", "accounts")
    ));
    Ok(())
}

async fn export(core: &Core, args: &ExportArgs) -> anyhow::Result<()> {
    catch_up_all(core).await?;
    let (user, _) = account_of(core, &args.user).await?;
    let mut output = args.output.open(Readers::Owner, &[])?;
    let proxy = core.proxies().find(&user).await?;
    let settings = OwnSettings {
        proxy: proxy.map(|proxy| proxy.masked()),
        mail: core.mail.shown(&user).await?,
        key: core.user_keys.find(&user).await?,
    };
    let document = PersonalData::new(&core.storage).document(user, core.clock.now(), settings);
    let mut document = pin!(document);
    while let Some(text) = document.try_next().await? {
        output.write_all(text.as_bytes())?;
    }
    output.finish()
}

async fn erase(core: &Core, args: &EraseArgs) -> anyhow::Result<()> {
    catch_up_all(core).await?;
    let (user, _) = account_of(core, &args.user).await?;
    if !args.yes && !confirmed(&user)? {
        bail!("nothing was erased");
    }
    let companies = Companies::new(
        core.dispatcher.clone(),
        core.clock.clone(),
        core.user_keys.clone(),
    );
    let eraser = eraser(core, companies);
    let erasure = eraser.erase(&user, Actor::Operator).await?;
    if let Some(left) = erasure.left {
        bail!(
            "What {user} saved and wrote is erased from the log, but not yet everywhere: {left}. A running \
             server completes the erasure automatically."
        );
    }
    if erasure.anything {
        say(format_args!(
            "What {user} saved and wrote is erased. Earlier backups still contain it."
        ));
    } else {
        say(format_args!("{user} has not saved or written anything."));
    }
    Ok(())
}

async fn account_of(core: &Core, user: &str) -> anyhow::Result<(UserId, Account)> {
    let user = UserId::new(user)?;
    let balance = core.credit_status.at(user.as_str(), core.clock.now());
    let balance = balance.await?.with_context(|| {
        format!("there is no account '{user}'; run 'demandatlas accounts list' to see all")
    })?;
    let user_id = user.to_string();
    Ok((user, Account { user_id, balance }))
}

/// Asks at the terminal; without a terminal, `--yes` is required.
fn confirmed(user: &UserId) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        bail!("this erases what {user} saved and wrote, permanently: confirm with --yes");
    }
    let mut prompt = std::io::stderr();
    write!(
        prompt,
        "This erases what {user} saved and wrote, permanently. Type the subject id to continue: "
    )?;
    prompt.flush()?;
    let mut typed = String::new();
    std::io::stdin().read_line(&mut typed)?;
    Ok(typed.trim() == user.as_str())
}
