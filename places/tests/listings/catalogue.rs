//! The catalogue over time: replaced, shared between processes, interrupted, empty.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::support::{Fixture, big_listing, find, made_up_listing};
use futures::StreamExt;
use places::import::{ImportError, ImportOptions, import_file};
use places::{Catalogue, CatalogueError, PlaceQuery, PlaceSource};

fn options(source: &str) -> ImportOptions {
    ImportOptions {
        source: Some(source.to_owned()),
        ..ImportOptions::default()
    }
}

#[test]
fn an_empty_catalogue_has_no_rows_and_finds_nothing() {
    let fixture = Fixture::new();
    assert_eq!(fixture.catalogue.rows(), 0);
    assert!(fixture.catalogue.datasets().unwrap().is_empty());
    assert!(fixture.find("brewery", "OR", "Portland").is_empty());
}

#[test]
// JOB-16
fn job_16_another_opening_sees_an_import_within_five_seconds() {
    let fixture = Fixture::new();
    let server = Catalogue::open(fixture.folder.path()).unwrap();
    assert_eq!(server.rows(), 0);
    fixture.import(&made_up_listing()).unwrap();
    let imported = Instant::now();
    while server.rows() != 38 {
        assert!(
            imported.elapsed() < Duration::from_secs(5),
            "still {} rows",
            server.rows()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(find(&server, "brewery", "OR", "Portland").len(), 28);
}

#[test]
fn importing_again_replaces_that_data_set_and_no_other() {
    let fixture = Fixture::new();
    let one = fixture.file("one.csv", "name,city,state\nAlpha,Bend,OR\nBeta,Bend,OR\n");
    let two = fixture.file("two.csv", "name,city,state\nAlpha Shop,Bend,OR\n");
    fixture.import_with(&one, options("first")).unwrap();
    fixture.import_with(&two, options("second")).unwrap();
    assert_eq!(fixture.names("alpha", "OR", "Bend").len(), 2);

    let newer = fixture.file("newer.csv", "name,city,state\nGamma,Bend,OR\n");
    let report = fixture.import_with(&newer, options("first")).unwrap();
    assert_eq!((report.replaced, report.imported), (2, 1));
    assert_eq!(fixture.names("alpha", "OR", "Bend"), ["Alpha Shop"]);
    assert_eq!(fixture.names("gamma", "OR", "Bend"), ["Gamma"]);
    assert_eq!(fixture.catalogue.rows(), 2);
    let rows: Vec<u64> = fixture
        .catalogue
        .datasets()
        .unwrap()
        .iter()
        .map(|d| d.rows)
        .collect();
    assert_eq!(rows, [1, 1]);
}

#[test]
fn a_business_of_two_data_sets_is_found_once() {
    let fixture = Fixture::new();
    let text = "name,street,city,state\nAlpha Shop,1 Main Street,Bend,OR\n";
    let one = fixture.file("one.csv", text);
    let two = fixture.file(
        "two.csv",
        text.replace("Street", "St.").replace("Alpha", "ALPHA"),
    );
    fixture.import(&one).unwrap();
    fixture.import(&two).unwrap();
    assert_eq!(fixture.catalogue.rows(), 2);
    assert_eq!(fixture.find("alpha", "OR", "Bend").len(), 1);
}

#[test]
fn a_search_under_way_goes_on_with_the_old_rows() {
    let fixture = Fixture::new();
    let mut text = String::from("name,city,state\n");
    for number in 0..1_000 {
        writeln!(text, "Old Shop {number},Bend,OR").unwrap();
    }
    let old = fixture.file("old.csv", text);
    let new = fixture.file("new.csv", "name,city,state\nNew Shop,Bend,OR\n");
    fixture.import_with(&old, options("shops")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let query = PlaceQuery::new("shop", "OR", "Bend").unwrap();
    let mut stream = fixture.catalogue.search(query);
    let first = runtime.block_on(stream.next()).unwrap().unwrap();
    assert!(first.name.starts_with("Old"));
    fixture.import_with(&new, options("shops")).unwrap();
    let rest: Vec<_> = runtime.block_on(stream.collect());
    assert_eq!(rest.len(), 999);
    assert!(
        rest.into_iter()
            .all(|place| place.unwrap().name.starts_with("Old"))
    );
    assert_eq!(fixture.names("shop", "OR", "Bend"), ["New Shop"]);
}

#[test]
fn a_second_import_at_the_same_time_is_refused_and_changes_nothing() {
    let fixture = Fixture::new();
    let other = Catalogue::open(fixture.folder.path()).unwrap();
    let big = fixture.file("big.csv", big_listing(2_000));
    let mut refused = None;
    import_file(&fixture.catalogue, &big, ImportOptions::default(), |_| {
        let go_on = |_| ControlFlow::Continue(());
        refused = Some(import_file(
            &other,
            &made_up_listing(),
            ImportOptions::default(),
            go_on,
        ));
        ControlFlow::Continue(())
    })
    .unwrap();
    let error = refused.unwrap().unwrap_err();
    assert!(
        matches!(error, ImportError::Catalogue(CatalogueError::Busy)),
        "{error}"
    );
    assert!(error.to_string().contains("written by another import"));
    assert_eq!(fixture.catalogue.rows(), 2_000);
}

#[test]
fn a_stopped_import_leaves_the_catalogue_as_it_was() {
    let fixture = Fixture::new();
    fixture
        .import_with(&made_up_listing(), options("shops"))
        .unwrap();
    let big = fixture.file("big.csv", big_listing(3_000));
    let mut last = 0;
    let stop = |progress: places::import::Progress| {
        assert!(progress.bytes_read <= progress.bytes_total);
        last = progress.rows;
        if progress.rows >= 2_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let error = import_file(&fixture.catalogue, &big, options("shops"), stop).unwrap_err();
    assert!(matches!(error, ImportError::Stopped), "{error}");
    assert_eq!((last, fixture.catalogue.rows()), (2_000, 38));
    // The lock is free again, in this process and in any other.
    fixture
        .import_with(&made_up_listing(), options("shops"))
        .unwrap();
    assert_eq!(Catalogue::open(fixture.folder.path()).unwrap().rows(), 38);
}

#[test]
fn a_folder_that_cannot_be_used_says_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("catalogue"), "a file").unwrap();
    let error = Catalogue::open(folder.path()).err().unwrap();
    assert!(
        matches!(error, CatalogueError::Unavailable { .. }),
        "{error}"
    );
}

#[test]
fn an_index_of_another_version_is_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    let index = folder.path().join("catalogue");
    std::fs::create_dir(&index).unwrap();
    let mut schema = tantivy::schema::Schema::builder();
    schema.add_u64_field("other", tantivy::schema::FAST);
    tantivy::Index::create_in_dir(&index, schema.build()).unwrap();
    let error = Catalogue::open(folder.path()).err().unwrap();
    assert!(
        matches!(error, CatalogueError::OtherVersion { .. }),
        "{error}"
    );
}
