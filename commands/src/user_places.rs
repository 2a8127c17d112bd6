//! So many of a kind at a time for each user. The counts are this process's own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Users who have none are forgotten when there are more than this, and than twice as many as were left the last time.
const TIDY_AT: usize = 1_000;

/// Places of a kind, the same number for each user. Whoever waits for one has it in turn.
#[derive(Debug)]
pub struct UserPlaces {
    each: usize,
    users: Mutex<Users>,
}

#[derive(Debug, Default)]
struct Users {
    places: HashMap<String, Arc<Semaphore>>,
    tidy_at: usize,
}

/// A place that is taken, until it is dropped.
#[derive(Debug)]
pub struct UserPlace {
    _permit: OwnedSemaphorePermit,
}

impl UserPlaces {
    /// So many for each user.
    pub fn new(each: u32) -> Self {
        Self {
            each: each as usize,
            users: Mutex::default(),
        }
    }

    /// Takes one of the user's places, where one is free.
    pub fn try_take(&self, user: &str) -> Option<UserPlace> {
        let permit = self.of(user).try_acquire_owned().ok()?;
        Some(UserPlace { _permit: permit })
    }

    /// Takes one of the user's places as soon as one is free.
    pub async fn take(&self, user: &str) -> UserPlace {
        let permit = self.of(user).acquire_owned().await;
        let permit = permit.expect("no semaphore is ever closed");
        UserPlace { _permit: permit }
    }

    fn of(&self, user: &str) -> Arc<Semaphore> {
        let mut users = self.users.lock().unwrap_or_else(PoisonError::into_inner);
        if users.places.len() >= users.tidy_at.max(TIDY_AT) {
            // Whoever has or awaits a place has a share of the semaphore.
            users
                .places
                .retain(|_, places| Arc::strong_count(places) > 1);
            users.tidy_at = users.places.len() * 2;
        }
        let places = users.places.entry(user.to_owned());
        Arc::clone(places.or_insert_with(|| Arc::new(Semaphore::new(self.each))))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn a_place_is_free_again_when_it_is_dropped_and_others_have_their_own() {
        let places = UserPlaces::new(2);
        let first = places.try_take("a").unwrap();
        let _second = places.try_take("a").unwrap();
        assert!(places.try_take("a").is_none());
        let _other = places.try_take("b").unwrap();
        let soon = Duration::from_millis(20);
        assert!(tokio::time::timeout(soon, places.take("a")).await.is_err());
        drop(first);
        let third = tokio::time::timeout(soon, places.take("a")).await;
        assert!(third.is_ok() && places.try_take("a").is_none());
    }

    #[test]
    fn users_without_a_place_are_forgotten_and_others_are_not() {
        let places = UserPlaces::new(1);
        let _kept = places.try_take("kept").unwrap();
        for user in 0..3 * TIDY_AT {
            drop(places.try_take(&user.to_string()));
        }
        assert!(places.users.lock().unwrap().places.len() <= TIDY_AT);
        assert!(places.try_take("kept").is_none());
    }
}
