//! Questions that no file answers: the flood zone of a point (FEMA) and the coordinates of an address
//! (Census Bureau). Optional, cached, at most so many a second, and left alone for a while when the
//! service is down.
//!
//! An answer of 'not mapped' or 'no match' is an answer and is kept; a failure is not.

mod census_geocoder;
mod client;
mod nfhl;

pub use census_geocoder::{CensusGeocoder, GEOCODER_URL, Geocoded};
pub use client::{LookupError, LookupOptions};
pub use nfhl::{FloodZone, FloodZones, NFHL_URL};
