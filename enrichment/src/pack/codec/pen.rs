//! Coordinates, each relative to the previous one.

use serde::{Deserialize, Serialize};

use crate::geo::Position;

/// Positions in drawing order.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Track {
    /// A common divisor of all coordinates.
    unit: i64,
    x: Vec<i64>,
    y: Vec<i64>,
}

#[derive(Debug, Default)]
pub(super) struct Pen {
    at: (i64, i64),
    track: Track,
}

#[derive(Debug)]
pub(super) struct Reader<'a> {
    at: (i64, i64),
    next: usize,
    track: &'a Track,
}

impl Pen {
    /// For positions that are all multiples of a unit: uses their greatest common divisor.
    pub(super) fn new(positions: impl Iterator<Item = Position>) -> Self {
        let unit = positions
            .flat_map(|at| [at.x, at.y])
            .fold(0, |unit, coordinate| divisor(unit, i64::from(coordinate)));
        let track = Track {
            unit: unit.max(1),
            ..Track::default()
        };
        Self { at: (0, 0), track }
    }

    /// Records a position.
    pub(super) fn draw(&mut self, to: Position) {
        let from = self.at;
        self.jump(to);
        self.track.x.push((self.at.0 - from.0) / self.track.unit);
        self.track.y.push((self.at.1 - from.1) / self.track.unit);
    }

    /// Continues from a position that the reader knows.
    pub(super) fn jump(&mut self, to: Position) {
        self.at = (to.x.into(), to.y.into());
    }

    pub(super) fn track(self) -> Track {
        self.track
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new(track: &'a Track) -> Self {
        Self {
            at: (0, 0),
            next: 0,
            track,
        }
    }

    /// The next position; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Position> {
        let unit = self.track.unit;
        let step = |of: &[i64]| of.get(self.next)?.checked_mul(unit);
        let (x, y) = (step(&self.track.x)?, step(&self.track.y)?);
        self.next += 1;
        self.at = (self.at.0.checked_add(x)?, self.at.1.checked_add(y)?);
        Some(Position {
            x: i32::try_from(self.at.0).ok()?,
            y: i32::try_from(self.at.1).ok()?,
        })
    }

    /// Continues from a position, as the writer did.
    pub(super) fn jump(&mut self, to: Position) {
        self.at = (to.x.into(), to.y.into());
    }
}

/// The greatest common divisor; 0 if both are 0.
fn divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
