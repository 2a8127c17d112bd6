//! Online lookups for what no file answers: the flood zone of a point (FEMA) and the coordinates of an
//! address (Census Bureau). They are optional, cached, rate-limited, and paused for a while when the service
//! is down.
//!
//! 'Not mapped' and 'no match' are answers and are cached; failures are not.

mod census_geocoder;
mod client;
mod nfhl;

pub use census_geocoder::{CensusGeocoder, GEOCODER_URL, Geocoded};
pub use client::{LookupError, LookupOptions};
pub use nfhl::{FloodZone, FloodZones, NFHL_URL};
