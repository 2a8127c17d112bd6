//! National figures that facts are compared with, by the table a fact is from.

use super::loaded::Reference;
use super::nation::{NationFigure, Nations, density, figure, is_compared};
use crate::fact::GeographyLevel;
use crate::fields::{FIELDS, Field, FieldSpec, How};
use crate::measure::Measure;
use crate::pack::TableInfo;

impl Reference {
    /// The national figures for facts of a field, by table.
    pub fn nation(&self, field: Field) -> impl Iterator<Item = (&TableInfo, NationFigure)> {
        let figures = self.nations.get(&field).into_iter().flatten();
        figures.map(|(table, figure)| (&self.tables[*table].info, *figure))
    }

    pub(super) fn nations(&self) -> Nations {
        let figures = FIELDS.iter().map(|spec| (spec.field, self.figures(spec)));
        figures.filter(|(_, figures)| !figures.is_empty()).collect()
    }

    fn figures(&self, spec: &FieldSpec) -> Vec<(usize, NationFigure)> {
        let order = match spec.level {
            GeographyLevel::Tract => &self.tract_order,
            _ => &self.county_order,
        };
        let measure = match spec.how {
            How::Measured(measure) if is_compared(measure) => measure,
            _ if spec.field == Field::PopulationDensity => Measure::Population,
            _ => return Vec::new(),
        };
        let tables = order.get(&measure).into_iter().flatten();
        let figures = tables.filter_map(|(table, column)| {
            let (metrics, _) = self.metrics(*table)?;
            let figure = match spec.how {
                How::Measured(_) => figure(metrics, *column, measure)?,
                _ => NationFigure::Average(density(metrics)?),
            };
            Some((*table, figure.rounded(spec)))
        });
        figures.collect()
    }
}
