//! One hostile user beside ten honest ones, from outside (JOB-11, AUTH-12): the honest ones hardly notice, and memory
//! stays as it is. Five seconds with wide bounds, as other tests run beside it; `DEMANDATLAS_SOAK=1`: five minutes
//! with those that are promised.

mod own_things;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use store::testing::Engine;
use testkit::eventually;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::lists;
use crate::support::{Client, Install, Process};

const HONEST: usize = 10;
/// Between two of a person's calls.
const PAUSE: Duration = Duration::from_millis(100);
/// Reads between two searches.
const READS: usize = 40;
/// Of each kind of call that the hostile user makes, so many at once.
const AT_ONCE: usize = 20;
/// Between two rounds of them: some 300 calls and 80 MB of bodies a second, which a machine that asks and answers can do.
const ROUND: Duration = Duration::from_millis(250);
/// Connections that send half a request, and as many that read nothing.
const IDLE: usize = 50;

/// The limits that people have, and little room for aggregates, so that it is full soon.
const SETTINGS: [(&str, &str); 2] = [
    ("DEMANDATLAS_AGGREGATE_CACHE_MB", "16"),
    ("DEMANDATLAS_CALLS_PER_SECOND", "100"),
];

struct Bounds {
    length: Duration,
    read: Duration,
    health: Duration,
    job: Duration,
    growth_percent: u64,
}

fn bounds() -> Bounds {
    let is_long = testkit::short_or_long(0, 1) == 1;
    Bounds {
        length: Duration::from_secs(if is_long { 300 } else { 5 }),
        read: Duration::from_millis(if is_long { 100 } else { 10_000 }),
        health: Duration::from_millis(if is_long { 100 } else { 6_000 }),
        job: Duration::from_secs(if is_long { 1 } else { 20 }),
        growth_percent: if is_long { 10 } else { 200 },
    }
}

#[derive(Default)]
struct Times {
    reads: Vec<Duration>,
    jobs: Vec<Duration>,
}

fn p99(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() * 99 / 100]
}

/// Where a city has fewer than are wanted, the next has some more.
fn search(cities: usize, results: Option<u32>) -> Value {
    search_for("florist", cities, results)
}

fn search_for(term: &str, cities: usize, results: Option<u32>) -> Value {
    let cities: Vec<String> = (0..cities)
        .map(|number| format!("Testville {number}"))
        .collect();
    json!({"search_term": term, "state": "OR", "cities": cities, "source": "sample", "max_results": results})
}

/// Reads what screens show, and searches now and then.
async fn is_honest(user: Client, until: Instant) -> Times {
    let mut times = Times::default();
    let paths = [
        format!("/api/credits/status/{}", user.sub_in_path()),
        "/api/saved-companies?page=1&limit=50".to_owned(),
        format!("/api/credits/history/{}", user.sub_in_path()),
    ];
    while Instant::now() < until {
        for number in 0..READS {
            let since = Instant::now();
            let answer = user.get(&paths[number % paths.len()]).await;
            times.reads.push(since.elapsed());
            assert_eq!(answer.status, 200, "{}", answer.text);
            tokio::time::sleep(PAUSE).await;
        }
        let since = Instant::now();
        let (_, job) = user.run(&search(2, Some(20))).await;
        times.jobs.push(since.elapsed());
        assert!(job["results_count"].as_i64() >= Some(15), "{job}");
    }
    times
}

fn post(user: &Client, body: &Bytes) -> RequestBuilder {
    let request = user.request(Method::POST, "/api/jobs/scrape");
    let request = request.header("Content-Type", "application/json");
    request.body(body.clone())
}

/// Calls about what the user has, one after the other: long answers, many companies at once, long texts.
fn about_rows(user: &Client, session: &str, notes: [&Bytes; 2]) -> Vec<RequestBuilder> {
    let sub = user.sub_in_path();
    let post = |path: &str, body: Bytes| {
        let request = user.request(Method::POST, path);
        request
            .header("Content-Type", "application/json")
            .body(body)
    };
    let session_alone = Bytes::from(json!({"session_id": session}).to_string());
    let long = [
        format!("/api/jobs/{session}/result"),
        format!("/export?sessionKey={session}&format=html"),
        "/api/saved-companies".to_owned(),
        "/api/saved-companies?form=packed&search=florst".to_owned(),
        format!("/api/credits/history/{sub}?days=365"),
        "/api/account/data".to_owned(),
    ];
    let mut calls = vec![
        post("/api/save-companies", session_alone),
        post("/api/crm-data", notes[0].clone()),
        post("/api/crm-data", notes[1].clone()),
    ];
    calls.extend(long.iter().map(|path| user.request(Method::GET, path)));
    calls
}

/// What the hostile user has, to be abused.
#[derive(Clone)]
struct Abused {
    user: Client,
    /// Its rows are saved, and stay so; many have long notes.
    session: String,
    /// Of these, none is saved.
    unsaved: String,
    /// Another account, whose companies are saved and erased in turns, and its session.
    other: (Client, String),
}

/// Rows with long notes.
fn with_long_notes() -> u32 {
    testkit::short_or_long(40, 300)
}

impl Abused {
    async fn begin(user: Client, other: Client) -> Self {
        let rows = Some(testkit::short_or_long(100, 500));
        let (session, _) = user.run(&search(100, rows)).await;
        let (unsaved, _) = user.run(&search_for("bakery", 10, Some(50))).await;
        let (of_other, _) = other.run(&search(100, rows)).await;
        lists::write_long_notes(&user, &session, with_long_notes()).await;
        Self {
            user,
            session,
            unsaved,
            other: (other, of_other),
        }
    }
}

fn notes(session: &str, letter: &str) -> Bytes {
    let crm = json!({"notes": letter.repeat(20_000)});
    let body = json!({"sessionKey": session, "rowIdx": 0, "crmData": crm, "businessName": "x"});
    Bytes::from(body.to_string())
}

/// Everything that costs nothing, as often as it can, and without waiting for what comes back. Returns how many answers
/// said that something went wrong in the server.
async fn is_hostile(abused: Abused, stop: CancellationToken) -> usize {
    let (user, session) = (abused.user.clone(), abused.session.clone());
    // Written once: the load's own work is not to keep the server from its.
    let big = json!({"search_term": "x".repeat(1_000_000), "state": "OR", "cities": []});
    let [big, wide] = [big, search(500, None)].map(|body| Bytes::from(body.to_string()));
    let mut calls = JoinSet::new();
    for number in 0..AT_ONCE {
        let (user, big, wide) = (user.clone(), big.clone(), wide.clone());
        calls.spawn(async move {
            loop {
                let started = post(&user, &wide);
                if let Some(answer) = Client::try_send(started).await
                    && answer.status == 202
                {
                    let job = answer.json()["job_id"].as_str().unwrap().to_owned();
                    let _asked = Client::try_send(
                        user.request(Method::POST, &format!("/api/jobs/{job}/cancel")),
                    )
                    .await;
                }
                let _refused = Client::try_send(post(&user, &big)).await;
                let wait =
                    format!("/scrape?query=florists+in+Testville+1&state=OR&session_id=h{number}");
                let waiting = Client::try_send(user.request(Method::GET, &wait));
                let _waited = tokio::time::timeout(ROUND, waiting).await;
                tokio::time::sleep(ROUND).await;
            }
        });
    }
    let notes = ["a", "b"].map(|letter| notes(&session, letter));
    for _ in 0..testkit::short_or_long(2, AT_ONCE / 2) {
        let (user, session, notes) = (user.clone(), session.clone(), notes.clone());
        calls.spawn(async move {
            loop {
                for call in about_rows(&user, &session, notes.each_ref()) {
                    let _answered = Client::try_send(call).await;
                }
                tokio::time::sleep(ROUND).await;
            }
        });
    }
    let address = user.base.trim_start_matches("http://").to_owned();
    let token = user.token.clone().unwrap();
    for number in 0..2 * IDLE {
        let begun = match number % 4 {
            0 | 1 => "GET /api/health HTTP/1.1\r\nHost: x".to_owned(),
            // Asks for much, and reads nothing of it.
            2 => asked("/api/openapi.json", &token),
            _ => asked(&format!("/api/jobs/{session}/result"), &token),
        };
        let address = address.clone();
        calls.spawn(async move { idle(&address, &begun).await });
    }
    let failed = Arc::new(AtomicUsize::new(0));
    own_things::begin(&mut calls, &abused, &failed);
    let searches = lists::search_without_end(user, stop);
    assert!(searches.await > 0, "a search is answered");
    calls.abort_all();
    while let Some(ended) = calls.join_next().await {
        if let Err(error) = ended
            && error.is_panic()
        {
            std::panic::resume_unwind(error.into_panic());
        }
    }
    failed.load(Ordering::SeqCst)
}

/// Whoever watches the server.
async fn watches(nobody: Client, until: Instant) -> Vec<Duration> {
    let mut times = Vec::new();
    while Instant::now() < until {
        let since = Instant::now();
        let answer = nobody.get("/api/health").await;
        times.push(since.elapsed());
        assert_eq!(answer.status, 200, "{}", answer.text);
        tokio::time::sleep(PAUSE).await;
    }
    times
}

/// The same call a hundred times.
fn asked(path: &str, token: &str) -> String {
    let call = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n");
    call.repeat(100)
}

/// A connection on which something is begun and nothing read.
async fn idle(address: &str, begun: &str) {
    loop {
        let Ok(mut stream) = TcpStream::connect(address).await else {
            continue;
        };
        let _sent =
            tokio::time::timeout(Duration::from_secs(5), stream.write_all(begun.as_bytes())).await;
        // Given up by the server at last, or by the end of the test.
        let mut first = [0; 1];
        let _closed = stream.peek(&mut first).await;
        tokio::time::sleep(Duration::from_secs(20)).await;
    }
}

/// Memory of the server now, in bytes.
fn memory(process: &Process) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmRSS"))
        .unwrap();
    let kib: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
    kib * 1_024
}

/// JOB-11, AUTH-12.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-11
async fn job_11_one_hostile_user_beside_ten_honest_ones() {
    let bounds = bounds();
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let server = install.serve_with(&SETTINGS).await;
    let honest: Vec<_> = (0..HONEST)
        .map(|number| server.user(&format!("honest-{number}@example.com"), "enterprise"))
        .collect();
    // Opened before the other one comes.
    for user in &honest {
        user.credits().await;
    }
    let stop = CancellationToken::new();
    let [hostile, other] = ["hostile@example.com", "hostile-too@example.com"]
        .map(|name| server.user(name, "enterprise"));
    let abused = Abused::begin(hostile, other).await;
    let hostility = tokio::spawn(is_hostile(abused, stop.clone()));
    let filled = Instant::now() + bounds.length / 5;
    let until = filled + bounds.length;
    let watching = tokio::spawn(watches(server.anonymous.clone(), until));
    let mut people = JoinSet::new();
    for user in honest {
        people.spawn(is_honest(user, until));
    }
    // Places, caches and buffers fill.
    tokio::time::sleep_until(filled.into()).await;
    let before = memory(&server);
    let (mut reads, mut jobs) = (Vec::new(), Vec::new());
    while let Some(times) = people.join_next().await {
        let times = times.unwrap();
        reads.extend(times.reads);
        jobs.extend(times.jobs);
    }
    let after = memory(&server);
    let mut looks = watching.await.unwrap();
    stop.cancel();
    let failed = hostility.await.unwrap();
    let (read, job, health) = (p99(&mut reads), p99(&mut jobs), p99(&mut looks));
    eprintln!(
        "{} reads, p99 {read:?}; {} jobs, p99 {job:?}; health, p99 {health:?}; memory {} MiB, then {} MiB",
        reads.len(),
        jobs.len(),
        before >> 20,
        after >> 20
    );
    assert!(read < bounds.read, "{read:?}");
    assert!(job < bounds.job, "{job:?}");
    assert!(health < bounds.health, "{health:?}");
    assert_eq!(
        failed, 0,
        "answers to the hostile user that nobody should get"
    );
    let most = before + before * bounds.growth_percent / 100;
    assert!(after <= most, "{before} bytes of memory, then {after}");
    let health =
        || async { (server.anonymous.get("/api/health").await.status == 200).then_some(()) };
    eventually("the server is healthy afterwards", health).await;
}
