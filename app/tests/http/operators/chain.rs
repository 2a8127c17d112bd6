//! The chain over the whole log: what it finds, anchors that are kept elsewhere, and a secret key that is replaced
//! (CRED-12, ES-01).

use std::fs;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::db::{Db, Storage};
use store::leases::Leases;
use store::on_both_engines;
use store::testing::eventually;
use store::with_reader;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::auditing::{change, with_history};
use crate::support::{Install, Server, brewery_search};

/// What `ledger verify --all` says, and that it fails.
fn found(install: &Install, more: &[&str]) -> String {
    let arguments = [&["ledger", "verify", "--all"], more].concat();
    let verified = install.run(&arguments);
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&verified.stdout),
        String::from_utf8_lossy(&verified.stderr)
    );
    assert_eq!(verified.status.code(), Some(1), "{text}");
    text
}

async fn number(storage: &Storage, sql: &str) -> i64 {
    with_reader!(&storage.log, pool => sqlx::query_scalar(sql).fetch_one(pool).await).unwrap()
}

/// Keeps what the log is now, for [`go_back`].
async fn keep(storage: &Storage) {
    let sql = "DROP TABLE IF EXISTS kept_heads; DROP TABLE IF EXISTS kept_links; DROP TABLE IF EXISTS kept_events; \
               CREATE TABLE kept_heads AS SELECT * FROM stream_heads; \
               CREATE TABLE kept_links AS SELECT * FROM chain_links; \
               CREATE TABLE kept_events AS SELECT * FROM events;";
    change(storage, sql).await;
}

/// The log as it was then: all of it, with its heads and its links.
async fn go_back(storage: &Storage) {
    let columns = "position, aggregate_type, aggregate_id, sequence, event_type, event_version, payload, metadata, \
                   recorded_at";
    let sql = format!(
        "DELETE FROM events; INSERT INTO events ({columns}) SELECT {columns} FROM kept_events; \
         DELETE FROM stream_heads; INSERT INTO stream_heads SELECT * FROM kept_heads; \
         DELETE FROM chain_links; INSERT INTO chain_links SELECT * FROM kept_links;"
    );
    change(storage, &sql).await;
}

/// What docs/verify_export.py says.
fn judged(file: &str, anchor: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/verify_export.py");
    let output = std::process::Command::new("python3")
        .args([script, file, anchor])
        .output()
        .unwrap();
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// What the health says is wrong, once it says anything.
async fn eventually_told(server: &Server) -> String {
    let mut told = String::new();
    eventually("the health tells", async || {
        let health = server.anonymous.get("/api/health").await.json();
        told = health["problems"].to_string();
        health["status"] == "degraded"
    })
    .await;
    told
}

/// The file with the checksum that anybody can make.
fn closed_anew(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(|line| format!("{line}\n")).collect();
    let mut closing: Value = serde_json::from_str(&lines.pop().unwrap()).unwrap();
    let digest = Sha256::digest(lines[1..].concat());
    closing["end"]["sha256"] = json!(hex::encode(digest));
    format!("{}{closing}\n", lines.concat())
}

on_both_engines! {
    // N6
    async fn cred_12_an_account_that_is_turned_back_with_its_old_head_is_found(test) {
        let install = Install::new(&test);
        let storage = test.reopen().await;
        let server = Server::start(test).await;
        with_history(&server, &install).await;
        let test = server.stop().await;
        keep(&storage).await;
        let server = Server::start(test).await;
        let user = server.user("audrey@example.com", "pro");
        let before = user.balance().await;
        user.run(&brewery_search()).await;
        assert!(user.balance().await.0 < before.0);
        let _stored = server.stop().await;
        install.succeed(&["ledger", "verify", "--all"]);

        let mine = format!("aggregate_type = 'CreditAccount' AND aggregate_id = '{}'", user.sub);
        change(&storage, &format!(
            "DELETE FROM events WHERE {mine} AND sequence > \
                 (SELECT events FROM kept_heads WHERE {mine}); \
             DELETE FROM stream_heads WHERE {mine}; \
             INSERT INTO stream_heads SELECT * FROM kept_heads WHERE {mine};"
        ))
        .await;
        install.succeed(&["projections", "rebuild", "--all"]);
        // Its own chain cannot show it: all of it is as it once was.
        install.succeed(&["ledger", "verify", &user.sub]);
        let text = found(&install, &[]);
        assert!(text.contains("fewer than were linked: removed"), "{text}");
    }

    // ES-01
    async fn es_01_whatever_is_done_to_any_event_or_link_is_found(test) {
        let install = Install::new(&test);
        let storage = test.reopen().await;
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        // More than one link.
        install.succeed(&["ledger", "anchor"]);
        user.run(&brewery_search()).await;
        eventually("all events are linked", async || {
            let unlinked = "SELECT COUNT(*) - (SELECT MAX(events) FROM chain_links) FROM events";
            number(&storage, unlinked).await == 0
        })
        .await;
        let _stored = server.stop().await;
        let last = number(&storage, "SELECT MAX(position) FROM events").await;
        keep(&storage).await;
        let of_job = "aggregate_type = 'ScrapeJob' AND event_type = 'RowsDelivered'";
        let cast = match &storage.log {
            Db::Sqlite { .. } => "",
            Db::Postgres(_) => "::json",
        };
        let copy = |at: i64| format!(
            "INSERT INTO events (position, aggregate_type, aggregate_id, sequence, event_type, event_version, payload, \
             metadata, recorded_at) SELECT {at}, aggregate_type, 'another', sequence, event_type, event_version, payload, \
             metadata, recorded_at FROM events WHERE position = (SELECT MIN(position) FROM kept_events)"
        );
        let cases = [
            (
                format!(
                    "UPDATE events SET payload = REPLACE(CAST(payload AS TEXT), ':', ': '){cast} WHERE {of_job};"
                ),
                "not those that were linked",
            ),
            (format!("DELETE FROM events WHERE {of_job};"), "fewer than were linked: removed"),
            (
                format!(
                    "UPDATE events SET position = -position WHERE position IN ({last}, {last} - 1); \
                     UPDATE events SET position = 2 * {last} - 1 + position WHERE position < 0;"
                ),
                "in another order",
            ),
            // A copy as another stream's, among the events that are linked, and before all of them.
            (
                format!(
                    "UPDATE events SET position = {last} + 1 WHERE position = {last}; {}; \
                     UPDATE chain_links SET ends_at = {last} + 1 WHERE ends_at = {last};",
                    copy(last)
                ),
                "1 more than were linked: inserted",
            ),
            (format!("{};", copy(-5)), "1 event has a position before the log's start: inserted"),
            (
                format!("DELETE FROM events WHERE position = {last};"),
                "missing at the log's end",
            ),
            ("DELETE FROM chain_links WHERE number = 1;".to_owned(), "link 1 is missing"),
            (
                "UPDATE chain_links SET kind = 'adopted' WHERE number = 1;".to_owned(),
                "link 1 was changed",
            ),
            (
                "UPDATE chain_links SET key = 'another' WHERE number = 1;".to_owned(),
                "link 1 is sealed with the key another",
            ),
        ];
        for (tampering, expected) in cases {
            change(&storage, &tampering).await;
            let text = found(&install, &[]);
            assert!(text.contains(expected), "{tampering}: {text}");
            go_back(&storage).await;
        }
        install.succeed(&["ledger", "verify", "--all"]);
    }

    // ES-01
    async fn es_01_a_log_that_was_put_back_is_found_by_an_anchor_and_an_honest_restore_is_noted(test) {
        let install = Install::new(&test);
        let storage = test.reopen().await;
        let folder = tempfile::tempdir().unwrap();
        let anchors = folder.path().join("anchors.jsonl");
        let anchors = anchors.to_str().unwrap();
        let with_anchors = ["--anchor", anchors];
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        let first = install.succeed(&["ledger", "anchor"]);
        keep(&storage).await;
        user.run(&brewery_search()).await;
        // Beside the running server.
        let second = install.succeed(&["ledger", "anchor"]);
        let _stored = server.stop().await;
        let of = |anchor: &str| serde_json::from_str::<Value>(anchor).unwrap()["events"].as_i64().unwrap();
        let lost = of(&second) - of(&first);
        assert!(lost > 0, "{first}{second}");
        fs::write(anchors, format!("{first}{second}")).unwrap();
        let verified = install.succeed(&["ledger", "verify", "--all", "--anchor", anchors]);
        assert!(verified.contains("2 anchors are in the chain"), "{verified}");

        go_back(&storage).await;
        install.succeed(&["projections", "rebuild", "--all"]);
        // What is there is as it was: only the anchor shows it.
        install.succeed(&["ledger", "verify", "--all"]);
        let text = found(&install, &with_anchors);
        assert!(text.contains(&format!("the log ends {lost} events before the anchor of")), "{text}");
        fs::write(anchors, &first).unwrap();
        let nothing = install.fail(&["ledger", "restored", "--anchor", anchors, "--reason", "a drill"]);
        assert!(nothing.contains("nothing is missing"), "{nothing}");
        fs::write(anchors, format!("{first}{second}")).unwrap();
        let noted = install.succeed(&["ledger", "restored", "--anchor", anchors, "--reason", "a drill"]);
        assert!(noted.contains("the log was put back from"), "{noted}");
        // A server goes on with the chain at once.
        let leases = Leases::new(storage.log.clone());
        assert!(leases.acquire("chain", "a server", Duration::from_millis(1)).await.unwrap().is_some());
        let verified = install.succeed(&["ledger", "verify", "--all", "--anchor", anchors]);
        assert!(verified.contains("1 anchor is in the chain") && verified.contains(": a drill"), "{verified}");

        // An anchor of another chain, and a file that has none.
        let other = second.replace("\"link\":", "\"link\":1").replace(&format!("\"events\":{}", of(&second)), "\"events\":1");
        fs::write(anchors, other).unwrap();
        assert!(found(&install, &with_anchors).contains("does not have the link"));
        fs::write(anchors, "\n").unwrap();
        assert!(install.fail(&["ledger", "verify", "--all", "--anchor", anchors]).contains("has no anchor"));
        fs::write(anchors, "no anchor").unwrap();
        assert!(install.fail(&["ledger", "verify", "--all", "--anchor", anchors]).contains("not an anchor"));
    }

    // ES-01
    async fn es_01_an_outsider_verifies_an_export_without_the_key(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        with_history(&server, &install).await;
        let folder = tempfile::tempdir().unwrap();
        let in_folder = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (file, anchor) = (in_folder("events.jsonl"), in_folder("anchor.jsonl"));
        fs::write(&anchor, install.succeed(&["ledger", "anchor"])).unwrap();
        install.succeed(&["events", "export", "--output", &file]);
        server.stop().await;
        let said = judged(&file, &anchor);
        assert!(said.contains("1 of 1 anchors found"), "{said}");

        let whole = fs::read_to_string(&file).unwrap();
        let changed = closed_anew(&whole.replacen("\"credits\":40", "\"credits\":400", 1));
        fs::write(&file, changed).unwrap();
        assert!(judged(&file, &anchor).contains("are not those that were linked"));
        let cut: Vec<&str> = whole.lines().filter(|line| !line.starts_with("{\"link\"")).collect();
        fs::write(&file, closed_anew(&cut.join("\n"))).unwrap();
        assert!(judged(&file, &anchor).contains("events before the anchor of"));
        fs::write(&file, whole.replacen("\"credits\":40", "\"credits\":400", 1)).unwrap();
        assert!(judged(&file, &anchor).starts_with("wrong: "));
    }

    // ES-01
    async fn es_01_the_days_anchor_is_kept_where_the_operator_says(test) {
        let install = Install::new(&test);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("anchors.jsonl");
        let other_log = MockServer::start().await;
        let refusing = Mock::given(method("POST")).respond_with(ResponseTemplate::new(500));
        other_log.register(refusing).await;
        let mut server = Server::with(test, |settings| {
            settings.anchors.file = Some(file.clone());
            settings.anchors.url = Some(other_log.uri().parse().unwrap());
        })
        .await;
        server.start_worker();
        server.user("ada@example.com", "basic").credits().await;
        let told = eventually_told(&server).await;
        assert!(told.contains("anchor of the log could not be kept"), "{told}");
        let kept = file.to_str().unwrap();
        install.succeed(&["ledger", "verify", "--all", "--anchor", kept]);
        let posted = other_log.received_requests().await.unwrap();
        let line = fs::read_to_string(&file).unwrap();
        assert_eq!(String::from_utf8(posted[0].body.clone()).unwrap(), line.lines().next().unwrap());
        server.stop().await;
    }

    // CRED-12
    async fn cred_12_a_replaced_secret_key_goes_on_with_everything(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        let (job, _) = user.run(&brewery_search()).await;
        let row = json!({ "session_id": job, "business_data": { "row_idx": 0 } });
        assert_eq!(user.post("/api/save-company", &row).await.status, 200);
        let issued = ["coupons", "issue", "--credits", "7", "--code", "BEFORE", "--max-redemptions", "2"];
        install.succeed(&issued);
        let before = user.balance().await;
        let companies = user.get("/api/saved-companies").await.json();

        let said = install.succeed(&["secret", "rotate"]);
        assert!(said.contains("Back up secret.key"), "{said}");
        // The server that was running seals nothing more with the former key.
        let refused = user.redeem("BEFORE").await;
        assert_eq!(refused.status, 500, "{}", refused.text);
        let test = server.stop().await;
        assert_eq!(fs::read_to_string(install.secret_key()).unwrap().lines().count(), 2);

        let server = Server::start(test).await;
        let again = server.user("audrey@example.com", "pro");
        assert_eq!(again.balance().await, before);
        assert_eq!(again.get("/api/saved-companies").await.json(), companies);
        assert_eq!(again.redeem("BEFORE").await.json()["success"], true);
        assert_eq!(again.balance().await.0, before.0 + 7);
        let taken = install.fail(&["coupons", "issue", "--credits", "9", "--code", "BEFORE"]);
        assert!(taken.contains("exists"), "{taken}");
        again.run(&brewery_search()).await;
        install.succeed(&["ledger", "verify", "--all"]);
        install.succeed(&["ledger", "verify", &user.sub]);
        let shown = install.succeed(&["secret", "show"]);
        assert!(shown.contains(", in use") && shown.contains(", replaced"), "{shown}");
        let test = server.stop().await;
        install.succeed(&["secret", "rotate"]);
        install.succeed(&["ledger", "verify", "--all"]);

        // An export has all three keys' seals in it.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("events.jsonl");
        let file = file.to_str().unwrap();
        install.succeed(&["events", "export", "--output", file]);
        let target = store::testing::Engine::Sqlite.storage().await.unwrap();
        let other = Install::new(&target);
        fs::copy(install.secret_key(), other.secret_key()).unwrap();
        other.succeed(&["events", "import", file]);
        other.succeed(&["ledger", "verify", "--all"]);

        // Without the former keys nothing older can be verified, and that is said.
        let keys = fs::read_to_string(install.secret_key()).unwrap();
        fs::write(install.secret_key(), keys.lines().next().unwrap()).unwrap();
        assert!(found(&install, &[]).contains("former secret key"));
        let shown = install.succeed(&["secret", "show"]);
        assert!(shown.contains("A former key is missing here"), "{shown}");
        fs::write(install.secret_key(), keys).unwrap();
        install.succeed(&["ledger", "verify", "--all"]);
        drop(test);
    }
}
