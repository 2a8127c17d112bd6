//! A pack with its indexes and the precedence of its tables.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::derived;
use super::nation::Nations;
use super::nearby::{RoadIndex, SiteIndex};
use super::neighborhoods::Neighborhoods;
use super::zips::ZipCodes;
use crate::atlas::markets::Markets;
use crate::geo::ShapeIndex;
use crate::geoid::CountyFips;
use crate::measure::Measure;
use crate::pack::{Geography, Pack, PackError, PackSource, Table, TableData, TableInfo};

/// Public facts, ready for lookups. Immutable, so that many threads can use it at once.
#[derive(Debug)]
pub struct Reference {
    pub(super) tables: Vec<Table>,
    /// For each measure, the tables and columns that have it for counties, preferred first; `tract_order`
    /// likewise.
    pub(super) county_order: Order,
    pub(super) tract_order: Order,
    pub(super) shapes: Vec<AreaIndex>,
    pub(crate) sites: SiteIndex,
    pub(crate) roads: RoadIndex,
    pub(super) zips: ZipCodes,
    /// For each measure, the values of all counties, sorted.
    pub(super) ranks: HashMap<Measure, Vec<f64>>,
    pub(super) nations: Nations,
    /// For each county, the shapes and the index in them that have its name.
    pub(super) names: HashMap<u32, (usize, usize)>,
    /// For each county that searches choose among, its index in the shapes of their edition.
    pub(super) choosable: HashMap<u32, usize>,
    pub(super) industries: StatesOf,
    pub(super) loaded_in: Duration,
    pub(crate) markets: Markets,
    pub(super) neighborhoods: OnceLock<Option<Neighborhoods>>,
}

/// The index of a table of industries, and the states that it has counties of.
pub(super) type StatesOf = Vec<(usize, BTreeSet<u32>)>;

pub(super) type Order = HashMap<Measure, Vec<(usize, usize)>>;

/// The shapes of one system of areas.
#[derive(Debug)]
pub(super) struct AreaIndex {
    pub(super) geography: Geography,
    pub(super) info: TableInfo,
    pub(super) index: ShapeIndex,
}

/// A value and the table it is from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sourced<'a> {
    pub value: f64,
    /// The number of its county or tract.
    pub area: u64,
    pub table: &'a TableInfo,
}

impl Reference {
    /// Only the built-in tables, without the starter pack.
    #[must_use]
    pub fn builtin() -> Self {
        Self::new(Pack::builtin())
    }

    /// The shipped and the imported tables.
    ///
    /// # Errors
    /// If the imported tables cannot be used.
    pub fn load(source: &PackSource) -> Result<Self, PackError> {
        let begun = Instant::now();
        let mut reference = Self::new(source.load()?);
        reference.loaded_in = begun.elapsed();
        Ok(reference)
    }

    /// Builds the indexes of a pack.
    #[must_use]
    pub fn new(pack: Pack) -> Self {
        let begun = Instant::now();
        let mut tables = pack.tables;
        derived::complete_zone_list(&mut tables);
        derived::add(&mut tables);
        let mut shapes = Vec::new();
        for table in &mut tables {
            if let TableData::Shapes(area) = &mut table.data {
                shapes.push(AreaIndex {
                    geography: area.geography,
                    info: table.info.clone(),
                    index: ShapeIndex::new(std::mem::take(&mut area.shapes)),
                });
            }
        }
        // The newest shapes take precedence.
        shapes.sort_by(|a, b| b.info.vintage.cmp(&a.info.vintage));
        tables.retain(|table| !matches!(table.data, TableData::Shapes(_)));
        let mut reference = Self {
            county_order: order(&tables, false),
            tract_order: order(&tables, true),
            sites: SiteIndex::new(&mut tables),
            roads: RoadIndex::new(&mut tables),
            zips: ZipCodes::new(&mut tables),
            ranks: HashMap::new(),
            nations: Nations::new(),
            names: names(&shapes),
            choosable: choosable(&shapes),
            industries: Vec::new(),
            loaded_in: Duration::ZERO,
            markets: Markets::default(),
            neighborhoods: OnceLock::new(),
            tables,
            shapes,
        };
        reference.ranks = reference.county_values();
        reference.nations = reference.nations();
        reference.industries = reference.states_by_industries();
        reference.loaded_in = begun.elapsed();
        reference
    }

    /// How long it took to load.
    #[must_use]
    pub fn loaded_in(&self) -> Duration {
        self.loaded_in
    }

    /// The county's name, from the newest shapes that have it.
    pub(crate) fn county_name(&self, county: CountyFips) -> Option<(&str, &TableInfo)> {
        let (area, place) = self.names.get(&county.0)?;
        let area = &self.shapes[*area];
        Some((area.index.set().names[*place].as_str(), &area.info))
    }
}

/// The counties that searches choose among. Newer shapes stand first; those that ship are the oldest.
pub(super) fn shipped(shapes: &[AreaIndex]) -> Option<&AreaIndex> {
    let counties = |area: &&AreaIndex| area.geography == Geography::Counties && area.info.shipped;
    shapes.iter().rev().find(counties)
}

/// Where each county is among the shapes of that edition.
fn choosable(shapes: &[AreaIndex]) -> HashMap<u32, usize> {
    let geoids = shipped(shapes).map_or(&[][..], |area| &area.index.set().geoids);
    let codes = geoids.iter().enumerate();
    codes
        .filter_map(|(shape, geoid)| Some((u32::try_from(*geoid).ok()?, shape)))
        .collect()
}

fn names(shapes: &[AreaIndex]) -> HashMap<u32, (usize, usize)> {
    let mut names = HashMap::new();
    for (area, shapes) in shapes.iter().enumerate() {
        if !shapes.geography.is_tracts() {
            for (place, geoid) in shapes.index.set().geoids.iter().enumerate() {
                let county = u32::try_from(*geoid).unwrap_or_default();
                names.entry(county).or_insert((area, place));
            }
        }
    }
    names
}

/// Its scores compare areas within one release, so another release never fills gaps.
const RISK_INDEX: &str = "nri";

fn order(tables: &[Table], of_tracts: bool) -> Order {
    let mut order = Order::new();
    for (place, table) in tables.iter().enumerate() {
        if let TableData::Metrics(metrics) = &table.data
            && metrics.geography.is_tracts() == of_tracts
        {
            for (column, measure) in metrics.measures() {
                order.entry(measure).or_default().push((place, column));
            }
        }
    }
    for places in order.values_mut() {
        places.sort_by(|a, b| {
            let (a, b) = (&tables[a.0].info, &tables[b.0].info);
            b.vintage
                .cmp(&a.vintage)
                .then(a.spec().rank.cmp(&b.spec().rank))
        });
        let mut newest = None;
        places.retain(|(place, _)| {
            let is_index = tables[*place].info.id == RISK_INDEX;
            !is_index || *newest.get_or_insert(*place) == *place
        });
    }
    order
}
