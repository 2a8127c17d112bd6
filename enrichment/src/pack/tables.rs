//! The kinds of tables.

use serde::{Deserialize, Serialize};

use super::spec::{TableSpec, spec_by_id};
use crate::geo::{Position, ShapeSet};
use crate::geoid::{CountyFips, TractGeoid};
use crate::measure::Measure;
use crate::vintage::Vintage;

/// A table with what is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// What it is.
    pub info: TableInfo,
    /// What it says.
    pub data: TableData,
}

/// What is known about a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableInfo {
    /// Its kind: an id of [`super::SPECS`].
    pub id: String,
    /// What period it describes.
    pub vintage: Vintage,
    /// The data's licence.
    pub licence: String,
    /// The files it was read from.
    pub files: Vec<SourceFile>,
    /// How many rows of them were taken.
    pub rows: u64,
}

impl TableInfo {
    /// What is known of the kind.
    #[must_use]
    pub fn spec(&self) -> &'static TableSpec {
        spec_by_id(&self.id).expect("a table is only made or loaded with a known kind")
    }
}

/// A file that a table was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its name, without the folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

/// What a table says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum TableData {
    /// Statistics of counties or tracts.
    Metrics(MetricTable),
    /// Boundaries of counties or tracts.
    Shapes(AreaShapes),
    /// Places: airports, Superfund sites, parks, interchanges.
    Sites(SiteTable),
    /// Roads.
    Roads(RoadTable),
    /// Establishments, jobs and wages by industry.
    Industries(IndustryTable),
}

/// A system of areas. Tracts are drawn anew with each census: the same number means another area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Geography {
    /// Counties. Connecticut's planning regions have numbers of their own.
    Counties,
    /// The tracts of the 2010 census, which tables of 2010 to 2019 describe.
    Tracts2010,
    /// The tracts of the 2020 census.
    Tracts2020,
}

impl Geography {
    /// The tracts that a table of a year describes.
    #[must_use]
    pub fn tracts_of(year: u16) -> Self {
        if year < 2020 {
            Self::Tracts2010
        } else {
            Self::Tracts2020
        }
    }

    /// Whether the areas are tracts.
    #[must_use]
    pub fn is_tracts(self) -> bool {
        self != Self::Counties
    }

    /// The system's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Counties => "counties",
            Self::Tracts2010 => "tracts of 2010",
            Self::Tracts2020 => "tracts of 2020",
        }
    }
}

/// A county or a tract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// A county.
    County(CountyFips),
    /// A tract.
    Tract(TractGeoid),
}

impl Area {
    /// The number that tables are sorted by.
    #[must_use]
    pub fn key(self) -> u64 {
        match self {
            Self::County(county) => county.current().0.into(),
            Self::Tract(tract) => tract.0,
        }
    }
}

/// Statistics of areas. A missing value is `None` to everyone outside this module.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MetricTable {
    /// What the keys are numbers of.
    pub geography: Geography,
    keys: Vec<u64>,
    columns: Vec<Column>,
}

/// One statistic of every area in a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    measure: String,
    /// Not-a-number where the table has no value; it never leaves this module.
    values: Vec<f64>,
}

impl MetricTable {
    /// A table from its rows: for each area the measures in the order given. Of rows with one key the
    /// first stays.
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

    /// Both tables in one: publishers offer one table in several files, by subject or by state. Where
    /// both have a value the newer file's stays.
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

    /// The areas, sorted.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The measures that at least one area has, by column.
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

    /// How many areas have a value of a column.
    #[must_use]
    pub fn filled(&self, column: usize) -> usize {
        let values = self.columns.get(column).map(|c| &c.values);
        values.map_or(0, |values| values.iter().filter(|v| !v.is_nan()).count())
    }

    pub(crate) fn is_sound(&self) -> bool {
        self.keys.is_sorted()
            && self
                .columns
                .iter()
                .all(|c| c.values.len() == self.keys.len())
    }
}

/// Boundaries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AreaShapes {
    /// What the identifiers are.
    pub geography: Geography,
    /// The shapes.
    pub shapes: ShapeSet,
}

/// What a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SiteKind {
    /// A Superfund site on the National Priorities List.
    Superfund,
    /// An airport with scheduled flights.
    CommercialAirport,
    /// An airport without.
    GeneralAviationAirport,
    /// A national park proper.
    NationalPark,
    /// Another unit of the National Park System.
    ParkUnit,
    /// A motorway junction.
    Interchange,
}

/// A place with a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// What it is.
    pub kind: SiteKind,
    /// Where it is.
    pub at: Position,
    /// Its name.
    pub name: String,
    /// Its code (an airport's), where it has one.
    pub code: Option<String>,
    /// The state's postal code, where the table says it. Several are separated by commas.
    pub state: Option<String>,
}

/// Places of one kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SiteTable {
    /// The places.
    pub sites: Vec<Site>,
}

/// What a road is signed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoadClass {
    /// An interstate.
    Interstate,
    /// A US highway.
    UsHighway,
}

/// One stretch of a road.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Road {
    /// What it is signed as.
    pub class: RoadClass,
    /// Its number, such as `I 95`.
    pub name: String,
    /// Its course.
    pub course: Vec<Position>,
}

/// Roads, and where the table knows them all.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RoadTable {
    /// The roads.
    pub roads: Vec<Road>,
    /// The boxes (south-west, north-east) that the files describe. Outside them nothing is known, so
    /// a distance is given only where no road beyond the box could be nearer. None: the whole country.
    pub extents: Vec<(Position, Position)>,
}

/// One industry in one area.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Industry {
    /// The county's five digits, a state's code times 1000, or 0 for the nation.
    pub area: u32,
    /// Two to six digits of NAICS; 0 for all industries together.
    pub naics: u32,
    /// Establishments.
    pub establishments: Option<u32>,
    /// Jobs; none where the publisher withholds them.
    pub employment: Option<u32>,
    /// Mean weekly wage in US dollars.
    pub weekly_wage: Option<u32>,
}

/// Industries by area, sorted by area and code.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct IndustryTable {
    entries: Vec<Industry>,
}

impl IndustryTable {
    /// A table from its rows; of two for the same area and industry the first stays.
    #[must_use]
    pub fn new(mut entries: Vec<Industry>) -> Self {
        entries.sort_by_key(|entry| (entry.area, entry.naics));
        entries.dedup_by_key(|entry| (entry.area, entry.naics));
        Self { entries }
    }

    /// All rows.
    #[must_use]
    pub fn entries(&self) -> &[Industry] {
        &self.entries
    }

    /// One industry in one area.
    #[must_use]
    pub fn get(&self, area: u32, naics: u32) -> Option<&Industry> {
        let found = self
            .entries
            .binary_search_by_key(&(area, naics), |e| (e.area, e.naics));
        found.ok().map(|place| &self.entries[place])
    }

    /// All industries of one area.
    #[must_use]
    pub fn of_area(&self, area: u32) -> &[Industry] {
        let start = self.entries.partition_point(|e| e.area < area);
        let end = self.entries.partition_point(|e| e.area <= area);
        &self.entries[start..end]
    }
}
