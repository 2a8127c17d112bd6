//! Uploading, counting and removing the businesses that a user knows.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::UserId;
use jiff::Timestamp;
use places::import::{RefusedRow, SentBusinesses, SentError, read_sent};
use places::{Catalogue, Place};
use store::StoreError;
use store::fail_points::dies_at;
use store::known::{KnownList, NewKnownList};
use store::user_keys::UserKey;
use uuid::Uuid;

use super::counting::{Counter, LocatedBusiness, blocking};
use super::document::{KnownBusiness, closed};
use super::matching::{KnownIndex, recognized};
use crate::clock::Clock;
use crate::error::CommandError;

/// The longest file, in bytes.
pub const MOST_BYTES: usize = 5 * 1024 * 1024;
/// The most rows of a file.
pub const MOST_ROWS: u64 = 50_000;

/// How often an upload starts over beside erasures, which destroy the key that it closes with.
const TRIES: u32 = 8;
/// Between two tries.
const SOON: Duration = Duration::from_millis(50);

/// The numbers of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownCounts {
    pub businesses: u32,
    /// How many of them are listed in the catalogue; `None` until that is known.
    pub found: Option<u32>,
    pub uploaded_at: Timestamp,
}

impl From<&KnownList> for KnownCounts {
    fn from(list: &KnownList) -> Self {
        Self {
            businesses: list.businesses,
            found: list.found,
            uploaded_at: Timestamp::from_microsecond(list.uploaded_at).unwrap_or_default(),
        }
    }
}

/// What an upload came to.
#[derive(Debug, Clone)]
pub struct Uploaded {
    pub counts: KnownCounts,
    /// The first rows that cannot be used.
    pub refused: Vec<RefusedRow>,
    pub refused_count: u64,
}

/// Users' lists of the businesses that they know.
#[derive(Clone)]
pub struct KnownUploads {
    known: KnownIndex,
    counter: Counter,
    clock: Arc<dyn Clock>,
}

impl KnownUploads {
    /// They are counted among the catalogue's listings.
    pub fn new(known: KnownIndex, catalogue: Arc<Catalogue>, clock: Arc<dyn Clock>) -> Self {
        Self {
            counter: Counter::new(known.clone(), catalogue),
            known,
            clock,
        }
    }

    /// Which businesses users know.
    pub fn index(&self) -> KnownIndex {
        self.known.clone()
    }

    /// Reads a CSV file and stores its businesses in place of the user's former list, which stays if the file is of no
    /// use.
    pub async fn upload(
        &self,
        user: &UserId,
        file: Arc<[u8]>,
    ) -> Result<Result<Uploaded, SentError>, CommandError> {
        let sent = match blocking(move || Ok(read_sent(file, MOST_ROWS))).await? {
            Ok(sent) => sent,
            Err(refusal) => return Ok(Err(refusal)),
        };
        dies_at("known.read");
        let SentBusinesses {
            businesses,
            refused,
            refused_count,
        } = sent;
        let list = self.replace(user, Arc::new(businesses)).await?;
        self.counter.count_soon(user, &list.id);
        Ok(Ok(Uploaded {
            counts: KnownCounts::from(&list),
            refused,
            refused_count,
        }))
    }

    async fn replace(
        &self,
        user: &UserId,
        businesses: Arc<Vec<Place>>,
    ) -> Result<KnownList, CommandError> {
        let KnownIndex { lists, keys, .. } = &self.known;
        for _ in 0..TRIES {
            // None while the user is being erased.
            let Some(key) = keys.find_or_make(user).await? else {
                tokio::time::sleep(SOON).await;
                continue;
            };
            let (own, now) = (Arc::clone(&businesses), self.clock.now());
            let closing = key.clone();
            let list = blocking(move || new_list(&closing, &own, now)).await?;
            if lists.replace(user, &list, keys, &key).await? {
                return Ok(KnownList {
                    id: list.id,
                    uploaded_at: list.uploaded_at,
                    businesses: list.businesses,
                    found: None,
                    found_in: String::new(),
                });
            }
        }
        Err(CommandError::Conflict)
    }

    /// The numbers of the user's list; none without one. Where the listings have changed, they are counted anew in the
    /// background.
    pub async fn counts(&self, user: &UserId) -> Result<Option<KnownCounts>, StoreError> {
        let Some(list) = self.known.lists.find(user).await? else {
            return Ok(None);
        };
        let listings = self.counter.listings_now().await;
        if listings.is_some_and(|listings| listings != list.found_in) {
            self.counter.count_soon(user, &list.id);
        }
        Ok(Some(KnownCounts::from(&list)))
    }

    /// The businesses of the user's list, each as its listing says where it is and what, if it was found.
    pub async fn located(&self, user: &UserId) -> Result<Vec<LocatedBusiness>, StoreError> {
        self.counter.located(user).await
    }

    /// Deletes the user's list; false if there is none.
    pub async fn remove(&self, user: &UserId) -> Result<bool, StoreError> {
        self.known.lists.remove(user).await
    }
}

fn new_list(
    key: &UserKey,
    businesses: &[Place],
    now: Timestamp,
) -> Result<NewKnownList, StoreError> {
    let kept: Vec<KnownBusiness> = businesses.iter().cloned().map(Into::into).collect();
    Ok(NewKnownList {
        id: Uuid::new_v4().to_string(),
        uploaded_at: now.as_microsecond(),
        businesses: u32::try_from(businesses.len()).unwrap_or(u32::MAX),
        recognized_by: recognized(key, businesses),
        parts: closed(key, &kept)?,
    })
}
