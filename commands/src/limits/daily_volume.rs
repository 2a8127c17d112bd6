//! How many bytes a user may have recorded in a day without paying for them: events are kept forever.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::ids::UserId;
use jiff::civil::Date;

/// The bytes that each user has had recorded today. Counted once recorded, so that a command without effect costs
/// nothing; commands in progress may exceed the limit.
pub(crate) struct DailyVolume {
    most: u64,
    today: Mutex<(Date, HashMap<UserId, u64>)>,
}

impl DailyVolume {
    /// At most that many bytes per user and day.
    pub(crate) fn new(most: u64) -> Self {
        let today = Mutex::new((Date::MIN, HashMap::new()));
        Self { most, today }
    }

    pub(crate) fn is_used_up(&self, user: &UserId, day: Date) -> bool {
        let bytes = self.on(day).1.get(user).copied();
        bytes.unwrap_or_default() >= self.most
    }

    pub(crate) fn add(&self, user: &UserId, day: Date, bytes: u64) {
        let mut today = self.on(day);
        let known = today.1.entry(user.clone()).or_default();
        *known = known.saturating_add(bytes);
    }

    /// The counts, which begin again with each day.
    fn on(&self, day: Date) -> MutexGuard<'_, (Date, HashMap<UserId, u64>)> {
        let mut today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        if today.0 != day {
            *today = (day, HashMap::new());
        }
        today
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    // AUTH-12
    fn auth_12_a_days_changes_are_counted_for_each_user_and_forgotten_the_next_day() {
        let (ada, bob) = (UserId::new("a").unwrap(), UserId::new("b").unwrap());
        let (today, tomorrow) = (date(2026, 1, 31), date(2026, 2, 1));
        let volume = DailyVolume::new(100);
        volume.add(&ada, today, 99);
        assert!(!volume.is_used_up(&ada, today));
        volume.add(&ada, today, 1);
        assert!(volume.is_used_up(&ada, today) && !volume.is_used_up(&bob, today));
        assert!(!volume.is_used_up(&ada, tomorrow));
        volume.add(&ada, tomorrow, u64::MAX);
        volume.add(&ada, tomorrow, 1);
        assert!(volume.is_used_up(&ada, tomorrow));
    }
}
