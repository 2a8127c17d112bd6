//! OpenStreetMap, live, through an Overpass API server.
//!
//! A search requests what has a name, is of the kind that the term means (or has the term in its name) and is
//! within the city's boundary. If OpenStreetMap has no boundary of that name, it requests what is around the
//! city's center and keeps what belongs to the city. A region is requested by the box around it.
//!
//! The server is shared with the whole world: one request at a time, identified by this program's name,
//! waiting 30 s or more when asked to. An answer with a `remark` is a failure even if its HTTP status is 200.

mod answer;
mod error;
mod query;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::{StreamExt, TryStreamExt, stream};
use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use url::form_urlencoded;
use us::UsState;

pub use self::error::OverpassError;

use self::answer::Answer;
use self::query::{Where, ask_for};
use super::elements::OsmElements;
use crate::gazetteer;
use crate::live::Admission;
use crate::service::{Policy, ServiceClient};
use crate::text::city_key;
use crate::{
    LiveRequests, Place, PlaceQuery, PlaceSource, PlaceStream, Provenance, Region,
    SourceDescriptor, SourceError, SourceStatus, Spot,
};

/// The source's name.
pub const OSM: &str = "osm";

/// The server queried unless another is configured.
pub const DEFAULT_OVERPASS_URL: &str = "https://overpass-api.de/api/interpreter";

/// Servers that volunteers run for everybody: what repeats itself belongs on one's own.
const PUBLIC_HOSTS: [&str; 5] = [
    "overpass-api.de",
    "overpass.kumi.systems",
    "overpass.private.coffee",
    "overpass.osm.ch",
    "maps.mail.ru",
];

const SERVICE: &str = "OpenStreetMap";
const LICENCE: &str = "ODbL-1.0";
const ATTRIBUTION: &str = "© OpenStreetMap contributors";

/// How to query the server.
#[derive(Debug, Clone)]
pub struct OverpassSettings {
    /// The address of its `interpreter`.
    pub url: String,
    /// Timeout of an answer; a little more than the server is allowed to spend.
    pub timeout: Duration,
    /// The shortest wait after a request to slow down.
    pub back_off: Duration,
}

impl Default for OverpassSettings {
    fn default() -> Self {
        Self {
            url: DEFAULT_OVERPASS_URL.to_owned(),
            timeout: Duration::from_secs(60),
            back_off: Duration::from_secs(30),
        }
    }
}

/// OpenStreetMap through Overpass. Cheap to clone.
#[derive(Clone)]
pub struct OverpassSource {
    inner: Arc<Inner>,
    admission: Admission,
}

struct Inner {
    url: String,
    client: ServiceClient,
}

impl OverpassSource {
    /// Creates a source that queries the settings' server.
    pub fn new(settings: OverpassSettings) -> Result<Self, OverpassError> {
        let policy = Policy {
            timeout: settings.timeout,
            back_off: settings.back_off,
            repeats: 1,
        };
        Ok(Self {
            inner: Arc::new(Inner {
                url: settings.url,
                client: ServiceClient::new(SERVICE, OSM, policy)?,
            }),
            admission: Admission::default(),
        })
    }

    async fn find(self, query: PlaceQuery) -> Result<Vec<Place>, OverpassError> {
        match query.spot() {
            Spot::City(state, city) => self.find_in_city(&query, *state, city).await,
            Spot::Region(region) => self.find_in_region(&query, region).await,
        }
    }

    async fn find_in_city(
        &self,
        query: &PlaceQuery,
        state: UsState,
        city: &str,
    ) -> Result<Vec<Place>, OverpassError> {
        let boundary = Where::Boundary { state, city };
        let inside = self.ask(&ask_for(query.term(), boundary)).await?;
        if inside.has_boundary() {
            // It is within the boundary: no need to guess its city.
            return Ok(places(query, &inside, |reader, place| {
                if place.provenance.placed_by_coordinates {
                    reader.place_in(place, city, state);
                }
                true
            }));
        }
        let Some((latitude, longitude)) = gazetteer::centre(state, city) else {
            return Ok(Vec::new());
        };
        let near = Where::Around {
            latitude,
            longitude,
        };
        let around = self.ask(&ask_for(query.term(), near)).await?;
        let key = city_key(city, state);
        Ok(places(query, &around, |_, place| {
            let own = place.city.as_deref().map(|name| city_key(name, state));
            own.as_deref() == Some(key.as_str())
        }))
    }

    async fn find_in_region(
        &self,
        query: &PlaceQuery,
        region: &Region,
    ) -> Result<Vec<Place>, OverpassError> {
        let mut found = Vec::new();
        for bounds in region.boxes() {
            let answer = self.ask(&ask_for(query.term(), Where::Box(bounds))).await?;
            found.extend(places(query, &answer, |_, place| {
                place.coordinates().is_some_and(|at| region.contains(at))
            }));
        }
        Ok(found)
    }

    async fn ask(&self, script: &str) -> Result<Answer, OverpassError> {
        let Inner { url, client } = &*self.inner;
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("data", script)
            .finish();
        let (status, body) = client
            .ask(&self.admission, |http| {
                http.post(url)
                    .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
                    .body(body.clone())
            })
            .await?;
        match status {
            StatusCode::OK => {
                let answer = Answer::parse(&body).map_err(|reason| client.unreadable(reason))?;
                match answer.failure() {
                    Some(remark) => Err(OverpassError::Unfinished {
                        remark: remark.to_owned(),
                    }),
                    None => Ok(answer),
                }
            }
            StatusCode::TOO_MANY_REQUESTS => Err(client.busy(status).into()),
            status => Err(client.refused(format!("status {}", status.as_u16())).into()),
        }
    }
}

/// The businesses of an answer that count, those of the wanted kind first.
fn places(
    query: &PlaceQuery,
    answer: &Answer,
    mut counts: impl FnMut(&mut OsmElements, &mut Place) -> bool,
) -> Vec<Place> {
    let mut reader = OsmElements::new(provenance(answer.timestamp()));
    let mut places: Vec<(bool, Place)> = answer
        .businesses()
        .filter_map(|found| {
            let is_wanted_kind = query::is_of_kind(query.term(), &found.tags);
            let mut place =
                reader.place(found.kind, found.id, &found.tags, found.at, found.outline)?;
            counts(&mut reader, &mut place).then_some((is_wanted_kind, place))
        })
        .collect();
    places.sort_by(|(one_kind, one), (other_kind, other)| {
        other_kind
            .cmp(one_kind)
            .then_with(|| one.key.cmp(&other.key))
    });
    places.dedup_by(|(_, one), (_, other)| one.key == other.key);
    let places = places.into_iter();
    places.map(|(_, place)| place.in_readable_case()).collect()
}

fn provenance(timestamp: Option<&str>) -> Provenance {
    Provenance {
        source: OSM.to_owned(),
        source_id: None,
        licence: Some(LICENCE.to_owned()),
        attribution: Some(ATTRIBUTION.to_owned()),
        release: timestamp.map(str::to_owned),
        retrieved: Some(
            jiff::Timestamp::now()
                .to_zoned(jiff::tz::TimeZone::UTC)
                .date(),
        ),
        confidence: None,
        placed_by_coordinates: false,
        also_in: Vec::new(),
        sample: false,
        storable: true,
    }
}

/// What the source is.
pub(crate) fn descriptor() -> SourceDescriptor {
    SourceDescriptor {
        name: OSM.to_owned(),
        label: "OpenStreetMap (live)".to_owned(),
        licence: Some(LICENCE.to_owned()),
        attribution: Some(ATTRIBUTION.to_owned()),
        is_sample: false,
        storable: true,
        combinable: true,
        known_cities_only: false,
    }
}

#[async_trait]
impl PlaceSource for OverpassSource {
    fn descriptor(&self) -> SourceDescriptor {
        descriptor()
    }

    fn search(&self, query: PlaceQuery) -> PlaceStream {
        stream::once(self.clone().find(query))
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

    fn may_be_watched(&self) -> bool {
        let host = self.inner.url.split('/').nth(2).unwrap_or_default();
        let host = host.split(':').next().unwrap_or_default();
        let is_of = |public: &&str| {
            let before = host.strip_suffix(*public);
            before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        !PUBLIC_HOSTS.iter().any(is_of)
    }

    async fn status(&self) -> Result<SourceStatus, SourceError> {
        let Inner { url, client } = &*self.inner;
        // Overpass servers report their status next to the interpreter.
        let status = url.replace("/interpreter", "/status");
        Ok(SourceStatus {
            rows: None,
            reachable: Some(client.is_reachable(&status).await),
        })
    }
}
