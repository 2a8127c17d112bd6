//! Where ways and relations are: the middle of the box around their nodes.

use std::collections::{HashMap, HashSet};

/// What a way or relation is drawn of: ids.
#[derive(Debug, Default)]
pub(super) struct Shape {
    pub(super) nodes: Vec<i64>,
    pub(super) ways: Vec<i64>,
}

/// Ids of nodes in order, with their positions as far as they are known; 16 bytes a node.
#[derive(Debug, Default)]
pub(super) struct Centres {
    /// Nodes of the ways that relations are made of.
    ways: HashMap<i64, Vec<i64>>,
    wanted_ways: HashSet<i64>,
    nodes: Vec<i64>,
    /// Latitude and longitude in ten-millionths of a degree, as the format has them.
    positions: Vec<(i32, i32)>,
}

/// A position that is not known yet.
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

    /// The middle of the box around the nodes that are known (degrees).
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
