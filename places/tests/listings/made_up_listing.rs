//! The main path with the repository's own listing: import, count, find.

use std::collections::HashSet;

use crate::support::{Fixture, assert_place, made_up_listing};
use places::import::{Field, NotOffered, Rejected};

#[test]
// JOB-16
fn job_16_every_row_of_the_listing_is_counted_once() {
    let fixture = Fixture::new();
    let report = fixture.import(&made_up_listing()).unwrap();
    assert_eq!((report.read, report.imported), (44, 38));
    assert_eq!(report.duplicates.first_lines, [45]);
    assert_eq!(report.not_offered[&NotOffered::Closed].count, 3);
    assert_eq!(report.not_offered[&NotOffered::Planned].first_lines, [43]);
    assert_eq!(report.rejected[&Rejected::NoName].first_lines, [44]);
    assert_eq!(
        (
            report.without_coordinates,
            report.without_city,
            report.replaced
        ),
        (2, 0, 0)
    );
    assert_eq!(report.source, "made-up-listing");
    assert!(report.mapping.has(Field::Status) && report.mapping.unused.is_empty());
    assert_eq!(fixture.catalogue.rows(), 38);
    let datasets = fixture.catalogue.datasets().unwrap();
    assert_eq!(
        (datasets[0].name.as_str(), datasets[0].rows),
        ("made-up-listing", 38)
    );
}

#[test]
// JOB-16
fn job_16_a_search_gives_every_match_of_the_city_and_nothing_else() {
    let fixture = Fixture::new();
    fixture.import(&made_up_listing()).unwrap();
    for term in ["brewery", "Breweries", "BREWERY"] {
        let places = fixture.find(term, "OR", "portland");
        assert_eq!(places.len(), 28, "{term}");
        assert!(places.iter().all(|p| p.city.as_deref() == Some("Portland")));
        assert!(places.iter().all(|p| p.state.as_deref() == Some("OR")));
        let keys: HashSet<&str> = places.iter().map(|p| p.key.as_str()).collect();
        assert_eq!(keys.len(), 28);
    }
    assert_eq!(fixture.find("brewery", "OR", "Bend").len(), 4);
    assert_eq!(fixture.find("brewery", "ME", "Portland").len(), 1);
    assert_eq!(fixture.find("coffee shops", "OR", "Portland").len(), 2);
    assert_eq!(fixture.find("cafe", "OR", "Portland").len(), 2);
    assert_eq!(fixture.find("plain teapot", "OR", "Portland").len(), 1);
    assert_eq!(fixture.find("plain brewery", "OR", "Portland").len(), 0);
    assert_eq!(fixture.find("brewery", "OR", "North Portland").len(), 0);
    assert_eq!(fixture.find("brewery", "WA", "Portland").len(), 0);
}

#[test]
// JOB-16
fn job_16_a_row_carries_all_that_the_file_has_and_nothing_that_it_has_not() {
    let fixture = Fixture::new();
    fixture.import(&made_up_listing()).unwrap();
    let place = fixture.find("blue heron", "OR", "Portland").remove(0);
    assert_place("csv", &place);

    let without = fixture.find("three acorns", "OR", "Portland").remove(0);
    assert_eq!(
        (without.website.as_deref(), without.coordinates()),
        (None, None)
    );
}

#[test]
fn rows_come_best_first_and_in_the_same_order_each_time() {
    let fixture = Fixture::new();
    let listing = fixture.file(
        "ranked.csv",
        "name,category,city,state,confidence\n\
         Brewery Supplies,shop,Bend,OR,0.99\n\
         Low,brewery,Bend,OR,0.2\n\
         High,brewery,Bend,OR,0.9\n\
         Unsure,brewery,Bend,OR,\n\
         Brewery,brewery,Bend,OR,0.1\n\
         Garden,brewery and garden,Bend,OR,0.95\n",
    );
    fixture.import(&listing).unwrap();
    let names = fixture.names("brewery", "OR", "Bend");
    assert_eq!(
        names,
        [
            "Brewery",
            "High",
            "Low",
            "Unsure",
            "Garden",
            "Brewery Supplies"
        ]
    );
    assert_eq!(fixture.names("brewery", "OR", "Bend"), names);
}

#[test]
fn hyphens_and_spaces_find_each_other() {
    let fixture = Fixture::new();
    let listing = fixture.file(
        "marts.csv",
        "name,city,state\nWal-Mart 12,Bend,OR\nWalmart 13,Bend,OR\nWal Mart 14,Bend,OR\n",
    );
    fixture.import(&listing).unwrap();
    assert_eq!(fixture.find("wal-mart", "OR", "Bend").len(), 3);
    assert_eq!(fixture.find("walmart", "OR", "Bend").len(), 2);
    assert_eq!(fixture.find("wal mart", "OR", "Bend").len(), 2);
}
