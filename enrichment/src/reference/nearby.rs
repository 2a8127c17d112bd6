//! Indexes of sites and roads, taken out of the tables.

use std::collections::HashMap;

use crate::geo::{METERS_PER_MILE, Nearest, NearestIndex, Position, distance_m};
use crate::pack::{RoadClass, Site, SiteKind, Table, TableData, TableInfo};

#[derive(Debug, Default)]
pub(crate) struct SiteIndex {
    kinds: HashMap<SiteKind, Sites>,
    /// Number of units of the National Park System by state's postal code; empty if the table has no states.
    parks: HashMap<String, u32>,
}

const PARKS: [SiteKind; 2] = [SiteKind::NationalPark, SiteKind::ParkUnit];

/// The sites of one kind, from the newest table that has any.
#[derive(Debug)]
pub(crate) struct Sites {
    pub(crate) info: TableInfo,
    pub(crate) sites: Vec<Site>,
    index: NearestIndex,
    extent: (Position, Position),
}

impl SiteIndex {
    pub(super) fn new(tables: &mut [Table]) -> Self {
        let mut kinds: HashMap<SiteKind, Sites> = HashMap::new();
        for table in tables {
            let TableData::Sites(all) = &mut table.data else {
                continue;
            };
            let mut by_kind: HashMap<SiteKind, Vec<Site>> = HashMap::new();
            for site in std::mem::take(&mut all.sites) {
                by_kind.entry(site.kind).or_default().push(site);
            }
            for (kind, sites) in by_kind {
                let newer = |there: &Sites| there.info.vintage < table.info.vintage;
                if kinds.get(&kind).is_none_or(newer) {
                    kinds.insert(kind, Sites::new(table.info.clone(), sites));
                }
            }
        }
        let mut parks = HashMap::new();
        for kind in PARKS {
            for park in kinds.get(&kind).iter().flat_map(|sites| &sites.sites) {
                for state in park.state.iter().flat_map(|states| states.split(',')) {
                    *parks.entry(state.trim().to_owned()).or_default() += 1;
                }
            }
        }
        Self { kinds, parks }
    }

    /// The number of units in a state, and the table; `None` if no table has parks with their states.
    pub(crate) fn parks_of(&self, state: &str) -> Option<(u32, &TableInfo)> {
        let sites = PARKS.iter().find_map(|kind| self.kinds.get(kind))?;
        if self.parks.is_empty() {
            return None;
        }
        Some((self.parks.get(state).copied().unwrap_or(0), &sites.info))
    }

    pub(crate) fn of(&self, kind: SiteKind) -> Option<&Sites> {
        self.kinds.get(&kind)
    }

    pub(super) fn memory(&self) -> usize {
        let text = |site: &Site| site.name.capacity() + 120;
        let of = |s: &Sites| s.index.memory() + s.sites.iter().map(text).sum::<usize>();
        self.kinds.values().map(of).sum()
    }
}

impl Sites {
    fn new(info: TableInfo, sites: Vec<Site>) -> Self {
        let points: Vec<Position> = sites.iter().map(|site| site.at).collect();
        Self {
            info,
            index: NearestIndex::of_points(&points),
            extent: extent(points.iter().copied()),
            sites,
        }
    }

    pub(crate) fn nearest(&self, from: Position) -> Option<(&Site, Nearest)> {
        let found = self.index.nearest(from)?;
        Some((&self.sites[found.owner as usize], found))
    }

    pub(crate) fn within(&self, from: Position, limit_m: f64) -> usize {
        self.index.within(from, limit_m, usize::MAX).len()
    }

    /// Distance of the point from the edge of the table's bounding box, in meters; 0 outside.
    pub(crate) fn covered_m(&self, from: Position) -> f64 {
        covered_m(from, self.extent)
    }
}

#[derive(Debug, Default)]
pub(crate) struct RoadIndex {
    classes: HashMap<RoadClass, Roads>,
}

#[derive(Debug)]
pub(crate) struct Roads {
    pub(crate) info: TableInfo,
    names: Vec<String>,
    index: NearestIndex,
    /// The boxes covered; empty if the whole country is.
    extents: Vec<(Position, Position)>,
}

impl RoadIndex {
    /// Of several tables the national one takes precedence over extracts, then the newest.
    pub(super) fn new(tables: &mut [Table]) -> Self {
        let mut classes: HashMap<RoadClass, Roads> = HashMap::new();
        for table in tables {
            let TableData::Roads(all) = &mut table.data else {
                continue;
            };
            let (roads, extents) = (
                std::mem::take(&mut all.roads),
                std::mem::take(&mut all.extents),
            );
            for class in [RoadClass::Interstate, RoadClass::UsHighway] {
                let of_class: Vec<_> = roads.iter().filter(|road| road.class == class).collect();
                let national = extents.is_empty();
                let better = |there: &Roads| {
                    (national, &table.info.vintage)
                        > (there.extents.is_empty(), &there.info.vintage)
                };
                if of_class.is_empty() || !classes.get(&class).is_none_or(better) {
                    continue;
                }
                let segments = (0_u32..).zip(&of_class).flat_map(|(owner, road)| {
                    road.course
                        .windows(2)
                        .map(move |pair| (owner, pair[0], pair[1]))
                });
                let roads = Roads {
                    info: table.info.clone(),
                    index: NearestIndex::of_segments(segments),
                    names: of_class.iter().map(|road| road.name.clone()).collect(),
                    extents: extents.clone(),
                };
                classes.insert(class, roads);
            }
        }
        Self { classes }
    }

    pub(crate) fn of(&self, class: RoadClass) -> Option<&Roads> {
        self.classes.get(&class)
    }

    pub(super) fn memory(&self) -> usize {
        self.classes
            .values()
            .map(|roads| roads.index.memory())
            .sum()
    }
}

impl Roads {
    /// The nearest road, its name and distance; `None` if a nearer one could be outside the table's coverage.
    pub(crate) fn nearest(&self, from: Position) -> Option<(&str, f64)> {
        let found = self.index.nearest(from)?;
        let known = if self.extents.is_empty() {
            f64::INFINITY
        } else {
            self.extents
                .iter()
                .map(|e| covered_m(from, *e))
                .fold(0.0, f64::max)
        };
        (found.distance_m <= known).then(|| {
            (
                self.names[found.owner as usize].as_str(),
                found.distance_m / METERS_PER_MILE,
            )
        })
    }
}

/// Distance of a point from the edge of a box, in meters; 0 outside.
fn covered_m(at: Position, (low, high): (Position, Position)) -> f64 {
    let inside = (low.x..=high.x).contains(&at.x) && (low.y..=high.y).contains(&at.y);
    if !inside {
        return 0.0;
    }
    let sides = [
        Position { x: low.x, ..at },
        Position { x: high.x, ..at },
        Position { y: low.y, ..at },
        Position { y: high.y, ..at },
    ];
    sides
        .iter()
        .map(|side| distance_m(at, *side))
        .fold(f64::INFINITY, f64::min)
}

fn extent(points: impl Iterator<Item = Position>) -> (Position, Position) {
    let none = (
        Position {
            x: i32::MAX,
            y: i32::MAX,
        },
        Position {
            x: i32::MIN,
            y: i32::MIN,
        },
    );
    points.fold(none, |(low, high), at| {
        (
            Position {
                x: low.x.min(at.x),
                y: low.y.min(at.y),
            },
            Position {
                x: high.x.max(at.x),
                y: high.y.max(at.y),
            },
        )
    })
}
