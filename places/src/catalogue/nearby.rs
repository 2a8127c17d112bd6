//! Listings around given points, if the catalogue is known to have all of them. Every listing with
//! coordinates is indexed by its cell of a tenth of a degree. Results may be slightly too far away; the
//! caller measures the distance. Only what distinguishes competitors is kept of each, because there may be a
//! hundred thousand around fifty points.
//!
//! Only data sets that are complete for the kind of business are used, and there is no answer for a circle
//! that extends beyond what they cover together. A business in several data sets appears once, as in the
//! newest.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tantivy::query::{BooleanQuery, Query, TermSetQuery};
use tantivy::{Term, collector::DocSetCollector};

use super::circle::{Circles, Ground};
use super::contents::Dataset;
use super::covering::has_kind;
use super::error::CatalogueError;
use super::looks::blocking;
use super::schema::{CELL_DEGREES, Fields, cell};
use super::search::{has, read, unreadable};
use super::view::{CatalogueReader, View};
use crate::taxonomy::taxonomy;
use crate::text::phrase_key;

/// Meters in a degree of latitude, where it is shortest.
const METERS_PER_DEGREE: f64 = 110_500.0;

/// Margin on the distance for the earth's shape.
const FARTHER: f64 = 1.02;

/// A point, and what to look for around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Around {
    pub at: (f64, f64),
    /// A category that the listings must have.
    pub category: String,
}

/// Listings around points.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Nearby {
    /// Each group serves some of the points.
    pub groups: Vec<Neighbours>,
    /// For each point the index of its group, or why there is no answer.
    pub of: Vec<Result<usize, NotCovered>>,
}

/// Listings of one category around some points.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbours {
    /// The data sets that together cover the circles, newest first.
    pub datasets: Vec<Dataset>,
    /// All within the distance of a point, and a few beyond; each business once.
    pub places: Vec<Neighbour>,
}

/// A listing near a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbour {
    pub key: String,
    pub name: String,
    pub category: String,
    pub at: (f64, f64),
    /// Index of its data set among those of its group.
    pub dataset: usize,
}

/// Why there is no answer for a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCovered {
    /// No data set is complete for this kind of business.
    Kind,
    /// The circle extends beyond what the complete data sets cover.
    Area,
}

/// Listings around each of the points.
pub(super) async fn nearby(
    reader: CatalogueReader,
    fields: Fields,
    wanted: Vec<Around>,
    limit_m: f64,
    ground: impl Ground + 'static,
) -> Result<Nearby, CatalogueError> {
    blocking(move || {
        let view = reader.view()?;
        let lookup = Lookup {
            view: &view,
            fields,
            limit_m,
        };
        lookup.around(&wanted, &ground)
    })
    .await
}

/// Points with one category, covered by the same data sets: keyed by category and indexes of data sets.
type Groups = BTreeMap<(String, Vec<usize>), Group>;

struct Group {
    /// Its index in the answer.
    number: usize,
    cells: BTreeSet<String>,
    points: Vec<(f64, f64)>,
}

struct Lookup<'v> {
    view: &'v View,
    fields: Fields,
    limit_m: f64,
}

impl Lookup<'_> {
    fn around(&self, wanted: &[Around], ground: &dyn Ground) -> Result<Nearby, CatalogueError> {
        let mut whole: HashMap<String, Vec<usize>> = HashMap::new();
        let mut circles = Circles::new(self.view, self.fields, ground, self.limit_m);
        let mut groups = Groups::new();
        let mut of = Vec::with_capacity(wanted.len());
        for Around { at, category } in wanted {
            let category = phrase_key(category);
            let of_kind = match whole.get(&category) {
                Some(known) => known,
                None => {
                    let found = self.whole_for(&category).map_err(unreadable)?;
                    whole.entry(category.clone()).or_insert(found)
                }
            };
            if of_kind.is_empty() {
                of.push(Err(NotCovered::Kind));
                continue;
            }
            let Some(datasets) = circles.covered_by(*at, of_kind).map_err(unreadable)? else {
                of.push(Err(NotCovered::Area));
                continue;
            };
            let number = groups.len();
            let group = groups.entry((category, datasets)).or_insert(Group {
                number,
                cells: BTreeSet::new(),
                points: Vec::new(),
            });
            group.points.push(*at);
            group.cells.extend(cells_around(*at, self.limit_m));
            of.push(Ok(group.number));
        }
        let mut found: Vec<(usize, Neighbours)> = Vec::with_capacity(groups.len());
        for ((category, datasets), group) in groups {
            let places = self.places(&category, &datasets, &group)?;
            let named = |index: &usize| self.view.datasets[*index].dataset.clone();
            let datasets = datasets.iter().map(named).collect();
            found.push((group.number, Neighbours { datasets, places }));
        }
        found.sort_by_key(|(number, _)| *number);
        let groups = found.into_iter().map(|(_, group)| group).collect();
        Ok(Nearby { groups, of })
    }

    /// Indexes of the data sets that are complete for a category.
    fn whole_for(&self, category: &str) -> tantivy::Result<Vec<usize>> {
        if category.is_empty() {
            return Ok(Vec::new());
        }
        let meant = taxonomy().expand(category);
        let mut kinds = vec![category.to_owned(), meant.own];
        kinds.extend(meant.synonyms);
        let mut whole = Vec::new();
        for (index, stored) in self.view.datasets.iter().enumerate() {
            if has_kind(self.view, self.fields, stored, &kinds)? {
                whole.push(index);
            }
        }
        Ok(whole)
    }

    /// The listings of some data sets around some points, each business once, as in the newest data set.
    fn places(
        &self,
        category: &str,
        datasets: &[usize],
        group: &Group,
    ) -> Result<Vec<Neighbour>, CatalogueError> {
        let cells = group
            .cells
            .iter()
            .map(|cell| Term::from_field_text(self.fields.cell, cell));
        let imports = datasets.iter().map(|index| {
            let stored = &self.view.datasets[*index];
            has(self.fields.import, &stored.import)
        });
        let clauses: Vec<Box<dyn Query>> = vec![
            has(self.fields.category, category),
            Box::new(TermSetQuery::new(cells)),
            Box::new(BooleanQuery::union(imports.collect())),
        ];
        let query = BooleanQuery::intersection(clauses);
        let query = self.view.visible(self.fields, Box::new(query));
        let found = self.view.searcher.search(&query, &DocSetCollector);
        let mut found: Vec<_> = found.map_err(unreadable)?.into_iter().collect();
        // Neighboring documents are read together.
        found.sort_unstable();
        let name = |index: &usize| self.view.datasets[*index].dataset.name.as_str();
        let ranks: HashMap<&str, usize> = datasets
            .iter()
            .map(name)
            .enumerate()
            .map(|(rank, name)| (name, rank))
            .collect();
        let is_near = |at: (f64, f64)| {
            let mut points = group.points.iter();
            points.any(|point| meters_between(*point, at) <= self.limit_m * FARTHER)
        };
        let mut places: Vec<Neighbour> = Vec::new();
        for address in found {
            let place = read(&self.view.searcher, self.fields, address)?;
            let dataset = ranks.get(place.provenance.source.as_str());
            if let (Some(at), Some(dataset)) = (place.coordinates(), dataset) {
                places.push(Neighbour {
                    key: place.key,
                    name: place.name,
                    category: place.main_category.unwrap_or_default(),
                    at,
                    dataset: *dataset,
                });
            }
        }
        places.sort_by(|one, other| (&one.key, one.dataset).cmp(&(&other.key, other.dataset)));
        places.dedup_by(|other, kept| other.key == kept.key);
        // Only now: if the business has moved away in the newest data set, an older row must not replace it.
        places.retain(|place| is_near(place.at) && !place.category.is_empty());
        places.shrink_to_fit();
        Ok(places)
    }
}

/// Distance between two points close to each other.
fn meters_between(one: (f64, f64), other: (f64, f64)) -> f64 {
    let shrinks = ((one.0 + other.0) / 2.0).to_radians().cos();
    let (north, east) = (one.0 - other.0, (one.1 - other.1) * shrinks);
    north.hypot(east) * METERS_PER_DEGREE
}

/// The cells that a circle touches, and a few more towards the poles.
fn cells_around((latitude, longitude): (f64, f64), limit_m: f64) -> Vec<String> {
    let north = limit_m / METERS_PER_DEGREE;
    // At the poles every longitude is near, but there are no listings.
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
            lon = (lon + CELL_DEGREES).min(longitude + east);
        }
        if lat >= latitude + north {
            break;
        }
        lat = (lat + CELL_DEGREES).min(latitude + north);
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
