//! A cache whose memory is bounded: the entries' bytes count, not their number.

use std::convert::Infallible;
use std::hash::Hash;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, Equivalent, OptionsBuilder, Weighter};

/// What an entry takes in addition to its key and value: links, counters, small allocations.
const ENTRY: u64 = 256;

/// Values that are cheap to clone, by their keys.
pub struct WeightedCache<K, V>(Cache<K, Weighted<V>, ByBytes>);

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
    /// Holds up to `bytes`.
    pub fn new(bytes: u64) -> Self {
        let options = OptionsBuilder::new()
            // Each shard would have a part of the memory, which a value of some megabytes must fit into.
            .shards(1)
            .estimated_items_capacity(10_000)
            .weight_capacity(bytes)
            .build()
            .expect("both capacities are given");
        let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self(Cache::with_options(options, ByBytes, hasher, lifecycle))
    }

    /// The value, if it is still held.
    pub fn get<Q: Hash + Equivalent<K> + ?Sized>(&self, key: &Q) -> Option<V> {
        Some(self.0.get(key)?.value)
    }

    /// The value; where none is held, the default, the same one for all who ask at once.
    pub fn get_or_default<Q>(&self, key: &Q) -> V
    where
        Q: Hash + Equivalent<K> + ToOwned<Owned = K> + ?Sized,
        V: Default,
    {
        let empty = || {
            let (value, bytes) = (V::default(), 0);
            Ok::<_, Infallible>(Weighted { value, bytes })
        };
        let Ok(held) = self.0.get_or_insert_with(key, empty);
        held.value
    }

    /// Holds the value, which takes `bytes` together with its key.
    pub fn insert(&self, key: K, value: V, bytes: usize) {
        let bytes = bytes as u64;
        self.0.insert(key, Weighted { value, bytes });
    }

    /// Drops the value.
    pub fn remove<Q: Hash + Equivalent<K> + ?Sized>(&self, key: &Q) {
        self.0.remove(key);
    }

    /// Drops all values.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// How many bytes are held, about.
    pub fn weight(&self) -> u64 {
        self.0.weight()
    }
}
