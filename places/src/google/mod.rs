//! Google Places (New), text search, with the operator's own key.
//!
//! Google's terms: rows may not be kept beyond the session (`storable: false`; a saved company keeps
//! the place id), and a search gives 60 places at most, in pages of 20. A page is asked for only when
//! the one before it was read, since each costs the operator money.
//!
//! The key travels in a header and is in no address, error or log.

mod answer;
mod credit;
mod error;

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
use crate::gazetteer;
use crate::live::Admission;
use crate::service::{Policy, ServiceClient};
use crate::{
    LiveRequests, Place, PlaceQuery, PlaceSource, PlaceStream, SourceDescriptor, SourceError,
    SourceStatus,
};

const SERVICE: &str = "Google Places";
const DEFAULT_URL: &str = "https://places.googleapis.com";

/// Places on a page, and pages that there can be.
const PAGE_SIZE: u32 = 20;
const MOST_PAGES: u32 = 3;

/// How far from the city's centre places are preferred (metres).
const BIAS_RADIUS_M: f64 = 20_000.0;

/// What is asked for, and paid for: no field more than rows have.
const FIELD_MASK: &str = "places.id,places.displayName,places.formattedAddress,\
    places.addressComponents,places.location,places.primaryType,places.primaryTypeDisplayName,\
    places.types,places.nationalPhoneNumber,places.internationalPhoneNumber,places.websiteUri,places.googleMapsUri,\
    places.rating,places.userRatingCount,places.priceLevel,places.businessStatus,\
    places.regularOpeningHours.weekdayDescriptions,nextPageToken";

/// How Google is asked.
#[derive(Debug, Clone)]
pub struct GoogleSettings {
    /// The operator's key.
    pub api_key: SecretString,
    /// The service's address, without a path.
    pub url: String,
    /// How long an answer may take.
    pub timeout: Duration,
    /// The shortest wait after being told to slow down.
    pub back_off: Duration,
}

impl GoogleSettings {
    /// With that key.
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

/// Where a search stands between two pages.
struct Search {
    source: GoogleSource,
    query: PlaceQuery,
    /// The next page's token; none for the first page.
    token: Option<String>,
    pages: u32,
}

impl GoogleSource {
    /// Asks with the key of the settings.
    pub fn new(settings: GoogleSettings) -> Result<Self, GoogleError> {
        let policy = Policy {
            timeout: settings.timeout,
            back_off: settings.back_off,
            // A quota that is used up does not come back within a search.
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
    /// The next page's places, in Google's order; none after the last page.
    async fn next(mut self) -> Result<Option<(Vec<Place>, Self)>, GoogleError> {
        if self.pages == MOST_PAGES || self.pages > 0 && self.token.is_none() {
            return Ok(None);
        }
        let page = self.source.page(&self.request()).await?;
        self.pages += 1;
        let places = page.places(&self.query);
        self.token = page.next_token();
        Ok(Some((places, self)))
    }

    fn request(&self) -> Value {
        let (query, state) = (&self.query, self.query.state());
        let mut request = json!({
            "textQuery": format!("{} in {}, {}", query.term(), query.city(), state.code()),
            "pageSize": PAGE_SIZE,
            "regionCode": "US",
            "languageCode": "en",
        });
        if let Some((latitude, longitude)) = gazetteer::centre(state, query.city()) {
            request["locationBias"] = json!({
                "circle": {
                    "center": { "latitude": latitude, "longitude": longitude },
                    "radius": BIAS_RADIUS_M,
                }
            });
        }
        if let Some(token) = &self.token {
            request["pageToken"] = json!(token);
        }
        request
    }
}

#[async_trait]
impl PlaceSource for GoogleSource {
    fn descriptor(&self) -> SourceDescriptor {
        SourceDescriptor {
            name: GOOGLE.to_owned(),
            label: "Google Places (live)".to_owned(),
            licence: Some("Google Maps Platform Terms of Service".to_owned()),
            attribution: Some(ATTRIBUTION.to_owned()),
            is_sample: false,
            storable: false,
        }
    }

    fn search(&self, query: PlaceQuery) -> PlaceStream {
        let search = Search {
            source: self.clone(),
            query,
            token: None,
            pages: 0,
        };
        stream::try_unfold(search, Search::next)
            .map_err(SourceError::from)
            .map_ok(|places| stream::iter(places).map(Ok))
            .try_flatten()
            .boxed()
    }

    fn admitted_by(&self, requests: Arc<dyn LiveRequests>) -> Option<Arc<dyn PlaceSource>> {
        Some(Arc::new(Self {
            inner: Arc::clone(&self.inner),
            admission: Admission::by(requests),
        }))
    }

    async fn status(&self) -> Result<SourceStatus, SourceError> {
        let Inner { settings, client } = &*self.inner;
        // Any answer will do: asking for places would cost.
        Ok(SourceStatus {
            rows: None,
            reachable: Some(client.is_reachable(&settings.url).await),
        })
    }
}
