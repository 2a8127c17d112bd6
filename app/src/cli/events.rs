//! `demandatlas events`: export, import and inspect the log.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use commands::jobs::Jobs;
use commands::{Dispatcher, SystemClock};
use domain::ids::UserId;
use domain::registry::AggregateType;
use jiff::Timestamp;
use store::aggregates::AggregateStore;
use store::db::Storage;
use store::installation;
use store::log::{Appender, Cursor, EventLog, RecordedEvent};
use store::snapshots::Snapshots;
use store::transfer::{self, Along};
use store::user_keys::UserKeys;

use super::audit;
use super::output::{OutputArgs, Readers};
use super::progress::{count, events_bar};
use super::report::{Format, Report};
use super::serve_lock;
use super::terminal::say;
use super::which_store::{self, IfNone};
use crate::assemble::end_moved;
use crate::secret::SecretKey;
use crate::settings::Settings;

/// How often the log is polled for new events.
const POLL: Duration = Duration::from_millis(200);
/// Events read per query.
const PORTION: usize = 1_000;

#[derive(Debug, Subcommand)]
pub(super) enum EventsCommand {
    /// Write every event as a line of JSON, in order, then a closing line with count and checksum
    Export(ExportArgs),
    /// Import an export into an empty store, of this or the other engine; all or nothing
    Import(ImportArgs),
    /// Show the last events
    Tail(TailArgs),
    /// Count the events by type
    Stats(StatsArgs),
}

#[derive(Debug, Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    output: OutputArgs,
    /// Include the users' keys, wrapped with the secret key; without them what users wrote cannot be read after an
    /// import
    #[arg(long)]
    with_keys: bool,
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// A file written by `events export`
    file: PathBuf,
}

#[derive(Debug, Args)]
pub(super) struct TailArgs {
    /// How many of the last events to show
    #[arg(long, short = 'n', default_value_t = 20)]
    lines: usize,
    /// Keep printing new events until interrupted
    #[arg(long, short)]
    follow: bool,
    /// Show only events of this stream: a user's subject id, a session key, a coupon's id
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct StatsArgs {
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

pub(super) async fn run(settings: Settings, command: EventsCommand) -> anyhow::Result<()> {
    let if_none = match &command {
        EventsCommand::Import(_) => IfNone::Create,
        _ => IfNone::Refuse,
    };
    which_store::name(&settings, if_none).await?;
    let storage = settings.storage().await?;
    let log = EventLog::new(&storage);
    log.reach().await?;
    let operation = matches!(command, EventsCommand::Import(_));
    let operation = operation.then(|| ("events import", String::new()));
    let done = match command {
        EventsCommand::Export(args) => export(&settings, &storage, &log, &args).await,
        EventsCommand::Import(args) => {
            import_file(&settings, &storage, &log, &args.file, Import::Export).await
        }
        EventsCommand::Tail(args) => tail(&log, &args).await,
        EventsCommand::Stats(args) => stats(&log, args.format).await,
    };
    let done = audit::noted(&storage.log, operation, done).await;
    storage.close().await;
    done
}

async fn export(
    settings: &Settings,
    storage: &Storage,
    log: &EventLog,
    args: &ExportArgs,
) -> anyhow::Result<()> {
    let output = &args.output;
    let secret = SecretKey::open(settings)?;
    installation::claim(&storage.log, &secret.fingerprint()).await?;
    let keys = secret.seals();
    let along = match args.with_keys {
        true => Along::UserKeys,
        false => Along::Commands,
    };
    let bar = events_bar(log.count_all().await?, "export");
    let progress = |events| bar.set_position(events);
    let mut out = output.open(Readers::Owner, &[])?;
    let summary = transfer::export(log, &keys, along, &mut out, &progress).await?;
    out.finish()?;
    bar.finish_and_clear();
    if !output.is_standard_output() {
        say(format_args!(
            "{} in {}, SHA-256 {}",
            count(summary.events, "event", "events"),
            output.output.display(),
            summary.sha256
        ));
    }
    Ok(())
}

/// What a file must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Import {
    Export,
    Backup,
}

/// Fills an empty store.
pub(super) async fn import_file(
    settings: &Settings,
    storage: &Storage,
    log: &EventLog,
    path: &Path,
    what: Import,
) -> anyhow::Result<()> {
    // A server of the empty store would start to work on the imported searches.
    let _only = serve_lock::hold(settings)?;
    let secret = SecretKey::open(settings)?;
    let open = || -> anyhow::Result<BufReader<File>> {
        let file =
            File::open(path).with_context(|| format!("{} cannot be read", path.display()))?;
        Ok(BufReader::new(file))
    };
    // An import into a separate event store may be resumed.
    if storage.events.is_none() && log.head().await? > Cursor::START {
        bail!(transfer::TransferError::NotEmpty);
    }
    let unchanged = || {
        let so = match storage.events {
            None => "the store is unchanged",
            Some(_) => "if it had begun, import it again to resume",
        };
        format!("{} was not imported; {so}", path.display())
    };
    let checked = transfer::check(open()?, &secret.seals()).with_context(unchanged)?;
    match (what, checked.is_backup) {
        (Import::Export, true) => bail!("this is a backup: use 'demandatlas restore'"),
        (Import::Backup, false) => bail!(
            "this is an export of events, without the rows that were delivered: use 'demandatlas events import'"
        ),
        (Import::Export, false) | (Import::Backup, true) => {}
    }
    let summary = &checked.summary;
    let bar = events_bar(summary.events, "import");
    let progress = |events| bar.set_position(events);
    let fingerprint = secret.fingerprint();
    transfer::import(storage, log, open()?, &checked, &fingerprint, &progress)
        .await
        .with_context(unchanged)?;
    bar.finish_and_clear();
    let ended = end_moved(&jobs(storage, log, &secret), &storage.log).await?;
    say(format_args!(
        "{} {}, SHA-256 {}. The read models are built when the server starts.",
        count(summary.events, "event", "events"),
        match what {
            Import::Export => "imported",
            Import::Backup => "restored",
        },
        summary.sha256
    ));
    if ended > 0 {
        say(format_args!(
            "{} ended: their rows were not moved, and their reserved credits are released.",
            count(
                ended,
                "search that was under way is",
                "searches that were under way are"
            )
        ));
    }
    let keys = UserKeys::new(storage.log.clone(), secret.user_keys());
    let closed = match storage.events {
        None => keys.missing().await?,
        Some(_) => missing_on_server(log, &keys).await?,
    };
    if closed > 0 {
        say(format_args!(
            "What {} wrote stays closed: export with --with-keys to include their keys, unless those were erased.",
            count(closed, "user", "users")
        ));
    }
    Ok(())
}

/// Like [`UserKeys::missing`], for events in a separate event store.
async fn missing_on_server(log: &EventLog, keys: &UserKeys) -> anyhow::Result<u64> {
    let of_lists = AggregateType::CompanyList.name();
    let mut users = HashSet::new();
    let mut at = Cursor::START;
    loop {
        let events = log.read_many_after(at, PORTION).await?;
        let lists = events
            .iter()
            .filter(|event| event.aggregate_type == of_lists);
        users.extend(lists.filter_map(|event| UserId::new(event.aggregate_id.as_str()).ok()));
        match events.last() {
            Some(last) => at = last.cursor,
            None => break,
        }
    }
    let users: Vec<_> = users.into_iter().collect();
    let found = keys.find_all(&users).await?;
    Ok((users.len() - found.len()) as u64)
}

fn jobs(storage: &Storage, log: &EventLog, secret: &SecretKey) -> Jobs {
    let seals = secret.seals().current().clone();
    let snapshots = Snapshots::new(storage.log.clone(), seals.clone());
    let aggregates =
        AggregateStore::new(log.clone(), Appender::start(log.clone()), snapshots, seals);
    Jobs::new(Dispatcher::new(aggregates), Arc::new(SystemClock))
}

async fn tail(log: &EventLog, args: &TailArgs) -> anyhow::Result<()> {
    let shown = |event: &RecordedEvent| args.id.as_ref().is_none_or(|id| event.aggregate_id == *id);
    let mut at = log.head().await?;
    let last = match &args.id {
        None => log.read_last(args.lines).await?,
        Some(id) => last_of_stream(log, id, args.lines).await?,
    };
    for event in last {
        at = at.max(event.cursor);
        print(&event);
    }
    if !args.follow {
        return Ok(());
    }
    loop {
        let events = log.read_all_after(at, PORTION).await?;
        if events.is_empty() {
            tokio::time::sleep(POLL).await;
        }
        for event in events {
            at = event.cursor;
            if shown(&event) {
                print(&event);
            }
        }
    }
}

async fn last_of_stream(
    log: &EventLog,
    id: &str,
    lines: usize,
) -> anyhow::Result<Vec<RecordedEvent>> {
    let mut all = Vec::new();
    for aggregate in AggregateType::ALL {
        all.extend(log.read_last_of(aggregate.name(), id, lines).await?);
    }
    all.sort_unstable_by_key(|event| event.cursor);
    let skipped = all.len().saturating_sub(lines);
    Ok(all.split_off(skipped))
}

fn print(event: &RecordedEvent) {
    let at = Timestamp::from_microsecond(event.recorded_at)
        .map_or_else(|_| String::new(), |at| at.strftime("%F %T").to_string());
    say(format_args!(
        "{:>9}  {at}  {} {} #{}  {} {}",
        event.cursor.to_string(),
        event.aggregate_type,
        event.aggregate_id,
        event.sequence,
        event.event_type,
        event.payload
    ));
    // A follower wants each line at once.
    let _flushed = std::io::stdout().flush();
}

async fn stats(log: &EventLog, format: Format) -> anyhow::Result<()> {
    let time = |micros: i64| {
        Timestamp::from_microsecond(micros).map_or_else(|_| String::new(), |at| at.to_string())
    };
    let counts = log.count_by_type().await?;
    let total: i64 = counts.iter().map(|count| count.events).sum();
    let rows = counts
        .into_iter()
        .map(|count| {
            vec![
                count.aggregate_type,
                count.event_type,
                count.events.to_string(),
                time(count.first_at),
                time(count.last_at),
            ]
        })
        .collect();
    Report {
        columns: &["aggregate_type", "event_type", "events", "first", "last"],
        numbers: &["events"],
        rows,
        empty: "The log is empty.",
    }
    .print(format);
    if format == Format::Table && total > 0 {
        say(format_args!("{total} events"));
    }
    Ok(())
}
