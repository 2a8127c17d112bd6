//! The recipe: what is made of which files.

use std::path::{Path, PathBuf};

use anyhow::Context;
use enrichment::import::Provenance;
use enrichment::vintage::Vintage;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Recipe {
    pub(crate) listing: Listing,
    #[serde(rename = "table")]
    pub(crate) tables: Vec<Table>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    pub(crate) file: PathBuf,
    /// The whole file's checksum, so that no other file is taken for it.
    pub(crate) sha256: String,
    /// Only rows of this country.
    pub(crate) country: String,
    /// Rows of these kinds are left out.
    pub(crate) without: Vec<String>,
    /// For those who read the recipe; the program has its own copy.
    #[serde(rename = "origin")]
    _origin: String,
    #[serde(rename = "licence")]
    _licence: String,
    #[serde(rename = "release")]
    _release: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Table {
    /// Files, or folders with all their files.
    pub(crate) files: Vec<PathBuf>,
    /// Files among these that are skipped: they cover areas that the product does not know.
    #[serde(default)]
    pub(crate) left: Vec<PathBuf>,
    origin: String,
    licence: Option<String>,
    /// The vintage to show, if the files do not state it themselves.
    vintage: Option<String>,
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
