//! The starter listing: there from the first start, removed and restored, replaced by newer data.

use std::ops::ControlFlow;

use crate::support::{Fixture, made_up_listing};
use places::import::{ImportOptions, import_file};
use places::{Catalogue, Dataset, STARTER, StarterListing};

fn started() -> Fixture {
    let fixture = Fixture::new();
    let added = fixture.catalogue.ensure_starter().unwrap();
    assert!(
        matches!(added, StarterListing::Added(rows) if rows > 7_100),
        "{added:?}"
    );
    fixture
}

fn starter(catalogue: &Catalogue) -> Option<Dataset> {
    let datasets = catalogue.datasets().unwrap();
    datasets.into_iter().find(|dataset| dataset.name == STARTER)
}

#[test]
fn a_fresh_catalogue_gets_real_businesses_with_their_licence_and_source() {
    let fixture = started();
    let dataset = starter(&fixture.catalogue).unwrap();
    assert!(dataset.shipped);
    assert_eq!(dataset.rows, fixture.catalogue.rows());
    assert_eq!(dataset.licence.as_deref(), Some("MIT"));
    assert_eq!(dataset.release.as_deref(), Some("2026-08-02"));
    for (city, at_least) in [("Portland", 40), ("Bend", 10)] {
        let found = fixture.find("brewery", "OR", city);
        assert!(found.len() >= at_least, "{} in {city}", found.len());
        for place in found {
            let provenance = &place.provenance;
            assert!(!provenance.sample && provenance.source == STARTER);
            assert_eq!(provenance.attribution.as_deref(), Some("Open Brewery DB"));
            assert!(provenance.source_id.is_some());
        }
    }
    // A second start has nothing to do, and every start gets the same answer.
    let again = fixture.catalogue.ensure_starter().unwrap();
    assert_eq!(again, StarterListing::AsItWas);
}

#[test]
fn what_was_removed_stays_away_until_it_is_brought_back() {
    let fixture = started();
    let rows = fixture.catalogue.rows();
    assert_eq!(fixture.catalogue.remove(STARTER).unwrap(), Some(rows));
    let restarted = Catalogue::open(fixture.folder.path()).unwrap();
    assert_eq!(restarted.ensure_starter().unwrap(), StarterListing::AsItWas);
    assert_eq!(restarted.rows(), 0);
    assert!(restarted.is_hidden(STARTER).unwrap());
    assert_eq!(restarted.restore_starter().unwrap(), rows);
    assert!(!restarted.is_hidden(STARTER).unwrap());
    assert_eq!(restarted.rows(), rows);
}

#[test]
fn newer_data_of_its_name_takes_its_place_and_stays() {
    let fixture = started();
    let options = ImportOptions {
        source: Some(STARTER.to_owned()),
        ..ImportOptions::default()
    };
    let go_on = |_| ControlFlow::Continue(());
    import_file(&fixture.catalogue, &made_up_listing(), options, go_on).unwrap();
    let own = starter(&fixture.catalogue).unwrap();
    assert!(!own.shipped && own.rows < 100);
    let again = fixture.catalogue.ensure_starter().unwrap();
    assert_eq!(again, StarterListing::AsItWas);
    assert_eq!(starter(&fixture.catalogue), Some(own));
}

#[test]
fn two_processes_at_their_first_start_leave_one_listing() {
    let fixture = Fixture::new();
    let other = Catalogue::open(fixture.folder.path()).unwrap();
    let (one, two) = std::thread::scope(|scope| {
        let one = scope.spawn(|| fixture.catalogue.ensure_starter());
        let two = scope.spawn(|| other.ensure_starter());
        (one.join(), two.join())
    });
    let outcomes = [one, two].map(|outcome| outcome.expect("no panic").expect("no error"));
    assert!(
        outcomes
            .iter()
            .any(|outcome| matches!(outcome, StarterListing::Added(_))),
        "{outcomes:?}"
    );
    let dataset = starter(&fixture.catalogue).unwrap();
    fixture.catalogue.ensure_starter().unwrap();
    assert_eq!(fixture.catalogue.rows(), dataset.rows);
}
