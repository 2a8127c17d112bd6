//! Where a pack comes from: the shipped tables and, on top of them, the imported ones.
//!
//! The file in the data folder holds only imported tables. So a newer program brings newer tables of its own
//! while imported ones stay; which of the two is used is decided as in an import.

use std::path::{Path, PathBuf};

use super::contents::Pack;
use super::file::PackError;

/// The pack of an installation.
#[derive(Debug, Clone)]
pub struct PackSource {
    imported: PathBuf,
    starter: bool,
}

impl PackSource {
    /// Imported tables from a file, which need not exist, with or without the starter pack.
    #[must_use]
    pub fn new(imported: PathBuf, starter: bool) -> Self {
        Self { imported, starter }
    }

    /// The file of imported tables.
    #[must_use]
    pub fn imported(&self) -> &Path {
        &self.imported
    }

    /// All shipped and imported tables.
    ///
    /// # Errors
    /// If the file exists but cannot be used.
    pub fn load(&self) -> Result<Pack, PackError> {
        let mut pack = Pack::builtin();
        if self.starter {
            pack.merge_all(Pack::starter()?);
        }
        if self.imported.exists() {
            pack.merge_all(Pack::load(&self.imported)?);
        }
        Ok(pack)
    }

    /// Saves the imported tables of a pack loaded here. Returns how many there are.
    ///
    /// # Errors
    /// If the file cannot be written; it is then unchanged.
    pub fn save(&self, mut pack: Pack) -> Result<usize, PackError> {
        pack.tables.retain(|table| !table.info.shipped);
        pack.save(&self.imported)?;
        Ok(pack.tables.len())
    }
}

impl Pack {
    /// Merges every table of another pack that improves this one.
    fn merge_all(&mut self, other: Self) {
        for table in other.tables {
            // Rejected tables are older than the shipped ones, or were rejected at import.
            self.merge(table);
        }
    }
}
