//! Whose rows have changed, for caches of what is made of them.
//!
//! A view counts a change after its rows are visible to everybody, and before anybody learns that they were seen. So a
//! reader who takes the mark first has read at least what the mark stands for, and a reader who has waited for a commit
//! gets a mark that includes it.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Users share a count: a change of one makes the others' rows be read again.
const COUNTS: u64 = 4_096;

/// Counts changes of users' rows. Clones share the counts.
#[derive(Debug, Clone)]
pub struct Changes {
    hasher: RandomState,
    counts: Arc<[AtomicU64]>,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            hasher: RandomState::new(),
            counts: (0..COUNTS).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl Changes {
    /// The user's mark: while it stays the same, so do the rows.
    pub fn of(&self, user: &str) -> u64 {
        self.count(user).load(Ordering::Acquire)
    }

    /// Rows of the user have changed.
    pub(crate) fn changed(&self, user: &str) {
        self.count(user).fetch_add(1, Ordering::AcqRel);
    }

    /// Rows have changed, and nobody knows whose.
    pub(crate) fn all_changed(&self) {
        for count in &*self.counts {
            count.fetch_add(1, Ordering::AcqRel);
        }
    }

    fn count(&self, user: &str) -> &AtomicU64 {
        let place = self.hasher.hash_one(user) % COUNTS;
        &self.counts[usize::try_from(place).unwrap_or_default()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_stays_until_the_users_rows_change_or_anybodys_may_have() {
        let changes = Changes::default();
        let before = changes.of("a");
        assert_eq!(changes.of("a"), before);
        changes.changed("a");
        let after = changes.of("a");
        assert_ne!(after, before);
        changes.clone().all_changed();
        assert_ne!(changes.of("a"), after);
    }

    #[test]
    fn a_users_change_leaves_nearly_all_others_as_they_are() {
        let changes = Changes::default();
        let users: Vec<String> = (0..1_000).map(|number| format!("user {number}")).collect();
        let before: Vec<u64> = users.iter().map(|user| changes.of(user)).collect();
        changes.changed("somebody");
        let same = users
            .iter()
            .zip(before)
            .filter(|(user, mark)| changes.of(user) == *mark);
        assert!(same.count() > 900);
    }
}
