//! What codes, sessions and families have in common: they expire.

use std::collections::HashMap;

/// Most entries kept per kind; above it, those that expire first are dropped.
pub(super) const MAX_ENTRIES: usize = 10_000;

/// A code, session or refresh token that is unknown, spent, expired or not the caller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Dead;

/// Drops expired entries and, above the limit, those that expire next.
pub(super) fn prune<T>(entries: &mut HashMap<String, T>, now: u64, expires_at: impl Fn(&T) -> u64) {
    entries.retain(|_, entry| now < expires_at(entry));
    while entries.len() >= MAX_ENTRIES {
        let Some(first) = entries
            .iter()
            .min_by_key(|(_, entry)| expires_at(entry))
            .map(|(key, _)| key.clone())
        else {
            return;
        };
        entries.remove(&first);
    }
}
