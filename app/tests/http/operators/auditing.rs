//! The auditor: ledger over HTTP and on the command line, tampering, export and import
//! (CRED-12, ES-01, ES-05).

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::db::{Db, Storage};
use store::on_both_engines;
use store::testing::{TestStorage, eventually};

use crate::support::{Client, Install, Server, brewery_search};

/// A user with a job, a coupon and an adjustment behind them.
pub(super) async fn with_history(server: &Server, install: &Install) -> Client {
    let user = server.user("audrey@example.com", "pro");
    user.run(&brewery_search()).await;
    install.succeed(&[
        "coupons",
        "issue",
        "--credits",
        "40",
        "--code",
        "FORTY",
        "--label",
        "spring fair",
    ]);
    assert_eq!(user.redeem("FORTY").await.json()["success"], true);
    let adjusted = install.succeed(&[
        "accounts",
        "adjust",
        &user.sub,
        "-5",
        "--reason",
        "test of taking",
        "--by",
        "Olga",
    ]);
    assert!(adjusted.contains("available"), "{adjusted}");
    user
}

pub(super) async fn change(storage: &Storage, sql: &str) {
    // Whoever owns the tables can do what the triggers keep everybody else from.
    let changed = match &storage.log {
        Db::Sqlite { writer, .. } => {
            let sql = format!(
                "DROP TRIGGER IF EXISTS events_are_not_changed; \
                 DROP TRIGGER IF EXISTS events_are_not_deleted; {sql}"
            );
            sqlx::raw_sql(&sql).execute(writer).await.map(drop)
        }
        Db::Postgres(server) => {
            let sql = format!("DROP TRIGGER IF EXISTS events_are_not_changed ON events; {sql}");
            sqlx::raw_sql(&sql).execute(&server.pool).await.map(drop)
        }
    };
    changed.unwrap();
}

on_both_engines! {
    // CRED-12
    async fn cred_12_the_ledger_runs_to_the_balance_in_every_form(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        let path = format!("/api/credits/ledger/{}", user.sub_in_path());
        let whole = user.get(&path).await.json();
        let entries = whole["entries"].as_array().unwrap();
        let events: Vec<&str> = entries.iter().map(|e| e["event"].as_str().unwrap()).collect();
        assert_eq!(&events[..2], ["AccountOpened", "AllowanceGranted"]);
        assert_eq!(&events[events.len() - 2..], ["CouponCredited", "CreditsAdjusted"]);
        let sum = |field: &str| entries.iter().map(|e| e[field].as_i64().unwrap()).sum::<i64>();
        let (available, used, _) = user.balance().await;
        assert_eq!(sum("credits") - sum("reserved"), available);
        assert_eq!(entries.last().unwrap()["available"], available);
        assert_eq!(used, 32);
        assert_eq!(entries.last().unwrap()["note"], "test of taking by Olga");

        // Page by page it is the same.
        let mut paged = Vec::new();
        let mut after = 0;
        loop {
            let page = user.get(&format!("{path}?limit=3&after={after}")).await.json();
            paged.extend(page["entries"].as_array().unwrap().clone());
            match page["next_after"].as_u64() {
                Some(next) => after = next,
                None => break,
            }
        }
        assert_eq!(&paged, entries);

        // To a moment: nothing after it.
        let moment = entries[1]["timestamp"].as_str().unwrap();
        let then = user.get(&format!("{path}?until={moment}")).await.json();
        assert_eq!(then["entries"].as_array().unwrap().len(), 2);
        // R9: with an offset whose plus sign nobody has escaped, with a space, and to the end of a day.
        let (day, _) = moment.split_once('T').unwrap();
        let zone = moment.trim_end_matches('Z');
        for until in [format!("{zone}+00:00"), moment.replace('T', "%20"), format!("{}+00:00", zone.replace('T', "+"))] {
            assert_eq!(user.get(&format!("{path}?until={until}")).await.json(), then, "{until}");
        }
        let whole = user.get(&format!("{path}?until={day}")).await.json();
        assert_eq!(whole["entries"].as_array().unwrap(), entries);

        let csv = user.get(&format!("{path}?format=csv")).await;
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        assert_eq!(csv.text, install.succeed(&["ledger", "show", &user.sub, "--format", "csv"]));
        assert_eq!(csv.text.lines().count(), entries.len() + 1);
        let shown: Value = serde_json::from_str(
            &install.succeed(&["ledger", "show", &user.sub, "--format", "json"]),
        )
        .unwrap();
        assert_eq!(shown.as_array().unwrap().len(), entries.len());

        for bad in ["limit=0", "limit=1001", "until=yesterday", "format=pdf", "after=9223372036854775808"] {
            assert_eq!(user.get(&format!("{path}?{bad}")).await.status, 400, "{bad}");
        }
        let other = server.user("other@example.com", "basic");
        assert_eq!(other.get(&path).await.status, 403);
        server.stop().await;
    }

    // CRED-12
    async fn cred_12_newest_first_it_is_the_same_ledger_read_from_a_view(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        let path = format!("/api/credits/ledger/{}", user.sub_in_path());
        let shown: Value = serde_json::from_str(
            &install.succeed(&["ledger", "show", &user.sub, "--format", "json"]),
        )
        .unwrap();
        let replayed = user.get(&path).await.json()["entries"].as_array().unwrap().clone();
        assert_eq!(replayed.len(), shown.as_array().unwrap().len());
        // The command line's adjustment is seen by the server's read models within a poll.
        let last = &replayed.last().unwrap()["sequence"];
        eventually("the view has the command line's adjustment", async || {
            let newest = user.get(&format!("{path}?order=newest&limit=1")).await.json();
            newest["entries"][0]["sequence"] == *last
        })
        .await;
        let csv_newest = user.get(&format!("{path}?format=csv&order=newest")).await.text;
        let mut lines: Vec<&str> = csv_newest.lines().collect();
        lines[1..].reverse();
        let csv_shown = install.succeed(&["ledger", "show", &user.sub, "--format", "csv"]);
        assert_eq!(lines, csv_shown.lines().collect::<Vec<_>>());

        let newest = |filter: String| {
            let (user, path) = (&user, &path);
            async move {
                let mut entries = Vec::new();
                let mut before = String::new();
                loop {
                    let page = user.get(&format!("{path}?order=newest&limit=3{filter}{before}")).await.json();
                    entries.extend(page["entries"].as_array().unwrap().clone());
                    match page["next_before"].as_u64() {
                        Some(next) => before = format!("&before={next}"),
                        None => break,
                    }
                }
                entries.reverse();
                entries
            }
        };
        assert_eq!(newest(String::new()).await, replayed);

        // Filters leave out entries, never change them.
        let only = |keep: &dyn Fn(&Value) -> bool| -> Vec<Value> {
            let kept: Vec<_> = replayed.iter().filter(|&entry| keep(entry)).cloned().collect();
            assert!(!kept.is_empty() && kept.len() < replayed.len());
            kept
        };
        let debits = only(&|entry| entry["event"] == "CreditsDebited" || entry["event"] == "CouponCredited");
        assert_eq!(newest("&events=CreditsDebited,CouponCredited".into()).await, debits);
        let session = debits[0]["session_id"].as_str().unwrap();
        let of_session = only(&|entry| entry["session_id"] == session);
        assert_eq!(newest(format!("&session_id={session}")).await, of_session);
        let released = of_session.iter().filter(|entry| entry["event"] == "HoldReleased").count();
        assert!(released > 0, "what a session gave back is part of it");
        let reserved: i64 = of_session.iter().map(|entry| entry["reserved"].as_i64().unwrap()).sum();
        assert_eq!(reserved, 0, "what a session reserved was spent or given back");
        let moment = replayed[1]["timestamp"].as_str().unwrap();
        assert_eq!(newest(format!("&until={moment}")).await, only(&|e| e["timestamp"].as_str() <= Some(moment)));
        let later = replayed.last().unwrap()["timestamp"].as_str().unwrap();
        assert_eq!(newest(format!("&since={later}")).await, only(&|e| e["timestamp"].as_str() >= Some(later)));

        for bad in [
            "order=up", "order=newest&limit=0", "order=newest&since=yesterday", "order=newest&events=Debits",
            "order=newest&session_id=1", "order=newest&after=1", "events=CreditsDebited", "before=3", "since=2026-01-01T00:00:00Z",
            "session_id=7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c",
        ] {
            assert_eq!(user.get(&format!("{path}?{bad}")).await.status, 400, "{bad}");
        }

        // What was used, day by day.
        let path = format!("/api/credits/usage/{}", user.sub_in_path());
        let days = user.get(&path).await.json()["days"].as_array().unwrap().clone();
        assert_eq!(days.len(), 30);
        let used = days.iter().map(|day| day["credits"].as_i64().unwrap()).sum::<i64>();
        assert_eq!(used, user.balance().await.1);
        assert_eq!(user.get(&format!("{path}?days=1")).await.json()["days"], json!([days[29]]));
        for bad in ["days=0", "days=366", "days=-1"] {
            assert_eq!(user.get(&format!("{path}?{bad}")).await.status, 400, "{bad}");
        }
        server.stop().await;
    }

    // CRED-12
    async fn cred_12_an_untouched_ledger_verifies_beside_a_running_server(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        let one = install.succeed(&["ledger", "verify", &user.sub]);
        assert!(one.contains("seals, rules and read model agree"), "{one}");
        let all = install.succeed(&["ledger", "verify", "--all"]);
        assert!(all.starts_with("Accounts: 1, coupons: 1, "), "{all}");
        let then = install.succeed(&["ledger", "verify", &user.sub, "--until", "2020-01-01"]);
        assert!(then.contains("0 events folded"), "{then}");
        let unknown = install.fail(&["ledger", "verify", "nobody"]);
        assert!(unknown.contains("accounts list"), "{unknown}");
        let accounts: Value =
            serde_json::from_str(&install.succeed(&["accounts", "list", "--format", "json"])).unwrap();
        assert_eq!(accounts[0]["user_id"], user.sub);
        assert_eq!(accounts[0]["available"], user.balance().await.0);
        server.stop().await;
    }

    // Issue 4: "changed, removed (the last one too) or inserted with sqlite3 or psql".
    async fn cred_12_whatever_is_done_to_the_stored_events_is_found_and_named(test) {
        let install = Install::new(&test);
        let storage = test.reopen().await;
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        let _stored = server.stop().await;
        let events = install.succeed(&["ledger", "show", &user.sub, "--format", "csv"]).lines().count() - 1;
        let mine = format!("aggregate_type = 'CreditAccount' AND aggregate_id = '{}'", user.sub);
        let last = format!("{mine} AND sequence = {events}");
        let copy = |sequence: usize, metadata: &str| format!(
            "INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, \
             payload, metadata, recorded_at) SELECT aggregate_type, aggregate_id, {sequence}, \
             event_type, event_version, payload, {metadata}, recorded_at FROM events WHERE {last};"
        );
        let unsealed = match &storage.log {
            Db::Sqlite { .. } => "'{}'",
            Db::Postgres(_) => "'{}'::json",
        };
        let cast = match &storage.log {
            Db::Sqlite { .. } => "",
            Db::Postgres(_) => "::json",
        };
        let cases = [
            (
                format!(
                    "UPDATE events SET payload = REPLACE(CAST(payload AS TEXT), '40', '41'){cast} \
                     WHERE {mine} AND event_type = 'CouponCredited';"
                ),
                "(CouponCredited) was changed".to_owned(),
            ),
            (
                format!("DELETE FROM events WHERE {mine} AND sequence = 3;"),
                "event 3 is missing".to_owned(),
            ),
            (
                format!("DELETE FROM events WHERE {last};"),
                format!("event {events} is missing at the end"),
            ),
            (copy(events + 1, "metadata"), format!("event {}", events + 1)),
            (copy(events + 1, unsealed), "has no seal".to_owned()),
            (format!("DELETE FROM stream_heads WHERE {mine};"), "head".to_owned()),
            (
                format!("UPDATE stream_heads SET events = events - 1 WHERE {mine};"),
                "head".to_owned(),
            ),
            (
                format!("DELETE FROM events WHERE {mine};"),
                format!("events 1 to {events} are missing"),
            ),
            (
                "DELETE FROM events WHERE event_type = 'CouponRedeemed';".to_owned(),
                "event 2 is missing at the end".to_owned(),
            ),
        ];
        let backup = "CREATE TABLE kept AS SELECT * FROM events; \
                      CREATE TABLE kept_heads AS SELECT * FROM stream_heads;";
        change(&storage, backup).await;
        for (tampering, expected) in cases {
            change(&storage, &tampering).await;
            let complaint = install.run(&["ledger", "verify", "--all"]);
            let text = format!(
                "{}{}",
                String::from_utf8_lossy(&complaint.stdout),
                String::from_utf8_lossy(&complaint.stderr)
            );
            assert_eq!(complaint.status.code(), Some(1), "{tampering}: {text}");
            assert!(text.contains(&expected), "{tampering}: {text}");
            let columns = "position, aggregate_type, aggregate_id, sequence, event_type, \
                           event_version, payload, metadata, recorded_at";
            change(&storage, &format!(
                "DELETE FROM events; INSERT INTO events ({columns}) SELECT {columns} FROM kept; \
                 DELETE FROM stream_heads; INSERT INTO stream_heads SELECT * FROM kept_heads;"
            ))
            .await;
        }
        // The read models have followed the log, whatever it was.
        install.succeed(&["projections", "rebuild", "--all"]);
        install.succeed(&["ledger", "verify", "--all"]);

        // The read model, changed behind the events' back.
        let row = format!("UPDATE credit_status_v2 SET bought = bought + 1000 WHERE user_id = '{}';", user.sub);
        let views = Storage { log: storage.views.clone(), ..storage.clone() };
        change(&views, &row).await;
        let complaint = install.fail(&["ledger", "verify", &user.sub]);
        assert!(complaint.contains("the read model has bought = 1035, the ledger 35"), "{complaint}");
        install.succeed(&["projections", "rebuild", "credit_status"]);
        install.succeed(&["ledger", "verify", &user.sub]);
    }

    // An honest append must not cover up what was done before it.
    async fn cred_12_what_was_tampered_with_is_found_after_the_account_has_moved_on(test) {
        let install = Install::new(&test);
        let storage = test.reopen().await;
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        server.user("other@example.com", "basic").credits().await;
        let _stored = server.stop().await;
        let mine = format!("aggregate_type = 'CreditAccount' AND aggregate_id = '{}'", user.sub);
        let last = format!("sequence = (SELECT MAX(sequence) FROM events WHERE {mine})");
        change(&storage, &format!("DELETE FROM events WHERE {mine} AND {last};")).await;
        let adjust = ["accounts", "adjust", &user.sub, "1", "--reason", "goes on"];
        install.succeed(&adjust);
        install.succeed(&adjust);
        install.succeed(&["projections", "rebuild", "--all"]);
        let complaint = install.fail(&["ledger", "verify", &user.sub]);
        assert!(complaint.contains("the head (count and last seal) was changed"), "{complaint}");

        // The head gone too, and the account goes on again.
        change(&storage, &format!("DELETE FROM stream_heads WHERE {mine};")).await;
        install.succeed(&adjust);
        let complaint = install.fail(&["ledger", "verify", &user.sub]);
        assert!(complaint.contains("the head (count and last seal) was removed"), "{complaint}");
        let all = install.run(&["ledger", "verify", "--all"]);
        assert!(String::from_utf8_lossy(&all.stdout).contains("wrong: 2."), "{all:?}");
    }

    async fn cred_12_an_adjustment_with_a_key_is_made_once(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        let user = server.user("audrey@example.com", "pro");
        assert_eq!(user.balance().await, (250, 0, 250));
        let adjust = |credits, key| {
            let said = ["accounts", "adjust", &user.sub, credits, "--reason", "ticket", "--key", key];
            install.run(&said)
        };
        let first = adjust("7", "T-1");
        assert!(first.status.success(), "{first:?}");
        let again = adjust("7", "T-1");
        assert!(String::from_utf8_lossy(&again.stdout).contains("nothing was changed"), "{again:?}");
        let other = adjust("8", "T-1");
        assert!(String::from_utf8_lossy(&other.stderr).contains("use a new key"), "{other:?}");
        assert!(!other.status.success());
        let shown = install.succeed(&["accounts", "show", &user.sub, "--format", "json"]);
        assert_eq!(serde_json::from_str::<Value>(&shown).unwrap()[0]["available"], 257);
    }

    async fn es_05_an_export_is_imported_whole_into_either_engine_or_not_at_all(test) {
        let install = Install::new(&test);
        let server = Server::start(test).await;
        let user = with_history(&server, &install).await;
        let balance = user.balance().await;
        let _stored = server.stop().await;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("events.jsonl");
        let file_name = file.to_str().unwrap();
        let said = install.succeed(&["events", "export", "--output", file_name]);
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, install.succeed(&["events", "export"]));

        for target in targets().await {
            let fresh = Install::new(&target);
            // Another key seals otherwise; what is advised then can be done.
            let complaint = fresh.fail(&["events", "import", file_name]);
            assert!(complaint.contains("secret.key"), "{complaint}");
            fresh.succeed(&["accounts", "list"]);
            std::fs::copy(install.secret_key(), target.folder().join("secret.key")).unwrap();
            let lines: Vec<&str> = text.lines().collect();
            let broken = [
                lines[..lines.len() - 1].join("\n"),
                [&lines[..3], &lines[4..]].concat().join("\n"),
                text.replacen("\"amount\":20", "\"amount\":19", 1),
                text.replacen("AccountOpened", "AccountInvented", 1),
                format!("{text}\n{{}}"),
                closed_again(&lines[..lines.len() - 2], seal_of(lines[lines.len() - 1])),
                "not JSON".to_owned(),
            ];
            for content in broken {
                let bad = folder.path().join("bad.jsonl");
                std::fs::write(&bad, &content).unwrap();
                let complaint = fresh.fail(&["events", "import", bad.to_str().unwrap()]);
                assert!(complaint.contains("unchanged"), "{complaint}");
                assert!(fresh.succeed(&["events", "stats"]).contains("empty"));
            }
            let imported = fresh.succeed(&["events", "import", file_name]);
            let hash = said.trim().rsplit(' ').next().unwrap();
            assert!(imported.contains(hash), "{imported}");
            assert_eq!(fresh.succeed(&["events", "export"]), text);
            fresh.succeed(&["ledger", "verify", "--all"]);
            let refused = fresh.fail(&["events", "import", file_name]);
            assert!(refused.contains("not empty"), "{refused}");

            // It is a living installation: the same balance, and the log goes on.
            let server = Server::empty(target).await;
            let user = server.user("audrey@example.com", "pro");
            assert_eq!(user.balance().await, balance);
            let install = server.install();
            install.succeed(&["accounts", "adjust", &user.sub, "1", "--reason", "goes on"]);
            install.succeed(&["ledger", "verify", "--all"]);
            let tail = install.succeed(&["events", "tail", "-n", "1"]);
            assert!(tail.contains("goes on"), "{tail}");
            let stats: Value =
                serde_json::from_str(&install.succeed(&["events", "stats", "--format", "json"])).unwrap();
            let adjusted = stats.as_array().unwrap().iter().find(|s| s["event_type"] == "CreditsAdjusted");
            assert_eq!(adjusted.unwrap()["events"], json!(2));
            server.stop().await;
        }
    }
}

/// A file that was cut and closed again by somebody without the key.
fn closed_again(lines: &[&str], seal: &str) -> String {
    let events = lines[1..].join("\n") + "\n";
    let end = json!({ "events": lines.len() - 1, "sha256": hex::encode(Sha256::digest(&events)) });
    let closing = json!({ "end": end, "seal": seal });
    format!("{}\n{events}{closing}\n", lines[0])
}

fn seal_of(closing: &str) -> &str {
    let (_, seal) = closing.split_once("\"seal\":\"").unwrap();
    seal.trim_end_matches("\"}")
}

/// An empty store of each engine that there is.
async fn targets() -> Vec<TestStorage> {
    let mut targets = Vec::new();
    for engine in [
        store::testing::Engine::Sqlite,
        store::testing::Engine::Postgres,
    ] {
        targets.extend(engine.storage().await);
    }
    targets
}
