//! Nearest-neighbor search: a packed Hilbert R-tree over segments. A point is a segment of length zero. Boxes
//! have single precision, which halves the memory read per search, and are rounded outwards: they only
//! exclude candidates; distances are those of the segments themselves.

use geo_index::indices::Indices;
use geo_index::rtree::sort::HilbertSort;
use geo_index::rtree::{RTree, RTreeBuilder, RTreeIndex};

use super::earth::Flat;
use super::earth::distance_m;
use super::position::Position;

/// An index of lines and points.
#[derive(Debug)]
pub struct NearestIndex {
    tree: Option<RTree<f32>>,
    segments: Vec<(Position, Position)>,
    /// The owner of each segment.
    owners: Vec<u32>,
}

/// A search result.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Its owner, as given to the index.
    pub owner: u32,
    /// In meters.
    pub distance_m: f64,
    pub at: Position,
}

impl NearestIndex {
    /// Indexes single points, owned by their index in the slice.
    #[must_use]
    pub fn of_points(points: &[Position]) -> Self {
        let owned = (0_u32..).zip(points);
        Self::of_segments(owned.map(|(owner, at)| (owner, *at, *at)))
    }

    /// Indexes the segments of lines, each with its owner.
    #[must_use]
    pub fn of_segments(segments: impl IntoIterator<Item = (u32, Position, Position)>) -> Self {
        let (owners, segments): (Vec<_>, Vec<_>) = segments
            .into_iter()
            .map(|(owner, a, b)| (owner, (a, b)))
            .unzip();
        let tree = u32::try_from(segments.len())
            .ok()
            .filter(|count| *count > 0)
            .map(|count| {
                let mut builder = RTreeBuilder::<f32>::new(count);
                for (a, b) in &segments {
                    let (west, south) = (below(a.x.min(b.x)), below(a.y.min(b.y)));
                    builder.add(west, south, above(a.x.max(b.x)), above(a.y.max(b.y)));
                }
                builder.finish::<HilbertSort>()
            });
        Self {
            tree,
            segments,
            owners,
        }
    }

    /// The number of segments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.segments.len()
    }

    /// Whether there are no segments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// The memory used, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let tree = self.tree.as_ref().map_or(0, |tree| tree.as_ref().len());
        tree + self.segments.capacity() * 16 + self.owners.capacity() * 4
    }

    /// The nearest of all segments.
    #[must_use]
    pub fn nearest(&self, from: Position) -> Option<Nearest> {
        let mut search = Search::new(self, self.tree.as_ref()?, from);
        search.descend(search.boxes.len() - 4);
        let (owner, (x, y)) = search.found?;
        let at = search.flat.unproject(x, y);
        Some(Nearest {
            owner,
            distance_m: distance_m(from, at),
            at,
        })
    }

    /// Everything within a distance, nearest first, at most `most`; an owner appears once per segment.
    #[must_use]
    pub fn within(&self, from: Position, limit_m: f64, most: usize) -> Vec<Nearest> {
        let Some(tree) = &self.tree else {
            return Vec::new();
        };
        let flat = Flat::at(from);
        let (low, high) = flat.around(limit_m);
        let mut found: Vec<Nearest> = tree
            .search(below(low.x), below(low.y), above(high.x), above(high.y))
            .into_iter()
            .filter_map(|index| {
                let (a, b) = self.segments[index as usize];
                let (_, (x, y)) = flat.nearest_of_segment(a, b);
                let at = flat.unproject(x, y);
                let distance_m = distance_m(from, at);
                (distance_m <= limit_m).then(|| Nearest {
                    owner: self.owners[index as usize],
                    distance_m,
                    at,
                })
            })
            .collect();
        found.sort_by(|a, b| {
            a.distance_m
                .total_cmp(&b.distance_m)
                .then(a.owner.cmp(&b.owner))
        });
        found.truncate(most);
        found
    }
}

/// The greatest single-precision number not above a coordinate.
fn below(coordinate: i32) -> f32 {
    let near = coordinate as f32;
    if f64::from(near) > f64::from(coordinate) {
        near.next_down()
    } else {
        near
    }
}

/// The least single-precision number not below a coordinate.
fn above(coordinate: i32) -> f32 {
    let near = coordinate as f32;
    if f64::from(near) < f64::from(coordinate) {
        near.next_up()
    } else {
        near
    }
}

/// Branch and bound over the packed tree's own arrays: children are visited nearest first, and skipped if
/// they cannot be nearer.
struct Search<'a> {
    index: &'a NearestIndex,
    flat: Flat,
    best: f64,
    found: Option<(u32, (f64, f64))>,
    /// West, south, east and north of every box: the segments' boxes first, the root's last.
    boxes: &'a [f32],
    /// For each box its segment, or the start of its first child's box.
    indices: Indices<'a>,
    /// Where each level of the tree ends in `boxes`.
    level_ends: &'a [usize],
    /// Where the segments' boxes end.
    leaves_end: usize,
    /// The most entries in `boxes` that a node's children take.
    width: usize,
}

impl<'a> Search<'a> {
    fn new(index: &'a NearestIndex, tree: &'a RTree<f32>, from: Position) -> Self {
        Self {
            index,
            flat: Flat::at(from),
            best: f64::INFINITY,
            found: None,
            boxes: tree.boxes(),
            indices: tree.indices(),
            level_ends: tree.level_bounds(),
            leaves_end: tree.num_items() as usize * 4,
            width: usize::from(tree.node_size()) * 4,
        }
    }

    /// Visits the siblings whose first box is at `first`.
    fn descend(&mut self, first: usize) {
        let level = self.level_ends.partition_point(|end| *end <= first);
        let level_end = self.level_ends.get(level).copied();
        let end = (first + self.width).min(level_end.unwrap_or(self.boxes.len()));
        if first < self.leaves_end {
            for place in (first..end).step_by(4) {
                if self.bound(place) < self.best {
                    self.look_at(self.indices.get(place / 4));
                }
            }
            return;
        }
        let mut order = [(0.0_f64, 0_usize); MAX_CHILDREN];
        let mut count = 0;
        for place in (first..end).step_by(4) {
            let bound = self.bound(place);
            if bound < self.best && count < MAX_CHILDREN {
                order[count] = (bound, place);
                count += 1;
            }
        }
        order[..count].sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for (bound, place) in &order[..count] {
            if *bound >= self.best {
                break;
            }
            self.descend(self.indices.get(place / 4));
        }
    }

    #[inline]
    fn bound(&self, place: usize) -> f64 {
        let [west, south, east, north] =
            std::array::from_fn(|side| f64::from(self.boxes[place + side]));
        self.flat.bound_squared((west, south), (east, north))
    }

    fn look_at(&mut self, index: usize) {
        let (a, b) = self.index.segments[index];
        let (distance, at) = self.flat.nearest_of_segment(a, b);
        if distance < self.best {
            self.best = distance;
            self.found = Some((self.index.owners[index], at));
        }
    }
}

/// Children per node in the packed tree.
const MAX_CHILDREN: usize = 16;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn place() -> impl Strategy<Value = Position> {
        (19.0..65.0_f64, -160.0..-66.0_f64).prop_map(|(lat, lon)| Position::rounded(lat, lon))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_nearest_is_what_a_scan_finds(
            points in proptest::collection::vec(place(), 1..300),
            from in place(),
        ) {
            let found = NearestIndex::of_points(&points).nearest(from).unwrap();
            let scan = points
                .iter()
                .map(|point| distance_m(from, *point))
                .fold(f64::INFINITY, f64::min);
            // Thousands of kilometers away, the plane may confuse two that are about equally far.
            let bound = if scan < 1e6 { 1e-3 } else { 3e-2 };
            prop_assert!((found.distance_m - scan).abs() <= bound * scan + 0.02,
                "{} and {scan}", found.distance_m);
        }

        #[test]
        fn everything_within_a_distance_is_found(
            points in proptest::collection::vec(place(), 1..300),
            from in place(),
            limit in 1_000.0..800_000.0_f64,
        ) {
            let found = NearestIndex::of_points(&points).within(from, limit, usize::MAX);
            let scan = points.iter().filter(|p| distance_m(from, **p) <= limit).count();
            prop_assert!(found.len().abs_diff(scan) <= usize::from(limit > 200_000.0));
            prop_assert!(found.is_sorted_by(|a, b| a.distance_m <= b.distance_m));
        }
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        let index = NearestIndex::of_points(&[]);
        let from = Position::rounded(40.0, -75.0);
        assert!(index.nearest(from).is_none());
        assert!(index.within(from, 1e6, 10).is_empty());
    }

    #[test]
    fn a_segment_is_nearest_at_its_foot() {
        let a = Position::rounded(40.0, -75.0);
        let b = Position::rounded(40.0, -74.9);
        let index = NearestIndex::of_segments([(7, a, b)]);
        let found = index.nearest(Position::rounded(40.01, -74.95)).unwrap();
        assert_eq!(found.owner, 7);
        assert!(
            (found.distance_m - 1110.36).abs() < 0.5,
            "{}",
            found.distance_m
        );
    }
}
