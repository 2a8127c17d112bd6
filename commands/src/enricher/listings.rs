//! The listings of a kind of business, where some data set is whole for it.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use enrichment::Reference;
use enrichment::atlas::{Catchments, Kind, Listings};
use places::{Dataset, OfKind};

/// What is reached of other businesses is counted within so many miles.
const CATCHMENT_MI: f64 = 5.0;

/// The listings of a kind, counted by county.
#[derive(Debug)]
pub struct KindListings {
    pub found: OfKind,
    pub counted: Listings,
    kind: Kind,
    states: BTreeSet<u32>,
    catchments: OnceLock<Option<Arc<Catchments>>>,
}

impl KindListings {
    pub(super) fn new(kind: Kind, found: OfKind, reference: &Reference) -> Self {
        let states: BTreeSet<u32> = found.states.iter().map(|state| state.fips()).collect();
        let listed = found.listed.iter().map(|one| (one.at, one.zip.as_deref()));
        Self {
            counted: Listings::of(reference, listed, states.clone()),
            found,
            kind,
            states,
            catchments: OnceLock::new(),
        }
    }

    /// What is reached of them at any point. Computed when first asked for, some 30 ms.
    pub(super) fn catchments(&self, reference: &Reference) -> Option<Arc<Catchments>> {
        let computed = || {
            let demand = reference.demand_for(self.kind);
            let positions = self.found.listed.iter().filter_map(|one| one.at);
            let inputs = reference.atlas_inputs()?;
            Catchments::of(inputs, &demand, positions, &self.states, CATCHMENT_MI).map(Arc::new)
        };
        self.catchments.get_or_init(computed).clone()
    }
}

/// What was found of each kind, and of what. Who asks for a kind that is being read waits for that alone.
#[derive(Default)]
pub(super) struct KeptListings(Mutex<HashMap<&'static str, Slot>>);

pub(super) type Slot = Arc<tokio::sync::Mutex<Option<Kept>>>;

pub(super) struct Kept {
    pub(super) reference: Arc<Reference>,
    /// All data sets as they were.
    pub(super) datasets: Vec<Dataset>,
    pub(super) listings: Arc<KindListings>,
}

impl KeptListings {
    pub(super) fn of(&self, kind: Kind) -> Slot {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(kinds.entry(kind.name).or_default())
    }
}

impl Kept {
    /// Not if the tables or the data sets have changed since.
    pub(super) fn is_of(&self, reference: &Arc<Reference>, datasets: &[Dataset]) -> bool {
        Arc::ptr_eq(&self.reference, reference) && self.datasets == datasets
    }
}
