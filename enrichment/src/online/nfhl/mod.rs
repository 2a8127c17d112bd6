//! FEMA's National Flood Hazard Layer: the flood zone of a point.

use quick_cache::sync::Cache;
use serde::Deserialize;

use super::client::{Client, LookupError, LookupOptions};
use crate::fields::Field;
use crate::row::{Enriched, Source, Value};

/// The layer's base address.
pub const NFHL_URL: &str =
    "https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28/";

const SERVICE: &str = "FEMA's National Flood Hazard Layer";

/// Points are distinguished at five decimals, about a meter.
const PLACES: f64 = 1e5;

/// FEMA's mapping of a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FloodZone {
    /// The zone: `X`, `AE`, `VE` and so on.
    pub zone: String,
    /// Whether it is a special flood hazard area.
    pub special_hazard: Option<bool>,
}

/// Looks flood zones up.
#[derive(Debug)]
pub struct FloodZones {
    client: Client,
    options: LookupOptions,
    known: Cache<(i64, i64), Option<FloodZone>>,
}

#[derive(Deserialize)]
struct Answer {
    error: Option<ArcGisError>,
    features: Option<Vec<Feature>>,
}

#[derive(Deserialize)]
struct ArcGisError {
    code: i64,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
struct Feature {
    attributes: Attributes,
}

#[derive(Deserialize)]
struct Attributes {
    #[serde(rename = "FLD_ZONE")]
    zone: Option<String>,
    #[serde(rename = "SFHA_TF")]
    special: Option<String>,
}

impl FloodZones {
    /// A lookup with its own cache.
    ///
    /// # Errors
    /// If no HTTP client can be created.
    pub fn new(options: LookupOptions) -> Result<Self, LookupError> {
        Ok(Self {
            client: Client::new(SERVICE, "flood_zone", &options)?,
            known: Cache::new(options.cached),
            options,
        })
    }

    /// The zone of a point; `None` if FEMA has not mapped it.
    ///
    /// # Errors
    /// If the service does not answer properly, or is paused after failures.
    pub async fn at(
        &self,
        latitude: f64,
        longitude: f64,
    ) -> Result<Option<FloodZone>, LookupError> {
        let key = (
            (latitude * PLACES).round() as i64,
            (longitude * PLACES).round() as i64,
        );
        if let Some(known) = self.known.get(&key) {
            return Ok(known);
        }
        let answer = self
            .client
            .ask(self.question(latitude, longitude)?, read)
            .await?;
        self.known.insert(key, answer.clone());
        Ok(answer)
    }

    fn question(&self, latitude: f64, longitude: f64) -> Result<url::Url, LookupError> {
        let mut url =
            self.options
                .base_url
                .join("query")
                .map_err(|error| LookupError::Refused {
                    service: SERVICE,
                    what: error.to_string(),
                })?;
        url.query_pairs_mut()
            .append_pair("geometry", &format!("{longitude:.6},{latitude:.6}"))
            .append_pair("geometryType", "esriGeometryPoint")
            .append_pair("inSR", "4326")
            .append_pair("spatialRel", "esriSpatialRelIntersects")
            .append_pair("outFields", "FLD_ZONE,ZONE_SUBTY,SFHA_TF")
            .append_pair("returnGeometry", "false")
            .append_pair("f", "json");
        Ok(url)
    }
}

/// ArcGIS reports errors with HTTP 200; they must not be taken as 'not mapped'.
fn read(bytes: &[u8]) -> Result<Option<FloodZone>, String> {
    let answer: Answer = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    if let Some(error) = answer.error {
        return Err(format!("{} {}", error.code, error.message));
    }
    let features = answer.features.ok_or("the answer has no features")?;
    let zones = features.into_iter().filter_map(|feature| {
        let zone = feature.attributes.zone?.trim().to_owned();
        let special_hazard = match feature.attributes.special.as_deref().map(str::trim) {
            Some("T") => Some(true),
            Some("F") => Some(false),
            _ => None,
        };
        (!zone.is_empty()).then_some(FloodZone {
            zone,
            special_hazard,
        })
    });
    // On a border of two zones, the hazardous one counts.
    Ok(zones.max_by_key(|zone| zone.special_hazard))
}

impl Enriched<'_> {
    /// Adds the result of a lookup.
    pub fn add_flood_zone(&mut self, zone: &FloodZone) {
        let source = || Source::other("National Flood Hazard Layer (FEMA)", "online");
        self.put(
            Field::FloodZone,
            Value::Text(zone.zone.clone().into()),
            source(),
        );
        if let Some(special) = zone.special_hazard {
            self.put(Field::FloodSpecial, Value::Bool(special), source());
        }
    }
}

#[cfg(test)]
mod tests;
