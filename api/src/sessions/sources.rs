//! Where the facts of an answer come from: each source once, and rows refer to it.
//!
//! Most rows of an answer have the same source for the same fact. So a row names a set, and a set says for
//! each fact which source it has; a set may name facts that some of its rows do not have.

use std::collections::{BTreeMap, HashMap};

use enrichment::{FactSource, RowFacts};
use serde::Serialize;
use utoipa::ToSchema;

/// Where facts come from.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = FactSource)]
pub(crate) struct SourceBody {
    /// Its place in the list.
    pub(crate) id: usize,
    /// The publisher's table; several, joined by ` + `, where a fact is computed from several.
    #[schema(example = "American Community Survey, 5-year")]
    pub(crate) title: String,
    /// Who publishes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "US Census Bureau")]
    pub(crate) publisher: Option<String>,
    /// The period that the table describes.
    #[schema(example = "2019-2023")]
    pub(crate) vintage: String,
    /// The data's license.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) licence: Option<String>,
    /// What area its facts describe: `point`, `tract`, `county` or `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "county")]
    level: Option<&'static str>,
    /// The tables' ids, as GET /api/fields has them; none where it is no table of the reference pack.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tables: Vec<String>,
}

/// The sources of an answer's facts.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub(crate) struct Sources {
    /// Each source once.
    pub(crate) sources: Vec<SourceBody>,
    /// By a row's `source_set`: for each fact's canonical name the id of its source.
    pub(crate) source_sets: Vec<BTreeMap<String, usize>>,
}

/// Gathers the sources of the rows of one answer.
#[derive(Debug, Default)]
pub(crate) struct SourceBook {
    sources: Vec<FactSource>,
    ids: HashMap<FactSource, usize>,
    /// Facts by name, to their places in a set.
    places: HashMap<String, usize>,
    names: Vec<String>,
    sets: Vec<Set>,
    /// The set of the row before, which mostly is the next one's too.
    last: usize,
}

/// The source of each fact, by the fact's place; none where no row of the set has it so far.
type Set = Vec<Option<usize>>;

impl SourceBook {
    /// Takes the sources of a row up and gives the set that has them.
    pub(crate) fn set_of(&mut self, known: &RowFacts) -> usize {
        // Only those that are referred to: facts that nobody wants may have been taken away.
        let mut ids: Vec<Option<usize>> = vec![None; known.sources.len()];
        let mut row: Vec<(usize, usize)> = Vec::with_capacity(known.facts.len());
        for (name, (_, source)) in &known.facts {
            let Some(at) = known.sources.get(*source) else {
                continue;
            };
            let id = ids[*source].unwrap_or_else(|| self.id(at));
            ids[*source] = Some(id);
            row.push((self.place(name), id));
        }
        let fits = |set: &Set| {
            row.iter().all(|(place, id)| {
                let there = set.get(*place).copied().flatten();
                there.is_none_or(|there| there == *id)
            })
        };
        let last = Some(self.last).filter(|last| self.sets.get(*last).is_some_and(fits));
        let found = last.or_else(|| self.sets.iter().position(fits));
        let number = found.unwrap_or_else(|| {
            self.sets.push(Set::new());
            self.sets.len() - 1
        });
        let set = &mut self.sets[number];
        set.resize(self.names.len(), None);
        for (place, id) in row {
            set[place] = Some(id);
        }
        self.last = number;
        number
    }

    fn id(&mut self, source: &FactSource) -> usize {
        if let Some(id) = self.ids.get(source) {
            return *id;
        }
        let id = self.sources.len();
        self.sources.push(source.clone());
        self.ids.insert(source.clone(), id);
        id
    }

    fn place(&mut self, name: &str) -> usize {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.names.len();
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }

    /// What was gathered, for the answer's end.
    pub(crate) fn finish(self) -> Sources {
        let names = &self.names;
        let named = |set: &Set| {
            let facts = names.iter().zip(set);
            facts
                .filter_map(|(name, id)| Some((name.clone(), (*id)?)))
                .collect()
        };
        let source_sets = self.sets.iter().map(named).collect();
        let sources = self.sources.into_iter().enumerate();
        let sources = sources.map(|(id, source)| SourceBody {
            id,
            title: source.table,
            publisher: source.publisher,
            vintage: source.vintage,
            licence: source.licence,
            level: source.level.map(enrichment::GeographyLevel::name),
            tables: source.tables,
        });
        Sources {
            sources: sources.collect(),
            source_sets,
        }
    }
}

#[cfg(test)]
mod tests {
    use enrichment::FactValue;

    use super::*;

    fn row(facts: &[(&str, &str)]) -> RowFacts {
        let mut known = RowFacts::default();
        for (name, table) in facts {
            let source = FactSource {
                table: (*table).to_owned(),
                vintage: "2024".to_owned(),
                publisher: None,
                licence: None,
                tables: vec![],
                level: None,
            };
            let fact = (FactValue::Number(1.0), known.sources.len());
            known.sources.push(source);
            known.facts.insert((*name).to_owned(), fact);
        }
        known
    }

    #[test]
    // ENR-06
    fn enr_06_a_source_is_named_once_and_rows_that_agree_share_a_set() {
        let mut book = SourceBook::default();
        assert_eq!(book.set_of(&row(&[("income", "A"), ("poverty", "A")])), 0);
        assert_eq!(book.set_of(&row(&[("income", "A"), ("votes", "B")])), 0);
        assert_eq!(book.set_of(&row(&[("income", "B")])), 1, "another source");
        assert_eq!(book.set_of(&row(&[("votes", "B")])), 1, "the last set fits");
        assert_eq!(book.set_of(&row(&[("poverty", "A"), ("income", "A")])), 0);
        let Sources {
            sources,
            source_sets,
        } = book.finish();
        let titles: Vec<&str> = sources.iter().map(|source| &*source.title).collect();
        assert_eq!(titles, ["A", "B"]);
        let set = |facts: &[(&str, usize)]| -> BTreeMap<String, usize> {
            let facts = facts.iter().copied();
            facts.map(|(name, id)| (name.to_owned(), id)).collect()
        };
        assert_eq!(
            source_sets[0],
            set(&[("income", 0), ("poverty", 0), ("votes", 1)])
        );
        assert_eq!(source_sets[1], set(&[("income", 1), ("votes", 1)]));
    }
}
