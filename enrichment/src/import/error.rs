//! Why an import failed.

use std::path::PathBuf;

/// Why an import failed; the pack is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{0} cannot be read: {1}")]
    Folder(PathBuf, std::io::Error),
    /// A file declared with `--table` is missing.
    #[error("There is no file {0} in the folder; --table names it.")]
    NoSuchFile(PathBuf),
    /// The caller stopped it.
    #[error("The import was interrupted; nothing has changed.")]
    Interrupted,
}
