//! Which listings lie around given points: by cells of a tenth of a degree, which every listing with
//! coordinates is indexed by. What comes back lies in a cell that the circle touches; whoever asks
//! measures the distance.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tantivy::query::{BooleanQuery, Query, TermSetQuery};
use tantivy::{Term, collector::DocSetCollector};

use super::error::CatalogueError;
use super::schema::{Fields, cell};
use super::search::{blocking, has, read, unreadable};
use super::view::CatalogueReader;
use crate::Place;
use crate::text::phrase_key;

/// Metres in a degree of latitude, at its shortest.
const METERS_PER_DEGREE: f64 = 110_500.0;

/// A point, and what is looked for around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Around {
    /// Latitude and longitude.
    pub at: (f64, f64),
    /// The category that the listings have among theirs.
    pub category: String,
}

/// Every listing of the wanted category in a cell within `limit_m` of a point, each once.
pub(super) async fn nearby(
    reader: CatalogueReader,
    fields: Fields,
    wanted: Vec<Around>,
    limit_m: f64,
) -> Result<Vec<Place>, CatalogueError> {
    blocking(move || find(&reader, fields, &wanted, limit_m)).await
}

fn find(
    reader: &CatalogueReader,
    fields: Fields,
    wanted: &[Around],
    limit_m: f64,
) -> Result<Vec<Place>, CatalogueError> {
    let mut kinds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for around in wanted {
        let category = phrase_key(&around.category);
        if !category.is_empty() {
            let cells = kinds.entry(category).or_default();
            cells.extend(cells_around(around.at, limit_m));
        }
    }
    if kinds.is_empty() {
        return Ok(Vec::new());
    }
    let each = kinds.into_iter().map(|(category, cells)| {
        let cells = cells
            .iter()
            .map(|cell| Term::from_field_text(fields.cell, cell));
        let clauses: Vec<Box<dyn Query>> = vec![
            has(fields.category, &category),
            Box::new(TermSetQuery::new(cells)),
        ];
        Box::new(BooleanQuery::intersection(clauses)) as Box<dyn Query>
    });
    let view = reader.view()?;
    let query = view.visible(fields, Box::new(BooleanQuery::union(each.collect())));
    let found = view.searcher.search(&query, &DocSetCollector);
    let mut found: Vec<_> = found.map_err(unreadable)?.into_iter().collect();
    found.sort_unstable();
    let mut seen = HashSet::new();
    let mut places = Vec::new();
    for address in found {
        let place = read(&view.searcher, fields, address)?;
        if seen.insert(place.key.clone()) {
            places.push(place);
        }
    }
    Ok(places)
}

/// The cells that a circle touches; a few more towards the poles.
fn cells_around((latitude, longitude): (f64, f64), limit_m: f64) -> Vec<String> {
    let north = limit_m / METERS_PER_DEGREE;
    // At the poles every longitude is near; no listing is.
    let east = north / (latitude.abs() + north).min(89.0).to_radians().cos();
    let mut cells = Vec::new();
    let mut lat = latitude - north;
    loop {
        let mut lon = longitude - east;
        loop {
            cells.push(cell(lat, lon));
            if lon >= longitude + east {
                break;
            }
            lon = (lon + super::schema::CELL_DEGREES).min(longitude + east);
        }
        if lat >= latitude + north {
            break;
        }
        lat = (lat + super::schema::CELL_DEGREES).min(latitude + north);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_around_a_point_hold_every_point_of_the_circle() {
        let limit_m = 8_046.72;
        for at in [(41.03, -71.44), (0.0, 0.0), (64.8, -147.7), (19.7, -155.05)] {
            let cells: BTreeSet<String> = cells_around(at, limit_m).into_iter().collect();
            for bearing in 0..360 {
                let (sin, cos) = f64::from(bearing).to_radians().sin_cos();
                for share in [0.2, 0.7, 0.999] {
                    let north = share * limit_m * cos / 111_195.0;
                    let east = share * limit_m * sin / 111_195.0 / at.0.to_radians().cos();
                    let point = cell(at.0 + north, at.1 + east);
                    assert!(
                        cells.contains(&point),
                        "{at:?}: {point} is not in {cells:?}"
                    );
                }
            }
        }
    }
}
