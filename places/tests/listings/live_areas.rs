//! What live services are asked for where an area is searched in place of a city (JOB-16).

use std::sync::Arc;

use futures::TryStreamExt;
use places::{
    CountyGround, GoogleSettings, GoogleSource, Limit, OverpassSettings, OverpassSource, Place,
    PlaceQuery, PlaceSource, Region,
};
use serde_json::{Value, json};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

/// Two square counties, west and east of 120.5 degrees west.
struct Squares;

const WEST: u32 = 41_017;
const EAST: u32 = 41_013;

impl CountyGround for Squares {
    fn county_at(&self, (latitude, longitude): (f64, f64)) -> Option<u32> {
        let is_inside = (44.0..45.0).contains(&latitude) && (-121.0..-120.0).contains(&longitude);
        is_inside.then_some(if longitude < -120.5 { WEST } else { EAST })
    }

    fn rings(&self, county: u32) -> Vec<Vec<(f64, f64)>> {
        let (west, east) = match county {
            WEST => (-121.0, -120.5),
            EAST => (-120.5, -120.0),
            _ => return Vec::new(),
        };
        vec![vec![(44.0, west), (44.0, east), (45.0, east), (45.0, west)]]
    }
}

fn dentists_in(county: u32, limit: Limit) -> PlaceQuery {
    let name = "Square County, OR".to_owned();
    let region = Region::new(county, name, limit, [WEST, EAST].into(), Arc::new(Squares)).unwrap();
    PlaceQuery::in_region("dentist", region).unwrap()
}

async fn found(source: &dyn PlaceSource, query: PlaceQuery) -> Vec<String> {
    let places: Vec<Place> = source.search(query).try_collect().await.unwrap();
    places.into_iter().map(|place| place.name).collect()
}

fn overpass(server: &MockServer) -> OverpassSource {
    OverpassSource::new(OverpassSettings {
        url: format!("{}/api/interpreter", server.uri()),
        ..OverpassSettings::default()
    })
    .unwrap()
}

fn google(server: &MockServer) -> GoogleSource {
    let mut settings = GoogleSettings::new("made-up-key-1234".to_owned().into());
    settings.url = server.uri();
    GoogleSource::new(settings).unwrap()
}

#[tokio::test]
// JOB-16
async fn job_16_overpass_is_asked_for_the_box_around_a_region_and_gives_what_lies_in_it() {
    let server = MockServer::start().await;
    let at = |id: u32, latitude: f64, longitude: f64| {
        let name = format!("Made Up Dental {id}");
        json!({"type": "node", "id": id, "lat": latitude, "lon": longitude, "tags": {"name": name, "amenity": "dentist"}})
    };
    // The third lies in the other county, the fourth in the box but not in the circle.
    let elements = [
        at(1, 44.5, -120.55),
        at(2, 44.41, -120.52),
        at(3, 44.5, -120.45),
        at(4, 44.41, -120.62),
    ];
    Mock::given(wiremock::matchers::any())
        .respond_with(ResponseTemplate::new(200).set_body_json(json!({"elements": elements})))
        .expect(1)
        .mount(&server)
        .await;
    let circle = Limit::Circle {
        center: (44.5, -120.5),
        meters: 11_000.0,
    };
    let names = found(&overpass(&server), dentists_in(WEST, circle)).await;
    assert_eq!(names, ["Made Up Dental 1", "Made Up Dental 2"]);

    let sent = server.received_requests().await.unwrap().remove(0).body;
    let (_, script) = url::form_urlencoded::parse(&sent).next().unwrap();
    let filter = script.split("*dentist *(;|$)\"](").nth(1).unwrap();
    let sides: Vec<f64> = filter[..filter.find(')').unwrap()]
        .split(',')
        .map(|side| side.parse().unwrap())
        .collect();
    // The circle's own reach to the south, west and north; to the east it ends with the county and its shore.
    let expected = [44.5 - 0.099, -120.5 - 0.139, 44.5 + 0.099, -120.5 + 0.05];
    for (side, expected) in sides.iter().zip(expected) {
        assert!((side - expected).abs() < 0.005, "{sides:?}");
    }
    assert!(!script.contains("map_to_area") && !script.contains("around"));
}

/// Google with a business at each of its points: an answer holds the first sixty in the rectangle, on pages of twenty.
struct Dentists(Vec<(f64, f64)>);

impl Respond for Dentists {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let asked: Value = request.body_json().unwrap();
        let rectangle = &asked["locationRestriction"]["rectangle"];
        let side = |corner: &str, side: &str| rectangle[corner][side].as_f64().unwrap();
        let (south, north) = (side("low", "latitude"), side("high", "latitude"));
        let (west, east) = (side("low", "longitude"), side("high", "longitude"));
        let page: usize = asked["pageToken"]
            .as_str()
            .map_or(0, |token| token.parse().unwrap());
        let inside: Vec<Value> = self
            .0
            .iter()
            .enumerate()
            .filter(|(_, at)| (south..=north).contains(&at.0) && (west..=east).contains(&at.1))
            .map(|(number, at)| dentist(number, *at))
            .take(60)
            .collect();
        let shown: Vec<Value> = inside.iter().skip(page * 20).take(20).cloned().collect();
        let mut answer = json!({ "places": shown });
        if inside.len() > (page + 1) * 20 {
            answer["nextPageToken"] = json!((page + 1).to_string());
        }
        ResponseTemplate::new(200).set_body_json(answer)
    }
}

/// A made-up business in the format of Google's documentation.
fn dentist(number: usize, (latitude, longitude): (f64, f64)) -> Value {
    json!({
        "id": format!("made-up-{number}"),
        "displayName": {"text": format!("Made Up Dental {number}"), "languageCode": "en"},
        "addressComponents": [
            {"longText": "Oregon", "shortText": "OR", "types": ["administrative_area_level_1", "political"]},
            {"longText": "United States", "shortText": "US", "types": ["country", "political"]}
        ],
        "location": {"latitude": latitude, "longitude": longitude},
        "primaryType": "dentist",
        "businessStatus": "OPERATIONAL"
    })
}

async fn google_with(points: Vec<(f64, f64)>) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(wiremock::matchers::any())
        .respond_with(Dentists(points))
        .mount(&server)
        .await;
    server
}

#[tokio::test]
// JOB-16
async fn job_16_google_is_asked_for_the_rectangle_around_a_region_and_gives_what_lies_in_it() {
    let server = google_with(vec![(44.5, -120.7), (44.5, -120.48)]).await;
    let names = found(&google(&server), dentists_in(WEST, Limit::Counties)).await;
    assert_eq!(names, ["Made Up Dental 0"], "the other is in the east");
    let sent = server.received_requests().await.unwrap();
    assert_eq!(sent.len(), 1);
    let asked: Value = sent[0].body_json().unwrap();
    assert_eq!(asked["textQuery"], "dentist");
    assert!(asked.get("locationBias").is_none(), "{asked}");
    let rectangle = &asked["locationRestriction"]["rectangle"];
    assert_eq!(
        rectangle["low"],
        json!({"latitude": 43.95, "longitude": -121.05})
    );
    assert_eq!(
        rectangle["high"],
        json!({"latitude": 45.05, "longitude": -120.45})
    );
}

#[tokio::test]
// JOB-16
async fn job_16_a_rectangle_that_has_more_than_google_shows_is_asked_for_by_quarters() {
    // A hundred in the northwest, ten in the southeast: the whole is full, and so is the northwestern quarter.
    let northwest = (0..100).map(|n| {
        let (row, column) = (f64::from(n / 10), f64::from(n % 10));
        (44.55 + row * 0.04, -120.98 + column * 0.02)
    });
    let southeast = (0..10).map(|n| (44.1 + f64::from(n) * 0.01, -120.6));
    let points: Vec<_> = northwest.chain(southeast).collect();
    let server = google_with(points.clone()).await;
    let mut names = found(&google(&server), dentists_in(WEST, Limit::Counties)).await;
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "each once");
    assert_eq!(count, points.len());
    let asked = server.received_requests().await.unwrap().len();
    assert!(asked <= 63, "{asked} requests");
}

#[tokio::test]
// JOB-16
async fn job_16_a_rectangle_is_quartered_twice_at_most() {
    let crowd = (0..500).map(|n| (44.7 + f64::from(n) * 1e-6, -120.7));
    let server = google_with(crowd.collect()).await;
    let names = found(&google(&server), dentists_in(WEST, Limit::Counties)).await;
    assert_eq!(names.len(), 60, "all in one point: as many as Google shows");
    let asked = server.received_requests().await.unwrap().len();
    // Three pages of the whole, of one quarter and of one of its quarters; one page of each of the six others.
    assert_eq!(asked, 15);
}
