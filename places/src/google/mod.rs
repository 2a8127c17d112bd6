//! Google Places (New), text search, with the operator's own key.
//!
//! Google's terms: rows may not be kept beyond the session (`storable: false`; a saved company keeps the
//! place id). A search returns at most 60 places, in pages of 20. A page is requested only after the previous
//! one was read, because each costs the operator money.
//!
//! The key is sent in a header and never appears in an address, error or log.

mod answer;
mod credit;
mod error;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream};
use reqwest::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};

pub use self::credit::GOOGLE;
pub use self::error::GoogleError;

use self::answer::{Failure, Page};
use self::credit::ATTRIBUTION;
use crate::bounds::Bounds;
use crate::gazetteer;
use crate::live::Admission;
use crate::service::{Policy, ServiceClient};
use crate::{
    LiveRequests, Place, PlaceQuery, PlaceSource, PlaceStream, SourceDescriptor, SourceError,
    SourceStatus, Spot,
};

const SERVICE: &str = "Google Places";
const DEFAULT_URL: &str = "https://places.googleapis.com";

/// Places per page, and the maximum number of pages.
const PAGE_SIZE: u32 = 20;
const MOST_PAGES: u32 = 3;

/// How often a full rectangle is quartered: a county costs the operator at most 63 requests.
const MOST_QUARTERINGS: u32 = 2;

/// Places within this distance of the city's center are preferred (meters).
const BIAS_RADIUS_M: f64 = 20_000.0;

/// The fields requested and paid for: only those that rows have.
const FIELD_MASK: &str = "places.id,places.displayName,places.formattedAddress,\
    places.addressComponents,places.location,places.primaryType,places.primaryTypeDisplayName,\
    places.types,places.nationalPhoneNumber,places.internationalPhoneNumber,places.websiteUri,places.googleMapsUri,\
    places.rating,places.userRatingCount,places.priceLevel,places.businessStatus,\
    places.regularOpeningHours.weekdayDescriptions,nextPageToken";

/// How to query Google.
#[derive(Debug, Clone)]
pub struct GoogleSettings {
    pub api_key: SecretString,
    /// Base address of the service, without a path.
    pub url: String,
    pub timeout: Duration,
    /// The shortest wait after a request to slow down.
    pub back_off: Duration,
}

impl GoogleSettings {
    /// Defaults, with this key.
    pub fn new(api_key: SecretString) -> Self {
        Self {
            api_key,
            url: DEFAULT_URL.to_owned(),
            timeout: Duration::from_secs(20),
            back_off: Duration::from_secs(30),
        }
    }
}

/// Google Places. Cheap to clone.
#[derive(Clone)]
pub struct GoogleSource {
    inner: Arc<Inner>,
    admission: Admission,
}

struct Inner {
    settings: GoogleSettings,
    client: ServiceClient,
}

/// The state of a search between two pages.
struct Search {
    source: GoogleSource,
    query: PlaceQuery,
    /// The rectangle that is being searched; `None` for a city.
    rectangle: Option<Rectangle>,
    /// Those to search after it.
    rest: Vec<Rectangle>,
    /// Token of the next page; `None` for the first.
    token: Option<String>,
    pages: u32,
    /// Places that the rectangle had.
    found: usize,
    /// Company keys of the places so far: quarters have what their whole had.
    seen: HashSet<String>,
}

#[derive(Clone, Copy)]
struct Rectangle {
    bounds: Bounds,
    /// How often a larger one was quartered.
    quartered: u32,
}

impl GoogleSource {
    /// Creates a source that uses the settings' key.
    pub fn new(settings: GoogleSettings) -> Result<Self, GoogleError> {
        let policy = Policy {
            timeout: settings.timeout,
            back_off: settings.back_off,
            // A used-up quota does not recover during a search.
            repeats: 0,
        };
        Ok(Self {
            inner: Arc::new(Inner {
                settings,
                client: ServiceClient::new(SERVICE, GOOGLE, policy)?,
            }),
            admission: Admission::default(),
        })
    }

    async fn page(&self, body: &Value) -> Result<Page, GoogleError> {
        let Inner { settings, client } = &*self.inner;
        let url = format!(
            "{}/v1/places:searchText",
            settings.url.trim_end_matches('/')
        );
        let (status, answer) = client
            .ask(&self.admission, |http| {
                http.post(&url)
                    .header("X-Goog-Api-Key", settings.api_key.expose_secret())
                    .header("X-Goog-FieldMask", FIELD_MASK)
                    .json(body)
            })
            .await?;
        if status == StatusCode::OK {
            return Page::parse(&answer).map_err(|reason| client.unreadable(reason).into());
        }
        let failure = Failure::parse(&answer, status);
        if failure.is_quota {
            return Err(GoogleError::Quota {
                reason: failure.message,
            });
        }
        let key = settings.api_key.expose_secret();
        Err(client
            .refused(failure.message.replace(key, "the key"))
            .into())
    }
}

impl Search {
    fn new(source: GoogleSource, query: PlaceQuery) -> Self {
        let mut rest: Vec<Rectangle> = match query.spot() {
            Spot::City(..) => Vec::new(),
            Spot::Region(region) => region
                .boxes()
                .into_iter()
                .map(|bounds| Rectangle {
                    bounds,
                    quartered: 0,
                })
                .collect(),
        };
        Self {
            source,
            query,
            rectangle: rest.pop(),
            rest,
            token: None,
            pages: 0,
            found: 0,
            seen: HashSet::new(),
        }
    }

    /// The next page's places, in Google's order; `None` after the last page.
    async fn next(mut self) -> Result<Option<(Vec<Place>, Self)>, GoogleError> {
        if matches!(self.query.spot(), Spot::Region(_)) && self.rectangle.is_none() {
            return Ok(None);
        }
        let is_over = self.pages == MOST_PAGES || self.pages > 0 && self.token.is_none();
        if is_over && !self.go_on() {
            return Ok(None);
        }
        let page = self.source.page(&self.request()).await?;
        self.pages += 1;
        self.found += page.count();
        let mut places = page.places(self.query.spot());
        places.retain(|place| self.seen.insert(place.key.clone()));
        self.token = page.next_token();
        Ok(Some((places, self)))
    }

    /// Goes on with the next rectangle, if there is one.
    fn go_on(&mut self) -> bool {
        let is_full = self.found >= (PAGE_SIZE * MOST_PAGES) as usize;
        if let Some(Rectangle { bounds, quartered }) = self.rectangle
            && is_full
            && quartered < MOST_QUARTERINGS
        {
            let quartered = quartered + 1;
            let quarters = bounds.quarters().into_iter();
            self.rest
                .extend(quarters.map(|bounds| Rectangle { bounds, quartered }));
        }
        self.rectangle = self.rest.pop();
        (self.token, self.pages, self.found) = (None, 0, 0);
        self.rectangle.is_some()
    }

    fn request(&self) -> Value {
        let term = self.query.term();
        let mut request = json!({
            "textQuery": term,
            "pageSize": PAGE_SIZE,
            "regionCode": "US",
            "languageCode": "en",
        });
        if let Spot::City(state, city) = self.query.spot() {
            request["textQuery"] = json!(format!("{term} in {city}, {}", state.code()));
            if let Some((latitude, longitude)) = gazetteer::centre(*state, city) {
                request["locationBias"] = json!({
                    "circle": {
                        "center": { "latitude": latitude, "longitude": longitude },
                        "radius": BIAS_RADIUS_M,
                    }
                });
            }
        }
        if let Some(Rectangle { bounds, .. }) = self.rectangle {
            let (south, west, north, east) = bounds.sides();
            request["locationRestriction"] = json!({
                "rectangle": {
                    "low": { "latitude": south, "longitude": west },
                    "high": { "latitude": north, "longitude": east },
                }
            });
        }
        if let Some(token) = &self.token {
            request["pageToken"] = json!(token);
        }
        request
    }
}

/// What the source is.
pub(crate) fn descriptor() -> SourceDescriptor {
    SourceDescriptor {
        name: GOOGLE.to_owned(),
        label: "Google Places (live)".to_owned(),
        licence: Some("Google Maps Platform Terms of Service".to_owned()),
        attribution: Some(ATTRIBUTION.to_owned()),
        is_sample: false,
        storable: false,
        combinable: false,
        known_cities_only: true,
    }
}

#[async_trait]
impl PlaceSource for GoogleSource {
    fn descriptor(&self) -> SourceDescriptor {
        descriptor()
    }

    fn search(&self, query: PlaceQuery) -> PlaceStream {
        let search = Search::new(self.clone(), query);
        stream::try_unfold(search, Search::next)
            .map_err(SourceError::from)
            .map_ok(|places| stream::iter(places).map(Ok))
            .try_flatten()
            .boxed()
    }

    fn admitted_by(&self, requests: Arc<dyn LiveRequests>) -> Option<Arc<dyn PlaceSource>> {
        Some(Arc::new(Self {
            admission: Admission::by(requests),
            ..self.clone()
        }))
    }

    async fn status(&self) -> Result<SourceStatus, SourceError> {
        let Inner { settings, client } = &*self.inner;
        // Any answer counts; searching for places would cost money.
        Ok(SourceStatus {
            rows: None,
            reachable: Some(client.is_reachable(&settings.url).await),
        })
    }
}
