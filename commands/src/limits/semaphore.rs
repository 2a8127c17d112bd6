//! A semaphore for each user.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Returned when it is dropped.
pub type Permit = OwnedSemaphorePermit;

type Users = HashMap<String, Arc<Semaphore>>;

/// The same number of permits for each user. Waiting calls get them in order.
#[derive(Debug)]
pub(super) struct PerUserSemaphore {
    each: usize,
    users: Mutex<Users>,
}

impl PerUserSemaphore {
    pub(super) fn new(each: u32) -> Self {
        Self {
            each: each as usize,
            users: Mutex::default(),
        }
    }

    /// A permit, if one is free.
    pub(super) fn try_acquire(&self, user: &str) -> Option<Permit> {
        self.of(user).0.try_acquire_owned().ok()
    }

    /// A permit as soon as one is free, or none if `waiting` calls of the user wait already.
    pub(super) async fn acquire(&self, user: &str, waiting: u32) -> Option<Permit> {
        let (semaphore, others) = self.of(user);
        if others >= self.each.saturating_add(waiting as usize) {
            return None;
        }
        semaphore.acquire_owned().await.ok()
    }

    /// Forgets users without a permit.
    pub(super) fn forget_idle(&self) {
        self.users()
            .retain(|_, semaphore| Arc::strong_count(semaphore) > 1);
    }

    /// The user's semaphore, and how many others have or await a permit of it: each holds a clone.
    fn of(&self, user: &str) -> (Arc<Semaphore>, usize) {
        let mut users = self.users();
        let semaphore = users.entry(user.to_owned());
        let semaphore = semaphore.or_insert_with(|| Arc::new(Semaphore::new(self.each)));
        let others = Arc::strong_count(semaphore) - 1;
        (Arc::clone(semaphore), others)
    }

    pub(super) fn users(&self) -> MutexGuard<'_, Users> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
