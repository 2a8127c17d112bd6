//! The facts of rows: from the reference pack, the catalogue around them and, if the operator enabled them, the
//! online look-ups.
//!
//! Invariants: the pack is read again when the file of imported tables changes, so the next slice of rows sees an
//! import by another process; a look-up that fails only leaves its field empty.

mod listings;
mod surroundings;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::SystemTime;

use enrichment::atlas::Kind;
use enrichment::enrich::NEARBY_MI;
use enrichment::geo::METERS_PER_MILE;
use enrichment::online::{CensusGeocoder, FloodZone, FloodZones};
use enrichment::pack::{PackError, PackSource};
use enrichment::{CompetitorIndex, GeocodedPlace, Missing, Reference, RowFacts, Subject};
use places::catalogue::CATALOGUE;
use places::{
    Around, Catalogue, CatalogueError, CountyGround, Place, Sources, is_doubtful, may_be_doubtful,
};
use tokio::sync::{Mutex, Semaphore};

pub use self::listings::KindListings;
use self::listings::{Kept, KeptListings};
use self::surroundings::{Borders, Surroundings};

/// Slices whose surroundings are held at once: each may have a hundred thousand listings around it.
const SURROUNDED: usize = 2;

/// Why rows cannot be enriched.
#[derive(Debug, thiserror::Error)]
pub enum EnricherError {
    #[error(transparent)]
    Pack(#[from] PackError),
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    #[error("the process is stopping")]
    Stopped,
}

/// What the operator has enabled.
#[derive(Debug, Default)]
pub struct EnricherSettings {
    pub flood_zones: Option<FloodZones>,
    pub geocoder: Option<CensusGeocoder>,
    /// Sources that have agreed to what their terms forbid: that their rows are combined with other data.
    pub agreed: Vec<&'static str>,
}

/// Finds the facts of rows. Loads the pack when it is first needed.
pub struct Enricher {
    pack: PackSource,
    loaded: Mutex<Option<Loaded>>,
    catalogue: Arc<Catalogue>,
    settings: EnricherSettings,
    surrounded: Semaphore,
    listings: KeptListings,
}

struct Loaded {
    /// When the file was written; none if there is no file.
    changed: Option<SystemTime>,
    reference: Arc<Reference>,
    /// Which fields it has data for, once anybody has asked.
    available: Option<Arc<[bool]>>,
}

/// The pack, and which fields it has data for.
#[derive(Debug, Clone)]
pub struct Known {
    pub reference: Arc<Reference>,
    /// In the order of [`enrichment::fields::FIELDS`].
    pub available: Arc<[bool]>,
}

impl Enricher {
    /// Over a pack, and the listings.
    pub fn new(pack: PackSource, catalogue: Arc<Catalogue>, settings: EnricherSettings) -> Self {
        Self {
            pack,
            loaded: Mutex::new(None),
            catalogue,
            settings,
            surrounded: Semaphore::new(SURROUNDED),
            listings: KeptListings::default(),
        }
    }

    /// May rows of this source be combined with other data?
    pub fn may_enrich(&self, source: &str) -> bool {
        Sources::described(source).is_none_or(|source| source.combinable)
            || self.settings.agreed.contains(&source)
    }

    /// Are flood zones looked up?
    pub fn looks_up_flood_zones(&self) -> bool {
        self.settings.flood_zones.is_some()
    }

    /// The pack as its file is now, and which fields it has data for.
    pub async fn known(&self) -> Result<Known, EnricherError> {
        let mut loaded = self.loaded.lock().await;
        let loaded = self.current(&mut loaded).await?;
        let reference = Arc::clone(&loaded.reference);
        let available = match &loaded.available {
            Some(available) => Arc::clone(available),
            None => {
                let asked = Arc::clone(&reference);
                let found = tokio::task::spawn_blocking(move || asked.available()).await;
                let found: Arc<[bool]> = found.map_err(|_| EnricherError::Stopped)?.into();
                loaded.available = Some(Arc::clone(&found));
                found
            }
        };
        Ok(Known {
            reference,
            available,
        })
    }

    /// The pack as its file is now.
    pub async fn reference(&self) -> Result<Arc<Reference>, EnricherError> {
        let mut loaded = self.loaded.lock().await;
        Ok(Arc::clone(&self.current(&mut loaded).await?.reference))
    }

    /// The counties that searches look in.
    pub async fn county_ground(&self) -> Result<Arc<dyn CountyGround>, EnricherError> {
        Ok(Arc::new(Borders(self.reference().await?)))
    }

    /// When the file of imported tables was written; none if there is no file.
    async fn changed(&self) -> Option<SystemTime> {
        let file = tokio::fs::metadata(self.pack.imported()).await;
        file.and_then(|file| file.modified()).ok()
    }

    async fn current<'l>(
        &self,
        loaded: &'l mut Option<Loaded>,
    ) -> Result<&'l mut Loaded, EnricherError> {
        let changed = self.changed().await;
        let is_current = |loaded: &Loaded| loaded.changed == changed;
        if let Some(there) = loaded.take_if(|loaded| is_current(loaded)) {
            return Ok(loaded.insert(there));
        }
        let source = self.pack.clone();
        let reference = tokio::task::spawn_blocking(move || Reference::load(&source))
            .await
            .map_err(|_| EnricherError::Stopped)??;
        tracing::info!(
            took_ms = u64::try_from(reference.loaded_in().as_millis()).unwrap_or(u64::MAX),
            "reference pack loaded"
        );
        Ok(loaded.insert(Loaded {
            changed,
            reference: Arc::new(reference),
            available: None,
        }))
    }

    /// The listings of a kind. Kept until the catalogue or the pack changes.
    pub async fn listings(
        &self,
        kind: Kind,
        reference: &Arc<Reference>,
    ) -> Result<Arc<KindListings>, EnricherError> {
        let datasets = self.catalogue.datasets()?;
        let slot = self.listings.of(kind);
        let mut slot = slot.lock().await;
        if let Some(kept) = slot.as_ref()
            && kept.is_of(reference, &datasets)
        {
            return Ok(Arc::clone(&kept.listings));
        }
        let found = self.catalogue.of_kind(kind.name).await?;
        let of = Arc::clone(reference);
        let counting = tokio::task::spawn_blocking(move || KindListings::new(kind, found, &of));
        let listings = Arc::new(counting.await.map_err(|_| EnricherError::Stopped)?);
        *slot = Some(Kept {
            reference: Arc::clone(reference),
            datasets,
            listings: Arc::clone(&listings),
        });
        Ok(listings)
    }

    /// What is known about each row of a source; none if nothing is.
    pub async fn facts(
        &self,
        source: &str,
        places: Vec<Place>,
    ) -> Result<Vec<Option<RowFacts>>, EnricherError> {
        if !self.may_enrich(source) {
            return Ok(places.iter().map(|_| None).collect());
        }
        let reference = self.reference().await?;
        let mut rows = Vec::with_capacity(places.len());
        for place in places {
            rows.push(self.look_up(place).await);
        }
        let _held = self.surrounded.acquire().await;
        let around = match source {
            CATALOGUE => self.competitors(&rows, &reference).await?,
            // Other sources are not mixed with the catalogue's data sets.
            _ => Surroundings::nowhere(rows.len()),
        };
        tokio::task::spawn_blocking(move || {
            let known = rows.into_iter().enumerate();
            known
                .map(|(place, row)| row.facts(&reference, around.of(place)))
                .collect()
        })
        .await
        .map_err(|_| EnricherError::Stopped)
    }

    /// The row, with its position marked if that contradicts the rest of the row. A search continues without the
    /// tables.
    pub async fn judged(&self, mut place: Place) -> Place {
        if may_be_doubtful(&place) {
            match self.reference().await {
                Ok(reference) => place.position_doubtful = is_doubtful(&place, &Borders(reference)),
                Err(error) => tracing::warn!(%error, "a position was not compared with its city"),
            }
        }
        place
    }

    async fn look_up(&self, place: Place) -> Row {
        let mut row = Row {
            place,
            geocoded: None,
            flood_zone: None,
        };
        if let Some(geocoder) = &self.settings.geocoder
            && row.place.coordinates().is_none()
            && let Some(address) = &row.place.address
        {
            match geocoder.find(address).await {
                Ok(found) => {
                    row.geocoded = found.map(|found| GeocodedPlace {
                        latitude: found.latitude,
                        longitude: found.longitude,
                        matched_address: found.matched_address,
                    });
                }
                Err(error) => tracing::warn!(%error, "an address was not looked up"),
            }
        }
        if let Some(flood_zones) = &self.settings.flood_zones
            && let Some((latitude, longitude)) = row.coordinates()
        {
            match flood_zones.at(latitude, longitude).await {
                Ok(zone) => row.flood_zone = zone,
                Err(error) => tracing::warn!(%error, "a flood zone was not looked up"),
            }
        }
        row
    }

    /// The listings of the rows' own categories around them.
    async fn competitors(
        &self,
        rows: &[Row],
        reference: &Arc<Reference>,
    ) -> Result<Surroundings, EnricherError> {
        let mut wanted = Vec::new();
        let mut of: Vec<Result<usize, Missing>> = Vec::with_capacity(rows.len());
        for row in rows {
            of.push(row.around().map(|around| {
                wanted.push(around);
                wanted.len() - 1
            }));
        }
        let categories: Vec<String> = wanted.iter().map(|one| one.category.clone()).collect();
        let borders = Borders(Arc::clone(reference));
        let limit_m = NEARBY_MI * METERS_PER_MILE;
        let found = self.catalogue.nearby(wanted, limit_m, borders).await?;
        let mut whole = HashMap::new();
        for (category, group) in categories.into_iter().zip(&found.of) {
            if group.is_ok()
                && let Entry::Vacant(new) = whole.entry(category)
                && let Some(kind) = Kind::named(new.key())
            {
                let listings = self.listings(kind, reference).await?;
                new.insert(listings);
            }
        }
        let reference = Arc::clone(reference);
        tokio::task::spawn_blocking(move || Surroundings::new(of, found, &whole, &reference))
            .await
            .map_err(|_| EnricherError::Stopped)
    }
}

/// A row with its look-ups.
struct Row {
    place: Place,
    geocoded: Option<GeocodedPlace>,
    flood_zone: Option<FloodZone>,
}

impl Row {
    fn coordinates(&self) -> Option<(f64, f64)> {
        let geocoded = self.geocoded.as_ref();
        self.place
            .believed_coordinates()
            .or_else(|| geocoded.map(|found| (found.latitude, found.longitude)))
    }

    /// How its competitors are found, or why they cannot be known.
    fn around(&self) -> Result<Around, Missing> {
        let category = self.place.main_category.as_deref();
        let category = category.filter(|category| !category.trim().is_empty());
        let nowhere = match self.place.position_doubtful {
            true => Missing::PositionDoubtful,
            false => Missing::NoCoordinates,
        };
        Ok(Around {
            at: self.coordinates().ok_or(nowhere)?,
            category: category.ok_or(Missing::NoCategory)?.to_owned(),
        })
    }

    fn facts(
        self,
        reference: &Reference,
        around: Result<&CompetitorIndex, Missing>,
    ) -> Option<RowFacts> {
        let subject = Subject {
            key: Some(&self.place.key),
            coordinates: self.coordinates(),
            zip: self.place.zip.as_deref(),
            county_fips: None,
            naics: None,
            category: self.place.main_category.as_deref(),
        };
        let mut row = reference.enrich(&subject, around.ok());
        if self.place.position_doubtful {
            row.without_surroundings(Missing::PositionDoubtful);
        } else if let Err(reason) = around {
            row.without_competitors(reason);
        }
        if let Some(zone) = &self.flood_zone {
            row.add_flood_zone(zone);
        }
        RowFacts::of(&row, self.geocoded)
    }
}
