//! A semaphore for each user.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::eviction::Eviction;

/// The same number of permits for each user. Waiting calls get them in turn.
#[derive(Debug)]
pub struct PerUserSemaphore {
    each: usize,
    users: Mutex<HashMap<String, Arc<Semaphore>>>,
    eviction: Eviction,
}

/// A permit, given back when it is dropped.
#[derive(Debug)]
pub struct Permit {
    _permit: OwnedSemaphorePermit,
}

impl PerUserSemaphore {
    /// So many for each user.
    pub fn new(each: u32) -> Self {
        Self {
            each: each as usize,
            users: Mutex::default(),
            eviction: Eviction::default(),
        }
    }

    /// A permit, where one is free.
    pub fn try_acquire(&self, user: &str) -> Option<Permit> {
        let (semaphore, _) = self.of(user);
        let permit = semaphore.try_acquire_owned().ok()?;
        Some(Permit { _permit: permit })
    }

    /// A permit as soon as one is free.
    pub async fn acquire(&self, user: &str) -> Permit {
        permit_of(self.of(user).0).await
    }

    /// The same; nothing where `waiting` others of the user wait already.
    pub fn acquire_within(
        &self,
        user: &str,
        waiting: u32,
    ) -> Option<impl Future<Output = Permit> + Send + use<>> {
        let (semaphore, others) = self.of(user);
        let most = self.each.saturating_add(waiting as usize);
        (others < most).then(|| permit_of(semaphore))
    }

    #[cfg(test)]
    pub(super) fn users(&self) -> usize {
        self.users.lock().unwrap().len()
    }

    /// The user's semaphore, and how many have or await a permit of it: each has a share of it.
    fn of(&self, user: &str) -> (Arc<Semaphore>, usize) {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        let is_used = |semaphore: &Arc<Semaphore>| Arc::strong_count(semaphore) > 1;
        let evict = |users: &mut &mut HashMap<_, _>| users.retain(|_, one| is_used(one));
        self.eviction.evict(&mut *users, |users| users.len(), evict);
        let semaphore = users.entry(user.to_owned());
        let semaphore = semaphore.or_insert_with(|| Arc::new(Semaphore::new(self.each)));
        (Arc::clone(semaphore), Arc::strong_count(semaphore) - 2)
    }
}

async fn permit_of(semaphore: Arc<Semaphore>) -> Permit {
    let permit = semaphore.acquire_owned().await;
    Permit {
        _permit: permit.expect("no semaphore is ever closed"),
    }
}
