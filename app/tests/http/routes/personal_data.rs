//! What is kept about a user is handed out, and erased from log, views, snapshots and files (ES-01, ES-03; issue 16).

use std::fs;
use std::path::Path;
use std::process::Command;

use reqwest::Method;
use serde_json::{Value, json};
use store::db::{Db, Server as Postgres, Storage};
use store::erasures::Erasures;
use store::{on_both_engines, with_reader};

use crate::support::{Client, Server, brewery_search};

/// Words that stand in what Ada wrote and nowhere else, in any data of ours.
const WORDS: [&str; 4] = ["Zaphodian", "Beeblebrox", "vogonsphere", "magrathea"];

/// A user who has saved all, tagged and written.
async fn with_everything(server: &Server) -> (Client, String) {
    let user = server.user("ada@example.com", "pro");
    let (session, _) = user.run(&brewery_search()).await;
    let saved = user
        .post("/api/save-companies", &json!({"session_id": session}))
        .await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    for (row_idx, notes) in [(0, "Zaphodian calls"), (1, "again: Beeblebrox")] {
        let crm = json!({"notes": notes, "mainPOC": "vogonsphere", "status": "Contacted"});
        let body = json!({"sessionKey": session, "rowIdx": row_idx, "crmData": crm});
        assert_eq!(user.post("/api/crm-data", &body).await.status, 200);
    }
    let list = user.get("/api/saved-companies").await.json();
    let ids: Vec<&Value> = list["companies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["company_id"])
        .collect();
    let tagged = user
        .post(
            "/api/saved-companies/tags",
            &json!({"company_ids": ids, "add": ["magrathea"]}),
        )
        .await;
    assert_eq!(tagged.json()["success"], true, "{}", tagged.text);
    let removed = user
        .post(
            "/api/saved-companies/remove",
            &json!({"company_ids": ids[..3]}),
        )
        .await;
    assert_eq!(removed.json()["success"], true);
    (user, session)
}

async fn data_of(user: &Client) -> Value {
    let answer = user.get("/api/account/data").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(
        answer
            .header("content-disposition")
            .starts_with("attachment; filename=\"my-data-")
    );
    answer.json()
}

/// Words that a folder's files hold. A process of its own reads them: this one would give up SQLite's locks with
/// each file that it closes.
pub(super) fn words_in(folder: &Path, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(words_in(&path, words));
            continue;
        }
        let bytes = Command::new("cat").arg(&path).output().unwrap().stdout;
        for word in words {
            if bytes
                .windows(word.len())
                .any(|part| part == word.as_bytes())
            {
                found.push(format!("{word} in {}", path.display()));
            }
        }
    }
    found
}

/// Words that any text of PostgreSQL's tables holds.
pub(super) async fn words_in_tables(storage: &Storage, words: &[&str]) -> Vec<String> {
    let Db::Postgres(Postgres { pool, .. }) = &storage.log else {
        return Vec::new();
    };
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    let mut found = Vec::new();
    for table in tables {
        let rows: Vec<String> = sqlx::query_scalar(&format!("SELECT t::text FROM {table} AS t"))
            .fetch_all(pool)
            .await
            .unwrap();
        let in_table = words
            .iter()
            .filter(|word| rows.iter().any(|row| row.contains(**word)));
        found.extend(in_table.map(|word| format!("{word} in {table}")));
    }
    found
}

/// Ada's words, wherever they lie.
async fn open_words(server: &Server, storage: &Storage) -> Vec<String> {
    let mut found = words_in_tables(storage, &WORDS).await;
    found.extend(words_in(server.folder(), &WORDS));
    found
}

/// Ada's wrapped key.
async fn key_of(storage: &Storage, user: &str) -> Option<String> {
    with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT wrapped FROM user_keys WHERE user_id = $1").bind(user).fetch_optional(pool).await)
    .unwrap()
}

on_both_engines! {
    /// What was searched, saved and written, for its user alone.
    async fn a_user_is_handed_everything_that_is_kept_about_them(test) {
        let server = Server::start(test).await;
        let (user, session) = with_everything(&server).await;
        let data = data_of(&user).await;
        assert_eq!(data["user_id"], user.sub);
        assert_eq!(data["searches"][0]["session_id"], session);
        assert_eq!(data["searches"][0]["search_term"], "brewery");
        let companies = data["companies"].as_array().unwrap();
        assert_eq!(companies.len(), user.rows(&session).await.len());
        let written: Vec<&Value> = companies.iter().filter(|one| one["written"]["notes"].is_string()).collect();
        assert_eq!((written.len(), &written[0]["status"]), (2, &json!("contacted")));
        assert_eq!(companies.iter().filter(|one| one["removed_at"].is_string()).count(), 3);
        assert!(companies.iter().all(|one| one["tags"] == json!(["magrathea"]) && one["business"]["place"]["name"].is_string()));
        let file = server.folder().join("data.json");
        server.install().succeed(&["accounts", "export", &user.sub, "--output", file.to_str().unwrap()]);
        let exported: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        assert_eq!(exported["companies"], data["companies"]);
        let eve = server.user("eve@example.com", "pro");
        assert_eq!(data_of(&eve).await["companies"], json!([]));
        let missing = server.install().fail(&["accounts", "export", "nobody"]);
        assert!(missing.contains("there is no account 'nobody'"), "{missing}");
        server.stop().await;
    }

    /// Nothing personal is left anywhere; the ledger holds, and so does a rebuild; the user begins anew.
    async fn what_a_user_saved_and_wrote_is_erased_from_everywhere(test) {
        let server = Server::start(test).await;
        let (user, session) = with_everything(&server).await;
        let storage = server.product.core.storage.clone();
        assert_ne!(open_words(&server, &storage).await, Vec::<String>::new(), "they lie open in the read models");
        let balance = user.balance().await;
        let key = key_of(&storage, &user.sub).await.unwrap();
        let unconfirmed = user.post("/api/account/erase", &json!({"confirmation": "erase"})).await.error();
        assert_eq!((unconfirmed.0, unconfirmed.2.as_str()), (400, "Type ERASE to erase what you saved and wrote."));
        assert!(!data_of(&user).await["companies"].as_array().unwrap().is_empty());

        let erase = async || user.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await.json();
        assert_eq!(erase().await, json!({"success": true, "erased": true, "complete": true}));
        assert_eq!(erase().await, json!({"success": true, "erased": false, "complete": true}));
        let list = user.get("/api/saved-companies").await.json();
        assert_eq!((&list["saved_total"], &list["companies"]), (&json!(0), &json!([])));
        let form = user.get(&format!("/api/crm-data?sessionKey={session}&rowIdx=0")).await.json();
        assert_eq!((&form["crmData"]["notes"], &form["lastSaved"]), (&json!(""), &Value::Null));
        let data = data_of(&user).await;
        let husks = data["companies"].as_array().unwrap();
        assert!(husks.iter().all(|one| one["business"].is_null() && one["written"] == json!({})), "{data}");
        assert_eq!(user.balance().await, balance);

        let install = server.install();
        install.succeed(&["ledger", "verify", "--all"]);
        let compared = install.succeed(&["projections", "verify"]);
        assert!(compared.contains("saved_companies"), "{compared}");
        install.succeed(&["projections", "rebuild", "saved_companies"]);
        assert_eq!(data_of(&user).await["companies"], data["companies"], "a rebuild shows the same");

        // Who goes on starts with a new key, and an empty list.
        let body = json!({"session_id": session, "business_data": {"row_idx": 0}});
        assert_eq!(user.post("/api/save-company", &body).await.json()["already_exists"], false);
        assert_ne!(key_of(&storage, &user.sub).await.unwrap(), key);
        assert_eq!(user.get("/api/saved-companies").await.json()["saved_total"], 1);

        let mut gone = WORDS.to_vec();
        gone.push(&key);
        assert_eq!(words_in_tables(&storage, &gone).await, Vec::<String>::new());
        let stopped = server.stop().await;
        assert_eq!(words_in(stopped.folder(), &gone), Vec::<String>::new());
    }

    /// Scrubbing the files keeps everybody waiting: whoever erases again and again does not bring that about.
    async fn the_traces_of_an_erasure_soon_after_another_are_left_to_the_server(test) {
        let server = Server::start(test).await;
        let (first, _) = with_everything(&server).await;
        let second = server.user("second@example.com", "pro");
        let (session, _) = second.run(&brewery_search()).await;
        second.post("/api/save-companies", &json!({"session_id": session})).await;
        let noted = Erasures::new(server.product.core.storage.log.clone());
        for (user, status, traces) in [(&first, 200, 0), (&first, 200, 0), (&second, 202, 1)] {
            let erased = user.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await;
            assert_eq!(erased.status, status, "{}", erased.text);
            assert_eq!(erased.json()["success"], true, "{}", erased.text);
            assert_eq!(erased.json()["complete"], status == 200, "{}", erased.text);
            let list = user.get("/api/saved-companies").await.json();
            assert_eq!(list["saved_total"], 0);
            assert_eq!(noted.unfinished().await.unwrap().len(), traces, "{}", user.sub);
        }
        // Who goes on meanwhile has begun anew: only traces are still to go.
        let saved = json!({"session_id": session});
        assert_eq!(second.post("/api/save-companies", &saved).await.status, 200);
        let total = || async { second.get("/api/saved-companies").await.json()["saved_total"].clone() };
        let before = total().await;
        let eraser = &server.product.services.eraser;
        assert!(!eraser.complete().await.unwrap(), "it is too soon");
        assert_ne!(before, 0);
        assert_eq!(total().await, before);
        let data = second.get("/api/account/data").await.json();
        let open = |one: &Value| !one["business"].is_null();
        assert!(data["companies"].as_array().unwrap().iter().any(open), "{data}");
        // Asked for once more, what has come meanwhile goes, too.
        let again = second.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await;
        assert_eq!(again.json()["erased"], true, "{}", again.text);
        assert_eq!(total().await, 0);
        let owed = noted.unfinished().await.unwrap();
        assert_eq!(owed.iter().map(|one| one.forgotten).collect::<Vec<_>>(), [true]);
        server.stop().await;
    }

    /// The operator's way; a request in the middle of it is answered.
    async fn an_operator_erases_a_user_while_the_server_runs(test) {
        let server = Server::start(test).await;
        let (user, _) = with_everything(&server).await;
        let install = server.install();
        let unconfirmed = install.fail(&["accounts", "erase", &user.sub]);
        assert!(unconfirmed.contains("confirm with --yes"), "{unconfirmed}");
        let erased = install.succeed(&["accounts", "erase", &user.sub, "--yes"]);
        assert!(erased.contains("is erased"), "{erased}");
        let again = install.succeed(&["accounts", "erase", &user.sub, "--yes"]);
        assert!(again.contains("not saved or written anything"), "{again}");
        let list = user.send(user.request(Method::GET, "/api/saved-companies")).await.json();
        assert_eq!(list["saved_total"], 0);
        let storage = server.product.core.storage.clone();
        assert_eq!(words_in_tables(&storage, &WORDS).await, Vec::<String>::new());
        let stopped = server.stop().await;
        assert_eq!(words_in(stopped.folder(), &WORDS), Vec::<String>::new());
    }
}
