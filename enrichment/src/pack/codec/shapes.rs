//! Boundaries: a stretch of border shared by two areas is stored once and referred to the second time, mostly
//! in reverse.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::numbers::{differences, sums};
use super::pen::{Pen, Reader, Track};
use crate::geo::{Position, ShapeSet, ShapeSetBuilder};
use crate::pack::{AreaShapes, Geography};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Written {
    geography: Geography,
    geoids: Vec<i64>,
    names: Vec<String>,
    /// Number of rings of each area.
    rings: Vec<u32>,
    /// Number of stretches of each ring.
    stretches: Vec<u32>,
    /// For each stretch 0 if it is stored here for the first time, else [`Known`].
    known: Vec<u32>,
    /// Number of positions of each stored stretch, including both ends.
    lengths: Vec<u32>,
    drawn: Track,
}

pub(super) fn write(table: &AreaShapes) -> Written {
    let set = &table.shapes;
    let rings: Vec<&[Position]> = (0..set.len()).flat_map(|shape| set.rings(shape)).collect();
    let mut borders = Borders::new(&rings);
    for ring in &rings {
        borders.ring(ring);
    }
    let geoids = set.geoids.iter().map(|geoid| geoid.cast_signed());
    Written {
        geography: table.geography,
        geoids: differences(geoids),
        names: set.names.clone(),
        rings: (0..set.len())
            .map(|shape| count(set.rings(shape).count()))
            .collect(),
        stretches: borders.stretches,
        known: borders.known,
        lengths: borders
            .drawn
            .iter()
            .map(|drawn| count(drawn.len()))
            .collect(),
        drawn: borders.pen.track(),
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).expect("shapes of the USA have fewer than 2^32 parts")
}

/// Refers to a stretch stored earlier: how many were stored since, and whether it is reversed.
struct Known {
    back: usize,
    backwards: bool,
}

impl Known {
    fn written(&self) -> u32 {
        count(self.back * 2 + usize::from(self.backwards) + 1)
    }

    fn read(written: u32) -> Option<Self> {
        let number = written.checked_sub(1)?;
        Some(Self {
            back: number as usize / 2,
            backwards: number % 2 == 1,
        })
    }
}

/// The stretches between the points where borders meet.
struct Borders {
    /// Where borders meet, and where rings start.
    nodes: HashSet<Position>,
    /// The stretch that starts with an edge, and whether the edge is its end.
    by_edge: HashMap<(Position, Position), (usize, bool)>,
    drawn: Vec<Vec<Position>>,
    pen: Pen,
    stretches: Vec<u32>,
    known: Vec<u32>,
}

impl Borders {
    fn new(rings: &[&[Position]]) -> Self {
        Self {
            nodes: nodes(rings),
            by_edge: HashMap::new(),
            drawn: Vec::new(),
            pen: Pen::new(rings.iter().flat_map(|ring| ring.iter().copied())),
            stretches: Vec::new(),
            known: Vec::new(),
        }
    }

    /// Cuts a ring into stretches. It starts at a node and ends where it starts.
    fn ring(&mut self, ring: &[Position]) {
        let before = self.known.len();
        let mut stretch = vec![ring[0]];
        for at in ring[1..].iter().chain([&ring[0]]) {
            stretch.push(*at);
            if self.nodes.contains(at) {
                let is_first = self.known.len() == before;
                self.stretch(std::mem::replace(&mut stretch, vec![*at]), is_first);
            }
        }
        self.stretches.push(count(self.known.len() - before));
    }

    fn stretch(&mut self, stretch: Vec<Position>, is_first: bool) {
        let (first, last) = (stretch[0], stretch[stretch.len() - 1]);
        let edge = (first, stretch[1]);
        if let Some((drawn, backwards)) = self.by_edge.get(&edge)
            && same(&self.drawn[*drawn], &stretch, *backwards)
        {
            let back = self.drawn.len() - 1 - drawn;
            let backwards = *backwards;
            self.known.push(Known { back, backwards }.written());
            self.pen.jump(last);
            return;
        }
        // It starts at the end of the previous stretch.
        let from = usize::from(!is_first);
        stretch[from..].iter().for_each(|at| self.pen.draw(*at));
        let number = self.drawn.len();
        let reverse = (last, stretch[stretch.len() - 2]);
        self.by_edge.entry(reverse).or_insert((number, true));
        self.by_edge.insert(edge, (number, false));
        self.drawn.push(stretch);
        self.known.push(0);
    }
}

fn same(drawn: &[Position], stretch: &[Position], backwards: bool) -> bool {
    if backwards {
        drawn.iter().rev().eq(stretch)
    } else {
        drawn == stretch
    }
}

/// Positions whose neighbors differ between rings, and the first of every ring.
fn nodes(rings: &[&[Position]]) -> HashSet<Position> {
    let mut neighbours: HashMap<Position, (Position, Position)> = HashMap::new();
    let mut nodes = HashSet::new();
    for ring in rings {
        nodes.insert(ring[0]);
        for (place, at) in ring.iter().enumerate() {
            let before = ring[(place + ring.len() - 1) % ring.len()];
            let after = ring[(place + 1) % ring.len()];
            let order = |at: Position| (at.x, at.y);
            let both = if order(before) <= order(after) {
                (before, after)
            } else {
                (after, before)
            };
            match neighbours.entry(*at) {
                Entry::Vacant(entry) => {
                    entry.insert(both);
                }
                Entry::Occupied(entry) if *entry.get() != both => {
                    nodes.insert(*at);
                }
                Entry::Occupied(_) => {}
            }
        }
    }
    nodes
}

pub(super) fn read(written: &Written) -> Option<AreaShapes> {
    let areas = written.geoids.len();
    if written.names.len() != areas || written.rings.len() != areas {
        return None;
    }
    let mut drawing = Drawing {
        reader: Reader::new(&written.drawn),
        known: written.known.iter(),
        lengths: written.lengths.iter(),
        positions: Vec::new(),
        ends: vec![0],
    };
    let mut stretches = written.stretches.iter();
    let mut builder = ShapeSetBuilder::default();
    let areas = sums(&written.geoids)
        .zip(&written.names)
        .zip(&written.rings);
    for ((geoid, name), rings) in areas {
        let rings: Vec<Vec<Position>> = (0..*rings)
            .map(|_| drawing.ring(*stretches.next()?))
            .collect::<Option<_>>()?;
        builder.push(geoid.cast_unsigned(), name, rings);
    }
    let shapes: ShapeSet = builder.finish();
    Some(AreaShapes {
        geography: written.geography,
        shapes,
    })
}

/// What has been read so far.
struct Drawing<'a> {
    reader: Reader<'a>,
    known: std::slice::Iter<'a, u32>,
    lengths: std::slice::Iter<'a, u32>,
    /// The positions of all stretches, one after another.
    positions: Vec<Position>,
    /// Where each stretch ends.
    ends: Vec<usize>,
}

impl Drawing<'_> {
    fn ring(&mut self, stretches: u32) -> Option<Vec<Position>> {
        let mut ring: Vec<Position> = Vec::new();
        for _ in 0..stretches {
            match Known::read(*self.known.next()?) {
                None => self.draw(&mut ring)?,
                Some(known) => self.repeat(&known, &mut ring)?,
            }
        }
        Some(ring)
    }

    fn draw(&mut self, ring: &mut Vec<Position>) -> Option<()> {
        let length = *self.lengths.next()? as usize;
        let begun = ring.last().copied();
        self.positions.extend(begun);
        for _ in usize::from(begun.is_some())..length {
            let at = self.reader.next()?;
            self.positions.push(at);
            ring.push(at);
        }
        self.ends.push(self.positions.len());
        Some(())
    }

    fn repeat(&mut self, known: &Known, ring: &mut Vec<Position>) -> Option<()> {
        let end = (self.ends.len() - 1).checked_sub(known.back)?;
        let start = end.checked_sub(1)?;
        let stretch = &self.positions[self.ends[start]..self.ends[end]];
        let from = usize::from(!ring.is_empty());
        if known.backwards {
            ring.extend(stretch.iter().rev().skip(from));
        } else {
            ring.extend(stretch.iter().skip(from));
        }
        self.reader.jump(*ring.last()?);
        Some(())
    }
}
