use std::time::Duration;

use serde_json::{Value, json};
use wiremock::matchers::{method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::*;

fn options(server: &MockServer) -> LookupOptions {
    LookupOptions {
        interval: Duration::ZERO,
        timeout: Duration::from_millis(300),
        pause: Duration::from_secs(60),
        ..LookupOptions::new(server.uri().parse().unwrap())
    }
}

async fn answering(answer: ResponseTemplate) -> (MockServer, FloodZones) {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/query"))
        .respond_with(answer)
        .mount(&server)
        .await;
    let zones = FloodZones::new(options(&server)).unwrap();
    (server, zones)
}

/// Attributes as FEMA publishes them; the wrapper is ArcGIS's documented one.
fn features(rows: &[Value]) -> Value {
    let features: Vec<Value> = rows.iter().map(|row| json!({"attributes": row})).collect();
    json!({"displayFieldName": "FLD_ZONE", "features": features})
}

#[tokio::test]
// ENR-07
async fn enr_07_a_zone_is_found_once_and_then_known() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/query"))
        .and(query_param("geometry", "-84.500000,39.100000"))
        .and(query_param("inSR", "4326"))
        .respond_with(ResponseTemplate::new(200).set_body_json(features(&[
            json!({"FLD_ZONE": "X", "SFHA_TF": "F"}),
            json!({"FLD_ZONE": "AE", "SFHA_TF": "T"}),
        ])))
        .expect(1)
        .mount(&server)
        .await;
    let zones = FloodZones::new(options(&server)).unwrap();
    for _ in 0..3 {
        let zone = zones.at(39.1, -84.5).await.unwrap().unwrap();
        assert_eq!(
            (zone.zone.as_str(), zone.special_hazard),
            ("AE", Some(true))
        );
    }
}

#[tokio::test]
async fn not_mapped_is_absent_and_no_zone() {
    let (server, zones) = answering(ResponseTemplate::new(200).set_body_json(features(&[]))).await;
    assert_eq!(zones.at(39.1, -84.5).await.unwrap(), None);
    assert_eq!(zones.at(39.1, -84.5).await.unwrap(), None);
    assert_eq!(
        server.received_requests().await.unwrap().len(),
        1,
        "'not mapped' is kept"
    );
}

#[tokio::test]
async fn an_error_inside_an_answer_of_200_is_a_failure() {
    let error = json!({"error": {"code": 500, "message": "Error performing query operation"}});
    for body in [error, json!({"layers": []})] {
        let (_server, zones) = answering(ResponseTemplate::new(200).set_body_json(body)).await;
        assert!(matches!(
            zones.at(39.1, -84.5).await,
            Err(LookupError::Refused { .. })
        ));
    }
    let cut = ResponseTemplate::new(200).set_body_string("{\"features\": [{\"attri");
    let (_server, zones) = answering(cut).await;
    assert!(zones.at(39.1, -84.5).await.is_err());
}

#[tokio::test]
async fn a_service_that_is_down_is_left_alone_and_failures_are_not_kept() {
    let (server, zones) = answering(ResponseTemplate::new(503)).await;
    for _ in 0..5 {
        assert!(matches!(
            zones.at(39.1, -84.5).await,
            Err(LookupError::Refused { .. })
        ));
    }
    for _ in 0..20 {
        assert!(matches!(
            zones.at(39.1, -84.5).await,
            Err(LookupError::Resting { .. })
        ));
    }
    assert_eq!(server.received_requests().await.unwrap().len(), 5);
}

#[tokio::test]
async fn a_slow_answer_is_given_up() {
    let slow = ResponseTemplate::new(200)
        .set_body_json(features(&[]))
        .set_delay(Duration::from_secs(5));
    let (_server, zones) = answering(slow).await;
    assert!(matches!(
        zones.at(39.1, -84.5).await,
        Err(LookupError::Unreachable { .. })
    ));
}

/// Real attribute rows of the layer, if the shared test data is there.
#[test]
fn real_rows_of_the_layer_are_read() {
    let file = "api-fixtures/fema-nfhl/layer28_attributes_verbatim.json";
    let Some(file) = testkit::shared_data_file(file) else {
        return;
    };
    let rows: Vec<Value> = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let zone = |rows: &[Value]| {
        read(features(rows).to_string().as_bytes())
            .unwrap()
            .unwrap()
    };
    assert_eq!(
        zone(&rows[..1]),
        FloodZone {
            zone: "A".into(),
            special_hazard: Some(true)
        }
    );
    assert_eq!(
        zone(&rows[1..2]),
        FloodZone {
            zone: "X".into(),
            special_hazard: Some(false)
        }
    );
    assert_eq!(zone(&rows).zone, "A", "the hazardous one counts");
}
