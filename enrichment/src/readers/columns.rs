//! Tables of areas whose columns are measures; described rather than programmed.

use super::cells::{flag, number};
use super::reading::{FileName, ReadError, Reading, Tally};
use super::sheet::{Row, Sheet};
use crate::geoid::{CountyFips, TractGeoid};
use crate::measure::Measure;
use crate::pack::{Area, Geography, MetricTable, TableData, TableSpec};
use crate::vintage::Vintage;

/// How to compute a value from a row. `C` is a column: its name in a description, its index in a file.
#[derive(Debug, Clone, Copy)]
pub(super) enum From<C = &'static str> {
    /// The column unchanged.
    Column(C),
    /// A share in percent; must be 0 to 100.
    Percent(C),
    /// The remainder to 100 percent.
    Rest(C),
    /// A fraction, converted to percent; must be 0 to 1.
    Fraction(C),
    /// The remainder to 1, in percent.
    FractionRest(C),
    Flag(C),
    /// A column divided by another, in percent.
    PercentOf(C, C),
    /// A number times a share in percent.
    ShareOf(C, C),
    Difference(C, C),
    /// The first minus the second, divided by the third.
    DifferenceRatio(C, C, C),
}

impl From {
    /// The same with the columns of a file; `None` if the file lacks one.
    pub(super) fn resolve(self, sheet: &Sheet<'_>) -> Option<From<usize>> {
        let at = |name| sheet.column(name);
        Some(match self {
            Self::Column(a) => From::Column(at(a)?),
            Self::Percent(a) => From::Percent(at(a)?),
            Self::Rest(a) => From::Rest(at(a)?),
            Self::Fraction(a) => From::Fraction(at(a)?),
            Self::FractionRest(a) => From::FractionRest(at(a)?),
            Self::Flag(a) => From::Flag(at(a)?),
            Self::PercentOf(a, b) => From::PercentOf(at(a)?, at(b)?),
            Self::ShareOf(a, b) => From::ShareOf(at(a)?, at(b)?),
            Self::Difference(a, b) => From::Difference(at(a)?, at(b)?),
            Self::DifferenceRatio(a, b, c) => From::DifferenceRatio(at(a)?, at(b)?, at(c)?),
        })
    }
}

impl From<usize> {
    pub(super) fn value(self, row: &Row<'_>) -> Option<f64> {
        let get = |column: usize| number(&row.get(column));
        let percent = |value: &f64| (0.0..=100.0).contains(value);
        let fraction = |value: &f64| (0.0..=1.0).contains(value);
        match self {
            Self::Column(a) => get(a),
            Self::Percent(a) => get(a).filter(percent),
            Self::Rest(a) => get(a).filter(percent).map(|share| 100.0 - share),
            Self::Fraction(a) => get(a).filter(fraction).map(in_percent),
            Self::FractionRest(a) => get(a).filter(fraction).map(|part| in_percent(1.0 - part)),
            Self::Flag(a) => flag(&row.get(a)),
            Self::PercentOf(a, b) => Some(100.0 * ratio(get(a)?, get(b)?)?),
            Self::ShareOf(a, share) => Some(get(a)? * get(share).filter(percent)? / 100.0),
            Self::Difference(a, b) => Some(get(a)? - get(b)?).filter(|rest| *rest >= 0.0),
            Self::DifferenceRatio(a, b, c) => ratio(get(a)? - get(b)?, get(c)?),
        }
    }
}

/// A fraction in percent, without floating-point noise in the last digits.
fn in_percent(part: f64) -> f64 {
    (part * 1e6).round() / 1e4
}

/// A part of a whole; `None` if the whole is zero.
pub(super) fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// The county or tract with this number.
pub(super) fn area_of(text: &str) -> Option<Area> {
    CountyFips::parse(text)
        .map(Area::County)
        .or_else(|| TractGeoid::parse(text).map(Area::Tract))
}

/// The same for a table of figures, which may include the nation's.
pub(super) fn row_area_of(text: &str) -> Option<Area> {
    let text = text.trim();
    let is_nation = text == "0" || text == "00000" || text == "0100000US";
    if is_nation {
        Some(Area::Nation)
    } else {
        area_of(text)
    }
}

/// Why a row without an area is skipped.
pub(super) const NO_AREA: &str = "not a county or tract (a state, or without a number)";

/// Rows of areas, to be turned into a table.
pub(super) struct Rows {
    measures: Vec<Measure>,
    rows: Vec<(Area, Vec<Option<f64>>)>,
    pub(super) left: Tally,
}

impl Rows {
    pub(super) fn new(measures: Vec<Measure>) -> Self {
        Self {
            measures,
            rows: Vec::new(),
            left: Tally::default(),
        }
    }

    pub(super) fn push(&mut self, area: Option<Area>, values: Vec<Option<f64>>) {
        match area {
            None => self.left.add(NO_AREA),
            Some(_) if values.iter().all(Option::is_none) => self.left.add("no value"),
            Some(area) => self.rows.push((area, values)),
        }
    }

    /// The table. A file has one kind of area: the one of most rows.
    pub(super) fn finish(
        mut self,
        table: &'static TableSpec,
        vintage: Vintage,
    ) -> Result<Reading, ReadError> {
        let is_tract = |area: &Area| matches!(area, Area::Tract(_));
        let tracts = self.rows.iter().filter(|(area, _)| is_tract(area)).count();
        let of_tracts = tracts * 2 > self.rows.len();
        let geography = if of_tracts {
            Geography::tracts_of(vintage.last)
        } else {
            Geography::Counties
        };
        let mut rows = Vec::with_capacity(self.rows.len());
        for (area, values) in self.rows {
            if area == Area::Nation || is_tract(&area) == of_tracts {
                rows.push((area.key(), values));
            } else {
                self.left.add("a different kind of area");
            }
        }
        let metrics = MetricTable::new(geography, &self.measures, rows);
        let count = metrics.keys().len() as u64;
        if metrics.areas().next().is_none() {
            return Err(ReadError::Empty(table.id, self.left.first()));
        }
        let data = TableData::Metrics(metrics);
        Ok(Reading::table(table, vintage, data, count).leaving(self.left))
    }
}

/// How to find a table's period.
#[derive(Debug, Clone, Copy)]
pub(super) enum VintageRule {
    /// The year in the file's name.
    NameYear,
    /// The year in the file's name ends a five-year period.
    NameFiveYears,
    /// As above, taking the year right after this text if the name has several.
    NameFiveYearsAfter(&'static str),
    /// A column with the year, which ends a five-year period.
    ColumnFiveYears(&'static str),
    /// The table exists for one period only.
    Fixed(u16, u16),
}

/// A table whose columns are measures.
pub(super) struct ColumnTable {
    pub(super) table: &'static TableSpec,
    /// Columns that distinguish it from every other table.
    pub(super) signature: &'static [&'static str],
    /// The column with the county's or tract's number, distinguished by their length.
    pub(super) key: &'static str,
    pub(super) vintage: VintageRule,
    pub(super) measures: &'static [(Measure, From)],
}

impl ColumnTable {
    pub(super) fn fits(&self, sheet: &Sheet<'_>) -> bool {
        sheet.has(self.signature)
    }

    pub(super) fn read(
        &self,
        sheet: &mut Sheet<'_>,
        name: FileName<'_>,
    ) -> Result<Reading, ReadError> {
        let key = sheet.need(self.key)?;
        let year_column = match self.vintage {
            VintageRule::ColumnFiveYears(column) => Some(sheet.need(column)?),
            _ => None,
        };
        let (measures, columns): (Vec<_>, Vec<_>) = self
            .measures
            .iter()
            .filter_map(|(measure, from)| Some((*measure, from.resolve(sheet)?)))
            .unzip();
        let mut rows = Rows::new(measures);
        let mut year: Option<u16> = None;
        while let Some(row) = sheet.next()? {
            if let Some(column) = year_column {
                year = year.max(row.get(column).trim().parse().ok());
            }
            let values = columns.iter().map(|column| column.value(&row)).collect();
            rows.push(row_area_of(&row.get(key)), values);
        }
        let no_year = || ReadError::NoVintage(self.table.id);
        let vintage = match self.vintage {
            VintageRule::Fixed(first, last) => Vintage::years(first, last),
            VintageRule::NameYear => Vintage::year(name.year().ok_or_else(no_year)?),
            VintageRule::NameFiveYears => Vintage::five_years_to(name.year().ok_or_else(no_year)?),
            VintageRule::NameFiveYearsAfter(word) => {
                let year = name.year_after(word).or_else(|| name.year());
                Vintage::five_years_to(year.ok_or_else(no_year)?)
            }
            VintageRule::ColumnFiveYears(_) => Vintage::five_years_to(year.ok_or_else(no_year)?),
        };
        rows.finish(self.table, vintage)
    }
}
