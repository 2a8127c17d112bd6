//! The local catalogue: imported open data in an index of its own, searched without any network.
//!
//! Invariants
//! - One import writes at a time, over all processes; searches never wait for it.
//! - An import replaces its data set whole: a search sees all the old rows or all the new ones.
//! - What another process commits is seen here within a second (the index file is polled twice a
//!   second).
//!
//! Deliberately absent: editing single rows, and any record of who searched.

mod schema;
mod search;
mod write;

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use tantivy::directory::MmapDirectory;
use tantivy::{Index, IndexReader, ReloadPolicy, TantivyError};

pub use self::write::Dataset;
pub(crate) use self::write::Replacement;
use self::{schema::Fields, write::Contents};
use crate::{PlaceQuery, PlaceSource, PlaceStream, PlacesError, SourceDescriptor, SourceStatus};

/// The catalogue's name among the sources.
pub const CATALOGUE: &str = "catalogue";

/// The imported places.
pub struct Catalogue {
    folder: PathBuf,
    index: Index,
    reader: IndexReader,
    fields: Fields,
}

impl Catalogue {
    /// Opens the catalogue in the folder `catalogue` of the data folder; makes an empty one where
    /// there is none.
    pub fn open(data_dir: &Path) -> Result<Self, PlacesError> {
        let folder = data_dir.join(CATALOGUE);
        let unavailable = |reason: String| PlacesError::CatalogueUnavailable {
            folder: folder.clone(),
            reason,
        };
        std::fs::create_dir_all(&folder).map_err(|error| unavailable(error.to_string()))?;
        let (schema, fields) = schema::schema();
        let open = || {
            let directory = MmapDirectory::open(&folder)?;
            let index = Index::builder()
                .schema(schema.clone())
                .settings(schema::settings())
                .open_or_create(directory)?;
            let reader = index
                .reader_builder()
                .reload_policy(ReloadPolicy::OnCommitWithDelay)
                .try_into()?;
            Ok((index, reader))
        };
        // Two processes may make the index at the same moment: the second finds it half there.
        let (index, reader) = open().or_else(|_| open()).map_err(|error| match error {
            TantivyError::SchemaError(_) | TantivyError::IncompatibleIndex(_) => {
                PlacesError::CatalogueVersion {
                    folder: folder.clone(),
                }
            }
            error => unavailable(error.to_string()),
        })?;
        Ok(Self {
            folder,
            index,
            reader,
            fields,
        })
    }

    /// The folder of the index.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How many places can be found.
    pub fn rows(&self) -> u64 {
        self.reader.searcher().num_docs()
    }

    /// The data sets that were imported, by name.
    pub fn datasets(&self) -> Result<Vec<Dataset>, PlacesError> {
        Ok(self.contents()?.datasets.into_values().collect())
    }

    /// Begins to replace a data set.
    pub(crate) fn replace(&self, source: &str) -> Result<Replacement, PlacesError> {
        Replacement::begin(self, source)
    }

    /// Makes this opening see at once what was committed up to now.
    pub(crate) fn reload(&self) {
        if let Err(error) = self.reader.reload() {
            // The reader follows by itself within a second.
            tracing::warn!(%error, "the catalogue was not reloaded at once");
        }
    }

    fn contents(&self) -> Result<Contents, PlacesError> {
        let unreadable = |reason: String| PlacesError::CatalogueRead { reason };
        let metas = self
            .index
            .load_metas()
            .map_err(|error| unreadable(error.to_string()))?;
        metas.payload.as_deref().map_or_else(
            || Ok(Contents::default()),
            |payload| serde_json::from_str(payload).map_err(|error| unreadable(error.to_string())),
        )
    }
}

#[async_trait]
impl PlaceSource for Catalogue {
    fn descriptor(&self) -> SourceDescriptor {
        SourceDescriptor {
            name: CATALOGUE.to_owned(),
            label: "Imported listings".to_owned(),
            licence: None,
            attribution: None,
            is_sample: false,
            storable: true,
        }
    }

    fn search(&self, query: PlaceQuery) -> PlaceStream {
        search::search(self.reader.clone(), self.fields, query)
    }

    async fn status(&self) -> Result<SourceStatus, PlacesError> {
        Ok(SourceStatus {
            rows: Some(self.rows()),
        })
    }
}
