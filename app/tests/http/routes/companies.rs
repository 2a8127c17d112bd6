//! Saving companies (ACC-13, RES-06, MYCO-08, ES-01; issue 16).

use reqwest::Method;
use serde_json::{Value, json};
use store::db::Storage;
use store::with_reader;

use crate::support::{
    Answer, BEND_BREWERIES, Client, Install, PORTLAND_BREWERIES, Server, brewery_search,
};

const ROWS: usize = PORTLAND_BREWERIES + BEND_BREWERIES;

fn row(session: &str, row_idx: usize) -> Value {
    json!({"session_id": session, "business_data": {"row_idx": row_idx, "name": "Whatever"}})
}

async fn save(user: &Client, session: &str, row_idx: usize) -> Answer {
    user.post("/api/save-company", &row(session, row_idx)).await
}

async fn save_all(user: &Client, body: &Value) -> Value {
    let answer = user.post("/api/save-companies", body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

fn counts(answer: &Value) -> [u64; 3] {
    ["saved", "already_existed", "failed"].map(|name| answer[name].as_u64().unwrap())
}

/// More made-up businesses than the smallest limit of saved companies.
fn many() -> Value {
    let cities: Vec<String> = (0..90).map(|n| format!("Testville {n}")).collect();
    json!({
        "search_term": "florist", "state": "OR", "cities": cities, "source": "sample",
        "max_results": 1_064,
    })
}

/// Every byte of text that the log's tables hold.
async fn stored_text(storage: &Storage) -> String {
    let events: Vec<String> = with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT CAST(payload AS TEXT) FROM events WHERE aggregate_type <> 'ScrapeJob'")
            .fetch_all(pool)
            .await)
    .unwrap();
    let snapshots: Vec<String> = with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT payload FROM aggregate_snapshots").fetch_all(pool).await)
    .unwrap();
    let answers: Vec<String> = with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT body FROM http_answers").fetch_all(pool).await)
    .unwrap();
    let commands: Vec<String> = with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT answer FROM commands").fetch_all(pool).await)
    .unwrap();
    [events, snapshots, answers, commands].concat().join("\n")
}

store::on_both_engines! {
    /// ACC-13, ES-01: once, whatever session it comes from, in the texts of the specification.
    async fn acc_13_a_company_is_saved_once_whatever_session_it_comes_from(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (first, _) = user.run(&brewery_search()).await;
        let (second, _) = user.run(&brewery_search()).await;
        let saved = save(&user, &first, 3).await;
        let text = "Company saved to My Companies!";
        let expected = json!({"success": true, "already_exists": false, "message": text});
        assert_eq!((saved.status, saved.json()), (200, expected));
        let already = json!({"success": true, "already_exists": true, "message": "Company already saved!"});
        for session in [&first, &second] {
            assert_eq!(save(&user, session, 3).await.json(), already);
        }
        assert_eq!(save(&user, &second, 4).await.json()["already_exists"], false);
        let ledger = server.ledger().await;
        assert_eq!(ledger.count("CompanySaved"), 2);
        server.stop().await;
    }

    /// ACC-13, AUTH-12: what is not there, not the caller's, or not in the plan.
    async fn acc_13_only_a_row_of_the_callers_own_is_saved_and_basic_saves_nothing(test) {
        let server = Server::start(test).await;
        let (ada, eve) = (server.user("ada@example.com", "pro"), server.user("eve@example.com", "pro"));
        let basic = server.user("bea@example.com", "basic");
        let (session, _) = ada.run(&brewery_search()).await;
        assert_eq!(save(&ada, &session, ROWS).await.error().0, 404);
        assert_eq!(save(&ada, "nonsense", 0).await.error().0, 404);
        assert_eq!(save(&eve, &session, 0).await.error().0, 404);
        let mut body = row(&session, 0);
        body["user_id"] = json!(eve.sub);
        assert_eq!(ada.post("/api/save-company", &body).await.error().0, 403);

        let (own, _) = basic.run(&brewery_search()).await;
        for answer in [
            save(&basic, &own, 0).await,
            basic.post("/api/save-companies", &json!({"session_id": own})).await,
        ] {
            let (status, code, message) = answer.error();
            assert_eq!((status, code.as_str()), (403, "not_in_plan"));
            assert_eq!(message, "My Companies is a Business Tier feature");
        }
        assert_eq!(server.ledger().await.count("CompanySaved"), 0);
        server.stop().await;
    }

    /// RES-06: one commit, an answer a row.
    async fn res_06_all_rows_are_saved_in_one_go_with_an_answer_for_each(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        save(&user, &session, 7).await;
        let answer = save_all(&user, &json!({"session_id": session, "rows": [9, 7, 2, 9]})).await;
        assert_eq!(counts(&answer), [2, 1, 0]);
        assert_eq!(answer["message"], "Saved 2 companies to My Companies (1 failed or already existed)");
        let rows = user.rows(&session).await;
        let expected = json!([
            {"row_idx": 9, "name": rows[9]["name"], "success": true, "already_exists": false},
            {"row_idx": 7, "name": rows[7]["name"], "success": true, "already_exists": true},
            {"row_idx": 2, "name": rows[2]["name"], "success": true, "already_exists": false},
        ]);
        assert_eq!(answer["results"], expected);

        let answer = save_all(&user, &json!({"session_id": session})).await;
        assert_eq!(counts(&answer), [ROWS as u64 - 3, 3, 0]);
        let answer = save_all(&user, &json!({"session_id": session})).await;
        assert_eq!(counts(&answer), [0, ROWS as u64, 0]);
        for rows in [json!([0, ROWS]), json!([])] {
            let body = json!({"session_id": session, "rows": rows});
            let status = user.post("/api/save-companies", &body).await.error().0;
            assert_eq!(status, if body["rows"] == json!([]) { 400 } else { 404 });
        }
        server.stop().await;
    }

    /// MYCO-08: the last free place has one winner.
    async fn myco_08_the_limit_holds_whoever_saves_at_the_same_moment(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        let user = server.user("enya@example.com", "basic");
        user.credits().await;
        // The smallest limit there is.
        install.succeed(&["coupons", "issue", "--credits", "2000", "--code", "SMALLEST", "--tier", "enterprise"]);
        assert!(user.redeemed("SMALLEST").await.0);
        let (session, body) = user.run(&many()).await;
        assert_eq!(body["results_count"], 1_064);
        // RES-06: as the call names them.
        let rows: Vec<usize> = (0..999).rev().collect();
        let answer = save_all(&user, &json!({"session_id": session, "rows": rows})).await;
        assert_eq!(counts(&answer), [999, 0, 0]);

        let saves = (1_000..1_064).map(|row_idx| save(&user, &session, row_idx));
        let answers = futures::future::join_all(saves).await;
        let won = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(won, 1);
        let lost = answers.iter().find(|answer| answer.status != 200).unwrap();
        let (status, code, message) = lost.error();
        assert_eq!((status, code.as_str()), (409, "full"));
        assert!(message.contains("1,000"), "{message}");

        // Those that are saved stay so; of the rest each is told by name.
        assert_eq!(save(&user, &session, 5).await.json()["already_exists"], true);
        let answer = save_all(&user, &json!({"session_id": session})).await;
        assert_eq!(counts(&answer), [0, 1_000, 64]);
        assert_eq!(answer["success"], false);
        let results = answer["results"].as_array().unwrap();
        let failed = results.iter().find(|row| row["success"] == false).unwrap();
        assert!(failed["name"].is_string() && failed["message"].is_string(), "{failed}");
        assert_eq!(server.ledger().await.count("CompanySaved"), 1_000);
        server.stop().await;
    }

    /// ACC-13: a repeated call is one save with one answer.
    async fn acc_13_a_repeated_save_gets_its_first_answer(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        let sends = (0..8).map(|_| {
            let request = user.request(Method::POST, "/api/save-company");
            user.send(request.header("Idempotency-Key", "s1").json(&row(&session, 0)))
        });
        for answer in futures::future::join_all(sends).await {
            assert_eq!((answer.status, &answer.json()["already_exists"]), (200, &json!(false)), "{}", answer.text);
        }
        let request = user.request(Method::POST, "/api/save-company");
        let other = user.send(request.header("Idempotency-Key", "s1").json(&row(&session, 1))).await;
        assert_eq!(other.error().0, 422);
        assert_eq!(server.ledger().await.count("CompanySaved"), 1);
        server.stop().await;
    }

    /// ACC-13: killed and started again, it is still one company.
    async fn acc_13_a_saved_company_is_known_after_a_restart(test) {
        let install = Install::new(&test);
        test.storage.close().await;
        let search = json!({"search_term": "florist", "state": "OR", "cities": ["Bend"], "source": "sample"});
        let server = install.serve().await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&search).await;
        assert_eq!(save(&user, &session, 0).await.json()["already_exists"], false);
        server.kill();
        let server = install.serve().await;
        let user = server.user("ada@example.com", "pro");
        assert_eq!(save(&user, &session, 0).await.json()["already_exists"], true);
        assert_eq!(save(&user, &session, 1).await.json()["already_exists"], false);
        drop(server);
    }

    /// ES-01: what is saved and written lies in the log, and says nothing without its key.
    async fn es_01_nothing_personal_lies_open_in_the_log(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        let request = user.request(Method::POST, "/api/save-companies");
        let body = json!({"session_id": session});
        let saved = user.send(request.header("Idempotency-Key", "all").json(&body)).await;
        assert_eq!(counts(&saved.json()), [ROWS as u64, 0, 0]);
        let request = user.request(Method::POST, "/api/save-companies");
        let again = user.send(request.header("Idempotency-Key", "all").json(&body)).await;
        assert_eq!(again.json(), saved.json(), "the first answer again, though it is not kept");
        let crm = json!({
            "sessionKey": session, "rowIdx": 0, "businessName": "Whatever",
            "crmData": {"mainPOC": "Grace Hopper", "email": "grace@navy.example", "notes": "calls at nine"},
        });
        let request = user.request(Method::POST, "/api/crm-data");
        let written = user.send(request.header("Idempotency-Key", "crm").json(&crm)).await;
        assert_eq!(written.status, 200, "{}", written.text);
        let storage = server.product.core.storage.clone();
        let text = stored_text(&storage).await;
        assert!(text.contains("\"business\":"), "the companies are there");
        for open in ["Brewing", "97299", "555-0101", "Grace", "navy.example", "at nine"] {
            assert!(!text.contains(open), "'{open}' can be read");
        }
        server.stop().await;
    }
}
