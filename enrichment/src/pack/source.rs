//! Where a pack comes from: what ships with the product and, over it, what was imported.
//!
//! The file in the data folder holds only what was imported. So a newer program brings newer tables of its
//! own, and what was imported stays; which of both answers is decided as in an import.

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
    /// With the imported tables in a file, which need not be there, and with or without the starter pack.
    #[must_use]
    pub fn new(imported: PathBuf, starter: bool) -> Self {
        Self { imported, starter }
    }

    /// The file of what was imported.
    #[must_use]
    pub fn imported(&self) -> &Path {
        &self.imported
    }

    /// Everything: what ships with the product and what was imported.
    ///
    /// # Errors
    /// Where the file is there but cannot be used.
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

    /// Keeps what was imported of a pack that was loaded here. Answers how many tables that is.
    ///
    /// # Errors
    /// Where the file cannot be written; then it is as it was.
    pub fn save(&self, mut pack: Pack) -> Result<usize, PackError> {
        pack.tables.retain(|table| !table.info.shipped);
        pack.save(&self.imported)?;
        Ok(pack.tables.len())
    }
}

impl Pack {
    /// Takes every table of another pack that makes this one better.
    fn merge_all(&mut self, other: Self) {
        for table in other.tables {
            // What is left has been left before, when it was imported, or is older than what ships now.
            self.merge(table);
        }
    }
}
