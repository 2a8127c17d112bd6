//! TopoJSON: shapes put together of shared arcs.

use serde::Deserialize;

use super::{ReadError, Reading};
use crate::geo::{Position, ShapeSetBuilder};
use crate::geoid::CountyFips;
use crate::pack::{Area, AreaShapes, Geography, TableData, TableSpec, table};
use crate::vintage::Vintage;

pub(super) const COUNTIES: &TableSpec = table("county-shapes");

#[derive(Deserialize)]
struct Topology {
    transform: Transform,
    objects: Objects,
    arcs: Vec<Vec<(i64, i64)>>,
}

#[derive(Deserialize)]
struct Transform {
    scale: (f64, f64),
    translate: (f64, f64),
}

#[derive(Deserialize)]
struct Objects {
    counties: Collection,
}

#[derive(Deserialize)]
struct Collection {
    geometries: Vec<Geometry>,
}

#[derive(Deserialize)]
struct Geometry {
    id: String,
    #[serde(flatten)]
    shape: Shape,
    properties: Properties,
}

#[derive(Deserialize)]
#[serde(tag = "type", content = "arcs")]
enum Shape {
    Polygon(Vec<Vec<i32>>),
    MultiPolygon(Vec<Vec<Vec<i32>>>),
}

#[derive(Deserialize)]
struct Properties {
    name: String,
}

/// The counties of a topology.
pub(crate) fn counties(bytes: &[u8], year: u16) -> Result<Reading, ReadError> {
    let topology: Topology =
        serde_json::from_slice(bytes).map_err(|error| match error.classify() {
            serde_json::error::Category::Data => ReadError::NotRecognised,
            _ => error.into(),
        })?;
    let arcs: Vec<Vec<Position>> = topology
        .arcs
        .iter()
        .map(|arc| decode(arc, &topology.transform))
        .collect();
    let mut builder = ShapeSetBuilder::default();
    let mut rows = 0;
    for geometry in topology.objects.counties.geometries {
        let Some(county) = CountyFips::parse(&geometry.id) else {
            continue;
        };
        let rings = match geometry.shape {
            Shape::Polygon(rings) => rings,
            Shape::MultiPolygon(polygons) => polygons.into_iter().flatten().collect(),
        };
        let rings: Vec<_> = rings
            .iter()
            .map(|ring| stitch(ring, &arcs))
            .collect::<Result<_, _>>()?;
        builder.push(Area::County(county).key(), &geometry.properties.name, rings);
        rows += 1;
    }
    let data = TableData::Shapes(AreaShapes {
        geography: Geography::Counties,
        shapes: builder.finish(),
    });
    Ok(Reading::table(COUNTIES, Vintage::year(year), data, rows))
}

/// Arcs are differences of quantised coordinates.
fn decode(arc: &[(i64, i64)], transform: &Transform) -> Vec<Position> {
    let mut at = (0, 0);
    arc.iter()
        .map(|(dx, dy)| {
            at = (at.0 + dx, at.1 + dy);
            let degrees = |value: i64, scale: f64, from: f64| value as f64 * scale + from;
            let longitude = degrees(at.0, transform.scale.0, transform.translate.0);
            let latitude = degrees(at.1, transform.scale.1, transform.translate.1);
            Position::rounded(latitude, longitude)
        })
        .collect()
}

/// A ring of its arcs; a negative number is an arc backwards.
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
