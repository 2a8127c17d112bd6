//! Bad requests: a clear message each, and nothing half done (JOB-02; issue 2, point 5).

use axum::http::Method;
use serde_json::{Value, json};

use crate::support::{Client, Server, brewery_search};

/// The main job's search with one thing changed; null leaves the field out.
fn search_with(field: &str, value: Value) -> Value {
    let mut search = brewery_search();
    let fields = search.as_object_mut().unwrap();
    match value {
        Value::Null => fields.remove(field),
        value => fields.insert(field.to_owned(), value),
    };
    search
}

const NO_TERM: &str = "Please enter a search term";
const NO_STATE: &str = "Please enter a state code";
const NO_CITY: &str = "Please enter at least one city";

/// Searches that make no sense, and what is said.
fn senseless_searches() -> Vec<(Value, String)> {
    let two_letters = |given: &str| {
        format!("'{given}' is not a state code: use two letters, such as OR for Oregon.")
    };
    let control =
        |what: &str| format!("The {what} contains control characters: please remove them.");
    let cities = |count: usize| (0..count).map(|n| format!("City {n}")).collect::<Vec<_>>();
    let long = "x".repeat(201);
    let cases = [
        ("search_term", json!(""), NO_TERM.to_owned()),
        ("search_term", json!("  \t "), NO_TERM.to_owned()),
        ("search_term", Value::Null, NO_TERM.to_owned()),
        ("search_term", json!("bre\0wery"), control("search term")),
        (
            "search_term",
            json!(long),
            "The search term has 201 characters: use at most 200.".to_owned(),
        ),
        ("state", json!(""), NO_STATE.to_owned()),
        ("state", Value::Null, NO_STATE.to_owned()),
        ("state", json!("Texas"), two_letters("Texas")),
        ("state", json!("T1"), two_letters("T1")),
        ("state", json!("O\0"), two_letters("O")),
        (
            "state",
            json!("zz"),
            "There is no state with the code 'ZZ': use a two-letter code such as OR or TX."
                .to_owned(),
        ),
        ("cities", json!([]), NO_CITY.to_owned()),
        ("cities", json!(["", "  "]), NO_CITY.to_owned()),
        ("cities", Value::Null, NO_CITY.to_owned()),
        ("cities", json!(["Be\0nd"]), control("city name")),
        (
            "cities",
            json!(["y".repeat(101)]),
            "A city name has 101 characters: use at most 100.".to_owned(),
        ),
        (
            "cities",
            json!(cities(10_000)),
            "The search names 10000 cities: use at most 500 and start another search for the rest."
                .to_owned(),
        ),
        (
            "max_results",
            json!(0),
            "max_results must be at least 1.".to_owned(),
        ),
        (
            "source",
            json!("bing"),
            "There is no maps service called 'bing'.".to_owned(),
        ),
        (
            "source",
            json!("sam\0ple"),
            "The source is named by a short word such as catalogue.".to_owned(),
        ),
    ];
    cases
        .into_iter()
        .map(|(field, value, message)| (search_with(field, value), message))
        .collect()
}

/// Bodies that are no search at all, and a part of what is said.
const NO_SEARCHES: [(&str, &str, &str); 8] = [
    ("application/json", "", "EOF while parsing"),
    (
        "application/json",
        "brewery",
        "expected value at line 1 column 1",
    ),
    ("application/json", "[1]", "invalid type"),
    (
        "application/json",
        "{\"search_term\": 7}",
        "search_term: invalid type: integer `7`, expected a string",
    ),
    (
        "application/json",
        "{\"cities\": \"Bend\"}",
        "cities: invalid type: string \"Bend\", expected a sequence",
    ),
    (
        "application/json",
        "{\"max_results\": -1}",
        "max_results: invalid value: integer `-1`, expected u32",
    ),
    ("text/plain", "{}", "Content-Type: application/json"),
    (
        "application/x-www-form-urlencoded",
        "search_term=brewery",
        "Content-Type: application/json",
    ),
];

async fn assert_refused(user: &Client, body: &Value, message: &str) {
    let answer = user.post("/api/jobs/scrape", body).await;
    assert_eq!(answer.error(), (400, "invalid".into(), message.into()));
}

store::on_both_engines! {
    /// JOB-02, JOB-04.
    async fn job_02_a_senseless_search_is_refused_with_its_reason_and_leaves_nothing(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let balance = user.balance().await;
        let events = server.ledger().await.len();
        for (body, message) in senseless_searches() {
            assert_refused(&user, &body, &message).await;
        }
        for (kind, body, part) in NO_SEARCHES {
            let request = user.request(Method::POST, "/api/jobs/scrape").header("content-type", kind).body(body);
            let (status, code, message) = user.send(request).await.error();
            assert_eq!((status, code.as_str()), (400, "invalid"), "{body}: {message}");
            assert!(message.contains(part), "{body}: {message}");
        }
        let huge = vec![b' '; 100 * 1024 * 1024];
        let request = user.request(Method::POST, "/api/jobs/scrape").header("content-type", "application/json").body(huge);
        // The server may close the connection before all is sent: then there is nothing to read.
        if let Some(answer) = Client::try_send(request).await {
            let message = "The request is too large: send at most 1 MB.";
            assert_eq!(answer.error(), (413, "too_large".into(), message.into()));
        }
        assert_eq!(server.ledger().await.len(), events);
        assert_eq!((user.balance().await, user.history().await), (balance, Vec::new()));
        server.stop().await;
    }
}

/// What the router answers without touching a database; one engine is enough.
async fn sqlite_server() -> Server {
    Server::start(store::testing::Engine::Sqlite.storage().await.unwrap()).await
}

#[tokio::test]
async fn job_04_a_body_over_a_megabyte_is_refused_as_such() {
    let server = sqlite_server().await;
    let user = server.user("ada@example.com", "pro");
    let mut body = brewery_search();
    body["search_term"] = json!("x".repeat(1024 * 1024));
    let message = "The request is too large: send at most 1 MB.";
    let answer = user.post("/api/jobs/scrape", &body).await;
    assert_eq!(answer.error(), (413, "too_large".into(), message.into()));
    server.stop().await;
}

#[tokio::test]
async fn job_04_a_key_that_names_no_session_is_not_found() {
    let server = sqlite_server().await;
    let user = server.user("ada@example.com", "pro");
    let not_found = || {
        (
            404,
            "not_found".to_owned(),
            "There is no such job.".to_owned(),
        )
    };
    let keys = [
        "x",
        "%00",
        "..%2F..%2Fetc%2Fpasswd",
        "00000000-0000-4000-8000-000000000000",
        "%F0%9F%8D%BA",
    ];
    for key in keys {
        for path in [
            "/api/jobs/{}",
            "/api/jobs/status/{}",
            "/api/jobs/{}/result",
            "/export?sessionKey={}",
        ] {
            let answer = user.get(&path.replace("{}", key)).await;
            assert_eq!(answer.error(), not_found(), "{path} {key}");
        }
        assert_eq!(user.cancel(key).await.error(), not_found(), "{key}");
    }
    server.stop().await;
}

#[tokio::test]
async fn hist_01_res_03_wrong_parameters_are_named() {
    let server = sqlite_server().await;
    let user = server.user("ada@example.com", "pro");
    let history = format!("/api/credits/history/{}", user.sub_in_path());
    let cases = [
        (
            format!("{history}?days=13"),
            "days must be 7, 30, 90 or 365.",
        ),
        (
            format!("{history}?days=-7"),
            "days must be 7, 30, 90 or 365.",
        ),
        (
            format!("{history}?days=a"),
            "days must be 7, 30, 90 or 365.",
        ),
        (
            "/export?sessionKey=x&format=pdf".to_owned(),
            "'pdf' is not an export format: use json or csv.",
        ),
        (
            "/export?format=csv".to_owned(),
            "Name the session: sessionKey=…",
        ),
    ];
    for (path, message) in cases {
        assert_eq!(
            user.get(&path).await.error(),
            (400, "invalid".into(), message.into()),
            "{path}"
        );
    }
    let malformed = user.get("/api/jobs/%FF").await.error();
    assert_eq!(
        (malformed.0, malformed.1.as_str()),
        (400, "invalid"),
        "{}",
        malformed.2
    );
    for days in [7, 30, 90, 365] {
        assert_eq!(
            user.get(&format!("{history}?days={days}")).await.status,
            200
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn shl_03_unknown_addresses_are_json_to_programs_and_the_app_to_browsers() {
    let server = sqlite_server().await;
    let user = server.user("ada@example.com", "pro");
    for path in [
        "/api/nothing",
        "/nothing",
        "/api/jobs",
        "/scrape",
        "/enrich",
    ] {
        let answer = user.get(path).await;
        assert_eq!(
            answer.error(),
            (
                404,
                "not_found".into(),
                "There is nothing at this address.".into()
            ),
            "{path}"
        );
    }
    for path in [
        "/",
        "/nothing",
        "/googlemaps",
        "/scrape",
        "/enrich",
        "/account/x/1",
    ] {
        let accept = "text/html,application/xhtml+xml,*/*;q=0.8";
        let request = server
            .anonymous
            .request(Method::GET, path)
            .header("accept", accept);
        let answer = server.anonymous.send(request).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(
            answer.header("content-type"),
            "text/html; charset=utf-8",
            "{path}"
        );
        assert!(
            answer.text.contains("DemandAtlas"),
            "{path}: {}",
            answer.text
        );
    }
    for (method, path) in [
        ("DELETE", "/api/health"),
        ("GET", "/api/jobs/scrape/x/y"),
        ("PUT", "/api/jobs/scrape"),
        ("POST", "/nothing"),
    ] {
        let answer = user.send(user.request(method.parse().unwrap(), path)).await;
        let expected = if method == "GET" { 404 } else { 405 };
        assert_eq!(answer.error().0, expected, "{method} {path}");
        if method == "PUT" {
            assert_eq!(answer.header("allow"), "POST");
        }
    }
    server.stop().await;
}
