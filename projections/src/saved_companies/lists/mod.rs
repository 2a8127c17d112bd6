//! A user's saved companies as one list that is searched, filtered and sorted in memory: the same for both
//! engines, and as fast for 25,000 companies as for ten.
//!
//! A list is read from the view once and then follows it: each look asks for the rows that changed since. So
//! it never says more, or less, than the view does, whichever process changed it.

mod changes;
mod company;
mod facets;
mod filter;
mod listed;
mod load;
mod query;
mod sort;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use store::StoreError;
use store::db::Db;
use tokio::sync::RwLock;

pub use company::ListedCompany;
pub use facets::{Facets, ValueCount};
pub use filter::{Filters, ScoreBand, UNKNOWN_INDUSTRY};
pub use listed::{Found, Listed};
pub use query::{ListQuery, Page};
pub use sort::{Sort, SortKey};

use self::listed::UserList;
use super::row::SavedCompanyRow;
use crate::serving::Serving;

/// Memory for lists, in bytes. Those that were looked at longest ago are read anew.
const MOST_BYTES: u64 = 128 * 1024 * 1024;
/// Longer lists are gone through beside the threads that answer calls.
const LONG: usize = 2_000;

type Shared = Arc<RwLock<UserList>>;

/// A list with its weight, which does not change while it is kept.
#[derive(Clone, Default)]
struct Kept {
    list: Shared,
    bytes: u64,
}

#[derive(Clone)]
struct Bytes;

impl Weighter<String, Kept> for Bytes {
    fn weight(&self, user: &String, kept: &Kept) -> u64 {
        kept.bytes + user.len() as u64 + 256
    }
}

/// Users' lists.
#[derive(Clone)]
pub struct SavedCompanyLists {
    rows: Serving<SavedCompanyRow>,
    lists: Arc<Cache<String, Kept, Bytes>>,
}

impl std::fmt::Debug for SavedCompanyLists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SavedCompanyLists").finish_non_exhaustive()
    }
}

impl SavedCompanyLists {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self {
            rows: Serving::new(db),
            lists: Arc::new(Cache::with_options(
                OptionsBuilder::new()
                    .estimated_items_capacity(1_000)
                    .weight_capacity(MOST_BYTES)
                    // Each shard has its part of the memory, which a long list must fit into.
                    .shards(1)
                    .build()
                    .expect("both capacities are named"),
                Bytes,
                DefaultHashBuilder::default(),
                DefaultLifecycle::default(),
            )),
        }
    }

    /// What of the user's list a query finds.
    pub async fn find(&self, user: &str, query: ListQuery) -> Result<Found, StoreError> {
        let list = self.current(user).await?;
        let list = list.read_owned().await;
        if list.len() <= LONG {
            return Ok(list.find(&query));
        }
        let found = tokio::task::spawn_blocking(move || list.find(&query)).await;
        found.map_err(|error| StoreError::Damaged(error.to_string()))
    }

    /// The user's list as the view has it now.
    async fn current(&self, user: &str) -> Result<Shared, StoreError> {
        let list = self.lists.get(user).unwrap_or_default().list;
        let seen = list.read().await.seen();
        let changes = load::since(&self.rows, user, seen).await?;
        if changes.is_empty() {
            return Ok(list);
        }
        let bytes = {
            let mut list = list.write().await;
            list.take(changes);
            list.bytes() as u64
        };
        let kept = Kept {
            list: Arc::clone(&list),
            bytes,
        };
        self.lists.insert(user.to_owned(), kept);
        Ok(list)
    }
}
