//! What every format is given: what its columns are called, then the rows one by one.

use csv::StringRecord;

use crate::fields::FIELDS;
use crate::row::Enriched;

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

/// Fields that the input has as columns too keep the input's column; ours is called so.
const OURS: &str = "_enriched";

/// What the output's columns are called.
pub(in crate::files) struct OutputColumns {
    /// The input's own.
    pub(super) input: Vec<String>,
    /// A field each, in the order of [`FIELDS`].
    pub(super) fields: Vec<String>,
    /// Whether each field's source and vintage follow it.
    pub(super) sources: bool,
}

impl OutputColumns {
    pub(in crate::files) fn new(headers: &StringRecord, sources: bool) -> Self {
        let own = |name: &str| {
            let taken = headers.iter().any(|header| header == name);
            format!("{name}{}", if taken { OURS } else { "" })
        };
        Self {
            input: headers.iter().map(ToOwned::to_owned).collect(),
            fields: FIELDS.iter().map(|spec| own(spec.name)).collect(),
            sources,
        }
    }
}

pub(super) fn source_column(name: &str) -> String {
    format!("{name}_source")
}

pub(super) fn vintage_column(name: &str) -> String {
    format!("{name}_vintage")
}
