//! An import that does not finish: its process dies, or its disk is full.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;

use crate::support::{Fixture, big_listing, find, made_up_listing};
use places::import::{ImportError, ImportOptions, import_file};
use places::{Catalogue, CatalogueError};
use testkit::SmallDisk;

/// Tells a child process of this test which catalogue to import into before it dies.
const VICTIM: &str = "PLACES_CRASH_TEST_FOLDER";

fn options() -> ImportOptions {
    ImportOptions {
        source: Some("shops".to_owned()),
        ..ImportOptions::default()
    }
}

#[test]
fn a_process_that_dies_in_an_import_leaves_the_catalogue_as_it_was() {
    if let Some(folder) = std::env::var_os(VICTIM) {
        die_in_an_import(Path::new(&folder));
    }
    let fixture = Fixture::new();
    fixture.import_with(&made_up_listing(), options()).unwrap();
    fixture.file("big.csv", big_listing(5_000));
    let died = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "crash::a_process_that_dies_in_an_import_leaves_the_catalogue_as_it_was",
        ])
        .env(VICTIM, fixture.folder.path())
        .output()
        .unwrap();
    assert!(!died.status.success());
    assert!(fixture.folder.path().join("half-way").exists(), "{died:?}");

    let reopened = Catalogue::open(fixture.folder.path()).unwrap();
    assert_eq!(reopened.rows(), 38);
    assert_eq!(find(&reopened, "brewery", "OR", "Portland").len(), 28);
    // The dead process left no lock.
    let big = fixture.folder.path().join("big.csv");
    assert_eq!(fixture.import_with(&big, options()).unwrap().replaced, 38);
    assert_eq!(fixture.catalogue.rows(), 5_000);
}

fn die_in_an_import(folder: &Path) -> ! {
    let catalogue = Catalogue::open(folder).unwrap();
    let big = folder.join("big.csv");
    let outcome = import_file(&catalogue, &big, options(), |progress| {
        if progress.rows >= 4_000 {
            std::fs::write(folder.join("half-way"), "").unwrap();
            std::process::abort();
        }
        ControlFlow::Continue(())
    });
    panic!("the import ended: {outcome:?}");
}

#[test]
fn a_full_disk_is_said_and_leaves_the_catalogue_as_it_was() {
    let fixture = Fixture::new();
    let Some(disk) = SmallDisk::mount(fixture.folder.path().join("small"), 2) else {
        return;
    };
    let catalogue = Catalogue::open(disk.path()).unwrap();
    let go_on = |_| ControlFlow::Continue(());
    import_file(&catalogue, &made_up_listing(), options(), go_on).unwrap();
    let big = fixture.file("big.csv", big_listing(60_000));
    let error = import_file(&catalogue, &big, options(), go_on).unwrap_err();
    assert!(
        matches!(error, ImportError::Catalogue(CatalogueError::DiskFull)),
        "{error}"
    );
    assert_eq!(find(&catalogue, "brewery", "OR", "Portland").len(), 28);

    // The leftovers are gone, so that a smaller import has room.
    import_file(&catalogue, &made_up_listing(), options(), go_on).unwrap();
    assert_eq!(Catalogue::open(disk.path()).unwrap().rows(), 38);
}
