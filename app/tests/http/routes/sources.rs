//! Maps services by name: what is on, what a search would cost, and how a live service's failure ends
//! a job (JOB-16; issue 5, points 3 and 4).

use std::time::{Duration, Instant};

use app::settings::Settings;
use serde_json::{Value, json};
use store::live_requests::DailyLimits;
use wiremock::matchers::{body_string_contains, method};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{
    BEND_BREWERIES, PORTLAND_BREWERIES, Server, assert_body, brewery_search, made_up_listing,
};

/// Live sources played by `server`, which take a second to give up.
pub(crate) fn live(server: &MockServer) -> impl FnOnce(&mut Settings) + use<> {
    let url = server.uri();
    move |settings| {
        settings.sources.on = vec!["catalogue", "osm", "google", "sample"];
        settings.sources.overpass_url = format!("{url}/api/interpreter");
        settings.sources.google_url = Some(url);
        settings.sources.google_api_key = Some("made-up-key".to_owned().into());
        settings.sources.timeout = Duration::from_secs(1);
    }
}

fn names(body: &Value) -> Vec<&str> {
    let sources = body["sources"].as_array().unwrap();
    sources
        .iter()
        .map(|source| source["name"].as_str().unwrap())
        .collect()
}

pub(crate) fn search_on(source: &str, cities: &[&str]) -> Value {
    json!({"search_term": "brewery", "state": "OR", "cities": cities, "source": source})
}

/// So many made-up breweries, as Overpass answers.
fn breweries(count: u32) -> Value {
    let brewery = |number: u32| {
        json!({
            "type": "node", "id": number, "lat": 45.5, "lon": -122.6,
            "tags": {"name": format!("Brewery {number} (made up)"), "craft": "brewery"}
        })
    };
    let boundary = json!({"type": "relation", "id": 1});
    let elements: Vec<Value> = std::iter::once(boundary)
        .chain((0..count).map(brewery))
        .collect();
    json!({"elements": elements})
}

/// A made-up dentist, as Google answers.
pub(crate) fn of_google(number: u32) -> Value {
    let part =
        |text: &str, kind: &str| json!({"longText": text, "shortText": text, "types": [kind]});
    json!({
        "id": format!("made-up-{number}"),
        "displayName": {"text": format!("Made Up Dental {number}")},
        "formattedAddress": format!("{number} Example Street, Portland, OR 97299, USA"),
        "addressComponents": [
            part(&number.to_string(), "street_number"),
            part("Example Street", "route"),
            part("Portland", "locality"),
            part("OR", "administrative_area_level_1"),
            part("US", "country"),
            part("97299", "postal_code"),
        ],
        "location": {"latitude": 45.52, "longitude": -122.67},
        "primaryType": "dentist", "types": ["dentist"],
        "nationalPhoneNumber": "(503) 555-0100", "businessStatus": "OPERATIONAL",
    })
}

store::on_both_engines! {
    /// JOB-16.
    async fn job_16_the_sources_that_are_on_are_listed(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let body = user.get("/api/sources").await.json();
        let changing = ["/sources/0/datasets/0/age_days", "/sources/0/datasets/0/imported_at"];
        assert_body("sources", &body, &changing);

        let off = user.post("/api/jobs/scrape", &search_on("google", &["Bend"])).await.error();
        assert_eq!(off.0, 400);
        assert!(off.2.contains("is not enabled here"), "{}", off.2);
        let unknown = user.post("/api/jobs/scrape", &search_on("bing", &["Bend"])).await.error();
        assert!(unknown.0 == 400 && unknown.2.contains("no maps service called 'bing'"), "{}", unknown.2);
        server.stop().await;
    }

    /// JOB-16, CRED-11.
    async fn job_16_a_start_tells_what_it_will_cost_at_most(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let started = user.post("/api/jobs/scrape", &brewery_search()).await.json();
        let due = json!(PORTLAND_BREWERIES + BEND_BREWERIES);
        assert_eq!((&started["rows_at_most"], &started["credits_at_most"]), (&due, &due));
        let mut bounded = brewery_search();
        bounded["max_results"] = json!(5);
        let started = user.post("/api/jobs/scrape", &bounded).await.json();
        assert_eq!(started["credits_at_most"], 5);
        let sample = user.post("/api/jobs/scrape", &search_on("sample", &["Bend"])).await.json();
        assert!(sample.get("rows_at_most").is_none(), "{sample}");

        server.start_worker();
        let job = started["job_id"].as_str().unwrap();
        assert_eq!(user.ended(job).await["results_count"], 5);
        let job = sample["job_id"].as_str().unwrap();
        assert_eq!(user.ended(job).await["sample"], true);
        server.stop().await;
    }

    /// JOB-16, CRED-11: nothing is charged for what was not delivered.
    async fn job_16_a_live_source_delivers_and_its_failure_is_told_and_not_charged(test) {
        let overpass = MockServer::start().await;
        let good = ResponseTemplate::new(200).set_body_json(breweries(3));
        Mock::given(body_string_contains("Portland")).respond_with(good).mount(&overpass).await;
        let failed = json!({"elements": [], "remark": "runtime error: Query timed out"});
        let failed = ResponseTemplate::new(200).set_body_json(failed);
        Mock::given(body_string_contains("Bend")).respond_with(failed).mount(&overpass).await;
        let mut server = Server::with(test, live(&overpass)).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");

        let body = user.get("/api/sources").await.json();
        assert_eq!(names(&body), ["catalogue", "osm", "google", "sample"]);
        assert_eq!(body["sources"][1]["reachable"], true);
        assert_eq!(body["sources"][1]["licence"], "ODbL-1.0");
        assert_eq!(body["sources"][2]["storable"], false);

        let job = user.start(&search_on("osm", &["Portland", "Bend"])).await;
        let ended = user.ended(&job).await;
        assert_eq!((&ended["status"], &ended["results_count"]), (&json!("failed"), &json!(3)));
        let message = ended["message"].as_str().unwrap();
        assert!(message.contains("OpenStreetMap") && message.contains("timed out"), "{message}");
        let rows = user.rows(&job).await;
        assert_eq!(rows.len(), 3);
        assert_eq!(rows[0]["source"], "osm");
        user.has_paid(3).await;
        server.stop().await;
    }

    /// JOB-16: every way in which Google can fail ends the job in words.
    async fn job_16_google_failures_end_the_job_in_words(test) {
        let google = MockServer::start().await;
        let quota = json!({"error": {"code": 429, "message": "Quota exceeded.", "status": "RESOURCE_EXHAUSTED"}});
        for (city, answer) in [
            ("Portland", ResponseTemplate::new(429).set_body_json(quota)),
            ("Salem", ResponseTemplate::new(200).set_body_string("{\"places\": [")),
            ("Eugene", ResponseTemplate::new(200).set_delay(Duration::from_secs(20))),
        ] {
            Mock::given(body_string_contains(city)).respond_with(answer).mount(&google).await;
        }
        let mut server = Server::with(test, live(&google)).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        // Whoever refuses is left alone for half a minute, so that comes last.
        for (city, told) in [
            ("Salem", "breaks off"),
            ("Eugene", "not answered within"),
            ("Portland", "used up"),
        ] {
            let job = user.start(&search_on("google", &[city])).await;
            let ended = user.ended(&job).await;
            let message = ended["message"].as_str().unwrap();
            assert_eq!(ended["status"], "failed");
            assert!(message.contains("Google Places") && message.contains(told), "{city}: {message}");
        }
        user.has_paid(0).await;
        server.stop().await;
    }

    /// JOB-16 (M11): nobody runs up the operator's bill, or keeps the world's server busy, with searches that find
    /// and cost nothing.
    async fn job_16_live_services_are_asked_within_the_limits_of_user_and_operator(test) {
        let service = MockServer::start().await;
        let nothing = ResponseTemplate::new(200).set_body_json(json!({"places": [], "elements": []}));
        Mock::given(method("POST")).respond_with(nothing).mount(&service).await;
        let mut server = Server::with(test, |settings| {
            live(&service)(settings);
            settings.sources.shares.google = DailyLimits { each: 2, all: Some(3) };
            settings.sources.shares.osm = DailyLimits { each: 1, all: None };
        }).await;
        server.start_worker();
        let asked = async || {
            let requests = service.received_requests().await.unwrap();
            requests.iter().filter(|request| request.method.as_str() == "POST").count()
        };
        let cities = ["Portland", "Bend", "Salem", "Eugene", "Medford"];
        let (ada, bob) = (server.user("ada@example.com", "pro"), server.user("bob@example.com", "pro"));
        for (user, requests, told) in [(&ada, 2, "you have used your 2 requests"), (&bob, 3, "all 3 requests")] {
            let job = user.start(&search_on("google", &cities)).await;
            let ended = user.ended(&job).await;
            let message = ended["message"].as_str().unwrap();
            assert_eq!(ended["status"], "failed", "{message}");
            assert!(message.contains(told) && message.contains("tomorrow"), "{message}");
            assert_eq!(asked().await, requests);
            let again = user.post("/api/jobs/scrape", &search_on("google", &["Bend"])).await;
            let (status, _, message) = again.error();
            assert_eq!(status, 429, "{message}");
            // Told before anybody tries.
            let estimate = user.post("/api/jobs/estimate", &search_on("google", &["Bend"])).await.json();
            assert_eq!(estimate["refusal"], message);
            assert!(message.contains("Google Places") && message.contains("Nothing was started"), "{message}");
            let wait: u32 = again.header("retry-after").parse().unwrap();
            assert!((1..=86_401).contains(&wait), "{wait}");
            user.has_paid(0).await;
        }
        // Each service by itself.
        let job = ada.start(&search_on("osm", &["Portland"])).await;
        ada.ended(&job).await;
        assert_eq!(asked().await, 4);
        assert_eq!(ada.post("/api/jobs/scrape", &search_on("osm", &["Bend"])).await.status, 429);
        server.stop().await;
    }

    /// JOB-16 (M11): an answer of Google costs the operator, whatever it holds.
    async fn job_16_google_is_asked_only_for_cities_that_are_known(test) {
        let google = MockServer::start().await;
        let nothing = ResponseTemplate::new(200).set_body_json(json!({"places": []}));
        Mock::given(method("POST")).respond_with(nothing).mount(&google).await;
        let mut server = Server::with(test, live(&google)).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let made_up = ["Qwertyville Beyond", "Asdf City of Nowhere"];
        let all = [made_up[0], "Portland", made_up[1]];
        let started = user.post("/api/jobs/scrape", &search_on("google", &all)).await.json();
        assert_eq!(started["skipped_cities"], json!(made_up));
        assert_eq!(started["unknown_cities"], json!(made_up));
        let ended = user.ended(started["job_id"].as_str().unwrap()).await;
        assert_eq!(ended["status"], "completed", "{ended}");
        let requests = google.received_requests().await.unwrap();
        let asked: Vec<_> = requests
            .iter()
            .filter(|request| request.method.as_str() == "POST")
            .map(|request| String::from_utf8_lossy(&request.body).into_owned())
            .collect();
        assert!(asked.len() == 1 && asked[0].contains("Portland"), "{asked:?}");
        let refused = user.post("/api/jobs/scrape", &search_on("google", &made_up)).await.error();
        assert_eq!(refused.0, 409);
        assert!(refused.2.contains("Google Places (live) is only asked for known cities"), "{}", refused.2);
        server.stop().await;
    }

    /// JOB-06: without a row there is nothing to enrich.
    async fn job_06_a_search_that_finds_nothing_is_not_enriched(test) {
        let overpass = MockServer::start().await;
        let nothing = ResponseTemplate::new(200).set_body_json(breweries(0));
        Mock::given(method("POST")).respond_with(nothing).mount(&overpass).await;
        let mut server = Server::with(test, live(&overpass)).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let mut search = search_on("osm", &["Portland"]);
        search["enrich"] = json!(true);
        let (_, body) = user.run(&search).await;
        assert_eq!((&body["results_count"], &body["enrich"]), (&json!(0), &json!(true)));
        assert_eq!(body["enrichment"]["status"], "not_requested");
        user.has_paid(0).await;
        server.stop().await;
    }

    /// JOB-06, JOB-16: what may not be combined with other data stays as it is, though it was asked for.
    async fn job_06_rows_of_google_are_not_enriched_after_their_search(test) {
        let google = MockServer::start().await;
        let found = ResponseTemplate::new(200).set_body_json(json!({"places": [of_google(1)]}));
        Mock::given(method("POST")).respond_with(found).mount(&google).await;
        let mut server = Server::with(test, live(&google)).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let mut search = search_on("google", &["Portland"]);
        search["enrich"] = json!(true);
        let (job, body) = user.run(&search).await;
        assert_eq!((&body["results_count"], &body["enrich"]), (&json!(1), &json!(true)));
        assert_eq!(body["enrichment"]["status"], "not_requested");
        user.has_paid(1).await;
        assert_eq!(server.ledger().await.count("EnrichmentStarted"), 0);
        assert_eq!(user.post("/enrich", &json!({"sessionKey": job})).await.error().0, 409);
        server.stop().await;
    }

    /// JOB-07, JOB-16.
    async fn job_07_a_job_that_waits_for_a_live_source_is_cancelled_at_once(test) {
        let overpass = MockServer::start().await;
        let slow = ResponseTemplate::new(200).set_delay(Duration::from_secs(60));
        Mock::given(method("POST")).respond_with(slow).mount(&overpass).await;
        let mut server = Server::with(test, |settings| {
            live(&overpass)(settings);
            settings.sources.timeout = Duration::from_secs(60);
        }).await;
        server.import(&made_up_listing());
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let job = user.start(&search_on("osm", &["Portland"])).await;
        crate::support::eventually("the server is asked", || async {
            let asked = overpass.received_requests().await.unwrap();
            asked.iter().any(|request| request.method.as_str() == "POST").then_some(())
        }).await;
        let since = Instant::now();
        assert_eq!(user.cancel(&job).await.status, 200);
        // The one line to the service is free again: another job gets its turn.
        let other = user.start(&search_on("osm", &["Bend"])).await;
        crate::support::eventually("the next job asks", || async {
            let asked = overpass.received_requests().await.unwrap();
            let posts = asked.iter().filter(|request| request.method.as_str() == "POST");
            (posts.count() == 2).then_some(())
        }).await;
        assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
        user.cancel(&other).await;
        user.has_paid(0).await;
        server.stop().await;
    }
}
