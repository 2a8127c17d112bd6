//! What listings say about a business itself: phones, e-mail addresses, owners, founding, outlines (ENR-06,
//! JOB-15), by source.

use crate::support::{Fixture, assert_place};

#[test]
// JOB-15, ENR-06
fn job_15_geojson_keeps_the_largest_outer_ring_and_the_facts_of_the_listing() {
    let fixture = Fixture::new();
    let small = "[[[-122.661,45.511],[-122.660,45.511],[-122.660,45.512],[-122.661,45.511]]]";
    let hole = "[[-122.655,45.505],[-122.654,45.505],[-122.654,45.506],[-122.655,45.505]]";
    let large = format!(
        "[[[-122.66,45.50],[-122.65,45.50],[-122.65,45.51],[-122.66,45.51],[-122.66,45.50]],{hole}]"
    );
    let properties = r#"{"name":"Made Up Plant","category":"brewery","city":"Portland","state":"OR",
        "phones":["503-555-0101","503-555-0102"],"emails":["a@plant.example","A@plant.example"],
        "owner":"Pat Example","founded":"5/1/2014","number_of_locations":3,
        "listing_url":"https://maps.example/1","service_areas":["Portland","Salem"]}"#;
    let feature = format!(
        r#"{{"type":"Feature","geometry":{{"type":"MultiPolygon","coordinates":[{small},{large}]}},"properties":{properties}}}"#
    );
    let text = feature.replace('\n', " ");
    fixture
        .import(&fixture.file("plant.geojsonl", text))
        .unwrap();
    let place = fixture.find("brewery", "OR", "Portland").remove(0);
    assert_place("geojson-own-columns", &place);
}

/// ENR-06: an import reads the column names of an exported table, and those of other files.
#[test]
// ENR-06
fn enr_06_a_listing_keeps_all_that_it_says_of_a_business() {
    let fixture = Fixture::new();
    let text = "name,city,state,phone,additional_phones,website,url,emails_csv,owner_names_csv,founding_date,\
                years_in_business,location_count,social_media_links,polygon_coords,technology_stack\n\
                Made Up Ales,Portland,OR,(503) 555-0101,\"(503) 555-0101, +1 503-555-0102\",ales.example,\
                https://maps.example/2,\"a@ales.example, b@ales.example\",Pat Example;Sam Example,2014-05,99,2,\
                \"facebook: https://facebook.com/ales, youtube: https://youtube.com/ales\",\
                \"[[45.5,-122.66],[45.5,-122.65],[45.51,-122.65]]\",WordPress\n";
    fixture.import(&fixture.file("ales.csv", text)).unwrap();
    let place = fixture.find("made up ales", "OR", "Portland").remove(0);
    // Years in business are computed on request, and never stored.
    assert_place("csv-own-columns", &place);
}

#[test]
// ENR-06
fn enr_06_openstreetmaps_tags_tell_owners_founding_and_every_phone() {
    let fixture = Fixture::new();
    let feature = |name: &str, more: &str| {
        format!(
            r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[-122.66,45.51]}},"properties":{{"name":"{name}","shop":"books",{more}}}}}"#
        ) + "\n"
    };
    let text = [
        feature(
            "Made Up Books",
            r#""phone":"+1 503-555-0101;+1 503-555-0102","contact:mobile":"+1 503-555-0103","email":"a@books.example","contact:email":"b@books.example","operator":"Books Inc.","start_date":"1998-04","contact:instagram":"madeup","check_date":"2026-01-02""#,
        ),
        feature(
            "Made Up House of Books",
            r#""owner":"Pat Example","operator":"Books Inc.","start_date":"1911","building":"retail""#,
        ),
    ];
    fixture
        .import(&fixture.file("books.geojsonl", text.concat()))
        .unwrap();
    let mut places = fixture.find("books", "OR", "Portland");
    places.sort_by(|one, other| one.name.cmp(&other.name));
    let [shop, house] = places.as_slice() else {
        panic!("{places:?}")
    };
    assert_place("geojson-tags-of-openstreetmap", shop);
    assert_eq!(house.owner_names, ["Pat Example"]);
    assert_eq!(house.founding_date, None, "it may be the building's date");
}
