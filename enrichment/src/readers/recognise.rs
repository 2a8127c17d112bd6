//! Finds the reader for a file by its columns, or by its shapes' properties.

use super::reading::{FileName, ReadError, Reading};
use super::sheet::Sheet;
use super::{
    acs, airports, ers, geometry, industries, laus, nri, permits, registry, roads, shapes, simple,
    sites, votes, zips, zones,
};

type Recognised = fn(&Sheet<'_>) -> bool;
type Reader = fn(&mut Sheet<'_>, FileName<'_>) -> Result<Reading, ReadError>;

/// The readers of tables with columns, each with its check. The first that matches reads the file.
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

/// Whether a reader recognizes the columns.
pub(super) fn is_known(sheet: &Sheet<'_>) -> bool {
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
        "the registry lacks a measure that was read"
    );
    Ok(reading)
}

/// Reads JSON: GeoJSON, TopoJSON of counties or tracts, or an answer from the Census Bureau's data API.
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
