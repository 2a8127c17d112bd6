//! Maps services: where businesses come from.
//!
//! One trait, [`PlaceSource`], answers a [`PlaceQuery`] (term, state, city) with a stream of
//! [`Place`]s. Two sources stand behind it today: the [`catalogue`], a local index over imported
//! open data, and the [`sample`] source, made-up businesses that are used while the catalogue is
//! empty and are labelled as such. [`Sources`] holds both and says which one is active.
//! [`import`] fills the catalogue from files.
//!
//! Invariants
//! - A value that a source does not have is absent. It is never `0`, `""` or `"N/A"`.
//! - The same query against the same data gives the same places in the same order.
//! - A stream does its work only as it is read, so that a consumer can stop at any time.
//!
//! Deliberately absent: events, credits, HTTP and users. Nothing here knows who searches.

pub mod catalogue;
mod error;
pub mod import;
mod key;
mod place;
mod query;
pub mod sample;
mod source;
mod sources;
mod states;
mod text;

pub use catalogue::{Catalogue, Dataset};
pub use error::PlacesError;
pub use key::{KeyParts, company_key};
pub use place::{Place, Provenance};
pub use query::{PlaceQuery, QueryError};
pub use sample::SampleSource;
pub use source::{PlaceSource, PlaceStream, SourceDescriptor, SourceStatus};
pub use sources::Sources;
pub use states::{US_STATES, UsState};
