//! `demandatlas places`: filling and inspecting the catalogue.

use std::path::PathBuf;

use ::places::catalogue::{CoveredArea, Kinds};
use ::places::import::{Covers, FieldOverride, Format, Import, ImportOptions};
use ::places::{
    Area, Catalogue, PlaceQuery, PlaceSource, STARTER, Sources, StarterListing, UsState,
    is_known_city,
};
use clap::{Args, Subcommand, ValueEnum};
use futures::TryStreamExt;
use indicatif::HumanCount;

use super::fetch::{self, FetchArgs};
use super::import::{PATIENCE, carry_out};
use super::progress::count;
use super::terminal::{block_on, say};
use crate::settings::Settings;

#[derive(Debug, Subcommand)]
pub(super) enum PlacesCommand {
    /// Import a listing, replacing an earlier one of the same name
    Import(ImportArgs),
    /// Download open data for a state, a city or a box, and import it; resumes an interrupted download
    Fetch(FetchArgs),
    /// Show what the catalogue holds
    Status,
    /// Search a source the way a job does
    Search(SearchArgs),
    /// Remove a listing
    Remove {
        /// The listing's name, as `places status` shows it
        source: String,
    },
    /// Restore the listing that ships with the product
    Restore,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FileFormat {
    Csv,
    Geojson,
    /// OpenStreetMap, .osm.pbf
    Osm,
    /// Overture Maps places, GeoParquet
    Overture,
}

impl From<FileFormat> for Format {
    fn from(format: FileFormat) -> Self {
        match format {
            FileFormat::Csv => Self::Csv,
            FileFormat::Geojson => Self::GeoJson,
            FileFormat::Osm => Self::Osm,
            FileFormat::Overture => Self::Overture,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    /// The file to import: CSV, GeoJSON, OpenStreetMap (.osm.pbf) or Overture (GeoParquet)
    file: PathBuf,
    /// The file's format [default: recognized by its first bytes]
    #[arg(long, value_enum)]
    format: Option<FileFormat>,
    /// The category of every row, such as brewery
    #[arg(long)]
    category: Option<String>,
    /// Read a field from a column, such as name=Store_Name; 'website=' reads it from none
    #[arg(long, value_name = "FIELD=COLUMN")]
    map: Vec<String>,
    /// The listing's name [default: the file's]
    #[arg(long)]
    name: Option<String>,
    /// The data's license
    #[arg(long)]
    licence: Option<String>,
    /// The credit line that the license requires
    #[arg(long)]
    attribution: Option<String>,
    /// The publisher's release, such as a date
    #[arg(long)]
    release: Option<String>,
    /// Import only what is inside this box of degrees
    #[arg(long, value_name = "WEST,SOUTH,EAST,NORTH", allow_hyphen_values = true)]
    bbox: Option<String>,
    /// The area for which the file is complete: a state (RI), a city ('Providence, RI') or a box of degrees; repeat for
    /// several [default: from its format, --bbox and its rows]
    #[arg(long, value_name = "AREA", allow_hyphen_values = true)]
    covers: Vec<String>,
    /// The kinds of business for which it is complete: all, or a list such as brewery,brewpub
    #[arg(long, value_name = "KINDS")]
    covers_kinds: Option<String>,
    /// Write the rows that are not imported to this file, with the reasons
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct SearchArgs {
    /// What to look for
    term: String,
    /// The state's two letters, such as OR
    #[arg(long)]
    state: String,
    /// The city's name
    #[arg(long)]
    city: String,
    /// Search a source other than the catalogue: osm, google or sample
    #[arg(long)]
    source: Option<String>,
}

pub(super) fn run(settings: &Settings, command: PlacesCommand) -> anyhow::Result<()> {
    let sources = Sources::open_with(&settings.server.data_dir, settings.sources.live())?;
    let catalogue = sources.catalogue();
    if settings.starter.listing && !matches!(command, PlacesCommand::Import(_)) {
        ensure_starter(catalogue);
    }
    match command {
        PlacesCommand::Import(args) => import(catalogue, args),
        PlacesCommand::Fetch(args) => fetch::run(settings, catalogue, &args),
        PlacesCommand::Status => status(catalogue),
        PlacesCommand::Search(args) => block_on(search(&sources, args)),
        PlacesCommand::Remove { source } => remove(catalogue, &source),
        PlacesCommand::Restore => restore(catalogue),
    }
}

fn import(catalogue: &Catalogue, args: ImportArgs) -> anyhow::Result<()> {
    let options = ImportOptions {
        format: args.format.map(Into::into),
        area: args.bbox.as_deref().map(Area::parse_box).transpose()?,
        covers: covers(&args)?,
        rejects: args.rejects,
        checkpoint_rows: None,
        patience: PATIENCE,
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
    let import = Import::open(&args.file, options)?;
    say(format_args!(
        "Importing {} as '{}': {}",
        args.file.display(),
        import.source(),
        import.format()
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
    carry_out(import, catalogue)
}

fn covers(args: &ImportArgs) -> anyhow::Result<Covers> {
    let areas = args.covers.iter().map(|text| CoveredArea::parse(text));
    let kinds = args.covers_kinds.as_deref().map(|text| match text.trim() {
        "all" => Kinds::All,
        list => Kinds::Listed(
            list.split(',')
                .map(|kind| kind.trim().to_owned())
                .filter(|kind| !kind.is_empty())
                .collect(),
        ),
    });
    Ok(Covers {
        areas: areas.collect::<Result<_, _>>()?,
        kinds,
    })
}

fn status(catalogue: &Catalogue) -> anyhow::Result<()> {
    let datasets = catalogue.datasets()?;
    for source in catalogue.unfinished()? {
        say(format_args!(
            "An import of '{source}' was interrupted. Run the same command again to resume it."
        ));
    }
    if datasets.is_empty() {
        say("The catalogue is empty: searches find nothing in it.");
        say("Fill it with 'demandatlas places import FILE'.");
        return Ok(());
    }
    for dataset in &datasets {
        say(format_args!(
            "{:<24} {:>9} businesses  {} {}  {}{}",
            dataset.name,
            HumanCount(dataset.rows).to_string(),
            if dataset.shipped {
                "ships with the product, added"
            } else {
                "imported"
            },
            dataset.imported_at.strftime("%Y-%m-%d %H:%M UTC"),
            dataset.licence.as_deref().unwrap_or("license not stated"),
            dataset
                .release
                .as_deref()
                .map(|release| format!(", release {release}"))
                .unwrap_or_default(),
        ));
        say(format_args!("  covers {}", dataset.coverage));
    }
    say(format_args!(
        "{:<24} {:>9} businesses",
        "in all",
        HumanCount(catalogue.rows()).to_string()
    ));
    Ok(())
}

async fn search(sources: &Sources, args: SearchArgs) -> anyhow::Result<()> {
    let query = PlaceQuery::new(&args.term, &args.state, &args.city)?;
    let city = args.city.trim().to_owned();
    let mut places = match &args.source {
        None => sources.catalogue().search(query),
        Some(name) => match sources.by_name(name) {
            Some(source) => source.search(query),
            None => anyhow::bail!(
                "No maps service '{name}' is on. Of {}, those in the setting 'sources' are on: see 'demandatlas config'.",
                Sources::NAMES.join(", ")
            ),
        },
    };
    let mut found = 0_u64;
    while let Some(place) = places.try_next().await? {
        found += 1;
        say(format_args!(
            "{}\t{}\t{}\t{}",
            place.name,
            place.main_category.unwrap_or_default(),
            place.address.unwrap_or_default(),
            place.phone.unwrap_or_default()
        ));
    }
    say(format_args!("{} found", HumanCount(found)));
    if found == 0
        && let Some(state) = UsState::parse(&args.state)
        && !is_known_city(state, &city)
    {
        say(format_args!(
            "No city '{city}' is known in {}: check its spelling.",
            state.name()
        ));
    }
    Ok(())
}

fn remove(catalogue: &Catalogue, source: &str) -> anyhow::Result<()> {
    match catalogue.remove(source)? {
        Some(rows) => {
            let businesses = count(rows, "business", "businesses");
            say(format_args!("Removed '{source}' with {businesses}."));
            if catalogue.is_hidden(source)? {
                say("It ships with the product: 'places restore' brings it back.");
            }
        }
        None => {
            anyhow::bail!(
                "There is no listing '{source}'. Run 'demandatlas places status' to see all."
            )
        }
    }
    Ok(())
}

/// The same as a server does at its first start, in case this command runs before it.
fn ensure_starter(catalogue: &Catalogue) {
    match catalogue.ensure_starter() {
        Ok(StarterListing::Added(_) | StarterListing::AsItWas) => {}
        Ok(StarterListing::Busy) => say(format_args!(
            "'{STARTER}', which ships with the product, is not in the catalogue yet: another process is writing to \
             it. A server that has just started adds it within seconds."
        )),
        Err(error) => say(format_args!(
            "The listing that ships with the product is not in the catalogue: {error}"
        )),
    }
}

fn restore(catalogue: &Catalogue) -> anyhow::Result<()> {
    let rows = HumanCount(catalogue.restore_starter()?);
    say(format_args!(
        "'{STARTER}' is in the catalogue with {rows} businesses."
    ));
    Ok(())
}
