//! GET /scrape without a city or a state: the ten best matches, charged and repeatable as any (ENR-04; issue 13,
//! design §10).

use serde_json::{Value, json};

use crate::support::{Client, Server};

const OREGON: &str = "name,category,address,city,state,zip,latitude,longitude
Salem Florist,florist,1 Main St,Salem,OR,97301,,
Eugene Florist,florist,2 Main St,Eugene,OR,97401,44.0521,-123.0868
Bend Florist,florist,3 Main St,Bend,OR,97701,44.0582,-121.3153
";
const WASHINGTON: &str = "name,category,address,city,state,zip,latitude,longitude
Seattle Florist,florist,1 Main St,Seattle,WA,98101,47.6062,-122.3321
";

async fn server(test: store::testing::TestStorage) -> Server {
    let mut server = Server::without_worker(test).await;
    for (name, text) in [("or", OREGON), ("wa", WASHINGTON)] {
        let path = server.folder().join(format!("{name}.csv"));
        std::fs::write(&path, text).unwrap();
        server.import(&path);
    }
    server.start_worker();
    server
}

async fn found(user: &Client, path: &str) -> (Value, Vec<String>) {
    let answer = user.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    let answer = answer.json();
    let rows = answer["results"].as_array().unwrap().iter();
    let names = rows
        .map(|row| row["name"].as_str().unwrap().to_owned())
        .collect();
    (answer, names)
}

store::on_both_engines! {
    /// ENR-04, CRED-11, HIST-01.
    async fn enr_04_without_a_city_the_best_of_the_state_come_those_with_coordinates_first(test) {
        let server = server(test).await;
        let user = server.user("ada@example.com", "pro");
        let path = "/scrape?query=florist&state=OR&session_id=s-1&scraper_id=google_maps";
        let (first, names) = found(&user, path).await;
        assert_eq!(names.len(), 3);
        assert_eq!(names[2], "Salem Florist", "the one without coordinates");
        assert_eq!((&first["status"], &first["message"]), (&json!("completed"), &json!("Completed with 3 results")));
        user.has_paid(3).await;
        // Again under its name: the same, for nothing.
        assert_eq!(found(&user, path).await.0, first);
        user.has_paid(3).await;
        let session = first["sessionKey"].as_str().unwrap();
        let entry = user.history_of(session).await;
        assert_eq!(entry["credits_consumed"], 3);
        assert_eq!(entry["search"], json!({"term": "florist", "state": "OR", "cities": [], "city_count": 0}));
        let job = user.job(session).await;
        assert_eq!((&job["progress"], &job["results_count"]), (&json!(100), &json!(3)));
        assert_eq!(user.rows(session).await.len(), 3);
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    /// ENR-04: without a state everything that is loaded; ten rows at most.
    async fn enr_04_without_a_state_all_that_is_loaded_is_searched_and_ten_rows_are_the_most(test) {
        let server = server(test).await;
        let user = server.user("ada@example.com", "pro");
        let (answer, names) = found(&user, "/scrape?query=florist").await;
        assert_eq!(names.len(), 4);
        assert!(names.contains(&"Seattle Florist".to_owned()), "{names:?}");
        let session = answer["sessionKey"].as_str().unwrap();
        assert_eq!(user.history_of(session).await["search"]["state"], "");
        user.has_paid(4).await;

        // 32 breweries are there.
        let (answer, names) = found(&user, "/scrape?query=breweries").await;
        assert_eq!(names.len(), 10);
        let rows = answer["results"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["latitude"].is_number()), "{rows:?}");
        assert_eq!(answer["message"], "Completed with 10 results, as many as were asked for");
        user.has_paid(14).await;
        let (_, state) = found(&user, "/scrape?query=florists%20in%20WA").await;
        assert_eq!(state, ["Seattle Florist"]);
        let (_, city) = found(&user, "/scrape?query=florist%20in%20Bend,%20OR").await;
        assert_eq!(city, ["Bend Florist"]);
        server.stop().await;
    }

    /// ENR-04, JOB-16: nothing is started where nothing covers it, and nothing is invented.
    async fn enr_04_what_nothing_covers_is_refused_and_only_listings_are_searched_without_a_city(test) {
        let server = server(test).await;
        let user = server.user("ada@example.com", "pro");
        let refused = user.get("/scrape?query=dentist&state=OR").await.error();
        assert_eq!(refused.0, 409);
        assert!(refused.2.contains("covers 'dentist' in Oregon. Nothing was started or charged."), "{}", refused.2);
        let refused = user.get("/scrape?query=dentist").await.error();
        assert!(refused.0 == 409 && refused.2.contains("covers 'dentist'. Nothing"), "{}", refused.2);
        let refused = user.get("/scrape?query=dentist&scraper_id=sample").await.error();
        assert!(refused.0 == 400 && refused.2.contains("Name the city"), "{}", refused.2);
        let (sample, _) = found(&user, "/scrape?query=dentist%20in%20Bend,%20OR&scraper_id=sample").await;
        assert_eq!(sample["sample"], true);
        let off = user.get("/scrape?query=dentist%20in%20Bend,%20OR&scraper_id=google").await.error();
        assert!(off.0 == 400 && off.2.contains("is not enabled here"), "{}", off.2);
        let paid = sample["results"].as_array().unwrap().len();
        user.has_paid(i64::try_from(paid).unwrap()).await;
        server.stop().await;
    }
}
