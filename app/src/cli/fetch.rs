//! `demandatlas places fetch`: downloads open data for a part of the country and imports it into the catalogue.

use std::ops::ControlFlow;
use std::path::Path;

use ::places::fetch::{Progress, Publisher, extract, overture};
use ::places::import::{Import, ImportOptions};
use ::places::{Area, Catalogue};
use anyhow::bail;
use clap::{Args, ValueEnum};
use indicatif::{HumanBytes, ProgressBar};

use super::import::carry_out;
use super::interrupt;
use super::progress::{bytes_bar, retries_are_told};
use super::terminal::{block_on, say};
use crate::settings::Settings;

/// The subfolder of the data folder that keeps downloaded files.
pub(super) const FOLDER: &str = "fetched";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Origin {
    /// Overture Maps places: the newest release, reading only the parts that the area needs
    Overture,
    /// OpenStreetMap: the state's extract of the day
    Osm,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("area").required(true))]
pub(super) struct FetchArgs {
    /// The publisher
    #[arg(value_enum)]
    from: Origin,
    /// A state, such as RI or 'Rhode Island'
    #[arg(long, group = "area")]
    state: Option<String>,
    /// A city with its state, such as 'Providence, RI'
    #[arg(long, group = "area")]
    city: Option<String>,
    /// A bounding box in degrees, such as -71.9,41.1,-71.1,42.0
    #[arg(
        long,
        group = "area",
        value_name = "WEST,SOUTH,EAST,NORTH",
        allow_hyphen_values = true
    )]
    bbox: Option<String>,
    /// An Overture release other than the newest, such as 2026-10-21.0
    #[arg(long)]
    release: Option<String>,
    /// The listing's name [default: from source and area, such as overture-ri]
    #[arg(long)]
    name: Option<String>,
}

impl FetchArgs {
    fn area(&self) -> anyhow::Result<Area> {
        Ok(match (&self.state, &self.city, &self.bbox) {
            (Some(state), ..) => Area::parse_state(state)?,
            (_, Some(city), _) => Area::parse_city(city)?,
            (.., Some(bbox)) => Area::parse_box(bbox)?,
            _ => bail!("Choose an area: --state RI, --city 'Providence, RI' or --bbox."),
        })
    }
}

pub(super) fn run(
    settings: &Settings,
    catalogue: &Catalogue,
    args: &FetchArgs,
) -> anyhow::Result<()> {
    retries_are_told();
    let area = args.area()?;
    let folder = settings.server.data_dir.join(FOLDER);
    let import = match args.from {
        Origin::Overture => {
            let publisher = Publisher::at(&settings.sources.overture_url)?;
            fetch_overture(&publisher, args, &area, &folder.join("overture"))?
        }
        Origin::Osm => {
            let publisher = Publisher::at(&settings.sources.osm_extracts_url)?;
            fetch_osm(&publisher, args, &area, &folder.join("osm"))?
        }
    };
    say(format_args!("Importing it as '{}'", import.source()));
    carry_out(import, catalogue)
}

fn fetch_overture(
    publisher: &Publisher,
    args: &FetchArgs,
    area: &Area,
    folder: &Path,
) -> anyhow::Result<Import> {
    let bar = bytes_bar();
    let stopped = interrupt::flag();
    let mut progress = |at: Progress| show(&bar, at, &stopped);
    let release = args.release.as_deref();
    let fetched = block_on(async {
        let work = overture::fetch(publisher, release, area, folder, &mut progress);
        Ok(work.await?)
    });
    bar.finish_and_clear();
    let fetched = fetched?;
    say(format_args!(
        "Overture's release {}: {} fetched for {area}, {} already here.",
        fetched.release,
        HumanBytes(fetched.asked),
        HumanBytes(fetched.kept),
    ));
    let options = ImportOptions {
        source: Some(name(args, "overture", area)),
        release: Some(fetched.release),
        area: Some(area.clone()),
        ..ImportOptions::default()
    };
    Ok(Import::open_overture(&fetched.files, options)?)
}

fn fetch_osm(
    publisher: &Publisher,
    args: &FetchArgs,
    area: &Area,
    folder: &Path,
) -> anyhow::Result<Import> {
    let Area::State(state) = area else {
        bail!("OpenStreetMap's extracts cover whole states: name one with --state.");
    };
    if args.release.is_some() {
        bail!("--release names a release of Overture; OpenStreetMap's extracts have none.");
    }
    let bar = bytes_bar();
    let stopped = interrupt::flag();
    let mut progress = |at: Progress| show(&bar, at, &stopped);
    let extract =
        block_on(async { Ok(extract::fetch(publisher, *state, folder, &mut progress).await?) });
    bar.finish_and_clear();
    let extract = extract?;
    say(format_args!(
        "OpenStreetMap's extract of {area}: {} {}.",
        HumanBytes(extract.bytes),
        if extract.unchanged {
            "were already here and are the newest"
        } else {
            "fetched"
        }
    ));
    let covers = ::places::import::Covers {
        areas: vec![area.into()],
        kinds: None,
    };
    let options = ImportOptions {
        source: Some(name(args, "osm", area)),
        covers,
        ..ImportOptions::default()
    };
    Ok(Import::open(&extract.path, options)?)
}

fn name(args: &FetchArgs, from: &str, area: &Area) -> String {
    let own = || format!("{from}-{}", area.slug());
    args.name.clone().unwrap_or_else(own)
}

fn show(
    bar: &ProgressBar,
    at: Progress,
    stopped: &std::sync::atomic::AtomicBool,
) -> ControlFlow<()> {
    let (known, files) = at.files;
    if known < files && at.bytes.1 == 0 {
        bar.set_message(format!("reading file {} of {files}", known + 1));
    } else {
        bar.set_message("");
    }
    bar.set_length(at.bytes.1);
    bar.set_position(at.bytes.0);
    interrupt::flow(stopped)
}
