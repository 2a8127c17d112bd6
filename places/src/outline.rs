//! The outline of a building or site: one ring of corners, without those too small to see on a map.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::place::MOST_CORNERS;
use crate::values::coordinates;

pub(crate) type Corner = [f64; 2];

/// The fewest corners that enclose an area.
const FEWEST_CORNERS: usize = 3;
/// Corners are kept to a tenth of a meter.
const SCALE: f64 = 1e6;

/// The outline of a ring, first corner not repeated, with at most [`MOST_CORNERS`]; empty if the ring
/// encloses nothing or has an impossible corner.
pub(crate) fn outline(ring: impl IntoIterator<Item = Corner>) -> Vec<Corner> {
    let rounded = |degrees: f64| (degrees * SCALE).round() / SCALE;
    let mut corners: Vec<Corner> = Vec::new();
    for [latitude, longitude] in ring {
        if coordinates(latitude, longitude).is_none() {
            return Vec::new();
        }
        corners.push([rounded(latitude), rounded(longitude)]);
    }
    corners.dedup();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if corners.len() < FEWEST_CORNERS || area(&corners) == 0.0 {
        return Vec::new();
    }
    if corners.len() > MOST_CORNERS {
        simplify(&corners, MOST_CORNERS)
    } else {
        corners
    }
}

/// The outline of the largest of several rings.
pub(crate) fn largest(rings: impl IntoIterator<Item = Vec<Corner>>) -> Vec<Corner> {
    let outlines = rings.into_iter().map(outline);
    outlines
        .max_by(|one, other| area(one).total_cmp(&area(other)))
        .unwrap_or_default()
}

/// Joins lines that meet at their ends into rings, as OpenStreetMap relations draw them. Lines that close no
/// ring are left out.
pub(crate) fn rings<T: Copy + PartialEq>(lines: impl IntoIterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    let mut open: Vec<Vec<T>> = lines.into_iter().filter(|line| line.len() > 1).collect();
    let mut rings = Vec::new();
    while let Some(mut ring) = open.pop() {
        while ring.first() != ring.last() {
            let end = ring.last().copied();
            let next = open
                .iter()
                .position(|line| line.first().copied() == end || line.last().copied() == end);
            let Some(next) = next else { break };
            let mut line = open.swap_remove(next);
            if line.first().copied() != end {
                line.reverse();
            }
            ring.extend(line.into_iter().skip(1));
        }
        if ring.first() == ring.last() {
            rings.push(ring);
        }
    }
    rings
}

/// Area in square degrees, scaled for the latitude: good enough to compare.
fn area(corners: &[Corner]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    let twice: f64 = corners
        .iter()
        .zip(next)
        .map(|([y, x], [next_y, next_x])| x * next_y - next_x * y)
        .sum();
    let latitude = corners.first().map_or(0.0, |[latitude, _]| *latitude);
    (twice / 2.0 * latitude.to_radians().cos()).abs()
}

/// Removes the corners that change the shape least, one by one (Visvalingam and Whyatt).
fn simplify(corners: &[Corner], most: usize) -> Vec<Corner> {
    let count = corners.len();
    let mut before: Vec<usize> = (0..count).map(|at| (at + count - 1) % count).collect();
    let mut after: Vec<usize> = (0..count).map(|at| (at + 1) % count).collect();
    let triangle = |before: usize, at: usize, after: usize| {
        Size(area(&[corners[before], corners[at], corners[after]]))
    };
    // Current triangle of each corner; heap entries that differ are stale.
    let mut sizes: Vec<Option<Size>> = (0..count)
        .map(|at| Some(triangle(before[at], at, after[at])))
        .collect();
    let mut least: BinaryHeap<Reverse<(Size, usize)>> = sizes
        .iter()
        .enumerate()
        .filter_map(|(at, size)| Some(Reverse(((*size)?, at))))
        .collect();
    let mut left = count;
    while left > most
        && let Some(Reverse((size, at))) = least.pop()
    {
        if sizes[at] != Some(size) {
            continue;
        }
        sizes[at] = None;
        left -= 1;
        let (one, other) = (before[at], after[at]);
        after[one] = other;
        before[other] = one;
        for neighbor in [one, other] {
            // Never smaller than the one just removed, which keeps the order of removal.
            let new = triangle(before[neighbor], neighbor, after[neighbor]).max(size);
            sizes[neighbor] = Some(new);
            least.push(Reverse((new, neighbor)));
        }
    }
    let kept = corners
        .iter()
        .zip(&sizes)
        .filter(|(_, size)| size.is_some());
    kept.map(|(corner, _)| *corner).collect()
}

/// A number with a total order.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Size(f64);

impl Eq for Size {}

impl PartialOrd for Size {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Size {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Corner; 4] = [
        [45.0, -122.0],
        [45.0, -121.9],
        [45.1, -121.9],
        [45.1, -122.0],
    ];

    fn circle(corners: u32) -> Vec<Corner> {
        let corner = |at: u32| {
            let angle = f64::from(at) / f64::from(corners) * std::f64::consts::TAU;
            [45.0 + angle.sin() / 100.0, -122.0 + angle.cos() / 100.0]
        };
        (0..corners).map(corner).collect()
    }

    #[test]
    fn a_ring_is_an_outline_without_its_repeated_corner() {
        let closed = SQUARE.into_iter().chain([SQUARE[0]]);
        assert_eq!(outline(closed), SQUARE);
        assert_eq!(
            outline([[45.000_000_04, -122.0], SQUARE[1], SQUARE[2]])[0],
            SQUARE[0]
        );
    }

    #[test]
    fn what_has_no_inside_or_lies_nowhere_has_no_outline() {
        assert!(outline([SQUARE[0], SQUARE[1], SQUARE[0]]).is_empty());
        assert!(outline([[45.0, -122.0], [45.0, -121.9], [45.0, -121.8]]).is_empty());
        assert!(outline([SQUARE[0], SQUARE[1], [0.0, 0.0]]).is_empty());
        assert!(outline([SQUARE[0], SQUARE[1], [f64::NAN, -122.0]]).is_empty());
    }

    #[test]
    fn a_long_outline_keeps_its_shape_with_fewer_corners() {
        let round = circle(5_000);
        let simple = outline(round.iter().copied());
        assert_eq!(simple.len(), MOST_CORNERS);
        let loss = 1.0 - area(&simple) / area(&round);
        assert!(loss.abs() < 0.001, "{loss}");
        // A spike stays.
        let mut nosed = round;
        nosed[0] = [45.0, -121.9];
        assert!(outline(nosed).contains(&[45.0, -121.9]));
    }

    #[test]
    fn lines_that_meet_make_rings_and_the_largest_is_taken() {
        let lines = vec![
            vec![1, 2, 3],
            vec![5, 4, 3],
            vec![5, 1],
            vec![7, 8],
            vec![9, 10, 11, 9],
        ];
        let mut found = rings(lines);
        found.sort_by_key(Vec::len);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], [9, 10, 11, 9]);
        assert_eq!(found[1].len(), 6, "closed: {:?}", found[1]);
        let small = vec![[45.0, -122.0], [45.0, -121.99], [45.01, -121.99]];
        assert_eq!(largest([small.clone(), SQUARE.to_vec()]), SQUARE);
        assert!(largest([]).is_empty());
    }
}
