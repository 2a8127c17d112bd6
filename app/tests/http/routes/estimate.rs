//! What a search would find and cost, told before it is started (JOB-16, CRED-11; issue 13, point 4).

use serde_json::{Value, json};
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::support::{
    BEND_BREWERIES, Client, PORTLAND_BREWERIES, Server, assert_body, eventually, made_up_listing,
};

const BREWERIES: usize = PORTLAND_BREWERIES + BEND_BREWERIES;

async fn estimate(user: &Client, search: &Value) -> Value {
    let answer = user.post("/api/jobs/estimate", search).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn breweries(cities: &[&str]) -> Value {
    json!({"search_term": "brewery", "state": "OR", "cities": cities})
}

store::on_both_engines! {
    /// JOB-16, CRED-11.
    async fn job_16_an_estimate_tells_who_answers_how_many_rows_and_what_they_cost(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "basic");
        let told = estimate(&user, &breweries(&["Portland", "Bend", "Bendd"])).await;
        assert_body("estimate", &told, &["/answers/0/age_days"]);

        let mut enriched = breweries(&["Portland", "Bend"]);
        enriched["enrich"] = json!(true);
        assert_eq!(estimate(&user, &enriched).await["credits_at_most"], 2 * BREWERIES);
        enriched["max_results"] = json!(5);
        let bounded = estimate(&user, &enriched).await;
        assert_eq!((&bounded["rows_at_most"], &bounded["credits_at_most"]), (&json!(5), &json!(10)));

        // As the server would refuse it, and without a search nothing is told.
        let dentists = json!({"search_term": "dentist", "state": "RI", "cities": ["Providence"]});
        let told = estimate(&user, &dentists).await;
        assert_eq!((&told["answers"], &told["skipped_cities"]), (&json!([]), &json!(["Providence"])));
        assert_eq!(told["fetch_command"], "demandatlas places fetch overture --state RI");
        let refused = user.post("/api/jobs/scrape", &dentists).await.error();
        assert_eq!((refused.0, json!(refused.2)), (409, told["refusal"].clone()));
        assert_eq!(user.post("/api/jobs/estimate", &json!({})).await.status, 400);
        assert_eq!(user.history().await.len(), 0, "nothing is started");
        user.has_paid(0).await;
        server.stop().await;
    }

    /// JOB-16: of a listing any number of cities is counted; what is not in time is said to be more.
    async fn job_16_more_than_fifty_cities_are_counted(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "basic");
        let mut cities: Vec<String> = (0..60).map(|number| format!("Bend {number}")).collect();
        cities.insert(0, "Portland".to_owned());
        cities.push("Bend".to_owned());
        let cities: Vec<&str> = cities.iter().map(String::as_str).collect();
        // The time for counting is short, and others use this machine.
        let counted = eventually("all cities are counted", || async {
            let told = estimate(&user, &breweries(&cities)).await;
            let rows = told.get("rows_at_most")?.as_u64()?;
            match told["rows_are_more"].as_bool()? {
                true => {
                    assert!((1..=BREWERIES as u64).contains(&rows), "{told}");
                    None
                }
                false => Some((rows, told["credits_at_most"].as_u64()?)),
            }
        }).await;
        assert_eq!(counted, (BREWERIES as u64, BREWERIES as u64));
        server.stop().await;
    }

    /// JOB-16: what a live source has is unknown; it is never asked.
    async fn job_16_what_a_source_cannot_tell_is_unknown(test) {
        let overpass = MockServer::start().await;
        Mock::given(wiremock::matchers::any())
            .respond_with(ResponseTemplate::new(200))
            .mount(&overpass)
            .await;
        let url = format!("{}/api/interpreter", overpass.uri());
        let server = Server::with(test, |settings| {
            settings.sources.on = vec!["catalogue", "osm", "sample"];
            settings.sources.overpass_url = url;
        }).await;
        server.import(&made_up_listing());
        let user = server.user("ada@example.com", "basic");
        let both = json!({"search_term": "dentist", "state": "RI", "cities": ["Providence"]});
        let told = estimate(&user, &both).await;
        let answer = &told["answers"][0];
        assert_eq!((&answer["source"], &answer["live"]), (&json!("osm"), &json!(true)));
        assert_eq!(answer["licence"], "ODbL-1.0");
        assert!(told.get("rows_at_most").is_none() && told.get("credits_at_most").is_none(), "{told}");
        assert_eq!(overpass.received_requests().await.unwrap().len(), 0, "it is not asked");

        let mut by_name = breweries(&["Bend"]);
        by_name["source"] = json!("sample");
        let told = estimate(&user, &by_name).await;
        assert_eq!((&told["answers"][0]["sample"], &told["answers"][0]["live"]), (&json!(true), &json!(false)));
        server.stop().await;
    }

    /// R3: a city that nobody knows is told apart from one without results, before and after.
    async fn job_16_an_unknown_city_is_named(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let search = breweries(&["Bend", "Bendd"]);
        let started = user.post("/api/jobs/scrape", &search).await.json();
        assert_eq!(started["unknown_cities"], json!(["Bendd"]));
        let ended = user.ended(started["job_id"].as_str().unwrap()).await;
        assert_eq!(ended["unknown_cities"], json!(["Bendd"]));
        let message = ended["message"].as_str().unwrap();
        assert!(message.contains("Not known in OR, check the spelling: Bendd"), "{message}");
        assert_eq!(ended["results_count"], BEND_BREWERIES);
        server.stop().await;
    }
}
