//! What one user may have kept without paying for it: changes in the log, answers for repetitions (AUTH-12).

use std::sync::Arc;

use app::settings::Settings;
use commands::SetClock;
use commands::limits::Limited;
use reqwest::Method;
use serde_json::{Value, json};
use store::db::Storage;
use store::testing::TestStorage;
use store::with_reader;

use crate::support::{Answer, Client, Server, brewery_search, made_up_listing};

const MOST: u32 = 100_000;

async fn start(test: TestStorage, clock: Arc<SetClock>) -> Server {
    let least = |settings: &mut Settings| settings.user_limits[Limited::ChangedBytes].most = MOST;
    let mut server = Server::with_clock(test, least, clock).await;
    server.start_worker();
    server
}

fn form(session: &str, row_idx: u32, notes: &str) -> Value {
    json!({"sessionKey": session, "rowIdx": row_idx, "crmData": {"notes": notes}})
}

async fn keyed(user: &Client, path: &str, key: &str, body: &Value) -> Answer {
    let request = user.request(Method::POST, path);
    user.send(request.header("Idempotency-Key", key).json(body))
        .await
}

/// Every other route that records something of a company and takes no credit for it.
fn free_routes(session: &str, company: &str) -> [(Method, String, Value); 10] {
    let ids = json!({"company_ids": [company]});
    let to = |name: &str, value: &str| json!({"changes": [{"company_id": company, name: value}]});
    let many = |what: &str| format!("/api/saved-companies/{what}");
    [
        (
            Method::POST,
            many("tags"),
            json!({"company_ids": [company], "add": ["a"], "remove": []}),
        ),
        (Method::POST, many("status"), to("status", "qualified")),
        (Method::POST, many("follow-up"), to("date", "2026-05-04")),
        (Method::POST, many("remove"), ids.clone()),
        (Method::POST, many("restore"), ids),
        (Method::POST, many(&format!("{company}/restore")), json!({})),
        (Method::DELETE, many(company), json!({})),
        (
            Method::POST,
            "/api/save-companies".to_owned(),
            json!({"session_id": session}),
        ),
        (
            Method::POST,
            "/api/save-company".to_owned(),
            json!({"session_id": session, "business_data": {"row_idx": 5}}),
        ),
        (
            Method::POST,
            "/api/sync-company-crm".to_owned(),
            json!({"session_id": session, "row_idx": 0, "business_name": "x", "crm_data": {"notes": "x"}}),
        ),
    ]
}

fn assert_used_up(answer: &Answer) {
    let (status, code, message) = answer.error();
    assert_eq!(
        (status, code.as_str()),
        (429, "too_many_requests"),
        "{message}"
    );
    assert!(message.contains("in a day"), "{message}");
    let wait: u32 = answer.header("retry-after").parse().unwrap();
    assert!((1..=86_400).contains(&wait), "{wait}");
}

/// Of how many calls the answers are kept.
async fn kept_answers(storage: &Storage) -> i64 {
    with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT COUNT(*) FROM http_answers").fetch_one(pool).await)
    .unwrap()
}

store::on_both_engines! {
    /// AUTH-12: notes that alternate, tags, statuses: what nobody can delete has an end each day.
    async fn auth_12_changes_that_cost_nothing_are_bounded_in_bytes_a_day(test) {
        let clock = SetClock::new();
        let server = start(test, clock.clone()).await;
        server.import(&made_up_listing());
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        let saved = user.post("/api/save-companies", &json!({"session_id": session, "rows": [0, 1, 2]})).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let listed = user.get("/api/saved-companies?page=1&limit=1").await.json();
        let company = listed["companies"][0]["company_id"].as_str().unwrap().to_owned();
        let notes = ["a".repeat(20_000), "b".repeat(20_000)];
        let mut taken = 0;
        let refused = loop {
            let form = form(&session, 0, &notes[taken % 2]);
            let answer = keyed(&user, "/api/crm-data", &format!("n{taken}"), &form).await;
            if answer.status != 200 {
                break answer;
            }
            taken += 1;
            assert!(taken < 10, "there is no end");
        };
        assert!(taken >= 2, "{taken}");
        assert_used_up(&refused);
        let events = server.ledger().await.len();
        for (method, path, body) in free_routes(&session, &company) {
            let answer = user.send(user.request(method, &path).json(&body)).await;
            assert_eq!(answer.status, 429, "{path}: {}", answer.text);
            assert_used_up(&answer);
        }
        assert_eq!(server.ledger().await.len(), events);
        // What was carried out before is answered as it was, and what is paid for goes on.
        let last = taken - 1;
        let again = keyed(&user, "/api/crm-data", &format!("n{last}"), &form(&session, 0, &notes[last % 2])).await;
        assert_eq!((again.status, &again.json()["crmData"]["notes"]), (200, &json!(notes[last % 2])));
        let fresh = user.post("/api/saved-companies/refresh", &json!({"company_ids": [company]})).await;
        assert_eq!(fresh.status, 200, "{}", fresh.text);
        let (more, _) = user.run(&brewery_search()).await;
        let other = server.user("bob@example.com", "pro");
        let (theirs, _) = other.run(&brewery_search()).await;
        assert_eq!(other.post("/api/crm-data", &form(&theirs, 0, "x")).await.status, 200);

        assert_used_up(&user.post("/api/crm-data", &form(&more, 0, "x")).await);
        clock.set("2026-03-11T00:00:00Z");
        assert_eq!(user.post("/api/crm-data", &form(&more, 0, "x")).await.status, 200);
        server.stop().await;
    }

    /// AUTH-12: calls with ever new keys leave so many answers behind; beyond that a refusal is made anew, and what was done
    /// is still done once.
    async fn auth_12_answers_that_are_kept_for_repetitions_are_bounded_a_day(test) {
        let server = Server::with(test, |settings| {
            settings.user_limits[Limited::KeptAnswers].most = 5;
        }).await;
        server.import(&made_up_listing());
        let storage = server.product.core.storage.clone();
        let user = server.user("ada@example.com", "pro");
        let senseless = json!({"search_term": "", "state": "OR", "cities": ["Bend"]});
        for number in 0..20 {
            let refused = keyed(&user, "/api/jobs/scrape", &format!("k{number}"), &senseless).await;
            assert_eq!(refused.status, 400);
        }
        assert_eq!(kept_answers(&storage).await, 5);
        let kept = keyed(&user, "/api/jobs/scrape", "k4", &senseless).await;
        assert_eq!((kept.status, kept.header("idempotent-replayed")), (400, "true"));
        let anew = keyed(&user, "/api/jobs/scrape", "k5", &senseless).await;
        assert_eq!((anew.status, anew.header("idempotent-replayed")), (400, ""));

        let search = brewery_search();
        let first = keyed(&user, "/api/jobs/scrape", "start", &search).await;
        assert_eq!(first.status, 202, "{}", first.text);
        let again = keyed(&user, "/api/jobs/scrape", "start", &search).await;
        assert_eq!((again.status, again.json()), (202, first.json()));
        assert_eq!(user.history().await.len(), 1);
        let reused = keyed(&user, "/api/jobs/scrape", "start", &json!({"search_term": "bakery", "state": "OR", "cities": ["Bend"]})).await;
        assert_eq!(reused.error().1, "key_reused");
        assert_eq!(kept_answers(&storage).await, 5);
        let other = server.user("bob@example.com", "pro");
        keyed(&other, "/api/jobs/scrape", "k", &senseless).await;
        assert_eq!(kept_answers(&storage).await, 6);
        server.stop().await;
    }
}
