//! What one user may ask for, and what a connection may take (JOB-11, AUTH-12; issue 18: H3, M4, M5, M10).

use std::time::{Duration, Instant};

use commands::limits::Limited;
use futures::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Client, PATIENCE, Server, brewery_search, eventually};

/// A search that waits for its end.
fn waiting(session_id: &str) -> String {
    format!("/scrape?query=breweries+in+Bend&state=OR&session_id={session_id}")
}

async fn connect(server: &Server) -> TcpStream {
    TcpStream::connect(server.settings.server.addr)
        .await
        .unwrap()
}

/// Reads until the other side closes; how many bytes, and whether it did in time.
async fn read_to_end(stream: &mut TcpStream, patience: Duration) -> (usize, bool) {
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(patience, stream.read_to_end(&mut bytes)).await;
    (bytes.len(), read.is_ok())
}

/// Asks over a connection that ends with the answer; answers all that was heard.
async fn alone(server: &Server, path: &str) -> String {
    let mut stream = connect(server).await;
    let request = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut heard = String::new();
    let read = tokio::time::timeout(PATIENCE, stream.read_to_string(&mut heard)).await;
    read.expect("its turn comes").unwrap();
    heard
}

store::on_both_engines! {
    /// JOB-11 (M5): the cap holds whoever counts at the same moment.
    async fn job_11_parallel_starts_do_not_pass_the_cap_of_open_jobs(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "enterprise");
        let search = brewery_search();
        let starts = (0..40).map(|_| user.post("/api/jobs/scrape", &search));
        let answers = join_all(starts).await;
        let with = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((with(202), with(429)), (20, 20));
        let refused = answers.iter().find(|answer| answer.status == 429).unwrap();
        assert!(!refused.header("retry-after").is_empty());
        server.stop().await;
    }

    /// JOB-11 (H3): calls that wait are few, and the others are answered at once.
    async fn job_11_calls_that_wait_for_a_job_are_bounded_and_keep_nobody_else_waiting(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let other = server.user("bob@example.com", "pro");
        user.credits().await;
        let calls: Vec<_> = (0..60)
            .map(|_| {
                let user = user.clone();
                tokio::spawn(async move { user.get(&waiting("one")).await })
            })
            .collect();
        // No worker runs: what waited for those calls would wait for ever.
        for _ in 0..50 {
            other.credits().await;
        }
        eventually("all that may not wait are refused", || async {
            let done = calls.iter().filter(|call| call.is_finished());
            (done.count() == 52).then_some(())
        })
        .await;
        server.start_worker();
        let mut answers = Vec::new();
        for call in calls {
            answers.push(call.await.unwrap());
        }
        let with = |status: u16| answers.iter().filter(|answer| answer.status == status).count();
        assert_eq!((with(200), with(429)), (8, 52));
        // One search was paid, once.
        let rows = answers.iter().find(|answer| answer.status == 200).unwrap();
        let rows = rows.json()["results"].as_array().unwrap().len() as i64;
        user.has_paid(rows).await;
        server.stop().await;
    }

    /// AUTH-12 (M5): who calls too often hears it, and others do not notice.
    async fn auth_12_a_user_has_so_many_calls_a_second_and_others_have_theirs(test) {
        let server = Server::with(test, |settings| {
            settings.user_limits[Limited::Calls].most = 10;
        }).await;
        let (user, other) = (server.user("ada@example.com", "pro"), server.user("bob@example.com", "pro"));
        let path = |user: &Client| format!("/api/credits/status/{}", user.sub_in_path());
        let own = path(&user);
        let since = Instant::now();
        let answers = join_all((0..40).map(|_| user.get(&own))).await;
        let regained = since.elapsed().as_millis() as usize / 200 + 1;
        let refused: Vec<_> = answers.iter().filter(|answer| answer.status == 429).collect();
        let most = 10 + regained;
        assert!((40_usize.saturating_sub(most)..=30).contains(&refused.len()), "{} in {most}", refused.len());
        for answer in &refused {
            assert_eq!(answer.error().1, "too_many_requests");
            assert_eq!(answer.header("ratelimit-policy"), "\"calls\";q=10;w=2");
            let wait: u64 = answer.header("retry-after").parse().unwrap();
            assert!((1..=3).contains(&wait));
        }
        assert_eq!(other.get(&path(&other)).await.status, 200);
        eventually("calls come back", || async { (user.get(&own).await.status == 200).then_some(()) }).await;
        server.stop().await;
    }

    /// JOB-11 (M5): jobs for nothing have an end.
    async fn job_11_searches_that_cost_nothing_are_bounded(test) {
        let server = Server::with(test, |settings| settings.user_limits[Limited::UnpaidJobs].most = 3).await;
        let user = server.user("ada@example.com", "pro");
        let nothing = json!({"search_term": "florist", "state": "OR", "cities": ["Bend"], "source": "sample"});
        for _ in 0..3 {
            let job = user.start(&nothing).await;
            assert_eq!(user.cancel(&job).await.status, 200);
        }
        let refused = user.post("/api/jobs/scrape", &nothing).await;
        let (status, _, message) = refused.error();
        assert_eq!(status, 429, "{message}");
        assert!(message.contains("without a single result"), "{message}");
        let other = server.user("bob@example.com", "pro");
        other.start(&nothing).await;
        // 16 kB of cities.
        let cities: Vec<String> = (0..400).map(|n| format!("{n:0>60}")).collect();
        let long: Value = json!({"search_term": "x", "state": "OR", "cities": cities});
        let (status, code, message) = other.post("/api/jobs/scrape", &long).await.error();
        assert_eq!((status, code.as_str()), (400, "invalid"), "{message}");
        assert!(message.contains("16384"), "{message}");
        server.stop().await;
    }
}

/// AUTH-12 (M10): half a request keeps a connection for a while only.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_a_connection_without_a_whole_request_is_closed() {
    let test = store::testing::Engine::Sqlite.storage().await.unwrap();
    let server = Server::with(test, |settings| {
        settings.connections.head = Duration::from_secs(1);
        settings.connections.most = 20;
    })
    .await;
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut stream = connect(&server).await;
        stream
            .write_all(b"GET /api/health HTTP/1.1\r\nHost: x")
            .await
            .unwrap();
        slow.push(stream);
    }
    // All places are taken: this one waits until one of them is given up.
    let health = server.anonymous.get("/api/health");
    let answer = tokio::time::timeout(Duration::from_secs(10), health).await;
    assert_eq!(answer.expect("somebody else's turn comes").status, 200);
    for mut stream in slow {
        let (_, closed) = read_to_end(&mut stream, Duration::from_secs(5)).await;
        assert!(closed, "it is still open");
    }
    server.stop().await;
}

/// AUTH-12 (M10): whoever does not read is given up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_a_connection_that_reads_nothing_is_closed() {
    const ASKED: usize = 400;
    let test = store::testing::Engine::Sqlite.storage().await.unwrap();
    let server = Server::with(test, |settings| {
        settings.connections.stalled = Duration::from_secs(1);
        settings.connections.most = 1;
    })
    .await;
    let one = alone(&server, "/api/openapi.json").await.len();
    let mut stream = connect(&server).await;
    let request = "GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(ASKED);
    stream.write_all(request.as_bytes()).await.unwrap();
    // It has the only place: this one waits until it is given up.
    let health = alone(&server, "/api/health").await;
    assert!(health.starts_with("HTTP/1.1 200 "), "{health}");
    let mut bytes = 0;
    let mut buffer = vec![0; 1 << 20];
    // What lay in the buffers between; a reset is an end too.
    while let Ok(Ok(read @ 1..)) =
        tokio::time::timeout(Duration::from_secs(5), stream.read(&mut buffer)).await
    {
        bytes += read;
    }
    assert!(bytes < ASKED * one / 2, "{bytes} of {}", ASKED * one);
    server.stop().await;
}
