//! Points, shapes and lines on the earth: where a point lies and what is nearest to it.
//!
//! Coordinates are WGS 84 degrees, kept as whole numbers of 1e-7 degrees (about a centimetre), so that
//! the sides of a border are told apart exactly: a point on or near a common border belongs to exactly
//! one of the two neighbours.

mod earth;
mod grid;
mod nearest;
mod position;
mod shapes;

pub use earth::{METERS_PER_MILE, distance_m};
pub use nearest::{Nearest, NearestIndex};
pub use position::{Position, UNITS_PER_DEGREE};
pub use shapes::{Located, ShapeIndex, ShapeSet, ShapeSetBuilder};
