//! Points, shapes and lines on the earth: which shape contains a point, and what is nearest to it.
//!
//! Coordinates are WGS 84 degrees, stored as integers of 1e-7 degrees (about a centimeter), so that the sides
//! of a border are decided exactly: a point on or near a common border belongs to exactly one of the two
//! neighbors.

mod discs;
mod earth;
mod grid;
mod nearest;
mod polygons;
mod position;
mod shapes;

pub use discs::{Disc, Discs};
pub use earth::{METERS_PER_MILE, distance_m};
pub use nearest::{Nearest, NearestIndex};
pub use polygons::polygons;
pub use position::{Position, UNITS_PER_DEGREE};
pub use shapes::{Located, ShapeIndex, ShapeSet, ShapeSetBuilder};
