//! Why a file was not enriched.

use std::path::PathBuf;

/// Why a file was not enriched; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum EnrichFileError {
    #[error("{0} cannot be read: {1}")]
    Read(PathBuf, csv::Error),
    #[error("The rows cannot be written: {0}")]
    Write(#[source] std::io::Error),
    #[error("There is no column '{0}'. The file has: {1}")]
    NoColumn(String, String),
    /// No column locates the rows.
    #[error(
        "Neither coordinates, nor ZIP codes, nor county codes were found among the columns ({0}). \
         Name them, such as --map latitude=Y --map longitude=X"
    )]
    NoPlaces(String),
    #[error("Stopped; nothing was written.")]
    Stopped,
}
