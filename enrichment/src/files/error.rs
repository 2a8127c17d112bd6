//! Why a file is not enriched.

use std::path::PathBuf;

/// Why a file is not enriched; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum EnrichFileError {
    /// The input cannot be read.
    #[error("{0} cannot be read: {1}")]
    Read(PathBuf, csv::Error),
    /// The output cannot be written.
    #[error("The rows cannot be written: {0}")]
    Write(#[source] std::io::Error),
    /// A column that was asked for is not there.
    #[error("There is no column '{0}'. The file has: {1}")]
    NoColumn(String, String),
    /// Nothing tells where the rows are.
    #[error(
        "Neither coordinates, nor ZIP codes, nor county codes were found among the columns ({0}). \
         Name them, such as --map latitude=Y --map longitude=X"
    )]
    NoPlaces(String),
    /// It was stopped.
    #[error("Stopped; nothing was written.")]
    Stopped,
}
