//! `demandatlas enrich`: reads a file with places, writes it with facts.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use enrichment::Reference;
use enrichment::files::{EnrichFile, EnrichOptions, OutputFormat, Role, SourceForm};
use indicatif::HumanCount;

use super::interrupt;
use super::output::{OutputArgs, Readers};
use super::progress::{bytes_bar, count};
use crate::data::pack_source;
use crate::settings::Settings;

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
    #[command(flatten)]
    output: OutputArgs,
    /// The output's format [default: from the file extension .csv, .geojson or .parquet; CSV on standard output]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The kind of business of every row, such as brewery; determines the industry and the competitors
    #[arg(long)]
    category: Option<String>,
    /// Read a value from a column, such as latitude=Y; 'zip=' reads it from none
    #[arg(long, value_name = "WHAT=COLUMN")]
    map: Vec<String>,
    /// How to give the sources: one last column with each row's sources, two columns after each fact, or not at all
    #[arg(long, value_enum, default_value = "row")]
    sources: Sources,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Sources {
    Row,
    Columns,
    None,
}

pub(super) fn run(settings: &Settings, args: EnrichArgs) -> anyhow::Result<()> {
    let reference = Reference::load(&pack_source(settings))?;
    let columns = args
        .map
        .iter()
        .map(|text| role(text))
        .collect::<anyhow::Result<_>>()?;
    let options = EnrichOptions {
        columns,
        category: args.category,
        sources: match args.sources {
            Sources::Row => SourceForm::Row,
            Sources::Columns => SourceForm::Columns,
            Sources::None => SourceForm::None,
        },
    };
    let file = EnrichFile::open(&args.file, options)?;
    let format = format(&args.output, args.format)?;
    let output = args.output.open(Readers::Usual, &[&args.file])?;
    for (role, place) in file.columns().found() {
        args.output.tell(format_args!(
            "  {:<12} <- {}",
            role.name(),
            &file.headers()[place]
        ));
    }
    let bar = bytes_bar();
    let stopped = interrupt::flag();
    let begun = std::time::Instant::now();
    let report = file.run(&reference, None, format, output, |progress| {
        bar.set_length(progress.bytes_total);
        bar.set_position(progress.bytes_read);
        bar.set_message(count(progress.rows, "row", "rows"));
        interrupt::flow(&stopped)
    });
    bar.finish_and_clear();
    let (report, output) = report?;
    output.finish()?;
    args.output.tell(format_args!(
        "Enriched {} in {:.1} s: {} with a county, {}; {} outside every county, {} without a place.",
        count(report.rows, "row", "rows"),
        begun.elapsed().as_secs_f64(),
        HumanCount(report.placed),
        count(report.facts, "fact", "facts"),
        HumanCount(report.abroad),
        HumanCount(report.without_place)
    ));
    Ok(())
}

fn format(output: &OutputArgs, asked: Option<Format>) -> anyhow::Result<OutputFormat> {
    Ok(match asked {
        Some(Format::Csv) => OutputFormat::Csv,
        Some(Format::Geojson) => OutputFormat::GeoJson,
        Some(Format::Geoparquet) => OutputFormat::GeoParquet,
        None if output.is_standard_output() => OutputFormat::Csv,
        None => OutputFormat::of(&output.output).with_context(|| {
            format!(
                "{} does not end in .csv, .geojson, .json or .parquet; name the format with --format",
                output.output.display()
            )
        })?,
    })
}

fn role(text: &str) -> anyhow::Result<(Role, String)> {
    let (name, column) = text
        .split_once('=')
        .context("--map must be written as WHAT=COLUMN")?;
    let Some(role) = Role::parse(name) else {
        let names: Vec<_> = Role::names().collect();
        bail!(
            "'{name}' cannot be mapped. Choose one of: {}",
            names.join(", ")
        );
    };
    Ok((role, column.to_owned()))
}
