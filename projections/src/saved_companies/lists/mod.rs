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
mod run_blocking;
mod sort;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use store::StoreError;
use store::db::Db;
use store::log::EventLog;
use store::weighted_cache::WeightedCache;
use tokio::sync::{Mutex, RwLock};

pub use company::ListedCompany;
pub use facets::{Facets, ValueCount};
pub use filter::{Filters, ScoreBand, UNKNOWN_INDUSTRY};
pub use listed::{Found, Listed};
pub use query::{ListQuery, Page};
pub use sort::{Sort, SortKey};

use self::changes::Seen;
use self::listed::UserList;
use self::run_blocking::run_blocking;
use super::row::SavedCompanyRow;
use crate::serving::Serving;

/// Memory for lists, in bytes. Those that were looked at longest ago are read anew.
const MOST_BYTES: u64 = 128 * 1024 * 1024;

/// A user's list.
#[derive(Default)]
struct Shared {
    list: Arc<RwLock<UserList>>,
    /// Held by whoever reads it for the first time.
    first: Mutex<()>,
}

/// Users' lists.
#[derive(Clone)]
pub struct SavedCompanyLists {
    rows: Serving<SavedCompanyRow>,
    lists: Arc<WeightedCache<String, Arc<Shared>>>,
    log: Option<EventLog>,
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
            lists: Arc::new(WeightedCache::new(MOST_BYTES)),
            log: None,
        }
    }

    /// Lists that were read in an earlier era of the log do not count: they may hold what it has lost.
    #[must_use]
    pub fn in_eras_of(self, log: EventLog) -> Self {
        Self {
            log: Some(log),
            ..self
        }
    }

    /// What of the user's list a query finds.
    pub async fn find(&self, user: &str, query: ListQuery) -> Result<Found, StoreError> {
        let list = self.current(user).await?.read_owned().await;
        run_blocking(list.len(), move || list.find(&query)).await
    }

    /// The user's list as the view has it now.
    async fn current(&self, user: &str) -> Result<Arc<RwLock<UserList>>, StoreError> {
        let era = self.log.as_ref().map_or(0, EventLog::era);
        let key = format!("{era} {user}");
        let shared = self.lists.get_or_default(&key);
        let list = &shared.list;
        let mut seen = list.read().await.seen();
        let _first = if seen == Seen::default() {
            // However many ask at once, it is read as a whole by one of them.
            let first = shared.first.lock().await;
            seen = list.read().await.seen();
            Some(first)
        } else {
            None
        };
        let changes = load::since(&self.rows, user, seen).await?;
        if changes.is_empty() {
            return Ok(Arc::clone(list));
        }
        let mut taken = Arc::clone(list).write_owned().await;
        let bytes = run_blocking(changes.changes.len(), move || {
            taken.take(changes);
            taken.bytes()
        });
        let bytes = bytes.await? + key.len();
        self.lists.insert(key, Arc::clone(&shared), bytes);
        Ok(Arc::clone(&shared.list))
    }
}
