//! The listings of a kind of business, where some data set is whole for it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use enrichment::Reference;
use enrichment::atlas::{Kind, Listings};
use places::{Dataset, OfKind};

/// The listings of a kind, counted by county.
#[derive(Debug)]
pub struct KindListings {
    pub found: OfKind,
    pub counted: Listings,
}

impl KindListings {
    pub(super) fn new(found: OfKind, reference: &Reference) -> Self {
        let states: BTreeSet<u32> = found.states.iter().map(|state| state.fips()).collect();
        let listed = found.listed.iter().map(|one| (one.at, one.zip.as_deref()));
        Self {
            counted: Listings::of(reference, listed, states),
            found,
        }
    }
}

/// What was found of each kind, and of what.
#[derive(Default)]
pub(super) struct KeptListings(HashMap<&'static str, Kept>);

struct Kept {
    reference: Arc<Reference>,
    /// All data sets as they were.
    datasets: Vec<Dataset>,
    listings: Arc<KindListings>,
}

impl KeptListings {
    /// None if the tables or the data sets have changed since.
    pub(super) fn get(
        &self,
        kind: Kind,
        reference: &Arc<Reference>,
        datasets: &[Dataset],
    ) -> Option<Arc<KindListings>> {
        let kept = self.0.get(kind.name)?;
        let is_current = Arc::ptr_eq(&kept.reference, reference) && kept.datasets == datasets;
        is_current.then(|| Arc::clone(&kept.listings))
    }

    pub(super) fn keep(
        &mut self,
        kind: Kind,
        reference: &Arc<Reference>,
        datasets: Vec<Dataset>,
        listings: &Arc<KindListings>,
    ) {
        let (reference, listings) = (Arc::clone(reference), Arc::clone(listings));
        self.0.insert(
            kind.name,
            Kept {
                reference,
                datasets,
                listings,
            },
        );
    }
}
