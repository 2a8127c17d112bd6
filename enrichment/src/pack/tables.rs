//! The kinds of tables.

use serde::{Deserialize, Serialize};

use super::geography::Geography;
use super::industries::IndustryTable;
use super::metrics::MetricTable;
use super::spec::{TableSpec, spec_by_id};
use super::zips::ZipTable;
use crate::geo::{Position, ShapeSet};
use crate::vintage::Vintage;

/// A table with its metadata.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    pub info: TableInfo,
    pub data: TableData,
}

/// A table's metadata.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its kind: an id of [`super::SPECS`].
    pub id: String,
    pub vintage: Vintage,
    pub licence: String,
    /// The files it was read from.
    pub files: Vec<SourceFile>,
    /// How many rows of them were used.
    pub rows: u64,
    /// The table's limits, in words, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<String>,
    /// Whether it ships with the product.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shipped: bool,
}

impl TableInfo {
    /// A table of a kind, with the kind's usual licence; initially without files and rows.
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

    /// The description of its kind.
    #[must_use]
    pub fn spec(&self) -> &'static TableSpec {
        spec_by_id(&self.id).expect("a table is only made or loaded with a known kind")
    }
}

/// A file that a table was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    pub name: String,
    pub bytes: u64,
    /// In hexadecimal.
    pub sha256: String,
    /// Where it was published, if given at import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// A table's content.
#[derive(Debug, Clone, PartialEq)]
pub enum TableData {
    Metrics(MetricTable),
    Shapes(AreaShapes),
    /// Airports, Superfund sites, parks, interchanges.
    Sites(SiteTable),
    Roads(RoadTable),
    /// Establishments, jobs and wages by industry.
    Industries(IndustryTable),
    Zips(ZipTable),
}

/// Boundaries.
#[derive(Debug, Clone, PartialEq)]
pub struct AreaShapes {
    /// The system that the identifiers belong to.
    pub geography: Geography,
    pub shapes: ShapeSet,
}

/// The kind of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SiteKind {
    /// A Superfund site on the National Priorities List.
    Superfund,
    /// An airport with scheduled flights.
    CommercialAirport,
    /// An airport without scheduled flights.
    GeneralAviationAirport,
    /// A national park proper.
    NationalPark,
    /// Another unit of the National Park System.
    ParkUnit,
    Interchange,
}

/// A named place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Site {
    pub kind: SiteKind,
    pub at: Position,
    pub name: String,
    /// Its code (for airports), if it has one.
    pub code: Option<String>,
    /// The state's postal code, if the table has it; several are separated by commas.
    pub state: Option<String>,
}

impl Site {
    /// Whether both entries are the same place. A park of several parts has one entry per part, with one
    /// code.
    pub(super) fn is(&self, other: &Self) -> bool {
        (self.kind, &self.code, &self.name) == (other.kind, &other.code, &other.name)
    }
}

/// A table of sites.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SiteTable {
    pub sites: Vec<Site>,
}

/// How a road is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoadClass {
    Interstate,
    UsHighway,
}

/// One stretch of a road.
#[derive(Debug, Clone, PartialEq)]
pub struct Road {
    pub class: RoadClass,
    /// Its number, such as `I 95`.
    pub name: String,
    pub course: Vec<Position>,
}

/// Roads, and the area for which the table has them all.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RoadTable {
    pub roads: Vec<Road>,
    /// The boxes (southwest, northeast) that the files cover. Nothing is known outside, so a distance is
    /// given only if no road beyond the box could be nearer. Empty: the whole country.
    pub extents: Vec<(Position, Position)>,
}

impl Table {
    /// The number of entries, whatever the kind of table.
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
