//! Positions of ways and relations: the middle of the box around their nodes, and their outline.

use std::collections::{HashMap, HashSet};

use crate::outline::{Corner, largest, rings};

/// The ids that a way or relation is made of.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) nodes: Vec<i64>,
    pub(super) ways: Vec<i64>,
    /// The ways that draw the outer boundary.
    pub(super) outer: Vec<i64>,
}

/// Ids of nodes, sorted, with their positions as far as known; 16 bytes per node.
#[derive(Debug, Default)]
pub(super) struct Centres {
    /// Nodes of the ways that relations are made of.
    ways: HashMap<i64, Vec<i64>>,
    wanted_ways: HashSet<i64>,
    nodes: Vec<i64>,
    /// Latitude and longitude in ten-millionths of a degree, the format's own unit.
    positions: Vec<(i32, i32)>,
}

/// A position not known yet.
const UNKNOWN: (i32, i32) = (i32::MAX, i32::MAX);

impl Centres {
    pub(super) fn for_relations<'a>(shapes: impl Iterator<Item = &'a Shape>) -> Self {
        Self {
            wanted_ways: shapes
                .flat_map(|shape| shape.ways.iter().copied())
                .collect(),
            ..Self::default()
        }
    }

    pub(super) fn needs_way(&self, id: i64) -> bool {
        self.wanted_ways.contains(&id)
    }

    pub(super) fn add_way(&mut self, id: i64, nodes: impl Iterator<Item = i64>) {
        self.ways.insert(id, nodes.collect());
    }

    /// Decides which nodes' positions are needed.
    pub(super) fn look_for<'a>(&mut self, shapes: impl Iterator<Item = &'a Shape>) {
        self.nodes = shapes
            .flat_map(|shape| shape.nodes.iter().copied())
            .collect();
        self.nodes.extend(self.ways.values().flatten());
        self.nodes.sort_unstable();
        self.nodes.dedup();
        self.positions = vec![UNKNOWN; self.nodes.len()];
    }

    pub(super) fn add_node(&mut self, id: i64, position: (i32, i32)) {
        if let Ok(index) = self.nodes.binary_search(&id) {
            self.positions[index] = position;
        }
    }

    /// The outline of a closed way, or the largest outer ring of a relation; empty if a corner is not in the
    /// file.
    pub(super) fn outline(&self, shape: &Shape) -> Vec<Corner> {
        let of_ways = shape
            .outer
            .iter()
            .filter_map(|way| self.ways.get(way).cloned());
        let lines = of_ways.chain(shape.ways.is_empty().then(|| shape.nodes.clone()));
        let corners = |ring: Vec<i64>| {
            let ring = ring.into_iter().map(|node| self.corner(node));
            ring.collect::<Option<Vec<Corner>>>()
        };
        largest(rings(lines).into_iter().filter_map(corners))
    }

    fn corner(&self, node: i64) -> Option<Corner> {
        let (y, x) = self.positions[self.nodes.binary_search(&node).ok()?];
        ((y, x) != UNKNOWN).then_some([f64::from(y) / 1e7, f64::from(x) / 1e7])
    }

    /// The middle of the box around the known nodes (degrees).
    pub(super) fn middle(&self, shape: &Shape) -> Option<(f64, f64)> {
        let of_ways = shape.ways.iter().filter_map(|way| self.ways.get(way));
        let known = shape
            .nodes
            .iter()
            .chain(of_ways.flatten())
            .filter_map(|node| self.nodes.binary_search(node).ok())
            .map(|index| self.positions[index])
            .filter(|position| *position != UNKNOWN);
        let (south, west, north, east) = known.fold(None, |bounds, (y, x)| {
            let (south, west, north, east) = bounds.unwrap_or((y, x, y, x));
            Some((south.min(y), west.min(x), north.max(y), east.max(x)))
        })?;
        let middle = |one: i32, other: i32| (i64::from(one) + i64::from(other)) as f64 / 2e7;
        Some((middle(south, north), middle(west, east)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// JOB-15: corners are nodes 1 to 4; the relation's outer boundary is two ways that meet.
    #[test]
    // JOB-15
    fn job_15_ways_and_relations_draw_their_outlines_from_the_nodes_of_the_file() {
        let relation = Shape {
            ways: vec![10, 11, 12],
            outer: vec![10, 11],
            ..Shape::default()
        };
        let way = |nodes: &[i64]| Shape {
            nodes: nodes.to_vec(),
            ..Shape::default()
        };
        let shapes = [
            way(&[1, 2, 3, 1]),
            way(&[1, 2, 3]),
            way(&[1, 2, 9, 1]),
            relation,
        ];
        let mut centres = Centres::for_relations(shapes.iter());
        centres.add_way(10, [1, 2, 3].into_iter());
        centres.add_way(11, [1, 4, 3].into_iter());
        centres.add_way(12, [1, 3, 1].into_iter());
        centres.look_for(shapes.iter());
        for (node, position) in [
            (1, (450_000_000, -1_220_000_000)),
            (2, (450_000_000, -1_219_000_000)),
            (3, (451_000_000, -1_219_000_000)),
            (4, (451_000_000, -1_220_000_000)),
        ] {
            centres.add_node(node, position);
        }
        let [closed, open, broken, relation] = shapes.map(|shape| centres.outline(&shape));
        assert_eq!(closed, [[45.0, -122.0], [45.0, -121.9], [45.1, -121.9]]);
        assert!(open.is_empty(), "it is a line");
        assert!(broken.is_empty(), "a corner is not in the file");
        assert_eq!(relation.len(), 4);
    }
}
