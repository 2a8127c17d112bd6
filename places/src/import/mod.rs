//! Filling the catalogue from files.
//!
//! An import reads its file from front to back. Its memory does not grow with the file, except for about 30
//! bytes per row (fingerprints of rows already seen; an OpenStreetMap file also needs the corners of its
//! buildings). All rows become visible in one commit at the end. Any error, and any file without a single
//! place, leaves the catalogue unchanged.
//!
//! A long import regularly stores a checkpoint, invisibly. If it is interrupted (Ctrl-C, a full disk, a power
//! cut) and started again with the same file and options, rows already stored are read but not stored again.
//! A file that turns out to be damaged leaves nothing.
//!
//! [`Import::open`] says what the file is and what its columns mean, so that it can be shown; [`Import::run`]
//! imports it. Formats differ only in how they provide rows ([`listing::rows::Rows`]); what a row means is
//! the same for all ([`listing::row`]).

mod coverage;
mod csv;
mod dedupe;
pub(crate) mod error;
pub(crate) mod format;
mod geojson;
pub(crate) mod listing;
mod options;
pub(crate) mod overture;
mod quotes;
mod rejects;
mod report;
mod run;
mod sent;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub use self::dedupe::Duplicate;
pub use self::error::ImportError;
pub use self::format::Format;
pub use self::listing::columns::{ColumnMapping, FieldOverride, MappedColumn};
pub use self::listing::fields::Field;
pub use self::listing::outcome::{NotOffered, Rejected};
pub use self::options::{Covers, ImportOptions, Progress};
pub use self::report::{ImportReport, Tally};
pub use self::sent::{Refused, RefusedRow, SentBusinesses, SentError, read_sent};

use self::listing::columns::Mapped;
use self::listing::rows::Rows;
use crate::catalogue::Coverage;
use crate::osm::pbf::OsmRows;
use crate::{Catalogue, Dataset, Provenance};

/// Imports a file. See [`Import`].
pub fn import_file(
    catalogue: &Catalogue,
    path: &Path,
    options: ImportOptions,
    progress: impl FnMut(Progress) -> ControlFlow<()>,
) -> Result<ImportReport, ImportError> {
    Import::open(path, options)?.run(catalogue, progress)
}

/// A file that can be imported.
pub struct Import {
    rows: Box<dyn Rows>,
    format: Format,
    /// One, except for a release spread over several files.
    paths: Vec<PathBuf>,
    source: String,
    mapping: ColumnMapping,
    options: ImportOptions,
    shipped: bool,
}

impl Import {
    /// Detects what the file is, checks its beginning and end, and decides what its columns mean.
    pub fn open(path: &Path, options: ImportOptions) -> Result<Self, ImportError> {
        let unreadable = |error: std::io::Error| ImportError::Unreadable {
            file: path.to_owned(),
            reason: error.to_string(),
        };
        if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(ImportError::NotAFile {
                file: path.to_owned(),
            });
        }
        let told = Format::of(path).map_err(unreadable)?;
        Self::open_as(options.format.unwrap_or(told), &[path.to_owned()], options)
    }

    /// Opens files of one Overture release as one data set. Of each, only the parts that the options' area
    /// needs must be there.
    pub fn open_overture(paths: &[PathBuf], options: ImportOptions) -> Result<Self, ImportError> {
        Self::open_as(Format::Overture, paths, options)
    }

    fn open_as(
        format: Format,
        paths: &[PathBuf],
        mut options: ImportOptions,
    ) -> Result<Self, ImportError> {
        let path = paths.first().map(PathBuf::as_path).unwrap_or(Path::new(""));
        let source = source_name(path, options.source.as_deref())?;
        let (rows, mapping): (Box<dyn Rows>, ColumnMapping) = match format {
            Format::Csv => boxed(csv::CsvRows::open(path, &options.overrides)?),
            Format::GeoJson => boxed(geojson::GeoJsonRows::open(path, &options.overrides)?),
            Format::Osm => (Box::new(OsmRows::open(path)?), ColumnMapping::default()),
            Format::Overture => {
                let rows = overture::OvertureRows::open(paths, options.area.as_ref())?;
                (Box::new(rows), ColumnMapping::default())
            }
        };
        let publishers = |text: Option<&str>| text.map(str::to_owned);
        options.licence = options.licence.or_else(|| publishers(format.licence()));
        options.attribution = options
            .attribution
            .or_else(|| publishers(format.attribution()));
        options.release = options.release.or_else(|| rows.release());
        Ok(Self {
            rows,
            format,
            paths: paths.to_vec(),
            source,
            mapping,
            options,
            shipped: false,
        })
    }

    /// The file, or the first of several.
    fn path(&self) -> &Path {
        self.paths.first().map_or(Path::new(""), PathBuf::as_path)
    }

    /// Marks the data set as one that ships with the product.
    pub(crate) fn of_shipped_data(mut self) -> Self {
        self.shipped = true;
        self
    }

    /// The data set's name.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The file's format.
    pub fn format(&self) -> Format {
        self.format
    }

    /// Which column is read as what; empty if the format defines it.
    pub fn mapping(&self) -> &ColumnMapping {
        &self.mapping
    }

    /// What to tell the operator about the columns beforehand.
    pub fn warnings(&self) -> Vec<&'static str> {
        let lacks = |field| !self.mapping.has(field);
        let mut warnings = Vec::new();
        if self.mapping.columns.is_empty() {
            return warnings;
        }
        if self.format == Format::Csv && (lacks(Field::Latitude) || lacks(Field::Longitude)) {
            warnings.push("No latitude and longitude columns: these places will not show on maps.");
        }
        if self.format == Format::Csv && (lacks(Field::City) || lacks(Field::State)) {
            warnings.push("No city and state columns: places are assigned to the nearest city.");
        }
        if lacks(Field::Category) && lacks(Field::Kind) && self.options.category.is_none() {
            warnings.push(
                "No category column: searches match the names alone. Set one with --category.",
            );
        }
        warnings
    }

    fn provenance(&self) -> Provenance {
        Provenance {
            source: self.source.clone(),
            source_id: None,
            licence: self.options.licence.clone(),
            attribution: self.options.attribution.clone(),
            release: self.options.release.clone(),
            retrieved: Some(
                jiff::Timestamp::now()
                    .to_zoned(jiff::tz::TimeZone::UTC)
                    .date(),
            ),
            confidence: None,
            placed_by_coordinates: false,
            also_in: Vec::new(),
            sample: false,
            storable: true,
        }
    }

    fn dataset(&self, rows: u64, coverage: Coverage) -> Dataset {
        Dataset {
            name: self.source.clone(),
            rows,
            coverage,
            licence: self.options.licence.clone(),
            attribution: self.options.attribution.clone(),
            release: self.options.release.clone(),
            imported_at: jiff::Timestamp::now(),
            shipped: self.shipped,
        }
    }
}

fn boxed(rows: impl Rows + Mapped + 'static) -> (Box<dyn Rows>, ColumnMapping) {
    let mapping = rows.mapping().clone();
    (Box::new(rows), mapping)
}

/// The given name, or the file's, reduced to lower-case letters, digits and hyphens.
fn source_name(path: &Path, given: Option<&str>) -> Result<String, ImportError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let stem = stem.strip_suffix(".osm").unwrap_or(&stem);
    let name = given.unwrap_or(stem);
    let slug = name
        .to_lowercase()
        .replace(|c: char| !c.is_alphanumeric(), "-");
    let parts: Vec<&str> = slug.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() || slug.len() > 100 {
        return Err(ImportError::SourceName {
            given: name.to_owned(),
        });
    }
    Ok(parts.join("-"))
}
