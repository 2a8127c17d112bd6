//! `demandatlas enrich`: a file with places in, the same file with facts out.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use enrichment::Reference;
use enrichment::files::{EnrichFile, EnrichOptions, OutputFormat, Role};

use super::progress::bytes_bar;
use super::{interrupt, say};
use crate::assemble::PACK_FILE;
use crate::config::Settings;

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Csv,
    Geojson,
    Geoparquet,
}

#[derive(Debug, Args)]
pub(super) struct EnrichArgs {
    /// A CSV file with coordinates, ZIP codes or county codes
    file: PathBuf,
    /// Where to write; its ending tells the format: .csv, .geojson or .parquet (GeoParquet)
    #[arg(long, short)]
    output: PathBuf,
    /// The output's format, where its name does not tell
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// What every row is, such as brewery; tells the industry and who competes
    #[arg(long)]
    category: Option<String>,
    /// Read something from a column, such as latitude=Y; 'zip=' reads it from none
    #[arg(long, value_name = "WHAT=COLUMN")]
    map: Vec<String>,
    /// Leave the *_source and *_vintage columns out
    #[arg(long)]
    no_sources: bool,
}

pub(super) fn run(settings: &Settings, args: EnrichArgs) -> anyhow::Result<()> {
    let reference = Reference::load(&settings.server.data_dir.join(PACK_FILE))?;
    let columns = args
        .map
        .iter()
        .map(|text| role(text))
        .collect::<anyhow::Result<_>>()?;
    let options = EnrichOptions {
        columns,
        category: args.category,
        without_sources: args.no_sources,
        format: args.format.map(|format| match format {
            Format::Csv => OutputFormat::Csv,
            Format::Geojson => OutputFormat::GeoJson,
            Format::Geoparquet => OutputFormat::GeoParquet,
        }),
    };
    let file = EnrichFile::open(&args.file, options)?;
    for (role, place) in file.columns().found() {
        say(format_args!(
            "  {:<12} <- {}",
            role.name(),
            &file.headers()[place]
        ));
    }
    let bar = bytes_bar();
    let stopped = interrupt::flag();
    let begun = std::time::Instant::now();
    let report = file.run(&reference, None, &args.output, |progress| {
        bar.set_length(progress.bytes_total);
        bar.set_position(progress.bytes_read);
        bar.set_message(format!("{} rows", progress.rows));
        interrupt::flow(&stopped)
    });
    bar.finish_and_clear();
    let report = report?;
    say(format_args!(
        "Enriched {} rows in {:.1} s: {} with a county, {} facts; {} lie in no county, {} have no place.",
        report.rows,
        begun.elapsed().as_secs_f64(),
        report.placed,
        report.facts,
        report.abroad,
        report.without_place
    ));
    Ok(())
}

fn role(text: &str) -> anyhow::Result<(Role, String)> {
    let (name, column) = text
        .split_once('=')
        .context("--map is written WHAT=COLUMN")?;
    let Some(role) = Role::parse(name) else {
        let names: Vec<_> = Role::names().collect();
        bail!(
            "'{name}' is nothing that is read; there are {}",
            names.join(", ")
        );
    };
    Ok((role, column.to_owned()))
}
