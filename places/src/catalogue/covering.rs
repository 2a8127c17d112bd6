//! Which data sets answer a search, city by city: all that cover both the city and the kind of business; none
//! hides another.
//!
//! A term that names no kind of business (`starbucks`) goes to every data set that covers the city, if
//! anything in the state matches it; no data set can claim to be complete for a name.

use std::collections::BTreeMap;
use std::ops::Bound;

use tantivy::query::{BooleanQuery, Query, RangeQuery};
use tantivy::{TantivyError, Term};
use us::UsState;

use super::contents::{Dataset, Stored};
use super::coverage::{Covered, Kinds};
use super::error::CatalogueError;
use super::looks::looking;
use super::schema::{Fields, location_term};
use super::search::{Wanted, exact, has, similar, unreadable};
use super::view::{CatalogueReader, View};
use crate::gazetteer;
use crate::taxonomy::{concept_key, taxonomy};
use crate::text::phrase_key;

/// What the catalogue has for a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Covering {
    /// Data sets that answer together, with the indexes of the cities they answer for.
    pub parts: Vec<(Vec<Dataset>, Vec<u32>)>,
    /// Indexes of cities that no data set covers.
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
            state,
        };
        lookup.covering(&term, &cities).map_err(unreadable)
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

/// A query of the catalogue for one state.
struct Lookup<'v> {
    view: &'v View,
    fields: Fields,
    state: UsState,
}

impl Lookup<'_> {
    fn covering(&self, term: &str, cities: &[String]) -> tantivy::Result<Covering> {
        let answering = self.of_kind(term)?;
        let mut covering = Covering::default();
        let mut parts: BTreeMap<Vec<usize>, Vec<u32>> = BTreeMap::new();
        for (position, city) in (0_u32..).zip(cities) {
            let centre = gazetteer::centre(self.state, city);
            let location = location_term(self.state, city).unwrap_or_default();
            let mut of_city = Vec::new();
            for index in answering.iter().copied() {
                if self.covers(&self.view.datasets[index], city, centre, &location)? {
                    of_city.push(index);
                }
            }
            if of_city.is_empty() {
                covering.uncovered.push(position);
            } else {
                parts.entry(of_city).or_default().push(position);
            }
            if centre.is_none() && !self.any(vec![has(self.fields.location, &location)])? {
                covering.unknown.push(position);
            }
        }
        let named = |index: usize| self.view.datasets[index].dataset.clone();
        covering.parts = parts
            .into_iter()
            .map(|(indexes, cities)| (indexes.into_iter().map(named).collect(), cities))
            .collect();
        Ok(covering)
    }

    /// Indexes of the data sets that are complete for the kind of business that a term names.
    fn of_kind(&self, term: &str) -> tantivy::Result<Vec<usize>> {
        let all = 0..self.view.datasets.len();
        let Some(kinds) = taxonomy().kinds(term) else {
            let is_there = self.matches_in_state(term)?;
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

    fn covers(
        &self,
        stored: &Stored,
        city: &str,
        centre: Option<(f64, f64)>,
        location: &str,
    ) -> tantivy::Result<bool> {
        match stored.dataset.coverage.of_city(self.state, city, centre) {
            Covered::Yes => Ok(true),
            Covered::No => Ok(false),
            Covered::IfItHasRows => self.any(vec![
                has(self.fields.import, &stored.import),
                has(self.fields.location, location),
            ]),
        }
    }

    /// Whether anything in the state matches a term, allowing the typos that a search forgives.
    fn matches_in_state(&self, term: &str) -> tantivy::Result<bool> {
        let any = |wanted: Wanted| {
            let inside = in_state(self.fields, self.state);
            self.any(vec![inside, wanted.must])
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
