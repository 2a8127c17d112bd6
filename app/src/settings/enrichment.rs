//! Settings of enrichment.

use enrichment::online::{GEOCODER_URL, NFHL_URL};
use url::Url;

use super::declared::Declared;
use super::error::SettingsError;
use super::values::{names, wanted};

/// The online look-ups, by name.
const FLOOD_ZONE: &str = "flood_zone";
const GEOCODER: &str = "geocoder";

/// Which look-ups are enabled, and whether Google's rows are enriched.
#[derive(Debug, Clone)]
pub struct EnrichmentSettings {
    /// FEMA's flood layer, if enabled.
    pub flood_zones: Option<Url>,
    /// The Census Bureau's geocoder, if enabled.
    pub geocoder: Option<Url>,
    /// May Google's rows be combined with other data?
    pub google: bool,
}

impl EnrichmentSettings {
    pub(super) fn from_declared(declared: &Declared) -> Result<Self, SettingsError> {
        let on: Vec<&str> = names(&declared.lookups).collect();
        if let Some(unknown) = on
            .iter()
            .find(|name| ![FLOOD_ZONE, GEOCODER].contains(name))
        {
            return Err(SettingsError::Lookup {
                name: (*unknown).to_owned(),
                all: [FLOOD_ZONE, GEOCODER].join(", "),
            });
        }
        let address = |name: &str, set: Option<&str>, usual: &str| {
            if !on.contains(&name) {
                return Ok(None);
            }
            let address = wanted(set).unwrap_or(usual);
            let slash = if address.ends_with('/') { "" } else { "/" };
            Url::parse(&format!("{address}{slash}"))
                .map(Some)
                .map_err(|error| SettingsError::Url(address.to_owned(), error))
        };
        Ok(Self {
            flood_zones: address(FLOOD_ZONE, declared.flood_zone_url.as_deref(), NFHL_URL)?,
            geocoder: address(GEOCODER, declared.geocoder_url.as_deref(), GEOCODER_URL)?,
            google: declared.enrich_google,
        })
    }
}
