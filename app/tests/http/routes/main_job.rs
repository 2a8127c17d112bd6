//! The main job: search, follow, pay, hand out (JOB-04 to JOB-06, JOB-16, CRED-01, CRED-11, HIST-01,
//! RES-03).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::{
    BEND_BREWERIES, Client, PORTLAND_BREWERIES, Server, assert_body, brewery_search,
    made_up_listing,
};

const ROWS: usize = PORTLAND_BREWERIES + BEND_BREWERIES;

/// The ids of the listing's rows that the search should find, read without the importer.
fn expected_ids() -> BTreeSet<String> {
    let mut listing = csv::Reader::from_path(made_up_listing()).unwrap();
    let ids: BTreeSet<String> = listing
        .records()
        .map(Result::unwrap)
        .filter(|row| {
            let category = ["brewery", "Breweries"].contains(&&row[2]);
            let open = &row[3] == "open";
            let place = [("Portland", "OR"), ("Bend", "Oregon")].contains(&(&row[5], &row[6]));
            // M043 has no name, M044 is M001 again.
            category && open && place && !["M043", "M044"].contains(&&row[0])
        })
        .map(|row| row[0].to_owned())
        .collect();
    assert_eq!(ids.len(), ROWS);
    ids
}

fn ids(rows: &[Value]) -> BTreeSet<String> {
    rows.iter()
        .map(|row| row["source_id"].as_str().unwrap().to_owned())
        .collect()
}

async fn assert_credits(user: &Client, used: usize) {
    let credits = user.credits().await;
    let used = i64::try_from(used).unwrap();
    let expected = json!({
        "user_id": user.sub, "available_credits": 250 - used, "total_credits": 250,
        "used_credits": used, "percentage_used": credits["percentage_used"], "tier": "pro",
        "next_reset": credits["next_reset"], "last_reset": credits["last_reset"], "can_enrich": true, "can_save_companies": true,
        "max_saves": 25_000, "credit_system_used": true,
    });
    assert_eq!(credits, expected);
    let share = credits["percentage_used"].as_f64().unwrap();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let due = used as f64 / 2.5;
    assert!((share - due).abs() < 1e-9, "{share}");
    let reset: jiff::Timestamp = credits["last_reset"].as_str().unwrap().parse().unwrap();
    assert!(reset <= jiff::Timestamp::now());
}

store::on_both_engines! {
    /// JOB-04, JOB-05, JOB-06, JOB-16, CRED-01, CRED-11, HIST-01, RES-03.
    async fn job_16_a_search_delivers_exactly_the_open_businesses_there_and_charges_one_credit_a_row(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        assert_credits(&user, 0).await;
        let (job, body) = user.run(&brewery_search()).await;
        assert_job_body(&body);
        assert_eq!(body["job_id"], job);

        let rows = user.rows(&job).await;
        assert_eq!(ids(&rows), expected_ids());
        assert!(rows.iter().all(|row| row["state"] == "OR" && row["sample"] == false));
        let indexes: Vec<u64> = rows.iter().map(|row| row["row_idx"].as_u64().unwrap()).collect();
        assert_eq!(indexes, (0..ROWS as u64).collect::<Vec<_>>());
        assert_rows_as_listed(&rows);

        assert_credits(&user, ROWS).await;
        let entry = user.history_of(&job).await;
        assert_body("history-entry", &entry, &["/session_id", "/timestamp"]);
        assert_eq!(entry["timestamp"], body["created_at"]);

        let result = user.get(&format!("/api/jobs/{job}/result")).await.json();
        assert_eq!(result["status"], "completed");
        assert_eq!(result["result"]["results"], json!(rows));
        assert_eq!(result["result"]["enrichment_applied"], false);
        assert_eq!(result["result"]["sample"], false);
        let status = user.get(&format!("/api/jobs/status/{job}")).await.json();
        assert_eq!(status, body);

        let ledger = server.ledger().await;
        ledger.assert_holds_settled_once();
        assert_eq!(ledger.debited(&job), ROWS as i64);
        assert_eq!(ledger.delivered(&job), ROWS as i64);
        server.stop().await;
    }

    /// CRED-11, HIST-01.
    async fn cred_11_a_second_job_of_the_same_user_is_charged_beside_the_first(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (first, _) = user.run(&brewery_search()).await;
        let bakeries = json!({
            "search_term": "Bakeries", "state": "or", "cities": ["portland"], "user_id": user.sub,
        });
        let (second, body) = user.run(&bakeries).await;
        assert_eq!(body["results_count"], 3);
        assert_credits(&user, ROWS + 3).await;
        let sessions: Vec<Value> = user.history().await.iter().map(|e| e["session_id"].clone()).collect();
        assert_eq!(sessions, [json!(second), json!(first)], "newest first");
        server.stop().await;
    }

    // JOB-04
    async fn job_04_two_jobs_at_once_share_the_credits_and_each_gets_its_rows(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let jobs = [user.start(&brewery_search()).await, user.start(&brewery_search()).await];
        for job in &jobs {
            assert_eq!(user.ended(job).await["status"], "completed");
            assert_eq!(ids(&user.rows(job).await), expected_ids());
        }
        assert_credits(&user, 2 * ROWS).await;
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    // CRED-11
    async fn cred_11_max_results_bounds_the_job(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        for max in [1, 20, 21, ROWS] {
            let mut search = brewery_search();
            search["max_results"] = json!(max);
            let (job, body) = user.run(&search).await;
            assert_eq!(body["results_count"], max);
            assert_eq!(user.rows(&job).await.len(), max);
            let message = body["message"].as_str().unwrap();
            assert_eq!(message.contains("as many as were asked for"), max < ROWS, "{message}");
        }
        assert_credits(&user, 1 + 20 + 21 + ROWS).await;
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    /// CRED-11, JOB-05 ('No results found').
    async fn cred_11_a_search_without_matches_completes_with_no_rows_and_costs_nothing(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let search = json!({"search_term": "brewery", "state": "OR", "cities": ["Burns"]});
        let (job, body) = user.run(&search).await;
        assert_eq!((&body["results_count"], &body["progress"]), (&json!(0), &json!(100)));
        assert_eq!(body["message"], "Completed with 0 results");
        assert_eq!(user.rows(&job).await, Vec::<Value>::new());
        assert_credits(&user, 0).await;
        let entry = user.history_of(&job).await;
        assert_eq!((&entry["results_count"], &entry["credits_consumed"]), (&json!(0), &json!(0)));
        server.stop().await;
    }

    /// JOB-05: a job that waits says so; a worker that comes later takes it.
    async fn job_05_a_job_is_queued_until_a_worker_takes_it(test) {
        let mut server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let job = user.start(&brewery_search()).await;
        let body = user.job(&job).await;
        assert_eq!((&body["status"], &body["progress"]), (&json!("queued"), &json!(0)));
        assert_eq!(body["message"], "Waiting for a worker");
        assert_eq!(user.history_of(&job).await["status"], "queued");
        assert_eq!(user.rows(&job).await, Vec::<Value>::new());
        server.start_worker();
        assert_eq!(user.ended(&job).await["results_count"], ROWS);
        server.stop().await;
    }
}

fn assert_job_body(body: &Value) {
    let times = ["/job_id", "/created_at", "/updated_at", "/ended_at"];
    assert_body("job", body, &times);
    assert_eq!(body["ended_at"], body["updated_at"]);
    let time = |name: &str| -> jiff::Timestamp { body[name].as_str().unwrap().parse().unwrap() };
    assert!(time("created_at") < time("updated_at"));
}

/// Two rows whole: one with all that the listing has, one without website, coordinates, rating and reviews.
fn assert_rows_as_listed(rows: &[Value]) {
    for (id, name) in [("M001", "row"), ("M004", "row-with-little")] {
        let row = rows.iter().find(|row| row["source_id"] == id).unwrap();
        assert_body(name, row, &[]);
    }
}
