//! Statistics of areas.

use super::geography::{Geography, NATION};
use crate::measure::Measure;

/// Statistics of areas. Outside this module, a missing value is `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct MetricTable {
    /// The system that the keys belong to.
    pub geography: Geography,
    keys: Vec<u64>,
    columns: Vec<Column>,
}

/// One statistic of every area in a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    measure: String,
    /// NaN if the table has no value; it never leaves this module.
    values: Vec<f64>,
}

impl MetricTable {
    /// Builds a table from its rows: for each area the measures in the given order. The first of rows with
    /// the same key stays.
    #[must_use]
    pub fn new(
        geography: Geography,
        measures: &[Measure],
        mut rows: Vec<(u64, Vec<Option<f64>>)>,
    ) -> Self {
        rows.sort_by_key(|(key, _)| *key);
        rows.dedup_by_key(|(key, _)| *key);
        let columns = measures
            .iter()
            .enumerate()
            .map(|(place, measure)| Column {
                measure: measure.name().to_owned(),
                values: rows
                    .iter()
                    .map(|(_, values)| {
                        values
                            .get(place)
                            .copied()
                            .flatten()
                            .filter(|v| v.is_finite())
                            .unwrap_or(f64::NAN)
                    })
                    .collect(),
            })
            .filter(|column: &Column| column.values.iter().any(|v| !v.is_nan()))
            .collect();
        Self {
            geography,
            keys: rows.into_iter().map(|(key, _)| key).collect(),
            columns,
        }
    }

    /// Combines both tables: publishers split one table into files by subject or by state. If both have a
    /// value, the newer file's stays.
    #[must_use]
    pub(crate) fn joined(&self, newer: &Self) -> Self {
        let mut measures: Vec<Measure> = self.measures().map(|(_, measure)| measure).collect();
        measures.extend(newer.measures().map(|(_, measure)| measure));
        measures.sort_unstable();
        measures.dedup();
        let places = |table: &Self, measure| {
            table
                .measures()
                .find(|(_, m)| *m == measure)
                .map(|(place, _)| place)
        };
        let columns: Vec<_> = measures
            .iter()
            .map(|m| (places(self, *m), places(newer, *m)))
            .collect();
        let mut keys = [self.keys.as_slice(), &newer.keys].concat();
        keys.sort_unstable();
        keys.dedup();
        let rows = keys.into_iter().map(|key| {
            let (old_row, new_row) = (self.row(key), newer.row(key));
            let values = columns.iter().map(|(old, new)| {
                let new = new
                    .zip(new_row)
                    .and_then(|(column, row)| newer.value(column, row));
                new.or_else(|| self.value((*old)?, old_row?))
            });
            (key, values.collect())
        });
        Self::new(self.geography, &measures, rows.collect())
    }

    /// The keys of all rows, sorted: the areas, preceded by the nation if the table has it.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The areas with their row indexes.
    pub(crate) fn areas(&self) -> impl Iterator<Item = (usize, u64)> {
        let keys = self.keys.iter().copied().enumerate();
        keys.filter(|(_, key)| *key != NATION)
    }

    /// The table's own figure for the nation.
    pub(crate) fn nation(&self, column: usize) -> Option<f64> {
        self.value(column, self.row(NATION)?)
    }

    /// The measures, by column, that at least one area has.
    pub fn measures(&self) -> impl Iterator<Item = (usize, Measure)> {
        let known = |(place, column): (usize, &Column)| {
            Measure::by_name(&column.measure).map(|measure| (place, measure))
        };
        self.columns.iter().enumerate().filter_map(known)
    }

    /// The row of an area.
    #[must_use]
    pub fn row(&self, key: u64) -> Option<usize> {
        self.keys.binary_search(&key).ok()
    }

    /// A value.
    #[must_use]
    pub fn value(&self, column: usize, row: usize) -> Option<f64> {
        let value = *self.columns.get(column)?.values.get(row)?;
        (!value.is_nan()).then_some(value)
    }

    /// A measure of an area.
    #[must_use]
    pub fn get(&self, key: u64, measure: Measure) -> Option<f64> {
        let (column, _) = self.measures().find(|(_, m)| *m == measure)?;
        self.value(column, self.row(key)?)
    }

    /// How many areas have a value in a column.
    #[must_use]
    pub fn filled(&self, column: usize) -> usize {
        let has_value = |(row, _): &(usize, u64)| self.value(column, *row).is_some();
        self.areas().filter(has_value).count()
    }

    /// The columns with the names of their measures, NaN for missing values; only for the pack's file.
    pub(super) fn columns(&self) -> impl Iterator<Item = (&str, &[f64])> {
        let columns = self.columns.iter();
        columns.map(|column| (column.measure.as_str(), column.values.as_slice()))
    }

    /// The table from its parts; `None` if they are inconsistent.
    pub(super) fn from_columns(
        geography: Geography,
        keys: Vec<u64>,
        columns: Vec<(String, Vec<f64>)>,
    ) -> Option<Self> {
        let fits = |(_, values): &(String, Vec<f64>)| values.len() == keys.len();
        let sound = keys.is_sorted() && columns.iter().all(fits);
        let columns = columns
            .into_iter()
            .map(|(measure, values)| Column { measure, values });
        sound.then(|| Self {
            geography,
            columns: columns.collect(),
            keys,
        })
    }
}
