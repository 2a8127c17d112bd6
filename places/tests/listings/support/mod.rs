//! What the tests of this folder share.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use futures::TryStreamExt;
use places::import::{ImportError, ImportOptions, ImportReport, Progress, import_file};
use places::{Catalogue, Place, PlaceQuery, PlaceSource};
use tempfile::TempDir;
pub(crate) use testkit::shared_data_file as shared_data;

/// A catalogue in its own folder.
pub(crate) struct Fixture {
    pub(crate) folder: TempDir,
    pub(crate) catalogue: Catalogue,
}

impl Fixture {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Catalogue::open(folder.path()).unwrap();
        Self { folder, catalogue }
    }

    /// Writes a file into the fixture's folder.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn import(&self, path: &Path) -> Result<ImportReport, ImportError> {
        self.import_with(path, ImportOptions::default())
    }

    pub(crate) fn import_with(
        &self,
        path: &Path,
        options: ImportOptions,
    ) -> Result<ImportReport, ImportError> {
        import_file(
            &self.catalogue,
            path,
            options,
            |_| ControlFlow::Continue(()),
        )
    }

    /// Imports, reporting progress.
    pub(crate) fn import_while(
        &self,
        path: &Path,
        mut look: impl FnMut(Progress),
    ) -> Result<ImportReport, ImportError> {
        import_file(
            &self.catalogue,
            path,
            ImportOptions::default(),
            |progress| {
                look(progress);
                ControlFlow::Continue(())
            },
        )
    }

    pub(crate) fn find(&self, term: &str, state: &str, city: &str) -> Vec<Place> {
        find(&self.catalogue, term, state, city)
    }

    pub(crate) fn names(&self, term: &str, state: &str, city: &str) -> Vec<String> {
        self.find(term, state, city)
            .into_iter()
            .map(|place| place.name)
            .collect()
    }
}

/// Every place that a source finds.
pub(crate) fn find(source: &dyn PlaceSource, term: &str, state: &str, city: &str) -> Vec<Place> {
    let query = PlaceQuery::new(term, state, city).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime
        .block_on(source.search(query).try_collect())
        .unwrap()
}

/// Compares a business, all of it, with its file in `snapshots`. The day on which it was read is another each time.
pub(crate) fn assert_place(name: &str, place: &Place) {
    let mut place = place.clone();
    place.provenance.retrieved = None;
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_snapshot_path("../snapshots");
    settings.bind(|| insta::assert_json_snapshot!(name, place));
}

/// The small listing in the repository.
pub(crate) fn made_up_listing() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/made-up-listing.csv")
}

/// A made-up file in a publisher's format.
pub(crate) fn made_up(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(file)
}

/// A listing of `rows` made-up businesses in some cities of Georgia, with a few categories.
pub(crate) fn big_listing(rows: u64) -> String {
    const CITIES: [&str; 20] = [
        "Atlanta", "Augusta", "Savannah", "Macon", "Athens", "Albany", "Marietta", "Roswell",
        "Valdosta", "Rome", "Dalton", "Tifton", "Dublin", "Jesup", "Perry", "Cordele", "Canton",
        "Duluth", "Griffin", "Newnan",
    ];
    const KINDS: [&str; 10] = [
        "bakery",
        "brewery",
        "dentist",
        "florist",
        "plumber",
        "restaurant",
        "hotel",
        "gym",
        "hardware store",
        "car repair",
    ];
    let mut text = String::from("name,category,address,city,state,zip,phone,website,lat,lon\n");
    for row in 0..rows {
        let city = CITIES[(row % 20) as usize];
        let kind = KINDS[(row / 20 % 10) as usize];
        let (lat, lon) = (
            31.0 + (row % 397) as f64 / 100.0,
            -84.0 + (row % 211) as f64 / 100.0,
        );
        writeln!(
            text,
            "Made Up {kind} {row},{kind},{} Example Street,{city},GA,31{:03},\
             (912) 555-01{:02},https://shop-{row}.example,{lat:.5},{lon:.5}",
            row % 9_000 + 1,
            row % 997,
            row % 100,
        )
        .unwrap();
    }
    text
}
