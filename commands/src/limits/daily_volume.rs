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
    days: Mutex<HashMap<(UserId, Date), Bytes>>,
    eviction: Eviction,
}

/// What was recorded of a user on a day, in bytes.
#[derive(Clone, Copy, Default)]
struct Bytes {
    /// By all processes, as it was written down last.
    written: u64,
    /// By this one, since.
    since: u64,
}

impl DailyVolume {
    /// So many bytes for each user, over the counts.
    pub fn new(counts: LiveRequests, most: u64) -> Self {
        Self {
            counts,
            most,
            days: Mutex::default(),
            eviction: Eviction::default(),
        }
    }

    /// Has the user had as much recorded as a day allows?
    pub(crate) async fn is_used_up(&self, user: &UserId, day: Date) -> Result<bool, StoreError> {
        let key = (user.clone(), day);
        let known = self.days().get(&key).copied();
        let bytes = match known {
            Some(bytes) => bytes,
            None => {
                let name = day.to_string();
                let written = self.counts.made(user.as_str(), CHANGES, &name).await?;
                let mut days = self.days();
                let evict = |days: &mut &mut HashMap<(UserId, Date), _>| {
                    days.retain(|(_, known), _| *known == day);
                };
                self.eviction.evict(&mut *days, |days| days.len(), evict);
                *days.entry(key).or_insert(Bytes { written, since: 0 })
            }
        };
        Ok(bytes.written.saturating_add(bytes.since) >= self.most)
    }

    /// Counts what was recorded.
    pub(crate) async fn add(&self, user: &UserId, day: Date, bytes: u64) {
        let key = (user.clone(), day);
        let unwritten = {
            let mut days = self.days();
            let known = days.entry(key.clone()).or_default();
            known.since = known.since.saturating_add(bytes);
            let total = known.written.saturating_add(known.since);
            if known.since < WRITTEN_AT && total < self.most {
                return;
            }
            std::mem::take(&mut known.since)
        };
        let name = day.to_string();
        let added = self.counts.add(user.as_str(), CHANGES, &name, unwritten);
        let added = added.await;
        let mut days = self.days();
        let known = days.entry(key).or_default();
        match added {
            Ok(written) => known.written = known.written.max(written),
            Err(error) => {
                known.since = known.since.saturating_add(unwritten);
                tracing::warn!(%error, "what a user had recorded could not be counted");
            }
        }
    }

    fn days(&self) -> MutexGuard<'_, HashMap<(UserId, Date), Bytes>> {
        self.days.lock().unwrap_or_else(PoisonError::into_inner)
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
