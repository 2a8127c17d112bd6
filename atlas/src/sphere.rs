//! Distances on a sphere.

use rstar::{AABB, PointDistance, RTreeObject};

/// The earth's mean radius in miles (IUGG).
const RADIUS: f64 = 3_958.761_3;

/// A point on the earth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// In degrees.
    pub latitude: f64,
    /// In degrees.
    pub longitude: f64,
}

impl Position {
    /// Miles along the surface.
    #[must_use]
    pub fn miles_to(self, other: Self) -> f64 {
        Indexed::new(0, self).miles_to(&Indexed::new(0, other).point())
    }
}

/// A position in an index: its place among others, on the unit sphere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indexed {
    pub(crate) place: usize,
    point: [f64; 3],
}

impl Indexed {
    pub(crate) fn new(place: usize, position: Position) -> Self {
        let (latitude, longitude) = (
            position.latitude.to_radians(),
            position.longitude.to_radians(),
        );
        let point = [
            latitude.cos() * longitude.cos(),
            latitude.cos() * longitude.sin(),
            latitude.sin(),
        ];
        Self { place, point }
    }

    pub(crate) const fn point(&self) -> [f64; 3] {
        self.point
    }

    /// Miles along the surface.
    pub(crate) fn miles_to(&self, point: &[f64; 3]) -> f64 {
        2.0 * RADIUS * (self.distance_2(point).sqrt() / 2.0).min(1.0).asin()
    }
}

/// The square of the chord for a distance in miles.
pub(crate) fn chord_2(miles: f64) -> f64 {
    (2.0 * (miles / (2.0 * RADIUS)).sin()).powi(2)
}

impl RTreeObject for Indexed {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_point(self.point)
    }
}

impl PointDistance for Indexed {
    fn distance_2(&self, point: &[f64; 3]) -> f64 {
        let squares = self.point.iter().zip(point).map(|(a, b)| (a - b) * (a - b));
        squares.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn miles_between_two_cities() {
        let portland = Indexed::new(
            0,
            Position {
                latitude: 45.5152,
                longitude: -122.6784,
            },
        );
        let bend = Indexed::new(
            1,
            Position {
                latitude: 44.0582,
                longitude: -121.3153,
            },
        );
        let miles = portland.miles_to(&bend.point());
        // The haversine formula, on the same sphere.
        assert!((miles - 120.87).abs() < 0.05, "{miles}");
        assert!((chord_2(miles) - portland.distance_2(&bend.point())).abs() < 1e-12);
    }
}
