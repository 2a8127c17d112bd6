//! What a data set says it covers completely, and that it never claims more.

use crate::support::{Fixture, made_up, made_up_listing};
use places::Area;
use places::catalogue::{Areas, Coverage, CoveredArea, Kinds};
use places::import::{Covers, ImportOptions};

fn state(code: &str) -> CoveredArea {
    CoveredArea::State(code.to_owned())
}

fn coverage(fixture: &Fixture) -> Coverage {
    let datasets = fixture.catalogue.datasets().unwrap();
    datasets[0].coverage.clone()
}

/// The coverage of a file imported with these options.
fn imported(file: &str, options: ImportOptions) -> Coverage {
    let fixture = Fixture::new();
    fixture.import_with(&made_up(file), options).unwrap();
    coverage(&fixture)
}

#[test]
fn a_listing_covers_the_states_and_kinds_of_its_rows() {
    let fixture = Fixture::new();
    fixture.import(&made_up_listing()).unwrap();
    let coverage = coverage(&fixture);
    assert_eq!(
        coverage.areas,
        Areas::Listed(vec![state("ME"), state("OR")])
    );
    let Kinds::OfRows { count, most } = &coverage.kinds else {
        panic!("{coverage}");
    };
    assert!((2..10).contains(count), "{coverage}");
    assert!(most[0].to_lowercase().starts_with("brewer"), "{coverage}");
}

#[test]
fn a_publishers_file_covers_all_kinds_in_the_cities_of_its_rows() {
    for file in ["made-up-overture.parquet", "made-up.osm.pbf"] {
        let coverage = imported(file, ImportOptions::default());
        assert_eq!(coverage.areas, Areas::CitiesOfRows, "{file}");
        assert_eq!(coverage.kinds, Kinds::All, "{file}");
    }
}

#[test]
fn an_area_that_was_asked_for_is_what_is_covered_and_all_that_is_imported() {
    let fixture = Fixture::new();
    let options = ImportOptions {
        area: Some(Area::parse_state("WA").unwrap()),
        ..ImportOptions::default()
    };
    let file = made_up("made-up-overture.parquet");
    fixture.import_with(&file, options).unwrap();
    assert_eq!(coverage(&fixture).areas, Areas::Listed(vec![state("WA")]));
    assert_eq!(
        fixture.names("cafe", "WA", "Seattle"),
        ["Made Up Seattle Cafe"]
    );
    assert!(fixture.names("cafe", "OR", "Portland").is_empty());

    let options = ImportOptions {
        area: Some(Area::parse_city("portland, Oregon").unwrap()),
        ..ImportOptions::default()
    };
    fixture.import_with(&file, options).unwrap();
    assert!(fixture.names("cafe", "WA", "Seattle").is_empty());
    assert_eq!(fixture.names("cafe", "OR", "Portland").len(), 2);
    assert_eq!(
        coverage(&fixture).to_string(),
        "all kinds of business in portland, OR"
    );
}

#[test]
fn the_operator_s_word_counts_first() {
    let covers = Covers {
        areas: vec![CoveredArea::parse("Rhode Island").unwrap()],
        kinds: Some(Kinds::Listed(vec!["bakery".to_owned()])),
    };
    for file in ["made-up-listing.csv", "made-up-overture.parquet"] {
        let options = ImportOptions {
            covers: covers.clone(),
            ..ImportOptions::default()
        };
        assert_eq!(imported(file, options).to_string(), "bakery in RI");
    }
}
