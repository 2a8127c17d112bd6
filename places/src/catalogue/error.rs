//! Why the catalogue cannot be used. Every message says what to do.

use std::path::PathBuf;

/// Why the catalogue cannot be opened, searched or written.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// Its folder cannot be made, opened or read.
    #[error(
        "The catalogue in {folder} cannot be opened: {reason}. Check that the folder exists on a working disk and may be read and written."
    )]
    Unavailable {
        /// The catalogue's folder.
        folder: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// It was written by a version whose index this one does not read.
    #[error(
        "The catalogue in {folder} was written by another version of this program. Move that folder away and import your files again."
    )]
    OtherVersion {
        /// The catalogue's folder.
        folder: PathBuf,
    },
    /// Another import holds it.
    #[error(
        "The catalogue is being written by another import. Wait until it has finished, then start this one again; nothing was changed."
    )]
    Busy,
    /// It could not be written.
    #[error(
        "The catalogue could not be written: {reason}. It is unchanged. Fix the cause and import again."
    )]
    Write {
        /// What the system said.
        reason: String,
    },
    /// No room is left for it.
    #[error(
        "The catalogue's disk is full. The catalogue is unchanged. Free some space and import again."
    )]
    DiskFull,
    /// It could not be searched.
    #[error(
        "The catalogue could not be searched: {reason}. Try again; if that does not help, import your files again."
    )]
    Read {
        /// What the index said.
        reason: String,
    },
    /// A data set that was to answer is not there any more.
    #[error(
        "The data set '{0}' was removed from the catalogue while it was searched. What was found so far is kept. Start the search again."
    )]
    Gone(String),
    /// The program is ending.
    #[error("Stopped before the end; nothing was changed.")]
    Stopped,
}
