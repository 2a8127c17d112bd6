//! Areas on real listings and shapes (design/atlas.md §5).

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use enrichment::pack::PackSource;
use futures::TryStreamExt;
use places::import::{ImportOptions, import_file};
use places::{Catalogue, Place, PlaceQuery, PlaceSource};

use super::*;
use crate::enricher::{Enricher, EnricherSettings};

struct Fixture {
    _folder: tempfile::TempDir,
    catalogue: Arc<Catalogue>,
    reference: Arc<Reference>,
    ground: Arc<dyn CountyGround>,
}

impl Fixture {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Arc::new(Catalogue::open(folder.path()).unwrap());
        let pack = PackSource::new(folder.path().join("none"), true);
        let enricher = Enricher::new(pack, Arc::clone(&catalogue), EnricherSettings::default());
        Self {
            _folder: folder,
            catalogue,
            reference: enricher.reference().await.unwrap(),
            ground: enricher.county_ground().await.unwrap(),
        }
    }

    fn located(&self, shape: AreaShape, chosen: &[&str]) -> Result<SearchArea, InvalidArea> {
        let chosen: Vec<String> = chosen.iter().map(|&code| code.to_owned()).collect();
        located(shape, &chosen, &self.reference)
    }

    /// What a search of an area finds, part by part.
    async fn found(&self, term: &str, area: &SearchArea) -> Vec<Vec<Place>> {
        let mut found = Vec::new();
        for region in regions(area, &self.ground).unwrap() {
            let query = PlaceQuery::in_region(term, region).unwrap();
            let counted = self.catalogue.count(query.clone()).await.unwrap();
            let places: Vec<Place> = self.catalogue.search(query).try_collect().await.unwrap();
            assert_eq!(
                counted,
                Some(places.len() as u64),
                "an estimate counts them all"
            );
            found.push(places);
        }
        found
    }
}

fn corner(latitude: f64, longitude: f64) -> Option<Corner> {
    Corner::new(longitude, latitude)
}

fn names(area: &SearchArea) -> Vec<&str> {
    area.counties.iter().map(|it| it.name.as_str()).collect()
}

/// Shapes are simplified: a point this near to its county is at the border.
const BORDER_M: f64 = 1_200.0;

/// The rows of a county are those whose point lies in it.
#[tokio::test]
async fn each_store_of_georgia_is_found_in_its_own_county() {
    let Some(file) = testkit::shared_data_file("snap-retailers-ga/GA-EBT.csv") else {
        return;
    };
    let fixture = Fixture::new().await;
    let options = ImportOptions {
        category: Some("store".to_owned()),
        ..ImportOptions::default()
    };
    import_file(&fixture.catalogue, &file, options, |_| {
        ControlFlow::Continue(())
    })
    .unwrap();
    // The county that the file names for each position.
    let mut reader = csv::Reader::from_path(&file).unwrap();
    let at = |latitude: &str, longitude: &str| {
        let micro = |text: &str| (text.parse::<f64>().unwrap() * 1e6).round() as i64;
        (micro(latitude), micro(longitude))
    };
    let letters = |name: &str| -> String {
        let name = name.to_lowercase();
        name.chars().filter(char::is_ascii_alphabetic).collect()
    };
    let mut county_of: HashMap<(i64, i64), String> = HashMap::new();
    for row in reader.records() {
        let row = row.unwrap();
        county_of.insert(at(&row[2], &row[1]), letters(&row[9]));
    }
    let map = fixture.reference.county_map().unwrap();
    let counties = map.find("", usize::MAX).into_iter();
    let codes: Vec<String> = counties
        .filter(|county| county.state.code() == "GA")
        .map(|county| county.fips.to_string())
        .collect();
    assert_eq!(codes.len(), 159);
    let (mut all, mut right, mut near, mut seen) = (0_u32, 0_u32, 0_u32, HashSet::new());
    for hundred in codes.chunks(100) {
        let codes: Vec<&str> = hundred.iter().map(String::as_str).collect();
        let area = fixture.located(AreaShape::Counties, &codes).unwrap();
        let found = fixture.found("store", &area).await;
        for (county, places) in area.counties.iter().zip(found) {
            let name = letters(county.name.trim_end_matches(" County, GA"));
            for place in places {
                let (latitude, longitude) = place.coordinates().unwrap();
                let lies_in = map.finely_at(latitude, longitude).unwrap().to_string();
                assert_eq!(lies_in, county.fips, "{} lies outside", place.name);
                assert!(seen.insert(place.key.clone()), "{} came twice", place.name);
                let key = at(&latitude.to_string(), &longitude.to_string());
                all += 1;
                let named = &county_of[&key];
                if *named == name {
                    right += 1;
                } else {
                    let around = map.within((latitude, longitude), BORDER_M);
                    let is_it = |county: &NamedCounty| {
                        letters(county.name.trim_end_matches(" County")) == *named
                    };
                    near += u32::from(around.iter().any(is_it));
                }
            }
        }
    }
    let share = |of: u32| f64::from(of) / f64::from(all);
    println!(
        "{all} stores, {:.4} in the county that the listing names, {:.4} in it or at its border",
        share(right),
        share(right + near)
    );
    // One of 9,313 lies beyond the state's line, as the shapes have it.
    assert_eq!(all, 9_312);
    // The listing itself names other counties deep inside of some: the same points, whoever locates them.
    assert!(share(right) >= 0.98 && share(right + near) >= 0.985);
}

#[tokio::test]
async fn a_polygon_over_two_states_finds_the_breweries_of_both_and_none_outside() {
    let fixture = Fixture::new().await;
    fixture.catalogue.ensure_starter().unwrap();
    // Around Portland and Vancouver.
    let ring = [
        (45.40, -122.80),
        (45.40, -122.45),
        (45.75, -122.45),
        (45.70, -122.80),
    ];
    let ring: Vec<Option<Corner>> = ring.iter().map(|(y, x)| corner(*y, *x)).collect();
    let shape = AreaShape::polygon(&[ring]).unwrap();
    let area = fixture.located(shape, &[]).unwrap();
    assert_eq!(area.label(), "Drawn area, OR and WA");
    assert_eq!(
        names(&area),
        [
            "Clackamas County, OR",
            "Multnomah County, OR",
            "Washington County, OR",
            "Clark County, WA"
        ]
    );
    let found = fixture.found("brewery", &area).await;
    let states: HashSet<String> = found
        .iter()
        .flatten()
        .filter_map(|at| at.state.clone())
        .collect();
    assert_eq!(states, HashSet::from(["OR".to_owned(), "WA".to_owned()]));
    // All that lie in it, by its four straight sides.
    let encloses = |(latitude, longitude): (f64, f64)| {
        let north = 45.75 + (longitude + 122.45) * (0.05 / 0.35);
        (45.40..north).contains(&latitude) && (-122.80..-122.45).contains(&longitude)
    };
    let query = places::WideQuery::new("brewery", None, 20_000).unwrap();
    let all: Vec<Place> = fixture
        .catalogue
        .best(query)
        .unwrap()
        .try_collect()
        .await
        .unwrap();
    let due: HashSet<&str> = all
        .iter()
        .filter(|place| place.coordinates().is_some_and(encloses))
        .map(|place| place.key.as_str())
        .collect();
    assert_eq!(found.iter().map(Vec::len).sum::<usize>(), due.len());
    assert!(
        found
            .iter()
            .flatten()
            .all(|it| due.contains(it.key.as_str()))
    );
    assert!(due.len() > 60, "{}", due.len());
}

#[tokio::test]
async fn a_circle_and_a_box_touch_the_counties_around_them() {
    let fixture = Fixture::new().await;
    fixture.catalogue.ensure_starter().unwrap();
    let bend = AreaShape::radius(corner(44.06, -121.31), 5, Some("Bend, OR")).unwrap();
    let bend = fixture.located(bend, &[]).unwrap();
    assert_eq!(names(&bend), ["Deschutes County, OR"]);
    let near = fixture.found("brewery", &bend).await.concat();
    let wide = AreaShape::radius(corner(44.06, -121.31), 50, None).unwrap();
    let wide = fixture.located(wide, &[]).unwrap();
    assert!(wide.counties.len() > 3, "{:?}", names(&wide));
    let far: usize = fixture
        .found("brewery", &wide)
        .await
        .iter()
        .map(Vec::len)
        .sum();
    assert!(
        !near.is_empty() && far > near.len(),
        "{} of {far}",
        near.len()
    );

    let drawn = AreaShape::between(corner(45.2, -118.3), corner(45.4, -117.9)).unwrap();
    assert_eq!(
        names(&fixture.located(drawn, &[]).unwrap()),
        ["Union County, OR"]
    );
}

#[tokio::test]
async fn what_is_no_county_lies_abroad_or_touches_too_many_is_refused_in_words() {
    let fixture = Fixture::new().await;
    let text = |refused: Result<SearchArea, InvalidArea>| refused.unwrap_err().to_string();
    let counties = |codes: &[&str]| fixture.located(AreaShape::Counties, codes);
    assert_eq!(text(counties(&[])), "Choose at least one county.");
    assert!(text(counties(&["41061", "99999"])).starts_with("'99999' is not the code"));
    let twice = counties(&["41061", "41061", "0500000US41017"]).unwrap();
    assert_eq!(names(&twice), ["Union County, OR", "Deschutes County, OR"]);
    let sea = AreaShape::radius(corner(40.0, -140.0), 50, None).unwrap();
    assert_eq!(
        text(fixture.located(sea, &[])),
        "This area lies outside the United States."
    );
    let west = AreaShape::between(corner(35.0, -120.0), corner(45.0, -80.0)).unwrap();
    assert!(text(fixture.located(west, &[])).ends_with("counties are touched; 100 is the most."));
}
