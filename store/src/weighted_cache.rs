//! A cache whose memory is bounded: the entries' bytes count, not their number.

use std::convert::Infallible;
use std::hash::Hash;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, Equivalent, OptionsBuilder, Weighter};
use telemetry::{CacheMetrics, metrics};

/// What an entry takes in addition to its key and value: links, counters, small allocations.
const ENTRY: u64 = 256;

/// Values that are cheap to clone, by their keys.
pub struct WeightedCache<K, V> {
    held: Cache<K, Weighted<V>, ByBytes>,
    metrics: CacheMetrics,
}

#[derive(Clone)]
struct Weighted<V> {
    value: V,
    bytes: u64,
}

#[derive(Clone)]
struct ByBytes;

impl<K, V> Weighter<K, Weighted<V>> for ByBytes {
    fn weight(&self, _: &K, weighted: &Weighted<V>) -> u64 {
        weighted.bytes + ENTRY
    }
}

impl<K: Eq + Hash, V: Clone> WeightedCache<K, V> {
    /// Holds up to `bytes`; metrics call it `name`.
    pub fn new(name: &'static str, bytes: u64) -> Self {
        let options = OptionsBuilder::new()
            // Each shard would have a part of the memory, which a value of some megabytes must fit into.
            .shards(1)
            .estimated_items_capacity(10_000)
            .weight_capacity(bytes)
            .build()
            .expect("both capacities are given");
        let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self {
            held: Cache::with_options(options, ByBytes, hasher, lifecycle),
            metrics: metrics().cache(name, bytes),
        }
    }

    /// The value, if it is still held and is one that can be used.
    pub fn get_if<Q: Hash + Equivalent<K> + ?Sized>(
        &self,
        key: &Q,
        is_usable: impl FnOnce(&V) -> bool,
    ) -> Option<V> {
        let held = self.held.get(key).map(|held| held.value);
        let usable = held.filter(is_usable);
        self.metrics.looked_up(usable.is_some());
        usable
    }

    /// The value; where none is held, the default, the same one for all who ask at once.
    pub fn get_or_default<Q>(&self, key: &Q) -> V
    where
        Q: Hash + Equivalent<K> + ToOwned<Owned = K> + ?Sized,
        V: Default,
    {
        let mut is_hit = true;
        let empty = || {
            is_hit = false;
            let (value, bytes) = (V::default(), 0);
            Ok::<_, Infallible>(Weighted { value, bytes })
        };
        let Ok(held) = self.held.get_or_insert_with(key, empty);
        self.metrics.looked_up(is_hit);
        held.value
    }

    /// Holds the value, which takes `bytes` together with its key.
    pub fn insert(&self, key: K, value: V, bytes: usize) {
        let bytes = bytes as u64;
        self.held.insert(key, Weighted { value, bytes });
        self.metrics.takes(self.held.weight());
    }

    /// Drops the value.
    pub fn remove<Q: Hash + Equivalent<K> + ?Sized>(&self, key: &Q) {
        self.held.remove(key);
        self.metrics.takes(self.held.weight());
    }

    /// How many bytes are held, about.
    pub fn weight(&self) -> u64 {
        self.held.weight()
    }
}
