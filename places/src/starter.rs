//! The starter listing: real businesses that ship with the product, so that a fresh installation answers
//! without any import and without a network. It is an ordinary data set marked as shipped: it can be removed,
//! and an import of the same name replaces it.
//!
//! The file is made by `scripts/make-starter`; where it was published is in `data/starter/recipe.toml`, its
//! licence in `NOTICE`.

use std::io::Write;
use std::ops::ControlFlow;

use crate::catalogue::Catalogue;
use crate::import::{Format, Import, ImportError, ImportOptions};
use crate::{CatalogueError, Dataset};

const LISTING: &[u8] = include_bytes!("../../data/starter/open-brewery-db.csv.zst");

/// The listing's name among the data sets.
pub const STARTER: &str = "open-brewery-db";

/// The publisher's release. A program with a newer one replaces the listing in the catalogue.
const RELEASE: &str = "2026-08-02";

/// What happened to the starter listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StarterListing {
    /// Added to the catalogue, with this many places.
    Added(u64),
    /// Nothing to do: it is there, was removed, or another listing has its name.
    AsItWas,
    /// Another import is writing the catalogue.
    Busy,
}

impl Catalogue {
    /// Adds the starter listing if it is missing: at the first start, or when a newer program brings a newer
    /// release. It stays away once removed, and an import of the same name stays.
    ///
    /// # Errors
    /// If the catalogue cannot be read or written; it is then unchanged.
    pub fn ensure_starter(&self) -> Result<StarterListing, ImportError> {
        if !self.wants_starter()? {
            return Ok(StarterListing::AsItWas);
        }
        match self.add_starter() {
            Ok(rows) => Ok(StarterListing::Added(rows)),
            Err(ImportError::Catalogue(CatalogueError::Busy)) => Ok(StarterListing::Busy),
            Err(error) => Err(error),
        }
    }

    /// Restores the starter listing after it was removed.
    ///
    /// # Errors
    /// If the catalogue cannot be read or written; it is then unchanged.
    pub fn restore_starter(&self) -> Result<u64, ImportError> {
        self.add_starter()
    }

    fn wants_starter(&self) -> Result<bool, CatalogueError> {
        if self.is_hidden(STARTER)? {
            return Ok(false);
        }
        let datasets = self.datasets()?;
        let there = datasets.iter().find(|dataset| dataset.name == STARTER);
        Ok(there.is_none_or(is_outdated))
    }

    fn add_starter(&self) -> Result<u64, ImportError> {
        let file = unpacked().map_err(|error| CatalogueError::Write {
            reason: error.to_string(),
        })?;
        let options = ImportOptions {
            format: Some(Format::Csv),
            source: Some(STARTER.to_owned()),
            category: Some("brewery".to_owned()),
            licence: Some("MIT".to_owned()),
            attribution: Some("Open Brewery DB".to_owned()),
            release: Some(RELEASE.to_owned()),
            ..ImportOptions::default()
        };
        let import = Import::open(file.path(), options)?.of_shipped_data();
        let report = import.run(self, |_| ControlFlow::Continue(()))?;
        Ok(report.imported)
    }
}

fn is_outdated(dataset: &Dataset) -> bool {
    dataset.shipped && dataset.release.as_deref() != Some(RELEASE)
}

/// The listing unpacked to a temporary file, because imports read files; deleted when dropped.
fn unpacked() -> std::io::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::NamedTempFile::new()?;
    let rows = zstd::stream::decode_all(LISTING)?;
    file.write_all(&rows)?;
    file.flush()?;
    Ok(file)
}
