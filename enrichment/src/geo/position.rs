//! A place on the earth, in whole numbers.

use serde::{Deserialize, Serialize};

/// Units of a coordinate in a degree.
pub const UNITS_PER_DEGREE: f64 = 1e7;

/// A place on the earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Degrees east, in 1e-7.
    pub x: i32,
    /// Degrees north, in 1e-7.
    pub y: i32,
}

impl Position {
    /// From degrees; none where they are no place on the earth, or exactly 0, 0, which stands for
    /// 'unknown' in many listings.
    #[must_use]
    pub fn from_degrees(latitude: f64, longitude: f64) -> Option<Self> {
        let on_earth = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        let unknown = latitude == 0.0 && longitude == 0.0;
        (on_earth && !unknown).then(|| Self::rounded(latitude, longitude))
    }

    /// From degrees that are known to be a place.
    pub(crate) fn rounded(latitude: f64, longitude: f64) -> Self {
        Self {
            x: (longitude * UNITS_PER_DEGREE).round() as i32,
            y: (latitude * UNITS_PER_DEGREE).round() as i32,
        }
    }

    /// Degrees north.
    #[must_use]
    pub fn latitude(self) -> f64 {
        f64::from(self.y) / UNITS_PER_DEGREE
    }

    /// Degrees east.
    #[must_use]
    pub fn longitude(self) -> f64 {
        f64::from(self.x) / UNITS_PER_DEGREE
    }
}
