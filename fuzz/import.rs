//! The body of the import fuzz targets, as a plain function, so that it compiles everywhere.

use std::ops::ControlFlow;

use places::Catalogue;
use places::import::{Format, ImportOptions, import_file};

/// Imports the bytes as a file of the given format into an empty catalogue.
pub fn import(data: &[u8], format: Format) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("listing");
    std::fs::write(&file, data).expect("a temporary file");
    let catalogue = Catalogue::open(folder.path()).expect("a new catalogue");
    let options = ImportOptions {
        format: Some(format),
        source: Some("fuzz".to_owned()),
        ..ImportOptions::default()
    };
    let go_on = |_| ControlFlow::Continue(());
    let imported =
        import_file(&catalogue, &file, options, go_on).map_or(0, |report| report.imported);
    assert_eq!(catalogue.rows(), imported);
}
