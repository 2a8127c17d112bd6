//! The catalogue's index, opened.

use std::path::PathBuf;

use tantivy::Index;

use super::contents::Contents;
use super::error::CatalogueError;
use super::schema::Fields;
use super::view;

/// What readers and writers need of an opened index.
pub(super) struct Opened {
    pub(super) folder: PathBuf,
    pub(super) index: Index,
    pub(super) fields: Fields,
}

impl Opened {
    /// The contents as of the last commit.
    pub(super) fn contents(&self) -> Result<Contents, CatalogueError> {
        view::contents(&self.index).map(|(contents, _)| contents)
    }
}
