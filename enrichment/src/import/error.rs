//! Why an import did not happen.

use std::path::PathBuf;

/// Why an import did not happen; the pack is as it was.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The folder cannot be read.
    #[error("{0} cannot be read: {1}")]
    Folder(PathBuf, std::io::Error),
    /// A file that something was said of is not there.
    #[error("There is no file {0} in the folder, of which --table says what it is.")]
    NoSuchFile(PathBuf),
    /// It was broken off.
    #[error("The import was interrupted; nothing has changed.")]
    Interrupted,
}
