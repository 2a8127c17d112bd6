//! Boundaries of counties and tracts.

use super::geometry::{Feature, Shape};
use super::reading::{FileName, ReadError, Reading, Tally};
use super::topojson::{COUNTIES, TRACTS};
use crate::geo::ShapeSetBuilder;
use crate::pack::{Area, AreaShapes, Geography, TableData};
use crate::vintage::Vintage;

/// The properties that may hold an area's number, most specific first.
const KEYS: [&str; 8] = [
    "GEOID20", "GEOID10", "GEOID", "GEOIDFQ", "AFFGEOID", "GEO_ID", "CT_GEOID", "FIPS",
];

fn area(feature: &Feature) -> Option<Area> {
    let property = KEYS.iter().find_map(|key| feature.text(key));
    super::columns::area_of(property.as_deref().or(feature.id())?)
}

/// Whether the features are areas with county or tract numbers; decided by a majority of the first few.
pub(super) fn is_areas(features: &[Feature]) -> bool {
    let first = &features[..features.len().min(20)];
    let areas = first
        .iter()
        .filter(|f| matches!(f.shape, Shape::Area(_)) && area(f).is_some());
    !first.is_empty() && areas.count() * 2 > first.len()
}

pub(super) fn read(features: &[Feature], name: FileName<'_>) -> Result<Reading, ReadError> {
    let mut builder = ShapeSetBuilder::default();
    let mut left = Tally::default();
    let tracts = features
        .iter()
        .filter(|f| matches!(area(f), Some(Area::Tract(_))))
        .count();
    let of_tracts = tracts * 2 > features.len();
    let table = if of_tracts { TRACTS } else { COUNTIES };
    let mut rows = 0_u64;
    for feature in features {
        match (area(feature), &feature.shape) {
            (Some(area), Shape::Area(rings)) if matches!(area, Area::Tract(_)) == of_tracts => {
                let name = feature.text("NAMELSAD").or_else(|| feature.text("NAME"));
                builder.push(area.key(), &name.unwrap_or_default(), rings.iter().cloned());
                rows += 1;
            }
            (Some(_), _) => left.add("not an area of the expected kind"),
            (None, _) => left.add(super::columns::NO_AREA),
        }
    }
    let year = census(features)
        .or_else(|| name.year())
        .ok_or(ReadError::NoVintage(table.id))?;
    let geography = if of_tracts {
        Geography::tracts_of(year)
    } else {
        Geography::Counties
    };
    let data = TableData::Shapes(AreaShapes {
        geography,
        shapes: builder.finish(),
    });
    Ok(Reading::table(table, Vintage::year(year), data, rows).leaving(left))
}

/// The census implied by the properties' names; or, for the county file without a year but with the 2010
/// census's area, 2010.
fn census(features: &[Feature]) -> Option<u16> {
    let first = features.first()?;
    if first.has("GEOID20") {
        Some(2020)
    } else if first.has("GEOID10") || first.has("CENSUSAREA") {
        Some(2010)
    } else {
        None
    }
}

/// A TopoJSON of counties or tracts, in the format of the `us-atlas` package.
pub(super) fn read_topology(bytes: &[u8], name: FileName<'_>) -> Result<Reading, ReadError> {
    super::topojson::shapes(bytes, name.year())
}
