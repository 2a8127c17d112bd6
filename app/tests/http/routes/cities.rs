//! Cities by the beginnings of their names (JOB-01; issue 15).

use serde_json::{Value, json};

use crate::support::Server;

fn names(body: &Value) -> Vec<&str> {
    let cities = body["cities"].as_array().unwrap().iter();
    cities.map(|city| city["name"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-01
async fn job_01_cities_are_offered_by_their_beginnings() {
    let test = store::testing::Engine::Sqlite.storage().await.unwrap();
    let server = Server::empty(test).await;
    let ask = async |query: &str| server.anonymous.get(&format!("/api/cities?{query}")).await;

    let answer = ask("state=or&prefix=po&limit=3").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "public, max-age=86400");
    let body = answer.json();
    assert_eq!(body["state"], "OR");
    assert_eq!(names(&body).len(), 3);
    let portland = &body["cities"][0];
    assert_eq!(portland["name"], "Portland");
    let near = |name: &str, degrees: f64| (portland[name].as_f64().unwrap() - degrees).abs() < 0.1;
    assert!(
        near("latitude", 45.52) && near("longitude", -122.68),
        "{portland}"
    );

    assert_eq!(
        names(&ask("state=MO&prefix=saint+lou").await.json())[0],
        "St. Louis"
    );
    assert_eq!(names(&ask("state=MD").await.json())[0], "Baltimore");
    assert_eq!(names(&ask("state=MD").await.json()).len(), 10);
    assert_eq!(
        ask("state=OR&prefix=xyzzy").await.json()["cities"],
        json!([])
    );
    let long = format!("state=OR&prefix={}", "a".repeat(101));
    for wrong in [
        "",
        "state=",
        "state=XX",
        "state=OR&limit=0",
        "state=OR&limit=51",
        "state=OR&limit=x",
        &long,
    ] {
        let (status, code, message) = ask(wrong).await.error();
        assert_eq!(
            (status, code.as_str()),
            (400, "invalid"),
            "{wrong}: {message}"
        );
    }
    server.stop().await;
}
