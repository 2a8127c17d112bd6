//! Maps that grow with every new user.

use std::sync::atomic::{AtomicUsize, Ordering};

/// No map is searched below this size.
const LEAST: usize = 10_000;

/// Evicts idle users from a map above a size, and then once the map has doubled: where nobody is idle, going through all
/// of them at each call would keep everybody waiting.
#[derive(Debug)]
pub(super) struct Eviction {
    next_at: AtomicUsize,
}

impl Default for Eviction {
    fn default() -> Self {
        let next_at = AtomicUsize::new(LEAST);
        Self { next_at }
    }
}

impl Eviction {
    /// Evicts by `evict` where it is time to, by the map's size.
    pub(super) fn evict<M>(&self, map: M, size: impl Fn(&M) -> usize, evict: impl FnOnce(&mut M)) {
        let mut map = map;
        if size(&map) >= self.next_at.load(Ordering::Relaxed) {
            evict(&mut map);
            let next = size(&map).saturating_mul(2).max(LEAST);
            self.next_at.store(next, Ordering::Relaxed);
        }
    }
}
