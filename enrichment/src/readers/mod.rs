//! Readers of the publishers' own files.
//!
//! A file is recognised by its columns (a shape by its properties), never by its name alone: names
//! only tell a year where the columns do not. A file that is not recognised, or whose year cannot be
//! told, is left with the reason; nothing is guessed.

mod acs;
mod airports;
mod cells;
mod columns;
mod ers;
mod geometry;
mod industries;
mod laus;
mod nri;
mod permits;
mod registry;
mod roads;
mod shapes;
mod sheet;
mod simple;
mod sites;
mod spreadsheet;
mod topojson;
mod votes;
mod zips;
mod zones;

pub(crate) use acs::variables as acs_variables;
pub(crate) use airports::from_records as airports_from_records;
pub(crate) use nri::release_of_dictionary;
pub(crate) use permits::{PermitMonth, annual as annual_permits};
pub(crate) use registry::measured;
pub(crate) use spreadsheet::read as read_spreadsheet;
pub(crate) use topojson::shapes as topojson_shapes;

use sheet::Sheet;

use crate::pack::{Table, TableData, TableInfo, TableSpec};
use crate::vintage::Vintage;

/// What a reader made of a file.
#[derive(Debug)]
pub(crate) struct Reading {
    /// What it held.
    pub content: Content,
    /// Rows taken.
    pub rows: u64,
    /// Rows left, by reason.
    pub left: Vec<(String, u64)>,
}

/// A table, or a part of one.
#[derive(Debug)]
pub(crate) enum Content {
    /// A whole table; boxed because it is much larger than the other.
    Table(Box<Table>),
    /// One month of building permits; a year's are put together.
    Permits(PermitMonth),
}

/// Why a file is left.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// It is none of the tables that are known.
    #[error("not recognised: its columns are none of a table that is known")]
    NotRecognised,
    /// A recognised table whose period is not told by columns or name.
    #[error(
        "recognised as {0}, but neither its columns nor its name tell the year; put it in the name"
    )]
    NoVintage(&'static str),
    /// A recognised table without a usable row.
    #[error("recognised as {0}, but no row of it can be used{1}")]
    Empty(&'static str, String),
    /// It is broken.
    #[error("broken: {0}")]
    Broken(String),
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

impl From<csv::Error> for ReadError {
    fn from(error: csv::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

impl From<serde_json::Error> for ReadError {
    fn from(error: serde_json::Error) -> Self {
        Self::Broken(error.to_string())
    }
}

/// What is known of a file beside its content.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FileName<'a> {
    /// Its name without the ending.
    pub stem: &'a str,
    /// The folder that it lies in.
    pub folder: &'a str,
    /// The release that a dictionary beside it names (FEMA's).
    pub release: Option<&'a Vintage>,
}

impl FileName<'_> {
    /// The year in the name, or else in the folder's.
    fn year(&self) -> Option<u16> {
        crate::vintage::year_in(self.stem).or_else(|| crate::vintage::year_in(self.folder))
    }

    /// The four digits after a word in the name, whatever the case.
    fn year_after(&self, word: &str) -> Option<u16> {
        let name = self.stem.to_ascii_lowercase();
        let (_, rest) = name.split_once(word)?;
        crate::vintage::year_in(rest.get(..4)?)
    }
}

type Recognised = fn(&Sheet<'_>) -> bool;
type Reader = fn(&mut Sheet<'_>, FileName<'_>) -> Result<Reading, ReadError>;

/// The readers of tables with columns, each with its test of the columns. The first that fits reads.
const SHEETS: &[(Recognised, Reader)] = &[
    (ers::is_long, ers::read_long),
    (ers::is_education, ers::read_education),
    (ers::is_poverty, ers::read_poverty),
    (laus::is_csv, laus::read_csv),
    (laus::is_rates, laus::read_rates),
    (laus::is_series, laus::read_series),
    (nri::is_nri, nri::read),
    (votes::is_results, votes::read_results),
    (votes::is_returns, votes::read_returns),
    (permits::is_permits, permits::read),
    (industries::is_qcew, industries::read_qcew),
    (industries::is_cbp, industries::read_cbp),
    (sites::is_superfund, sites::read_superfund),
    (sites::is_parks, sites::read_parks),
    (airports::is_airports, airports::read),
    (zips::is_zips, zips::read),
    (zones::is_list, zones::read),
    (acs::is_table, acs::read_table),
    (simple::is_simple, simple::read),
];

/// Whether some reader knows the columns.
fn is_known(sheet: &Sheet<'_>) -> bool {
    SHEETS.iter().any(|(fits, _)| fits(sheet))
}

/// Reads delimited text.
pub(crate) fn read_text(bytes: &[u8], name: FileName<'_>) -> Result<Reading, ReadError> {
    if laus::is_fixed_width(bytes) {
        return laus::read_fixed_width(bytes, name);
    }
    let mut sheet = Sheet::open(bytes)?;
    let reader = SHEETS.iter().find(|(fits, _)| fits(&sheet));
    let (_, read) = reader.ok_or(ReadError::NotRecognised)?;
    let reading = read(&mut sheet, name)?;
    debug_assert!(
        registry::knows(&reading),
        "the registry lacks what was read"
    );
    Ok(reading)
}

/// Reads JSON: GeoJSON, TopoJSON of counties or tracts, or an answer of the Census Bureau's data API.
pub(crate) fn read_json(bytes: &[u8], name: FileName<'_>) -> Result<Reading, ReadError> {
    match geometry::kind_of(bytes) {
        geometry::Kind::FeatureCollection => {
            let features = geometry::features(bytes)?;
            read_features(&features, name)
        }
        geometry::Kind::Topology => shapes::read_topology(bytes, name),
        geometry::Kind::Array => acs::read_answer(bytes, name),
        geometry::Kind::Other => Err(ReadError::NotRecognised),
    }
}

/// Reads a shapefile's two parts.
pub(crate) fn read_shapefile(
    shp: &[u8],
    dbf: &[u8],
    name: FileName<'_>,
) -> Result<Reading, ReadError> {
    read_features(&geometry::shapefile(shp, dbf)?, name)
}

fn read_features(features: &[geometry::Feature], name: FileName<'_>) -> Result<Reading, ReadError> {
    if shapes::is_areas(features) {
        shapes::read(features, name)
    } else if roads::is_roads(features) {
        roads::read(features, name)
    } else if roads::is_interchanges(features) {
        roads::read_interchanges(features, name)
    } else if sites::is_park_features(features) {
        sites::read_park_features(features, name)
    } else {
        Err(ReadError::NotRecognised)
    }
}

impl Reading {
    /// A whole table. `files` are filled in by the import.
    fn table(spec: &'static TableSpec, vintage: Vintage, data: TableData, rows: u64) -> Self {
        let mut info = TableInfo::new(spec.id, vintage);
        info.rows = rows;
        Self {
            content: Content::Table(Box::new(Table { info, data })),
            rows,
            left: Vec::new(),
        }
    }

    fn leaving(mut self, left: Tally) -> Self {
        self.left = left.0.into_iter().collect();
        self
    }
}

/// Rows left, counted by reason.
#[derive(Debug, Default)]
pub(crate) struct Tally(std::collections::BTreeMap<String, u64>);

impl Tally {
    fn add(&mut self, reason: &str) {
        if let Some(count) = self.0.get_mut(reason) {
            *count += 1;
        } else {
            self.0.insert(reason.to_owned(), 1);
        }
    }

    /// For the message of a table without a usable row.
    fn first(&self) -> String {
        let most = self.0.iter().max_by_key(|(_, count)| **count);
        most.map_or_else(String::new, |(reason, _)| format!(" ({reason})"))
    }
}
