//! `ledger verify`.

use std::path::PathBuf;

use anyhow::bail;
use api::http::csv_writer::csv_text;
use clap::Args;
use projections::ledger::{AuditProgress, Chain, Scope, Summary, audit_account, audit_all};
use serde_json::json;

use super::anchors::anchors;
use crate::cli::core::{catch_up, catch_up_if_soon, moment};
use crate::cli::progress::{count, events_bar};
use crate::cli::report::{Format, Report};
use crate::cli::terminal::say;
use crate::core::Core;

#[derive(Debug, Args)]
#[command(
    override_usage = "demandatlas ledger verify [OPTIONS] <USER>\n       demandatlas ledger verify [OPTIONS] --all"
)]
pub(in crate::cli) struct VerifyArgs {
    /// The user's subject id, as `accounts list` shows it
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub(super) user: Option<String>,
    /// Verify the whole log, every account and every coupon
    #[arg(long)]
    all: bool,
    /// A file of anchors, as `ledger anchor` prints them, that the log must still have; - for standard input
    #[arg(long, value_name = "FILE", requires = "all")]
    anchor: Option<PathBuf>,
    /// Replay only up to this day or moment (UTC); the read model is then not compared
    #[arg(long)]
    until: Option<String>,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) async fn verify(core: &Core, user: &str, args: &VerifyArgs) -> anyhow::Result<()> {
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

pub(super) async fn verify_all(core: &Core, args: &VerifyArgs) -> anyhow::Result<()> {
    let scope = Scope {
        until: args.until.as_deref().map(moment).transpose()?,
        anchors: args
            .anchor
            .as_deref()
            .map_or_else(|| Ok(Vec::new()), anchors)?,
    };
    if scope.until.is_none() {
        catch_up_if_soon(core).await?;
    }
    let bar = events_bar(core.log.count_all().await?, "ledger");
    let summary = audit_all(
        &core.storage,
        &core.log,
        &core.seals,
        scope,
        &|progress: AuditProgress| bar.set_position(progress.events),
    )
    .await?;
    bar.finish_and_clear();
    match args.format {
        Format::Json => print_json(&summary),
        Format::Table | Format::Csv => print_table(&summary, args),
    }
    if summary.wrong > 0 {
        bail!(
            "verification failed: {}",
            count(summary.wrong, "finding", "findings")
        );
    }
    Ok(())
}

/// What the chain over the whole log says.
fn tell_chain(chain: &Chain) {
    let all = chain.linked + chain.unlinked;
    match chain.unlinked {
        0 => say(format_args!(
            "Chain: {} linked.",
            count(all, "event is", "events are")
        )),
        unlinked => say(format_args!(
            "Chain: {} of {} linked. A running server links the other {unlinked} within a second.",
            chain.linked,
            count(all, "event is", "events are"),
        )),
    }
    if chain.adopted > 0 {
        say(format_args!(
            "Events 1 to {} were in the log before it had a chain, and were linked as they were found.",
            chain.adopted
        ));
    }
    if chain.anchors > 0 {
        say(format_args!(
            "{} in the chain.",
            count(chain.anchors, "anchor is", "anchors are")
        ));
    }
    for note in &chain.restorations {
        say(format_args!(
            "Put back from {} to an earlier moment, as noted on {}: {}",
            count(note.from_events, "event", "events"),
            note.at,
            note.reason
        ));
    }
}

fn print_json(summary: &Summary) {
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
        "chain": {
            "links": summary.chain.links,
            "linked": summary.chain.linked,
            "unlinked": summary.chain.unlinked,
            "adopted": summary.chain.adopted,
            "anchors": summary.chain.anchors,
            "restorations": summary.chain.restorations,
        },
        "wrong": summary.wrong,
        "findings": findings,
    }));
}

fn print_table(summary: &Summary, args: &VerifyArgs) {
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
        tell_chain(&summary.chain);
        if args.until.is_none() && !summary.compared {
            say("Balances are being rebuilt and were not compared.");
        }
    }
}

pub(super) fn unknown(user: &str) -> String {
    format!("there is no account '{user}'; run 'demandatlas accounts list' to see all")
}
