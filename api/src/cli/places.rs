//! `demandatlas places`: filling the catalogue and looking at it.

use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::places::import::{CsvImport, FieldOverride, ImportOptions, ImportReport, Tally};
use ::places::{Catalogue, PlaceQuery, PlaceSource};
use clap::{Args, Subcommand, ValueEnum};
use futures::TryStreamExt;
use indicatif::{ProgressBar, ProgressStyle};

use super::{block_on, say};
use crate::config::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum PlacesCommand {
    /// Import a listing; a later import under the same name replaces it
    Import(ImportArgs),
    /// Show what the catalogue holds
    Status,
    /// Search the catalogue as a job does
    Search(SearchArgs),
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FileFormat {
    Csv,
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// The file
    file: PathBuf,
    /// What the file is
    #[arg(long, value_enum, default_value = "csv")]
    format: FileFormat,
    /// A category that every row has, such as brewery
    #[arg(long)]
    category: Option<String>,
    /// Read a field from a column, such as name=Store_Name; 'website=' reads it from none
    #[arg(long, value_name = "FIELD=COLUMN")]
    map: Vec<String>,
    /// The listing's name [default: the file's]
    #[arg(long)]
    name: Option<String>,
    /// The data's licence
    #[arg(long)]
    licence: Option<String>,
    /// The credit line that the licence asks for
    #[arg(long)]
    attribution: Option<String>,
    /// The publisher's release, such as a date
    #[arg(long)]
    release: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct SearchArgs {
    /// What to look for
    term: String,
    /// Two letters
    #[arg(long)]
    state: String,
    /// One city
    #[arg(long)]
    city: String,
}

pub(super) fn run(settings: &Settings, command: PlacesCommand) -> anyhow::Result<()> {
    let catalogue = Catalogue::open(&settings.server.data_dir)?;
    match command {
        PlacesCommand::Import(args) => import(&catalogue, args),
        PlacesCommand::Status => status(&catalogue),
        PlacesCommand::Search(args) => block_on(search(catalogue, args)),
    }
}

fn import(catalogue: &Catalogue, args: ImportArgs) -> anyhow::Result<()> {
    let FileFormat::Csv = args.format;
    let options = ImportOptions {
        source: args.name,
        category: args.category,
        overrides: args
            .map
            .iter()
            .map(|text| FieldOverride::parse(text))
            .collect::<Result<_, _>>()?,
        licence: args.licence,
        attribution: args.attribution,
        release: args.release,
    };
    let import = CsvImport::open(&args.file, options)?;
    say(format_args!(
        "Importing {} as '{}'",
        args.file.display(),
        import.source()
    ));
    for column in &import.mapping().columns {
        let chosen = if column.chosen { "  (--map)" } else { "" };
        say(format_args!(
            "  {:<16} <- {}{chosen}",
            column.field.name(),
            column.column
        ));
    }
    if !import.mapping().unused.is_empty() {
        say(format_args!(
            "  not read: {}",
            import.mapping().unused.join(", ")
        ));
    }
    for warning in import.warnings() {
        say(format_args!("  note: {warning}"));
    }
    let bar = bytes_bar();
    let stopped = stop_on_interrupt();
    let imported = import.run(catalogue, |progress| {
        bar.set_length(progress.bytes_total);
        bar.set_position(progress.bytes_read);
        bar.set_message(format!("{} rows", progress.rows));
        if stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    bar.finish_and_clear();
    report(&imported?);
    Ok(())
}

/// A bar where a person looks, nothing in a log.
fn bytes_bar() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(
        "{bar:32} {bytes}/{total_bytes} {bytes_per_sec} {msg}, {eta} left",
    )
    .expect("the template is a constant and valid");
    ProgressBar::new(0).with_style(style)
}

/// Ctrl-C ends the import at its next report instead of killing it; the catalogue stays as it was.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    // Without the thread Ctrl-C kills the process, which changes nothing either.
    drop(
        std::thread::Builder::new()
            .name("interrupt".into())
            .spawn(move || {
                let waited: anyhow::Result<()> =
                    block_on(async { Ok(tokio::signal::ctrl_c().await?) });
                flag.store(waited.is_ok(), Ordering::Relaxed);
            }),
    );
    stopped
}

fn report(report: &ImportReport) {
    let seconds = report.duration.as_secs_f64();
    say(format_args!(
        "Read {} rows in {seconds:.1} s: {} businesses in the catalogue as '{}'{}",
        report.read,
        report.imported,
        report.source,
        if report.replaced > 0 {
            format!(" (in place of {})", report.replaced)
        } else {
            String::new()
        },
    ));
    tally("repeated in the file", &report.duplicates);
    for (reason, count) in &report.not_offered {
        tally(&format!("not offered: {reason}"), count);
    }
    for (reason, count) in &report.rejected {
        tally(&format!("rejected: {reason}"), count);
    }
    tally(
        "impossible coordinates left out",
        &report.coordinates_dropped,
    );
    tally("not UTF-8, read as Windows-1252", &report.re_encoded);
    if report.without_coordinates > 0 {
        say(format_args!(
            "  {:>7}  imported without coordinates",
            report.without_coordinates
        ));
    }
    if report.without_city > 0 {
        say(format_args!(
            "  {:>7}  imported without a city",
            report.without_city
        ));
    }
}

fn tally(what: &str, tally: &Tally) {
    if tally.count == 0 {
        return;
    }
    let lines: Vec<String> = tally.first_lines.iter().map(u64::to_string).collect();
    say(format_args!(
        "  {:>7}  {what} (line {}{})",
        tally.count,
        lines.join(", "),
        if tally.count > lines.len() as u64 {
            ", …"
        } else {
            ""
        }
    ));
}

fn status(catalogue: &Catalogue) -> anyhow::Result<()> {
    let datasets = catalogue.datasets()?;
    if datasets.is_empty() {
        say("The catalogue is empty: searches answer with sample data.");
        say("Fill it with: demandatlas places import FILE");
        return Ok(());
    }
    for dataset in &datasets {
        say(format_args!(
            "{:<24} {:>9} businesses  imported {}  {}",
            dataset.name,
            dataset.rows,
            dataset.imported_at.strftime("%Y-%m-%d %H:%M UTC"),
            dataset.licence.as_deref().unwrap_or("licence not stated"),
        ));
    }
    say(format_args!(
        "{:<24} {:>9} businesses",
        "in all",
        catalogue.rows()
    ));
    Ok(())
}

async fn search(catalogue: Catalogue, args: SearchArgs) -> anyhow::Result<()> {
    let query = PlaceQuery::new(&args.term, &args.state, &args.city)?;
    let mut places = catalogue.search(query);
    let mut found = 0_u64;
    while let Some(place) = places.try_next().await? {
        found += 1;
        say(format_args!(
            "{}\t{}\t{}",
            place.name,
            place.address.unwrap_or_default(),
            place.phone.unwrap_or_default()
        ));
    }
    say(format_args!("{found} found"));
    Ok(())
}
