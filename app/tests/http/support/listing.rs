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

/// A file of the shared test data; nothing, and a line that says so, where it is not there.
pub(crate) fn shared_data(file: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("DEMANDATLAS_TEST_DATA") else {
        eprintln!("skipped: DEMANDATLAS_TEST_DATA does not name the folder that has {file}");
        return None;
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder)
        .join(file);
    assert!(path.is_file(), "{} is not there", path.display());
    Some(path)
}
