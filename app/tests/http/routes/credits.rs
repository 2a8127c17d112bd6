//! Credits that run out, and new accounts (CRED-01, CRED-11).

use std::collections::BTreeSet;

use serde_json::json;

use crate::support::{Server, brewery_search};

store::on_both_engines! {
    /// CRED-11: never below zero, never a row that is not paid for.
    async fn cred_11_a_job_ends_with_the_rows_paid_for_when_the_credits_run_out(test) {
        let mut server = Server::empty(test).await;
        server.start_worker();
        let user = server.user("basil@example.com", "basic");
        let cities: Vec<String> = (0..40).map(|n| format!("Testville {n}")).collect();
        let search = json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"});
        let (job, body) = user.run(&search).await;
        assert_eq!(body["results_count"], 100);
        assert_eq!(
            body["message"],
            "Completed with 100 results: your credits are used up, so there may be more to find"
        );
        assert_eq!(user.rows(&job).await.len(), 100);
        assert_eq!(user.balance().await, (0, 100, 100));
        assert_eq!(user.credits().await["percentage_used"], 100.0);
        assert_eq!(user.history_of(&job).await["status"], "completed");

        let refused = user.post("/api/jobs/scrape", &search).await.error();
        assert_eq!(
            refused,
            (402, "insufficient_credits".into(), "No credits are left (0 available).".into())
        );
        // AUTH-12 (M4): nobody looks what would answer a search that cannot be paid.
        let covered_by_nothing = json!({"search_term": "florist", "state": "OR", "cities": ["Bend"]});
        let other = server.user("dill@example.com", "basic");
        assert_eq!(other.post("/api/jobs/scrape", &covered_by_nothing).await.error().1, "not_covered");
        assert_eq!(user.post("/api/jobs/scrape", &covered_by_nothing).await.status, 402);
        assert_eq!(user.history().await.len(), 1, "the refused jobs left nothing");
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    /// CRED-11: jobs that race for the last credits.
    async fn cred_11_jobs_at_once_never_spend_more_than_there_is(test) {
        let mut server = Server::empty(test).await;
        server.start_worker();
        let user = server.user("basil@example.com", "basic");
        let cities: Vec<String> = (0..10).map(|n| format!("Testville {n}")).collect();
        let mut jobs = Vec::new();
        for term in ["florist", "bakery", "dentist", "plumber"] {
            let search = json!({"search_term": term, "state": "OR", "cities": cities, "source": "sample"});
            let answer = user.post("/api/jobs/scrape", &search).await;
            // The first may have spent everything before the last is asked for.
            match answer.status {
                202 => jobs.push(answer.json()["job_id"].as_str().unwrap().to_owned()),
                other => assert_eq!(other, 402, "{}", answer.text),
            }
        }
        let mut rows = 0;
        for job in &jobs {
            let body = user.ended(job).await;
            assert_eq!(body["status"], "completed", "{body}");
            let delivered = user.rows(job).await.len();
            assert_eq!(body["results_count"], delivered);
            rows += delivered;
        }
        assert_eq!(rows, 100);
        assert_eq!(user.balance().await, (0, 100, 100));
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    /// CRED-01: the first call opens the account, however many come at once.
    async fn cred_01_the_first_calls_of_a_new_user_open_one_account(test) {
        let server = Server::empty(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let calls = (0..16).map(|_| {
            let user = user.clone();
            tokio::spawn(async move { user.balance().await })
        });
        let mut seen = BTreeSet::new();
        for call in calls.collect::<Vec<_>>() {
            seen.insert(call.await.unwrap());
        }
        assert_eq!(seen, BTreeSet::from([(2_000, 0, 2_000)]));
        assert_eq!(server.ledger().await.len(), 2, "opened and granted, once");
        server.stop().await;
    }

    /// CRED-01: balances are answered no-store, whatever query busts a cache.
    async fn cred_01_a_balance_is_never_cached(test) {
        let server = Server::empty(test).await;
        let user = server.user("ada@example.com", "pro");
        for query in ["", "?_t=1699999999999", "?t=1&cache=no"] {
            let path = format!("/api/credits/status/{}{query}", user.sub_in_path());
            let answer = user.get(&path).await;
            assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"));
        }
        let history = user.get(&format!("/api/credits/history/{}?days=7", user.sub_in_path())).await;
        assert_eq!((history.status, history.header("cache-control")), (200, "no-store"));
        server.stop().await;
    }

    /// HIST-01: a history says what was searched, where, and in how many cities.
    async fn hist_01_a_history_says_what_was_searched(test) {
        let server = Server::start(test).await;
        let user = server.user("hira@example.com", "pro");
        let mut search = brewery_search();
        search["cities"] = json!(["Bend", "Portland", "Eugene", "Salem", "Medford", "Astoria"]);
        user.run(&search).await;
        let path = format!("/api/credits/history/{}?days=7", user.sub_in_path());
        let history = user.get(&path).await.json()["data"].clone();
        let searched = json!({
            "term": search["search_term"], "state": "OR", "city_count": 6,
            "cities": ["Bend", "Portland", "Eugene", "Salem", "Medford"],
        });
        assert_eq!(history[0]["search"], searched);
        let csv = user.get(&format!("{path}&format=csv")).await;
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        let lines: Vec<_> = csv.text.lines().collect();
        let term = search["search_term"].as_str().unwrap();
        assert_eq!(lines.len(), 2);
        assert!(lines[1].contains(&format!(",{term},OR,Bend; Portland; Eugene; Salem; Medford,6,google_maps,")), "{}", lines[1]);
        assert!(lines[1].starts_with(history[0]["session_id"].as_str().unwrap()));
        assert_eq!(user.get(&format!("{path}&format=pdf")).await.status, 400);
        server.stop().await;
    }

    /// PLAN-01: the plans are what the domain grants, for everybody to read.
    async fn plan_01_the_plans_are_public_and_whole(test) {
        let server = Server::empty(test).await;
        let answer = server.anonymous.get("/api/plans").await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, "public, max-age=300"));
        let body = answer.json();
        let plans = body["plans"].as_array().unwrap().iter().map(|plan| {
            let number = |field: &str| plan[field].as_i64().unwrap();
            (plan["tier"].as_str().unwrap(), number("dollars_a_month"), number("credits_a_month"), number("rollover_ceiling"))
        });
        assert_eq!(plans.collect::<Vec<_>>(), [
            ("basic", 0, 100, 200), ("pro", 99, 250, 500), ("business", 199, 600, 1_200), ("enterprise", 499, 2_000, 4_000),
        ]);
        assert_eq!((&body["credits_per_result"], &body["credits_per_enriched_result"]), (&json!(1), &json!(2)));
        // What it says is what a new account gets.
        let user = server.user("plan@example.com", "pro");
        assert_eq!(user.balance().await.0, 250);
        server.stop().await;
    }
}
