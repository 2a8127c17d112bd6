//! The one interface to every maps service.

use std::sync::Arc;

use async_trait::async_trait;
use futures::stream::BoxStream;

use crate::catalogue::CatalogueError;
use crate::google::GoogleError;
use crate::osm::overpass::OverpassError;
use crate::{LiveRequests, Place, PlaceQuery, WideQuery};

/// The places that a search found, one by one.
pub type PlaceStream = BoxStream<'static, Result<Place, SourceError>>;

/// Why a source cannot be opened or searched, worded for the person who searches.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    #[error(transparent)]
    Overpass(#[from] OverpassError),
    #[error(transparent)]
    Google(#[from] GoogleError),
}

/// What a source is, regardless of what it holds at the moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceDescriptor {
    /// The stable name that configuration and searches use (`catalogue`).
    pub name: String,
    /// The name shown to people (`Imported listings`).
    pub label: String,
    /// The licence of all its rows; `None` if each row carries its own.
    pub licence: Option<String>,
    /// The credit line for all its rows; `None` if each row carries its own.
    pub attribution: Option<String>,
    pub is_sample: bool,
    /// Whether its terms allow keeping rows beyond the session.
    pub storable: bool,
    /// Whether its terms allow combining rows with other data.
    pub combinable: bool,
    /// Whether it is asked only for cities that are known, because each request costs the operator money.
    pub known_cities_only: bool,
}

/// A source's current state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceStatus {
    /// How many places it holds, if it can count them.
    pub rows: Option<u64>,
    /// Whether the service behind it answers; `None` if it has no such service.
    pub reachable: Option<bool>,
}

/// A maps service.
#[async_trait]
pub trait PlaceSource: Send + Sync {
    /// What the source is.
    fn descriptor(&self) -> SourceDescriptor;

    /// Every place that matches the query, best first, always in the same order.
    ///
    /// Nothing happens until the stream is read, and dropping it ends the search. The stream must
    /// be read within a Tokio runtime. After an error it ends.
    fn search(&self, query: PlaceQuery) -> PlaceStream;

    /// The best matches of a query without a city, as many as it wants, those with coordinates first; `None`
    /// if the source can only search city by city.
    fn best(&self, query: WideQuery) -> Option<PlaceStream> {
        // Most sources search city by city.
        drop(query);
        None
    }

    /// How many places match the query; `None` if counting takes a search.
    async fn count(&self, query: PlaceQuery) -> Result<Option<u64>, SourceError> {
        // Most sources cannot count.
        drop(query);
        Ok(None)
    }

    /// The same source, asking its live service only as `requests` admit; `None` for sources without one.
    fn admitted_by(&self, requests: Arc<dyn LiveRequests>) -> Option<Arc<dyn PlaceSource>> {
        // Most sources have no live service.
        drop(requests);
        None
    }

    /// Whether searches of it may be repeated by a schedule: only where its rows may be kept, and no public server bears
    /// the load.
    fn may_be_watched(&self) -> bool {
        self.descriptor().storable
    }

    /// The source's current state.
    async fn status(&self) -> Result<SourceStatus, SourceError>;
}
