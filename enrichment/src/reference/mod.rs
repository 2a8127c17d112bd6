//! A loaded pack: indexes over its tables, and the order in which tables answer.
//!
//! Which table fills a measure is decided once, at loading: the newest vintage first, and where it has
//! no value for an area the next one. Areas of different vintages are joined only by their own
//! numbers: a tract of 2010 never gets a value of 2020's.

mod derived;
mod locate;
mod places;
mod status;

pub use locate::{Areas, Match};
pub use status::{FieldStatus, TableStatus};

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::builtin::ZipCodes;
use crate::geo::ShapeIndex;
use crate::geoid::CountyFips;
use crate::measure::Measure;
use crate::pack::{Geography, IndustryTable, Pack, PackError, Table, TableData, TableInfo};
use places::{RoadIndex, SiteIndex};

/// Public facts, ready to be asked. Immutable: many threads may ask at once.
#[derive(Debug)]
pub struct Reference {
    tables: Vec<Table>,
    /// For each measure of each kind of area the table and column, the preferred first.
    county_order: Order,
    tract_order: Order,
    shapes: Vec<AreaIndex>,
    pub(crate) sites: SiteIndex,
    pub(crate) roads: RoadIndex,
    zips: ZipCodes,
    /// For each measure the values of all counties, sorted.
    ranks: HashMap<Measure, Vec<f64>>,
    loaded_in: Duration,
}

type Order = HashMap<Measure, Vec<(usize, usize)>>;

/// The shapes of one system of areas.
#[derive(Debug)]
struct AreaIndex {
    geography: Geography,
    info: TableInfo,
    index: ShapeIndex,
}

/// A value with the table that it is from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sourced<'a> {
    /// The value.
    pub value: f64,
    /// The table.
    pub table: &'a TableInfo,
}

impl Reference {
    /// Only what ships with the product.
    #[must_use]
    pub fn builtin() -> Self {
        Self::new(Pack::builtin())
    }

    /// The pack in a file, or what ships with the product where there is no such file.
    ///
    /// # Errors
    /// Where the file is there but cannot be used.
    pub fn load(path: &Path) -> Result<Self, PackError> {
        let begun = Instant::now();
        let pack = if path.exists() {
            Pack::load(path)?
        } else {
            Pack::builtin()
        };
        let mut reference = Self::new(pack);
        reference.loaded_in = begun.elapsed();
        Ok(reference)
    }

    /// A pack with its indexes.
    #[must_use]
    pub fn new(pack: Pack) -> Self {
        let begun = Instant::now();
        let mut tables = pack.tables;
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
        // The newest shapes are asked first.
        shapes.sort_by(|a, b| b.info.vintage.cmp(&a.info.vintage));
        tables.retain(|table| !matches!(table.data, TableData::Shapes(_)));
        let mut reference = Self {
            county_order: order(&tables, false),
            tract_order: order(&tables, true),
            sites: SiteIndex::new(&mut tables),
            roads: RoadIndex::new(&mut tables),
            zips: ZipCodes::builtin(),
            ranks: HashMap::new(),
            loaded_in: Duration::ZERO,
            tables,
            shapes,
        };
        reference.ranks = reference.county_values();
        reference.loaded_in = begun.elapsed();
        reference
    }

    /// How long it took to load.
    #[must_use]
    pub fn loaded_in(&self) -> Duration {
        self.loaded_in
    }

    /// A county's measure.
    #[must_use]
    pub fn county(&self, areas: &Areas<'_>, measure: Measure) -> Option<Sourced<'_>> {
        let order = self.county_order.get(&measure)?;
        order.iter().find_map(|(table, column)| {
            areas
                .counties()
                .find_map(|county| self.value(*table, *column, county.current().0.into()))
        })
    }

    /// A tract's measure.
    #[must_use]
    pub fn tract(&self, areas: &Areas<'_>, measure: Measure) -> Option<Sourced<'_>> {
        let order = self.tract_order.get(&measure)?;
        order.iter().find_map(|(table, column)| {
            let TableData::Metrics(metrics) = &self.tables[*table].data else {
                return None;
            };
            let tract = areas.tract_of(metrics.geography)?;
            self.value(*table, *column, tract.0)
        })
    }

    fn value(&self, table: usize, column: usize, key: u64) -> Option<Sourced<'_>> {
        let table = &self.tables[table];
        let TableData::Metrics(metrics) = &table.data else {
            return None;
        };
        let value = metrics.value(column, metrics.row(key)?)?;
        Some(Sourced {
            value,
            table: &table.info,
        })
    }

    /// Two measures of a county from one table, so that they can be computed with.
    #[must_use]
    pub fn county_pair(
        &self,
        areas: &Areas<'_>,
        (first, second): (Measure, Measure),
    ) -> Option<(f64, f64, &TableInfo)> {
        let order = self.county_order.get(&first)?;
        order.iter().find_map(|(place, column)| {
            let table = &self.tables[*place];
            let TableData::Metrics(metrics) = &table.data else {
                return None;
            };
            areas.counties().find_map(|county| {
                let key = county.current().0.into();
                let first = metrics.value(*column, metrics.row(key)?)?;
                Some((first, metrics.get(key, second)?, &table.info))
            })
        })
    }

    /// Where a value stands among all counties: the share of counties with a lower one, in percent,
    /// those with the same counting half.
    #[must_use]
    pub fn percentile(&self, measure: Measure, value: f64) -> Option<f64> {
        let values = self
            .ranks
            .get(&measure)
            .filter(|values| values.len() >= MIN_RANKED)?;
        let below = values.partition_point(|v| *v < value);
        let up_to = values.partition_point(|v| *v <= value);
        #[expect(clippy::cast_precision_loss, reason = "a few thousand counties")]
        Some(100.0 * f64::midpoint(below as f64, up_to as f64) / values.len() as f64)
    }

    /// The industries' table, the newest.
    pub(crate) fn industries(&self) -> Option<(&IndustryTable, &TableInfo)> {
        let tables = self.tables.iter().filter_map(|table| match &table.data {
            TableData::Industries(industries) => Some((industries, &table.info)),
            _ => None,
        });
        tables.max_by(|a, b| {
            let rank = |info: &TableInfo| std::cmp::Reverse(info.spec().rank);
            (&a.1.vintage, rank(a.1)).cmp(&(&b.1.vintage, rank(b.1)))
        })
    }

    /// The population of a state (its code) or the nation (0): the sum over its counties, with the table that
    /// most of them are from.
    pub(crate) fn population_of(&self, state: u32) -> Option<f64> {
        let order = self.county_order.get(&Measure::Population)?;
        let (table, column) = *order.first()?;
        let TableData::Metrics(metrics) = &self.tables[table].data else {
            return None;
        };
        let of_state = |key: &u64| state == 0 || *key / 1000 == u64::from(state);
        let rows = metrics
            .keys()
            .iter()
            .enumerate()
            .filter(|(_, key)| of_state(key));
        let sum: f64 = rows.filter_map(|(row, _)| metrics.value(column, row)).sum();
        (sum > 0.0).then_some(sum)
    }

    /// The values of every county, for ranks.
    fn county_values(&self) -> HashMap<Measure, Vec<f64>> {
        let mut ranks = HashMap::new();
        for measure in crate::scores::ranked_measures() {
            let Some(order) = self.county_order.get(&measure) else {
                continue;
            };
            let mut keys: Vec<u64> = Vec::new();
            for (table, _) in order {
                if let TableData::Metrics(metrics) = &self.tables[*table].data {
                    keys.extend(metrics.keys());
                }
            }
            keys.sort_unstable();
            keys.dedup();
            let value = |key: &u64| {
                order
                    .iter()
                    .find_map(|(table, column)| self.value(*table, *column, *key))
            };
            let mut values: Vec<f64> = keys.iter().filter_map(value).map(|v| v.value).collect();
            values.sort_by(f64::total_cmp);
            ranks.insert(measure, values);
        }
        ranks
    }

    /// The county's name, of the shapes that have it.
    pub(crate) fn county_name(&self, county: CountyFips) -> Option<(&str, &TableInfo)> {
        self.shapes
            .iter()
            .filter(|area| !area.geography.is_tracts())
            .find_map(|area| {
                let set = area.index.set();
                let place = set
                    .geoids
                    .iter()
                    .position(|geoid| *geoid == u64::from(county.0))?;
                Some((set.names[place].as_str(), &area.info))
            })
    }
}

/// A rank among fewer areas says nothing.
const MIN_RANKED: usize = 30;

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
    }
    order
}
