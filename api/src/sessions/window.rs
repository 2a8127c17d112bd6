//! The rows of a session that a call asks for, their columns and their form.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use commands::known::KnownBusinesses;
use enrichment::RowFacts;
use enrichment::fields::{ColumnOf, FIELDS, OWN_COLUMNS, column_named, columns};
use projections::jobs::Job;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::facts::Naming;
use crate::http::error::ApiError;

/// Similarity from which a name is suggested for an unknown one (Jaro-Winkler, 0 to 1).
const ALIKE: f64 = 0.75;
/// Most rows of a page.
const MOST_ROWS: u32 = 10_000;
/// Characters of a request's text quoted in an answer.
const SHOWN: usize = 40;
/// The row's index; the first column of every packed row.
pub(crate) const ROW_IDX: &str = "row_idx";
/// The source of the facts; the second column of packed rows with facts.
pub(crate) const SOURCE_SET: &str = "source_set";
/// Whether the row is on the caller's list of known businesses: a column of packed rows only for those who have one.
pub(crate) const YOURS: &str = "yours";
/// Members of every row as an object, whatever columns are asked for.
const ALWAYS: [&str; 4] = [ROW_IDX, "name", "source", "sample"];
/// Own columns that enrichment can fill: coordinates are looked up by the address if the source has none.
const GEOCODED: [&str; 3] = ["latitude", "longitude", "geocoded_address"];

/// Rows, columns and form of an answer.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct RowsQuery {
    /// `true`: facts under the specification's labels (`Average Weekly Wage (County)`) instead of canonical names.
    #[serde(default)]
    #[param(default = false)]
    labels: bool,
    /// Rows to skip; `total` in the answer is the number of rows.
    #[serde(default)]
    #[param(default = 0)]
    offset: u32,
    /// Maximum number of rows, up to 10,000; if left out, all following rows are streamed.
    #[param(minimum = 1, maximum = 10000)]
    limit: Option<u32>,
    /// Only these columns, by their keys in GET /api/fields, comma-separated. Rows as objects always have `row_idx`,
    /// `name`, `source` and `sample`; packed ones, `row_idx`. Whoever has a list of known businesses gets `yours`, too.
    #[param(example = "name,city,median_income_tract", min_length = 1)]
    columns: Option<String>,
    /// `rows` (default): each row is an object. `packed`: the columns once, and each row a list of values in their order.
    #[serde(default)]
    #[param(inline)]
    form: Form,
}

/// The form of rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Form {
    /// Objects, as in the specification.
    #[default]
    Rows,
    /// Lists of values.
    Packed,
}

/// The position of these rows among all.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Page {
    /// Number of rows of the session so far.
    total: u32,
    /// Number of rows before the first one here.
    offset: u32,
}

/// The part of a session's rows that a call asks for.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    pub(crate) naming: Naming,
    pub(crate) form: Form,
    first: u32,
    limit: Option<u32>,
    /// `None`: all.
    columns: Option<Vec<ColumnOf>>,
    /// The facts among the columns.
    facts: HashSet<&'static str>,
    /// The businesses that the caller knows.
    pub(crate) known: Option<Arc<KnownBusinesses>>,
}

impl Wanted {
    /// All rows with all columns, each row an object.
    pub(crate) fn all(naming: Naming) -> Self {
        Self {
            naming,
            ..Self::default()
        }
    }

    /// Reads the query.
    pub(crate) fn of(query: &RowsQuery) -> Result<Self, ApiError> {
        if query
            .limit
            .is_some_and(|limit| !(1..=MOST_ROWS).contains(&limit))
        {
            return Err(ApiError::invalid(format!(
                "limit must be 1 to {MOST_ROWS}: leave it out to get all rows."
            )));
        }
        let columns = query.columns.as_deref().map(without_yours);
        let columns = columns.as_deref().map(columns_named).transpose()?;
        let facts = columns.iter().flatten().filter_map(|column| match column {
            ColumnOf::Fact(spec) => Some(spec.name),
            ColumnOf::Business(_) => None,
        });
        Ok(Self {
            naming: Naming::of(query.labels),
            form: query.form,
            first: query.offset,
            limit: query.limit,
            facts: facts.collect(),
            columns,
            known: None,
        })
    }

    /// With rows marked that the caller knows.
    pub(crate) fn knowing(self, known: Option<Arc<KnownBusinesses>>) -> Self {
        Self { known, ..self }
    }

    /// The rows, among those that a job has delivered.
    pub(crate) fn rows(&self, job: &Job) -> std::ops::Range<u32> {
        let first = self.first.min(job.delivered);
        let end = self
            .limit
            .map_or(u32::MAX, |limit| first.saturating_add(limit));
        first..end.min(job.delivered)
    }

    /// For the head of the answer.
    pub(crate) fn page(&self, job: &Job) -> Page {
        Page {
            total: job.delivered,
            offset: self.first,
        }
    }

    /// Does any column come from enrichment?
    pub(crate) fn of_enrichment(&self) -> bool {
        self.columns.as_ref().is_none_or(|columns| {
            columns.iter().any(|column| match column {
                ColumnOf::Fact(_) => true,
                ColumnOf::Business(own) => GEOCODED.contains(&own.name),
            })
        })
    }

    /// Removes facts that were not asked for. Returns whether any could have been.
    pub(crate) fn narrow(&self, known: &mut RowFacts) -> bool {
        if self.columns.is_none() {
            return true;
        }
        let is_wanted = |name: &String| self.facts.contains(name.as_str());
        known.facts.retain(|name, _| is_wanted(name));
        known.missing.retain(|name, _| is_wanted(name));
        !self.facts.is_empty()
    }

    /// The members of a row as an object; `None`: all.
    pub(crate) fn members(&self) -> Option<HashSet<Cow<'static, str>>> {
        let columns = self.columns.as_ref()?;
        let names = columns.iter().map(|column| self.naming.key(column.name()));
        let always = ALWAYS.into_iter().chain([SOURCE_SET, YOURS]);
        let always = always.map(Cow::Borrowed);
        Some(names.chain(always).collect())
    }

    /// The columns of packed rows.
    pub(crate) fn packed(&self, enriched: bool) -> Vec<Cow<'static, str>> {
        let all = || {
            let own = OWN_COLUMNS.iter().map(|own| own.name);
            let facts = FIELDS.iter().filter(|_| enriched).map(|fact| fact.name);
            own.chain(facts).collect()
        };
        let names = |columns: &Vec<ColumnOf>| columns.iter().map(|column| column.name()).collect();
        let names: Vec<&str> = self.columns.as_ref().map_or_else(all, names);
        let facts = self.columns.is_none() && enriched || !self.facts.is_empty();
        let first = [ROW_IDX].into_iter().chain(facts.then_some(SOURCE_SET));
        let first = first.chain(self.known.as_ref().map(|_| YOURS));
        let others = names.into_iter().filter(|name| *name != ROW_IDX);
        let others = others.map(|name| self.naming.key(name));
        first.map(Cow::Borrowed).chain(others).collect()
    }
}

/// A list of columns without the one that callers get who have something to mark.
fn without_yours(columns: &str) -> String {
    let others = columns.split(',').filter(|name| name.trim() != YOURS);
    others.collect::<Vec<_>>().join(",")
}

/// The columns of a comma-separated list, in any of their spellings, each once and in its order.
pub(crate) fn columns_named(list: &str) -> Result<Vec<ColumnOf>, ApiError> {
    let mut wanted: Vec<ColumnOf> = Vec::new();
    for name in list
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
    {
        let of = column_named(name).ok_or_else(|| unknown(name))?.of;
        if wanted.iter().all(|there| there.name() != of.name()) {
            wanted.push(of);
        }
    }
    if wanted.is_empty() {
        return Err(ApiError::invalid(
            "columns is empty: leave it out to get every column.",
        ));
    }
    Ok(wanted)
}

fn unknown(name: &str) -> ApiError {
    let asked = name.to_lowercase();
    let alike = |key: &str| strsim::jaro_winkler(key, &asked);
    let nearest = columns()
        .iter()
        .map(|column| column.of.name())
        .max_by(|one, other| alike(one).total_cmp(&alike(other)))
        .filter(|key| alike(key) >= ALIKE);
    let meant = nearest.map_or_else(String::new, |key| format!(" Did you mean '{key}'?"));
    let shown: String = name.chars().take(SHOWN).collect();
    ApiError::invalid(format!(
        "There is no column '{shown}'.{meant} GET /api/fields lists them all."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(columns: &str) -> Result<Wanted, ApiError> {
        Wanted::of(&RowsQuery {
            columns: Some(columns.to_owned()),
            ..RowsQuery::default()
        })
    }

    #[test]
    fn columns_are_found_by_any_spelling_and_each_is_there_once() {
        let some =
            wanted("Name, median_income_tract,name,Median Household Income (Tract)").unwrap();
        assert_eq!(
            some.packed(true),
            [ROW_IDX, SOURCE_SET, "name", "median_income_tract"]
        );
        assert!(some.of_enrichment());
        let own = wanted("city,row_idx").unwrap();
        assert_eq!(own.packed(true), [ROW_IDX, "city"]);
        assert!(!own.of_enrichment());
        assert!(wanted("latitude").unwrap().of_enrichment());
        let marked = wanted("city,yours,row_idx").unwrap();
        assert_eq!(marked.packed(true), [ROW_IDX, "city"], "nothing is known");
    }

    #[test]
    fn without_a_list_all_columns_are_wanted_and_facts_only_where_there_are_some() {
        let all = Wanted::all(Naming::Names);
        assert_eq!(all.packed(true).len(), 1 + OWN_COLUMNS.len() + FIELDS.len());
        assert_eq!(all.packed(false).len(), OWN_COLUMNS.len());
        assert!(all.members().is_none());
    }

    #[test]
    fn an_unknown_column_is_refused_with_the_nearest_one() {
        let refused = |list: &str| format!("{:?}", wanted(list).unwrap_err());
        let text = refused("name,median_incme_tract");
        assert!(text.contains("'median_incme_tract'"), "{text}");
        assert!(text.contains("'median_income_tract'"), "{text}");
        let text = refused("zzzzzz");
        assert!(!text.contains("Did you mean"), "{text}");
        assert!(refused(" , ").contains("columns is empty"));
    }
}
