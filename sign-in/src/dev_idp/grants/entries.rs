//! What codes, sessions and families have in common: they end.

use std::collections::HashMap;

/// Most entries of one kind kept; beyond it those that expire first are dropped.
pub(super) const MAX_ENTRIES: usize = 10_000;

/// A code, session or refresh token that is unknown, spent, expired or not the caller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Dead;

/// Drops what has expired and, beyond the bound, what would expire first.
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
