//! Facts about a business's surroundings, each with its source.
//!
//! A [`pack::Pack`] holds public tables as published; [`import::import_folder`] reads them from the
//! publishers' own files. [`Reference`] is a pack with its indexes, held in memory. [`Reference::enrich`] is
//! a pure function of a row, the reference and the surrounding businesses: no network, no clock. What no file
//! can answer is looked up by [`online`].
//!
//! A fact without data is absent; there is no value that means 'missing'. This crate knows nothing of
//! events, credits, HTTP routes or users.

pub mod atlas;
mod builtin;
pub mod credits;
pub mod document;
pub mod enrich;
mod fact;
mod facts;
pub mod feeds;
pub mod fetch;
pub mod fields;
pub mod files;
pub mod geo;
pub mod geoid;
pub mod import;
mod industry_codes;
pub mod measure;
pub mod online;
pub mod pack;
mod readers;
mod reference;
pub mod row;
pub mod scores;
mod starter;
pub mod vintage;

pub use enrich::{CompetitorIndex, Subject};
pub use fact::{FactSource, FactValue, GeographyLevel, Missing, NearbyBusiness, ScoreFactor};
pub use facts::{GeocodedPlace, RowFacts};
pub use reference::{
    Areas, CountyMap, Coverage, FieldStatus, Match, NamedCounty, NationFigure, Neighborhood,
    Reference, Sourced, TableStatus,
};
pub use row::Enriched;
