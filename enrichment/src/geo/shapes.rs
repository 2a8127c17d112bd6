//! Shapes of areas (counties, tracts), and which of them contains a point.

use serde::{Deserialize, Serialize};

use super::earth::Flat;
use super::earth::distance_m;
use super::grid::{Cell, ShapeGrid};
use super::position::{Position, UNITS_PER_DEGREE};

/// A point on water or on a shore belongs to the nearest shape within this distance.
const SHORE_M: f64 = 2_000.0;

/// The shapes of areas, as flat arrays: the vertices of all rings one after another. A shape's rings are
/// outer boundaries, islands and holes alike; a point is inside if an odd number of rings contain it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ShapeSet {
    pub geoids: Vec<u64>,
    /// Their names, if the file has them.
    pub names: Vec<String>,
    /// Where each shape's rings end, in `ring_ends`.
    shape_ends: Vec<u32>,
    /// Where each ring's vertices end, in `vertices`.
    ring_ends: Vec<u32>,
    vertices: Vec<Position>,
}

/// Builds a `ShapeSet`.
#[derive(Debug, Default)]
pub struct ShapeSetBuilder {
    set: ShapeSet,
}

impl ShapeSetBuilder {
    /// Adds an area. Rings of fewer than three vertices are dropped.
    pub fn push(&mut self, geoid: u64, name: &str, rings: impl IntoIterator<Item = Vec<Position>>) {
        for mut ring in rings {
            ring.dedup();
            if ring.len() > 1 && ring.first() == ring.last() {
                ring.pop();
            }
            if ring.len() < 3 {
                continue;
            }
            self.set.vertices.append(&mut ring);
            self.set.ring_ends.push(index(self.set.vertices.len()));
        }
        self.set.shape_ends.push(index(self.set.ring_ends.len()));
        self.set.geoids.push(geoid);
        self.set.names.push(name.to_owned());
    }

    /// The finished shapes.
    #[must_use]
    pub fn finish(mut self) -> ShapeSet {
        self.set.vertices.shrink_to_fit();
        self.set.ring_ends.shrink_to_fit();
        self.set
    }
}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("shapes of the USA have fewer than 2^32 vertices")
}

impl ShapeSet {
    /// How many areas there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.geoids.len()
    }

    /// Whether there are no areas.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.geoids.is_empty()
    }

    /// The vertices of one area, ring by ring.
    pub fn rings(&self, shape: usize) -> impl Iterator<Item = &[Position]> {
        let first = shape.checked_sub(1).map_or(0, |s| self.shape_ends[s]) as usize;
        let last = self.shape_ends[shape] as usize;
        (first..last).map(|ring| {
            let start = ring.checked_sub(1).map_or(0, |r| self.ring_ends[r]) as usize;
            &self.vertices[start..self.ring_ends[ring] as usize]
        })
    }

    /// The centroid of an area, in degrees: latitude and longitude.
    #[must_use]
    pub fn centroid(&self, shape: usize) -> Option<(f64, f64)> {
        let (origin_x, origin_y) = self
            .rings(shape)
            .flatten()
            .next()
            .map(|at| (f64::from(at.x), f64::from(at.y)))?;
        let (mut area, mut x, mut y) = (0.0, 0.0, 0.0);
        // Holes turn the other way round, and count as such.
        for (a, b) in self.edges(shape) {
            let (ax, ay) = (f64::from(a.x) - origin_x, f64::from(a.y) - origin_y);
            let (bx, by) = (f64::from(b.x) - origin_x, f64::from(b.y) - origin_y);
            let cross = ax * by - bx * ay;
            area += cross;
            x += (ax + bx) * cross;
            y += (ay + by) * cross;
        }
        (area != 0.0).then(|| {
            let degrees =
                |origin: f64, moment: f64| (origin + moment / (3.0 * area)) / UNITS_PER_DEGREE;
            (degrees(origin_y, y), degrees(origin_x, x))
        })
    }

    /// The area of its shape, in square meters.
    #[must_use]
    pub fn square_m(&self, shape: usize) -> f64 {
        let Some(first) = self.rings(shape).flatten().next() else {
            return 0.0;
        };
        let flat = Flat::at(*first);
        let crosses = self.edges(shape).map(|(a, b)| {
            let ((ax, ay), (bx, by)) = (flat.project(a), flat.project(b));
            ax * by - bx * ay
        });
        crosses.sum::<f64>().abs() / 2.0
    }

    pub(super) fn edges(&self, shape: usize) -> impl Iterator<Item = (Position, Position)> {
        self.rings(shape).flat_map(|ring| {
            let closing = ring.last().copied().zip(ring.first().copied());
            ring.windows(2)
                .map(|pair| (pair[0], pair[1]))
                .chain(closing)
        })
    }

    /// Whether a point is in an area. Exact: of two areas with a common border, it is in one.
    #[must_use]
    pub fn contains(&self, shape: usize, at: Position) -> bool {
        self.rings(shape).filter(|ring| crosses(ring, at)).count() % 2 == 1
    }

    /// Adds another set's areas, replacing those in both.
    #[must_use]
    pub fn merged(self, newer: &Self) -> Self {
        let mut builder = ShapeSetBuilder::default();
        for (set, skip) in [(&self, Some(newer)), (newer, None)] {
            let skip: std::collections::HashSet<u64> = skip
                .into_iter()
                .flat_map(|s| s.geoids.iter().copied())
                .collect();
            for shape in 0..set.len() {
                if !skip.contains(&set.geoids[shape]) {
                    let rings = set.rings(shape).map(<[Position]>::to_vec);
                    builder.push(set.geoids[shape], &set.names[shape], rings);
                }
            }
        }
        builder.finish()
    }

    /// Keeps only some areas.
    #[must_use]
    pub fn only(&self, keep: impl Fn(u64) -> bool) -> Self {
        let mut builder = ShapeSetBuilder::default();
        for shape in (0..self.len()).filter(|shape| keep(self.geoids[*shape])) {
            let rings = self.rings(shape).map(<[Position]>::to_vec);
            builder.push(self.geoids[shape], &self.names[shape], rings);
        }
        builder.finish()
    }

    pub(super) fn memory(&self) -> usize {
        let names: usize = self.names.iter().map(|name| name.capacity() + 24).sum();
        self.vertices.capacity() * 8
            + (self.ring_ends.capacity() + self.shape_ends.capacity()) * 4
            + self.geoids.capacity() * 8
            + names
    }
}

/// Whether a line from the point eastwards crosses the ring an odd number of times. Computed in integers,
/// with each edge taken from its southern end, so that both sides of a border decide consistently.
#[inline]
pub(super) fn crosses(ring: &[Position], at: Position) -> bool {
    let mut inside = false;
    let Some(mut previous) = ring.last().copied() else {
        return false;
    };
    for &vertex in ring {
        if (vertex.y > at.y) != (previous.y > at.y) {
            let (south, north) = if previous.y < vertex.y {
                (previous, vertex)
            } else {
                (vertex, previous)
            };
            let (dx, dy) = (
                i64::from(north.x) - i64::from(south.x),
                i64::from(north.y) - i64::from(south.y),
            );
            let (px, py) = (
                i64::from(at.x) - i64::from(south.x),
                i64::from(at.y) - i64::from(south.y),
            );
            if i128::from(px) * i128::from(dy) < i128::from(dx) * i128::from(py) {
                inside = !inside;
            }
        }
        previous = vertex;
    }
    inside
}

/// Whether two edges cross.
fn meet(one: (Position, Position), other: (Position, Position)) -> bool {
    let turn = |edge: (Position, Position), at: Position| {
        let along = (
            i128::from(edge.1.x) - i128::from(edge.0.x),
            i128::from(edge.1.y) - i128::from(edge.0.y),
        );
        let to = (
            i128::from(at.x) - i128::from(edge.0.x),
            i128::from(at.y) - i128::from(edge.0.y),
        );
        (along.0 * to.1 - along.1 * to.0).signum()
    };
    turn(one, other.0) != turn(one, other.1) && turn(other, one.0) != turn(other, one.1)
}

/// An area found for a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Located {
    /// Index of the area in the set.
    pub shape: usize,
    pub geoid: u64,
    /// 0 inside the area, else the distance to it in meters.
    pub outside_m: f64,
}

/// Shapes with their index.
#[derive(Debug)]
pub struct ShapeIndex {
    set: ShapeSet,
    grid: ShapeGrid,
}

impl ShapeIndex {
    /// Builds the index.
    #[must_use]
    pub fn new(set: ShapeSet) -> Self {
        let grid = ShapeGrid::new(&set);
        Self { set, grid }
    }

    /// The shapes.
    #[must_use]
    pub fn set(&self) -> &ShapeSet {
        &self.set
    }

    /// The memory used, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.set.memory() + self.grid.memory()
    }

    /// The area that contains a point, as its index in the set.
    #[must_use]
    pub fn containing(&self, at: Position) -> Option<usize> {
        match self.grid.cell(at) {
            Cell::Outside => None,
            Cell::Inside(shape) => Some(shape as usize),
            Cell::Border(shapes) => shapes
                .iter()
                .map(|shape| *shape as usize)
                .find(|shape| self.set.contains(*shape, at)),
        }
    }

    /// The area that contains a point, or else the nearest one within 2 km: points at the water's edge are
    /// often slightly outside simplified shores.
    #[must_use]
    pub fn locate(&self, at: Position) -> Option<Located> {
        if let Some(shape) = self.containing(at) {
            return Some(self.located(shape, 0.0));
        }
        let flat = Flat::at(at);
        let corner = flat.unproject(SHORE_M, SHORE_M);
        let reach = (
            corner.x.saturating_sub(at.x).saturating_add(1),
            corner.y.saturating_sub(at.y).saturating_add(1),
        );
        let mut best: Option<(usize, f64)> = None;
        for shape in self.grid.shapes_near(at, reach) {
            for (a, b) in self.set.edges(shape) {
                let (_, (x, y)) = flat.nearest_of_segment(a, b);
                let distance = x.hypot(y);
                if distance <= SHORE_M && best.is_none_or(|(_, least)| distance < least) {
                    best = Some((shape, distance));
                }
            }
        }
        let (shape, _) = best?;
        let nearest = self
            .set
            .edges(shape)
            .map(|(a, b)| {
                let (_, (x, y)) = flat.nearest_of_segment(a, b);
                distance_m(at, flat.unproject(x, y))
            })
            .fold(f64::INFINITY, f64::min);
        Some(self.located(shape, nearest))
    }

    /// The areas that may be partly within a distance of a point; not all of them are.
    #[must_use]
    pub fn near(&self, at: Position, limit_m: f64) -> Vec<usize> {
        let (low, high) = Flat::at(at).around(limit_m);
        self.grid.shapes_in(low, high)
    }

    /// Whether an area is partly within a distance of a point.
    #[must_use]
    pub fn is_within(&self, shape: usize, at: Position, limit_m: f64) -> bool {
        let flat = Flat::at(at);
        let is_near = |(a, b)| {
            let (_, (x, y)) = flat.nearest_of_segment(a, b);
            x.hypot(y) <= limit_m
        };
        self.set.contains(shape, at) || self.set.edges(shape).any(is_near)
    }

    /// The areas that rings touch. A point is in the rings if an odd number of them contain it.
    #[must_use]
    pub fn touched(&self, rings: &[Vec<Position>]) -> Vec<usize> {
        let corners = || rings.iter().flatten();
        let bound = |of: fn(&Position) -> i32, least: bool| {
            let values = corners().map(of);
            if least { values.min() } else { values.max() }
        };
        let (x, y) = (|at: &Position| at.x, |at: &Position| at.y);
        let [Some(west), Some(south), Some(east), Some(north)] = [
            bound(x, true),
            bound(y, true),
            bound(x, false),
            bound(y, false),
        ] else {
            return Vec::new();
        };
        let (low, high) = (
            Position { x: west, y: south },
            Position { x: east, y: north },
        );
        let mut near = self.grid.shapes_in(low, high);
        near.retain(|shape| self.touches(*shape, rings));
        near
    }

    /// Whether one lies in the other, or their edges cross.
    fn touches(&self, shape: usize, rings: &[Vec<Position>]) -> bool {
        let in_rings =
            |at: Position| rings.iter().filter(|ring| crosses(ring, at)).count() % 2 == 1;
        let edges = || {
            rings.iter().flat_map(|ring| {
                let next = ring.iter().cycle().skip(1);
                ring.iter().copied().zip(next.copied())
            })
        };
        edges().any(|(at, _)| self.set.contains(shape, at))
            || self.set.rings(shape).any(|ring| in_rings(ring[0]))
            || self
                .set
                .edges(shape)
                .any(|own| edges().any(|other| meet(own, other)))
    }

    fn located(&self, shape: usize, outside_m: f64) -> Located {
        Located {
            shape,
            geoid: self.set.geoids[shape],
            outside_m,
        }
    }
}

#[cfg(test)]
mod tests;
