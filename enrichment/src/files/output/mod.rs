//! Writing enriched rows, one file per format.

mod columns;
mod geojson;
mod geoparquet;
mod table;

use std::io::Write;
use std::path::Path;

use columns::{Naming, OutputColumns};
use csv::StringRecord;

pub(super) use columns::RowWriter;
pub use columns::SourceForm;

/// The output's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    /// One column per field that any row has, headed as on screens.
    Csv,
    GeoJson,
    /// One typed column per field, and the points.
    GeoParquet,
}

impl OutputFormat {
    /// The format for a file name's extension.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Self::Csv),
            "geojson" | "json" => Some(Self::GeoJson),
            "parquet" | "geoparquet" => Some(Self::GeoParquet),
            _ => None,
        }
    }

    /// A writer of this format, for rows of an input with these headers.
    pub(super) fn writer<W: Write + Send + 'static>(
        self,
        to: W,
        headers: &StringRecord,
        form: SourceForm,
    ) -> std::io::Result<Box<dyn RowWriter<W>>> {
        let naming = match self {
            Self::Csv => Naming::Heads,
            Self::GeoJson | Self::GeoParquet => Naming::Names,
        };
        let columns = OutputColumns::new(headers, form, naming);
        Ok(match self {
            Self::Csv => Box::new(table::Csv::new(to, columns)?),
            Self::GeoJson => Box::new(geojson::GeoJson::new(to, columns)?),
            Self::GeoParquet => Box::new(geoparquet::GeoParquet::new(to, columns)?),
        })
    }
}
