//! The local catalogue: imported open data in its own index, searched without any network.
//!
//! Invariants
//! - One import writes at a time, across all processes; searches never wait for it.
//! - An import replaces its data set as a whole: a search sees all the old rows or all the new ones.
//! - Rows of an unfinished import are stored but hidden.
//! - Commits of other processes become visible here within a second (the index file is polled twice per
//!   second).
//!
//! Deliberately absent: editing single rows, and any record of who searched.

mod best;
mod circle;
mod contents;
mod coverage;
mod covering;
mod directory;
mod error;
mod listed;
mod looks;
mod nearby;
mod opened;
mod schema;
mod search;
mod searched;
mod view;
mod write;

use std::path::Path;

use async_trait::async_trait;
use tantivy::directory::MmapDirectory;
use tantivy::{Index, ReloadPolicy, TantivyError};
use us::UsState;

pub use self::circle::Ground;
pub use self::contents::Dataset;
pub use self::coverage::{Areas, Coverage, Covered, CoveredArea, Kinds};
pub use self::covering::Covering;
use self::directory::ReadableDirectory;
pub use self::error::CatalogueError;
pub use self::nearby::{Around, Nearby, Neighbour, Neighbours, NotCovered, OfKind, WhereListed};
use self::opened::Opened;
use self::schema::Fields;
use self::view::CatalogueReader;
pub(crate) use self::write::Replacement;
use crate::{
    Place, PlaceQuery, PlaceSource, PlaceStream, Region, SourceDescriptor, SourceError,
    SourceStatus, WideQuery,
};

/// The catalogue's name among the sources.
pub const CATALOGUE: &str = "catalogue";

/// The imported places.
pub struct Catalogue {
    opened: Opened,
    reader: CatalogueReader,
}

impl Catalogue {
    /// Opens the catalogue in the folder `catalogue` of the data folder, and creates an empty one if there is
    /// none.
    pub fn open(data_dir: &Path) -> Result<Self, CatalogueError> {
        let folder = data_dir.join(CATALOGUE);
        let unavailable = |reason: String| CatalogueError::Unavailable {
            folder: folder.clone(),
            reason,
        };
        std::fs::create_dir_all(&folder).map_err(|error| unavailable(error.to_string()))?;
        let (schema, fields) = schema::schema();
        let open = || {
            let directory = ReadableDirectory(MmapDirectory::open(&folder)?);
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
        // If two processes create the index at once, the second finds it incomplete and tries again.
        let (index, reader) = open().or_else(|_| open()).map_err(|error| match error {
            TantivyError::SchemaError(_) | TantivyError::IncompatibleIndex(_) => {
                CatalogueError::OtherVersion {
                    folder: folder.clone(),
                }
            }
            error => unavailable(error.to_string()),
        })?;
        Ok(Self {
            reader: CatalogueReader::new(index.clone(), reader),
            opened: Opened {
                folder,
                index,
                fields,
            },
        })
    }

    /// The folder of the index.
    pub fn folder(&self) -> &Path {
        &self.opened.folder
    }

    /// How many places are visible.
    pub fn rows(&self) -> u64 {
        rows(&self.reader, self.opened.fields)
    }

    /// The data sets that were imported, by name.
    pub fn datasets(&self) -> Result<Vec<Dataset>, CatalogueError> {
        let stored = self.opened.contents()?.datasets.into_values();
        Ok(stored.map(|stored| stored.dataset).collect())
    }

    /// Data sets whose import was interrupted and can be resumed.
    pub fn unfinished(&self) -> Result<Vec<String>, CatalogueError> {
        Ok(self.opened.contents()?.pending.into_keys().collect())
    }

    /// Whether a data set that ships with the product was removed.
    pub fn is_hidden(&self, source: &str) -> Result<bool, CatalogueError> {
        Ok(self.opened.contents()?.hidden.contains(source))
    }

    /// Removes a data set. Returns how many places it had; `None` if there is no such data set.
    pub fn remove(&self, source: &str) -> Result<Option<u64>, CatalogueError> {
        let removed = write::remove(&self.opened, source)?;
        self.reload();
        Ok(removed)
    }

    /// Which data sets answer a search for a term, city by city.
    pub async fn covering(
        &self,
        term: &str,
        state: UsState,
        cities: &[String],
    ) -> Result<Covering, CatalogueError> {
        let (term, cities) = (term.to_owned(), cities.to_vec());
        covering::covering(self.reader.clone(), self.opened.fields, term, state, cities).await
    }

    /// Which data sets answer a search for a term, region by region.
    pub async fn covering_regions(
        &self,
        term: &str,
        regions: &[Region],
    ) -> Result<Covering, CatalogueError> {
        let (reader, fields) = (self.reader.clone(), self.opened.fields);
        covering::covering_regions(reader, fields, term.to_owned(), regions.to_vec()).await
    }

    /// The data sets that answer a search without a city, newest first.
    pub async fn covering_widely(
        &self,
        term: &str,
        state: Option<UsState>,
    ) -> Result<Vec<Dataset>, CatalogueError> {
        let (reader, fields) = (self.reader.clone(), self.opened.fields);
        covering::covering_widely(reader, fields, term.to_owned(), state).await
    }

    /// Listings within `limit_m` of points, if the data sets that are complete for the category cover the
    /// whole circle.
    pub async fn nearby(
        &self,
        wanted: Vec<Around>,
        limit_m: f64,
        ground: impl Ground + 'static,
    ) -> Result<Nearby, CatalogueError> {
        let (reader, fields) = (self.reader.clone(), self.opened.fields);
        nearby::nearby(reader, fields, wanted, limit_m, ground).await
    }

    /// All listings of a kind of business in the states for which some data set is complete.
    pub async fn of_kind(&self, category: &str) -> Result<OfKind, CatalogueError> {
        let (reader, fields) = (self.reader.clone(), self.opened.fields);
        nearby::of_kind(reader, fields, category.to_owned()).await
    }

    /// The listing of each of some businesses, if there is one, of what is committed by now. Reads many listings: for work
    /// in the background.
    pub async fn listed(
        &self,
        businesses: Vec<Place>,
    ) -> Result<Vec<Option<Place>>, CatalogueError> {
        self.reload();
        let (reader, fields) = (self.reader.clone(), self.opened.fields);
        listed::listed(reader, fields, businesses).await
    }

    /// Begins to replace a data set.
    pub(crate) fn replace(
        &self,
        source: &str,
        fingerprint: &str,
    ) -> Result<Replacement, CatalogueError> {
        Replacement::begin(&self.opened, source, fingerprint)
    }

    /// Makes everything committed so far visible here at once.
    pub(crate) fn reload(&self) {
        self.reader.reload();
    }
}

/// What the catalogue is.
pub(crate) fn descriptor() -> SourceDescriptor {
    SourceDescriptor {
        name: CATALOGUE.to_owned(),
        label: "Imported listings".to_owned(),
        licence: None,
        attribution: None,
        is_sample: false,
        storable: true,
        combinable: true,
        known_cities_only: false,
    }
}

#[async_trait]
impl PlaceSource for Catalogue {
    fn descriptor(&self) -> SourceDescriptor {
        descriptor()
    }

    fn search(&self, query: PlaceQuery) -> PlaceStream {
        search::search(self.reader.clone(), self.opened.fields, query)
    }

    fn best(&self, query: WideQuery) -> Option<PlaceStream> {
        let best = best::best(self.reader.clone(), self.opened.fields, query);
        Some(best)
    }

    async fn count(&self, query: PlaceQuery) -> Result<Option<u64>, SourceError> {
        let count = search::count(self.reader.clone(), self.opened.fields, query).await?;
        Ok(Some(count))
    }

    async fn status(&self) -> Result<SourceStatus, SourceError> {
        let (reader, fields) = (self.reader.clone(), self.opened.fields);
        Ok(SourceStatus {
            rows: Some(looks::blocking(move || Ok(rows(&reader, fields))).await?),
            reachable: None,
        })
    }
}

fn rows(reader: &CatalogueReader, fields: Fields) -> u64 {
    match reader.view() {
        Ok(view) => view.rows(fields),
        Err(error) => {
            tracing::warn!(%error, "the catalogue's rows cannot be counted");
            0
        }
    }
}
