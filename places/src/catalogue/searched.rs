//! Which rows a search looks through: those of a city, or those that lie in a region.

use tantivy::query::{Query, TermSetQuery};
use tantivy::{DocAddress, Term};

use super::error::{CatalogueError, unreadable};
use super::schema::{CELL_DEGREES, Fields, cell, has, location_term};
use super::view::{View, read};
use crate::region::Cells;
use crate::{Region, Spot};

/// The rows that a search looks through.
pub(super) struct Searched<'q> {
    /// Queries for rows, and whether all of them count; of the others those in the region do.
    pub(super) parts: Vec<(Box<dyn Query>, bool)>,
    region: Option<&'q Region>,
}

impl<'q> Searched<'q> {
    pub(super) fn of(fields: Fields, spot: &'q Spot) -> Self {
        match spot {
            Spot::City(state, city) => {
                let location = location_term(*state, city);
                let rows = location.map(|location| (has(fields.location, &location), true));
                Self {
                    parts: rows.into_iter().collect(),
                    region: None,
                }
            }
            Spot::Region(region) => Self::in_region(fields, region),
        }
    }

    /// Rows with coordinates, by their cells: those of cells at the region's edge have to be read.
    pub(super) fn in_region(fields: Fields, region: &'q Region) -> Self {
        let Cells { inside, edge } = region.cells(CELL_DEGREES);
        let rows = |middles: Vec<(f64, f64)>| -> Box<dyn Query> {
            let terms = middles.into_iter().map(|(latitude, longitude)| {
                Term::from_field_text(fields.cell, &cell(latitude, longitude))
            });
            Box::new(TermSetQuery::new(terms))
        };
        Self {
            parts: vec![(rows(inside), true), (rows(edge), false)],
            region: Some(region),
        }
    }

    /// Whether a row lies in the region.
    pub(super) fn has(
        &self,
        view: &View,
        fields: Fields,
        address: DocAddress,
    ) -> Result<bool, CatalogueError> {
        view.stop().check().map_err(unreadable)?;
        let place = read(&view.searcher, fields, address)?;
        let at = place.coordinates();
        Ok(at.is_some_and(|at| self.region.is_none_or(|region| region.contains(at))))
    }
}
