//! The data sets that a file's businesses come from.

use std::collections::BTreeMap;

use places::{Place, Provenance};

/// Each data set once, by its name.
#[derive(Default)]
pub(super) struct Listings(BTreeMap<String, Terms>);

/// The terms of a data set.
pub(super) struct Terms {
    pub(super) vintage: Option<String>,
    pub(super) licence: Option<String>,
    pub(super) attribution: Option<String>,
}

/// The source's release, or the day on which the data were imported or fetched.
pub(super) fn vintage_of(origin: &Provenance) -> Option<String> {
    let release = origin.release.clone();
    release.or_else(|| origin.retrieved.map(|day| day.to_string()))
}

impl Listings {
    /// Adds the data set of a business.
    pub(super) fn note(&mut self, place: &Place) {
        let origin = &place.provenance;
        if !self.0.contains_key(&origin.source) {
            let terms = Terms {
                vintage: vintage_of(origin),
                licence: origin.licence.clone(),
                attribution: origin.attribution.clone(),
            };
            self.0.insert(origin.source.clone(), terms);
        }
    }

    /// All data sets, by name.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &Terms)> {
        self.0.iter().map(|(name, terms)| (name.as_str(), terms))
    }
}
