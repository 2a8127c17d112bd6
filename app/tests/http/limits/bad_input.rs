//! Bad requests: a clear message each, and nothing half done (JOB-02; issue 2, point 5).

use axum::http::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Client, PATIENCE, Server, brewery_search};

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
            "There is no maps service called 'bing'. Choose one of: catalogue, sample.".to_owned(),
        ),
        (
            "source",
            json!("sam\0ple"),
            "Name the source with a short word such as catalogue.".to_owned(),
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
        "The body is not JSON: expected value at line 1 column 1.",
    ),
    (
        "application/json",
        "[1]",
        "The body must be an object; it is a list.",
    ),
    (
        "application/json",
        "{\"search_term\": 7}",
        "'search_term' must be a text; it is the number 7.",
    ),
    (
        "application/json",
        "{\"cities\": \"Bend\"}",
        "'cities' must be a list; it is the text \"Bend\".",
    ),
    (
        "application/json",
        "{\"max_results\": -1}",
        "'max_results' must be a whole number of at least 0; it is the number -1.",
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
            let message = "The request is too large: send at most 1 MB, or a file of at most 5 MB.";
            assert_eq!(answer.error(), (413, "too_large".into(), message.into()));
        }
        assert_eq!(server.ledger().await.len(), events);
        assert_eq!((user.balance().await, user.history().await), (balance, Vec::new()));
        server.stop().await;
    }
}

/// Announces a body of that size, sends none of it, and reads until the answer says `message`, or ends.
async fn announce_body(user: &Client, bytes: usize, message: &str) -> String {
    let host = user.base.strip_prefix("http://").unwrap();
    let token = user.token.as_ref().unwrap();
    let head = format!(
        "POST /api/jobs/scrape HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {bytes}\r\nConnection: close\r\n\r\n"
    );
    let mut stream = TcpStream::connect(host).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let (mut answer, mut heard) = (String::new(), Vec::<u8>::new());
    // The server keeps the connection for a while, for a client that sends all the same.
    while !answer.contains(message) {
        let read = tokio::time::timeout(PATIENCE, stream.read_buf(&mut heard)).await;
        if read.unwrap().unwrap() == 0 {
            break;
        }
        answer = String::from_utf8_lossy(&heard).into_owned();
    }
    answer
}

#[tokio::test]
// JOB-04
async fn job_04_a_body_over_a_megabyte_is_refused_before_it_is_sent() {
    let test = store::testing::Engine::Sqlite.storage().await.unwrap();
    let server = Server::start(test).await;
    let user = server.user("ada@example.com", "pro");
    for bytes in [1024 * 1024 + 1, 100 * 1024 * 1024] {
        let message = "\"code\":\"too_large\",\"message\":\"The request is too large: send at most 1 MB, or a file of at most 5 MB.\"";
        let answer = announce_body(&user, bytes, message).await;
        assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
        assert!(answer.contains(message), "{answer}");
    }
    server.stop().await;
}
