//! One user's list harms nobody else: long notes of unlike words, and searches for many unknown words at once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use commands::limits::Limited;
use reqwest::Method;
use serde_json::json;
use store::testing::Engine;
use testkit::eventually;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::support::{Answer, Client, Install, Server};

/// Letters of a company's notes, as many as there may be.
const LETTERS: usize = 20_000;
/// Connections of the hostile user.
const AT_ONCE: usize = 8;
/// Words of a search, none of which is anywhere.
const UNKNOWN: usize = 12;
/// Between two looks of the other user.
const PAUSE: Duration = Duration::from_millis(100);

/// Words that are like no others.
fn unlike(from: u64, count: usize) -> String {
    let numbers = (from..).map(|number| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let words: Vec<String> = numbers
        .take(count)
        .map(|word| format!("{word:x}"))
        .collect();
    words.join(" ")
}

fn search_for_unknown(user: &Client, number: u64) -> reqwest::RequestBuilder {
    // Sixteen letters each are more than a search has.
    let words = unlike(u64::MAX / 2 + number * UNKNOWN as u64, UNKNOWN);
    let words: Vec<&str> = words.split(' ').map(|word| &word[..8]).collect();
    let search = words.join("+");
    let path = format!("/api/saved-companies?page=1&limit=50&search={search}");
    user.request(Method::GET, &path)
}

/// Saves the companies of a session and writes long notes about each of its `rows`.
pub(super) async fn write_long_notes(user: &Client, session: &str, rows: u32) {
    let saved = user
        .post("/api/save-companies", &json!({"session_id": session}))
        .await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    for row in 0..rows {
        let mut notes = unlike(u64::from(row) * 10_000, LETTERS / 16);
        notes.truncate(LETTERS);
        let form = json!({"sessionKey": session, "rowIdx": row, "crmData": {"notes": notes}});
        // A release build is faster than a user may call.
        let written = eventually("the note is taken", || async {
            let written = user.post("/api/crm-data", &form).await;
            (written.status != 429).then_some(written)
        })
        .await;
        assert_eq!(written.status, 200, "{}", written.text);
    }
}

/// Searches the list on several connections, each for words that are nowhere, until `stop`. Returns how many searches
/// were answered.
pub(super) async fn search_without_end(user: Client, stop: CancellationToken) -> usize {
    let mut connections = JoinSet::new();
    for connection in 0..AT_ONCE as u64 {
        let (user, stop) = (user.clone(), stop.clone());
        connections.spawn(async move {
            let mut answered = 0;
            while !stop.is_cancelled() {
                let search = search_for_unknown(&user, connection << 32 | answered);
                let answer = stop.run_until_cancelled(Client::try_send(search)).await;
                if let Some(Some(answer)) = answer {
                    assert!([200, 429].contains(&answer.status), "{}", answer.text);
                    answered += 1;
                }
            }
            usize::try_from(answered).unwrap()
        });
    }
    connections.join_all().await.into_iter().sum()
}

/// A session with so many made-up businesses.
async fn session_of(user: &Client, rows: u32) -> String {
    let cities: Vec<String> = (0..rows / 2).map(|n| format!("Testville {n}")).collect();
    let search = json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample", "max_results": rows});
    user.run(&search).await.0
}

/// JOB-11: the real binary, whose two threads answer everybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-11
async fn job_11_searches_in_a_list_with_long_notes_hold_up_nobody() {
    let rows = testkit::short_or_long(60, 300);
    let test = Engine::Sqlite.storage().await.unwrap();
    let server = Install::new(&test).serve().await;
    let honest = server.user("honest@example.com", "business");
    honest.credits().await;
    let hostile = server.user("hostile@example.com", "business");
    let session = session_of(&hostile, rows).await;
    write_long_notes(&hostile, &session, rows).await;
    let first = hostile.get("/api/saved-companies?page=1").await;
    assert_eq!(first.json()["total_count"], rows, "{}", first.text);

    let stop = CancellationToken::new();
    let hostility = tokio::spawn(search_without_end(hostile, stop.clone()));
    let until = Instant::now() + Duration::from_secs(testkit::short_or_long(5, 60));
    let paths = [
        format!("/api/credits/status/{}", honest.sub_in_path()),
        "/api/health".to_owned(),
    ];
    let mut times = Vec::new();
    while Instant::now() < until {
        for path in &paths {
            let since = Instant::now();
            let answer = honest.get(path).await;
            times.push(since.elapsed());
            assert_eq!(answer.status, 200, "{}", answer.text);
        }
        tokio::time::sleep(PAUSE).await;
    }
    stop.cancel();
    let searches = hostility.await.unwrap();
    times.sort_unstable();
    let p99 = times[times.len() * 99 / 100];
    eprintln!(
        "{} looks, p99 {p99:?}, beside {searches} searches",
        times.len()
    );
    // Unoptimized and next to other tests.
    let most = Duration::from_millis(testkit::short_or_long(1_500, 100));
    assert!(p99 < most, "{p99:?}");
}

/// JOB-11, AUTH-12: further searches of the user wait a little and are told to come back; others' are not concerned.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-11, AUTH-12
async fn job_11_one_search_of_a_user_is_at_work_at_a_time() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let mut server = Server::with(test, |settings| {
        settings.user_limits[Limited::CompanyLists].patience = Duration::from_millis(1);
    })
    .await;
    server.start_worker();
    let (user, other) = (
        server.user("ada@example.com", "business"),
        server.user("bob@example.com", "business"),
    );
    let session = session_of(&user, 20).await;
    write_long_notes(&user, &session, 20).await;
    let number = AtomicU64::new(0);
    let refused = eventually("two searches meet", || {
        let number = number.fetch_add(AT_ONCE as u64, Ordering::Relaxed);
        let each = (0..AT_ONCE as u64).map(|n| user.send(search_for_unknown(&user, number + n)));
        let all = futures::future::join_all(each);
        let others = other.get("/api/saved-companies?page=1");
        async {
            let (all, others) = futures::join!(all, others);
            assert_eq!(others.status, 200, "{}", others.text);
            assert!(all.iter().any(|answer| answer.status == 200));
            let refused = |answer: &Answer| answer.status == 429;
            all.into_iter().find(refused)
        }
    })
    .await;
    let (_, code, message) = refused.error();
    assert_eq!(code, "too_many_requests");
    assert_eq!(
        message,
        "Your other searches in My Companies are still running: try again in a moment."
    );
    assert!(!refused.header("retry-after").is_empty());
    server.stop().await;
}
