//! Areas taken as circles of their size around their middles: how much of each lies near a point.

use std::f64::consts::PI;

use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};

use super::earth::Flat;
use super::position::Position;

/// An index of circles.
#[derive(Debug)]
pub struct Discs {
    tree: Option<RTree<f32>>,
    discs: Vec<Disc>,
}

/// A circle on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Disc {
    pub middle: Position,
    pub radius_m: f64,
}

impl Disc {
    /// Around the middle of an area, and as large.
    #[must_use]
    pub fn of_area(middle: Position, square_m: f64) -> Self {
        Self {
            middle,
            radius_m: (square_m / PI).sqrt().max(1.0),
        }
    }
}

impl Discs {
    /// Indexes circles, known by their index in the slice.
    #[must_use]
    pub fn new(discs: Vec<Disc>) -> Self {
        let count = u32::try_from(discs.len()).ok().filter(|count| *count > 0);
        let tree = count.map(|count| {
            let mut builder = RTreeBuilder::<f32>::new(count);
            for disc in &discs {
                let (low, high) = Flat::at(disc.middle).around(disc.radius_m);
                // What rounding to single precision may cost, some meters, is far less than `around` allows for.
                builder.add(low.x as f32, low.y as f32, high.x as f32, high.y as f32);
            }
            builder.finish::<HilbertSort>()
        });
        Self { tree, discs }
    }

    /// Tells of each circle that reaches the largest of some distances, in meters: which part of it lies within each.
    pub fn parts_within<const N: usize>(
        &self,
        from: Position,
        limits: [f64; N],
        mut tell: impl FnMut(usize, [f64; N]),
    ) {
        let Some(tree) = &self.tree else {
            return;
        };
        let flat = Flat::at(from);
        let (low, high) = flat.around(limits.iter().copied().fold(0.0, f64::max));
        let near = tree.search(low.x as f32, low.y as f32, high.x as f32, high.y as f32);
        for place in near {
            let disc = self.discs[place as usize];
            let (x, y) = flat.project(disc.middle);
            let distance = x.hypot(y);
            let parts = limits.map(|limit| part_within(disc.radius_m, limit, distance));
            if parts.iter().any(|part| *part > 0.0) {
                tell(place as usize, parts);
            }
        }
    }
}

/// Which part of a circle lies in another, of radius `limit`, so far away.
fn part_within(radius: f64, limit: f64, distance: f64) -> f64 {
    if distance >= radius + limit {
        return 0.0;
    }
    if distance <= (limit - radius).abs() {
        return (limit / radius).powi(2).min(1.0);
    }
    // Both segments that the chord between the circles cuts off.
    let segment = |own: f64, other: f64| {
        let to_chord = (distance * distance + own * own - other * other) / (2.0 * distance * own);
        let angle = to_chord.clamp(-1.0, 1.0).acos();
        own * own * (angle - angle.sin() * angle.cos())
    };
    (segment(radius, limit) + segment(limit, radius)) / (PI * radius * radius)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geo::distance_m;

    proptest! {
        #[test]
        fn the_part_is_the_share_of_points_that_are_near(
            radius in 100.0..20_000.0_f64,
            limit in 100.0..20_000.0_f64,
            distance in 1.0..40_000.0_f64,
        ) {
            // Points spread evenly over the circle, like seeds in a sunflower.
            let all = 20_000;
            let near = (0..all).filter(|seed| {
                let seed = f64::from(*seed) + 0.5;
                let out = radius * (seed / f64::from(all)).sqrt();
                let angle = seed * PI * (3.0 - 5.0_f64.sqrt());
                (distance + out * angle.cos()).hypot(out * angle.sin()) <= limit
            });
            let share = near.count() as f64 / f64::from(all);
            prop_assert!((part_within(radius, limit, distance) - share).abs() < 2e-3);
        }
    }

    #[test]
    fn every_circle_in_reach_is_told_with_its_parts() {
        let here = Position::rounded(45.0, -122.0);
        let middles = [(45.0, -122.0), (45.05, -122.0), (45.2, -122.0)];
        let of =
            |(latitude, longitude)| Disc::of_area(Position::rounded(latitude, longitude), PI * 4e6);
        let discs = middles.map(of);
        let mut told = Vec::new();
        Discs::new(discs.to_vec()).parts_within(here, [1_000.0, 4_000.0], |place, parts| {
            told.push((place, parts));
        });
        told.sort_by_key(|(place, _)| *place);
        let [(0, own), (1, near)] = told[..] else {
            panic!("{told:?}");
        };
        assert!((own[0] - 0.25).abs() < 1e-9 && (own[1] - 1.0).abs() < 1e-9);
        assert!(near[0].abs() < 1e-9);
        let away = distance_m(here, discs[1].middle);
        assert!((near[1] - part_within(2_000.0, 4_000.0, away)).abs() < 1e-3);
        assert!(near[1] > 0.0 && near[1] < 1.0);
    }

    #[test]
    fn no_circles_tell_nothing() {
        let here = Position::rounded(45.0, -122.0);
        Discs::new(Vec::new()).parts_within(here, [1e6], |_, _| panic!("nothing is there"));
    }
}
