//! What every format is given: the names of its columns, then the rows one by one.

use csv::StringRecord;

use crate::credits::{LINE, credits};
use crate::fact::FactSource;
use crate::fields::{ColumnOf, FIELDS};
use crate::row::{Enriched, Source};

/// How a file states the sources of its facts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SourceForm {
    /// In a single last column, each source of the row once.
    #[default]
    Row,
    /// In two columns next to each fact.
    Columns,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// By canonical name, for programs.
    Names,
    /// Headed as on screens, for people.
    Heads,
}

/// Receives rows one by one.
pub(in crate::files) trait RowWriter<W> {
    /// Takes a row of the input with its facts.
    fn row(
        &mut self,
        record: &StringRecord,
        coordinates: Option<(f64, f64)>,
        row: &Enriched<'_>,
    ) -> std::io::Result<()>;

    /// Writes the rest and returns the output.
    fn finish(self: Box<Self>) -> std::io::Result<W>;
}

/// The names of the output's columns.
pub(super) struct OutputColumns {
    pub(super) input: Vec<String>,
    /// One per field, in the order of [`FIELDS`].
    pub(super) fields: Vec<FieldColumns>,
    /// The column of the row's sources.
    pub(super) sources: Option<String>,
}

/// The names of a field's columns.
pub(super) struct FieldColumns {
    pub(super) value: String,
    /// The columns of its source and vintage, if separate.
    pub(super) source: Option<[String; 2]>,
}

impl OutputColumns {
    pub(super) fn new(headers: &StringRecord, form: SourceForm, naming: Naming) -> Self {
        // If the input has a column of a field's name, it stays and ours gets another name.
        let own = |name: String| {
            let taken = headers
                .iter()
                .any(|header| header.eq_ignore_ascii_case(&name));
            match (taken, naming) {
                (false, _) => name,
                (true, Naming::Names) => format!("{name}_enriched"),
                (true, Naming::Heads) => format!("{name} (enriched)"),
            }
        };
        let beside = |name: &str, what: &str| match naming {
            Naming::Names => own(format!("{name}_{what}")),
            Naming::Heads => own(format!("{name} [{what}]")),
        };
        let fields = FIELDS.iter().map(|spec| {
            let (value, short) = match naming {
                Naming::Names => (spec.name.into(), spec.name),
                Naming::Heads => (ColumnOf::Fact(spec).head(), spec.label),
            };
            let source = [beside(short, "source"), beside(short, "vintage")];
            FieldColumns {
                value: own(value.into_owned()),
                source: (form == SourceForm::Columns).then_some(source),
            }
        });
        let sources = match naming {
            Naming::Names => "sources",
            Naming::Heads => "Sources",
        };
        Self {
            input: headers.iter().map(ToOwned::to_owned).collect(),
            fields: fields.collect(),
            sources: (form == SourceForm::Row).then(|| own(sources.to_owned())),
        }
    }
}

/// The sources of a row's facts, each once; `None` if there are none.
pub(super) fn sources_of(row: &Enriched<'_>) -> Option<String> {
    let mut different: Vec<&Source<'_>> = Vec::new();
    let mut sources: Vec<FactSource> = Vec::new();
    for entry in row.entries() {
        if !different.iter().any(|source| source.is(&entry.source)) {
            different.push(&entry.source);
            sources.push(entry.source());
        }
    }
    let lines = credits(&sources);
    (!lines.is_empty()).then(|| lines.join(LINE))
}
