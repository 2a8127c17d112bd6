//! A known business as it is stored, and as its user's own data shows it.

use places::{Place, Provenance};
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::user_keys::UserKey;

use domain::personal::Closed;

/// Businesses in a part.
const PART: usize = 1_000;

/// What is kept of a business: what it is recognized by, and its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct KnownBusiness {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street_address: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// Its code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zip: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub main_category: Option<String>,
    /// Degrees north (WGS 84).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latitude: Option<f64>,
    /// Degrees east (WGS 84).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longitude: Option<f64>,
}

impl From<Place> for KnownBusiness {
    fn from(place: Place) -> Self {
        Self {
            name: place.name,
            street_address: place.street_address,
            city: place.city,
            state: place.state,
            zip: place.zip,
            phone: place.phone,
            main_category: place.main_category,
            latitude: place.latitude,
            longitude: place.longitude,
        }
    }
}

impl From<KnownBusiness> for Place {
    fn from(business: KnownBusiness) -> Self {
        Self {
            street_address: business.street_address,
            city: business.city,
            state: business.state,
            zip: business.zip,
            phone: business.phone,
            main_category: business.main_category,
            latitude: business.latitude,
            longitude: business.longitude,
            ..Self::new(String::new(), business.name, Provenance::new(String::new()))
        }
    }
}

/// The businesses in closed parts.
pub(super) fn closed(
    key: &UserKey,
    businesses: &[KnownBusiness],
) -> Result<Vec<Closed>, StoreError> {
    let parts = businesses.chunks(PART).map(|part| {
        let json = serde_json::to_string(part).expect("texts and finite numbers: always JSON");
        key.close_long(&json)
    });
    parts.collect()
}

/// The businesses of closed parts.
pub(super) fn opened(key: &UserKey, parts: &[Closed]) -> Result<Vec<KnownBusiness>, StoreError> {
    let mut businesses = Vec::with_capacity(parts.len() * PART);
    for part in parts {
        let part: Vec<KnownBusiness> = from_json(key, part)?;
        businesses.extend(part);
    }
    Ok(businesses)
}

/// What a closed JSON text says.
pub(super) fn from_json<T: for<'t> Deserialize<'t>>(
    key: &UserKey,
    closed: &Closed,
) -> Result<T, StoreError> {
    let json = key.open_long(closed);
    let read = json.and_then(|json| serde_json::from_str(&json).ok());
    read.ok_or_else(|| StoreError::Damaged("a list of known businesses".to_owned()))
}
