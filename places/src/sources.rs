//! The sources that are on.

use std::path::Path;
use std::sync::Arc;

use crate::catalogue::{self, CATALOGUE, Catalogue};
use crate::google::{self, GOOGLE, GoogleSettings, GoogleSource};
use crate::osm::overpass::{self, OSM, OverpassSettings, OverpassSource};
use crate::sample::{self, SAMPLE, SampleSource};
use crate::{PlaceSource, SourceDescriptor, SourceError};

/// Which sources are on.
#[derive(Debug, Clone, Default)]
pub struct SourcesSettings {
    pub osm: Option<OverpassSettings>,
    pub google: Option<GoogleSettings>,
    /// Whether the catalogue answers no searches; its listings are still counted around rows.
    pub without_catalogue: bool,
    /// Whether made-up businesses cannot be chosen.
    pub without_sample: bool,
}

/// The sources of one installation. Cheap to clone.
#[derive(Clone)]
pub struct Sources {
    catalogue: Arc<Catalogue>,
    /// All that are on, in order of preference.
    all: Vec<Arc<dyn PlaceSource>>,
}

impl Sources {
    /// Opens the data folder's catalogue and the sample source, without live sources.
    pub fn open(data_dir: &Path) -> Result<Self, SourceError> {
        Self::open_with(data_dir, SourcesSettings::default())
    }

    /// Opens the data folder's catalogue and the sources that are on.
    pub fn open_with(data_dir: &Path, settings: SourcesSettings) -> Result<Self, SourceError> {
        let catalogue = Arc::new(Catalogue::open(data_dir)?);
        let mut all: Vec<Arc<dyn PlaceSource>> = Vec::new();
        if !settings.without_catalogue {
            all.push(catalogue.clone());
        }
        if let Some(osm) = settings.osm {
            all.push(Arc::new(OverpassSource::new(osm)?));
        }
        if let Some(google) = settings.google {
            all.push(Arc::new(GoogleSource::new(google)?));
        }
        if !settings.without_sample {
            all.push(Arc::new(SampleSource));
        }
        Ok(Self { catalogue, all })
    }

    /// Adds a source that answers only by name, such as a test's.
    #[must_use]
    pub fn with(mut self, source: Arc<dyn PlaceSource>) -> Self {
        self.all.push(source);
        self
    }

    /// The catalogue itself, for imports.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// The source of that name, if it is on.
    pub fn by_name(&self, name: &str) -> Option<Arc<dyn PlaceSource>> {
        self.all
            .iter()
            .find(|source| source.descriptor().name == name)
            .cloned()
    }

    /// All sources that are on, in order of preference.
    pub fn all(&self) -> Vec<Arc<dyn PlaceSource>> {
        self.all.clone()
    }

    /// What the source of that name is, on or off: rows outlive a change of settings.
    pub fn described(name: &str) -> Option<SourceDescriptor> {
        match name {
            CATALOGUE => Some(catalogue::descriptor()),
            OSM => Some(overpass::descriptor()),
            GOOGLE => Some(google::descriptor()),
            SAMPLE => Some(sample::descriptor()),
            _ => None,
        }
    }

    /// The names of all existing sources, on or off.
    pub const NAMES: [&'static str; 4] = [CATALOGUE, OSM, GOOGLE, SAMPLE];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_described_by_its_name_whether_it_is_on_or_off() {
        for name in Sources::NAMES {
            assert_eq!(Sources::described(name).unwrap().name, name);
        }
        assert_eq!(Sources::described("none"), None);
    }
}
