//! Writing enriched rows: a file a format.

mod geojson;
mod geoparquet;
mod table;

use std::io::Write;
use std::path::Path;

use csv::StringRecord;

use crate::fields::FIELDS;
use crate::row::Enriched;

/// The output's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// A column a field.
    Csv,
    /// A feature a row.
    GeoJson,
    /// A typed column a field, and the points.
    GeoParquet,
}

impl OutputFormat {
    /// By the ending of a file's name.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "geojson" | "json" => Some(Self::GeoJson),
            "parquet" | "geoparquet" => Some(Self::GeoParquet),
            _ => None,
        }
    }

    /// A writer of this format.
    pub(super) fn writer<W: Write + Send + 'static>(
        self,
        to: W,
        columns: OutputColumns,
    ) -> std::io::Result<Box<dyn RowWriter<W>>> {
        Ok(match self {
            Self::Csv => Box::new(table::Csv::new(to, &columns)?),
            Self::GeoJson => Box::new(geojson::GeoJson::new(to, columns)?),
            Self::GeoParquet => Box::new(geoparquet::GeoParquet::new(to, columns)?),
        })
    }
}

/// Takes rows, one by one.
pub(super) trait RowWriter<W> {
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
pub(super) struct OutputColumns {
    /// The input's own.
    input: Vec<String>,
    /// A field each, in the order of [`FIELDS`].
    fields: Vec<String>,
    /// Whether each field's source and vintage follow it.
    sources: bool,
}

impl OutputColumns {
    pub(super) fn new(headers: &StringRecord, sources: bool) -> Self {
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

fn source_column(name: &str) -> String {
    format!("{name}_source")
}

fn vintage_column(name: &str) -> String {
    format!("{name}_vintage")
}
