use std::time::Duration;

use serde_json::{Value, json};
use wiremock::matchers::{method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::*;

const ADDRESS: &str = "1600 Pennsylvania Avenue NW, Washington, DC, 20500";

async fn answering(body: Value) -> (MockServer, CensusGeocoder) {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/locations/onelineaddress"))
        .and(query_param("benchmark", BENCHMARK))
        .respond_with(ResponseTemplate::new(200).set_body_json(body))
        .mount(&server)
        .await;
    let options = LookupOptions {
        interval: Duration::ZERO,
        ..LookupOptions::new(server.uri().parse().unwrap())
    };
    (server, CensusGeocoder::new(options).unwrap())
}

/// An answer in the bureau's format.
fn matches(list: &Value) -> Value {
    json!({"result": {"input": {}, "addressMatches": list}})
}

#[tokio::test]
async fn an_address_is_found_once_and_then_known() {
    let found = json!([{"matchedAddress": "1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502",
        "coordinates": {"x": -77.03535, "y": 38.898754}}]);
    let (server, geocoder) = answering(matches(&found)).await;
    for address in [
        ADDRESS,
        "1600  pennsylvania avenue nw, Washington, DC, 20500 ",
    ] {
        let found = geocoder.find(address).await.unwrap().unwrap();
        assert_eq!((found.latitude, found.longitude), (38.898754, -77.03535));
    }
    assert_eq!(server.received_requests().await.unwrap().len(), 1);
}

#[tokio::test]
async fn an_unknown_address_has_no_coordinates() {
    let (_server, geocoder) = answering(matches(&json!([]))).await;
    assert_eq!(geocoder.find("nowhere").await.unwrap(), None);
    assert_eq!(geocoder.find("  ").await.unwrap(), None);
    let (_server, broken) = answering(json!({"errors": ["unavailable"]})).await;
    assert!(matches!(
        broken.find(ADDRESS).await,
        Err(LookupError::Refused { .. })
    ));
}

/// Recorded answers of the service, if the shared test data is there.
#[tokio::test]
async fn recorded_answers_are_read() {
    let Some(folder) = testkit::shared_data() else {
        return;
    };
    let folder = folder.join("api-fixtures/census-geocoder");
    for file in [
        "address-locations.0.json",
        "onelineaddress.0.json",
        "address-geographies.0.json",
    ] {
        let recorded: Value =
            serde_json::from_slice(&std::fs::read(folder.join(file)).unwrap()).unwrap();
        let (_server, geocoder) = answering(recorded["body"].clone()).await;
        let found = geocoder.find(ADDRESS).await.unwrap().unwrap();
        assert!((found.latitude - 38.8987).abs() < 1e-3, "{file}: {found:?}");
        assert!(
            found.matched_address.starts_with("1600 PENNSYLVANIA AVE"),
            "{file}"
        );
    }
}
