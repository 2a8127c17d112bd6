//! OpenStreetMap: what its tags say, its extracts (`pbf`), and its live servers (`overpass`).

mod elements;
pub(crate) mod keys;
pub mod overpass;
pub(crate) mod pbf;
pub(crate) mod tags;
