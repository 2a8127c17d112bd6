//! `Idempotency-Key` on every POST: one effect, one answer (design sections 2 and 4).

use reqwest::Method;
use serde_json::{Value, json};
use store::db::{Db, Storage};
use store::on_both_engines;

use store::with_reader;

use crate::support::{
    Answer, Client, Guarded, Install, Kind, Server, brewery_search, guarded, made_up_listing,
};

/// Routes whose answers may be stored for repetitions. Each holds nothing that a user saved or wrote.
const KEPT: [&str; 9] = [
    "POST /api/account/erase",
    "POST /api/credits/redeem/{userId}",
    "POST /api/jobs/scrape",
    "POST /api/jobs/{jobId}/cancel",
    "POST /api/monitors",
    "POST /api/save-company",
    "POST /api/saved-companies/refresh",
    "POST /api/saved-companies/{companyId}/restore",
    "POST /api/websites/read",
];
/// What the user writes.
const WRITTEN: &str = "whisper";

async fn post_with(client: &Client, path: &str, key: &str, body: &Value) -> Answer {
    let request = client
        .request(Method::POST, path)
        .header("Idempotency-Key", key)
        .json(body);
    client.send(request).await
}

on_both_engines! {
    async fn job_01_a_repeated_start_is_one_job_with_one_answer(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ida@example.com", "pro");
        user.credits().await;
        let search = brewery_search();
        let sends = (0..8).map(|_| post_with(&user, "/api/jobs/scrape", "start-1", &search));
        let answers = futures::future::join_all(sends).await;
        let jobs: Vec<Value> = answers.iter().map(Answer::json).collect();
        assert!(answers.iter().all(|answer| answer.status == 202), "{answers:?}");
        assert!(jobs.iter().all(|job| *job == jobs[0]), "{jobs:?}");
        let again = post_with(&user, "/api/jobs/scrape", "start-1", &search).await;
        assert_eq!((again.status, again.json()), (202, jobs[0].clone()));
        assert_eq!(again.header("idempotent-replayed"), "true");
        assert_eq!(user.history().await.len(), 1);

        // The same key with another body, of another user, on another path.
        let other = json!({"search_term": "bakery", "state": "OR", "cities": ["Bend"]});
        let reused = post_with(&user, "/api/jobs/scrape", "start-1", &other).await;
        assert_eq!((reused.status, reused.error().1.as_str()), (422, "key_reused"));
        let somebody = server.user("udo@example.com", "pro");
        let theirs = post_with(&somebody, "/api/jobs/scrape", "start-1", &search).await;
        assert_eq!(theirs.status, 202);
        assert_ne!(theirs.json(), jobs[0]);
        let job = jobs[0]["job_id"].as_str().unwrap();
        let cancel = format!("/api/jobs/{job}/cancel");
        for _ in 0..2 {
            let cancelled = post_with(&user, &cancel, "start-1", &json!({})).await;
            assert_eq!(cancelled.status, 200, "{}", cancelled.text);
        }
        // Without the key the second cancellation is refused.
        assert_eq!(user.cancel(job).await.status, 409);
        server.stop().await;
    }

    async fn coup_06_a_repeated_redemption_gets_the_first_answer_whatever_happened_since(test) {
        let install = Install::new(&test);
        let server = Server::empty(test).await;
        let user = server.user("ida@example.com", "basic");
        user.credits().await;
        install.succeed(&["coupons", "issue", "--credits", "50", "--code", "FIRST"]);
        install.succeed(&["coupons", "issue", "--credits", "9", "--code", "SECOND"]);
        let path = format!("/api/credits/redeem/{}", user.sub_in_path());
        let first = post_with(&user, &path, "r1", &json!({"coupon_code": "FIRST"})).await;
        assert_eq!(first.json()["balance"]["available_credits"], 150);
        assert_eq!(user.redeem("SECOND").await.json()["success"], true);
        let again = post_with(&user, &path, "r1", &json!({"coupon_code": "FIRST"})).await;
        assert_eq!((again.status, &again.text), (200, &first.text));
        assert_eq!(user.balance().await.0, 159);
        server.stop().await;
    }

    async fn a_refusal_is_repeated_too_and_a_passing_failure_is_not(test) {
        let server = Server::empty(test).await;
        let user = server.user("ida@example.com", "basic");
        let bad = json!({"search_term": "", "state": "OR", "cities": ["Bend"]});
        let first = post_with(&user, "/api/jobs/scrape", "k", &bad).await;
        let again = post_with(&user, "/api/jobs/scrape", "k", &bad).await;
        assert_eq!((first.status, again.status), (400, 400));
        assert_eq!(first.text, again.text);

        let path = format!("/api/credits/redeem/{}", user.sub_in_path());
        let wrong = json!({"coupon_code": "WRONG"});
        for n in 0..20 {
            post_with(&user, &path, &format!("g{n}"), &wrong).await;
        }
        let limited = post_with(&user, &path, "limited", &wrong).await;
        assert_eq!(limited.status, 429);
        let long = "k".repeat(256);
        for key in ["", " ", long.as_str()] {
            let refused = post_with(&user, &path, key, &wrong).await;
            assert_eq!(refused.status, 400, "{key:?}");
        }
        let nobody = post_with(&server.anonymous, &path, "limited", &wrong).await;
        assert_eq!(nobody.status, 401);
        server.stop().await;
    }

    /// Of calls with one key at the same moment the first is refused; then another process's answer is credited, and a
    /// later one of them takes effect. It is told so, and so is every repetition.
    async fn job_01_a_stored_refusal_never_hides_what_was_done(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ida@example.com", "pro");
        user.credits().await;
        let storage = server.product.core.storage.clone();
        storage.log.run_script(refused_first(&storage)).await.unwrap();
        let search = brewery_search();
        let started = post_with(&user, "/api/jobs/scrape", "k", &search).await;
        assert_eq!(started.status, 202, "{}", started.text);
        assert_eq!(stored(&storage).await, [started.text.as_str()]);
        let again = post_with(&user, "/api/jobs/scrape", "k", &search).await;
        assert_eq!((again.status, &again.text), (202, &started.text));
        assert_eq!(again.header("idempotent-replayed"), "true");

        // The process that started it died before it stored its answer.
        let refused = "UPDATE http_answers SET status = 402, body = '{}', had_effect = FALSE";
        storage.log.run_script(refused).await.unwrap();
        let again = post_with(&user, "/api/jobs/scrape", "k", &search).await;
        assert_eq!((again.status, again.json()), (202, started.json()));
        let other = json!({"search_term": "bakery", "state": "OR", "cities": ["Bend"]});
        storage.log.run_script(refused).await.unwrap();
        assert_eq!(post_with(&user, "/api/jobs/scrape", "k", &other).await.error().1, "key_reused");
        assert_eq!(user.history().await.len(), 1);
        server.stop().await;
    }

    /// AUTH-12 (ADR 0032): of every POST route, only those that say so leave an answer behind, and none of them shows what
    /// a user saved or wrote.
    async fn auth_12_only_answers_that_say_so_are_stored_and_nothing_personal_ever_is(test) {
        let mut server = Server::empty(test).await;
        server.import(&made_up_listing());
        server.start_worker();
        let user = server.user("ida@example.com", "pro");
        let (job, _) = user.run(&brewery_search()).await;
        let saved = user.post("/api/save-companies", &json!({"session_id": job})).await;
        let name = saved.json()["results"][0]["name"].as_str().unwrap().to_owned();
        let listed = user.get("/api/saved-companies?page=1&limit=1").await.json();
        let company = listed["companies"][0]["company_id"].as_str().unwrap().to_owned();
        let filled = |text: String| {
            let text = text.replace("7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c", &company);
            text.replace("spring", WRITTEN)
        };
        let proxy = json!({"url": "http://proxy.example"});
        let proxy = user.request(Method::PUT, "/api/proxy").json(&proxy);
        assert_eq!(user.send(proxy).await.status, 200);
        let mut routes: Vec<Guarded> = guarded(&user, &job);
        routes.retain(|route| route.route.starts_with("POST "));
        // It makes all others pointless.
        routes.sort_by_key(|route| route.route.ends_with("/erase"));
        let storage = server.product.core.storage.clone();
        let mut kept = Vec::new();
        for route in routes {
            let mut body = route.body.unwrap_or(json!({}));
            for member in ["crmData", "crm_data"] {
                if body.get(member).is_some() {
                    body[member]["notes"] = json!(WRITTEN);
                }
            }
            let body = serde_json::from_str(&filled(body.to_string())).unwrap();
            let before = stored(&storage).await.len();
            let answer = post_with(&user, &filled(route.path), "once", &body).await;
            let is_kept = stored(&storage).await.len() > before;
            assert_eq!(is_kept, KEPT.contains(&route.route), "{}: {}", route.route, answer.text);
            // Else it would say nothing that could be stored.
            let is_none = route.kind == Kind::NamesAnother && answer.status == 404;
            let is_ok =
                answer.status < 300 || is_kept || is_none || route.route == "POST /enrich";
            assert!(is_ok, "{}: {} {}", route.route, answer.status, answer.text);
            kept.extend(is_kept.then_some(route.route));
        }
        kept.sort_unstable();
        assert_eq!(kept, KEPT);
        for body in stored(&storage).await {
            assert!(!body.contains(WRITTEN) && !body.contains(&name), "{body}");
        }
        server.stop().await;
    }
}

/// Has a refusal stored under each command's key in the moment of its commit, as by a call that came a little earlier.
fn refused_first(storage: &Storage) -> &'static str {
    match storage.log {
        Db::Sqlite { .. } => {
            "CREATE TRIGGER refused_first AFTER INSERT ON commands BEGIN
                INSERT INTO http_answers (request_key, body_hash, status, body, had_effect, answered_at)
                VALUES (NEW.command_key, NEW.body_hash, 402, '{}', FALSE, NEW.recorded_at);
             END"
        }
        Db::Postgres(_) => {
            "CREATE FUNCTION refused_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO http_answers (request_key, body_hash, status, body, had_effect, answered_at)
                VALUES (NEW.command_key, NEW.body_hash, 402, '{}', FALSE, NEW.recorded_at);
                RETURN NULL;
             END $$;
             CREATE TRIGGER refused_first AFTER INSERT ON commands
                FOR EACH ROW EXECUTE FUNCTION refused_first()"
        }
    }
}

/// The answers that are stored.
async fn stored(storage: &Storage) -> Vec<String> {
    with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT body FROM http_answers").fetch_all(pool).await)
    .unwrap()
}
