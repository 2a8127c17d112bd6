//! What a pack contains.

use super::derived;
use super::loaded::Reference;
use crate::enrich::{CompetitorIndex, ListSource, Subject};
use crate::fact::GeographyLevel;
use crate::fields::{FIELDS, Field, FieldSpec, How};
use crate::pack::{Table, TableData, TableInfo, TableSpec};

/// A kind of business that most counties have; fields that need an industry are tested with it.
const USUAL_CATEGORY: &str = "restaurant";

/// A table of the pack.
#[derive(Debug)]
pub struct TableStatus<'a> {
    pub info: &'a TableInfo,
    pub entries: usize,
}

/// Whether a field is filled, and by which tables.
#[derive(Debug)]
pub struct FieldStatus<'a> {
    pub spec: &'static FieldSpec,
    /// The tables that fill it, preferred first, each with the number of areas with a value. Empty if there
    /// are none; a computed field has no tables of its own.
    pub tables: Vec<(&'a TableInfo, usize)>,
}

/// In how many counties fields are filled.
#[derive(Debug)]
pub struct Coverage {
    /// Number of counties tested.
    pub counties: usize,
    filled: Vec<usize>,
}

impl Coverage {
    /// Number of counties where a field is filled.
    #[must_use]
    pub fn of(&self, field: Field) -> usize {
        self.filled[field as usize]
    }
}

impl Reference {
    /// The tables, including those computed from others, which are listed by their origin.
    #[must_use]
    pub fn table_status(&self) -> Vec<TableStatus<'_>> {
        let shapes = self.shapes.iter().map(|area| TableStatus {
            info: &area.info,
            entries: area.index.set().len(),
        });
        let tables = self.tables.iter().map(|table| TableStatus {
            info: &table.info,
            entries: match &table.data {
                // Sites, roads and ZIP codes were moved to their indexes.
                TableData::Sites(_) | TableData::Roads(_) | TableData::Zips(_) => {
                    usize::try_from(table.info.rows).unwrap_or(usize::MAX)
                }
                _ => table.entries(),
            },
        });
        shapes.chain(tables).collect()
    }

    /// What fills each measured field.
    #[must_use]
    pub fn field_status(&self) -> Vec<FieldStatus<'_>> {
        FIELDS
            .iter()
            .map(|spec| FieldStatus {
                spec,
                tables: self.tables_of(spec),
            })
            .collect()
    }

    /// In how many counties each field is filled, tested at a corner of each county for a business of
    /// `category` without competitors.
    #[must_use]
    pub fn coverage(&self, category: &str) -> Coverage {
        let mut coverage = Coverage {
            counties: 0,
            filled: vec![0; FIELDS.len()],
        };
        let around = CompetitorIndex::new(ListSource::default(), []);
        let counties = self.shapes.iter().find(|area| !area.geography.is_tracts());
        let Some(counties) = counties.map(|area| area.index.set()) else {
            return coverage;
        };
        for county in 0..counties.len() {
            let Some(corner) = counties.rings(county).next().and_then(|ring| ring.first()) else {
                continue;
            };
            coverage.counties += 1;
            let subject = Subject {
                coordinates: Some((corner.latitude(), corner.longitude())),
                category: Some(category),
                ..Subject::default()
            };
            for entry in self.enrich(&subject, Some(&around)).entries() {
                coverage.filled[entry.field as usize] += 1;
            }
        }
        coverage
    }

    /// Which fields the pack has data for: those filled in some county, and those whose own table, road or
    /// site exists, even if it covers only a small part of the country. In the order of [`FIELDS`].
    #[must_use]
    pub fn available(&self) -> Vec<bool> {
        let coverage = self.coverage(USUAL_CATEGORY);
        let known = |spec: &FieldSpec| match spec.how {
            How::Measured(_) => !self.tables_of(spec).is_empty(),
            How::Road(class) => self.roads.of(class).is_some(),
            How::Site(kind) => self.sites.of(kind).is_some(),
            _ => false,
        };
        let available = |spec: &FieldSpec| coverage.of(spec.field) > 0 || known(spec);
        FIELDS.iter().map(available).collect()
    }

    /// The available editions of a kind of table, newest first.
    #[must_use]
    pub fn vintages(&self, table: &TableSpec) -> Vec<&str> {
        let tables = self.tables.iter();
        self.labels(table, tables.filter(|table| !derived::is_growth(table)))
    }

    /// The same, plus the periods between two editions over which growth is computed: every vintage that a
    /// fact from this kind of table may have.
    #[must_use]
    pub fn named_vintages(&self, table: &TableSpec) -> Vec<&str> {
        self.labels(table, self.tables.iter())
    }

    fn labels<'r>(
        &'r self,
        table: &TableSpec,
        tables: impl Iterator<Item = &'r Table>,
    ) -> Vec<&'r str> {
        let shapes = self.shapes.iter().map(|area| &area.info);
        let infos = tables.map(|table| &table.info).chain(shapes);
        let mut found: Vec<_> = infos.filter(|info| info.id == table.id).collect();
        found.sort_by(|a, b| b.vintage.cmp(&a.vintage));
        let mut labels: Vec<&str> = found
            .iter()
            .map(|info| info.vintage.label.as_str())
            .collect();
        labels.dedup();
        labels
    }

    fn tables_of(&self, spec: &FieldSpec) -> Vec<(&TableInfo, usize)> {
        let How::Measured(measure) = spec.how else {
            return Vec::new();
        };
        let order = match spec.level {
            GeographyLevel::Tract => &self.tract_order,
            _ => &self.county_order,
        };
        let places = order.get(&measure).map(Vec::as_slice).unwrap_or_default();
        places
            .iter()
            .filter_map(|(table, column)| match &self.tables[*table].data {
                TableData::Metrics(metrics) => {
                    Some((&self.tables[*table].info, metrics.filled(*column)))
                }
                _ => None,
            })
            .collect()
    }

    /// The memory used by shapes, indexes and tables, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let shapes: usize = self.shapes.iter().map(|area| area.index.memory()).sum();
        let tables: usize = self
            .tables
            .iter()
            .map(|table| match &table.data {
                TableData::Metrics(metrics) => {
                    metrics.keys().len() * 8 * (metrics.measures().count() + 1)
                }
                TableData::Industries(industries) => industries.entries().len() * 32,
                _ => 0,
            })
            .sum();
        shapes + tables + self.sites.memory() + self.roads.memory() + self.zips.memory()
    }
}
