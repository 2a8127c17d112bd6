//! The Census Bureau's geocoder: coordinates for rows that have only an address.

use quick_cache::sync::Cache;
use serde::Deserialize;

use super::client::{Client, LookupError, LookupOptions};

/// The geocoder's base address.
pub const GEOCODER_URL: &str = "https://geocoding.geo.census.gov/geocoder/";

const SERVICE: &str = "The Census Bureau's geocoder";
const BENCHMARK: &str = "Public_AR_Current";

/// An address that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Geocoded {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// The address as the bureau writes it.
    pub matched_address: String,
}

/// Looks addresses up.
#[derive(Debug)]
pub struct CensusGeocoder {
    client: Client,
    options: LookupOptions,
    known: Cache<String, Option<Geocoded>>,
}

#[derive(Deserialize)]
struct Answer {
    result: Matches,
}

#[derive(Deserialize)]
struct Matches {
    #[serde(rename = "addressMatches")]
    address_matches: Vec<Match>,
}

#[derive(Deserialize)]
struct Match {
    #[serde(rename = "matchedAddress")]
    matched_address: String,
    coordinates: Coordinates,
}

#[derive(Deserialize)]
struct Coordinates {
    x: f64,
    y: f64,
}

impl CensusGeocoder {
    /// A lookup with its own cache.
    ///
    /// # Errors
    /// If no HTTP client can be created.
    pub fn new(options: LookupOptions) -> Result<Self, LookupError> {
        Ok(Self {
            client: Client::new(SERVICE, "geocoder", &options)?,
            known: Cache::new(options.cached),
            options,
        })
    }

    /// The coordinates of an address on one line; `None` if the bureau does not know the address.
    ///
    /// # Errors
    /// If the service does not answer properly, or is paused after failures.
    pub async fn find(&self, address: &str) -> Result<Option<Geocoded>, LookupError> {
        let key = address
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase();
        if key.is_empty() {
            return Ok(None);
        }
        if let Some(known) = self.known.get(&key) {
            return Ok(known);
        }
        let url = self.options.base_url.join("locations/onelineaddress");
        let mut url = url.map_err(|error| LookupError::Refused {
            service: SERVICE,
            what: error.to_string(),
        })?;
        url.query_pairs_mut()
            .append_pair("address", address)
            .append_pair("benchmark", BENCHMARK)
            .append_pair("format", "json");
        let answer = self.client.ask(url, read).await?;
        self.known.insert(key, answer.clone());
        Ok(answer)
    }
}

/// The first match, which the bureau ranks highest; `None` if its position is invalid.
fn read(bytes: &[u8]) -> Result<Option<Geocoded>, String> {
    let answer: Answer = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let first = answer.result.address_matches.into_iter().next();
    Ok(first.and_then(|found| {
        crate::geo::Position::from_degrees(found.coordinates.y, found.coordinates.x)?;
        Some(Geocoded {
            latitude: found.coordinates.y,
            longitude: found.coordinates.x,
            matched_address: found.matched_address,
        })
    }))
}

#[cfg(test)]
mod tests;
