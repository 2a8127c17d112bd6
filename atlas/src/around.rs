//! A county with its surroundings.

use crate::bands::Bands;
use crate::belief::Belief;
use crate::estimate::Estimate;
use crate::sphere::{Position, miles_2};

/// Neighbors count up to this many times the kernel's width.
const REACH: f64 = 3.0;

/// What a county looks like together with those around it.
#[derive(Debug, Clone)]
pub struct Surrounding {
    pub estimate: Estimate,
    /// How many other counties are in reach.
    pub neighbors: usize,
}

/// Blends each county with those within `3h` miles of its middle, weighted by `exp(−d²/2h²)` and by what is expected there.
/// None where a middle is unknown.
#[must_use]
pub fn around(
    counties: &[Estimate],
    middles: &[Option<Position>],
    h: f64,
) -> Vec<Option<Surrounding>> {
    let known = middles.iter().enumerate();
    let known = known.filter_map(|(place, middle)| Some((place, (*middle)?)));
    let moments: Vec<[f64; 3]> = counties
        .iter()
        .map(|one| [one.expected, one.theta(), one.belief.variance()])
        .collect();
    let bands = Bands::new(known.clone(), REACH * h);
    let mut blended: Vec<Option<Surrounding>> = vec![None; counties.len()];
    for (here, middle) in known {
        let (mut weights, mut mean, mut variance, mut neighbors) = (0.0, 0.0, 0.0, 0);
        bands.within(middle, |number, chord_2| {
            let there = bands.places[number];
            let [expected, theta, varies] = moments[there];
            let weight = (-miles_2(chord_2) / (2.0 * h * h)).exp() * expected;
            weights += weight;
            mean += weight * theta;
            variance += weight * weight * varies;
            neighbors += usize::from(there != here);
        });
        let belief = Belief::with_moments(mean / weights, variance / (weights * weights));
        blended[here] = Some(Surrounding {
            estimate: Estimate::with(moments[here][0], belief),
            neighbors,
        });
    }
    blended
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(expected: f64, shape: f64) -> Estimate {
        Estimate::with(expected, Belief::with_moments(shape, 0.01))
    }

    fn at(latitude: f64) -> Option<Position> {
        Some(Position {
            latitude,
            longitude: -100.0,
        })
    }

    #[test]
    fn a_county_alone_is_itself() {
        let counties = [estimate(10.0, 0.7), estimate(10.0, 1.4), estimate(5.0, 1.0)];
        let blended = around(&counties, &[at(30.0), at(40.0), None], 25.0);
        for (county, blended) in counties.iter().zip(&blended).take(2) {
            let blended = blended.as_ref().unwrap();
            assert_eq!(blended.neighbors, 0);
            assert!((blended.estimate.theta() - county.theta()).abs() < 1e-12);
            assert!((blended.estimate.belief.variance() - county.belief.variance()).abs() < 1e-12);
        }
        assert!(blended[2].is_none());
    }

    #[test]
    fn a_neighbor_counts_by_its_distance_and_what_is_expected_there() {
        let counties = [estimate(10.0, 0.5), estimate(30.0, 1.5)];
        // One degree of latitude is 69.09 miles on this sphere.
        let blended = around(&counties, &[at(40.0), at(40.0 + 25.0 / 69.0934)], 25.0);
        let weight = (-0.5_f64).exp() * 30.0;
        let mean = (10.0 * 0.5 + weight * 1.5) / (10.0 + weight);
        let variance = 0.01 * (100.0 + weight * weight) / (10.0 + weight).powi(2);
        let first = blended[0].as_ref().unwrap();
        assert_eq!(first.neighbors, 1);
        assert!((first.estimate.theta() - mean).abs() < 1e-4);
        assert!((first.estimate.belief.variance() - variance).abs() < 1e-6);
        assert!((first.estimate.expected - 10.0).abs() < 1e-12);
    }
}
