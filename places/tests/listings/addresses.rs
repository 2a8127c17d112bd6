//! Addresses are assembled from their parts, in every format.

use crate::support::Fixture;
use serde_json::json;

/// The addresses, as delivered, of a file's rows in Houston.
fn addresses(file: &str, content: &str) -> Vec<String> {
    let fixture = Fixture::new();
    fixture.import(&fixture.file(file, content)).unwrap();
    let places = fixture.find("Example", "TX", "Houston");
    let mut addresses: Vec<String> = places.into_iter().map(|p| p.address.unwrap()).collect();
    addresses.sort();
    addresses
}

#[test]
fn the_parts_of_a_table_make_one_address() {
    let rows = "name,house number,street direction,street name,street suffix,unit,city,state,zip\n\
        Example Bakery,12,North,Main,Street,,Houston,TX,77002\n\
        Example Bakery,80,North,Main,Street,,Houston,TX,77002\n\
        Example Cafe,14.0,,Oak,Ave,Suite 4,Houston,TX,77002\n\
        Example Diner,16,,Oak,Ave,#5,Houston,TX,77002\n";
    assert_eq!(
        addresses("listing.csv", rows),
        [
            "12 North Main Street, Houston, TX 77002",
            "14 Oak Ave, Suite 4, Houston, TX 77002",
            "16 Oak Ave #5, Houston, TX 77002",
            "80 North Main Street, Houston, TX 77002",
        ],
        "two shops in one street stay two"
    );
}

#[test]
fn a_number_beside_a_street_is_put_before_it_once() {
    let rows = "name,street_number,street,city,state\n\
        Example Bakery,12,Main Street,Houston,TX\n\
        Example Cafe,14,14 Main Street,Houston,TX\n\
        Example Diner,16,,Houston,TX\n";
    assert_eq!(
        addresses("listing.csv", rows),
        [
            "12 Main Street, Houston, TX",
            "14 Main Street, Houston, TX",
            "Houston, TX",
        ]
    );
}

#[test]
fn openstreetmaps_tags_in_a_geojson_file_keep_the_house_number() {
    let feature = |number: &str, more: serde_json::Value| {
        let mut properties = json!({
            "name": "Example Bakery",
            "shop": "bakery",
            "addr:housenumber": number,
            "addr:street": "North Main Street",
            "addr:city": "Houston",
            "addr:state": "TX",
        });
        for (key, value) in more.as_object().unwrap() {
            properties[key] = value.clone();
        }
        json!({
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [-95.36, 29.76]},
            "properties": properties,
        })
    };
    let place = json!({"addr:street": null, "addr:place": "Example Corner"});
    let collection = json!({
        "type": "FeatureCollection",
        "features": [
            feature("12", json!({})),
            feature("80", json!({"addr:unit": "4", "addr:floor": "2"})),
            feature("7", place),
        ],
    });
    assert_eq!(
        addresses("listing.geojson", &collection.to_string()),
        [
            "12 North Main Street, Houston, TX",
            "7 Example Corner, Houston, TX",
            "80 North Main Street #4, Floor 2, Houston, TX",
        ]
    );
}
