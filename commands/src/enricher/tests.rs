//! Positions that contradict what else their rows say, in real listings (ENR-06; docs/data-sources.md has the
//! counts).

use std::ops::ControlFlow;

use enrichment::fields::{FIELDS, Field};
use futures::TryStreamExt;
use places::import::{ImportOptions, import_file};
use places::{PlaceSource, Provenance, WideQuery};

use super::*;

struct Fixture {
    _folder: tempfile::TempDir,
    catalogue: Arc<Catalogue>,
    enricher: Enricher,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Arc::new(Catalogue::open(folder.path()).unwrap());
        let pack = PackSource::new(folder.path().join("none"), true);
        let enricher = Enricher::new(pack, Arc::clone(&catalogue), EnricherSettings::default());
        Self {
            _folder: folder,
            catalogue,
            enricher,
        }
    }

    /// Rows with coordinates, and those of them that are marked.
    async fn doubtful(&self, term: &str) -> (usize, Vec<String>) {
        let query = WideQuery::new(term, None, 20_000).unwrap();
        let found = self.catalogue.best(query).unwrap();
        let rows: Vec<Place> = found.try_collect().await.unwrap();
        let (mut placed, mut marked) = (0, Vec::new());
        for row in rows {
            placed += usize::from(row.coordinates().is_some());
            let row = self.enricher.judged(row).await;
            if row.position_doubtful {
                marked.push(row.name);
            }
        }
        marked.sort_unstable();
        (placed, marked)
    }
}

#[tokio::test]
// ENR-06
async fn enr_06_few_positions_of_real_listings_are_doubtful() {
    let fixture = Fixture::new();
    fixture.catalogue.ensure_starter().unwrap();
    let (placed, marked) = fixture.doubtful("brewery").await;
    assert_eq!((placed, marked.len()), (5_488, 13), "{marked:?}");
    // Of Block Island, RI; its coordinates lie off Maine.
    assert!(marked.contains(&"Mohegan Cafe and Brewery".to_owned()));
}

#[tokio::test]
// ENR-06
async fn enr_06_no_position_of_georgias_stores_is_doubtful() {
    let Some(file) = testkit::shared_data_file("snap-retailers-ga/GA-EBT.csv") else {
        return;
    };
    let fixture = Fixture::new();
    let options = ImportOptions {
        category: Some("store".to_owned()),
        ..ImportOptions::default()
    };
    let go_on = |_| ControlFlow::Continue(());
    import_file(&fixture.catalogue, &file, options, go_on).unwrap();
    let (placed, marked) = fixture.doubtful("store").await;
    assert_eq!((placed, marked.len()), (9_313, 0), "{marked:?}");
}

#[tokio::test]
// ENR-06
async fn enr_06_a_doubtful_position_tells_no_facts_of_its_surroundings_and_says_why() {
    let fixture = Fixture::new();
    let row = |at: (f64, f64)| Place {
        city: Some("Bend".to_owned()),
        state: Some("OR".to_owned()),
        zip: Some("97701".to_owned()),
        main_category: Some("brewery".to_owned()),
        latitude: Some(at.0),
        longitude: Some(at.1),
        ..Place::new(
            "k".to_owned(),
            "A".to_owned(),
            Provenance::new("test".to_owned()),
        )
    };
    // In Bend, and in Portland.
    let mut judged = Vec::new();
    for at in [(44.06, -121.31), (45.52, -122.68)] {
        judged.push(fixture.enricher.judged(row(at)).await);
    }
    assert_eq!(
        (judged[0].position_doubtful, judged[1].position_doubtful),
        (false, true)
    );
    assert_eq!(
        judged[1].coordinates(),
        Some((45.52, -122.68)),
        "it keeps them"
    );
    let known = fixture.enricher.facts(CATALOGUE, judged).await.unwrap();
    let [sure, doubtful] = known.as_slice() else {
        panic!("two rows");
    };
    let (sure, doubtful) = (sure.as_ref().unwrap(), doubtful.as_ref().unwrap());
    let county = |facts: &RowFacts| facts.facts["county_fips"].0.clone();
    assert_eq!(county(doubtful), county(sure), "by its ZIP code");
    for field in [
        Field::TractGeoid,
        Field::DistanceInterstate,
        Field::ParkDistance,
    ] {
        let name = FIELDS[field as usize].name;
        assert!(sure.facts.contains_key(name), "{name}");
        assert!(!doubtful.facts.contains_key(name), "{name}");
        assert_eq!(
            doubtful.missing.get(name),
            Some(&Missing::PositionDoubtful),
            "{name}"
        );
    }
    let competitors = FIELDS[Field::Competitors5 as usize].name;
    assert_eq!(
        doubtful.missing.get(competitors),
        Some(&Missing::PositionDoubtful)
    );
}
