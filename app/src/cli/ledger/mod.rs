//! `demandatlas ledger`: the auditor's tools.

mod anchors;
mod verify;

use std::io::Write;

use anyhow::bail;
use api::http::csv_writer::csv_text;
use clap::{Args, Subcommand};
use projections::ledger::{Cut, LedgerLine, LedgerReader, table};

use super::audit;
use super::core::{moment, with_core};
use super::report::{Format, Report};
use super::which_store::IfNone;
use crate::core::Core;
use crate::settings::Settings;
use anchors::{RestoredArgs, anchor, restored};
use verify::{VerifyArgs, unknown, verify, verify_all};

#[derive(Debug, Subcommand)]
pub(super) enum LedgerCommand {
    /// Replay an account from its first event: every entry with the running balance
    Show(ShowArgs),
    /// Replay from the first event and compare: the chain over the log, seals, rules, balance and read model
    Verify(VerifyArgs),
    /// Link what is in the log and print where the chain over it ends, to be kept where the database's writers cannot reach
    Anchor,
    /// Note in the chain that the log was put back to an earlier moment in all honesty
    Restored(RestoredArgs),
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

pub(super) async fn run(settings: Settings, command: LedgerCommand) -> anyhow::Result<()> {
    with_core(&settings, IfNone::Refuse, async |core| match command {
        LedgerCommand::Show(args) => show(core, args).await,
        LedgerCommand::Verify(args) => match &args.user {
            Some(user) => verify(core, user, &args).await,
            None => verify_all(core, &args).await,
        },
        LedgerCommand::Anchor => anchor(core).await,
        LedgerCommand::Restored(args) => {
            let noted = restored(core, args).await;
            let operation = Some(("ledger restored", String::new()));
            audit::noted(&core.storage.log, operation, noted).await
        }
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
