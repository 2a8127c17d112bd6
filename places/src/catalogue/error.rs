//! Why the catalogue cannot be used. Every message says what to do.

use std::path::PathBuf;

/// Why the catalogue cannot be opened, searched or written.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The folder cannot be created, opened or read.
    #[error(
        "The catalogue in {folder} cannot be opened: {reason}. Check that the folder exists on a working disk and may be read and written."
    )]
    Unavailable { folder: PathBuf, reason: String },
    /// An incompatible version of the program wrote the index.
    #[error(
        "The catalogue in {folder} was written by another version of this program. Move that folder away and import your files again."
    )]
    OtherVersion { folder: PathBuf },
    #[error(
        "The catalogue is being written by another import. Wait until it has finished, then start this one again; nothing was changed."
    )]
    Busy,
    #[error(
        "The catalogue could not be written: {reason}. It is unchanged. Fix the cause and import again."
    )]
    Write { reason: String },
    #[error(
        "The catalogue's disk is full. The catalogue is unchanged. Free some space and import again."
    )]
    DiskFull,
    #[error(
        "The catalogue could not be searched: {reason}. Try again; if that does not help, import your files again."
    )]
    Read { reason: String },
    /// A data set was removed during a search.
    #[error(
        "The data set '{0}' was removed from the catalogue while it was searched. What was found so far is kept. Start the search again."
    )]
    Gone(String),
    /// The program is shutting down.
    #[error("Stopped before the end; nothing was changed.")]
    Stopped,
}

/// A search that failed.
pub(super) fn unreadable(error: impl std::fmt::Display) -> CatalogueError {
    CatalogueError::Read {
        reason: error.to_string(),
    }
}
