//! The sources of an answer's facts, each listed once.
//!
//! Most rows of an answer have the same source for the same fact. So a row names a set, and a set gives the source of
//! each fact, or why it is missing; a set may name facts that some of its rows do not have.

use std::collections::{BTreeMap, HashMap};

use enrichment::{FactSource, Missing, RowFacts};
use serde::{Serialize, Serializer};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A source of facts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = FactSource)]
pub(crate) struct SourceBody {
    /// Its index in the list.
    pub(crate) id: usize,
    /// The publisher's table; several, joined by ` + `, if a fact is computed from several.
    #[schema(example = "American Community Survey, 5-year")]
    pub(crate) title: String,
    /// The publisher.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "US Census Bureau")]
    pub(crate) publisher: Option<String>,
    /// The period that the table describes.
    #[schema(example = "2019-2023")]
    pub(crate) vintage: String,
    /// The data's license.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) licence: Option<String>,
    /// The area that its facts describe: `point`, `tract`, `county` or `state`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "county")]
    level: Option<&'static str>,
    /// The tables' ids, as in GET /api/fields; absent if it is not a table of the reference pack.
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
    /// By a row's `source_set`: why facts are missing, by canonical name, if known. Absent if all are empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_sets: Vec<BTreeMap<String, MissingReason>>,
}

/// Why a fact is missing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MissingReason(Missing);

impl Serialize for MissingReason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl PartialSchema for MissingReason {
    fn schema() -> RefOr<Schema> {
        let texts = Missing::ALL.map(|reason| format!("`{}`: {}", reason.name(), reason.text()));
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(format!("Why a fact is missing. {}", texts.join(" "))))
            .enum_values(Some(Missing::ALL.map(Missing::name)))
            .into()
    }
}

impl ToSchema for MissingReason {}

/// Collects the sources of the rows of an answer.
#[derive(Debug, Default)]
pub(crate) struct SourceBook {
    sources: Vec<FactSource>,
    ids: HashMap<FactSource, usize>,
    /// The index of each fact in a set, by name.
    places: HashMap<String, usize>,
    names: Vec<String>,
    sets: Vec<Set>,
    /// The previous row's set, which is usually the next one's too.
    last: usize,
}

/// The origin of each fact, by the fact's index; `None` if no row of the set has it so far.
type Set = Vec<Option<Origin>>;

/// Where a fact comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A source, by its id.
    Source(usize),
    Missing(Missing),
}

impl SourceBook {
    /// Adds the sources of a row and returns the set that has them.
    pub(crate) fn set_of(&mut self, known: &RowFacts) -> usize {
        // Only those that are referred to: facts that were not asked for may have been removed.
        let mut ids: Vec<Option<usize>> = vec![None; known.sources.len()];
        let mut row = Vec::with_capacity(known.facts.len() + known.missing.len());
        for (name, (_, source)) in &known.facts {
            let Some(at) = known.sources.get(*source) else {
                continue;
            };
            let id = ids[*source].unwrap_or_else(|| self.id(at));
            ids[*source] = Some(id);
            row.push((self.place(name), Origin::Source(id)));
        }
        for (name, reason) in &known.missing {
            row.push((self.place(name), Origin::Missing(*reason)));
        }
        let fits = |set: &Set| {
            row.iter().all(|(place, origin)| {
                let there = set.get(*place).copied().flatten();
                there.is_none_or(|there| there == *origin)
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
        for (place, origin) in row {
            set[place] = Some(origin);
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

    /// The collected sources, for the end of the answer.
    pub(crate) fn finish(self) -> Sources {
        let names = &self.names;
        let origins = |set: &Set| {
            let facts = names.iter().cloned().zip(set.clone());
            facts.filter_map(|(name, origin)| Some((name, origin?)))
        };
        let named = |set: &Set| {
            let sources = origins(set).filter_map(|(name, origin)| match origin {
                Origin::Source(id) => Some((name, id)),
                Origin::Missing(_) => None,
            });
            sources.collect()
        };
        let missing = |set: &Set| {
            let reasons = origins(set).filter_map(|(name, origin)| match origin {
                Origin::Source(_) => None,
                Origin::Missing(reason) => Some((name, MissingReason(reason))),
            });
            reasons.collect()
        };
        let source_sets = self.sets.iter().map(named).collect();
        let mut missing_sets: Vec<BTreeMap<_, _>> = self.sets.iter().map(missing).collect();
        if missing_sets.iter().all(BTreeMap::is_empty) {
            missing_sets.clear();
        }
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
            missing_sets,
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
            missing_sets,
        } = book.finish();
        assert!(missing_sets.is_empty());
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
    #[test]
    // ENR-07
    fn enr_07_a_reason_stands_where_the_source_would() {
        let without = |reason: Missing| RowFacts {
            missing: [("competitors".to_owned(), reason)].into(),
            ..row(&[("income", "A")])
        };
        let mut book = SourceBook::default();
        assert_eq!(book.set_of(&row(&[("competitors", "B")])), 0);
        assert_eq!(book.set_of(&without(Missing::AreaNotCovered)), 1);
        assert_eq!(book.set_of(&without(Missing::KindNotCovered)), 2);
        assert_eq!(
            book.set_of(&row(&[("income", "A")])),
            2,
            "the last set fits"
        );
        let sources = serde_json::to_value(book.finish()).unwrap();
        assert_eq!(
            sources["source_sets"],
            serde_json::json!([{"competitors": 0}, {"income": 1}, {"income": 1}])
        );
        assert_eq!(
            sources["missing_sets"],
            serde_json::json!([
                {}, {"competitors": "area_not_covered"}, {"competitors": "kind_not_covered"},
            ])
        );
    }
}
