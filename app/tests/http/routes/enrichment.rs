//! Enrichment as users ask for it: who may, what it gives, what it costs, how it ends (ENR-01, ENR-02,
//! ENR-04, ENR-05, ENR-06; issue 6). The reference pack is what ships with the product.

use domain::ids::UserId;
use reqwest::Method;
use serde_json::{Value, json};

use super::exports::Table;
use crate::support::{BEND_BREWERIES, Client, PORTLAND_BREWERIES, Server, brewery_search};

const BREWERIES: i64 = (PORTLAND_BREWERIES + BEND_BREWERIES) as i64;

/// Made-up rows in real cities, whose surroundings are known.
pub(crate) fn in_real_cities(max_results: u32) -> Value {
    let cities = [
        "Los Angeles",
        "San Diego",
        "San Jose",
        "San Francisco",
        "Fresno",
        "Sacramento",
        "Long Beach",
        "Oakland",
        "Bakersfield",
        "Anaheim",
        "Riverside",
        "Stockton",
    ];
    json!({
        "search_term": "florist", "state": "CA", "cities": cities, "source": "sample",
        "max_results": max_results,
    })
}

pub(crate) async fn enrich(user: &Client, session: &str) -> Value {
    let answer = user.post("/enrich", &json!({"sessionKey": session})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Asks for the enrichment and does not wait for it.
pub(crate) async fn begin(user: &Client, session: &str) -> Value {
    let request = user
        .request(Method::POST, "/enrich")
        .header("prefer", "respond-async")
        .json(&json!({"sessionKey": session}));
    let answer = user.send(request).await;
    assert_eq!(answer.status, 202, "{}", answer.text);
    answer.json()
}

pub(crate) fn enriched(rows: &Value) -> usize {
    let rows = rows.as_array().unwrap().iter();
    rows.filter(|row| row.get("naics6_code").is_some()).count()
}

store::on_both_engines! {
    /// ENR-01, ENR-05, ENR-06: the second credit a row, once.
    async fn enr_05_rows_get_their_facts_for_one_credit_more_and_only_once(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        let (job, body) = user.run(&brewery_search()).await;
        assert_eq!(body["enrichment"]["status"], "not_requested");
        let answer = enrich(&user, &job).await;
        assert_eq!(answer["sessionKey"], job.as_str());
        assert_eq!(answer["enrichment_applied"], true);
        let rows = answer["results"].as_array().unwrap();
        assert_eq!(rows.len() as i64, BREWERIES);
        let known = enriched(&answer["results"]) as i64;
        assert!(known >= 30, "{known} rows are enriched");
        let row = rows.iter().find(|row| row["city"] == "Bend" && row.get("county").is_some()).unwrap();
        assert_eq!(row["county_fips"], "41017", "{row}");
        assert!(row["competitors_within_5mi"].is_number(), "{row}");

        user.has_paid(BREWERIES + known).await;
        assert_eq!(user.history_of(&job).await["scrape_type"], "enriched");
        // JOB-10: how long the search took does not change.
        let later = user.job(&job).await;
        assert!(body["ended_at"].is_string(), "{body}");
        assert_eq!(later["ended_at"], body["ended_at"]);
        assert_ne!(later["updated_at"], body["updated_at"]);
        assert_eq!(user.history_of(&job).await["credits_consumed"], BREWERIES + known);
        assert_eq!(user.history_of(&job).await["results_count"], BREWERIES);
        let result = user.get(&format!("/api/jobs/{job}/result")).await.json();
        assert_eq!(result["result"]["enrichment_applied"], true);
        assert_eq!(result["result"]["results"], answer["results"]);
        assert_eq!(enriched(&json!(user.rows(&job).await)) as i64, known);
        let enrichment = &user.job(&job).await["enrichment"];
        assert_eq!((&enrichment["status"], &enrichment["progress"]), (&json!("completed"), &json!(100)));

        // Again, as a form: the same rows, nothing paid, nothing recorded.
        let events = server.ledger().await.len();
        let form = "--x\r\nContent-Disposition: form-data; name=\"sessionKey\"\r\n\r\n".to_owned()
            + &job + "\r\n--x\r\nContent-Disposition: form-data; name=\"format\"\r\n\r\njson\r\n--x--\r\n";
        let request = user.request(Method::POST, "/enrich")
            .header("content-type", "multipart/form-data; boundary=x")
            .body(form);
        assert_eq!(user.send(request).await.json(), answer);
        assert_eq!(server.ledger().await.len(), events);
        server.stop().await;
    }

    /// ENR-06: the file has a column a fact, with its source.
    async fn enr_06_an_exported_table_names_facts_by_their_labels_with_source_and_vintage(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        let (job, _) = user.run(&brewery_search()).await;
        let path = format!("/export?sessionKey={job}&format=csv&sources=columns");
        assert!(!user.get(&path).await.text.contains("[source]"));
        enrich(&user, &job).await;
        let table = Table::read(&user.get(&path).await.text);
        let (value, source) = (table.place("County FIPS"), table.place("County FIPS [source]"));
        let vintage = table.place("County FIPS [vintage]");
        let mut filled = 0;
        for row in &table.rows {
            assert_eq!(row[value].is_empty(), row[source].is_empty());
            assert_eq!(row[value].is_empty(), row[vintage].is_empty());
            filled += usize::from(!row[value].is_empty());
        }
        assert!(filled >= 30, "{filled}");
        server.stop().await;
    }

    /// ENR-05: the tier is asked for when the API is called directly too.
    async fn enr_05_a_basic_user_is_refused_and_pays_nothing(test) {
        let server = Server::start(test).await;
        let user = server.user("ben@example.com", "basic");
        let (job, _) = user.run(&brewery_search()).await;
        let refused = user.post("/enrich", &json!({"sessionKey": job})).await.error();
        let text = "Data enrichment requires Business or Pro tier".to_owned();
        assert_eq!(refused, (403, "not_in_plan".into(), text));
        assert_eq!(user.job(&job).await["enrichment"]["status"], "not_requested");
        user.has_paid(BREWERIES).await;
        server.stop().await;
    }

    /// ENR-05, CRED-11: the first rows that can be paid for; later credits go on from there.
    async fn enr_05_short_credits_enrich_the_first_rows_and_more_credits_the_rest(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        let (job, _) = user.run(&in_real_cities(150)).await;
        let answer = enrich(&user, &job).await;
        assert_eq!(answer["enrichment"]["enriched"], 100);
        let message = "Enriched 100 of 150 results: your credits are used up";
        assert_eq!(answer["enrichment"]["message"], message);
        let rows = answer["results"].as_array().unwrap();
        assert_eq!((rows.len(), enriched(&json!(rows[..100])), enriched(&json!(rows[100..]))), (150, 100, 0));
        assert_eq!(user.balance().await.0, 0);
        // Who did not hear the answer hears it again.
        assert_eq!(enrich(&user, &job).await, answer);
        let events = server.ledger().await.len();
        assert_eq!(enrich(&user, &job).await["enrichment"]["enriched"], 100);
        assert_eq!(server.ledger().await.len(), events);

        let sub = UserId::new(&user.sub).unwrap();
        let accounts = &server.product.core.accounts;
        accounts.adjust(&sub, 60, "test".into(), "a present".into(), None).await.unwrap();
        let answer = enrich(&user, &job).await;
        assert_eq!(answer["enrichment"]["message"], "Enriched 150 results");
        assert_eq!(enriched(&answer["results"]), 150);
        assert_eq!(user.balance().await.0, 10);
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    /// ENR-01: what cannot be enriched is said so.
    async fn enr_01_unknown_sessions_open_jobs_and_bad_bodies_are_refused(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("enya@example.com", "pro");
        let other = server.user("eve@example.com", "pro");
        let job = user.start(&brewery_search()).await;
        let early = user.post("/enrich", &json!({"sessionKey": job})).await.error();
        assert_eq!((early.0, early.1.as_str()), (409, "wrong_state"));
        assert!(early.2.contains("has not ended"), "{}", early.2);
        for session in [job.as_str(), "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c", "x", ""] {
            let refused = other.post("/enrich", &json!({"sessionKey": session})).await.error();
            assert_eq!((refused.0, refused.1.as_str()), (404, "not_found"), "{session}");
        }
        assert_eq!(user.post("/enrich", &json!({})).await.error().0, 400);
        let odd = json!({"sessionKey": job, "format": "pdf"});
        assert_eq!(user.post("/enrich", &odd).await.error().0, 400);
        for form in ["", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n", "--x\r\nnothing"] {
            let request = user.request(Method::POST, "/enrich")
                .header("content-type", "multipart/form-data; boundary=x").body(form);
            assert_eq!(user.send(request).await.error().0, 400, "{form}");
        }
        assert_eq!(server.anonymous.post("/enrich", &json!({"sessionKey": job})).await.status, 401);
        // A key keeps no refusal of a call that is harmless to repeat.
        let keyed = || user.request(Method::POST, "/enrich").header("idempotency-key", "k-1")
            .json(&json!({"sessionKey": job}));
        assert_eq!(user.send(keyed()).await.error().0, 409);
        server.start_worker();
        user.ended(&job).await;
        assert_eq!(user.send(keyed()).await.status, 200);
        enrich(&user, &job).await;
        server.stop().await;
    }

    /// JOB-07: cancelled before a worker took it up: nothing is paid; asked for again, it is done.
    async fn job_07_a_cancelled_enrichment_costs_nothing_more_and_can_be_asked_for_again(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        let (job, _) = user.run(&in_real_cities(40)).await;
        let test = server.stop().await;
        let mut server = Server::without_worker(test).await;
        let user = server.user("enya@example.com", "pro");
        assert_eq!(begin(&user, &job).await["enrichment"]["status"], "processing");
        let cancelled = user.cancel(&job).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.text);
        let body = user.job(&job).await;
        assert_eq!((&body["status"], &body["enrichment"]["status"]), (&json!("completed"), &json!("cancelled")));
        server.start_worker();
        user.run(&brewery_search()).await;
        user.has_paid(40 + BREWERIES).await;
        assert_eq!(enriched(&json!(user.rows(&job).await)), 0);
        assert_eq!(user.cancel(&job).await.error().0, 409);
        let answer = enrich(&user, &job).await;
        assert_eq!(enriched(&answer["results"]), 40);
        user.has_paid(80 + BREWERIES).await;
        server.stop().await;
    }

    /// ENR-02: many callers at once, as retries are: one run, one debit a row.
    async fn enr_02_callers_at_the_same_moment_share_one_run(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "enterprise");
        let (job, _) = user.run(&in_real_cities(150)).await;
        let calls = (0..8).map(|_| enrich(&user, &job));
        let answers = futures::future::join_all(calls).await;
        assert_eq!(enriched(&answers[0]["results"]), 150);
        assert!(answers.iter().all(|answer| answer["results"] == answers[0]["results"]));
        user.has_paid(300).await;
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    /// ENR-04.
    async fn enr_04_scrape_answers_with_rows_and_the_same_session_id_costs_nothing_again(test) {
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "pro");
        let path = "/scrape?query=breweries+in+Portland&state=OR&session_id=s-1&scraper_id=maps";
        let first = user.get(path).await;
        assert_eq!(first.status, 200, "{}", first.text);
        let first = first.json();
        assert_eq!(first["results"].as_array().unwrap().len(), 10);
        assert_eq!(first["status"], "completed");
        let session = first["sessionKey"].as_str().unwrap();
        assert_eq!(user.get(path).await.json(), first);
        user.has_paid(10).await;
        assert_eq!(user.history_of(session).await["scrape_type"], "standard");
        let other = "/scrape?query=cafes+in+Portland&state=OR&session_id=s-1";
        assert_eq!(user.get(other).await.error().0, 422);
        let own = user.get("/scrape?query=breweries+in+Portland&state=OR&user_id=someone").await;
        assert_eq!(own.error().0, 403);
        // The same name of another user is another session.
        let eve = server.user("eve@example.com", "pro");
        assert_ne!(eve.get(path).await.json()["sessionKey"], first["sessionKey"]);
        let rows = enrich(&user, session).await;
        assert_eq!(rows["results"].as_array().unwrap().len(), 10);
        assert_eq!(user.history_of(session).await["scrape_type"], "enriched");
        server.stop().await;
    }
}
