//! The first run: what ships with the product answers and is enriched, what nothing covers is refused, and
//! what is fetched joins in (issue 13, "Done when" 1 and 2; JOB-16, ENR-06).

use std::time::Duration;

use app::settings::{Settings, StarterSettings};
use serde_json::{Value, json};
use testkit::Bucket;
use wiremock::matchers::{method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::routes::enrichment::enrich;
use crate::support::{Client, Listed, Server, brewery_search, eventually, overture};

const RELEASE: &str = "2026-10-21.0";

/// The hazards that the specification names.
const HAZARDS: [&str; 9] = [
    "lightning_risk",
    "hurricane_risk",
    "wildfire_risk",
    "tornado_risk",
    "flood_risk",
    "earthquake_risk",
    "hail_risk",
    "heat_wave_risk",
    "drought_risk",
];

/// With everything that ships.
pub(crate) fn as_shipped(settings: &mut Settings) {
    settings.starter = StarterSettings {
        listing: true,
        reference: true,
    };
}

pub(crate) async fn starter_is_there(user: &Client) {
    eventually("the starter listing is there", || async {
        let sources = user.get("/api/sources").await.json();
        let datasets = sources["sources"][0]["datasets"].as_array()?.clone();
        datasets
            .iter()
            .any(|set| set["name"] == "open-brewery-db" && set["shipped"] == true)
            .then_some(())
    })
    .await;
}

fn search(term: &str, state: &str, cities: &[&str]) -> Value {
    json!({"search_term": term, "state": state, "cities": cities})
}

/// Facts of a row: what enrichment adds to it.
fn facts(row: &Value, plain: &Value) -> usize {
    let plain = plain.as_object().unwrap();
    let row = row.as_object().unwrap();
    row.keys().filter(|key| !plain.contains_key(*key)).count()
}

fn median(mut numbers: Vec<usize>) -> usize {
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

fn names(rows: &[Value]) -> Vec<&str> {
    rows.iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect()
}

/// Everything that is answered is from these data sets.
fn sources_of(rows: &[Value]) -> Vec<String> {
    let mut sources: Vec<String> = rows
        .iter()
        .map(|row| row["source"].as_str().unwrap().to_owned())
        .collect();
    sources.sort();
    sources.dedup();
    sources
}

fn rhode_island() -> Bucket {
    let listed = |name, kind, street, zip, at| Listed {
        name,
        kind,
        street,
        city: "Providence",
        state: "RI",
        zip,
        at,
    };
    overture(
        RELEASE,
        &[
            // The starter has it too, in other spelling.
            listed(
                "LONG LIVE BEERWORKS",
                "brewery",
                "40R Sprague Street",
                "02907",
                (41.8093, -71.4261),
            ),
            listed(
                "Made Up Brewery",
                "brewery",
                "1 Example St",
                "02903",
                (41.82, -71.41),
            ),
            listed(
                "Made Up Dental",
                "dentist",
                "2 Example St",
                "02903",
                (41.821, -71.411),
            ),
        ],
    )
}

store::on_both_engines! {
    /// Done when 1: real breweries with real facts, from what ships alone.
    async fn enr_06_what_ships_answers_with_a_hundred_facts_a_row(test) {
        let mut server = Server::with(test, as_shipped).await;
        server.start_worker();
        let user = server.user("ada@example.com", "enterprise");
        starter_is_there(&user).await;
        for (search, hazards) in [
            (brewery_search(), 8),
            (search("brewery", "RI", &["Providence"]), 9),
        ] {
            let (job, body) = user.run(&search).await;
            assert_eq!((&body["source"], &body["sample"]), (&json!("catalogue"), &json!(false)));
            let plain = user.rows(&job).await;
            assert!(plain.len() >= 7, "{}", plain.len());
            assert_eq!(sources_of(&plain), ["open-brewery-db"]);
            assert!(plain.iter().all(|row| row["licence"] == "MIT"));
            let answer = enrich(&user, &job).await;
            assert_eq!(answer["enrichment_applied"], true);
            let rows = user.rows(&job).await;
            let located: Vec<(&Value, &Value)> =
                rows.iter().zip(&plain).filter(|(row, _)| row.get("latitude").is_some()).collect();
            let facts = median(located.iter().map(|(row, plain)| facts(row, plain)).collect());
            assert!(facts >= 100, "{facts} facts a row in the median");
            let (row, _) = located[0];
            let rated: Vec<_> = HAZARDS.iter().filter(|name| row.get(**name).is_some()).collect();
            assert_eq!(rated.len(), hazards, "{rated:?} of {row}");
            assert!(row["median_income_tract"].is_number(), "{row}");
            assert!(row["qoz"].is_boolean(), "{row}");
            // Supply around the point is counted in the listing, which is whole.
            let indexed = answer["results"].as_array().unwrap().iter().find(|row| row["market_index_here"].is_number());
            let set = usize::try_from(indexed.unwrap()["source_set"].as_u64().unwrap()).unwrap();
            let id = &answer["source_sets"][set]["market_index_here"];
            let source = answer["sources"].as_array().unwrap().iter().find(|source| source["id"] == *id).unwrap();
            let title = source["title"].as_str().unwrap();
            assert!(title.starts_with("open-brewery-db (") && title.ends_with(" + Social Vulnerability Index"), "{title}");
        }
        server.stop().await;
    }

    /// Done when 2: refused before anything is queued or charged, with what to do.
    async fn job_16_what_nothing_covers_is_refused_and_openstreetmap_answers_where_it_is_on(test) {
        let mut server = Server::with(test, as_shipped).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        starter_is_there(&user).await;
        let dentists = search("dentist", "RI", &["Providence"]);
        let (status, code, message) = user.post("/api/jobs/scrape", &dentists).await.error();
        assert_eq!((status, code.as_str()), (409, "not_covered"));
        for part in ["'dentist' in Providence, RI", "places fetch overture --state RI", "Nothing was started or charged"] {
            assert!(message.contains(part), "{message}");
        }
        let quick = "/scrape?query=dentists%20in%20Providence&state=RI";
        assert_eq!(user.get(quick).await.error().0, 409);
        assert_eq!(user.history().await.len(), 0);
        user.has_paid(0).await;
        let test = server.stop().await;

        let overpass = MockServer::start().await;
        let element = json!({
            "type": "node", "id": 7, "lat": 41.82, "lon": -71.41,
            "tags": {"name": "Made Up Dental", "amenity": "dentist", "addr:city": "Providence"}
        });
        let answer = json!({
            "osm3s": {"timestamp_osm_base": "2026-11-01T00:00:00Z"},
            "elements": [{"type": "relation", "id": 1}, element],
        });
        Mock::given(method("POST"))
            .respond_with(ResponseTemplate::new(200).set_body_json(answer))
            .mount(&overpass)
            .await;
        Mock::given(method("GET")).and(path("/api/status"))
            .respond_with(ResponseTemplate::new(200))
            .mount(&overpass)
            .await;
        let url = format!("{}/api/interpreter", overpass.uri());
        let mut server = Server::with(test, |settings| {
            as_shipped(settings);
            settings.sources.on = vec!["catalogue", "osm", "sample"];
            settings.sources.overpass_url = url;
            settings.sources.timeout = Duration::from_secs(5);
        }).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        starter_is_there(&user).await;
        let (job, body) = user.run(&dentists).await;
        assert_eq!((&body["source"], &body["status"]), (&json!("osm"), &json!("completed")));
        let rows = user.rows(&job).await;
        assert_eq!(names(&rows), ["Made Up Dental"]);
        assert_eq!((&rows[0]["licence"], &rows[0]["source"]), (&json!("ODbL-1.0"), &json!("osm")));

        // What the catalogue covers stays its own: the live service is not asked for it.
        let before = overpass.received_requests().await.unwrap().len();
        let (job, body) = user.run(&search("brewery", "RI", &["Providence"])).await;
        assert_eq!(body["source"], "catalogue");
        assert_eq!(sources_of(&user.rows(&job).await), ["open-brewery-db"]);
        assert_eq!(overpass.received_requests().await.unwrap().len(), before);
        server.stop().await;
    }

    /// Done when 2: what is fetched joins what ships, and a business of both comes once.
    async fn job_16_a_fetched_state_joins_what_ships(test) {
        let mut server = Server::with(test, as_shipped).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        starter_is_there(&user).await;
        let before = user.run(&search("brewery", "RI", &["Providence"])).await;
        let before = user.rows(&before.0).await;
        let bucket = rhode_island();
        let fetch = ["places", "fetch", "overture", "--state", "RI"];
        let fetched = server
            .install()
            .command(&fetch)
            .env("DEMANDATLAS_OVERTURE_URL", bucket.url())
            .output()
            .unwrap();
        assert!(fetched.status.success(), "{fetched:?}");
        let printed = String::from_utf8_lossy(&fetched.stdout);
        assert!(printed.contains("overture-ri"), "{printed}");
        assert!(!bucket.asked().is_empty());
        // A second run asks for nothing new.
        let asked = bucket.asked().len();
        let again = server
            .install()
            .command(&fetch)
            .env("DEMANDATLAS_OVERTURE_URL", bucket.url())
            .output()
            .unwrap();
        assert!(again.status.success(), "{again:?}");
        assert_eq!(bucket.asked().len(), asked, "{:?}", bucket.asked());
        eventually("the fetched state is seen", || async {
            let sources = user.get("/api/sources").await.json();
            let datasets = sources["sources"][0]["datasets"].as_array()?.clone();
            datasets.iter().any(|set| set["covers"] == "all kinds of business in RI").then_some(())
        })
        .await;

        let (job, _) = user.run(&search("brewery", "RI", &["Providence"])).await;
        let after = user.rows(&job).await;
        assert_eq!(after.len(), before.len() + 1, "{:?}", names(&after));
        assert_eq!(sources_of(&after), ["open-brewery-db", "overture-ri"]);
        let both: Vec<&Value> = after
            .iter()
            .filter(|row| row["name"].as_str().unwrap().eq_ignore_ascii_case("long live beerworks"))
            .collect();
        assert_eq!(both.len(), 1);
        assert_eq!(both[0]["source"], "overture-ri", "the newest release wins");

        let (job, _) = user.run(&brewery_search()).await;
        assert_eq!(sources_of(&user.rows(&job).await), ["open-brewery-db"]);
        let (job, _) = user.run(&search("dentist", "RI", &["Providence"])).await;
        assert_eq!(names(&user.rows(&job).await), ["Made Up Dental"]);
        server.stop().await;
    }
}
