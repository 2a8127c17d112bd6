//! Why an import does not take place. The catalogue is as it was in every case.

use std::path::PathBuf;

use super::format::Format;
use crate::catalogue::CatalogueError;

/// Why a file was not imported. Every message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The file cannot be opened or read.
    #[error("{file} cannot be read: {reason}.")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// A directory, a device or a pipe.
    #[error("{file} is not a file. Name the listing's file itself.")]
    NotAFile {
        /// What was given.
        file: PathBuf,
    },
    /// The file holds nothing.
    #[error("{file} is empty. A file with a row per business is needed.")]
    Empty {
        /// The file.
        file: PathBuf,
    },
    /// The file is something else than its format says.
    #[error(
        "{file} is not a CSV file: it looks like {kind}. CSV (UTF-8), GeoJSON, OpenStreetMap .osm.pbf and Overture Maps GeoParquet can be imported."
    )]
    NotCsv {
        /// The file.
        file: PathBuf,
        /// What it looks like.
        kind: &'static str,
    },
    /// The file is damaged or cut off.
    #[error(
        "{file} is not an intact {format} file: {reason}. The catalogue is unchanged. Get the file again (its size may show what is missing), then import it."
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What it was read as.
        format: Format,
        /// What is wrong with it.
        reason: String,
    },
    /// The file is sound, and holds something else.
    #[error("{file} holds no businesses as far as this program can tell: {reason}.")]
    NotPlaces {
        /// The file.
        file: PathBuf,
        /// What is missing.
        reason: String,
    },
    /// The list of rejected rows cannot be written.
    #[error("The list of rejected rows cannot be written to {file}: {reason}.")]
    RejectList {
        /// Where it should go.
        file: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// There is nothing but the head of a file.
    #[error("{file} has column names but no rows. Nothing was imported.")]
    NoRows {
        /// The file.
        file: PathBuf,
    },
    /// No column holds names.
    #[error(
        "No column in the file is known to hold the businesses' names. Say which does with --map name=COLUMN. The columns are: {columns}."
    )]
    NoNameColumn {
        /// The file's columns.
        columns: String,
    },
    /// No columns say where the businesses are.
    #[error(
        "No columns in the file are known to say where the businesses are. City and state, or latitude and longitude, are needed: name them with --map city=COLUMN --map state=COLUMN or --map latitude=COLUMN --map longitude=COLUMN. The columns are: {columns}."
    )]
    NoLocationColumns {
        /// The file's columns.
        columns: String,
    },
    /// `--map` without an equals sign.
    #[error(
        "'{given}' does not say which column is which field. Write --map field=Column, for example --map name=\"Store Name\"."
    )]
    MapSyntax {
        /// What was given.
        given: String,
    },
    /// `--map` names a field that does not exist.
    #[error("'{given}' is not a field. The fields are: {possible}.")]
    UnknownField {
        /// What was given.
        given: String,
        /// The fields there are.
        possible: String,
    },
    /// `--map` names a column that the file does not have.
    #[error("The file has no column '{given}'. Its columns are: {possible}.")]
    UnknownColumn {
        /// What was given.
        given: String,
        /// The columns there are.
        possible: String,
    },
    /// More columns than any listing has.
    #[error(
        "The file has {found} columns, more than the {most} that are read. Check that it is a listing with a line per business and that its lines end properly."
    )]
    TooManyColumns {
        /// How many there are.
        found: usize,
        /// How many are allowed.
        most: usize,
    },
    /// A row beyond any real one.
    #[error(
        "The row that begins at line {line} is longer than {most_mib} MiB. A closing quote is often missing there. Fix the line and import again."
    )]
    RowTooLong {
        /// Where the row begins.
        line: u64,
        /// How much is allowed.
        most_mib: u64,
    },
    /// A quote without its end.
    #[error(
        "A quote in line {line} is not closed: everything from there to line {last_line} would count as one cell, and those rows would be lost. Close that quote, or remove it, and import again. The catalogue is unchanged."
    )]
    UnclosedQuote {
        /// Where it opens.
        line: u64,
        /// The last line that it swallows.
        last_line: u64,
    },
    /// Not one row could be used.
    #[error(
        "None of the {rows} rows can be imported ({reasons}). The catalogue is unchanged. Check what the file holds; columns are set with --map field=Column."
    )]
    NothingToImport {
        /// How many rows were read.
        rows: u64,
        /// Why not, with counts.
        reasons: String,
    },
    /// The name under which to import has nothing to go by.
    #[error("'{given}' cannot name a data set. Give it a name with letters or digits.")]
    SourceName {
        /// What was given.
        given: String,
    },
    /// The catalogue cannot be written.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// It was stopped from outside.
    #[error("Stopped before the end; nothing was changed.")]
    Stopped,
}
