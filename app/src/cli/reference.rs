//! `demandatlas reference`: imports the publishers' public tables into the pack, and looks facts up in it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use enrichment::feeds::origin_of;
use enrichment::fetch::{Download, FetchError, FetchOutcome, Fetcher, downloads};
use enrichment::fields::Format;
use enrichment::import::{Outcome, Said, import_folder};
use enrichment::pack::{PackSource, SPECS, TableInfo, TableSpec, spec_by_id};
use enrichment::{Reference, Subject};
use indicatif::HumanCount;
use url::Url;

use super::fetch::FOLDER as FETCHED;
use super::interrupt;
use super::progress::{bytes_bar, count, retries_are_told};
use super::terminal::{block_on, say};
use crate::data::pack_source;
use crate::settings::Settings;

/// A table made of more files than this is shown with one name and a count.
const MOST_FILES_SHOWN: usize = 4;

/// The kind of business for which `status` counts fields.
const ASKED_FOR: &str = "restaurant";

#[derive(Debug, Subcommand)]
pub(super) enum ReferenceCommand {
    /// Download the publishers' files; resumes an interrupted download
    Fetch(FetchArgs),
    /// Import the publishers' files of a folder into the pack
    Import(ImportArgs),
    /// Show the pack's tables, and which table fills each field
    Status,
    /// Print the facts of a point with their sources
    Lookup(LookupArgs),
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// The folder; every file in it is tried [default: where `reference fetch` puts them]
    folder: Option<PathBuf>,
    /// The table that a file belongs to, if the file does not say so, such as rates-16.csv=laus-rate; docs/fields.md
    /// lists the tables
    #[arg(long, value_name = "FILE=TABLE", value_parser = file_and_table)]
    table: Vec<(PathBuf, &'static TableSpec)>,
}

#[derive(Debug, Args)]
pub(super) struct FetchArgs {
    /// The destination; unchanged files are not downloaded again [default: fetched/reference in the data folder]
    folder: Option<PathBuf>,
    /// Download only these, as --list names them
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Download a publisher's files from another address, such as census=https://mirror.example/census/
    #[arg(long, value_name = "PUBLISHER=URL")]
    base: Vec<String>,
    /// Show what can be downloaded, and download nothing
    #[arg(long)]
    list: bool,
}

#[derive(Debug, Args)]
pub(super) struct LookupArgs {
    /// Degrees north, from -90 to 90
    #[arg(allow_hyphen_values = true, value_parser = |text: &str| degrees(text, 90.0, "latitude"))]
    latitude: f64,
    /// Degrees east, from -180 to 180; negative in the Americas
    #[arg(allow_hyphen_values = true, value_parser = |text: &str| degrees(text, 180.0, "longitude"))]
    longitude: f64,
    /// The industry, for the facts that depend on it
    #[arg(long)]
    naics: Option<String>,
}

fn degrees(text: &str, most: f64, what: &str) -> Result<f64, String> {
    let degrees = text
        .parse()
        .ok()
        .filter(|degrees: &f64| degrees.abs() <= most);
    degrees.ok_or_else(|| {
        format!("'{text}' is not a {what}: it must be between -{most} and {most} degrees")
    })
}

pub(super) fn run(settings: &Settings, command: ReferenceCommand) -> anyhow::Result<()> {
    let source = pack_source(settings);
    match command {
        ReferenceCommand::Import(args) => import(settings, &source, args),
        ReferenceCommand::Fetch(args) => block_on(fetch(settings, args)),
        ReferenceCommand::Status => status(&source),
        ReferenceCommand::Lookup(args) => lookup(&source, &args),
    }
}

/// The default folder of the publishers' files.
fn usual_folder(settings: &Settings) -> PathBuf {
    settings.server.data_dir.join(FETCHED).join("reference")
}

/// Parses `FILE=TABLE`.
fn file_and_table(text: &str) -> Result<(PathBuf, &'static TableSpec), String> {
    let (file, id) = text
        .rsplit_once('=')
        .ok_or("it must be written as FILE=TABLE")?;
    let table = spec_by_id(id).ok_or_else(|| {
        let known: Vec<&str> = SPECS.iter().map(|spec| spec.id).collect();
        format!(
            "there is no table '{id}'; choose one of {}",
            known.join(", ")
        )
    })?;
    Ok((file.into(), table))
}

fn import(settings: &Settings, source: &PackSource, args: ImportArgs) -> anyhow::Result<()> {
    let folder = args.folder.unwrap_or_else(|| usual_folder(settings));
    let folder = folder.as_path();
    let stated: Said = args.table.into_iter().collect();
    let mut pack = source.load()?;
    let bar = bytes_bar();
    let stopped = interrupt::flag();
    let report = import_folder(&mut pack, folder, &stated, |progress| {
        bar.set_length(progress.bytes_total);
        bar.set_position(progress.bytes_read);
        let name = progress
            .file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        bar.set_message(name.into_owned());
        interrupt::flow(&stopped)
    });
    bar.finish_and_clear();
    let report = report?;
    for file in &report.files {
        let shown = file.path.display();
        match &file.outcome {
            Outcome::Taken {
                table,
                vintage,
                rows,
                left,
                how,
            } => {
                let how = if how.is_empty() {
                    String::new()
                } else {
                    format!(", {how}")
                };
                let rows = count(*rows, "row", "rows");
                say(format_args!(
                    "imported  {shown}: {table}, {vintage}, {rows}{how}"
                ));
                for (reason, rows) in left {
                    let rows = count(*rows, "row", "rows");
                    say(format_args!("            {rows} skipped: {reason}"));
                }
            }
            Outcome::Left(reason) => say(format_args!("skipped   {shown}: {reason}")),
        }
    }
    let taken = report.taken();
    if taken == 0 {
        bail!(
            "No file in {} could be used. The pack is unchanged.",
            folder.display()
        );
    }
    let tables = source.save(pack)?;
    let path = source.imported();
    let bytes = std::fs::metadata(path)?.len();
    say(format_args!(
        "{taken} of {} imported; {} holds {} ({:.1} MiB), in addition to those that ship with the product.",
        count(u64::try_from(report.files.len())?, "file", "files"),
        path.display(),
        count(u64::try_from(tables)?, "table", "tables"),
        bytes as f64 / f64::from(1 << 20)
    ));
    Ok(())
}

/// The downloads that the command line asks for.
fn wanted(args: &FetchArgs) -> anyhow::Result<Vec<Download>> {
    let mut bases = BTreeMap::new();
    for base in &args.base {
        let (name, url) = base
            .split_once('=')
            .context("--base must be written as PUBLISHER=URL")?;
        let url: Url = url.parse().with_context(|| format!("--base {name}"))?;
        bases.insert(name.to_owned(), url);
    }
    let today = jiff::Timestamp::now()
        .to_zoned(jiff::tz::TimeZone::UTC)
        .year();
    let mut list = downloads(&bases, u16::try_from(today)?).map_err(anyhow::Error::msg)?;
    if !args.only.is_empty() {
        list.retain(|download| args.only.contains(&download.name));
    }
    if list.is_empty() {
        bail!("There is no download of that name; --list shows them all.");
    }
    Ok(list)
}

fn print_download(download: &Download) {
    let Download { name, file, url } = download;
    say(format_args!("{name:<20} {file:<36} {url}"));
}

async fn fetch(settings: &Settings, args: FetchArgs) -> anyhow::Result<()> {
    let list = wanted(&args)?;
    if args.list {
        list.iter().for_each(print_download);
        return Ok(());
    }
    retries_are_told();
    let folder = args.folder.clone();
    let folder = folder.unwrap_or_else(|| usual_folder(settings));
    let mut fetcher = Fetcher::new(&folder)?;
    let stopped = interrupt::flag();
    let mut failed = 0;
    // Hosts that failed repeatedly, with the number of their files that were then not tried.
    let mut failed_hosts: BTreeMap<String, u64> = BTreeMap::new();
    for download in &list {
        let host = download.url.host_str().unwrap_or_default();
        if let Some(left) = failed_hosts.get_mut(host) {
            *left += 1;
            failed += 1;
            continue;
        }
        let bar = bytes_bar();
        bar.set_message(download.file.clone());
        let fetched = fetcher
            .fetch(download, |progress| {
                bar.set_length(progress.total.unwrap_or(progress.bytes));
                bar.set_position(progress.bytes);
                interrupt::flow(&stopped)
            })
            .await;
        bar.finish_and_clear();
        match fetched {
            Ok(FetchOutcome::Unchanged) => say(format_args!("unchanged  {}", download.file)),
            Ok(FetchOutcome::Fetched {
                bytes,
                resumed_from,
            }) => {
                say(format_args!(
                    "fetched    {} ({} bytes, {} of them earlier)",
                    download.file,
                    HumanCount(bytes),
                    HumanCount(resumed_from)
                ));
            }
            Err(error @ FetchError::Stopped) => return Err(error.into()),
            Err(error) => {
                failed += 1;
                if matches!(error, FetchError::Broken(..)) {
                    failed_hosts.insert(host.to_owned(), 0);
                }
                say(format_args!("failed     {}: {error}", download.file));
            }
        }
    }
    for (host, left) in failed_hosts.into_iter().filter(|(_, left)| *left > 0) {
        let files = count(left, "more file", "more files");
        say(format_args!("not tried  {files} of {host}"));
    }
    if failed > 0 {
        bail!("{failed} of {} files could not be fetched.", list.len());
    }
    let named = args
        .folder
        .map_or_else(String::new, |folder| format!(" {}", folder.display()));
    say(format_args!("Next: demandatlas reference import{named}"));
    Ok(())
}

fn status(source: &PackSource) -> anyhow::Result<()> {
    let reference = Reference::load(source)?;
    if !source.imported().exists() {
        say("No tables have been imported yet. This is what ships with the product.");
    }
    say("Tables");
    for table in reference.table_status() {
        let spec = table.info.spec();
        say(format_args!(
            "  {:<60} {:<14} {:>8} entries  {}; {}",
            spec.title, table.info.vintage, table.entries, spec.publisher, table.info.licence
        ));
        say_provenance(table.info);
    }
    say("Fields");
    let coverage = reference.coverage(ASKED_FOR);
    let counties = coverage.counties;
    for field in reference.field_status() {
        let spec = field.spec;
        let filled = coverage.of(spec.field);
        let origin = origin_of(spec);
        say(match (field.tables.first(), filled) {
            (Some((table, areas)), _) => format!(
                "  {:<42} {}, {}: {areas} areas",
                spec.name,
                table.spec().title,
                table.vintage
            ),
            (None, 0) => format!("  {:<42} nothing yet; filled by {origin}", spec.name),
            (None, filled) => format!(
                "  {:<42} computed in {filled} of {counties} counties; of {origin}",
                spec.name
            ),
        });
    }
    say(format_args!(
        "Loaded in {} ms, {} MiB held in memory.",
        reference.loaded_in().as_millis(),
        reference.memory() >> 20
    ));
    Ok(())
}

/// Prints where a table is from, and its limits.
fn say_provenance(table: &TableInfo) {
    if table.shipped {
        say("    ships with the product");
    }
    // A table of many files (one per state or month) prints their origin once.
    let mut origin = None;
    let shown = if table.files.len() > MOST_FILES_SHOWN {
        1
    } else {
        MOST_FILES_SHOWN
    };
    for file in table.files.iter().take(shown) {
        let checksum = file.sha256.get(..12).unwrap_or_default();
        say(format_args!("    {} {checksum}", file.name));
        if file.origin != origin {
            origin.clone_from(&file.origin);
            if let Some(origin) = &origin {
                say(format_args!("      from {origin}"));
            }
        }
    }
    if table.files.len() > shown {
        say(format_args!(
            "    and {} more files",
            table.files.len() - shown
        ));
    }
    for limit in &table.limits {
        say(format_args!("    note: {limit}"));
    }
}

fn lookup(source: &PackSource, args: &LookupArgs) -> anyhow::Result<()> {
    let reference = Reference::load(source)?;
    let subject = Subject {
        coordinates: Some((args.latitude, args.longitude)),
        naics: args.naics.as_deref(),
        ..Subject::default()
    };
    let row = reference.enrich(&subject, None);
    if row.entries().is_empty() {
        bail!(
            "Nothing is known about {}, {}.",
            args.latitude,
            args.longitude
        );
    }
    for entry in row.entries() {
        let spec = entry.field.spec();
        // A count's unit is in its name.
        let unit = spec.format.unit().filter(|_| spec.format != Format::Count);
        let unit = unit.map_or_else(String::new, |unit| format!(" {unit}"));
        say(format_args!(
            "{:<42} {}{unit}  [{}; {}, {}]",
            spec.name,
            entry.fact(),
            spec.level.name(),
            entry.source.name(),
            entry.source.vintage()
        ));
    }
    Ok(())
}
