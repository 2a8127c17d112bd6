//! Measures of a row's county and tract, each from the preferred table that has a value.

use std::collections::HashMap;

use super::loaded::{Reference, Sourced};
use super::locate::{Areas, NO_ROW};
use crate::geo::ShapeSet;
use crate::measure::Measure;
use crate::pack::{Geography, MetricTable, TableData, TableInfo};

/// A rank among fewer areas is meaningless.
const MIN_RANKED: usize = 30;

impl Reference {
    /// A county's measure.
    #[must_use]
    pub fn county(&self, areas: &Areas<'_>, measure: Measure) -> Option<Sourced<'_>> {
        let order = self.county_order.get(&measure)?;
        order
            .iter()
            .find_map(|(table, column)| self.value(areas, *table, *column))
    }

    /// A tract's measure.
    #[must_use]
    pub fn tract(&self, areas: &Areas<'_>, measure: Measure) -> Option<Sourced<'_>> {
        let order = self.tract_order.get(&measure)?;
        order
            .iter()
            .find_map(|(table, column)| self.value(areas, *table, *column))
    }

    fn value(&self, areas: &Areas<'_>, table: usize, column: usize) -> Option<Sourced<'_>> {
        let (metrics, info) = self.metrics(table)?;
        let row = areas.row(table)?;
        Some(Sourced {
            value: metrics.value(column, row)?,
            area: metrics.keys()[row],
            table: info,
        })
    }

    /// A measure of exactly the county that another value is from: where counties were redrawn a point has
    /// two, and a computation must not mix them.
    pub(crate) fn of_county(&self, county: u64, measure: Measure) -> Option<Sourced<'_>> {
        let order = self.county_order.get(&measure)?;
        order.iter().find_map(|(table, column)| {
            let (metrics, info) = self.metrics(*table)?;
            Some(Sourced {
                value: metrics.value(*column, metrics.row(county)?)?,
                area: county,
                table: info,
            })
        })
    }

    /// Two measures of a county from the same table, so that they can be combined.
    #[must_use]
    pub fn county_pair(
        &self,
        areas: &Areas<'_>,
        (first, second): (Measure, Measure),
    ) -> Option<(f64, f64, &TableInfo)> {
        let (firsts, seconds) = (
            self.county_order.get(&first)?,
            self.county_order.get(&second)?,
        );
        firsts.iter().find_map(|(table, column)| {
            let (_, other) = seconds.iter().find(|(place, _)| place == table)?;
            let first = self.value(areas, *table, *column)?;
            let second = self.value(areas, *table, *other)?;
            Some((first.value, second.value, first.table))
        })
    }

    /// The newest table of counties that has all of these measures.
    pub(crate) fn metrics_with(&self, measures: &[Measure]) -> Option<(&MetricTable, &TableInfo)> {
        let order = self.county_order.get(measures.first()?)?;
        let mut tables = order.iter().filter_map(|(table, _)| self.metrics(*table));
        tables.find(|(metrics, _)| {
            let has = |wanted: &Measure| metrics.measures().any(|(_, measure)| measure == *wanted);
            measures.iter().all(has)
        })
    }

    /// A measure of a census's tract, from the newest table that has it.
    pub(crate) fn of_tract(
        &self,
        census: Geography,
        tract: u64,
        measure: Measure,
    ) -> Option<Sourced<'_>> {
        let order = self.tract_order.get(&measure)?;
        order.iter().find_map(|(table, column)| {
            let (metrics, info) = self.metrics(*table)?;
            let row = (metrics.geography == census).then(|| metrics.row(tract))??;
            Some(Sourced {
                value: metrics.value(*column, row)?,
                area: tract,
                table: info,
            })
        })
    }

    /// The newest shapes of a system of areas.
    pub(crate) fn shapes_of(&self, geography: Geography) -> Option<&ShapeSet> {
        self.all_shapes_of(geography).next()
    }

    /// Of several editions: Connecticut's counties are in one, its planning regions in another.
    pub(crate) fn all_shapes_of(&self, geography: Geography) -> impl Iterator<Item = &ShapeSet> {
        let shapes = self.shapes.iter();
        let found = shapes.filter(move |shapes| shapes.geography == geography);
        found.map(|shapes| shapes.index.set())
    }

    pub(super) fn metrics(&self, table: usize) -> Option<(&MetricTable, &TableInfo)> {
        let table = &self.tables[table];
        match &table.data {
            TableData::Metrics(metrics) => Some((metrics, &table.info)),
            _ => None,
        }
    }

    /// Looks up the areas' rows in every table, once for all measures.
    pub(super) fn resolve<'a>(&self, mut areas: Areas<'a>) -> Areas<'a> {
        areas.rows = (0..self.tables.len())
            .map(|table| self.row_of(&areas, table))
            .collect();
        areas
    }

    fn row_of(&self, areas: &Areas<'_>, table: usize) -> u32 {
        let row = self
            .metrics(table)
            .and_then(|(metrics, _)| match metrics.geography {
                Geography::Counties => areas
                    .counties()
                    .find_map(|county| metrics.row(county.current().0.into())),
                tracts => metrics.row(areas.tract_of(tracts)?.0),
            });
        row.and_then(|row| u32::try_from(row).ok())
            .unwrap_or(NO_ROW)
    }

    /// The rank of a value among all counties: the percentage of counties with a lower one, counting equal
    /// ones half.
    #[must_use]
    pub fn percentile(&self, measure: Measure, value: f64) -> Option<f64> {
        let values = self
            .ranks
            .get(&measure)
            .filter(|values| values.len() >= MIN_RANKED)?;
        let below = values.partition_point(|v| *v < value);
        let up_to = values.partition_point(|v| *v <= value);
        Some(100.0 * f64::midpoint(below as f64, up_to as f64) / values.len() as f64)
    }

    /// The values of all counties, for ranks.
    pub(super) fn county_values(&self) -> HashMap<Measure, Vec<f64>> {
        let mut ranks = HashMap::new();
        for measure in crate::scores::ranked_measures() {
            let Some(order) = self.county_order.get(&measure) else {
                continue;
            };
            let tables = order
                .iter()
                .filter_map(|(t, c)| Some((self.metrics(*t)?.0, *c)));
            let tables: Vec<(&MetricTable, usize)> = tables.collect();
            let mut keys: Vec<u64> = tables
                .iter()
                .flat_map(|(t, _)| t.areas().map(|(_, key)| key))
                .collect();
            keys.sort_unstable();
            keys.dedup();
            let value = |key: &u64| {
                let of = |(t, c): &(&MetricTable, usize)| t.value(*c, t.row(*key)?);
                tables.iter().find_map(of)
            };
            let mut values: Vec<f64> = keys.iter().filter_map(value).collect();
            values.sort_by(f64::total_cmp);
            ranks.insert(measure, values);
        }
        ranks
    }
}
