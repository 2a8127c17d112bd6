//! What every format is given: what its columns are called, then the rows one by one.

use csv::StringRecord;

use crate::credits::{LINE, credits};
use crate::fact::FactSource;
use crate::fields::{ColumnOf, FIELDS};
use crate::row::{Enriched, Source};

/// How a file says where its facts come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SourceForm {
    /// In one last column, each source of the row once.
    #[default]
    Row,
    /// In two columns beside each fact.
    Columns,
    /// Not at all.
    None,
}

/// What fields are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Naming {
    /// By their canonical names, for programs.
    Names,
    /// As tables are headed on screens, for people.
    Heads,
}

/// Takes rows, one by one.
pub(in crate::files) trait RowWriter<W> {
    /// A row of the input with its facts.
    fn row(
        &mut self,
        record: &StringRecord,
        coordinates: Option<(f64, f64)>,
        row: &Enriched<'_>,
    ) -> std::io::Result<()>;

    /// Writes what is left, and gives back what was written to.
    fn finish(self: Box<Self>) -> std::io::Result<W>;
}

/// What the output's columns are called.
pub(super) struct OutputColumns {
    /// The input's own.
    pub(super) input: Vec<String>,
    /// A field each, in the order of [`FIELDS`].
    pub(super) fields: Vec<FieldColumns>,
    /// That of the row's sources.
    pub(super) sources: Option<String>,
}

/// What a field's columns are called.
pub(super) struct FieldColumns {
    pub(super) value: String,
    /// Those of its source and vintage, where it has its own.
    pub(super) source: Option<[String; 2]>,
}

impl OutputColumns {
    pub(super) fn new(headers: &StringRecord, form: SourceForm, naming: Naming) -> Self {
        // Fields that the input has as columns too keep the input's column; ours is called otherwise.
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

/// Where a row's facts come from, each source once; nothing where it has none.
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
