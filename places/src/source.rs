//! The one seam to every maps service.

use std::sync::Arc;

use async_trait::async_trait;
use futures::stream::BoxStream;

use crate::catalogue::CatalogueError;
use crate::google::GoogleError;
use crate::osm::overpass::OverpassError;
use crate::{LiveRequests, Place, PlaceQuery, WideQuery};

/// The places that a search found, one by one.
pub type PlaceStream = BoxStream<'static, Result<Place, SourceError>>;

/// Why a source cannot be opened or searched, in words for the person who searches.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    /// The catalogue.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// OpenStreetMap, live.
    #[error(transparent)]
    Overpass(#[from] OverpassError),
    /// Google Places.
    #[error(transparent)]
    Google(#[from] GoogleError),
}

/// What a source is, whatever it holds at the moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDescriptor {
    /// The stable name that configuration and searches use (`catalogue`).
    pub name: String,
    /// What people read (`Imported listings`).
    pub label: String,
    /// The licence of all its rows; absent where each row carries its own.
    pub licence: Option<String>,
    /// The credit line for all its rows; absent where each row carries its own.
    pub attribution: Option<String>,
    /// Whether its rows are made up.
    pub is_sample: bool,
    /// Whether its terms allow keeping rows beyond the session.
    pub storable: bool,
}

/// What a source can tell of itself at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceStatus {
    /// How many places it holds, where it can count them.
    pub rows: Option<u64>,
    /// Whether the service behind it answers; none where there is no such service.
    pub reachable: Option<bool>,
}

/// A maps service.
#[async_trait]
pub trait PlaceSource: Send + Sync {
    /// What the source is.
    fn descriptor(&self) -> SourceDescriptor;

    /// Every place that answers the query, best first, in an order that is the same each time.
    ///
    /// Nothing happens until the stream is read, and dropping it ends the search. The stream must
    /// be read within a Tokio runtime. After an error it ends.
    fn search(&self, query: PlaceQuery) -> PlaceStream;

    /// The places that answer a query without a city best, as many as it wants, those with coordinates first;
    /// none of a source that is searched city by city.
    fn best(&self, query: WideQuery) -> Option<PlaceStream> {
        // Most sources are.
        drop(query);
        None
    }

    /// How many places answer the query; none where that cannot be told without searching.
    async fn count(&self, query: PlaceQuery) -> Result<Option<u64>, SourceError> {
        // Most sources cannot.
        drop(query);
        Ok(None)
    }

    /// The same source, which asks its live service only as `requests` admit; none of a source without one.
    fn admitted_by(&self, requests: Arc<dyn LiveRequests>) -> Option<Arc<dyn PlaceSource>> {
        // Most sources have none.
        drop(requests);
        None
    }

    /// What the source holds at the moment.
    async fn status(&self) -> Result<SourceStatus, SourceError>;
}
