//! A position on the earth, in integers.

use serde::{Deserialize, Serialize};

/// Coordinate units per degree.
pub const UNITS_PER_DEGREE: f64 = 1e7;

/// A position on the earth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// Degrees east, in 1e-7.
    pub x: i32,
    /// Degrees north, in 1e-7.
    pub y: i32,
}

impl Position {
    /// From degrees; `None` if they are not on the earth, or exactly 0, 0, which means 'unknown' in many
    /// listings.
    #[must_use]
    pub fn from_degrees(latitude: f64, longitude: f64) -> Option<Self> {
        let on_earth = latitude.abs() <= 90.0 && longitude.abs() <= 180.0;
        let unknown = latitude == 0.0 && longitude == 0.0;
        (on_earth && !unknown).then(|| Self::rounded(latitude, longitude))
    }

    /// From degrees known to be valid.
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
