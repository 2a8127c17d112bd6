//! A raster over shapes: most cells are inside one shape, so its border need not be checked.
//!
//! It has two levels: cells of half a degree, and within those crossed by a border smaller cells, more of
//! them the more borders there are. A cell without a border is entirely inside one shape or outside all; a
//! cell with borders lists their shapes. Shapes are assumed to be a partition: if two overlap, the one found
//! first wins.

mod build;

use super::position::Position;

/// The width of a coarse cell, in 1e-7 degrees.
const COARSE: i64 = 5_000_000;
const COLUMNS: usize = 720;
const ROWS: usize = 360;

const OUTSIDE: u32 = u32::MAX;
const LIST: u32 = 1 << 31;

/// The content of a cell.
pub(super) enum Cell<'a> {
    Outside,
    /// Entirely inside this shape.
    Inside(u32),
    /// Crossed by the borders of these shapes.
    Border(&'a [u32]),
}

#[derive(Debug, Clone, Copy)]
struct Coarse {
    /// The cell itself if `divisions` is 0, else the start of its fine cells.
    start: u32,
    divisions: u32,
}

#[derive(Debug)]
pub(super) struct ShapeGrid {
    coarse: Vec<Coarse>,
    /// `OUTSIDE`, a shape, or `LIST` and an index in `list_ends`.
    fine: Vec<u32>,
    list_ends: Vec<u32>,
    lists: Vec<u32>,
}

fn column(x: i64) -> usize {
    usize::try_from((x + 1_800_000_000).div_euclid(COARSE))
        .unwrap_or(0)
        .min(COLUMNS - 1)
}

fn row(y: i64) -> usize {
    usize::try_from((y + 900_000_000).div_euclid(COARSE))
        .unwrap_or(0)
        .min(ROWS - 1)
}

/// The index of a coordinate among the divisions of its coarse cell.
#[inline]
fn division(offset: i64, divisions: u32) -> usize {
    let place = offset.rem_euclid(COARSE) * i64::from(divisions) / COARSE;
    usize::try_from(place).expect("a remainder is not negative")
}

impl ShapeGrid {
    pub(super) fn memory(&self) -> usize {
        self.coarse.capacity() * 8
            + (self.fine.capacity() + self.list_ends.capacity() + self.lists.capacity()) * 4
    }

    #[inline]
    pub(super) fn cell(&self, at: Position) -> Cell<'_> {
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        let coarse = self.coarse[row(y) * COLUMNS + column(x)];
        if coarse.divisions == 0 {
            return self.decode(coarse.start);
        }
        let n = coarse.divisions as usize;
        let place = division(y, coarse.divisions) * n + division(x, coarse.divisions);
        self.decode(self.fine[coarse.start as usize + place])
    }

    fn decode(&self, cell: u32) -> Cell<'_> {
        if cell == OUTSIDE {
            Cell::Outside
        } else if cell & LIST == 0 {
            Cell::Inside(cell)
        } else {
            let list = (cell & !LIST) as usize;
            let (from, to) = (self.list_ends[list], self.list_ends[list + 1]);
            Cell::Border(&self.lists[from as usize..to as usize])
        }
    }

    /// The shapes that may be partly in a box, without duplicates.
    pub(super) fn shapes_in(&self, low: Position, high: Position) -> Vec<usize> {
        let mut found = Vec::new();
        let (rows, columns) = (low.y.into()..=high.y.into(), low.x.into()..=high.x.into());
        for row in row(*rows.start())..=row(*rows.end()) {
            for column in column(*columns.start())..=column(*columns.end()) {
                let coarse = self.coarse[row * COLUMNS + column];
                if coarse.divisions == 0 {
                    self.add(coarse.start, &mut found);
                    continue;
                }
                let n = coarse.divisions as usize;
                let divisions = |cell: usize, of: &std::ops::RangeInclusive<i64>, origin: i64| {
                    let start = i64::try_from(cell).unwrap_or(0) * COARSE - origin;
                    let (first, last) = (
                        (*of.start()).max(start),
                        (*of.end()).min(start + COARSE - 1),
                    );
                    division(first, coarse.divisions)..=division(last, coarse.divisions)
                };
                for fine_row in divisions(row, &rows, 900_000_000) {
                    for fine_column in divisions(column, &columns, 1_800_000_000) {
                        let place = coarse.start as usize + fine_row * n + fine_column;
                        self.add(self.fine[place], &mut found);
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn add(&self, cell: u32, found: &mut Vec<usize>) {
        match self.decode(cell) {
            Cell::Outside => {}
            Cell::Inside(shape) => found.push(shape as usize),
            Cell::Border(shapes) => found.extend(shapes.iter().map(|shape| *shape as usize)),
        }
    }

    /// The shapes with borders in the cells around a point.
    pub(super) fn shapes_near(&self, at: Position, reach: (i32, i32)) -> Vec<usize> {
        let mut found = Vec::new();
        let step = i64::from(reach.0.min(reach.1) / 16).max(1);
        let (x, y) = (i64::from(at.x), i64::from(at.y));
        let mut offset_y = -i64::from(reach.1);
        while offset_y <= i64::from(reach.1) {
            let mut offset_x = -i64::from(reach.0);
            while offset_x <= i64::from(reach.0) {
                let probe = Position {
                    x: i32::try_from(x + offset_x).unwrap_or(at.x),
                    y: i32::try_from(y + offset_y).unwrap_or(at.y),
                };
                if let Cell::Border(shapes) = self.cell(probe) {
                    found.extend(shapes.iter().map(|shape| *shape as usize));
                }
                offset_x += step;
            }
            offset_y += step;
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
