//! Searches of an area in place of cities (design/atlas.md §5).

use serde_json::{Value, json};

use crate::support::{Client, Server};

fn wanted(area: &Value) -> Value {
    json!({"search_term": "brewery", "area": area})
}

fn around_bend(miles: u8) -> Value {
    json!({"kind": "radius", "latitude": 44.06, "longitude": -121.31, "miles": miles, "around": "Bend, OR"})
}

async fn estimate(user: &Client, search: &Value) -> Value {
    let answer = user.post("/api/jobs/estimate", search).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

store::on_both_engines! {
    async fn an_area_is_estimated_searched_paid_and_named_wherever_it_shows(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let search = wanted(&around_bend(5));
        let told = estimate(&user, &search).await;
        assert_eq!(told["area"]["label"], "5 mi around Bend, OR");
        assert_eq!(told["area"]["counties"], json!([{"fips": "41017", "name": "Deschutes County, OR"}]));
        assert_eq!(told["answers"][0]["cities"], json!(["Deschutes County, OR"]));
        let due = told["rows_at_most"].as_u64().unwrap();
        assert!(due > 0, "{told}");

        let started = user.post("/api/jobs/scrape", &search).await.json();
        let job = started["job_id"].as_str().unwrap();
        assert_eq!(started["rows_at_most"], due);
        let ended = user.ended(job).await;
        assert_eq!((&ended["status"], &ended["results_count"]), (&json!("completed"), &json!(due)));
        assert_eq!((&ended["state"], &ended["cities"]), (&json!(""), &json!([])));
        assert_eq!(ended["area"]["kind"], "radius");
        assert_eq!(ended["area"]["center"], json!([-121.31, 44.06]));
        assert_eq!(
            ended["cities_found"],
            json!([{"city": "Deschutes County, OR", "results": due, "done": true}])
        );
        user.has_paid(due.try_into().unwrap()).await;
        for row in user.rows(job).await {
            assert_eq!(row["city"], "Bend", "{row}");
        }
        let entry = user.history_of(job).await;
        assert_eq!(entry["search"]["area"], "5 mi around Bend, OR");
        assert_eq!(entry["search"]["city_count"], 0);
        let file = user.get(&format!("/export?sessionKey={job}&format=html")).await;
        assert!(file.text.contains("brewery in 5 mi around Bend, OR"), "{}", file.text);
        server.stop().await;
    }

    async fn each_kind_of_area_finds_what_lies_in_it(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "basic");
        let rows = async |area: Value| {
            let told = estimate(&user, &wanted(&area)).await;
            (told["area"]["label"].clone(), told["rows_at_most"].as_u64().unwrap())
        };
        let county = rows(json!({"kind": "counties", "counties": ["41017"]})).await;
        assert_eq!(county.0, "Deschutes County, OR");
        let boxed = json!({"kind": "box", "south": 43.9, "west": -121.5, "north": 44.2, "east": -121.1});
        let boxed = rows(boxed).await;
        assert_eq!(boxed, (json!("Drawn area, OR"), county.1));
        let beside = json!({"kind": "box", "south": 43.9, "west": -121.2, "north": 44.2, "east": -121.1});
        assert_eq!(rows(beside).await.1, 0, "beside Bend, in the same county");
        let ring = json!([[-121.5, 43.9], [-121.1, 43.9], [-121.1, 44.2], [-121.5, 44.2], [-121.5, 43.9]]);
        let drawn = json!({"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [ring]}});
        let drawn = rows(json!({"kind": "polygon", "geojson": drawn})).await;
        assert_eq!(drawn, (json!("Drawn area, OR"), county.1));
        let two = rows(json!({"kind": "counties", "counties": ["41017", "41051"]})).await;
        assert_eq!(two.0, "2 counties, OR");
        assert!(two.1 > county.1);
        server.stop().await;
    }

    async fn exactly_one_of_cities_and_area_is_searched_and_what_is_wrong_is_told_in_words(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "basic");
        let bow = json!([[-121.0, 44.0], [-120.0, 45.0], [-120.0, 44.0], [-121.0, 45.0], [-121.0, 44.0]]);
        let polygon = json!({"type": "Polygon", "coordinates": [bow]});
        let mut both = wanted(&around_bend(12));
        both["cities"] = json!(["Bend"]);
        both["state"] = json!("OR");
        let mut nothing = wanted(&around_bend(12));
        nothing["search_term"] = json!(" ");
        for (search, text) in [
            (both, "Search either cities or an area."),
            (nothing, "Please enter a search term"),
            (json!({"search_term": "brewery", "state": "OR"}), "Please enter at least one city"),
            (wanted(&around_bend(51)), "Choose a point and 1 to 50 miles."),
            (wanted(&json!({"kind": "counties", "counties": []})), "Choose at least one county."),
            (
                wanted(&json!({"kind": "polygon", "geojson": polygon})),
                "The outline crosses itself near 44.50, \u{2212}120.50. Move a corner.",
            ),
            (
                wanted(&json!({"kind": "polygon", "geojson": {"type": "Point"}})),
                "This is not GeoJSON of a polygon.",
            ),
        ] {
            for path in ["/api/jobs/scrape", "/api/jobs/estimate"] {
                let (status, _, message) = user.post(path, &search).await.error();
                assert_eq!((status, message.as_str()), (400, text), "{path}: {search}");
            }
        }
        // An unknown kind, or a missing part, is told by its name.
        let (status, _, message) = user.post("/api/jobs/scrape", &wanted(&json!({"kind": "ring"}))).await.error();
        assert!(status == 400 && message.contains("ring"), "{message}");
        assert_eq!(user.history().await.len(), 0, "nothing was started");
        user.has_paid(0).await;
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn counties_are_offered_by_their_beginnings() {
    let test = store::testing::Engine::Sqlite.storage().await.unwrap();
    let server = Server::empty(test).await;
    let user = server.user("ada@example.com", "basic");
    let ask = async |query: &str| user.get(&format!("/api/counties?{query}")).await;
    let union = json!({"fips": "41061", "name": "Union County", "state": "OR"});
    for typed in ["union,+or", "41061", "Union+County+Oregon"] {
        let found = ask(&format!("prefix={typed}&limit=1")).await.json();
        assert_eq!(found["counties"], json!([union]), "{typed}");
    }
    assert_eq!(
        ask("").await.json()["counties"].as_array().unwrap().len(),
        10
    );
    assert_eq!(ask("limit=0").await.status, 400);
    assert_eq!(server.anonymous.get("/api/counties").await.status, 401);
    server.stop().await;
}
