//! What happens again within a minute becomes one row.

use std::borrow::Cow;
use std::collections::HashMap;

use super::entry::{AuditEntry, AuditEvent, AuditKind};

/// How long a row is added to, in microseconds.
const MINUTE: i64 = 60_000_000;
/// Rows of a kind that are added to at a time. Further users and addresses share a row.
const MOST_OPEN: usize = 1_000;
/// Stands for the addresses that share a row.
const OTHERS: &str = "others";
/// Rows that wait for the database while it is away.
const MOST_WAITING: usize = 10_000;

/// Who did what.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    kind: AuditKind,
    outcome: Cow<'static, str>,
    user: String,
    client: String,
}

struct Row {
    entry: AuditEntry,
    is_written: bool,
}

/// The rows of the last minute, and those that are still to be written.
#[derive(Default)]
pub(super) struct Minutes {
    open: HashMap<Key, Row>,
    open_of: HashMap<AuditKind, usize>,
    /// Complete, and to be written.
    waiting: Vec<AuditEntry>,
}

impl Minutes {
    /// Takes in what happened `times` at `at`.
    pub(super) fn take(&mut self, mut event: AuditEvent, at: i64, times: u64) {
        let mut key = Key::of(&event);
        if !self.open.contains_key(&key) && self.open_of(event.kind) >= MOST_OPEN {
            event.user.clear();
            event.client = OTHERS.to_owned();
            key = Key::of(&event);
        }
        if let Some(row) = self.open.get_mut(&key) {
            row.entry.count += times;
            row.entry.last_at = at;
            row.is_written = false;
            return;
        }
        *self.open_of.entry(event.kind).or_default() += 1;
        let mut entry = AuditEntry::new(event, at);
        entry.count = times;
        entry.tell();
        let is_written = false;
        self.open.insert(key, Row { entry, is_written });
    }

    fn open_of(&self, kind: AuditKind) -> usize {
        self.open_of.get(&kind).copied().unwrap_or(0)
    }

    /// Completes the rows that began a minute before `now`.
    pub(super) fn complete(&mut self, now: i64) {
        let complete = self.open.extract_if(|_, row| row.entry.at + MINUTE <= now);
        for (key, row) in complete {
            if let Some(open) = self.open_of.get_mut(&key.kind) {
                *open -= 1;
            }
            if row.entry.count > 1 {
                row.entry.tell();
            }
            if !row.is_written {
                self.waiting.push(row.entry);
            }
        }
    }

    /// What is to be written.
    pub(super) fn unwritten(&self) -> Vec<AuditEntry> {
        let open = self.open.values().filter(|row| !row.is_written);
        let open = open.map(|row| row.entry.clone());
        self.waiting.iter().cloned().chain(open).collect()
    }

    /// All of that was written.
    pub(super) fn written(&mut self) {
        self.waiting.clear();
        for row in self.open.values_mut() {
            row.is_written = true;
        }
    }

    /// It could not be written. Returns how many rows were given up.
    pub(super) fn not_written(&mut self) -> u64 {
        let given_up = self.waiting.len().saturating_sub(MOST_WAITING);
        self.waiting
            .drain(..given_up)
            .map(|entry| entry.count)
            .sum()
    }
}

impl Key {
    fn of(event: &AuditEvent) -> Self {
        Self {
            kind: event.kind,
            outcome: event.outcome.clone(),
            user: event.user.clone(),
            client: event.client.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(user: &str, client: &str) -> AuditEvent {
        AuditEvent {
            kind: AuditKind::Forbidden,
            outcome: "forbidden".into(),
            user: user.to_owned(),
            client: client.to_owned(),
            request_id: "r".to_owned(),
        }
    }

    fn counts(minutes: &Minutes) -> Vec<(String, u64)> {
        let rows = minutes.unwritten().into_iter();
        let mut counts: Vec<_> = rows.map(|row| (row.event.user, row.count)).collect();
        counts.sort();
        counts
    }

    #[test]
    fn what_is_repeated_within_a_minute_is_one_row() {
        let mut minutes = Minutes::default();
        for at in 0..100 {
            minutes.take(refused("u1", "a"), at * 10_000, 1);
        }
        minutes.take(refused("u2", "a"), 0, 1);
        assert_eq!(counts(&minutes), [("u1".into(), 100), ("u2".into(), 1)]);
        minutes.written();
        assert!(minutes.unwritten().is_empty());

        minutes.take(refused("u1", "a"), MINUTE - 1, 1);
        assert_eq!(counts(&minutes), [("u1".into(), 101)], "the same row");
        minutes.complete(MINUTE);
        assert_eq!(
            counts(&minutes),
            [("u1".into(), 101)],
            "still to be written"
        );
        minutes.take(refused("u1", "a"), MINUTE, 1);
        assert_eq!(counts(&minutes), [("u1".into(), 1), ("u1".into(), 101)]);
    }

    #[test]
    fn many_addresses_share_a_row() {
        let mut minutes = Minutes::default();
        for client in 0..MOST_OPEN + 500 {
            minutes.take(refused("", &client.to_string()), 0, 1);
        }
        let rows = minutes.unwritten();
        assert_eq!(rows.len(), MOST_OPEN + 1);
        let others = rows.iter().find(|row| row.event.client == OTHERS);
        assert_eq!(others.unwrap().count, 500);
        minutes.complete(MINUTE);
        minutes.take(refused("", "new"), MINUTE, 1);
        assert!(
            minutes
                .unwritten()
                .iter()
                .any(|row| row.event.client == "new")
        );
    }

    #[test]
    fn rows_wait_for_the_database_and_then_are_given_up() {
        let mut minutes = Minutes::default();
        for minute in 0..=i64::try_from(MOST_WAITING).unwrap() {
            minutes.take(refused("u1", "a"), minute * MINUTE, 2);
            minutes.complete((minute + 1) * MINUTE);
        }
        assert_eq!(minutes.not_written(), 2);
        assert_eq!(minutes.unwritten().len(), MOST_WAITING);
    }
}
