use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

use super::*;
use crate::Limits;

const FILE: &[u8] = b"fips,unemp\n01001,2.5\n01003,3.2\n01005,4.4\n01007,3.0\n";

/// A server that sends each connection the next of these responses, and then closes it.
async fn server(answers: Vec<Vec<u8>>) -> (Url, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/rates.csv", listener.local_addr().unwrap());
    let requests = Arc::new(Mutex::new(Vec::new()));
    let seen = requests.clone();
    tokio::spawn(async move {
        for answer in answers {
            let (mut connection, _) = listener.accept().await.unwrap();
            let mut head = vec![0; 4096];
            let read = connection.read(&mut head).await.unwrap();
            let head = String::from_utf8_lossy(&head[..read]).to_lowercase();
            seen.lock().unwrap().push(head);
            connection.write_all(&answer).await.unwrap();
        }
    });
    (url.parse().unwrap(), requests)
}

fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").replace('|', "\r\n");
    [head.as_bytes(), body].concat()
}

/// The whole file, of which only the first `sent` bytes arrive.
fn whole(sent: usize) -> Vec<u8> {
    let head = format!("200 OK|ETag: \"a\"|Content-Length: {}", FILE.len());
    answer(&head, &FILE[..sent])
}

/// The rest of the file from a position.
fn rest(from: usize) -> Vec<u8> {
    let head = format!(
        "206 Partial Content|ETag: \"a\"|Content-Length: {}|Content-Range: bytes {from}-{}/{}",
        FILE.len() - from,
        FILE.len() - 1,
        FILE.len()
    );
    answer(&head, &FILE[from..])
}

struct Fetched {
    result: Result<Downloaded, DownloadError>,
    requests: Vec<String>,
    folder: tempfile::TempDir,
}

impl Fetched {
    fn is_whole(&self, from: u64) -> bool {
        let here = std::fs::read(self.folder.path().join("rates.csv"));
        let left = std::fs::read_dir(self.folder.path()).unwrap().count();
        matches!(&self.result, Ok(Downloaded::Whole { bytes, resumed_from, .. })
            if *bytes == FILE.len() as u64 && *resumed_from == from)
            && here.is_ok_and(|here| here == FILE)
            && left == 1
    }
}

async fn fetch_within(largest: u64, answers: Vec<Vec<u8>>) -> Fetched {
    let (url, requests) = server(answers).await;
    let folder = tempfile::tempdir().unwrap();
    let what = Download {
        url: &url,
        file: &folder.path().join("rates.csv"),
        known: None,
        largest,
        retries: Retries {
            most: 2,
            first: Duration::from_millis(1),
            longest: Duration::from_millis(2),
        },
    };
    let client = Client::new(Limits::of_download(Duration::from_secs(5), 1 << 20)).unwrap();
    let result = download(&client, &what, |_| ControlFlow::Continue(())).await;
    let requests = requests.lock().unwrap().clone();
    Fetched {
        result,
        requests,
        folder,
    }
}

async fn fetch(answers: Vec<Vec<u8>>) -> Fetched {
    fetch_within(1 << 20, answers).await
}

#[tokio::test]
async fn a_connection_that_breaks_is_gone_on_with_where_it_broke() {
    let fetched = fetch(vec![whole(20), rest(20)]).await;
    assert!(fetched.is_whole(20), "{:?}", fetched.result);
    let second = &fetched.requests[1];
    assert!(second.contains("range: bytes=20-"), "{second}");
    assert!(second.contains("if-range: \"a\""), "{second}");
    assert!(second.contains("user-agent: demandatlas/"), "{second}");
}

#[tokio::test]
async fn bytes_that_come_begin_the_count_of_attempts_anew() {
    let parts = [10, 11, 12, 13, 14, 15];
    let mut answers = vec![whole(parts[0])];
    for (from, to) in parts.iter().zip(&parts[1..]) {
        let mut part = rest(*from);
        part.truncate(part.len() - (FILE.len() - to));
        answers.push(part);
    }
    answers.push(rest(15));
    let fetched = fetch(answers).await;
    assert!(fetched.is_whole(15), "{:?}", fetched.result);
}

#[tokio::test]
async fn another_part_than_was_asked_for_is_not_taken() {
    // The server resumes at the wrong position, and says so; then it sends the file from the start.
    let fetched = fetch(vec![whole(20), rest(30), whole(FILE.len())]).await;
    assert!(fetched.is_whole(0), "{:?}", fetched.result);
    assert!(!fetched.requests[2].contains("range:"));
    // A part without a Content-Range.
    let untold = answer(
        &format!("206 Partial Content|Content-Length: {}", FILE.len() - 20),
        &FILE[20..],
    );
    let fetched = fetch(vec![whole(20), untold, whole(FILE.len())]).await;
    assert!(fetched.is_whole(0), "{:?}", fetched.result);
}

#[tokio::test]
async fn a_file_without_a_tag_is_begun_anew() {
    let untagged = answer(
        &format!("200 OK|Content-Length: {}", FILE.len()),
        &FILE[..20],
    );
    let fetched = fetch(vec![untagged, whole(FILE.len())]).await;
    assert!(fetched.is_whole(0), "{:?}", fetched.result);
    assert!(!fetched.requests[1].contains("range:"));
}

#[tokio::test]
async fn a_file_beyond_its_size_is_refused_before_and_while_it_comes() {
    let fetched = fetch_within(40, vec![whole(FILE.len())]).await;
    let error = fetched.result.unwrap_err().to_string();
    assert!(error.contains("more than 40 bytes"), "{error}");
    let untold = answer("200 OK", FILE);
    let fetched = fetch_within(40, vec![untold]).await;
    let error = fetched.result.unwrap_err().to_string();
    assert!(error.contains("more than 40 bytes"), "{error}");
    assert_eq!(std::fs::read_dir(fetched.folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn what_does_not_come_is_told_in_words_and_what_came_is_kept() {
    let fetched = fetch(vec![whole(20)]).await;
    let error = fetched.result.unwrap_err().to_string();
    assert!(error.contains("cannot be reached"), "{error}");
    assert!(error.contains("Check the network connection"), "{error}");
    let part = std::fs::read(fetched.folder.path().join(".rates.csv.part"));
    assert_eq!(part.unwrap(), &FILE[..20]);

    let busy = || answer("503 Service Unavailable|Content-Length: 0", b"");
    let fetched = fetch(vec![busy(), busy(), busy()]).await;
    let error = fetched.result.unwrap_err().to_string();
    assert!(error.contains("answered 503"), "{error}");

    let fetched = fetch(vec![answer("404 Not Found|Content-Length: 0", b"")]).await;
    assert!(matches!(
        fetched.result,
        Err(DownloadError::Refused(_, StatusCode::NOT_FOUND))
    ));
}

#[tokio::test]
async fn a_redirect_is_followed_and_one_out_of_the_web_is_not() {
    let (target, _) = server(vec![whole(FILE.len())]).await;
    let moved = answer(
        &format!("302 Found|Location: {target}|Content-Length: 0"),
        b"",
    );
    assert!(fetch(vec![moved]).await.is_whole(0));
    let away = answer(
        "302 Found|Location: ftp://a.example/|Content-Length: 0",
        b"",
    );
    let error = fetch(vec![away]).await.result.unwrap_err().to_string();
    assert!(error.contains("redirects to something other"), "{error}");
}

/// Without a network nobody should wait for a minute.
#[tokio::test]
async fn a_name_that_cannot_be_resolved_is_asked_for_once() {
    let folder = tempfile::tempdir().unwrap();
    let what = Download {
        url: &"http://nowhere.invalid/rates.csv".parse().unwrap(),
        file: &folder.path().join("rates.csv"),
        known: None,
        largest: 1 << 20,
        retries: Retries {
            most: 1,
            first: Duration::from_secs(1 << 30),
            longest: Duration::from_secs(1 << 30),
        },
    };
    let client = Client::new(Limits::of_download(Duration::from_secs(60), 1 << 20)).unwrap();
    let asked = download(&client, &what, |_| ControlFlow::Continue(()));
    let refused = tokio::time::timeout(Duration::from_secs(120), asked).await;
    let message = refused.expect("no second attempt").unwrap_err().to_string();
    assert!(
        message.starts_with("nowhere.invalid cannot be reached: its name cannot be resolved"),
        "{message}"
    );
}
