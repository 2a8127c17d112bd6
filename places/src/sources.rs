//! The sources that are on, and which of them answers.

use std::path::Path;
use std::sync::Arc;

use crate::catalogue::{CATALOGUE, Catalogue};
use crate::google::{GOOGLE, GoogleSettings, GoogleSource};
use crate::osm::overpass::{OSM, OverpassSettings, OverpassSource};
use crate::sample::{SAMPLE, SampleSource};
use crate::{PlaceSource, SourceError};

/// Which sources are on, the catalogue always among them.
#[derive(Debug, Clone, Default)]
pub struct SourcesSettings {
    /// OpenStreetMap live, where it is on.
    pub osm: Option<OverpassSettings>,
    /// Google Places, where it is on.
    pub google: Option<GoogleSettings>,
    /// Whether made-up businesses stay away even while the catalogue is empty.
    pub without_sample: bool,
}

/// The sources of one installation. Cheap to clone.
#[derive(Clone)]
pub struct Sources {
    catalogue: Arc<Catalogue>,
    /// All that are on, the one to prefer first.
    all: Vec<Arc<dyn PlaceSource>>,
    sample: Option<Arc<SampleSource>>,
}

impl Sources {
    /// Opens the catalogue of the data folder, and the sample source beside it; no live sources.
    pub fn open(data_dir: &Path) -> Result<Self, SourceError> {
        Self::open_with(data_dir, SourcesSettings::default())
    }

    /// Opens the catalogue of the data folder and the sources that are on.
    pub fn open_with(data_dir: &Path, settings: SourcesSettings) -> Result<Self, SourceError> {
        let catalogue = Arc::new(Catalogue::open(data_dir)?);
        let mut all: Vec<Arc<dyn PlaceSource>> = vec![catalogue.clone()];
        if let Some(osm) = settings.osm {
            all.push(Arc::new(OverpassSource::new(osm)?));
        }
        if let Some(google) = settings.google {
            all.push(Arc::new(GoogleSource::new(google)?));
        }
        let sample = (!settings.without_sample).then(|| Arc::new(SampleSource));
        if let Some(sample) = &sample {
            all.push(sample.clone());
        }
        Ok(Self {
            catalogue,
            all,
            sample,
        })
    }

    /// With one more source, which answers by its name only; a test's own, for example.
    #[must_use]
    pub fn with(mut self, source: Arc<dyn PlaceSource>) -> Self {
        self.all.push(source);
        self
    }

    /// The catalogue itself, for imports.
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// The source that answers searches which name none: the catalogue, or the sample source
    /// while the catalogue is empty. Ask once per job, so that a job stays with one source.
    pub fn active(&self) -> Arc<dyn PlaceSource> {
        if self.catalogue.rows() == 0 {
            // Another process may have filled it a moment ago: nobody should then get sample data.
            self.catalogue.reload();
        }
        match &self.sample {
            Some(sample) if self.catalogue.rows() == 0 => sample.clone(),
            _ => self.catalogue.clone(),
        }
    }

    /// The source of that name, where it is on.
    pub fn by_name(&self, name: &str) -> Option<Arc<dyn PlaceSource>> {
        self.all
            .iter()
            .find(|source| source.descriptor().name == name)
            .cloned()
    }

    /// All sources that are on, the one to prefer first.
    pub fn all(&self) -> Vec<Arc<dyn PlaceSource>> {
        self.all.clone()
    }

    /// The names of all sources that there are, on or not.
    pub const NAMES: [&'static str; 4] = [CATALOGUE, OSM, GOOGLE, SAMPLE];
}
