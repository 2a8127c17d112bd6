//! `demandatlas reference`: public tables, from the publishers into the pack, and what the pack tells.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use enrichment::feeds::origin_of;
use enrichment::fetch::{FetchOutcome, Fetcher, downloads};
use enrichment::import::{Outcome, Said, import_folder};
use enrichment::pack::{PackSource, SPECS, TableInfo, TableSpec, spec_by_id};
use enrichment::{Reference, Subject};
use url::Url;

use super::interrupt;
use super::progress::bytes_bar;
use super::terminal::{block_on, say};
use crate::assemble::pack_source;
use crate::settings::Settings;

/// Of a table of more files than these, one is named and the others are counted.
const MOST_FILES_SHOWN: usize = 4;

/// The kind of business whose fields `status` counts.
const ASKED_FOR: &str = "restaurant";

#[derive(Debug, Subcommand)]
pub(super) enum ReferenceCommand {
    /// Read the publishers' files of a folder into the pack
    Import(ImportArgs),
    /// Download the publishers' files into a folder; goes on where it was stopped
    Fetch(FetchArgs),
    /// Show the pack's tables, and for every field the table that fills it
    Status,
    /// Print the facts of a point with their sources
    Lookup(LookupArgs),
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// The folder; every file below it is looked at
    folder: PathBuf,
    /// What a file is that does not say it itself, such as rates-16.csv=laus-rate; tables as docs/fields.md lists them
    #[arg(long, value_name = "FILE=TABLE", value_parser = said)]
    table: Vec<(PathBuf, &'static TableSpec)>,
}

#[derive(Debug, Args)]
pub(super) struct FetchArgs {
    /// Where to; what is there and unchanged is not fetched again
    folder: PathBuf,
    /// Only these, as --list names them
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Take a publisher's files from another address, such as census=https://mirror.example/census/
    #[arg(long, value_name = "PUBLISHER=URL")]
    base: Vec<String>,
    /// Show what there is to fetch, and fetch nothing
    #[arg(long)]
    list: bool,
}

#[derive(Debug, Args)]
pub(super) struct LookupArgs {
    /// Degrees north
    #[arg(allow_hyphen_values = true)]
    latitude: f64,
    /// Degrees east; negative in the Americas
    #[arg(allow_hyphen_values = true)]
    longitude: f64,
    /// The industry, for the facts that compare it
    #[arg(long)]
    naics: Option<String>,
}

pub(super) fn run(settings: &Settings, command: ReferenceCommand) -> anyhow::Result<()> {
    let source = pack_source(settings);
    match command {
        ReferenceCommand::Import(args) => import(&source, args),
        ReferenceCommand::Fetch(args) => block_on(fetch(args)),
        ReferenceCommand::Status => status(&source),
        ReferenceCommand::Lookup(args) => lookup(&source, &args),
    }
}

/// `FILE=TABLE`.
fn said(text: &str) -> Result<(PathBuf, &'static TableSpec), String> {
    let (file, id) = text.rsplit_once('=').ok_or("it is written FILE=TABLE")?;
    let table = spec_by_id(id).ok_or_else(|| {
        let known: Vec<&str> = SPECS.iter().map(|spec| spec.id).collect();
        format!("there is no table '{id}'; there are {}", known.join(", "))
    })?;
    Ok((file.into(), table))
}

fn import(source: &PackSource, args: ImportArgs) -> anyhow::Result<()> {
    let folder = args.folder.as_path();
    let said: Said = args.table.into_iter().collect();
    let mut pack = source.load()?;
    let bar = bytes_bar();
    let stopped = interrupt::flag();
    let report = import_folder(&mut pack, folder, &said, |progress| {
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
                say(format_args!(
                    "taken  {shown}: {table}, {vintage}, {rows} rows{how}"
                ));
                for (reason, count) in left {
                    say(format_args!("         {count} rows left: {reason}"));
                }
            }
            Outcome::Left(reason) => say(format_args!("left   {shown}: {reason}")),
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
        "{taken} of {} files taken; {} holds {tables} tables ({:.1} MiB), on top of those that ship with the product.",
        report.files.len(),
        path.display(),
        bytes as f64 / f64::from(1 << 20)
    ));
    Ok(())
}

async fn fetch(args: FetchArgs) -> anyhow::Result<()> {
    let mut bases = BTreeMap::new();
    for base in &args.base {
        let (name, url) = base
            .split_once('=')
            .context("--base is written PUBLISHER=URL")?;
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
        bail!("There is nothing by that name to fetch; --list shows what there is.");
    }
    if args.list {
        for download in &list {
            say(format_args!(
                "{:<20} {:<36} {}",
                download.name, download.file, download.url
            ));
        }
        return Ok(());
    }
    let mut fetcher = Fetcher::new(&args.folder)?;
    let stopped = interrupt::flag();
    let mut failed = 0;
    for download in &list {
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
                    "fetched    {} ({bytes} bytes, {resumed_from} of them before)",
                    download.file
                ));
            }
            Err(error @ enrichment::fetch::FetchError::Stopped) => return Err(error.into()),
            Err(error) => {
                failed += 1;
                say(format_args!("failed     {}: {error}", download.file));
            }
        }
    }
    if failed > 0 {
        bail!("{failed} of {} files could not be fetched.", list.len());
    }
    say(format_args!(
        "Now: demandatlas reference import {}",
        args.folder.display()
    ));
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

/// Where a table is from, and what it cannot tell.
fn say_provenance(table: &TableInfo) {
    if table.shipped {
        say("    ships with the product");
    }
    // A table of many files (a state each, a month each) names where they were published once.
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
        say(format_args!(
            "{:<42} {} {}  [{}; {}, {}]",
            spec.name,
            serde_json::to_string(&entry.fact())?,
            spec.format.unit().unwrap_or_default(),
            spec.level.name(),
            entry.source.name(),
            entry.source.vintage()
        ));
    }
    Ok(())
}
