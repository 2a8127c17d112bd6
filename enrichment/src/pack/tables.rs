//! The kinds of tables.

use serde::{Deserialize, Serialize};

use super::geography::Geography;
use super::industries::IndustryTable;
use super::metrics::MetricTable;
use super::spec::{TableSpec, spec_by_id};
use super::zips::ZipTable;
use crate::geo::{Position, ShapeSet};
use crate::vintage::Vintage;

/// A table with what is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What it is.
    pub info: TableInfo,
    /// What it says.
    pub data: TableData,
}

/// What is known about a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its kind: an id of [`super::SPECS`].
    pub id: String,
    /// What period it describes.
    pub vintage: Vintage,
    /// The data's licence.
    pub licence: String,
    /// The files it was read from.
    pub files: Vec<SourceFile>,
    /// How many rows of them were taken.
    pub rows: u64,
    /// What the table cannot tell, in words, where that is known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<String>,
    /// Whether it ships with the product.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shipped: bool,
}

impl TableInfo {
    /// A table of a kind, under the kind's usual licence; without files and rows as yet.
    #[must_use]
    pub fn new(id: &str, vintage: Vintage) -> Self {
        Self {
            id: id.to_owned(),
            vintage,
            licence: spec_by_id(id).map_or_else(String::new, |spec| spec.licence.to_owned()),
            files: Vec::new(),
            rows: 0,
            limits: Vec::new(),
            shipped: false,
        }
    }

    /// What is known of the kind.
    #[must_use]
    pub fn spec(&self) -> &'static TableSpec {
        spec_by_id(&self.id).expect("a table is only made or loaded with a known kind")
    }
}

/// A file that a table was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name, without the folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
    /// Where it was published, where the importer was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// What a table says.
#[derive(Debug, Clone, PartialEq)]
pub enum TableData {
    /// Statistics of counties or tracts.
    Metrics(MetricTable),
    /// Boundaries of counties or tracts.
    Shapes(AreaShapes),
    /// Places: airports, Superfund sites, parks, interchanges.
    Sites(SiteTable),
    /// Roads.
    Roads(RoadTable),
    /// Establishments, jobs and wages by industry.
    Industries(IndustryTable),
    /// ZIP codes.
    Zips(ZipTable),
}

/// Boundaries.
#[derive(Debug, Clone, PartialEq)]
pub struct AreaShapes {
    /// What the identifiers are.
    pub geography: Geography,
    /// The shapes.
    pub shapes: ShapeSet,
}

/// What a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SiteKind {
    /// A Superfund site on the National Priorities List.
    Superfund,
    /// An airport with scheduled flights.
    CommercialAirport,
    /// An airport without.
    GeneralAviationAirport,
    /// A national park proper.
    NationalPark,
    /// Another unit of the National Park System.
    ParkUnit,
    /// A motorway junction.
    Interchange,
}

/// A place with a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// What it is.
    pub kind: SiteKind,
    /// Where it is.
    pub at: Position,
    /// Its name.
    pub name: String,
    /// Its code (an airport's), where it has one.
    pub code: Option<String>,
    /// The state's postal code, where the table says it. Several are separated by commas.
    pub state: Option<String>,
}

impl Site {
    /// Whether both entries are of one place. A park of several parts has an entry for each, of one code.
    pub(super) fn is(&self, other: &Self) -> bool {
        (self.kind, &self.code, &self.name) == (other.kind, &other.code, &other.name)
    }
}

/// Places of one kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SiteTable {
    /// The places.
    pub sites: Vec<Site>,
}

/// What a road is signed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoadClass {
    /// An interstate.
    Interstate,
    /// A US highway.
    UsHighway,
}

/// One stretch of a road.
#[derive(Debug, Clone, PartialEq)]
pub struct Road {
    /// What it is signed as.
    pub class: RoadClass,
    /// Its number, such as `I 95`.
    pub name: String,
    /// Its course.
    pub course: Vec<Position>,
}

/// Roads, and where the table knows them all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RoadTable {
    /// The roads.
    pub roads: Vec<Road>,
    /// The boxes (south-west, north-east) that the files describe. Outside them nothing is known, so
    /// a distance is given only where no road beyond the box could be nearer. None: the whole country.
    pub extents: Vec<(Position, Position)>,
}

impl Table {
    /// How many entries the table has, whatever its kind.
    #[must_use]
    pub fn entries(&self) -> usize {
        match &self.data {
            TableData::Metrics(table) => table.keys().len(),
            TableData::Shapes(shapes) => shapes.shapes.len(),
            TableData::Sites(sites) => sites.sites.len(),
            TableData::Roads(roads) => roads.roads.len(),
            TableData::Industries(table) => table.entries().len(),
            TableData::Zips(table) => table.entries().len(),
        }
    }
}
