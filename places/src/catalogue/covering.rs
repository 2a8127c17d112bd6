//! Which data sets answer a search, city by city or region by region: all that cover both the city and the kind of
//! business; none hides another.
//!
//! A region is covered as a whole, or if all of its cities are. A data set that covers the cities of its rows, whatever
//! they are, answers for each region that it has a row in.
//!
//! A term that names no kind of business (`starbucks`) goes to every data set that covers the city, if
//! anything in the state matches it; no data set can claim to be complete for a name.

use std::collections::BTreeMap;
use std::ops::Bound;

use tantivy::collector::DocSetCollector;
use tantivy::query::{BooleanQuery, Query, RangeQuery};
use tantivy::{TantivyError, Term};
use us::UsState;

use super::contents::{Dataset, Stored};
use super::coverage::{Covered, Kinds};
use super::error::{CatalogueError, unreadable};
use super::looks::looking;
use super::schema::{Fields, has, location_term};
use super::search::{Wanted, exact, similar};
use super::searched::Searched;
use super::view::{CatalogueReader, View};
use crate::gazetteer;
use crate::region::Region;
use crate::taxonomy::{concept_key, taxonomy};
use crate::text::phrase_key;

/// What the catalogue has for a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Covering {
    /// Data sets that answer together, with the indexes of the cities, or regions, that they answer for.
    pub parts: Vec<(Vec<Dataset>, Vec<u32>)>,
    /// Indexes of cities, or regions, that no data set covers.
    pub uncovered: Vec<u32>,
    /// Indexes of cities that neither the list of cities nor any row knows.
    pub unknown: Vec<u32>,
}

/// Which data sets answer for which of the cities.
pub(super) async fn covering(
    reader: CatalogueReader,
    fields: Fields,
    term: String,
    state: UsState,
    cities: Vec<String>,
) -> Result<Covering, CatalogueError> {
    looking(reader, move |view| {
        let lookup = Lookup {
            view,
            fields,
            states: vec![state],
        };
        lookup.cities(&term, state, &cities).map_err(unreadable)
    })
    .await
}

/// Which data sets answer for which of the regions.
pub(super) async fn covering_regions(
    reader: CatalogueReader,
    fields: Fields,
    term: String,
    regions: Vec<Region>,
) -> Result<Covering, CatalogueError> {
    looking(reader, move |view| {
        let mut states: Vec<UsState> = regions.iter().map(Region::state).collect();
        states.dedup();
        let lookup = Lookup {
            view,
            fields,
            states,
        };
        lookup.regions(&term, &regions)
    })
    .await
}

/// The data sets that answer a search without a city, newest first: all that are complete for the kind of
/// business and have anything in the state; for a term that names no kind, those with a match.
pub(super) async fn covering_widely(
    reader: CatalogueReader,
    fields: Fields,
    term: String,
    state: Option<UsState>,
) -> Result<Vec<Dataset>, CatalogueError> {
    looking(reader, move |view| {
        let kinds = taxonomy().kinds(&term);
        let wanted = match kinds {
            Some(_) => Vec::new(),
            None => {
                let similar = similar(view, fields, &term).map_err(unreadable)?;
                [Some(exact(fields, &term)), similar]
                    .into_iter()
                    .flatten()
                    .collect()
            }
        };
        let answers = |stored: &Stored| {
            let of_it = || {
                let own = has(fields.import, &stored.import);
                let inside = state.map(|state| in_state(fields, state));
                std::iter::once(own).chain(inside).collect::<Vec<_>>()
            };
            if let Some(kinds) = &kinds {
                let is_there = has_kind(view, fields, stored, kinds)?;
                let all = BooleanQuery::intersection(of_it());
                return Ok::<_, TantivyError>(is_there && view.any(fields, Box::new(all))?);
            }
            for wanted in &wanted {
                let mut clauses = of_it();
                clauses.push(wanted.must.box_clone());
                let matches = BooleanQuery::intersection(clauses);
                if view.any(fields, Box::new(matches))? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        let mut answering = Vec::new();
        for stored in &view.datasets {
            if answers(stored).map_err(unreadable)? {
                answering.push(stored.dataset.clone());
            }
        }
        Ok(answering)
    })
    .await
}

/// All rows of the state with a city: locations begin with the state's code and a slash.
pub(super) fn in_state(fields: Fields, state: UsState) -> Box<dyn Query> {
    let bound = |end: char| {
        let text = format!("{}{end}", state.code());
        Term::from_field_text(fields.location, &text)
    };
    let after = char::from(b'/' + 1);
    Box::new(RangeQuery::new(
        Bound::Included(bound('/')),
        Bound::Excluded(bound(after)),
    ))
}

/// A query of the catalogue for some states.
struct Lookup<'v> {
    view: &'v View,
    fields: Fields,
    states: Vec<UsState>,
}

impl Lookup<'_> {
    fn cities(&self, term: &str, state: UsState, cities: &[String]) -> tantivy::Result<Covering> {
        let answering = self.of_kind(term)?;
        let mut covered = Vec::with_capacity(cities.len());
        let mut unknown = Vec::new();
        for (position, city) in (0_u32..).zip(cities) {
            let centre = gazetteer::centre(state, city);
            let location = location_term(state, city).unwrap_or_default();
            let mut of_city = Vec::new();
            for index in answering.iter().copied() {
                let stored = &self.view.datasets[index];
                let is_covered = match stored.dataset.coverage.of_city(state, city, centre) {
                    Covered::Yes => true,
                    Covered::No => false,
                    Covered::IfItHasRows => self.any(vec![
                        has(self.fields.import, &stored.import),
                        has(self.fields.location, &location),
                    ])?,
                };
                if is_covered {
                    of_city.push(index);
                }
            }
            covered.push(of_city);
            if centre.is_none() && !self.any(vec![has(self.fields.location, &location)])? {
                unknown.push(position);
            }
        }
        Ok(self.grouped(covered, unknown))
    }

    fn regions(&self, term: &str, regions: &[Region]) -> Result<Covering, CatalogueError> {
        let answering = self.of_kind(term).map_err(unreadable)?;
        let mut covered = Vec::with_capacity(regions.len());
        for region in regions {
            let mut of_region = Vec::new();
            for index in answering.iter().copied() {
                let stored = &self.view.datasets[index];
                let is_covered = match stored.dataset.coverage.of_region(region) {
                    Covered::Yes => true,
                    Covered::No => false,
                    Covered::IfItHasRows => self.has_rows(stored, region)?,
                };
                if is_covered {
                    of_region.push(index);
                }
            }
            covered.push(of_region);
        }
        Ok(self.grouped(covered, Vec::new()))
    }

    /// Whether a data set has a row in a region.
    fn has_rows(&self, stored: &Stored, region: &Region) -> Result<bool, CatalogueError> {
        let searched = Searched::in_region(self.fields, region);
        for (rows, is_inside) in &searched.parts {
            let own = has(self.fields.import, &stored.import);
            let rows: Box<dyn Query> =
                Box::new(BooleanQuery::intersection(vec![own, rows.box_clone()]));
            if *is_inside {
                if self.view.any(self.fields, rows).map_err(unreadable)? {
                    return Ok(true);
                }
                continue;
            }
            let rows = self.view.visible(self.fields, rows);
            let found = self.view.searcher.search(&rows, &DocSetCollector);
            for address in found.map_err(unreadable)? {
                if searched.has(self.view, self.fields, address)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Cities or regions by the data sets that cover them.
    fn grouped(&self, covered: Vec<Vec<usize>>, unknown: Vec<u32>) -> Covering {
        let mut uncovered = Vec::new();
        let mut parts: BTreeMap<Vec<usize>, Vec<u32>> = BTreeMap::new();
        for (position, indexes) in (0_u32..).zip(covered) {
            if indexes.is_empty() {
                uncovered.push(position);
            } else {
                parts.entry(indexes).or_default().push(position);
            }
        }
        let named = |index: usize| self.view.datasets[index].dataset.clone();
        let parts = parts
            .into_iter()
            .map(|(indexes, cities)| (indexes.into_iter().map(named).collect(), cities));
        Covering {
            parts: parts.collect(),
            uncovered,
            unknown,
        }
    }

    /// Indexes of the data sets that are complete for the kind of business that a term names.
    fn of_kind(&self, term: &str) -> tantivy::Result<Vec<usize>> {
        let all = 0..self.view.datasets.len();
        let Some(kinds) = taxonomy().kinds(term) else {
            let is_there = self.matches_in_states(term)?;
            return Ok(all.filter(|_| is_there).collect());
        };
        let mut answering = Vec::new();
        for index in all {
            if has_kind(self.view, self.fields, &self.view.datasets[index], &kinds)? {
                answering.push(index);
            }
        }
        Ok(answering)
    }

    /// Whether anything in the states matches a term, allowing the typos that a search forgives.
    fn matches_in_states(&self, term: &str) -> tantivy::Result<bool> {
        let any = |wanted: Wanted| {
            let states = self.states.iter();
            let inside = states.map(|state| in_state(self.fields, *state)).collect();
            self.any(vec![Box::new(BooleanQuery::union(inside)), wanted.must])
        };
        if any(exact(self.fields, term))? {
            return Ok(true);
        }
        similar(self.view, self.fields, term)?.map_or(Ok(false), any)
    }

    fn any(&self, clauses: Vec<Box<dyn Query>>) -> tantivy::Result<bool> {
        let query = BooleanQuery::intersection(clauses);
        self.view.any(self.fields, Box::new(query))
    }
}

/// Whether a data set is complete for any of some kinds of business.
pub(super) fn has_kind(
    view: &View,
    fields: Fields,
    stored: &Stored,
    kinds: &[String],
) -> tantivy::Result<bool> {
    match &stored.dataset.coverage.kinds {
        Kinds::All => Ok(true),
        Kinds::Listed(listed) => Ok(listed
            .iter()
            .any(|kind| kinds.contains(&concept_key(kind)) || kinds.contains(&phrase_key(kind)))),
        Kinds::OfRows { .. } => {
            let each = kinds.iter().map(|kind| has(fields.category, kind));
            let clauses: Vec<Box<dyn Query>> = vec![
                has(fields.import, &stored.import),
                Box::new(BooleanQuery::union(each.collect())),
            ];
            view.any(fields, Box::new(BooleanQuery::intersection(clauses)))
        }
    }
}
