//! The rings of an area as polygons with holes, as GeoJSON has them (RFC 7946 §3.1.6).

use super::position::Position;
use super::shapes::crosses;

/// Longitude and latitude, in degrees.
type Corner = [f64; 2];

/// Each outer ring counterclockwise, followed by its holes, clockwise; all closed.
#[must_use]
pub fn polygons<'r>(rings: impl Iterator<Item = &'r [Position]>) -> Vec<Vec<Vec<Corner>>> {
    let rings: Vec<&[Position]> = rings.collect();
    let around = |ring: usize| -> Vec<usize> {
        let others = (0..rings.len()).filter(|other| *other != ring);
        others
            .filter(|other| crosses(rings[*other], rings[ring][0]))
            .collect()
    };
    let around: Vec<Vec<usize>> = (0..rings.len()).map(around).collect();
    let is_outer = |ring: &usize| around[*ring].len().is_multiple_of(2);
    let polygon = |outer: usize| {
        let depth = around[outer].len() + 1;
        let holes = (0..rings.len())
            .filter(|hole| around[*hole].len() == depth && around[*hole].contains(&outer));
        let holes = holes.map(|hole| corners(rings[hole], false));
        std::iter::once(corners(rings[outer], true))
            .chain(holes)
            .collect()
    };
    (0..rings.len()).filter(is_outer).map(polygon).collect()
}

fn corners(ring: &[Position], counterclockwise: bool) -> Vec<Corner> {
    let next = ring.iter().cycle().skip(1);
    let twice_the_area: f64 = ring
        .iter()
        .zip(next)
        .map(|(a, b)| f64::from(a.x) * f64::from(b.y) - f64::from(b.x) * f64::from(a.y))
        .sum();
    let mut corners: Vec<Corner> = ring
        .iter()
        .map(|at| [at.longitude(), at.latitude()])
        .collect();
    if (twice_the_area > 0.0) != counterclockwise {
        corners.reverse();
    }
    corners.extend(corners.first().copied());
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square around a middle, clockwise.
    fn square(middle: i32, half: i32) -> Vec<Position> {
        [(-1, -1), (-1, 1), (1, 1), (1, -1)]
            .map(|(x, y)| Position {
                x: middle + x * half,
                y: middle + y * half,
            })
            .to_vec()
    }

    #[test]
    fn holes_belong_to_the_ring_around_them_and_an_island_in_one_is_its_own() {
        let rings = [
            square(0, 100),
            square(0, 50),
            square(0, 10),
            square(1_000, 20),
        ];
        let found = polygons(rings.iter().map(Vec::as_slice));
        let rings: Vec<usize> = found.iter().map(Vec::len).collect();
        assert_eq!(rings, [2, 1, 1]);
        let turns = |ring: &[Corner]| -> f64 {
            let pairs = ring.windows(2);
            pairs
                .map(|pair| pair[0][0] * pair[1][1] - pair[1][0] * pair[0][1])
                .sum()
        };
        assert!(turns(&found[0][0]) > 0.0 && turns(&found[0][1]) < 0.0);
        for ring in found.iter().flatten() {
            assert_eq!((ring.len(), ring.first()), (5, ring.last()));
        }
    }
}
