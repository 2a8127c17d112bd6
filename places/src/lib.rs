//! Maps services: where businesses come from.
//!
//! One trait, [`PlaceSource`], answers a [`PlaceQuery`] (term, state, city) with a stream of [`Place`]s. It
//! has four implementations: the [`catalogue`], a local index over imported open data; [`osm::overpass`],
//! OpenStreetMap live; [`google`], Google Places with the operator's key; and [`sample`], made-up businesses
//! that answer only by name and are labeled as such. [`Sources`] holds those that are on and decides which of
//! them [answer](answering) a search. [`import`] fills the catalogue from files.
//!
//! Invariants
//! - A value that a source does not have is absent. It is never `0`, `""` or `"N/A"`.
//! - The same query against the same data gives the same places in the same order.
//! - A stream does its work only as it is read, so that a consumer can stop at any time.
//!
//! Deliberately absent: events, credits, routes and users. Nothing here knows who searches.

mod answering;
mod area;
mod bounds;
pub mod catalogue;
mod doubt;
pub mod fetch;
mod gazetteer;
pub mod google;
mod identity;
pub mod import;
mod key;
mod live;
pub mod osm;
mod outline;
mod place;
mod query;
mod region;
pub mod sample;
mod service;
mod source;
mod sources;
mod starter;
mod taxonomy;
mod text;
mod values;
mod watched;

pub use answering::{AnsweringSource, Answers, Live, LiveLook, Question, Where};
pub use area::{Area, AreaError};
pub use bounds::Bounds;
pub use catalogue::{
    Around, Catalogue, CatalogueError, Dataset, Ground, Nearby, NotCovered, OfKind, WhereListed,
};
pub use doubt::{Counties, is_doubtful, may_be_doubtful};
pub use gazetteer::{NamedCity, cities_named, is_known_city};
pub use google::{GoogleError, GoogleSettings, GoogleSource};
pub use identity::{Identities, Identity, identities};
pub use key::{KeyParts, company_key};
pub use live::{LiveRequests, LiveTurn, UsedUp};
pub use osm::overpass::{OverpassError, OverpassSettings, OverpassSource};
pub use place::{MOST_CORNERS, Place, Provenance};
pub use query::{PlaceQuery, QueryError, Spot, WideQuery};
pub use region::{CountyGround, Limit, Region};
pub use sample::SampleSource;
pub use service::ServiceError;
pub use source::{PlaceSource, PlaceStream, SourceDescriptor, SourceError, SourceStatus};
pub use sources::{Sources, SourcesSettings};
pub use starter::{STARTER, StarterListing};
pub use us::{US_STATES, UsState};
pub use watched::{Watched, WatchedText};
