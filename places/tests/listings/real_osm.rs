//! A real OpenStreetMap extract (Baltimore) compared with an independent reading of it in the shared test
//! data (JOB-16). Skipped with a message if that is missing.

use std::collections::{HashMap, HashSet};

use crate::support::{Fixture, shared_data};
use places::{MOST_CORNERS, Place};
use serde_json::Value;

/// Nodes and ways that have a name and are some kind of business, by kind and id.
fn independent_reading() -> Option<HashMap<String, Value>> {
    let file = shared_data("osm-pbf/DERIVED_baltimore_pois.overpass-shape.json")?;
    let json: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let elements = json["elements"].as_array().unwrap().iter();
    let with_key = elements.map(|element| {
        let key = format!("{}/{}", element["type"].as_str().unwrap(), element["id"]);
        (key, element.clone())
    });
    Some(with_key.collect())
}

fn longitude(element: &Value) -> f64 {
    let own = element["lon"].as_f64();
    own.or_else(|| element["center"]["lon"].as_f64()).unwrap()
}

fn tag<'a>(element: &'a Value, key: &str) -> Option<&'a str> {
    element["tags"][key].as_str()
}

fn id(place: &Place) -> String {
    place.provenance.source_id.clone().unwrap()
}

/// The row has the values of the tags.
fn assert_same(place: &Place, element: &Value) {
    assert_eq!(Some(place.name.as_str()), tag(element, "name"));
    let phone = tag(element, "phone").or_else(|| tag(element, "contact:phone"));
    assert_eq!(place.phone.as_deref(), phone, "{}", place.name);
    let website = tag(element, "website").or_else(|| tag(element, "contact:website"));
    let website = website.or_else(|| tag(element, "url"));
    assert_eq!(place.website.as_deref(), website, "{}", place.name);
    assert_eq!(
        place.opening_hours.as_deref(),
        tag(element, "opening_hours")
    );
    if let (Some(number), Some(street)) = (
        tag(element, "addr:housenumber"),
        tag(element, "addr:street"),
    ) {
        let line = format!("{number} {street}");
        assert!(
            place.address.as_deref().unwrap().starts_with(&line),
            "{line}"
        );
    }
}

#[test]
// JOB-16
fn job_16_the_restaurants_cafes_and_shops_of_baltimore_are_found_and_none_outside_the_city() {
    let (Some(file), Some(reading)) = (
        shared_data("osm-pbf/baltimore.osm.pbf"),
        independent_reading(),
    ) else {
        return;
    };
    let fixture = Fixture::new();
    let report = fixture.import(&file).unwrap();
    // The independent reading leaves out two relations.
    assert_eq!(report.read, reading.len() as u64 + 2);
    type IsKind = fn(&Value) -> bool;
    let searches: [(&str, IsKind); 3] = [
        ("restaurants", |element| {
            tag(element, "amenity") == Some("restaurant")
        }),
        ("coffee shop", |element| {
            tag(element, "amenity") == Some("cafe")
        }),
        ("shop", |element| tag(element, "shop").is_some()),
    ];
    for (term, is_kind) in searches {
        let found = fixture.find(term, "MD", "Baltimore");
        assert!(!found.is_empty());
        for place in &found {
            let Some(element) = reading.get(&id(place)) else {
                assert!(id(place).starts_with("relation/"), "{}", id(place));
                continue;
            };
            assert_same(place, element);
            match tag(element, "addr:city") {
                Some(city) => assert_eq!(city, "Baltimore", "{}", place.name),
                // The city ends at 76.53° W.
                None => assert!(longitude(element) < -76.51, "{} is outside", place.name),
            }
        }
        let found: HashSet<String> = found.iter().map(id).collect();
        let mut due = 0;
        for (key, element) in reading.iter().filter(|(_, element)| is_kind(element)) {
            let is_inside = match tag(element, "addr:city") {
                Some(city) => city == "Baltimore",
                // Well within the city.
                None => longitude(element) < -76.56,
            };
            due += u32::from(is_inside);
            if !is_inside || found.contains(key) {
                continue;
            }
            // Deduplicated: a business drawn twice is there under its other id.
            let name = tag(element, "name").unwrap();
            let is_twin = |twin: &Place| {
                let away = (twin.longitude.unwrap() - longitude(element)).abs();
                twin.name == name && away < 0.002
            };
            let twins = fixture.find(name, "MD", "Baltimore");
            assert!(twins.iter().any(is_twin), "{term}: {name} is missing");
        }
        assert!(due > 10, "{term}: {due}");
    }
}

/// JOB-15: outlines of real ways surround their places.
#[test]
// JOB-15
fn job_15_real_ways_keep_their_outlines() {
    let Some(file) = shared_data("osm-pbf/baltimore.osm.pbf") else {
        return;
    };
    let fixture = Fixture::new();
    fixture.import(&file).unwrap();
    let found = fixture.find("shop", "MD", "Baltimore");
    let drawn: Vec<&Place> = found
        .iter()
        .filter(|place| !place.outline.is_empty())
        .collect();
    assert!(drawn.len() > 5, "{} of {}", drawn.len(), found.len());
    for place in drawn {
        assert!(!id(place).starts_with("node/"), "{}", id(place));
        assert!((3..=MOST_CORNERS).contains(&place.outline.len()));
        let (latitude, longitude) = place.coordinates().unwrap();
        let lies_between = |value: f64, of: usize| {
            let least = place
                .outline
                .iter()
                .map(|corner| corner[of])
                .fold(f64::MAX, f64::min);
            let most = place
                .outline
                .iter()
                .map(|corner| corner[of])
                .fold(f64::MIN, f64::max);
            (least..=most).contains(&value)
        };
        assert!(
            lies_between(latitude, 0) && lies_between(longitude, 1),
            "{}",
            place.name
        );
    }
}

#[test]
// JOB-16
fn job_16_every_extract_of_the_test_data_is_imported() {
    for (file, named, state, city, term) in [
        ("harrisburg", 221, "PA", "Harrisburg", "restaurant"),
        ("nyc", 84, "NY", "New York", "restaurant"),
        ("boston", 48, "MA", "Boston", "restaurant"),
    ] {
        let Some(path) = shared_data(&format!("osm-pbf/{file}.osm.pbf")) else {
            return;
        };
        let fixture = Fixture::new();
        let report = fixture.import(&path).unwrap();
        assert_eq!(report.read, named, "{file}");
        let rejected: u64 = report.rejected.values().map(|tally| tally.count).sum();
        assert!(
            report.imported + report.duplicates.count + rejected >= named - 5,
            "{report:?}"
        );
        let found = fixture.find(term, state, city);
        assert!(!found.is_empty(), "{file}");
        assert!(
            found
                .iter()
                .all(|place| place.state.as_deref() == Some(state))
        );
    }
}
