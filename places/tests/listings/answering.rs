//! Which source answers a search: every data set that covers it, OpenStreetMap live for the rest, made-up
//! businesses only by name (JOB-16).

use std::path::Path;
use std::time::Duration;

use crate::support::{Fixture, find, made_up};
use places::import::{Covers, ImportOptions};
use places::{
    Answers, Area, Live, LiveLook, OverpassSettings, Place, Question, Sources, SourcesSettings,
    UsState, Where,
};
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const OREGON: &str = "name,category,address,city,state,zip\n\
    Bend Beer,brewery,1 Main St,Bend,OR,97701\n\
    Salem Beer,brewery,2 Main St,Salem,OR,97301\n";

fn sources(folder: &Path, osm: Option<&MockServer>) -> Sources {
    let osm = osm.map(|server| OverpassSettings {
        url: format!("{}/api/interpreter", server.uri()),
        timeout: Duration::from_millis(700),
        back_off: Duration::from_millis(100),
    });
    let settings = SourcesSettings {
        osm,
        ..SourcesSettings::default()
    };
    Sources::open_with(folder, settings).unwrap()
}

fn cities(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn question<'a>(term: &'a str, state: &str, cities: &'a [String]) -> Question<'a> {
    Question {
        term,
        place: Where::Cities(UsState::from_code(state).unwrap(), cities),
        source: None,
    }
}

fn asked(sources: &Sources, question: Question<'_>) -> Answers {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(sources.answering(question, LiveLook::Look))
        .unwrap()
        .unwrap()
}

/// Each part as `source data sets: indexes of cities`.
fn parts(answers: &Answers) -> Vec<String> {
    let parts = answers.parts.iter().map(|part| {
        let sets: Vec<_> = part.datasets.iter().map(|set| set.name.as_str()).collect();
        let source = part.source.descriptor().name;
        format!("{source} {sets:?}: {:?}", part.cities)
    });
    parts.collect()
}

fn released(name: &str, release: &str) -> ImportOptions {
    ImportOptions {
        source: Some(name.to_owned()),
        release: Some(release.to_owned()),
        ..ImportOptions::default()
    }
}

#[test]
fn a_listing_answers_for_its_states_and_kinds_and_nothing_is_made_up() {
    let fixture = Fixture::new();
    fixture
        .import_with(
            &fixture.file("or.csv", OREGON),
            released("or", "2026-01-01"),
        )
        .unwrap();
    let sources = sources(fixture.folder.path(), None);
    let two = cities(&["Bend", "Bendd"]);
    let answers = asked(&sources, question("brewery", "OR", &two));
    assert_eq!(parts(&answers), ["catalogue [\"or\"]: [0, 1]"]);
    assert_eq!((answers.uncovered, answers.unknown), (vec![], vec![1]));

    // Another spelling of the kind is the same kind; another kind, or another state, is not covered.
    let misspelled = asked(&sources, question("brewry", "OR", &two));
    assert_eq!(misspelled.parts.len(), 1);
    for (term, state) in [("dentist", "OR"), ("brewery", "RI")] {
        let answers = asked(&sources, question(term, state, &two));
        assert_eq!(parts(&answers), [""; 0], "{term} in {state}");
        assert_eq!((answers.uncovered, answers.live), (vec![0, 1], Live::Off));
    }
    // A name is not a kind: it counts as covered if something in the state matches it.
    assert_eq!(
        asked(&sources, question("Salem Beer", "OR", &two))
            .parts
            .len(),
        1
    );
    assert_eq!(
        asked(&sources, question("Acme Holdings", "OR", &two))
            .parts
            .len(),
        0
    );

    let by_name = Question {
        source: Some("sample"),
        ..question("dentist", "RI", &two)
    };
    assert_eq!(parts(&asked(&sources, by_name)), ["sample []: [0, 1]"]);
}

#[test]
fn every_data_set_that_covers_answers_and_a_business_of_two_comes_once_from_the_newest() {
    let fixture = Fixture::new();
    let old = fixture.file("old.csv", OREGON);
    fixture
        .import_with(&old, released("old", "2026-01-01"))
        .unwrap();
    let new = "name,category,address,city,state,zip,phone\n\
        BEND BEER,brewery,1 Main Street,Bend,OR,97701-1234,541-555-0100\n\
        Third Beer,brewery,3 Main St,Bend,OR,97701,\n";
    fixture
        .import_with(&fixture.file("new.csv", new), released("new", "2026-06-01"))
        .unwrap();
    // Fetched for one city: it does not hide what others have elsewhere.
    let city = ImportOptions {
        area: Some(Area::parse_city("Portland, OR").unwrap()),
        ..released("portland", "2026-07-01")
    };
    fixture
        .import_with(&made_up("made-up-overture.parquet"), city)
        .unwrap();

    let sources = sources(fixture.folder.path(), None);
    let three = cities(&["Salem", "Portland", "Bend"]);
    let answers = asked(&sources, question("brewery", "OR", &three));
    let mut each = parts(&answers);
    each.sort();
    assert_eq!(
        each,
        [
            "catalogue [\"new\", \"old\"]: [0, 2]",
            "catalogue [\"portland\", \"new\", \"old\"]: [1]",
        ]
    );

    let found = find(&fixture.catalogue, "brewery", "OR", "Bend");
    let seen = |place: &Place| {
        let provenance = &place.provenance;
        (
            place.name.clone(),
            provenance.source.clone(),
            provenance.also_in.clone(),
        )
    };
    let mut found: Vec<_> = found.iter().map(seen).collect();
    found.sort();
    let new = || "new".to_owned();
    assert_eq!(
        found,
        [
            ("Bend Beer".to_owned(), new(), vec!["old".to_owned()]),
            ("Third Beer".to_owned(), new(), vec![]),
        ]
    );
}

#[test]
fn an_operator_s_word_says_what_is_covered() {
    let fixture = Fixture::new();
    let covers = Covers {
        areas: vec![places::catalogue::CoveredArea::parse("Bend, OR").unwrap()],
        kinds: Some(places::catalogue::Kinds::All),
    };
    let options = ImportOptions {
        covers,
        ..released("or", "2026-01-01")
    };
    fixture
        .import_with(&fixture.file("or.csv", OREGON), options)
        .unwrap();
    let sources = sources(fixture.folder.path(), None);
    let two = cities(&["Bend", "Salem"]);
    let answers = asked(&sources, question("dentist", "OR", &two));
    assert_eq!(parts(&answers), ["catalogue [\"or\"]: [0]"]);
    assert_eq!(answers.uncovered, [1]);
}

#[test]
fn a_publishers_file_answers_for_the_cities_that_it_has_rows_of() {
    let fixture = Fixture::new();
    fixture
        .import_with(
            &made_up("made-up-overture.parquet"),
            released("o", "2026-07-01"),
        )
        .unwrap();
    let sources = sources(fixture.folder.path(), None);
    let two = cities(&["Portland", "Medford"]);
    let answers = asked(&sources, question("dentist", "OR", &two));
    assert_eq!(parts(&answers), ["catalogue [\"o\"]: [0]"]);
    assert_eq!(answers.uncovered, [1]);
}

#[test]
fn openstreetmap_takes_what_the_catalogue_does_not_cover_unless_it_is_away() {
    let fixture = Fixture::new();
    fixture
        .import_with(
            &made_up("made-up-overture.parquet"),
            released("o", "2026-07-01"),
        )
        .unwrap();
    let two = cities(&["Portland", "Medford"]);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let status = |code| {
        runtime.block_on(async {
            let server = MockServer::start().await;
            Mock::given(method("GET"))
                .and(path("/api/status"))
                .respond_with(ResponseTemplate::new(code))
                .mount(&server)
                .await;
            server
        })
    };
    let there = status(200);
    let sources_there = sources(fixture.folder.path(), Some(&there));
    let answers = asked(&sources_there, question("dentist", "OR", &two));
    assert_eq!(parts(&answers), ["catalogue [\"o\"]: [0]", "osm []: [1]"]);
    assert_eq!((answers.uncovered, answers.live), (vec![], Live::There));

    let away = status(503);
    let sources_away = sources(fixture.folder.path(), Some(&away));
    let answers = asked(&sources_away, question("dentist", "OR", &two));
    assert_eq!(parts(&answers), ["catalogue [\"o\"]: [0]"]);
    assert_eq!((answers.uncovered, answers.live), (vec![1], Live::Away));
}
