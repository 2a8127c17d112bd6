//! How many of the known businesses are listed in the catalogue, and where: looked up in the background, one list at a
//! time, as that reads many listings.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::ids::UserId;
use places::{Catalogue, CatalogueError, Place};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::StoreError;
use tokio::sync::Semaphore;

use super::document::{KnownBusiness, from_json, opened};
use super::matching::KnownIndex;

/// A known business, and where it is: as its listing says, if it has one.
#[derive(Debug, Clone)]
pub struct LocatedBusiness {
    pub business: Place,
    pub category: Option<String>,
    /// In degrees.
    pub at: Option<(f64, f64)>,
    pub zip: Option<String>,
}

/// Counts known businesses among the listings.
#[derive(Clone)]
pub(super) struct Counter {
    known: KnownIndex,
    catalogue: Arc<Catalogue>,
    counting: Arc<Counting>,
}

/// The lists that are being counted.
struct Counting {
    turn: Semaphore,
    /// By their ids.
    under_way: Mutex<HashSet<String>>,
}

impl Default for Counting {
    fn default() -> Self {
        Self {
            turn: Semaphore::new(1),
            under_way: Mutex::default(),
        }
    }
}

/// A list that is being counted.
struct Counted {
    counting: Arc<Counting>,
    list: String,
}

impl Counting {
    fn lists(&self) -> MutexGuard<'_, HashSet<String>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.counting.lists().remove(&self.list);
    }
}

/// Why a list was not counted.
#[derive(Debug, thiserror::Error)]
enum Uncounted {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

/// What is kept of a business's listing.
#[derive(Debug, Serialize, Deserialize)]
struct Listed {
    /// The business's index in the list.
    of: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    category: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<(f64, f64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zip: Option<String>,
}

impl Listed {
    fn all(found: Vec<Option<Place>>) -> Vec<Self> {
        let found = found.into_iter().enumerate();
        let listed = found.filter_map(|(of, listing)| {
            let listing = listing?;
            Some(Self {
                of,
                at: listing.believed_coordinates(),
                category: listing.main_category,
                zip: listing.zip,
            })
        });
        listed.collect()
    }
}

impl Counter {
    pub(super) fn new(known: KnownIndex, catalogue: Arc<Catalogue>) -> Self {
        Self {
            known,
            catalogue,
            counting: Arc::default(),
        }
    }

    /// A text that changes with the catalogue's listings; none if they cannot be read now.
    pub(super) async fn listings_now(&self) -> Option<String> {
        let catalogue = Arc::clone(&self.catalogue);
        let datasets = blocking(move || Ok(catalogue.datasets())).await.ok()?;
        let mut hash = Sha256::new();
        for dataset in datasets.ok()? {
            hash.update(format!("{}\n{}\n", dataset.name, dataset.imported_at));
        }
        Some(hex::encode(hash.finalize()))
    }

    /// Counts a list in the background, unless that is under way.
    pub(super) fn count_soon(&self, user: &UserId, list: &str) {
        if !self.counting.lists().insert(list.to_owned()) {
            return;
        }
        let counted = Counted {
            counting: Arc::clone(&self.counting),
            list: list.to_owned(),
        };
        let (own, user) = (self.clone(), user.clone());
        tokio::spawn(async move {
            let turn = own.counting.turn.acquire().await;
            if let Err(error) = own.count(&user, &counted.list).await {
                tracing::warn!(%error, "known businesses could not be counted among the listings");
            }
            drop((turn, counted));
        });
    }

    async fn count(&self, user: &UserId, list: &str) -> Result<(), Uncounted> {
        let lists = &self.known.lists;
        let key = self.known.keys.find(user).await?;
        let Some((key, listings)) = key.zip(self.listings_now().await) else {
            return Ok(());
        };
        let (parts, opening) = (lists.parts(user, list).await?, key.clone());
        let businesses = blocking(move || opened(&opening, &parts)).await?;
        let places = businesses.into_iter().map(Place::from).collect();
        let listed = Listed::all(self.catalogue.listed(places).await?);
        let found = u32::try_from(listed.len()).unwrap_or(u32::MAX);
        let json = serde_json::to_string(&listed).expect("texts and finite numbers: always JSON");
        let closed = key.close_long(&json)?;
        lists
            .note_found(user, list, (found, &listings), &closed)
            .await?;
        Ok(())
    }

    /// The businesses of the user's list, each as its listing says where it is and what, if it was found.
    pub(super) async fn located(&self, user: &UserId) -> Result<Vec<LocatedBusiness>, StoreError> {
        let lists = &self.known.lists;
        let Some(list) = lists.find(user).await? else {
            return Ok(Vec::new());
        };
        let Some(key) = self.known.keys.find(user).await? else {
            return Ok(Vec::new());
        };
        let parts = lists.parts(user, &list.id).await?;
        let listings = lists.listings(user, &list.id).await?;
        blocking(move || {
            let listings = listings.map(|listings| from_json::<Vec<Listed>>(&key, &listings));
            let mut listings = listings
                .transpose()?
                .unwrap_or_default()
                .into_iter()
                .peekable();
            let businesses = opened(&key, &parts)?.into_iter().enumerate();
            let located = businesses.map(|(index, business)| {
                let listed = listings.next_if(|listed| listed.of == index);
                locate(business, listed)
            });
            Ok(located.collect())
        })
        .await
    }
}

fn locate(business: KnownBusiness, listed: Option<Listed>) -> LocatedBusiness {
    let business = Place::from(business);
    match listed {
        Some(listed) => LocatedBusiness {
            category: listed.category.or_else(|| business.main_category.clone()),
            at: listed.at,
            zip: listed.zip,
            business,
        },
        None => LocatedBusiness {
            category: business.main_category.clone(),
            at: business.coordinates(),
            zip: business.zip.clone(),
            business,
        },
    }
}

/// Runs work that takes a while.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| Err(StoreError::Damaged(error.to_string())))
}
