//! Whether a business is known.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use domain::ids::UserId;
use places::{Place, identities};
use store::StoreError;
use store::known::{Digest, KnownLists, Recognized};
use store::user_keys::{UserKey, UserKeys};
use store::weighted_cache::WeightedCache;

/// Memory for what recognizes known businesses, in bytes: some twenty of the longest lists.
const MEMORY: u64 = 64 * 1024 * 1024;

/// How often a list that is replaced meanwhile is looked up again.
const LOOKS: u32 = 8;

/// The businesses that a user knows.
pub struct KnownBusinesses {
    key: UserKey,
    /// The kinds of identities that the businesses have: others need not be hashed.
    kinds: HashSet<String>,
    /// Sorted.
    digests: Vec<Digest>,
}

impl std::fmt::Debug for KnownBusinesses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KnownBusinesses").finish_non_exhaustive()
    }
}

impl KnownBusinesses {
    fn new(key: UserKey, of: Recognized) -> Self {
        Self {
            key,
            kinds: of.kinds.into_iter().collect(),
            digests: of.digests,
        }
    }

    /// Whether this is one of them.
    pub fn knows(&self, place: &Place) -> bool {
        let row = identities(place);
        let mut sought = row.looked_up().filter(|one| self.kinds.contains(one.kind));
        sought.any(|one| {
            let digest = self.key.digest(one.kind, &one.text);
            self.digests.binary_search(&digest).is_ok()
        })
    }

    /// Tells one of them from others.
    pub(crate) fn digest(&self, place: &Place) -> Digest {
        self.key.digest("known business", &place.key)
    }

    fn bytes(&self) -> usize {
        self.digests.len() * size_of::<Digest>()
    }
}

/// What recognizes these businesses.
pub(super) fn recognized(key: &UserKey, businesses: &[Place]) -> Recognized {
    let (mut kinds, mut digests) = (BTreeSet::new(), Vec::new());
    for business in businesses {
        for one in identities(business).stored() {
            kinds.insert(one.kind.to_owned());
            digests.push(key.digest(one.kind, &one.text));
        }
    }
    digests.sort_unstable();
    digests.dedup();
    Recognized {
        kinds: kinds.into_iter().collect(),
        digests,
    }
}

/// Knows which businesses users know. Cheap to clone.
#[derive(Clone)]
pub struct KnownIndex {
    pub(super) lists: KnownLists,
    pub(super) keys: UserKeys,
    /// By the lists' ids, which name one upload each.
    held: Arc<WeightedCache<String, Arc<KnownBusinesses>>>,
}

impl KnownIndex {
    /// Over the database.
    pub fn new(lists: KnownLists, keys: UserKeys) -> Self {
        Self {
            lists,
            keys,
            held: Arc::new(WeightedCache::new("known_businesses", MEMORY)),
        }
    }

    /// The businesses that a user knows; none without a list.
    pub async fn of(&self, user: &UserId) -> Result<Option<Arc<KnownBusinesses>>, StoreError> {
        for _ in 0..LOOKS {
            let Some(list) = self.lists.find(user).await? else {
                return Ok(None);
            };
            if let Some(held) = self.held.get_if(&list.id, |_| true) {
                return Ok(Some(held));
            }
            let Some(key) = self.keys.find(user).await? else {
                // All of it is being erased.
                return Ok(None);
            };
            if let Some(of) = self.lists.recognized_by(user, &list.id).await? {
                let known = Arc::new(KnownBusinesses::new(key, of));
                let bytes = known.bytes() + list.id.len();
                self.held.insert(list.id, Arc::clone(&known), bytes);
                return Ok(Some(known));
            }
        }
        Err(StoreError::Damaged(
            "a list of known businesses keeps changing".to_owned(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use places::Provenance;
    use store::testing::user_key;
    use testkit::Dice;

    use super::*;

    /// Few of each, so that many are alike.
    fn business(dice: &mut Dice) -> Place {
        let mut one_of = |texts: &[&str]| -> Option<String> {
            let chosen = dice.below(texts.len() as u64 + 1);
            let chosen = usize::try_from(chosen).unwrap();
            texts.get(chosen).map(|text| (*text).to_owned())
        };
        let name = one_of(&["Copper Kettle", "COPPER KETTLE", "Heron Bakery"]);
        let at = one_of(&["44.05", "44.0504", "44.9"]);
        Place {
            street_address: one_of(&["1 Main St", "1 Main Street", "2 Oak Ave"]),
            city: one_of(&["Bend", "BEND", "Salem"]),
            state: Some("OR".to_owned()),
            zip: one_of(&["97701", "97701-1234", "97301"]),
            phone: one_of(&["541-555-0101", "+1 (541) 555-0101", "503-555-0102"]),
            latitude: at.as_ref().map(|at| at.parse().unwrap()),
            longitude: at.as_ref().map(|_| -121.31),
            ..Place::new(
                String::new(),
                name.unwrap_or_else(|| "Other".to_owned()),
                Provenance::new("a".to_owned()),
            )
        }
    }

    /// As saved companies are met, whatever is hashed.
    #[test]
    fn a_row_is_known_if_it_is_recognized_as_one_of_the_businesses() {
        let mut dice = Dice::from_printed_seed("known businesses");
        let (key, other) = (user_key("ada"), user_key("eve"));
        let (mut known_rows, rounds) = (0, 2_000);
        for _ in 0..rounds {
            let listed: Vec<Place> = (0..dice.below(4)).map(|_| business(&mut dice)).collect();
            let row = business(&mut dice);
            let known = KnownBusinesses::new(key.clone(), recognized(&key, &listed));
            let sought = identities(&row);
            let is_met = listed.iter().any(|one| {
                let of = identities(one);
                sought
                    .looked_up()
                    .any(|one| of.stored().any(|other| one == other))
            });
            assert_eq!(known.knows(&row), is_met, "{row:?} among {listed:?}");
            known_rows += usize::from(is_met);
            let of_another = KnownBusinesses::new(other.clone(), recognized(&key, &listed));
            assert!(!of_another.knows(&row), "hashed with another key");
        }
        assert!(known_rows > rounds / 10 && known_rows < rounds * 9 / 10);
    }
}
