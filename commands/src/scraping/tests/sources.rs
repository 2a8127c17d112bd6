//! A maps service and a source of facts that do as a test says.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use enrichment::{GeocodedPlace, RowFacts};
use futures::{StreamExt, stream};
use places::{
    CatalogueError, CountyGround, OverpassError, Place, PlaceQuery, PlaceSource, PlaceStream,
    ServiceError, SourceDescriptor, SourceError, SourceStatus, Spot,
};
use serde_json::json;
use tokio::sync::Semaphore;

use super::super::FactSource;
use crate::enricher::EnricherError;

/// The name of [`Listing`] among the sources.
pub(super) const LISTING: &str = "listing";

/// What a search comes upon.
#[derive(Clone)]
pub(super) enum Found {
    /// The business of that number.
    Business(u32),
    /// The same at a latitude.
    At(u32, f64),
    /// The service fails.
    Failure,
    /// The service's own code panics.
    Panic,
    /// Nothing, until the gate is opened.
    Gate(Arc<Semaphore>),
}

/// So many businesses.
pub(super) fn businesses(numbers: impl IntoIterator<Item = u32>) -> Vec<Found> {
    numbers.into_iter().map(Found::Business).collect()
}

pub(super) fn name(number: u32) -> String {
    format!("Business {number}")
}

fn business(number: u32) -> Place {
    let place = json!({
        "key": format!("k{number}"),
        "name": name(number),
        "provenance": {"source": LISTING, "sample": false, "storable": true},
    });
    serde_json::from_value(place).unwrap()
}

fn busy() -> SourceError {
    let busy = ServiceError::Busy {
        service: "The listing",
        status: 429,
    };
    OverpassError::from(busy).into()
}

/// A maps service that finds what it is told to find, city by city.
#[derive(Default)]
pub(super) struct Listing {
    cities: Mutex<BTreeMap<String, Vec<Found>>>,
    asked: Mutex<HashMap<String, u32>>,
}

impl Listing {
    /// From now on a search in that city finds this.
    pub(super) fn set(&self, city: &str, found: Vec<Found>) {
        self.cities.lock().unwrap().insert(city.to_owned(), found);
    }

    /// How often a city was searched.
    pub(super) fn asked(&self, city: &str) -> u32 {
        let asked = self.asked.lock().unwrap();
        asked.get(city).copied().unwrap_or_default()
    }
}

#[async_trait]
impl PlaceSource for Listing {
    fn descriptor(&self) -> SourceDescriptor {
        SourceDescriptor {
            name: LISTING.to_owned(),
            label: "A listing made for a test".to_owned(),
            licence: None,
            attribution: None,
            is_sample: false,
            storable: true,
            combinable: true,
            known_cities_only: false,
        }
    }

    fn search(&self, query: PlaceQuery) -> PlaceStream {
        let city = match query.spot() {
            Spot::City(_, city) => city.clone(),
            Spot::Region(region) => region.name().to_owned(),
        };
        let found = self.cities.lock().unwrap().get(&city).cloned();
        *self.asked.lock().unwrap().entry(city).or_default() += 1;
        stream::iter(found.unwrap_or_default())
            .filter_map(|found| async move {
                match found {
                    Found::Business(number) => Some(Ok(business(number))),
                    Found::At(number, latitude) => Some(Ok(Place {
                        latitude: Some(latitude),
                        longitude: Some(-121.5),
                        ..business(number)
                    })),
                    Found::Failure => Some(Err(busy())),
                    Found::Panic => panic!("the listing panics in a test"),
                    Found::Gate(gate) => {
                        let _opened = gate.acquire().await.unwrap();
                        None
                    }
                }
            })
            .boxed()
    }

    async fn status(&self) -> Result<SourceStatus, SourceError> {
        Ok(SourceStatus {
            rows: None,
            reachable: None,
        })
    }
}

/// What is known of a business.
#[derive(Clone)]
pub(super) enum Known {
    Something,
    Nothing,
    /// Asking fails.
    Failure,
    /// It is not told before the gate is opened.
    Gate(Arc<Semaphore>),
}

type Knowledge = Box<dyn Fn(&str) -> Known + Send>;

/// Knows of each business what it is told to know.
pub(super) struct Facts {
    of: Mutex<Knowledge>,
    forbidden: AtomicBool,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            of: Mutex::new(Box::new(|_| Known::Something)),
            forbidden: AtomicBool::default(),
        }
    }
}

impl Facts {
    /// From now on this is known of the business of a name.
    pub(super) fn set(&self, of: impl Fn(&str) -> Known + Send + 'static) {
        *self.of.lock().unwrap() = Box::new(of);
    }

    /// From now on the terms of the maps service forbid to enrich its rows.
    pub(super) fn forbid(&self) {
        self.forbidden.store(true, Ordering::Relaxed);
    }
}

/// Counties as bands of a degree of latitude: 41001 from 1° north, 41003 from 3°, and so on.
struct Bands;

impl CountyGround for Bands {
    fn county_at(&self, (latitude, _): (f64, f64)) -> Option<u32> {
        Some(41_000 + latitude.floor() as u32)
    }

    fn rings(&self, county: u32) -> Vec<Vec<(f64, f64)>> {
        let south = f64::from(county - 41_000);
        let north = south + 1.0;
        vec![vec![
            (south, -122.0),
            (south, -121.0),
            (north, -121.0),
            (north, -122.0),
        ]]
    }
}

#[async_trait]
impl FactSource for Facts {
    async fn judged(&self, row: Place) -> Place {
        row
    }

    async fn county_ground(&self) -> Result<Arc<dyn CountyGround>, EnricherError> {
        Ok(Arc::new(Bands))
    }

    fn may_enrich(&self, _source: &str) -> bool {
        !self.forbidden.load(Ordering::Relaxed)
    }

    async fn facts(
        &self,
        _source: &str,
        rows: Vec<Place>,
    ) -> Result<Vec<Option<RowFacts>>, EnricherError> {
        let known: Vec<Known> = {
            let of = self.of.lock().unwrap();
            rows.iter().map(|row| of(&row.name)).collect()
        };
        let mut facts = Vec::new();
        for (known, row) in known.into_iter().zip(rows) {
            match known {
                Known::Something => facts.push(Some(RowFacts {
                    geocoded: Some(GeocodedPlace {
                        latitude: 45.0,
                        longitude: -122.0,
                        matched_address: row.name,
                    }),
                    ..RowFacts::default()
                })),
                Known::Nothing => facts.push(None),
                Known::Failure => {
                    let reason = "made for a test".to_owned();
                    return Err(CatalogueError::Read { reason }.into());
                }
                Known::Gate(gate) => {
                    let _opened = gate.acquire().await.unwrap();
                    facts.push(None);
                }
            }
        }
        Ok(facts)
    }
}
