//! Whose rows have changed: for whoever keeps in memory what was made of them.
//!
//! A view counts a change after its rows are there for everybody, and before anybody hears that they were seen. So
//! who takes the mark first and reads the rows then has read all that the mark stands for, and who waits for a
//! commit and then asks for the mark gets one that has it.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Users share a count: a change of one makes the others' rows be read once more.
const COUNTS: usize = 4_096;

/// Counts changes of users' rows. Clones share the counts.
#[derive(Debug, Clone)]
pub struct Changes(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    hasher: RandomState,
    of_all: AtomicU64,
    of_some: Box<[AtomicU64]>,
}

/// Where a user's changes stood: while it stays the same, so do the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    of_all: u64,
    of_some: u64,
}

impl Default for Changes {
    fn default() -> Self {
        Self(Arc::new(Inner {
            hasher: RandomState::new(),
            of_all: AtomicU64::new(0),
            of_some: (0..COUNTS).map(|_| AtomicU64::new(0)).collect(),
        }))
    }
}

impl Changes {
    /// Where the user's changes stand.
    pub fn of(&self, user: &str) -> Mark {
        Mark {
            of_all: self.0.of_all.load(Ordering::Acquire),
            of_some: self.count(user).load(Ordering::Acquire),
        }
    }

    /// Rows of the user have changed.
    pub(crate) fn changed(&self, user: &str) {
        self.count(user).fetch_add(1, Ordering::AcqRel);
    }

    /// Rows have changed, and nobody knows whose.
    pub(crate) fn all_changed(&self) {
        self.0.of_all.fetch_add(1, Ordering::AcqRel);
    }

    fn count(&self, user: &str) -> &AtomicU64 {
        let hash = self.0.hasher.hash_one(user);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "its lowest bits are as good as any"
        )]
        let place = hash as usize % COUNTS;
        &self.0.of_some[place]
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
        let before: Vec<Mark> = users.iter().map(|user| changes.of(user)).collect();
        changes.changed("somebody");
        let same = users
            .iter()
            .zip(before)
            .filter(|(user, mark)| changes.of(user) == *mark);
        assert!(same.count() > 900);
    }
}
