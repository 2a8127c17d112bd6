//! Distances on a sphere.

/// The earth's mean radius in miles (IUGG).
pub(crate) const RADIUS: f64 = 3_958.761_3;

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
        miles_2(chord_2_between(
            self.on_the_unit_sphere(),
            other.on_the_unit_sphere(),
        ))
        .sqrt()
    }

    pub(crate) fn on_the_unit_sphere(self) -> [f64; 3] {
        let (north, level) = self.latitude.to_radians().sin_cos();
        let (sin, cos) = self.longitude.to_radians().sin_cos();
        [level * cos, level * sin, north]
    }
}

/// The square of the chord between two points of the unit sphere.
#[inline]
pub(crate) fn chord_2_between(a: [f64; 3], b: [f64; 3]) -> f64 {
    let [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    x * x + y * y + z * z
}

/// The square of the chord for a distance in miles.
pub(crate) fn chord_2(miles: f64) -> f64 {
    (2.0 * (miles / (2.0 * RADIUS)).sin()).powi(2)
}

/// Chords up to some 125 miles, where four terms of the series are exact to the last digits.
const SHORT: f64 = 1e-3;

/// The square of the miles along the surface for the square of a chord: `(2R·asin(c/2))²`.
#[inline]
pub(crate) fn miles_2(chord_2: f64) -> f64 {
    if chord_2 < SHORT {
        return miles_2_of_short(chord_2);
    }
    (2.0 * RADIUS * (chord_2.sqrt() / 2.0).min(1.0).asin()).powi(2)
}

/// The same of a short one, by its series.
#[inline]
pub(crate) fn miles_2_of_short(chord_2: f64) -> f64 {
    const TERMS: [f64; 3] = [1.0 / 12.0, 1.0 / 90.0, 1.0 / 560.0];
    let [second, third, fourth] = TERMS;
    RADIUS * RADIUS * chord_2 * (1.0 + chord_2 * (second + chord_2 * (third + chord_2 * fourth)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTLAND: Position = Position {
        latitude: 45.5152,
        longitude: -122.6784,
    };
    const BEND: Position = Position {
        latitude: 44.0582,
        longitude: -121.3153,
    };

    #[test]
    fn miles_between_two_cities() {
        let miles = PORTLAND.miles_to(BEND);
        // The haversine formula, on the same sphere.
        assert!((miles - 120.87).abs() < 0.05, "{miles}");
        let between = chord_2_between(PORTLAND.on_the_unit_sphere(), BEND.on_the_unit_sphere());
        assert!((chord_2(miles) - between).abs() < 1e-12);
    }

    #[test]
    fn a_short_chord_has_the_same_miles_by_its_series() {
        for chord_2 in [1e-14, 1e-9, 4e-5, 0.999 * SHORT] {
            let exact = (2.0 * RADIUS * (chord_2.sqrt() / 2.0_f64).asin()).powi(2);
            assert!((miles_2(chord_2) / exact - 1.0).abs() < 1e-13, "{chord_2}");
        }
    }
}
