//! Builds the raster: which borders cross which cells, and which shape contains each of the others.

use std::collections::HashMap;

use super::{COARSE, COLUMNS, Coarse, LIST, OUTSIDE, ROWS, ShapeGrid, column, division, row};
use crate::geo::Position;
use crate::geo::shapes::ShapeSet;

/// The most divisions of a coarse cell in each direction.
const MAX_DIVISIONS: usize = 96;

impl ShapeGrid {
    pub(in crate::geo) fn new(set: &ShapeSet) -> Self {
        let borders = coarse_borders(set);
        let mut grid = Self {
            coarse: Vec::with_capacity(COLUMNS * ROWS),
            fine: Vec::new(),
            list_ends: vec![0],
            lists: Vec::new(),
        };
        grid.divide(&borders);
        grid.cross_borders(set);
        grid.fill(set, &borders);
        grid
    }

    fn divide(&mut self, borders: &[Vec<u32>]) {
        let mut start = 0_u32;
        for shapes in borders {
            let divisions = if shapes.is_empty() {
                0
            } else {
                let wanted = 8 + 4 * shapes.len().isqrt() * 2;
                u32::try_from(wanted.min(MAX_DIVISIONS)).expect("bounded")
            };
            self.coarse.push(Coarse { start, divisions });
            start += divisions * divisions;
        }
        self.fine = vec![OUTSIDE; start as usize];
    }

    /// Assigns to every fine cell crossed by borders the list of their shapes.
    fn cross_borders(&mut self, set: &ShapeSet) {
        let mut lists = Lists {
            fine: std::mem::take(&mut self.fine),
            ends: vec![0],
            shapes: Vec::new(),
            longer: HashMap::new(),
        };
        for shape in 0..set.len() {
            let id = u32::try_from(shape).expect("fewer than 2^31 shapes");
            for (a, b) in set.edges(shape) {
                self.cross(a, b, &mut |cell| lists.add(cell, id));
            }
        }
        lists.ends.shrink_to_fit();
        lists.shapes.shrink_to_fit();
        (self.fine, self.list_ends, self.lists) = (lists.fine, lists.ends, lists.shapes);
    }

    /// Calls `hit` with every fine cell that the segment crosses: those of its bounding box that are on
    /// neither side of it. A cell next to the segment may belong to a third shape, so it must not count as a
    /// border cell. A long segment is first cut in two; [`MARGIN`] compensates for the rounding of the cut.
    fn cross(&self, a: Position, b: Position, hit: &mut impl FnMut(u32)) {
        let (west, east) = (i64::from(a.x.min(b.x)) - 1, i64::from(a.x.max(b.x)) + 1);
        let (south, north) = (i64::from(a.y.min(b.y)) - 1, i64::from(a.y.max(b.y)) + 1);
        let (columns, rows) = (column(west)..=column(east), row(south)..=row(north));
        let here = self.coarse[row(a.y.into()) * COLUMNS + column(a.x.into())];
        let width = COARSE / i64::from(here.divisions.max(1));
        let (wide, high) = (i64::from(a.x.abs_diff(b.x)), i64::from(a.y.abs_diff(b.y)));
        if (wide > width && high > width) || (in_two_ways(a, b) && wide.max(high) > SHORT) {
            let middle = Position {
                x: i32::midpoint(a.x, b.x),
                y: i32::midpoint(a.y, b.y),
            };
            self.cross(a, middle, hit);
            self.cross(middle, b, hit);
            return;
        }
        for row in rows {
            for column in columns.clone() {
                let coarse = self.coarse[row * COLUMNS + column];
                let n = coarse.divisions;
                if n == 0 {
                    continue;
                }
                let low = |v: i64, cell: usize, origin: i64| {
                    let start = i64::try_from(cell).unwrap_or(0) * COARSE - origin;
                    division(v.max(start), n)
                };
                let high = |v: i64, cell: usize, origin: i64| {
                    let end = (i64::try_from(cell).unwrap_or(0) + 1) * COARSE - origin - 1;
                    division(v.min(end), n)
                };
                for fine_row in low(south, row, 900_000_000)..=high(north, row, 900_000_000) {
                    let ys = fine_span(row, fine_row, n as usize, 900_000_000);
                    for fine_column in
                        low(west, column, 1_800_000_000)..=high(east, column, 1_800_000_000)
                    {
                        let xs = fine_span(column, fine_column, n as usize, 1_800_000_000);
                        if is_beside(a, b, xs, ys) {
                            continue;
                        }
                        let place = fine_row * n as usize + fine_column;
                        hit(coarse.start + u32::try_from(place).expect("at most 96 squared"));
                    }
                }
            }
        }
    }

    /// Assigns a shape to cells without borders. Two adjacent cells without borders are in the same shape, so
    /// only the first of a run is looked up.
    fn fill(&mut self, set: &ShapeSet, borders: &[Vec<u32>]) {
        let boxes = bounding_boxes(set);
        for row in 0..ROWS {
            // The shape of the last column's cells, if one without a border is known.
            let mut known: Option<u32> = Some(OUTSIDE);
            for column in 0..COLUMNS {
                let place = row * COLUMNS + column;
                if self.coarse[place].divisions == 0 {
                    let shape = known.unwrap_or_else(|| {
                        let centre = fine_centre(row, column, 0, 0, 1);
                        find(set, 0..set.len(), &boxes, centre)
                    });
                    self.coarse[place].start = shape;
                    known = Some(shape);
                } else {
                    let shapes: Vec<usize> =
                        borders[place].iter().map(|shape| *shape as usize).collect();
                    known = self.fill_fine(set, &shapes, &boxes, (row, column));
                }
            }
        }
    }

    /// Fills the fine cells of one coarse cell; returns the shape at its eastern side, if a cell there has no
    /// border.
    fn fill_fine(
        &mut self,
        set: &ShapeSet,
        shapes: &[usize],
        boxes: &[(Position, Position)],
        (row, column): (usize, usize),
    ) -> Option<u32> {
        let Coarse { start, divisions } = self.coarse[row * COLUMNS + column];
        let n = divisions as usize;
        let mut eastern = None;
        for fine_row in 0..n {
            let mut known: Option<u32> = None;
            for fine_column in 0..n {
                let place = start as usize + fine_row * n + fine_column;
                if self.fine[place] != OUTSIDE {
                    known = None;
                    continue;
                }
                let shape = known.unwrap_or_else(|| {
                    let centre = fine_centre(row, column, fine_row, fine_column, n);
                    find(set, shapes.iter().copied(), boxes, centre)
                });
                self.fine[place] = shape;
                known = Some(shape);
            }
            eastern = eastern.or(known);
        }
        eastern
    }
}

/// The growing lists of shapes. Cells along one border have the same shapes, so each list is stored once.
struct Lists {
    fine: Vec<u32>,
    ends: Vec<u32>,
    shapes: Vec<u32>,
    /// The list that results from adding one shape to a list, or to none.
    longer: HashMap<(Option<u32>, u32), u32>,
}

impl Lists {
    /// Adds a shape to a cell's list. Shapes come in order.
    fn add(&mut self, cell: u32, shape: u32) {
        let place = usize::try_from(cell).expect("32 bits");
        let known = (self.fine[place] != OUTSIDE).then(|| self.fine[place] & !LIST);
        let there = known.map_or(0..0, |list| {
            let list = list as usize;
            self.ends[list] as usize..self.ends[list + 1] as usize
        });
        if self.shapes[there.clone()].last() == Some(&shape) {
            return;
        }
        let list = self
            .longer
            .get(&(known, shape))
            .copied()
            .unwrap_or_else(|| {
                let list = u32::try_from(self.ends.len() - 1).expect("fewer than cells");
                self.shapes.extend_from_within(there);
                self.shapes.push(shape);
                let end = u32::try_from(self.shapes.len()).expect("fewer than 2^32 crossings");
                self.ends.push(end);
                self.longer.insert((known, shape), list);
                list
            });
        self.fine[place] = LIST | list;
    }
}

/// How much larger a cell is assumed to be, in 1e-7 degrees.
const MARGIN: i64 = 2;

/// The extent of a fine cell along one axis, with the margin.
fn fine_span(coarse: usize, fine: usize, n: usize, origin: i64) -> (i64, i64) {
    let [coarse, fine, n] = [coarse, fine, n].map(|v| i64::try_from(v).unwrap_or(0));
    let start = coarse * COARSE - origin;
    let at = |fine: i64| start + fine * COARSE / n;
    (at(fine) - MARGIN, at(fine + 1) + MARGIN)
}

/// Whether a cell is entirely on one side of the line through the segment.
fn is_beside(
    a: Position,
    b: Position,
    (west, east): (i64, i64),
    (south, north): (i64, i64),
) -> bool {
    let along = |from: i32, to: i32| i128::from(to) - i128::from(from);
    let (dx, dy) = (along(a.x, b.x), along(a.y, b.y));
    let side = |x: i64, y: i64| {
        (dx * (i128::from(y) - i128::from(a.y)) - dy * (i128::from(x) - i128::from(a.x))).signum()
    };
    let first = side(west, south);
    first != 0
        && [(west, north), (east, south), (east, north)]
            .iter()
            .all(|(x, y)| side(*x, *y) == first)
}

/// A segment this short, in 1e-7 degrees, is not cut further.
const SHORT: i64 = 8;

/// Whether a segment's ends are in different coarse columns and different coarse rows: then its bounding box
/// has cells that it does not cross.
fn in_two_ways(a: Position, b: Position) -> bool {
    column(a.x.into()) != column(b.x.into()) && row(a.y.into()) != row(b.y.into())
}

fn find(
    set: &ShapeSet,
    among: impl IntoIterator<Item = usize>,
    boxes: &[(Position, Position)],
    at: Position,
) -> u32 {
    among
        .into_iter()
        .find(|shape| {
            let (low, high) = boxes[*shape];
            (low.x..=high.x).contains(&at.x)
                && (low.y..=high.y).contains(&at.y)
                && set.contains(*shape, at)
        })
        .and_then(|shape| u32::try_from(shape).ok())
        .unwrap_or(OUTSIDE)
}

/// The center of a fine cell.
fn fine_centre(
    row: usize,
    column: usize,
    fine_row: usize,
    fine_column: usize,
    n: usize,
) -> Position {
    let along = |coarse: usize, fine: usize, origin: i64| {
        let [coarse, fine, n] = [coarse, fine, n].map(|v| i64::try_from(v).unwrap_or(0));
        let v = coarse * COARSE - origin + (2 * fine + 1) * COARSE / (2 * n);
        i32::try_from(v).expect("within the earth's coordinates")
    };
    Position {
        x: along(column, fine_column, 1_800_000_000),
        y: along(row, fine_row, 900_000_000),
    }
}

fn bounding_boxes(set: &ShapeSet) -> Vec<(Position, Position)> {
    (0..set.len())
        .map(|shape| {
            let mut low = Position {
                x: i32::MAX,
                y: i32::MAX,
            };
            let mut high = Position {
                x: i32::MIN,
                y: i32::MIN,
            };
            for vertex in set.rings(shape).flatten() {
                low = Position {
                    x: low.x.min(vertex.x),
                    y: low.y.min(vertex.y),
                };
                high = Position {
                    x: high.x.max(vertex.x),
                    y: high.y.max(vertex.y),
                };
            }
            (low, high)
        })
        .collect()
}

/// The shapes with borders in each coarse cell.
fn coarse_borders(set: &ShapeSet) -> Vec<Vec<u32>> {
    let mut borders = vec![Vec::new(); COLUMNS * ROWS];
    for shape in 0..set.len() {
        let id = u32::try_from(shape).expect("fewer than 2^31 shapes");
        for (a, b) in set.edges(shape) {
            coarse_cross(a, b, &mut |cell| {
                let list: &mut Vec<u32> = &mut borders[cell];
                if list.last() != Some(&id) {
                    list.push(id);
                }
            });
        }
    }
    borders
}

fn coarse_cross(a: Position, b: Position, hit: &mut impl FnMut(usize)) {
    let (west, east) = (i64::from(a.x.min(b.x)) - 1, i64::from(a.x.max(b.x)) + 1);
    let (south, north) = (i64::from(a.y.min(b.y)) - 1, i64::from(a.y.max(b.y)) + 1);
    let (columns, rows) = (column(west)..=column(east), row(south)..=row(north));
    if in_two_ways(a, b) && i64::from(a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))) > SHORT {
        let middle = Position {
            x: i32::midpoint(a.x, b.x),
            y: i32::midpoint(a.y, b.y),
        };
        coarse_cross(a, middle, hit);
        coarse_cross(middle, b, hit);
        return;
    }
    for row in rows {
        for column in columns.clone() {
            hit(row * COLUMNS + column);
        }
    }
}
