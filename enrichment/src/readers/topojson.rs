//! TopoJSON: shapes of counties or tracts made of shared arcs.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::columns::{NO_AREA, area_of};
use super::reading::{ReadError, Reading, Tally};
use crate::geo::{Position, ShapeSetBuilder};
use crate::pack::{Area, AreaShapes, Geography, TableData, TableSpec, table};
use crate::vintage::Vintage;

pub(super) const COUNTIES: &TableSpec = table("county-shapes");
pub(super) const TRACTS: &TableSpec = table("tract-shapes");

#[derive(Deserialize)]
struct Topology<'a> {
    /// Absent if coordinates are degrees.
    transform: Option<Transform>,
    #[serde(borrow)]
    objects: BTreeMap<String, Collection<'a>>,
    arcs: Vec<Vec<(f64, f64)>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: (f64, f64),
    translate: (f64, f64),
}

#[derive(Deserialize)]
struct Collection<'a> {
    #[serde(borrow, default)]
    geometries: Vec<Geometry<'a>>,
}

#[derive(Deserialize)]
struct Geometry<'a> {
    id: Option<Value>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(borrow)]
    arcs: Option<&'a RawValue>,
    #[serde(default)]
    properties: Properties,
}

#[derive(Default, Deserialize)]
struct Properties {
    name: Option<String>,
}

impl Geometry<'_> {
    fn area(&self) -> Option<Area> {
        match self.id.as_ref()? {
            Value::String(text) => area_of(text),
            Value::Number(number) => area_of(&number.to_string()),
            _ => None,
        }
    }

    /// The arc numbers of its rings; `None` if it is not an area.
    fn rings(&self) -> Result<Option<Vec<Vec<i32>>>, ReadError> {
        let Some(arcs) = self.arcs else {
            return Ok(None);
        };
        Ok(match self.kind.as_deref() {
            Some("Polygon") => Some(serde_json::from_str(arcs.get())?),
            Some("MultiPolygon") => {
                let polygons: Vec<Vec<Vec<i32>>> = serde_json::from_str(arcs.get())?;
                Some(polygons.into_iter().flatten().collect())
            }
            _ => None,
        })
    }
}

/// The object to read: tracts before counties, else the one with the most such areas.
fn areas<'t, 'a>(topology: &'t Topology<'a>) -> Option<&'t Collection<'a>> {
    let count = |object: &&Collection<'_>| {
        let areas = object.geometries.iter().filter(|g| g.area().is_some());
        areas.count()
    };
    let named = ["tracts", "counties"].iter();
    let named = named.filter_map(|name| topology.objects.get(*name));
    let found = named.chain(topology.objects.values().max_by_key(count));
    found.into_iter().find(|object| count(object) > 0)
}

/// The areas of a topology. `year` is the year in the file's name.
pub(crate) fn shapes(bytes: &[u8], year: Option<u16>) -> Result<Reading, ReadError> {
    let topology: Topology<'_> =
        serde_json::from_slice(bytes).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => ReadError::NotRecognised,
            _ => error.into(),
        })?;
    let object = areas(&topology).ok_or(ReadError::NotRecognised)?;
    let all = || {
        object
            .geometries
            .iter()
            .filter_map(|g| Some((g.area()?, g)))
    };
    let tracts = all().filter(|(area, _)| matches!(area, Area::Tract(_)));
    let of_tracts = tracts.count() * 2 > all().count();
    let kind = if of_tracts { TRACTS } else { COUNTIES };
    let year = year.ok_or(ReadError::NoVintage(kind.id))?;
    let arcs: Vec<Vec<Position>> = topology
        .arcs
        .iter()
        .map(|arc| decode(arc, topology.transform.as_ref()))
        .collect();
    let mut left = Tally::default();
    (all().count()..object.geometries.len()).for_each(|_| left.add(NO_AREA));
    let mut found = Vec::new();
    for (area, geometry) in all() {
        match geometry.rings()? {
            Some(rings) if matches!(area, Area::Tract(_)) == of_tracts => {
                let rings: Vec<_> = rings
                    .iter()
                    .map(|ring| stitch(ring, &arcs).map(within_the_date_line))
                    .collect::<Result<_, _>>()?;
                let name = geometry.properties.name.as_deref().unwrap_or_default();
                found.push((area.key(), name, rings));
            }
            _ => left.add("not an area of the expected kind"),
        }
    }
    // Neighbors have similar numbers: storing them together makes the pack smaller.
    found.sort_by_key(|(key, ..)| *key);
    let rows = found.len() as u64;
    let mut builder = ShapeSetBuilder::default();
    for (key, name, rings) in found {
        builder.push(key, name, rings);
    }
    let data = TableData::Shapes(AreaShapes {
        geography: if of_tracts {
            Geography::tracts_of(year)
        } else {
            Geography::Counties
        },
        shapes: builder.finish(),
    });
    Ok(Reading::table(kind, Vintage::year(year), data, rows).leaving(left))
}
/// An arc's positions, in whole units of the earth's coordinates; they may be beyond the date line. Arcs are
/// stored as differences of quantized coordinates.
/// Arcs are differences of quantised coordinates.
fn decode(arc: &[(f64, f64)], transform: Option<&Transform>) -> Vec<Position> {
    let mut at = (0.0, 0.0);
    arc.iter()
        .map(|(x, y)| match transform {
            None => Position::rounded(*y, *x),
            Some(transform) => {
                at = (at.0 + x, at.1 + y);
                let longitude = at.0 * transform.scale.0 + transform.translate.0;
                let latitude = at.1 * transform.scale.1 + transform.translate.1;
                Position::rounded(latitude, longitude)
            }
        })
        .collect()
}

/// Joins arcs to a ring; a negative number is an arc in reverse.
fn stitch(ring: &[i32], arcs: &[Vec<Position>]) -> Result<Vec<Position>, ReadError> {
    let mut joined: Vec<Position> = Vec::new();
    for number in ring {
        let place = if *number < 0 { !*number } else { *number };
        let arc = usize::try_from(place)
            .ok()
            .and_then(|place| arcs.get(place));
        let arc = arc.ok_or_else(|| ReadError::Broken(format!("there is no arc {number}")))?;
        if *number < 0 {
            joined.extend(arc.iter().rev());
        } else {
            joined.extend(arc);
        }
        joined.dedup();
    }
    Ok(joined)
}

const DATE_LINE: i32 = 1_800_000_000;

/// Alaska may be drawn beyond 180 degrees west. A ring entirely beyond is moved to its true longitudes; one
/// that crosses the date line is cut off there.
fn within_the_date_line(mut ring: Vec<Position>) -> Vec<Position> {
    let beyond = |at: &Position| at.x < -DATE_LINE;
    if ring.iter().all(beyond) {
        // 360 degrees exceed the coordinates' type.
        ring.iter_mut()
            .for_each(|at| at.x = (at.x + DATE_LINE) + DATE_LINE);
    } else {
        ring.iter_mut().for_each(|at| at.x = at.x.max(-DATE_LINE));
    }
    ring
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_beyond_the_date_line_lie_where_they_are() {
        let at = |longitude: f64| Position::rounded(52.0, longitude);
        let ring = |degrees: [f64; 3]| within_the_date_line(degrees.map(at).to_vec());
        let degrees =
            |ring: Vec<Position>| -> Vec<f64> { ring.iter().map(|at| at.longitude()).collect() };
        assert_eq!(
            degrees(ring([-187.0, -186.5, -186.0])),
            [173.0, 173.5, 174.0]
        );
        assert_eq!(
            degrees(ring([-181.0, -179.5, -179.0])),
            [-180.0, -179.5, -179.0]
        );
        assert_eq!(
            degrees(ring([-71.0, 179.5, -179.0])),
            [-71.0, 179.5, -179.0]
        );
    }
}
