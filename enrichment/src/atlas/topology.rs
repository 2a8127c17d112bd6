//! Shapes for maps: a county's as GeoJSON, a state's tracts as TopoJSON, quantized, each ring an arc of its own.

use serde::Serialize;

use crate::geo::{Position, polygons};
use crate::geoid::CountyFips;
use crate::pack::Geography;
use crate::reference::Reference;

/// Coordinates are whole multiples of this many degrees, some 10 meters.
const STEP: f64 = 1e-4;
const UNITS: f64 = 1e7 * STEP;

/// A topology with one object, `tracts`.
#[derive(Debug, Serialize)]
pub struct Topology {
    #[serde(rename = "type")]
    kind: &'static str,
    transform: Transform,
    objects: Objects,
    /// The first point of each arc, then the way from point to point.
    arcs: Vec<Vec<[i32; 2]>>,
}

#[derive(Debug, Serialize)]
struct Transform {
    scale: [f64; 2],
    translate: [f64; 2],
}

#[derive(Debug, Serialize)]
struct Objects {
    tracts: Collection,
}

#[derive(Debug, Serialize)]
struct Collection {
    #[serde(rename = "type")]
    kind: &'static str,
    geometries: Vec<Geometry>,
}

#[derive(Debug, Serialize)]
struct Geometry {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
    /// One polygon for each outer ring; holes are drawn as what lies in them.
    arcs: Vec<[[usize; 1]; 1]>,
}

impl Reference {
    /// A county's shape as GeoJSON has a MultiPolygon's coordinates; empty where it is unknown.
    #[must_use]
    pub fn county_polygons(&self, county: CountyFips) -> Vec<Vec<Vec<[f64; 2]>>> {
        let geoid = u64::from(county.0);
        let found = self.all_shapes_of(Geography::Counties).find_map(|shapes| {
            let shape = shapes.geoids.iter().position(|other| *other == geoid)?;
            Some(polygons(shapes.rings(shape)))
        });
        found.unwrap_or_default()
    }

    /// The shapes of a state's tracts of 2010, by the state's FIPS code.
    #[must_use]
    pub fn tract_shapes(&self, state: u32) -> Topology {
        let (mut arcs, mut geometries) = (Vec::new(), Vec::new());
        if let Some(shapes) = self.shapes_of(Geography::Tracts2010) {
            let (first, last) = (of_state(state), of_state(state + 1));
            for (shape, geoid) in shapes.geoids.iter().enumerate() {
                if !(first..last).contains(geoid) {
                    continue;
                }
                let mut polygons = Vec::new();
                for ring in shapes.rings(shape) {
                    polygons.push([[arcs.len()]]);
                    arcs.push(arc(ring));
                }
                geometries.push(Geometry {
                    kind: "MultiPolygon",
                    id: format!("{geoid:011}"),
                    arcs: polygons,
                });
            }
        }
        Topology {
            kind: "Topology",
            transform: Transform {
                scale: [STEP, STEP],
                translate: [0.0, 0.0],
            },
            objects: Objects {
                tracts: Collection {
                    kind: "GeometryCollection",
                    geometries,
                },
            },
            arcs,
        }
    }
}

fn of_state(state: u32) -> u64 {
    u64::from(state) * 1_000_000_000
}

/// Closed, without points that fall together.
fn arc(ring: &[Position]) -> Vec<[i32; 2]> {
    let quantized =
        |at: &Position| [at.x, at.y].map(|units| (f64::from(units) / UNITS).round() as i32);
    let mut points: Vec<[i32; 2]> = ring.iter().map(quantized).collect();
    points.extend(points.first().copied());
    let mut before = [0, 0];
    let mut arc = Vec::with_capacity(points.len());
    for (place, point) in points.into_iter().enumerate() {
        let way = [point[0] - before[0], point[1] - before[1]];
        if place == 0 || way != [0, 0] {
            arc.push(way);
        }
        before = point;
    }
    arc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arc_goes_from_point_to_point_and_closes() {
        let at = |x, y| Position {
            x: x * 1_000,
            y: y * 1_000,
        };
        let ring = [
            at(-1_220_000, 450_000),
            at(-1_219_990, 450_000),
            at(-1_219_990, 450_005),
        ];
        assert_eq!(
            arc(&ring),
            [[-1_220_000, 450_000], [10, 0], [0, 5], [-10, -5]]
        );
        // Less than half a step apart.
        let fine = [
            Position { x: 0, y: 0 },
            Position { x: 400, y: 0 },
            at(5, 0),
            at(5, 5),
        ];
        assert_eq!(arc(&fine), [[0, 0], [5, 0], [0, 5], [-5, -5]]);
    }
}
