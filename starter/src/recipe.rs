//! What is made of which files.

use std::path::{Path, PathBuf};

use anyhow::Context;
use enrichment::import::Provenance;
use enrichment::vintage::Vintage;
use serde::Deserialize;

/// `recipe.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recipe {
    pub(crate) listing: Listing,
    #[serde(rename = "table")]
    pub(crate) tables: Vec<Table>,
}

/// The starter listing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    pub(crate) file: PathBuf,
    /// The whole file's checksum, so that nothing else is taken for it.
    pub(crate) sha256: String,
    /// Rows of this country only.
    pub(crate) country: String,
    /// Not rows of these kinds.
    pub(crate) without: Vec<String>,
    /// For whoever reads the recipe; the program holds them as well.
    #[serde(rename = "origin")]
    _origin: String,
    #[serde(rename = "licence")]
    _licence: String,
    #[serde(rename = "release")]
    _release: String,
}

/// A table of the starter reference pack.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// Files, or folders with all their files.
    pub(crate) files: Vec<PathBuf>,
    /// Files of these that are left: of areas that the product does not know.
    #[serde(default)]
    pub(crate) left: Vec<PathBuf>,
    origin: String,
    licence: Option<String>,
    /// As it is shown, where the files do not tell it themselves.
    vintage: Option<String>,
    /// The last year of the vintage.
    year: Option<u16>,
    #[serde(default)]
    limits: Vec<String>,
}

impl Recipe {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let shown = || path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(shown)?;
        toml::from_str(&text).with_context(shown)
    }
}

impl Table {
    pub(crate) fn provenance(&self) -> Provenance {
        let vintage = self.vintage.as_deref().zip(self.year);
        Provenance {
            origin: Some(self.origin.clone()),
            licence: self.licence.clone(),
            vintage: vintage.map(|(label, year)| Vintage::release(label, year)),
            limits: self.limits.clone(),
        }
    }
}
