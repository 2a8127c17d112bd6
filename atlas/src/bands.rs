//! Points on the earth in bands of latitude, each sorted by longitude: those near another point are a few runs of
//! neighbors in memory.

use std::ops::Range;

use crate::sphere::{Position, RADIUS, chord_2, chord_2_between};

/// A band is this much lower than the distance that is asked for.
const BANDS_IN_REACH: f64 = 4.0;
const WHOLE: f64 = 360.0;
const HALF: f64 = 180.0;
const ROUNDING: f64 = 1e-9;

/// Points, for one distance.
#[derive(Debug)]
pub(crate) struct Bands {
    /// In degrees: of a band, and of the distance.
    height: f64,
    reach: f64,
    /// The square of the distance's chord.
    limit: f64,
    /// Where each band begins among the points, and where the last one ends.
    starts: Vec<usize>,
    /// Of each point, in the order of the bands: degrees east of Greenwich, place among all, point on the unit sphere.
    longitudes: Vec<f64>,
    pub(crate) places: Vec<usize>,
    pub(crate) points: [Vec<f64>; 3],
}

/// A point on its way into its band.
struct Banded {
    band: usize,
    longitude: f64,
    place: usize,
    point: [f64; 3],
}

impl Bands {
    /// Of the points at some places, for a distance in miles.
    pub(crate) fn new(points: impl Iterator<Item = (usize, Position)>, miles: f64) -> Self {
        let reach = (miles / RADIUS).to_degrees();
        let height = reach / BANDS_IN_REACH;
        let mut sorted: Vec<Banded> = points
            .map(|(place, at)| Banded {
                band: band(at.latitude, height),
                longitude: at.longitude.rem_euclid(WHOLE),
                place,
                point: at.on_the_unit_sphere(),
            })
            .collect();
        sorted.sort_unstable_by(|a, b| {
            let by_longitude = a.longitude.total_cmp(&b.longitude);
            a.band.cmp(&b.band).then(by_longitude)
        });
        let mut starts = vec![0];
        for (number, one) in sorted.iter().enumerate() {
            starts.resize(one.band + 1, number);
        }
        starts.push(sorted.len());
        Self {
            height,
            reach,
            limit: chord_2(miles),
            starts,
            longitudes: sorted.iter().map(|one| one.longitude).collect(),
            places: sorted.iter().map(|one| one.place).collect(),
            points: std::array::from_fn(|axis| sorted.iter().map(|one| one.point[axis]).collect()),
        }
    }

    /// The places of other points in the order of the bands: to look around one after the other, what is read stays at
    /// hand.
    pub(crate) fn in_their_order(&self, others: &[Position]) -> Vec<usize> {
        let mut sorted: Vec<usize> = (0..others.len()).collect();
        sorted.sort_unstable_by(|a, b| {
            let (a, b) = (others[*a], others[*b]);
            let [a_band, b_band] = [a, b].map(|at| band(at.latitude, self.height));
            a_band
                .cmp(&b_band)
                .then(a.longitude.total_cmp(&b.longitude))
        });
        sorted
    }

    /// Tells of each point within the distance its number in the order of the bands, and the square of its chord.
    pub(crate) fn within(&self, at: Position, mut tell: impl FnMut(usize, f64)) {
        let here = at.on_the_unit_sphere();
        self.runs_near(at, |run| {
            let [x, y, z] = self.points.each_ref().map(|axis| &axis[run.clone()]);
            for (number, ((x, y), z)) in run.zip(x.iter().zip(y).zip(z)) {
                let chord_2 = chord_2_between([*x, *y, *z], here);
                if chord_2 <= self.limit {
                    tell(number, chord_2);
                }
            }
        });
    }

    /// Tells of runs of points, in the order of the bands, that hold all within the distance and few others.
    pub(crate) fn runs_near(&self, at: Position, mut tell: impl FnMut(Range<usize>)) {
        let last = self.starts.len() - 1;
        let reach = self.reach + ROUNDING;
        let bands = [at.latitude - reach, at.latitude + reach];
        let [from, to] = bands.map(|latitude| band(latitude, self.height));
        for band in from..(to + 1).min(last) {
            for [west, east] in self.longitudes_near(at) {
                let (first, end) = (self.starts[band], self.starts[band + 1]);
                let longitudes = &self.longitudes[first..end];
                let begin = first + longitudes.partition_point(|one| *one < west);
                let end = first + longitudes.partition_point(|one| *one <= east);
                if begin < end {
                    tell(begin..end);
                }
            }
        }
    }

    /// The longitudes that are within the distance at some latitude: two ranges on both sides of Greenwich.
    fn longitudes_near(&self, at: Position) -> impl Iterator<Item = [f64; 2]> {
        let (reach, latitude) = (self.reach.to_radians(), at.latitude.to_radians());
        let ratio = reach.sin() / latitude.cos();
        if ratio >= 1.0 || self.reach >= HALF / 2.0 {
            return std::iter::once([0.0, WHOLE]).chain(None);
        }
        let half = ratio.asin().to_degrees() + ROUNDING;
        let middle = at.longitude.rem_euclid(WHOLE);
        let (west, east) = (middle - half, middle + half);
        let beyond = if west < 0.0 {
            Some([west + WHOLE, WHOLE])
        } else if east >= WHOLE {
            Some([0.0, east - WHOLE])
        } else {
            None
        };
        std::iter::once([west, east]).chain(beyond)
    }
}

/// The number of the band at a latitude, counted from the south pole.
fn band(latitude: f64, height: f64) -> usize {
    ((latitude + HALF / 2.0) / height).max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn position() -> impl Strategy<Value = Position> {
        (-90.0..=90.0_f64, -180.0..=180.0_f64).prop_map(|(latitude, longitude)| Position {
            latitude,
            longitude,
        })
    }

    /// Near each other, at Greenwich, at the date line and at the poles too.
    fn near(middle: Position) -> impl Strategy<Value = Position> {
        (-1.0..1.0_f64, -3.0..3.0_f64).prop_map(move |(north, east)| Position {
            latitude: (middle.latitude + north).clamp(-90.0, 90.0),
            longitude: middle.longitude + east,
        })
    }

    proptest! {
        #[test]
        fn those_within_are_those_that_are_near_enough(
            (points, at) in prop_oneof![
                position(),
                Just(Position { latitude: 51.5, longitude: 0.0 }),
                Just(Position { latitude: 52.0, longitude: 179.9 }),
                Just(Position { latitude: 89.9, longitude: 10.0 }),
            ].prop_flat_map(|middle| (prop::collection::vec(near(middle), 0..60), near(middle))),
            miles in 1.0..80.0_f64,
        ) {
            let bands = Bands::new(points.iter().copied().enumerate(), miles);
            let mut found = Vec::new();
            bands.within(at, |number, _| found.push(bands.places[number]));
            found.sort_unstable();
            let wanted = points.iter().enumerate().filter(|(_, point)| {
                chord_2_between(point.on_the_unit_sphere(), at.on_the_unit_sphere()) <= chord_2(miles)
            });
            let wanted: Vec<usize> = wanted.map(|(place, _)| place).collect();
            prop_assert_eq!(found, wanted);
        }
    }
}
