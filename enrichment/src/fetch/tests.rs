use std::sync::atomic::{AtomicU32, Ordering};

use wiremock::matchers::{header, method, path};
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use outgoing::USER_AGENT;

use super::*;

const BODY: &[u8] = b"fips,unemp\n01001,2.5\n01003,3.2\n01005,4.4\n01007,3.0\n";

/// A server that honors ranges for the version of the file that it tags with `tag`.
struct Ranges {
    tag: &'static str,
    calls: AtomicU32,
}

impl Respond for Ranges {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        self.calls.fetch_add(1, Ordering::Relaxed);
        let get = |name: &str| {
            request
                .headers
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        if get("if-none-match") == Some(self.tag) {
            return ResponseTemplate::new(304);
        }
        let from = get("range")
            .filter(|_| get("if-range") == Some(self.tag))
            .and_then(|range| {
                range
                    .strip_prefix("bytes=")?
                    .strip_suffix('-')?
                    .parse::<usize>()
                    .ok()
            });
        let (status, body) = match from {
            Some(from) => (206, &BODY[from..]),
            None => (200, BODY),
        };
        let mut answer = ResponseTemplate::new(status)
            .insert_header("etag", self.tag)
            .set_body_bytes(body);
        if let Some(from) = from {
            let range = format!("bytes {from}-{}/{}", BODY.len() - 1, BODY.len());
            answer = answer.insert_header("content-range", range.as_str());
        }
        answer
    }
}

async fn server(tag: &'static str) -> (MockServer, Download) {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(path("/rates.csv"))
        .respond_with(Ranges {
            tag,
            calls: AtomicU32::new(0),
        })
        .mount(&server)
        .await;
    let download = Download {
        name: "rates".into(),
        file: "fips-unemp-23.csv".into(),
        url: format!("{}/rates.csv", server.uri()).parse().unwrap(),
    };
    (server, download)
}

fn go_on(_: FetchProgress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[tokio::test]
async fn a_download_that_was_stopped_goes_on_where_it_stopped() {
    let (_server, download) = server("\"one\"").await;
    let folder = tempfile::tempdir().unwrap();
    let mut fetcher = Fetcher::new(folder.path()).unwrap();
    // The state after an interrupted download.
    std::fs::write(folder.path().join(".fips-unemp-23.csv.part"), &BODY[..20]).unwrap();
    std::fs::write(folder.path().join(".fips-unemp-23.csv.tag"), "\"one\"").unwrap();
    let fetched = fetcher.fetch(&download, go_on).await.unwrap();
    assert_eq!(
        fetched,
        FetchOutcome::Fetched {
            bytes: BODY.len() as u64,
            resumed_from: 20
        }
    );
    assert_eq!(
        std::fs::read(folder.path().join("fips-unemp-23.csv")).unwrap(),
        BODY
    );
}

#[tokio::test]
async fn a_file_that_has_changed_meanwhile_is_begun_anew() {
    let (_server, download) = server("\"two\"").await;
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join(".fips-unemp-23.csv.part"),
        b"an older state",
    )
    .unwrap();
    std::fs::write(folder.path().join(".fips-unemp-23.csv.tag"), "\"one\"").unwrap();
    let mut fetcher = Fetcher::new(folder.path()).unwrap();
    let fetched = fetcher.fetch(&download, go_on).await.unwrap();
    assert_eq!(
        fetched,
        FetchOutcome::Fetched {
            bytes: BODY.len() as u64,
            resumed_from: 0
        }
    );
    assert_eq!(
        std::fs::read(folder.path().join("fips-unemp-23.csv")).unwrap(),
        BODY
    );
}

#[tokio::test]
async fn what_is_here_is_not_fetched_again_unless_it_was_damaged() {
    let (_server, download) = server("\"one\"").await;
    let folder = tempfile::tempdir().unwrap();
    Fetcher::new(folder.path())
        .unwrap()
        .fetch(&download, go_on)
        .await
        .unwrap();
    let mut again = Fetcher::new(folder.path()).unwrap();
    assert_eq!(
        again.fetch(&download, go_on).await.unwrap(),
        FetchOutcome::Unchanged
    );
    let path = folder.path().join("fips-unemp-23.csv");
    let mut damaged = BODY.to_vec();
    damaged[3] = b'!';
    std::fs::write(&path, damaged).unwrap();
    let fetched = again.fetch(&download, go_on).await.unwrap();
    assert!(matches!(fetched, FetchOutcome::Fetched { .. }));
    assert_eq!(std::fs::read(&path).unwrap(), BODY);
}

#[tokio::test]
async fn stopping_keeps_what_came_and_an_unknown_file_is_refused() {
    let (server, download) = server("\"one\"").await;
    let folder = tempfile::tempdir().unwrap();
    let mut fetcher = Fetcher::new(folder.path()).unwrap();
    let stopped = fetcher.fetch(&download, |_| ControlFlow::Break(())).await;
    assert!(matches!(stopped, Err(FetchError::Stopped)));
    assert!(folder.path().join(".fips-unemp-23.csv.part").exists());
    let missing = Download {
        url: format!("{}/nothing.csv", server.uri()).parse().unwrap(),
        ..download
    };
    let refused = fetcher.fetch(&missing, go_on).await;
    assert!(matches!(
        refused,
        Err(FetchError::Refused(_, status)) if status == 404
    ));
}

#[tokio::test]
async fn a_publisher_in_trouble_is_tried_again() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(503))
        .up_to_n_times(2)
        .mount(&server)
        .await;
    Mock::given(method("GET"))
        .and(header("user-agent", USER_AGENT))
        .respond_with(ResponseTemplate::new(200).set_body_bytes(BODY))
        .mount(&server)
        .await;
    let download = Download {
        name: "rates".into(),
        file: "rates-2023.csv".into(),
        url: server.uri().parse().unwrap(),
    };
    let folder = tempfile::tempdir().unwrap();
    let soon = Retries {
        first: Duration::from_millis(1),
        ..Retries::default()
    };
    let mut fetcher = Fetcher::new(folder.path()).unwrap().with_retries(soon);
    let fetched = fetcher.fetch(&download, go_on).await.unwrap();
    assert_eq!(
        fetched,
        FetchOutcome::Fetched {
            bytes: BODY.len() as u64,
            resumed_from: 0
        }
    );
}
