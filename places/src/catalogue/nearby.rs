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
use us::UsState;

use super::circle::{Circles, Ground};
use super::contents::Dataset;
use super::coverage::{Areas, CoveredArea};
use super::covering::has_kind;
use super::error::{CatalogueError, unreadable};
use super::looks::blocking;
use super::schema::{CELL_DEGREES, Fields, cell, has};
use super::view::{CatalogueReader, View, read};
use crate::Place;
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

/// All listings of a kind that are where some data set is complete for it.
#[derive(Debug, Clone, PartialEq)]
pub struct OfKind {
    /// The data sets that are complete for the kind, newest first.
    pub datasets: Vec<Dataset>,
    /// The states that they cover as a whole.
    pub states: BTreeSet<UsState>,
    /// Each business once.
    pub listed: Vec<WhereListed>,
}

/// Where a listing says that its business is.
#[derive(Debug, Clone, PartialEq)]
pub struct WhereListed {
    /// In degrees.
    pub at: Option<(f64, f64)>,
    pub zip: Option<String>,
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

/// All listings of a category in the states that data sets cover as a whole.
pub(super) async fn of_kind(
    reader: CatalogueReader,
    fields: Fields,
    category: String,
) -> Result<OfKind, CatalogueError> {
    blocking(move || {
        let view = reader.view()?;
        let lookup = Lookup {
            view: &view,
            fields,
            limit_m: 0.0,
        };
        lookup.of_kind(&phrase_key(&category))
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
        let kinds = names_of(category);
        let mut whole = Vec::new();
        for (index, stored) in self.view.datasets.iter().enumerate() {
            if has_kind(self.view, self.fields, stored, &kinds)? {
                whole.push(index);
            }
        }
        Ok(whole)
    }

    fn of_kind(&self, category: &str) -> Result<OfKind, CatalogueError> {
        let whole = self.whole_for(category).map_err(unreadable)?;
        let states: Vec<BTreeSet<UsState>> =
            whole.iter().map(|index| self.states_of(*index)).collect();
        let mut places = self.listings(&names_of(category), &whole, None)?;
        // Elsewhere its data set may have a part only.
        places.retain(|(dataset, place)| {
            let state = place.state.as_deref().and_then(UsState::parse);
            state.is_some_and(|state| states[*dataset].contains(&state))
        });
        let dataset = |index: &usize| self.view.datasets[*index].dataset.clone();
        Ok(OfKind {
            datasets: whole.iter().map(dataset).collect(),
            states: states.into_iter().flatten().collect(),
            listed: places
                .into_iter()
                .map(|(_, place)| WhereListed {
                    at: place.believed_coordinates(),
                    zip: place.zip,
                })
                .collect(),
        })
    }

    /// The states that a data set covers as a whole.
    fn states_of(&self, index: usize) -> BTreeSet<UsState> {
        match &self.view.datasets[index].dataset.coverage.areas {
            Areas::Listed(areas) => areas
                .iter()
                .filter_map(|area| match area {
                    CoveredArea::State(code) => UsState::from_code(code),
                    _ => None,
                })
                .collect(),
            Areas::CitiesOfRows => BTreeSet::new(),
        }
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
        let cells = TermSetQuery::new(cells);
        let own = [category.to_owned()];
        let places = self.listings(&own, datasets, Some(Box::new(cells)))?;
        let is_near = |at: (f64, f64)| {
            let mut points = group.points.iter();
            points.any(|point| meters_between(*point, at) <= self.limit_m * FARTHER)
        };
        let neighbour = |(dataset, place): (usize, Place)| {
            Some(Neighbour {
                at: place.coordinates()?,
                category: place
                    .main_category
                    .filter(|category| !category.is_empty())?,
                key: place.key,
                name: place.name,
                dataset,
            })
        };
        let places = places.into_iter().filter_map(neighbour);
        // Only now: if the business has moved away in the newest data set, an older row must not replace it.
        Ok(places.filter(|place| is_near(place.at)).collect())
    }

    /// The listings of some data sets, each business once, as in the newest data set, with their data set's rank.
    fn listings(
        &self,
        categories: &[String],
        datasets: &[usize],
        within: Option<Box<dyn Query>>,
    ) -> Result<Vec<(usize, Place)>, CatalogueError> {
        let imports = datasets.iter().map(|index| {
            let stored = &self.view.datasets[*index];
            has(self.fields.import, &stored.import)
        });
        let categories = categories
            .iter()
            .map(|category| has(self.fields.category, category));
        let mut clauses: Vec<Box<dyn Query>> = vec![
            Box::new(BooleanQuery::union(categories.collect())),
            Box::new(BooleanQuery::union(imports.collect())),
        ];
        clauses.extend(within);
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
        let mut places: Vec<(usize, Place)> = Vec::new();
        for address in found {
            let place = read(&self.view.searcher, self.fields, address)?;
            if let Some(rank) = ranks.get(place.provenance.source.as_str()) {
                places.push((*rank, place));
            }
        }
        places.sort_by(|(rank, one), (other_rank, other)| {
            (&one.key, rank).cmp(&(&other.key, other_rank))
        });
        places.dedup_by(|(_, other), (_, kept)| other.key == kept.key);
        Ok(places)
    }
}

/// A category, and what else the same kind of business is called.
fn names_of(category: &str) -> Vec<String> {
    let meant = taxonomy().expand(category);
    let mut names = vec![category.to_owned(), meant.own];
    names.extend(meant.synonyms);
    names
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
