//! A user's saved companies as one list that is searched, filtered and sorted in memory: the same for both
//! engines, and as fast for 100,000 companies as for ten.
//!
//! A list is read from the view once and then follows it: each look asks for the rows that changed since. So
//! it never says more, or less, than the view does, whichever process changed it.
//!
//! Each user has a share of the memory for lists. What does not fit, because much is written about the companies, stays
//! in the view: such a list is light, and its notes and tags are looked through there.

mod bits;
mod changes;
mod company;
mod error;
mod facets;
mod filter;
mod fold;
mod listed;
mod load;
mod nearest;
mod query;
mod run_blocking;
mod search;
mod sort;
mod stale_facts;
#[cfg(test)]
mod tests;
mod texts;
mod words;

use std::sync::Arc;

use store::StoreError;
use store::db::Db;
use store::subscriptions::{Progress, Subscriptions};
use store::weighted_cache::WeightedCache;
use tokio::sync::{Mutex, OwnedRwLockReadGuard, RwLock, Semaphore, watch};

pub use company::{ListedCompany, ListedSummary};
pub use error::FindError;
pub use facets::{Facets, ValueCount};
pub use filter::{ContactFilter, Filters, ScoreBand, UNKNOWN_INDUSTRY, WebsiteContacts};
pub use listed::{Found, Listed};
pub use query::{ListQuery, Page};
pub use sort::{Sort, SortKey};

use self::changes::Seen;
use self::listed::UserList;
use self::load::Standing;
use self::run_blocking::run_blocking;
use self::search::{Deadline, Sought};
use super::row::SavedCompanyRow;
use crate::serving::Serving;
use crate::table::Row;

/// Memory for lists, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct ListMemory {
    /// For all. The lists that were looked at longest ago are read anew.
    pub all: u64,
    /// For each user. A list that takes more becomes light.
    pub share: usize,
}

impl Default for ListMemory {
    /// 100,000 companies with short notes fit into a share.
    fn default() -> Self {
        const MEGABYTE: usize = 1024 * 1024;
        Self {
            all: 256 * MEGABYTE as u64,
            share: 96 * MEGABYTE,
        }
    }
}

/// Lists of more than a portion that are read at a time, for all users.
const LONG_READS: usize = 2;

/// A user's list.
#[derive(Default)]
struct Shared {
    list: Arc<RwLock<UserList>>,
    /// Held by whoever reads what changed.
    reading: Mutex<()>,
}

/// Users' lists.
#[derive(Clone)]
pub struct SavedCompanyLists {
    rows: Serving<SavedCompanyRow>,
    lists: Arc<WeightedCache<String, Arc<Shared>>>,
    share: usize,
    /// Held while a long list is read: until that is done, its memory is not among that for all.
    long_reads: Arc<Semaphore>,
    /// The view's progress: its lists of an earlier era of the log do not count.
    view: Option<watch::Receiver<Progress>>,
}

impl std::fmt::Debug for SavedCompanyLists {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SavedCompanyLists").finish_non_exhaustive()
    }
}

impl SavedCompanyLists {
    /// Over the read models in `db`.
    pub fn new(db: Db) -> Self {
        Self::within(db, ListMemory::default())
    }

    /// With other bounds on their memory.
    pub fn within(db: Db, memory: ListMemory) -> Self {
        Self {
            rows: Serving::new(db),
            lists: Arc::new(WeightedCache::new("company_lists", memory.all)),
            share: memory.share,
            long_reads: Arc::new(Semaphore::new(LONG_READS)),
            view: None,
        }
    }

    /// The same for a view that follows the log in this process.
    #[must_use]
    pub fn following(self, subscriptions: &Subscriptions) -> Self {
        let view = subscriptions.watch(SavedCompanyRow::TABLE);
        Self { view, ..self }
    }

    /// About how many bytes the lists take.
    pub fn memory(&self) -> u64 {
        self.lists.weight()
    }

    /// What of the user's list a query finds. A page is complete; the companies of a whole list need [`Self::completed`].
    pub async fn find(&self, user: &str, query: ListQuery) -> Result<Found, FindError> {
        let list = self.current(user).await?.read_owned().await;
        let deadline = Deadline::new();
        let sought = Arc::new(Sought::new(&query.search));
        let query = Arc::new(query);
        let (list, elsewhere) = if list.is_light() {
            let (list, asked) = (list, Arc::clone(&query));
            let (list, candidates) = run(list, move |list| list.candidates(&asked)).await?;
            let texts =
                texts::look_through(&self.rows, user, &query, &sought, candidates, deadline);
            (list, Some(texts.await?))
        } else {
            (list, None)
        };
        let is_page = query.page.is_some();
        let find = move |list: &UserList| list.find(&query, &sought, elsewhere.as_ref(), deadline);
        let mut found = run(list, find).await?.1?;
        if is_page {
            found.companies = self.completed(user, found.companies).await?;
        }
        Ok(found)
    }

    /// The companies with their tags and what was written about them, which a light list does not have. Those erased in
    /// the meantime stay without.
    pub async fn completed(
        &self,
        user: &str,
        companies: Vec<Listed>,
    ) -> Result<Vec<Listed>, StoreError> {
        texts::completed(&self.rows, user, companies).await
    }

    /// The user's list as the view has it now.
    async fn current(&self, user: &str) -> Result<Arc<RwLock<UserList>>, StoreError> {
        let era = self.view.as_ref().map_or(0, |view| view.borrow().era);
        let key = format!("{era} {user}");
        let shared = self.lists.get_or_default(&key);
        let reading = shared.reading.lock().await;
        let changed = self.follow(user, &shared.list).await?;
        drop(reading);
        if let Some(bytes) = changed {
            let bytes = bytes + key.len();
            self.lists.insert(key, Arc::clone(&shared), bytes);
        }
        Ok(Arc::clone(&shared.list))
    }

    /// Takes in what changed. Returns the list's bytes if anything did.
    async fn follow(
        &self,
        user: &str,
        list: &Arc<RwLock<UserList>>,
    ) -> Result<Option<usize>, StoreError> {
        let seen = list.read().await.seen();
        if seen != Seen::default() {
            match load::standing(&self.rows, user, seen).await? {
                Standing::Unchanged => return Ok(None),
                Standing::Changed => {
                    if let Some(bytes) = self.take_in(user, list).await? {
                        return Ok(bytes);
                    }
                }
                Standing::Other => {}
            }
        }
        // It is shown once it is whole.
        let whole = Arc::new(RwLock::new(UserList::default()));
        let bytes = self.take_in(user, &whole).await?.flatten();
        if let Some(whole) = Arc::into_inner(whole) {
            *list.write().await = whole.into_inner();
        }
        Ok(bytes)
    }

    /// Takes in the changes, portion by portion; `None` if another version's table answers now.
    async fn take_in(
        &self,
        user: &str,
        list: &Arc<RwLock<UserList>>,
    ) -> Result<Option<Option<usize>>, StoreError> {
        let (mut bytes, mut turn) = (None, None);
        loop {
            let (seen, is_light) = {
                let list = list.read().await;
                (list.seen(), list.is_light())
            };
            let Some(changes) = load::since(&self.rows, user, seen, is_light).await? else {
                return Ok(None);
            };
            if changes.changes.is_empty() {
                return Ok(Some(bytes));
            }
            let (more, share) = (changes.more, self.share);
            let mut list = Arc::clone(list).write_owned().await;
            // One that becomes light is made anew.
            let work = match list.bytes() + changes.bytes <= share {
                true => changes.bytes,
                false => usize::MAX,
            };
            let take = move || {
                list.take(changes, share);
                list.bytes()
            };
            bytes = Some(run_blocking(work, take).await?);
            if !more {
                return Ok(Some(bytes));
            }
            if turn.is_none() {
                turn = self.long_reads.acquire().await.ok();
            }
        }
    }
}

/// Runs work on a list.
async fn run<T: Send + 'static>(
    list: OwnedRwLockReadGuard<UserList>,
    work: impl FnOnce(&UserList) -> T + Send + 'static,
) -> Result<(OwnedRwLockReadGuard<UserList>, T), StoreError> {
    run_blocking(list.bytes(), move || {
        let done = work(&list);
        (list, done)
    })
    .await
}
