//! A file's table, whatever its format: its columns and their values.
//!
//! Empty columns are left out, so rows are read twice: first to find the columns that are not.

use std::borrow::Cow;
use std::collections::HashSet;
use std::pin::pin;
use std::sync::Arc;

use enrichment::credits::{LINE, credit, credits};
use enrichment::fields::{ColumnOf, FieldSpec, Format, Group, columns};
use enrichment::{FactSource, RowFacts};
use futures::{Stream, TryStreamExt as _};
use projections::jobs::Job;
use serde_json::{Map, Value};

use super::listings::vintage_of;
use crate::http::error::ApiError;
use crate::sessions::facts::Naming;
use crate::sessions::row::{ResultRow, StoredRow};
use crate::sessions::rows::pages;
use crate::sessions::sources::SourceBook;
use crate::state::Sessions;

/// Columns without meaning in a file: the index in the session, and what the notice says.
const LEFT_OUT: [&str; 2] = ["row_idx", "sample"];

/// Columns that repeat the column of sources.
const SAID_BY_SOURCES: [&str; 3] = ["source", "licence", "attribution"];

/// Always present, so that a file without businesses has a head.
const ALWAYS: &str = "name";

/// How a table gives the sources of its values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum SourceForm {
    /// One last column, with each source of the row once.
    #[default]
    Row,
    /// Two columns next to each fact, and the business's own.
    Columns,
}

/// A row of a table: a business, and the values of further columns.
pub(crate) struct TableRow {
    pub(crate) stored: StoredRow,
    pub(crate) more: Map<String, Value>,
}

impl From<StoredRow> for TableRow {
    fn from(stored: StoredRow) -> Self {
        Self {
            stored,
            more: Map::new(),
        }
    }
}

/// A job's rows, page by page.
pub(super) fn rows_of(
    sessions: &Arc<Sessions>,
    job: &Job,
) -> impl Stream<Item = Result<Vec<TableRow>, ApiError>> + use<> {
    let rows = pages(Arc::clone(sessions), job.clone(), 0..job.delivered, true);
    rows.map_ok(|page| page.into_iter().map(TableRow::from).collect())
}

/// A column of a table.
#[derive(Debug, Clone, Copy)]
pub(super) enum TableColumn {
    /// A column of a business.
    Of(ColumnOf),
    /// A further column of texts: its key and head.
    More(&'static str, &'static str),
    /// The source of a fact, or why it is missing, if known.
    SourceOf(&'static FieldSpec),
    /// The period that the fact describes.
    VintageOf(&'static FieldSpec),
    /// The sources of the row and its facts.
    Sources,
}

impl TableColumn {
    pub(super) fn head(self) -> Cow<'static, str> {
        match self {
            Self::Of(of) => of.head(),
            Self::More(_, head) => head.into(),
            Self::SourceOf(spec) => format!("{} [source]", spec.label).into(),
            Self::VintageOf(spec) => format!("{} [vintage]", spec.label).into(),
            Self::Sources => "Sources".into(),
        }
    }

    /// The name, if it is a column of a business.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Of(of) => Some(of.name()),
            _ => None,
        }
    }

    pub(super) fn format(self) -> Format {
        match self {
            Self::Of(of) => of.format(),
            _ => Format::Text,
        }
    }

    pub(super) fn group(self) -> Group {
        match self {
            Self::Of(of) => of.group(),
            Self::SourceOf(spec) | Self::VintageOf(spec) => spec.group,
            Self::More(..) | Self::Sources => Group::Listing,
        }
    }

    pub(super) fn description(self) -> &'static str {
        match self {
            Self::Of(of) => of.description(),
            Self::Sources => "Where the row and its facts come from.",
            _ => "",
        }
    }
}

/// The columns of a file.
#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) columns: Vec<TableColumn>,
    form: SourceForm,
}

impl Table {
    /// The columns that are not empty, in the order of rows. The name comes first, then further columns, so that they
    /// stay in place while scrolling.
    pub(super) async fn of(
        rows: impl Stream<Item = Result<Vec<TableRow>, ApiError>>,
        more: &[(&'static str, &'static str)],
        form: SourceForm,
    ) -> Result<Self, ApiError> {
        let mut filled: HashSet<String> = HashSet::from([ALWAYS.to_owned()]);
        let mut book = SourceBook::default();
        let mut rows = pin!(rows);
        while let Some(page) = rows.try_next().await? {
            for TableRow { stored, more } in page {
                let missing = stored.known.as_ref().map(|known| &known.missing);
                if form == SourceForm::Columns {
                    filled.extend(missing.into_iter().flat_map(|why| why.keys().cloned()));
                }
                let row = value_of(stored, &mut book);
                let members = row.into_iter().chain(more);
                let filling = members.filter(|(_, value)| value.as_str() != Some(""));
                filled.extend(filling.map(|(name, _)| name));
            }
        }
        let said_elsewhere = |name: &str| {
            LEFT_OUT.contains(&name) || (form == SourceForm::Row && SAID_BY_SOURCES.contains(&name))
        };
        let needed = columns().iter().map(|column| column.of);
        let needed = needed.filter(|of| filled.contains(of.name()) && !said_elsewhere(of.name()));
        let mut columns: Vec<TableColumn> = needed.flat_map(|of| with_sources(of, form)).collect();
        let more = more.iter().filter(|(key, _)| filled.contains(*key));
        columns.splice(1..1, more.map(|(key, head)| TableColumn::More(key, head)));
        if form == SourceForm::Row && filled.contains("source") {
            columns.push(TableColumn::Sources);
        }
        Ok(Self { columns, form })
    }

    /// The value of each column, if known. Adds the sources to the book.
    pub(super) fn cells(&self, row: TableRow, book: &mut SourceBook) -> Vec<Option<Value>> {
        let TableRow { stored, mut more } = row;
        let (known, sources) = match self.form {
            SourceForm::Row => (None, Some(sources_of(&stored))),
            SourceForm::Columns => (stored.known.clone(), None),
        };
        let mut row = value_of(stored, book);
        let cell = |column: &TableColumn| match column {
            TableColumn::Of(of) => row.remove(of.name()),
            TableColumn::More(key, _) => more.remove(*key),
            TableColumn::SourceOf(spec) => source_of(known.as_ref()?, spec),
            TableColumn::VintageOf(spec) => {
                let vintage = &fact_source(known.as_ref()?, spec)?.vintage;
                Some(vintage.as_str().into())
            }
            TableColumn::Sources => sources.clone().map(Value::String),
        };
        self.columns.iter().map(cell).collect()
    }
}

/// A business's column, with its source columns if the form has them.
fn with_sources(of: ColumnOf, form: SourceForm) -> Vec<TableColumn> {
    match of {
        ColumnOf::Fact(spec) if form == SourceForm::Columns => vec![
            TableColumn::Of(of),
            TableColumn::SourceOf(spec),
            TableColumn::VintageOf(spec),
        ],
        _ => vec![TableColumn::Of(of)],
    }
}

/// A row by the canonical names of its columns.
pub(super) fn value_of(row: StoredRow, book: &mut SourceBook) -> Map<String, Value> {
    let row = ResultRow::new(row, Naming::Names, book);
    match serde_json::to_value(row) {
        Ok(Value::Object(members)) => members,
        _ => unreachable!("a struct of strings and finite numbers"),
    }
}

pub(super) fn fact_source<'k>(known: &'k RowFacts, spec: &FieldSpec) -> Option<&'k FactSource> {
    let (_, place) = known.facts.get(spec.name)?;
    known.sources.get(*place)
}

fn source_of(known: &RowFacts, spec: &FieldSpec) -> Option<Value> {
    if let Some(source) = fact_source(known, spec) {
        return Some(source.table.as_str().into());
    }
    let reason = known.missing.get(spec.name)?;
    Some(format!("Not available: {}", reason.text()).into())
}

/// Each source of the row once: the business's listing, then those of its facts.
fn sources_of(stored: &StoredRow) -> String {
    let origin = &stored.place.provenance;
    let listing = [
        origin.source.as_str(),
        &vintage_of(origin).unwrap_or_default(),
        origin.licence.as_deref().unwrap_or_default(),
        origin.attribution.as_deref().unwrap_or_default(),
    ];
    let facts = stored.known.iter().flat_map(|known| &known.sources);
    // Businesses nearby are from the same listing.
    let others = facts.filter(|source| source.table != origin.source);
    let mut lines = vec![credit(listing)];
    lines.extend(credits(others));
    lines.join(LINE)
}
