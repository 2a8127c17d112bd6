//! Google Places (New), with local servers that simulate answers and failures (JOB-16).

use std::time::Duration;

use crate::support::{assert_place, shared_data};
use futures::{StreamExt, TryStreamExt};
use places::{GoogleSettings, GoogleSource, Place, PlaceQuery, PlaceSource, SourceError};
use serde_json::{Value, json};
use wiremock::matchers::{body_partial_json, header, header_exists, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

const KEY: &str = "made-up-key-1234";

fn settings(server: &MockServer) -> GoogleSettings {
    let mut settings = GoogleSettings::new(KEY.to_owned().into());
    settings.url = server.uri();
    settings.timeout = Duration::from_millis(700);
    settings.back_off = Duration::from_millis(200);
    settings
}

async fn find(settings: GoogleSettings) -> Result<Vec<Place>, SourceError> {
    let query = PlaceQuery::new("dentist", "OR", "Portland").unwrap();
    GoogleSource::new(settings)
        .unwrap()
        .search(query)
        .try_collect()
        .await
}

/// A made-up place in the format of Google's documentation.
fn made_up(number: u32, city: &str) -> Value {
    json!({
        "id": format!("made-up-{number}"),
        "displayName": {"text": format!("Made Up Dental {number}"), "languageCode": "en"},
        "formattedAddress": format!("{number} Example St, {city}, OR 97299, USA"),
        "addressComponents": [
            {"longText": number.to_string(), "shortText": number.to_string(), "types": ["street_number"]},
            {"longText": "Example Street", "shortText": "Example St", "types": ["route"]},
            {"longText": city, "shortText": city, "types": ["locality", "political"]},
            {"longText": "Oregon", "shortText": "OR", "types": ["administrative_area_level_1", "political"]},
            {"longText": "United States", "shortText": "US", "types": ["country", "political"]},
            {"longText": "97299", "shortText": "97299", "types": ["postal_code"]}
        ],
        "location": {"latitude": 45.52, "longitude": -122.67},
        "primaryType": "dentist",
        "types": ["dentist", "dental_clinic", "health", "point_of_interest", "establishment"],
        "nationalPhoneNumber": "(503) 555-0100",
        "websiteUri": "https://dental.example/",
        "rating": 4.5, "userRatingCount": 12, "priceLevel": "PRICE_LEVEL_MODERATE",
        "businessStatus": "OPERATIONAL",
        "regularOpeningHours": {"weekdayDescriptions": ["Monday: 9:00 AM – 5:00 PM"]}
    })
}

#[tokio::test]
// JOB-16
async fn job_16_a_search_gives_every_field_and_marks_the_rows_as_not_storable() {
    let server = MockServer::start().await;
    let mut closed = made_up(2, "Portland");
    closed["businessStatus"] = json!("CLOSED_PERMANENTLY");
    let places = json!({"places": [made_up(1, "Portland"), closed, made_up(3, "Gresham")]});
    Mock::given(method("POST"))
        .and(path("/v1/places:searchText"))
        .and(header("X-Goog-Api-Key", KEY))
        .and(header_exists("X-Goog-FieldMask"))
        .and(body_partial_json(
            json!({"textQuery": "dentist in Portland, OR", "pageSize": 20}),
        ))
        .respond_with(ResponseTemplate::new(200).set_body_json(places))
        .expect(1)
        .mount(&server)
        .await;
    let places = find(settings(&server)).await.unwrap();
    assert_eq!(
        places.len(),
        1,
        "closed ones and those of other cities are left out"
    );
    assert_place("live-google", &places[0]);
}

#[tokio::test]
// JOB-16
async fn job_16_the_documented_sample_answer_is_read() {
    let Some(sample) =
        shared_data("api-fixtures/google-places-new/official_doc_sample_searchText.json")
    else {
        return;
    };
    let server = MockServer::start().await;
    let body = std::fs::read_to_string(sample).unwrap();
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(200).set_body_string(body))
        .mount(&server)
        .await;
    let names: Vec<String> = find(settings(&server))
        .await
        .unwrap()
        .into_iter()
        .map(|place| place.name)
        .collect();
    assert_eq!(
        names,
        [
            "Mother Chu's Vegetarian Kitchen",
            "Veggo Sizzle - Vegan & Vegetarian Restaurant, Five Dock, Sydney",
            "Peace Harmony"
        ]
    );
}

/// Three pages of twenty places; the last one still points to another, as no real one does.
async fn three_pages() -> MockServer {
    let server = MockServer::start().await;
    for page in (0..3).rev() {
        let places: Vec<Value> = (0..20)
            .map(|n| made_up(100 * page + n, "Portland"))
            .collect();
        let token = format!("token-{}", page + 1);
        let answer = ResponseTemplate::new(200)
            .set_body_json(json!({"places": places, "nextPageToken": token}));
        let asked = match page {
            0 => json!({"pageSize": 20}),
            _ => json!({"pageToken": format!("token-{page}")}),
        };
        Mock::given(body_partial_json(asked))
            .respond_with(answer)
            .mount(&server)
            .await;
    }
    server
}

#[tokio::test]
// JOB-16
async fn job_16_pages_are_asked_for_as_they_are_read_up_to_sixty_places() {
    let server = three_pages().await;
    let source = GoogleSource::new(settings(&server)).unwrap();
    let query = PlaceQuery::new("dentist", "OR", "Portland").unwrap();
    let mut search = source.search(query);
    for _ in 0..20 {
        search.next().await.unwrap().unwrap();
    }
    assert_eq!(
        server.received_requests().await.unwrap().len(),
        1,
        "nobody has read on yet"
    );
    let rest: Vec<Place> = search.try_collect().await.unwrap();
    assert_eq!(rest.len(), 40);
    assert_eq!(server.received_requests().await.unwrap().len(), 3);
}

#[tokio::test]
// JOB-16
async fn job_16_a_failure_on_a_later_page_keeps_the_pages_before() {
    let server = MockServer::start().await;
    let places: Vec<Value> = (0..20).map(|n| made_up(n, "Portland")).collect();
    let first = json!({"places": places, "nextPageToken": "two"});
    Mock::given(body_partial_json(json!({"pageToken": "two"})))
        .respond_with(ResponseTemplate::new(200).set_body_string("{\"places\": ["))
        .mount(&server)
        .await;
    Mock::given(method("POST"))
        .respond_with(ResponseTemplate::new(200).set_body_json(first))
        .mount(&server)
        .await;
    let source = GoogleSource::new(settings(&server)).unwrap();
    let query = PlaceQuery::new("dentist", "OR", "Portland").unwrap();
    let results: Vec<_> = source.search(query).collect().await;
    assert_eq!(results.len(), 21);
    assert!(results[..20].iter().all(Result::is_ok));
    let message = results[20].as_ref().unwrap_err().to_string();
    assert!(
        message.contains("breaks off") && message.contains("kept"),
        "{message}"
    );
}

async fn failing(answer: ResponseTemplate) -> String {
    let server = MockServer::start().await;
    failing_at(&server, answer).await
}

async fn failing_at(server: &MockServer, answer: ResponseTemplate) -> String {
    Mock::given(method("POST"))
        .respond_with(answer)
        .mount(server)
        .await;
    let message = find(settings(server)).await.unwrap_err().to_string();
    assert!(!message.contains(KEY), "{message}");
    message
}

#[tokio::test]
// JOB-16
async fn job_16_failures_are_told_in_words_and_never_show_the_key() {
    let quota = json!({"error": {"code": 429, "message": "Quota exceeded for quota metric 'SearchTextRequest'.", "status": "RESOURCE_EXHAUSTED"}});
    let server = MockServer::start().await;
    let message = failing_at(&server, ResponseTemplate::new(429).set_body_json(quota)).await;
    assert!(
        message.contains("used up") && message.contains("Quota exceeded"),
        "{message}"
    );
    let calls = server.received_requests().await.unwrap().len();
    assert_eq!(calls, 1, "a quota is not waited for");

    let denied = json!({"error": {"code": 403, "message": format!("The key {KEY} is not allowed."), "status": "PERMISSION_DENIED"}});
    let message = failing(ResponseTemplate::new(403).set_body_json(denied)).await;
    assert!(
        message.contains("operator should check the key"),
        "{message}"
    );

    let message = failing(ResponseTemplate::new(504)).await;
    assert!(message.contains("too busy (status 504)"), "{message}");
    let message = failing(ResponseTemplate::new(500)).await;
    assert!(message.contains("status 500"), "{message}");
    let message = failing(ResponseTemplate::new(200).set_body_string("{\"places\": [{")).await;
    assert!(message.contains("breaks off"), "{message}");
    let message = failing(ResponseTemplate::new(200).set_delay(Duration::from_secs(5))).await;
    assert!(message.contains("not answered"), "{message}");
}
