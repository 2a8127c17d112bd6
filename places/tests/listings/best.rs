//! Searches without a city: the best matches of a state, or of everything (ENR-04).

use crate::support::{Fixture, big_listing};
use futures::TryStreamExt;
use places::import::ImportOptions;
use places::{Place, PlaceSource, Sources, SourcesSettings, UsState, WideQuery};

const HEAD: &str = "name,category,address,city,state,zip,lat,lon";

fn import(fixture: &Fixture, name: &str, release: &str, rows: &[&str]) {
    let path = fixture.file(
        &format!("{name}.csv"),
        format!("{HEAD}\n{}\n", rows.join("\n")),
    );
    let options = ImportOptions {
        source: Some(name.to_owned()),
        release: Some(release.to_owned()),
        ..ImportOptions::default()
    };
    fixture.import_with(&path, options).unwrap();
}

fn best(fixture: &Fixture, query: WideQuery) -> Vec<Place> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let found = fixture.catalogue.best(query).unwrap();
    runtime.block_on(found.try_collect()).unwrap()
}

fn names(fixture: &Fixture, term: &str, state: Option<&str>, most: usize) -> Vec<String> {
    let query = WideQuery::new(term, state, most).unwrap();
    best(fixture, query)
        .into_iter()
        .map(|place| place.name)
        .collect()
}

fn breweries() -> Fixture {
    let fixture = Fixture::new();
    import(
        &fixture,
        "or",
        "2026-01-01",
        &[
            "Bend Beer,brewery,1 Main St,Bend,OR,97701,44.058,-121.315",
            "Salem Beer,brewery,2 Main St,Salem,OR,97301,,",
            "Rose Beer,brewery,3 Main St,Portland,OR,97201,45.520,-122.680",
            "Brewery Supplies,hardware store,4 Main St,Bend,OR,97701,44.059,-121.316",
            "Bend Flowers,florist,5 Main St,Bend,OR,97701,44.060,-121.317",
        ],
    );
    import(
        &fixture,
        "wa",
        "2026-02-01",
        &["Van Beer,brewery,1 Main St,Vancouver,WA,98660,45.630,-122.670"],
    );
    import(
        &fixture,
        "newest",
        "2026-06-01",
        &["BEND BEER,brewery,1 Main Street,Bend,OR,97701,44.058,-121.315"],
    );
    fixture
}

#[test]
fn enr_04_a_state_has_its_own_best_those_with_coordinates_first_each_once() {
    let fixture = breweries();
    let found = names(&fixture, "brewery", Some("OR"), 10);
    let (first, rest) = found.split_at(2);
    let mut first = first.to_vec();
    first.sort();
    assert_eq!(first, ["Bend Beer", "Rose Beer"]);
    assert_eq!(rest, ["Brewery Supplies", "Salem Beer"]);
    // A brewery without coordinates is a better match than a row with the word only in its name.
    let mut three = names(&fixture, "brewery", Some("OR"), 3);
    assert_eq!(three.pop().as_deref(), Some("Salem Beer"));
    three.sort();
    assert_eq!(three, first);
    // A typo means the same kind.
    assert_eq!(names(&fixture, "brewry", Some("OR"), 3)[2], "Salem Beer");

    let two = best(
        &fixture,
        WideQuery::new("brewery", Some("Oregon"), 2).unwrap(),
    );
    assert!(two.len() == 2 && two.iter().all(|place| place.coordinates().is_some()));
    let bend = two.iter().find(|place| place.name == "Bend Beer").unwrap();
    assert_eq!(bend.provenance.source, "newest");
    assert_eq!(bend.provenance.also_in, ["or"]);
    // Only the requested data sets answer.
    let old = WideQuery::new("brewery", Some("OR"), 10).unwrap();
    let old = best(&fixture, old.within(&["or".to_owned()]));
    assert!(old.iter().any(|place| place.name == "Bend Beer"));
    assert!(old.iter().all(|place| place.provenance.also_in.is_empty()));
}

#[test]
fn enr_04_without_a_state_everything_is_searched_and_mistakes_are_forgiven() {
    let fixture = breweries();
    let all = names(&fixture, "brewery", None, 10);
    assert_eq!(all.len(), 5);
    assert!(all.contains(&"Van Beer".to_owned()));
    assert_eq!(names(&fixture, "brewry", None, 10).len(), 5);
    assert_eq!(names(&fixture, "Van Beer", None, 10), ["Van Beer"]);
    assert_eq!(names(&fixture, "florist", Some("WA"), 10), [""; 0]);
    assert_eq!(names(&Fixture::new(), "florist", None, 10), [""; 0]);
}

#[test]
fn enr_04_what_has_anything_of_the_kind_in_the_state_answers() {
    let fixture = breweries();
    let sources = Sources::open_with(fixture.folder.path(), SourcesSettings::default()).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let answering = |term: &str, state: Option<&str>| {
        let state = state.and_then(UsState::from_code);
        let answers = runtime
            .block_on(sources.answering_widely(term, state))
            .unwrap();
        let parts = answers.parts.iter().flat_map(|part| &part.datasets);
        parts.map(|set| set.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(answering("brewery", None), ["newest", "wa", "or"]);
    assert_eq!(answering("brewery", Some("OR")), ["newest", "or"]);
    assert_eq!(answering("florist", Some("OR")), ["or"]);
    assert_eq!(answering("dentist", Some("OR")), [""; 0]);
    assert_eq!(answering("florist", Some("WA")), [""; 0]);
    assert_eq!(answering("Van Beer", None), ["wa"]);
}

#[test]
fn enr_04_a_term_that_is_everywhere_is_answered_the_same_each_time() {
    let fixture = Fixture::new();
    fixture
        .import(&fixture.file("big.csv", big_listing(20_000)))
        .unwrap();
    let first = names(&fixture, "made up", None, 10);
    assert_eq!(first.len(), 10);
    assert_eq!(names(&fixture, "made up", None, 10), first);
    let kind = best(&fixture, WideQuery::new("dentist", Some("GA"), 10).unwrap());
    assert!(kind.len() == 10 && kind.iter().all(|place| place.categories == ["dentist"]));
}
