//! Listings to import, and what is to be found in them.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::server::Server;

/// Open breweries of the made-up listing in Portland, Oregon.
pub(crate) const PORTLAND_BREWERIES: usize = 28;
/// Open breweries of the made-up listing in Bend, Oregon.
pub(crate) const BEND_BREWERIES: usize = 4;

/// The listing that is always there (its README says what is in it).
pub(crate) fn made_up_listing() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../places/tests/data/made-up-listing.csv")
}

/// A brewery of a listing that is released again and again.
pub(crate) struct Released<'a> {
    /// Tells where it is.
    pub(crate) number: usize,
    pub(crate) name: String,
    /// The last two digits of its phone number.
    pub(crate) phone: &'a str,
}

/// Imports a release of breweries in Bend in place of the one before.
pub(crate) fn release<'a>(server: &Server, breweries: impl IntoIterator<Item = Released<'a>>) {
    let mut text = "name,category,street,city,state,zip,phone,latitude,longitude\n".to_owned();
    for Released {
        number,
        name,
        phone,
    } in breweries
    {
        text.push_str(&format!(
            "{name},brewery,{number}1 Main St,Bend,OR,97701,541-555-01{phone},44.0{number:02},-121.31\n"
        ));
    }
    let path = server.folder().join("bend-breweries.csv");
    std::fs::write(&path, text).unwrap();
    server.import(&path);
}

/// The main job's search.
pub(crate) fn brewery_search() -> Value {
    json!({"search_term": "brewery", "state": "OR", "cities": ["Portland", "Bend"]})
}
