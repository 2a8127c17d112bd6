//! The sources that are set up, and which of them answers.

use std::path::Path;
use std::sync::Arc;

use crate::catalogue::{CATALOGUE, Catalogue};
use crate::sample::{SAMPLE, SampleSource};
use crate::{PlaceSource, PlacesError};

/// The sources of one installation. Cheap to clone.
#[derive(Clone)]
pub struct Sources {
    catalogue: Arc<Catalogue>,
    sample: Arc<SampleSource>,
}

impl Sources {
    /// Opens the catalogue of the data folder, and the sample source beside it.
    pub fn open(data_dir: &Path) -> Result<Self, PlacesError> {
        let catalogue = Arc::new(Catalogue::open(data_dir)?);
        Ok(Self {
            catalogue,
            sample: Arc::new(SampleSource),
        })
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
        if self.catalogue.rows() > 0 {
            self.catalogue.clone()
        } else {
            self.sample.clone()
        }
    }

    /// The source of that name.
    pub fn by_name(&self, name: &str) -> Option<Arc<dyn PlaceSource>> {
        match name {
            CATALOGUE => Some(self.catalogue.clone()),
            SAMPLE => Some(self.sample.clone()),
            _ => None,
        }
    }

    /// All sources, the one to prefer first.
    pub fn all(&self) -> Vec<Arc<dyn PlaceSource>> {
        vec![self.catalogue.clone(), self.sample.clone()]
    }
}
