//! Why an import failed. The catalogue is unchanged in every case.

use std::path::PathBuf;

use super::format::Format;
use crate::catalogue::CatalogueError;

/// Why a file was not imported. Every message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{file} cannot be read: {reason}.")]
    Unreadable { file: PathBuf, reason: String },
    #[error("{file} is not a file. Name the listing's file itself.")]
    NotAFile { file: PathBuf },
    #[error("{file} is empty. A file with one row per business is needed.")]
    Empty { file: PathBuf },
    /// The file is of a kind that cannot be imported.
    #[error(
        "{file} is not a CSV file: it looks like {kind}. CSV (UTF-8), GeoJSON, OpenStreetMap .osm.pbf and Overture Maps GeoParquet can be imported."
    )]
    NotCsv { file: PathBuf, kind: &'static str },
    /// The file is damaged or truncated.
    #[error(
        "{file} is not an intact {format} file: {reason}. The catalogue is unchanged. Get the file again (its size may show what is missing), then import it."
    )]
    Damaged {
        file: PathBuf,
        format: Format,
        reason: String,
    },
    /// The file is intact but holds something else.
    #[error("{file} holds no businesses as far as this program can tell: {reason}.")]
    NotPlaces { file: PathBuf, reason: String },
    /// The list of rejected rows cannot be written.
    #[error("The list of rejected rows cannot be written to {file}: {reason}.")]
    RejectList { file: PathBuf, reason: String },
    /// The file has only a header.
    #[error("{file} has column names but no rows. Nothing was imported.")]
    NoRows { file: PathBuf },
    /// No column holds names.
    #[error(
        "No column in the file is known to hold the businesses' names. Say which does with --map name=COLUMN. The columns are: {columns}."
    )]
    NoNameColumn { columns: String },
    /// No columns hold locations.
    #[error(
        "No columns in the file are known to say where the businesses are. City and state, or latitude and longitude, are needed: name them with --map city=COLUMN --map state=COLUMN or --map latitude=COLUMN --map longitude=COLUMN. The columns are: {columns}."
    )]
    NoLocationColumns { columns: String },
    /// `--map` without an equals sign.
    #[error(
        "'{given}' does not say which column is which field. Write --map field=Column, for example --map name=\"Store Name\"."
    )]
    MapSyntax { given: String },
    #[error("'{given}' is not a field. The fields are: {possible}.")]
    UnknownField { given: String, possible: String },
    /// `--map` names a column that the file does not have.
    #[error("The file has no column '{given}'. Its columns are: {possible}.")]
    UnknownColumn { given: String, possible: String },
    #[error(
        "The file has {found} columns, more than the {most} that are read. Check that it is a listing with one line per business and that its lines end properly."
    )]
    TooManyColumns { found: usize, most: usize },
    /// A row is longer than any real one.
    #[error(
        "The row that begins at line {line} is longer than {most_mib} MiB. A closing quote is often missing there. Fix the line and import again."
    )]
    RowTooLong { line: u64, most_mib: u64 },
    /// A quote is not closed.
    #[error(
        "A quote in line {line} is not closed: everything from there to line {last_line} would count as one cell, and those rows would be lost. Close that quote, or remove it, and import again. The catalogue is unchanged."
    )]
    UnclosedQuote {
        /// The line of the opening quote.
        line: u64,
        /// The last line that it swallows.
        last_line: u64,
    },
    /// No row can be used.
    #[error(
        "None of the {rows} rows can be imported ({reasons}). The catalogue is unchanged. Check what the file holds; columns are set with --map field=Column."
    )]
    NothingToImport {
        rows: u64,
        /// The reasons, with counts.
        reasons: String,
    },
    /// The name of the data set has no letters or digits.
    #[error("'{given}' cannot be the name of a data set. Choose a name with letters or digits.")]
    SourceName { given: String },
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The caller stopped it.
    #[error("Stopped before the end; nothing was changed.")]
    Stopped,
}
