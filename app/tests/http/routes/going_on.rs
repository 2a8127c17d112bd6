//! A search that asks for enriched rows: the server goes on by itself, whoever follows it (JOB-06, ENR-02, ENR-05).

use domain::ids::UserId;
use serde_json::{Value, json};
use store::testing::TestStorage;

use super::enrichment::{enrich, enriched, in_real_cities};
use crate::support::{Client, Server, brewery_search, eventually};

/// Made-up rows whose surroundings are known, with their facts.
fn with_facts(rows: u32) -> Value {
    let mut search = in_real_cities(rows);
    search["enrich"] = json!(true);
    search
}

/// Nobody calls the server until the log has `event`.
async fn nobody_calls_until(server: &Server, event: &str) {
    eventually(event, || async {
        (server.ledger().await.count(event) > 0).then_some(())
    })
    .await;
}

/// The session, once the read models show that its enrichment has ended.
async fn at_rest(user: &Client, job: &str) -> Value {
    eventually("the enrichment is shown to have ended", || async {
        let body = user.job(job).await;
        (body["enrichment"]["status"] != "processing").then_some(body)
    })
    .await
}

/// Rows and facts are there, each paid once.
async fn assert_all_there(server: &Server, user: &Client, job: &str, rows: i64) {
    let body = at_rest(user, job).await;
    let stands = (
        &body["status"],
        &body["enrichment"]["status"],
        &body["enrich"],
    );
    assert_eq!(
        stands,
        (&json!("completed"), &json!("completed"), &json!(true))
    );
    let result = user.get(&format!("/api/jobs/{job}/result")).await.json();
    assert_eq!(result["result"]["enrichment_applied"], true);
    assert_eq!(enriched(&result["result"]["results"]) as i64, rows);
    user.has_paid(2 * rows).await;
    let log = server.ledger().await;
    assert_eq!(log.count("EnrichmentStarted"), 1);
    log.assert_holds_settled_once();
}

/// Leaves a user so many credits.
async fn leave(server: &Server, user: &Client, credits: i64) {
    let difference = credits - user.balance().await.0;
    let sub = UserId::new(&user.sub).unwrap();
    let accounts = &server.product.core.accounts;
    let adjusted = accounts.adjust(&sub, difference, "test".into(), "test".into(), None);
    adjusted.await.unwrap();
}

/// A server whose worker is stopped when the log has `event`, and started again.
async fn restarted_at(test: TestStorage, event: &str) {
    let mut server = Server::without_worker(test).await;
    let user = server.user("enya@example.com", "enterprise");
    let job = user.start(&with_facts(240)).await;
    server.start_worker();
    nobody_calls_until(&server, event).await;
    let test = server.stop().await;
    let server = Server::start(test).await;
    let user = server.user("enya@example.com", "enterprise");
    nobody_calls_until(&server, "EnrichmentCompleted").await;
    assert_all_there(&server, &user, &job, 240).await;
    server.stop().await;
}

store::on_both_engines! {
    /// JOB-06: whoever closes the page after the start finds rows and facts later.
    async fn job_06_the_facts_follow_the_rows_though_nobody_asks(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        let job = user.start(&with_facts(60)).await;
        nobody_calls_until(&server, "EnrichmentCompleted").await;
        assert_all_there(&server, &user, &job, 60).await;
        assert_eq!(user.history_of(&job).await["scrape_type"], "enriched");
        server.stop().await;
    }

    /// JOB-13.
    async fn job_13_a_restart_in_the_search_loses_neither_rows_nor_facts(test) {
        Box::pin(restarted_at(test, "RowsDelivered")).await;
    }

    /// JOB-13.
    async fn job_13_a_restart_in_the_enrichment_loses_neither_rows_nor_facts(test) {
        Box::pin(restarted_at(test, "RowsEnriched")).await;
    }

    /// JOB-07: cancelled before its search ends, nothing follows.
    async fn job_07_a_search_to_be_enriched_that_is_cancelled_stays_without_facts(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("enya@example.com", "pro");
        let job = user.start(&with_facts(60)).await;
        assert_eq!(user.cancel(&job).await.status, 200);
        server.start_worker();
        user.run(&brewery_search()).await;
        let body = user.job(&job).await;
        let stands = (&body["status"], &body["enrichment"]["status"]);
        assert_eq!(stands, (&json!("cancelled"), &json!("not_requested")));
        assert_eq!(server.ledger().await.count("EnrichmentStarted"), 0);
        server.stop().await;
    }

    /// JOB-07: cancelled after that, rows and paid facts are kept.
    async fn job_07_cancelling_once_the_rows_are_there_stops_the_facts(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let job = user.start(&with_facts(240)).await;
        server.start_worker();
        nobody_calls_until(&server, "RowsEnriched").await;
        let answer = user.cancel(&job).await;
        let body = at_rest(&user, &job).await;
        assert_eq!(body["status"], "completed");
        let facts = enriched(&json!(user.rows(&job).await)) as i64;
        assert_eq!(body["enrichment"]["enriched"], facts);
        match answer.status {
            200 => assert_eq!(body["enrichment"]["status"], "cancelled"),
            // It was done a moment before.
            409 => assert_eq!((&body["enrichment"]["status"], facts), (&json!("completed"), 240)),
            _ => panic!("{}", answer.text),
        }
        user.has_paid(240 + facts).await;
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    /// ENR-02: a client written to the specification, which calls for the facts itself, is charged once.
    async fn enr_02_a_call_for_facts_joins_the_enrichment_that_follows_the_search(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let (job, body) = user.run(&with_facts(150)).await;
        assert_eq!(body["enrich"], true);
        let answers = futures::future::join_all((0..3).map(|_| enrich(&user, &job))).await;
        for answer in answers {
            assert_eq!(enriched(&answer["results"]), 150);
        }
        assert_all_there(&server, &user, &job, 150).await;
        server.stop().await;
    }

    /// ENR-05: refused with the words of POST /enrich, and nothing is started.
    async fn enr_05_a_plan_without_enrichment_cannot_ask_for_it_with_the_search(test) {
        let server = Server::start(test).await;
        let user = server.user("ben@example.com", "basic");
        let refused = user.post("/api/jobs/scrape", &with_facts(20)).await.error();
        let (job, _) = user.run(&brewery_search()).await;
        assert_eq!(user.post("/enrich", &json!({"sessionKey": job})).await.error(), refused);
        let text = "Data enrichment requires Business or Pro tier".to_owned();
        assert_eq!(refused, (403, "not_in_plan".into(), text));
        assert_eq!(user.history().await.len(), 1);
        server.stop().await;
    }

    /// CRED-11: rows first, then facts.
    async fn cred_11_seventy_credits_give_fifty_eight_rows_and_twelve_with_facts(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        leave(&server, &user, 70).await;
        let job = user.start(&with_facts(58)).await;
        nobody_calls_until(&server, "EnrichmentCompleted").await;
        let body = at_rest(&user, &job).await;
        assert_eq!((&body["results_count"], &body["enrichment"]["enriched"]), (&json!(58), &json!(12)));
        let message = "Enriched 12 of 58 results: your credits are used up";
        assert_eq!(body["enrichment"]["message"], message);
        assert_eq!(enriched(&json!(user.rows(&job).await)), 12);
        assert_eq!(user.balance().await.0, 0);
        server.stop().await;
    }
}
