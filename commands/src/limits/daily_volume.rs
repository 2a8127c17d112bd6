//! How much a user may have recorded in a day without paying for it: events are kept for ever.
//!
//! What was recorded is counted once it is, so that what changes nothing costs nothing; what is under way at the limit may
//! pass it. Processes count together, and write down what they counted now and then only.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::ids::UserId;
use jiff::civil::Date;
use store::StoreError;
use store::live_requests::LiveRequests;

use super::eviction::Eviction;

/// Under which name it is counted, beside the live services' own.
const CHANGES: &str = "changes";
/// So much of a user's is written down at once; a process that dies forgets less.
const WRITTEN_AT: u64 = 64 * 1024;

/// What users have had recorded today.
pub struct DailyVolume {
    counts: LiveRequests,
    most: u64,
    users: Mutex<Users>,
}

#[derive(Default)]
struct Users {
    days: HashMap<UserId, OfDay>,
    eviction: Eviction,
}

/// A user's day, in bytes.
#[derive(Clone, Copy)]
struct OfDay {
    day: Date,
    /// By all processes, as it was written down last.
    written: u64,
    /// By this one, since.
    since: u64,
}

impl OfDay {
    const fn new(day: Date, written: u64) -> Self {
        let since = 0;
        Self {
            day,
            written,
            since,
        }
    }

    const fn total(self) -> u64 {
        self.written.saturating_add(self.since)
    }
}

impl DailyVolume {
    /// So many bytes for each user, over the counts.
    pub fn new(counts: LiveRequests, most: u64) -> Self {
        Self {
            counts,
            most,
            users: Mutex::default(),
        }
    }

    /// Has the user had as much recorded as a day allows?
    pub(crate) async fn is_used_up(&self, user: &UserId, day: Date) -> Result<bool, StoreError> {
        let known = self.users().days.get(user).copied();
        let known = match known.filter(|known| known.day == day) {
            Some(known) => known,
            None => {
                let name = day.to_string();
                let written = self.counts.made(user.as_str(), CHANGES, &name).await?;
                *self.users().of(user, OfDay::new(day, written))
            }
        };
        Ok(known.total() >= self.most)
    }

    /// Counts what was recorded.
    pub(crate) async fn add(&self, user: &UserId, day: Date, bytes: u64) {
        let unwritten = {
            let mut users = self.users();
            let of_day = users.of(user, OfDay::new(day, 0));
            of_day.since = of_day.since.saturating_add(bytes);
            if of_day.since < WRITTEN_AT && of_day.total() < self.most {
                return;
            }
            std::mem::take(&mut of_day.since)
        };
        let name = day.to_string();
        let added = self.counts.add(user.as_str(), CHANGES, &name, unwritten);
        let added = added.await;
        let mut users = self.users();
        let of_day = users.of(user, OfDay::new(day, 0));
        match added {
            Ok(written) => of_day.written = of_day.written.max(written),
            Err(error) => {
                of_day.since = of_day.since.saturating_add(unwritten);
                tracing::warn!(%error, "what a user had recorded could not be counted");
            }
        }
    }

    fn users(&self) -> MutexGuard<'_, Users> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Users {
    /// The user's day: `new` where another day is known, or none.
    fn of(&mut self, user: &UserId, new: OfDay) -> &mut OfDay {
        let evict =
            |days: &mut &mut HashMap<_, OfDay>| days.retain(|_, known| known.day == new.day);
        self.eviction
            .evict(&mut self.days, |days| days.len(), evict);
        let known = self.days.entry(user.clone()).or_insert(new);
        if known.day != new.day {
            *known = new;
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use store::on_both_engines;
    use store::testing::TestStorage;

    use super::*;

    const MOST: u64 = 3 * WRITTEN_AT;

    fn process(test: &TestStorage) -> DailyVolume {
        DailyVolume::new(LiveRequests::new(test.storage.log.clone()), MOST)
    }

    on_both_engines! {
        // AUTH-12
        async fn auth_12_a_days_changes_are_counted_by_all_processes_and_remembered(test) {
            let (ada, bob) = (UserId::new("a").unwrap(), UserId::new("b").unwrap());
            let (today, tomorrow) = (date(2026, 1, 31), date(2026, 2, 1));
            let (one, two) = (process(&test), process(&test));
            // Little is remembered, and written down with what comes to it.
            one.add(&ada, today, WRITTEN_AT - 1).await;
            assert_eq!(one.counts.made("a", CHANGES, "2026-01-31").await.unwrap(), 0);
            one.add(&ada, today, 1).await;
            assert!(!one.is_used_up(&ada, today).await.unwrap());
            assert!(!two.is_used_up(&ada, today).await.unwrap());
            two.add(&ada, today, WRITTEN_AT).await;
            assert!(!two.is_used_up(&ada, today).await.unwrap());
            // This one learns of the other's with what it writes down itself.
            one.add(&ada, today, WRITTEN_AT).await;
            assert!(one.is_used_up(&ada, today).await.unwrap());
            assert!(process(&test).is_used_up(&ada, today).await.unwrap(), "a restart forgets nothing");
            for process in [&one, &two] {
                assert!(!process.is_used_up(&bob, today).await.unwrap());
                assert!(!process.is_used_up(&ada, tomorrow).await.unwrap());
            }
            // At the limit nothing is left to be forgotten.
            one.add(&bob, today, MOST - 1).await;
            one.add(&bob, today, 1).await;
            assert!(process(&test).is_used_up(&bob, today).await.unwrap());
        }
    }
}
