//! `demandatlas atlas`: where is demand for a kind of business, county by county.

mod files;

use std::io::Write;

use anyhow::{Context, bail};
use api::atlas::{Asked, Comparison, Level, Supply, in_words, name_of};
use clap::{Args, ValueEnum};
use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use enrichment::Reference;
use enrichment::atlas::{CountyRow, Kind, Listings, NoMarket, Question};
use places::UsState;

use super::output::{OutputArgs, Readers};
use crate::data::pack_source;
use crate::settings::Settings;

#[derive(Debug, Args)]
pub(super) struct AtlasArgs {
    /// The kind of business, such as dentist; --kinds lists them
    #[arg(required_unless_present = "kinds")]
    kind: Option<String>,
    /// List the kinds of business, and print nothing else
    #[arg(long)]
    kinds: bool,
    /// Only this state's counties, such as OR
    #[arg(long, value_parser = state)]
    state: Option<UsState>,
    /// Each county alone, or together with those around it
    #[arg(long, value_enum, default_value = "county")]
    level: LevelArg,
    /// With --level around: how far surroundings reach, in miles; neighbors count up to three times as far
    #[arg(long, default_value = "25", value_parser = ["10", "25", "40"])]
    radius: String,
    /// What counts as usual
    #[arg(long, value_enum, default_value = "similar")]
    compare: CompareArg,
    /// Only counties with so many residents
    #[arg(long, default_value = "0")]
    min_population: u32,
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum LevelArg {
    County,
    Around,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum CompareArg {
    /// Counties as densely peopled
    Similar,
    /// All counties
    Nation,
    /// The counties of its state
    State,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Table,
    Csv,
    /// The counties with their shapes
    Geojson,
    Json,
}

fn state(text: &str) -> Result<UsState, String> {
    UsState::parse(text).ok_or_else(|| format!("'{text}' is not a state: write it as OR or Oregon"))
}

pub(super) fn run(settings: &Settings, args: &AtlasArgs) -> anyhow::Result<()> {
    if args.kinds {
        let mut output = args.output.open(Readers::Usual, &[])?;
        for kind in Reference::kinds() {
            writeln!(output, "{}", kind.name)?;
        }
        return output.finish();
    }
    let name = args.kind.as_deref().unwrap_or_default();
    let kind = Kind::named(name)
        .with_context(|| format!("'{name}' is not a kind of business; --kinds lists them"))?;
    let reference = Reference::load(&pack_source(settings))?;
    let asked = Asked {
        kind,
        level: match args.level {
            LevelArg::County => Level::County,
            LevelArg::Around => Level::Around,
        },
        radius: args.radius.parse()?,
        supply: Supply::Census,
        compare: match args.compare {
            CompareArg::Similar => Comparison::Similar,
            CompareArg::Nation => Comparison::Nation,
            CompareArg::State => Comparison::State,
        },
        state: args.state,
        min_population: args.min_population.into(),
    };
    if let Format::Json = args.format {
        let body = asked.answer(&reference, &[], &Listings::default());
        let mut output = args.output.open(Readers::Usual, &[])?;
        writeln!(output, "{}", serde_json::to_string_pretty(&body)?)?;
        return output.finish();
    }
    let of_kind = reference
        .market(kind)
        .map_err(|reason| anyhow::anyhow!(why_not(reason)))?;
    let estimates = of_kind.market.estimates(asked.compare.into());
    if estimates.is_too_rare() {
        bail!("Too rare in this table to compare counties.");
    }
    let mut rows = of_kind.counties(&question(&asked), &Listings::default());
    rows.sort_by(|a, b| b.gap.total_cmp(&a.gap));
    let mut output = args.output.open(Readers::Usual, &[])?;
    match args.format {
        Format::Csv => files::write_csv(&mut output, &reference, &of_kind, &rows)?,
        Format::Geojson => {
            let about = asked.answer(&reference, &[], &Listings::default());
            let all = files::geojson(&reference, &of_kind, &rows, &about)?;
            writeln!(output, "{all}")?;
        }
        Format::Table | Format::Json => writeln!(output, "{}", table(&reference, &rows))?,
    }
    output.finish()?;
    args.output.tell(format_args!(
        "{}, {}: {} counties; see docs/atlas.md for what the columns mean.",
        of_kind.title,
        reference
            .atlas_year()
            .map_or_else(String::new, |year| year.to_string()),
        rows.len()
    ));
    Ok(())
}

fn why_not(reason: NoMarket) -> &'static str {
    match reason {
        NoMarket::NoTable => "No table of industries is loaded.",
        NoMarket::NoInputs => "No table with people and incomes by county is loaded.",
        NoMarket::NoIndustry => "No industry code counts this kind of business.",
        NoMarket::OutOfScope => "The table of industries does not cover this kind of business.",
    }
}

fn question(asked: &Asked) -> Question {
    Question {
        compared: asked.compare.into(),
        around: (asked.level == Level::Around).then_some(asked.radius),
        state: asked.state.map(UsState::fips),
        min_population: asked.min_population,
    }
}

fn counted(row: &CountyRow) -> String {
    match (row.count.low(), row.count.high()) {
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low}–{high}"),
    }
}

fn table(reference: &Reference, rows: &[CountyRow]) -> Table {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header([
        "County",
        "Residents",
        "Now",
        "Usual",
        "Missing",
        "Index",
        "Sure",
        "",
    ]);
    for row in rows {
        table.add_row([
            name_of(reference, row.fips),
            format!("{:.0}", row.people),
            counted(row),
            format!("{:.1}", row.usual),
            format!("{:.1}", row.gap),
            format!("{:.0}", row.index),
            format!("{:.0} %", 100.0 * row.p_under),
            in_words(row.class).to_owned(),
        ]);
    }
    for column in table.column_iter_mut().skip(1).take(6) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
