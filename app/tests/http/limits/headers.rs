//! What stands around every answer: security headers, request ids, compression; and the health answer
//! (quality section 3).

use std::time::{Duration, Instant};

use axum::http::Method;
use cqrs_es::Aggregate;
use domain::codec::StoredEvent;
use domain::credit_account::{AccountOpened, CreditAccount, CreditEvent, CreditsAdjusted};
use domain::tier::Tier;
use jiff::Timestamp;
use projections::credit_status::CHECKPOINT;
use serde_json::{Value, json};
use store::log::{Appender, Commit, NewEvent, StreamAppend, StreamId};
use store::subscriptions::Checkpoints;

use crate::support::{Answer, Server, eventually};

async fn as_browser(server: &Server, path: &str) -> Answer {
    let request = server.anonymous.request(Method::GET, path);
    server
        .anonymous
        .send(request.header("accept", "text/html,*/*;q=0.8"))
        .await
}

store::on_both_engines! {
    /// Health says how each part is, and 503 where the database is not available.
    async fn health_tells_what_is_wrong(test) {
        let engine = test.storage.log.engine();
        let server = Server::empty(test).await;
        let answer = server.anonymous.get("/api/health").await;
        assert_eq!(answer.status, 200);
        let body = answer.json();
        assert_eq!(body["status"], "ok");
        assert_eq!(body["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(body["database"], engine);
        let mut names: Vec<&str> = body["subscriptions"].as_array().unwrap().iter().map(|s| {
            assert_eq!((&s["paused"], &s["behind"]), (&json!(false), &json!(0)));
            assert!(s["cursor"].is_string());
            s["name"].as_str().unwrap()
        }).collect();
        names.sort_unstable();
        let all = projections::all();
        let views: Vec<&str> = all.iter().map(projections::View::checkpoint).collect();
        let reactors = [
            "reactor.account_agenda",
            "reactor.cancel_suspended",
            "reactor.enqueue_jobs",
            "reactor.forget_websites",
            "reactor.monitor_agenda",
        ];
        let mut expected = [&views[..], &reactors[..]].concat();
        expected.sort_unstable();
        assert_eq!(names, expected);

        let user = server.user("ada@example.com", "pro");
        assert_eq!(user.balance().await, (250, 0, 250));
        server.product.core.storage.close().await;
        // The last answer is kept for a second.
        let away = eventually("health says it", || async {
            let away = server.anonymous.get("/api/health").await;
            (away.status == 503).then_some(away)
        }).await;
        assert_eq!(&away.json()["status"], &json!("unavailable"));
        assert_eq!(away.json()["subscriptions"][0].get("behind"), None);
        // The balance may be kept for a second.
        let refused = user.get(&format!("/api/credits/history/{}", user.sub_in_path())).await;
        let message = "The database is not available; please try again in a moment.";
        assert_eq!(refused.error(), (503, "unavailable".into(), message.into()));
        assert_eq!(refused.header("retry-after"), "5");
        let mut search = crate::support::brewery_search();
        search["source"] = json!("sample");
        let refused = user.post("/api/jobs/scrape", &search).await;
        assert_eq!(refused.error(), (503, "unavailable".into(), message.into()));
        server.stop().await;
    }

    /// A read model that does not follow is told from one that does.
    async fn health_tells_how_far_read_models_are_behind(test) {
        let server = Server::empty(test).await;
        let core = &server.product.core;
        let mut tx = core.storage.views.begin().await.unwrap();
        Checkpoints::lock(&mut tx, CHECKPOINT).await.unwrap();
        let opened = AccountOpened { tier: Tier::Pro, opened_at: Timestamp::now() };
        let adjusted = CreditsAdjusted {
            credits: 1,
            from_monthly: 0,
            by: "test".into(),
            reason: "test".into(),
        };
        let adjusted = vec![stored(&adjusted.into()); 999];
        let appender = Appender::start(core.log.clone());
        for account in 0..11 {
            let append = StreamAppend {
                stream: StreamId {
                    aggregate_type: CreditAccount::TYPE,
                    aggregate_id: format!("account-{account}"),
                },
                expected: 0,
                continues: None,
                events: [vec![stored(&opened.clone().into())], adjusted.clone()].concat(),
                head: None,
            };
            let commit = Commit { appends: vec![append], command: None, guard: None };
            appender.append(commit).await.unwrap();
        }
        let behind = |health: &Value| {
            let all = health["subscriptions"].as_array().unwrap();
            let credits = all.iter().find(|s| s["name"] == CHECKPOINT).unwrap();
            credits["behind"].as_u64()
        };
        let health = server.anonymous.get("/api/health").await;
        assert_eq!((health.status, &health.json()["status"]), (200, &json!("degraded")));
        assert_eq!(behind(&health.json()), Some(10_000));
        tx.commit().await.unwrap();
        let started = Instant::now();
        loop {
            let health = server.anonymous.get("/api/health").await.json();
            if health["status"] == "ok" && behind(&health) == Some(0) {
                break;
            }
            assert!(started.elapsed() < Duration::from_secs(20), "{health}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        server.stop().await;
    }
}

const METADATA: &str = r#"{"command_id":"c","correlation_id":"j","causation_id":null,"actor":"system","at":"2026-01-31T12:00:00Z"}"#;

fn stored(event: &CreditEvent) -> NewEvent {
    NewEvent {
        event_type: event.name(),
        event_version: event.version(),
        payload: event.encode(),
        metadata: METADATA.into(),
    }
}

async fn server() -> Server {
    Server::start(store::testing::Engine::Sqlite.storage().await.unwrap()).await
}

#[tokio::test]
async fn pages_and_calls_carry_the_security_headers() {
    let server = server().await;
    let user = server.user("ada@example.com", "pro");
    let answers = [
        as_browser(&server, "/").await,
        as_browser(&server, "/history").await,
        server.anonymous.get("/api/config").await,
        server.anonymous.get("/nothing").await,
        user.get("/api/jobs/x").await,
        server.anonymous.get("/export?sessionKey=x").await,
        server.anonymous.get("/api/docs/").await,
    ];
    for answer in answers {
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-frame-options"), "DENY");
        assert_eq!(
            answer.header("referrer-policy"),
            "strict-origin-when-cross-origin"
        );
        let policy = answer.header("content-security-policy");
        for part in [
            "default-src 'self'",
            "script-src 'self';",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{part}: {policy}");
        }
        assert!(!policy.contains("unsafe-eval"), "{policy}");
        assert!(!answer.header("x-request-id").is_empty());
    }
    server.stop().await;
}

#[tokio::test]
async fn the_sign_in_pages_keep_their_own_stricter_policy() {
    let server = server().await;
    for path in [
        "/dev-idp/authorize",
        "/dev-idp/nothing",
        "/dev-idp/.well-known/jwks.json",
    ] {
        let answer = as_browser(&server, path).await;
        let policies: Vec<_> = answer
            .headers
            .get_all("content-security-policy")
            .iter()
            .collect();
        assert_eq!(policies.len(), 1, "{path}");
        let policy = answer.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
    }
    server.stop().await;
}

#[tokio::test]
async fn an_error_names_its_request() {
    let server = server().await;
    let given = server
        .anonymous
        .request(Method::GET, "/api/jobs/x")
        .header("x-request-id", "req-7");
    let answer = server.anonymous.send(given).await;
    // Ids are logged and stored, so they are the server's own.
    assert_ne!(answer.json()["error"]["request_id"], "req-7");
    let one = server.anonymous.get("/nothing").await;
    let other = server.anonymous.get("/nothing").await;
    // `error` asserts that header and body agree.
    assert_eq!((one.error().0, other.error().0), (404, 404));
    assert_ne!(one.header("x-request-id"), other.header("x-request-id"));
    server.stop().await;
}

#[tokio::test]
async fn answers_are_compressed_for_those_who_ask() {
    let server = server().await;
    let plain = server.anonymous.get("/api/openapi.json").await;
    assert_eq!(plain.header("content-encoding"), "");
    let request = server.anonymous.request(Method::GET, "/api/openapi.json");
    let squeezed = request
        .header("accept-encoding", "gzip")
        .send()
        .await
        .unwrap();
    assert_eq!(squeezed.headers()["content-encoding"], "gzip");
    let bytes = squeezed.bytes().await.unwrap();
    assert_eq!(bytes[..2], [0x1f, 0x8b], "a gzip stream");
    assert!(
        bytes.len() * 3 < plain.text.len(),
        "{} of {}",
        bytes.len(),
        plain.text.len()
    );
    server.stop().await;
}

#[tokio::test]
// CRED-01
async fn cred_01_only_what_is_public_may_be_kept() {
    let server = server().await;
    let kept = async |path: &str| {
        as_browser(&server, path)
            .await
            .header("cache-control")
            .to_owned()
    };
    for page in ["/", "/history", "/api/docs/", "/api/openapi.json"] {
        assert_eq!(kept(page).await, "no-cache", "{page}");
    }
    for call in [
        "/api/health",
        "/api/config",
        "/api/nothing/here.json",
        "/api/jobs/x",
    ] {
        let answer = server.anonymous.get(call).await;
        assert_eq!(answer.header("cache-control"), "no-store", "{call}");
    }
    // What a signed-in user is answered: `Guarded::call` looks at every route.
    let eve = server.user("eve@example.com", "basic");
    let refused = eve.get("/api/credits/status/dev%7Csomebody-else").await;
    assert_eq!(
        (refused.status, refused.header("cache-control")),
        (403, "no-store")
    );
    server.stop().await;
}
