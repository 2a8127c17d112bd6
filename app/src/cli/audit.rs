//! `demandatlas audit`, and how operators' commands get into the audit log.

use std::collections::HashMap;
use std::io::Write as _;
use std::time::Duration;

use clap::Args;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp};
use store::audit::{AuditEntries, AuditEntry, AuditEvent, AuditFilter, AuditKind};
use store::db::{Db, now_micros};

use super::report::{Format, Report};
use super::terminal::{say, warn};
use super::which_store::{self, IfNone};
use crate::settings::Settings;

/// How often new entries are looked for.
const POLL: Duration = Duration::from_secs(1);
/// How far back a look reaches: servers write an entry some moments after its time, and add to it for a minute.
const LOOK_BACK_US: i64 = 120_000_000;
/// Entries of a look.
const LOOK: u32 = 10_000;

#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// Show entries of this time: 1h, 7d, a day (2026-01-31) or a moment (2026-01-31T12:00:00Z), UTC
    #[arg(long, value_name = "WHEN", default_value = "24h", value_parser = since)]
    since: Timestamp,
    /// Show only entries of this user: the subject id
    #[arg(long)]
    user: Option<String>,
    /// Show only entries of this kind: sign_in, unauthenticated, forbidden, limited, coupon_guess, operator or lost
    #[arg(long)]
    kind: Option<AuditKind>,
    /// Show at most this many, the newest
    #[arg(long, default_value_t = 1_000)]
    limit: u32,
    /// Continue with new entries; one whose count has risen is shown again
    #[arg(long, conflicts_with = "format")]
    follow: bool,
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The beginning of a day, a moment, or that long ago.
fn since(text: &str) -> Result<Timestamp, String> {
    if let Ok(at) = text.parse::<Timestamp>() {
        return Ok(at);
    }
    let utc = if let Ok(day) = text.parse::<Date>() {
        day.to_zoned(TimeZone::UTC)
    } else {
        let wrong =
            |_| format!("'{text}' is no time: write 1h, 7d, 2026-01-31 or 2026-01-31T12:00:00Z");
        let ago: Span = text.parse().map_err(wrong)?;
        Timestamp::now()
            .to_zoned(TimeZone::UTC)
            .checked_sub(ago.abs())
    };
    utc.map(|utc| utc.timestamp())
        .map_err(|error| error.to_string())
}

const COLUMNS: [&str; 7] = [
    "time",
    "kind",
    "outcome",
    "count",
    "user",
    "client",
    "request_id",
];

pub(super) async fn run(settings: Settings, args: AuditArgs) -> anyhow::Result<()> {
    which_store::name(&settings, IfNone::Refuse).await?;
    let storage = settings.storage().await?;
    let entries = AuditEntries::new(storage.log.clone());
    let shown = show(&entries, args).await;
    storage.close().await;
    shown
}

async fn show(entries: &AuditEntries, args: AuditArgs) -> anyhow::Result<()> {
    let mut filter = AuditFilter {
        since: args.since.as_microsecond(),
        user: args.user,
        kind: args.kind,
    };
    let found = entries.read(&filter, args.limit).await?;
    if !args.follow {
        Report {
            columns: &COLUMNS,
            numbers: &["count"],
            rows: found.iter().map(cells).collect(),
            empty: "The audit log has no such entries.",
        }
        .print(args.format);
        return Ok(());
    }
    let mut counts = HashMap::new();
    let mut new = found;
    loop {
        for entry in &new {
            if counts.insert(entry.id.clone(), entry.count) != Some(entry.count) {
                say(cells(entry).join("  "));
            }
        }
        // A follower wants each line at once.
        std::io::stdout().flush()?;
        tokio::time::sleep(POLL).await;
        filter.since = filter.since.max(now_micros() - LOOK_BACK_US);
        new = entries.read(&filter, LOOK).await?;
        counts.retain(|id, _| new.iter().any(|entry| entry.id == *id));
    }
}

fn cells(entry: &AuditEntry) -> Vec<String> {
    let event = &entry.event;
    let at = Timestamp::from_microsecond(entry.at);
    vec![
        at.map_or_else(|_| String::new(), |at| at.strftime("%F %T").to_string()),
        event.kind.to_string(),
        event.outcome.to_string(),
        entry.count.to_string(),
        event.user.clone(),
        event.client.clone(),
        event.request_id.clone(),
    ]
}

/// A command that changes something: its name, and the user it is about.
pub(super) type Operation = (&'static str, String);

/// Notes a command of an operator that has ended, whatever its outcome.
pub(super) async fn noted<T>(
    log: &Db,
    operation: Option<Operation>,
    done: anyhow::Result<T>,
) -> anyhow::Result<T> {
    let Some((command, user)) = operation else {
        return done;
    };
    let (outcome, user) = match &done {
        Ok(_) => (command.into(), user),
        // What was taken for a subject id may be anything, even somebody's address.
        Err(_) => (format!("{command}: failed").into(), String::new()),
    };
    let event = AuditEvent {
        kind: AuditKind::Operator,
        outcome,
        user,
        client: String::new(),
        request_id: String::new(),
    };
    let entry = AuditEntry::new(event, now_micros());
    let kept = AuditEntries::new(log.clone()).put(&[entry]).await;
    if let Err(error) = kept {
        warn(format_args!(
            "this command is missing in the audit log: {error}"
        ));
    }
    done
}
