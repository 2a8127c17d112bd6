//! `demandatlas ledger`: the auditor's tools.

use std::io::Write;

use anyhow::bail;
use api::http::csv_writer::csv_text;
use clap::{Args, Subcommand};
use projections::ledger::{
    AuditProgress, Cut, LedgerLine, LedgerReader, audit_account, audit_all, table,
};
use serde_json::json;

use super::core::{catch_up, moment, with_core};
use super::progress::{count, events_bar};
use super::report::{Format, Report};
use super::terminal::say;
use crate::assemble::Core;
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum LedgerCommand {
    /// Replay an account from its first event: every entry with the running balance
    Show(ShowArgs),
    /// Replay from the first event and compare: seals, rules, balance and read model
    Verify(VerifyArgs),
}

#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    /// The user's subject id, as `accounts list` shows it
    user: String,
    /// Only up to this day (2026-01-31) or moment (2026-01-31T12:00:00Z), UTC
    #[arg(long)]
    until: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Debug, Args)]
#[command(
    override_usage = "demandatlas ledger verify [OPTIONS] <USER>\n       demandatlas ledger verify [OPTIONS] --all"
)]
pub(super) struct VerifyArgs {
    /// The user's subject id, as `accounts list` shows it
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    user: Option<String>,
    /// Verify every account and every coupon
    #[arg(long)]
    all: bool,
    /// Replay only up to this day or moment (UTC); the read model is then not compared
    #[arg(long)]
    until: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) async fn run(settings: Settings, command: LedgerCommand) -> anyhow::Result<()> {
    with_core(&settings, async |core| match command {
        LedgerCommand::Show(args) => show(core, args).await,
        LedgerCommand::Verify(args) => match &args.user {
            Some(user) => verify(core, user, &args).await,
            None => verify_all(core, &args).await,
        },
    })
    .await
}

async fn show(core: &Core, args: ShowArgs) -> anyhow::Result<()> {
    let cut = Cut {
        until: args.until.as_deref().map(moment).transpose()?,
        at: None,
    };
    let mut reader = LedgerReader::new(core.log.clone(), args.user.clone(), cut);
    let mut rows = Vec::new();
    if args.format == Format::Csv {
        // Streamed, so that a long ledger needs no memory.
        let mut out = std::io::stdout().lock();
        out.write_all(csv_text([table::COLUMNS]).as_bytes())?;
        loop {
            let lines = reader.next().await?;
            if reader.is_unknown() {
                bail!(unknown(&args.user));
            }
            if lines.is_empty() {
                return Ok(());
            }
            out.write_all(csv_text(lines.iter().map(table::cells)).as_bytes())?;
        }
    }
    loop {
        let lines = reader.next().await?;
        if lines.is_empty() {
            break;
        }
        rows.extend(lines);
    }
    if rows.is_empty() && reader.is_unknown() {
        bail!(unknown(&args.user));
    }
    let empty = "No entries up to that moment.";
    if args.format == Format::Table {
        print_narrow(&rows, empty);
    } else {
        let columns = &table::COLUMNS;
        let rows = rows.iter().map(|line| table::cells(line).to_vec());
        Report {
            columns,
            numbers: &table::NUMBERS,
            rows: rows.collect(),
            empty,
        }
        .print(args.format);
    }
    Ok(())
}

/// The columns that fit on a screen; CSV and JSON have all of them.
fn print_narrow(lines: &[LedgerLine], empty: &str) {
    let rows = lines.iter().map(|line| {
        let entry = &line.entry;
        vec![
            line.sequence.to_string(),
            line.at.strftime("%F %T").to_string(),
            entry.event.name().to_owned(),
            entry.credits.to_string(),
            entry.reserved.to_string(),
            entry.balance.available().to_string(),
            entry.balance.tier.to_string(),
            entry.note.clone(),
        ]
    });
    Report {
        columns: &[
            "#",
            "UTC",
            "event",
            "credits",
            "reserved",
            "available",
            "tier",
            "note",
        ],
        numbers: &["#", "credits", "reserved", "available"],
        rows: rows.collect(),
        empty,
    }
    .print(Format::Table);
}

fn unknown(user: &str) -> String {
    format!("there is no account '{user}'; run 'demandatlas accounts list' to see all")
}

async fn verify(core: &Core, user: &str, args: &VerifyArgs) -> anyhow::Result<()> {
    let until = args.until.as_deref().map(moment).transpose()?;
    catch_up(core).await?;
    let audit = audit_account(&core.storage, &core.log, &core.seals, user, until).await?;
    let (stream, finding) = (&audit.stream, &audit.finding);
    if stream.is_unknown() && finding.is_none() {
        bail!(unknown(user));
    }
    let available = stream.balance().map(|balance| balance.available());
    match (args.format, finding) {
        (Format::Table, None) => say(format_args!(
            "{user}: {} events folded, {} credits available; {}.",
            stream.events(),
            available.unwrap_or(0),
            agreement(audit.compared),
        )),
        (Format::Table, Some(_)) => {}
        (Format::Csv, _) => say(csv_text([
            ["user_id", "events", "available", "finding"].map(str::to_owned),
            [
                user.to_owned(),
                stream.events().to_string(),
                available.map_or_else(String::new, |credits| credits.to_string()),
                finding.clone().unwrap_or_default(),
            ],
        ])
        .trim_end()),
        (Format::Json, _) => say(json!({
            "user_id": user,
            "events": stream.events(),
            "available": available,
            "finding": finding,
        })),
    }
    match finding {
        None => Ok(()),
        Some(what) => bail!("{user}: {what}"),
    }
}

const fn agreement(compared: bool) -> &'static str {
    if compared {
        "seals, rules and read model agree"
    } else {
        "seals and rules hold"
    }
}

async fn verify_all(core: &Core, args: &VerifyArgs) -> anyhow::Result<()> {
    let until = args.until.as_deref().map(moment).transpose()?;
    let bar = events_bar(core.log.count_all().await?, "ledger");
    let summary = audit_all(
        &core.storage,
        &core.log,
        &core.seals,
        until,
        &|progress: AuditProgress| bar.set_position(progress.events),
    )
    .await?;
    bar.finish_and_clear();
    if args.format == Format::Json {
        let findings: Vec<_> = summary
            .findings
            .iter()
            .map(|finding| {
                json!({
                    "aggregate_type": finding.aggregate_type,
                    "aggregate_id": finding.aggregate_id,
                    "finding": finding.what,
                })
            })
            .collect();
        say(json!({
            "accounts": summary.accounts,
            "coupons": summary.coupons,
            "events": summary.events,
            "wrong": summary.wrong,
            "findings": findings,
        }));
    } else {
        if summary.wrong > 0 || args.format == Format::Csv {
            let rows = summary.findings.iter().map(|finding| {
                let finding = finding.clone();
                vec![finding.aggregate_type, finding.aggregate_id, finding.what]
            });
            Report {
                columns: &["aggregate_type", "aggregate_id", "finding"],
                numbers: &[],
                rows: rows.collect(),
                empty: "",
            }
            .print(args.format);
        }
        if args.format == Format::Table {
            say(format_args!(
                "Accounts: {}, coupons: {}, events: {}, wrong: {}.",
                summary.accounts, summary.coupons, summary.events, summary.wrong
            ));
            if until.is_none() && !summary.compared {
                say("Balances are being rebuilt and were not compared.");
            }
        }
    }
    if summary.wrong > 0 {
        bail!(
            "{} failed verification",
            count(summary.wrong, "stream", "streams")
        );
    }
    Ok(())
}
