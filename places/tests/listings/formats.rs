//! GeoJSON, OpenStreetMap and Overture files: what a row of each becomes (JOB-16). The files are made up and
//! were written with other libraries (`data/made_up_files.py`).

use std::ops::ControlFlow;

use crate::support::{Fixture, assert_place, big_listing, made_up};
use places::import::{
    Duplicate, Format, ImportOptions, ImportReport, NotOffered, Rejected, import_file,
};
use places::{Area, Catalogue};

fn import(fixture: &Fixture, file: &str) -> ImportReport {
    fixture.import(&made_up(file)).unwrap()
}

#[test]
// JOB-16
fn job_16_an_overture_file_is_imported_with_all_its_fields() {
    let fixture = Fixture::new();
    let report = import(&fixture, "made-up-overture.parquet");
    assert_eq!(report.format, Format::Overture);
    assert_eq!(report.skipped, 2, "the rows of the Austrian row group");
    assert_eq!((report.read, report.imported), (8, 4));
    assert_eq!(report.duplicate_reasons[&Duplicate::Nearby], 1);
    assert_eq!(report.not_offered[&NotOffered::Closed].count, 1);
    assert_eq!(report.rejected[&Rejected::NoName].count, 1);
    assert_eq!(report.rejected[&Rejected::NotUs].count, 1);

    let place = fixture.find("coffee shop", "OR", "Portland").remove(0);
    assert_place("overture", &place);

    // Without an address it is placed by its coordinates, which the row records.
    let placed = fixture.find("auto repair", "OR", "Portland").remove(0);
    assert_eq!(placed.name, "Made Up Auto");
    assert_eq!(
        (placed.city.as_deref(), placed.country),
        (Some("Portland"), None)
    );
    assert!(placed.provenance.placed_by_coordinates);
    assert_eq!(
        fixture.names("cafe", "WA", "Seattle"),
        ["Made Up Seattle Cafe"]
    );
    assert_eq!(fixture.names("cafe", "OR", "Portland").len(), 2);
}

#[test]
// JOB-16
fn job_16_an_area_leaves_the_rest_out() {
    let fixture = Fixture::new();
    let options = ImportOptions {
        area: Some(Area::parse_box("-123,47,-122,48").unwrap()),
        ..ImportOptions::default()
    };
    let report = fixture
        .import_with(&made_up("made-up-overture.parquet"), options)
        .unwrap();
    assert_eq!((report.imported, report.read + report.skipped), (1, 10));
    assert_eq!(
        fixture.names("cafe", "WA", "Seattle"),
        ["Made Up Seattle Cafe"]
    );
}

#[test]
// JOB-16
fn job_16_an_openstreetmap_file_gives_nodes_ways_and_relations() {
    let fixture = Fixture::new();
    let report = import(&fixture, "made-up.osm.pbf");
    assert_eq!(report.format, Format::Osm);
    // Pizza, Gone, Market (node and way), Dundalk, Beyond the Edge, Hospital.
    assert_eq!((report.read, report.imported), (7, 4));
    assert_eq!(report.not_offered[&NotOffered::Closed].count, 1);
    assert_eq!(report.rejected[&Rejected::NoGeometry].first_lines, [21]);
    assert_eq!(
        report.duplicate_reasons[&Duplicate::Nearby],
        1,
        "a shop and its building"
    );

    let place = fixture.find("pizza", "MD", "Baltimore").remove(0);
    assert_place("openstreetmap", &place);

    assert_eq!(
        fixture.names("restaurant", "MD", "Baltimore"),
        ["Made Up Pizza"]
    );
    assert_eq!(
        fixture.names("shops", "MD", "Baltimore"),
        ["Made Up Market"]
    );
    assert_eq!(
        fixture.names("grocery store", "MD", "Baltimore"),
        ["Made Up Market"]
    );
    assert_eq!(
        fixture.names("coffee shop", "MD", "Dundalk"),
        ["Made Up Dundalk Cafe"]
    );
    let hospital = fixture.find("hospital", "MD", "Baltimore").remove(0);
    assert_eq!(
        hospital.coordinates(),
        Some((39.2905, -76.609)),
        "the middle of its outline"
    );
    assert!(hospital.outline.is_empty(), "its way is not closed");
    assert_eq!(
        place.url.as_deref(),
        Some("https://www.openstreetmap.org/node/10")
    );
}

#[test]
// JOB-16
fn job_16_a_geojson_file_is_read_by_its_properties() {
    let fixture = Fixture::new();
    let report = import(&fixture, "made-up.geojson");
    assert_eq!(report.format, Format::GeoJson);
    assert_eq!((report.read, report.imported), (5, 3));
    assert_eq!(report.rejected[&Rejected::NoState].first_lines, [3]);
    let bakery = fixture.find("bakery", "OR", "Portland").remove(0);
    assert_place("geojson", &bakery);
    let cafe = fixture.find("coffee shop", "OR", "Portland").remove(0);
    // A polygon is an outline; the middle of its box is its position.
    assert_place("geojson-polygon", &cafe);
}

#[test]
// JOB-16
fn job_16_a_feature_a_line_is_read_too() {
    let fixture = Fixture::new();
    let line = r#"{"type":"Feature","geometry":{"type":"Point","coordinates":[-122.66,45.51]},"properties":{"name":"Line Shop N (made up)","shop":"books"}}"#;
    let text: String = (0..3)
        .map(|n| line.replace('N', &n.to_string()) + "\n")
        .collect();
    let report = fixture
        .import(&fixture.file("lines.geojsonl", text))
        .unwrap();
    assert_eq!(report.imported, 3);
    assert_eq!(fixture.names("bookstore", "OR", "Portland").len(), 3);
}

#[test]
// JOB-16
fn job_16_synonyms_and_typing_mistakes_find_the_same() {
    let fixture = Fixture::new();
    let listing = fixture.file(
        "shops.csv",
        "name,category,city,state,lat,lon\n\
         Joe's Pipes,Plumbing,Saint Paul,MN,44.95,-93.09\n\
         Main Street Motors,automotive_repair,Saint Paul,MN,44.95,-93.09\n\
         Bright Smiles,dental_clinic,Saint Paul,MN,44.95,-93.09\n\
         Zanzibar Imports,furniture_store,Saint Paul,MN,44.95,-93.09\n\
         Plumer Law,lawyer,Fort Worth,TX,32.75,-97.33\n",
    );
    fixture.import(&listing).unwrap();
    for (term, state, city, found) in [
        ("plumbers", "MN", "St. Paul", "Joe's Pipes"),
        ("plumer", "MN", "st paul", "Joe's Pipes"),
        ("auto repair", "MN", "SAINT PAUL", "Main Street Motors"),
        ("mechanics", "MN", "St Paul", "Main Street Motors"),
        ("dentists", "MN", "Saint Paul", "Bright Smiles"),
        ("Zanzibra", "MN", "Saint Paul", "Zanzibar Imports"),
        ("plumer", "TX", "Ft. Worth", "Plumer Law"),
    ] {
        assert_eq!(fixture.names(term, state, city), [found], "{term}");
    }
    assert!(fixture.find("xylophone", "MN", "Saint Paul").is_empty());
}

#[test]
// JOB-16, AUTH-12 (M4): each possible typo is compared with every word of the index.
fn job_16_of_a_long_term_only_few_unknown_words_are_taken_for_mistakes() {
    let fixture = Fixture::new();
    let listing = fixture.file(
        "shops.csv",
        "name,category,city,state,lat,lon\n\
         Northern Mountain Outdoor Equipment Rentals,sporting_goods,Saint Paul,MN,44.95,-93.09\n",
    );
    fixture.import(&listing).unwrap();
    let find = |term: &str| fixture.find(term, "MN", "Saint Paul").len();
    assert_eq!(find("Northern Mountain Outdoor Equipment Rentals"), 1);
    assert_eq!(find("Northren Mountain Outdoor Equipment Rentals"), 1);
    assert_eq!(find("Northren Montain Outdor Equipment Rentals"), 1);
    assert_eq!(find("Northren Montain Outdor Equipmant Rentals"), 0, "four");
    assert_eq!(find("Northren Montain Outdor"), 1);
    let whole_sentence =
        "Northren Mountain Outdoor Equipment Rentals Northern Mountain Outdoor Rentals";
    assert_eq!(find(whole_sentence), 0, "nine words");
}

#[test]
// JOB-16
fn job_16_a_broken_off_import_goes_on_where_it_stopped_and_shows_nothing_before_its_end() {
    let fixture = Fixture::new();
    let listing = fixture.file("big.csv", big_listing(3_000));
    let options = ImportOptions {
        source: Some("big".to_owned()),
        checkpoint_rows: Some(500),
        ..ImportOptions::default()
    };
    let stop_at = |rows| {
        move |progress: places::import::Progress| match progress.rows >= rows {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let error = import_file(
        &fixture.catalogue,
        &listing,
        options.clone(),
        stop_at(2_000),
    )
    .unwrap_err();
    assert!(matches!(error, places::import::ImportError::Stopped));
    let other = Catalogue::open(fixture.folder.path()).unwrap();
    for catalogue in [&fixture.catalogue, &other] {
        assert_eq!(catalogue.rows(), 0, "stored rows are hidden");
        assert!(crate::support::find(catalogue, "bakery", "GA", "Atlanta").is_empty());
        assert_eq!(catalogue.unfinished().unwrap(), ["big"]);
    }
    // Another listing is imported in between.
    fixture.import(&crate::support::made_up_listing()).unwrap();
    assert_eq!(fixture.catalogue.rows(), 38);

    let report = fixture.import_with(&listing, options.clone()).unwrap();
    assert_eq!((report.imported, report.resumed), (3_000, 2_000));
    assert_eq!(fixture.catalogue.rows(), 3_038);
    assert!(fixture.catalogue.unfinished().unwrap().is_empty());
    assert_eq!(fixture.find("bakery", "GA", "Atlanta").len(), 15);

    // With other options it is another import, which starts from the beginning.
    let error = import_file(
        &fixture.catalogue,
        &listing,
        options.clone(),
        stop_at(1_000),
    )
    .unwrap_err();
    assert!(error.to_string().contains("Stopped"), "{error}");
    let newer = ImportOptions {
        release: Some("2".to_owned()),
        ..options
    };
    let report = fixture.import_with(&listing, newer).unwrap();
    assert_eq!(
        (report.imported, report.resumed, report.replaced),
        (3_000, 0, 3_000)
    );
    assert_eq!(fixture.catalogue.rows(), 3_038);
}

#[test]
fn a_removed_listing_is_gone() {
    let fixture = Fixture::new();
    import(&fixture, "made-up.osm.pbf");
    import(&fixture, "made-up.geojson");
    assert_eq!(fixture.catalogue.remove("nowhere").unwrap(), None);
    assert_eq!(fixture.catalogue.remove("made-up").unwrap(), Some(3));
    assert_eq!(fixture.catalogue.rows(), 0);
    assert!(fixture.catalogue.datasets().unwrap().is_empty());
}

#[test]
fn rows_that_are_not_imported_are_listed_with_the_reasons() {
    let fixture = Fixture::new();
    let list = fixture.folder.path().join("rejects.csv");
    let options = ImportOptions {
        rejects: Some(list.clone()),
        ..ImportOptions::default()
    };
    let report = fixture
        .import_with(&made_up("made-up-overture.parquet"), options)
        .unwrap();
    let text = std::fs::read_to_string(list).unwrap();
    assert!(text.starts_with("row,outcome,name\n"), "{text}");
    assert!(
        text.contains("not offered: closed for good,Made Up Closed Cafe"),
        "{text}"
    );
    assert_eq!(
        text.lines().count() as u64,
        report.read - report.imported + 1
    );
}

#[test]
// RES-03
fn res_03_a_formula_in_a_rejected_row_reaches_the_list_as_text() {
    let fixture = Fixture::new();
    let rows = "name,city,state,status\n\
        =1+1,Bend,OR,closed\n＝1+1,Bend,OR,closed\nExample Bakery,Bend,OR,open\n";
    let path = fixture.file("listing.csv", rows);
    let list = fixture.folder.path().join("rejects.csv");
    let options = ImportOptions {
        rejects: Some(list.clone()),
        ..ImportOptions::default()
    };
    fixture.import_with(&path, options).unwrap();
    assert_eq!(
        std::fs::read_to_string(list).unwrap(),
        "line,outcome,name\n2,not offered: closed for good,'=1+1\n3,not offered: closed for good,'＝1+1\n"
    );
}
