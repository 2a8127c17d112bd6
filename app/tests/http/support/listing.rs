//! Listings to import, and what is to be found in them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

/// Open breweries of the made-up listing in Portland, Oregon.
pub(crate) const PORTLAND_BREWERIES: usize = 28;
/// Open breweries of the made-up listing in Bend, Oregon.
pub(crate) const BEND_BREWERIES: usize = 4;

/// The listing that is always there (its README says what is in it).
pub(crate) fn made_up_listing() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../places/tests/data/made-up-listing.csv")
}

/// The main job's search.
pub(crate) fn brewery_search() -> Value {
    json!({"search_term": "brewery", "state": "OR", "cities": ["Portland", "Bend"]})
}
