//! A ledger that is moved, put back from a backup, or opened with another key; files that are nobody else's; events
//! that nobody changes (CRED-12, ES-03, ES-05; issue 18: M7, M8, M9, M13, L19).

use std::path::Path;

use serde_json::{Value, json};
use store::db::Db;
use store::log::EventLog;
use store::testing::Engine;

use crate::support::{Client, Install, Server, brewery_search, eventually};

const ADJUST: [&str; 4] = ["--reason", "ticket", "--key", "T-1"];

fn adjust(install: &Install, user: &Client) -> String {
    install.succeed(&[&["accounts", "adjust", &user.sub, "7"], &ADJUST[..]].concat())
}

async fn save_first(user: &Client, session: &str) {
    let body = json!({"session_id": session, "business_data": {"row_idx": 0}});
    assert_eq!(user.post("/api/save-company", &body).await.status, 200);
}

const BUSY: &str = "busy@example.com";

/// A search whose server is killed while it delivers: its session, and how many rows it has.
async fn killed_in_the_middle(install: &Install) -> (String, i64) {
    let cities: Vec<String> = (0..500)
        .map(|number| format!("Testville {number}"))
        .collect();
    let search =
        json!({"search_term": "florist", "state": "OR", "cities": cities, "source": "sample"});
    let server = install.serve().await;
    let user = server.user(BUSY, "enterprise");
    let session = user.start(&search).await;
    let delivers = || async {
        let delivered = user.job(&session).await["results_count"].as_i64().unwrap();
        (delivered > 0).then_some(())
    };
    eventually("rows are delivered", delivers).await;
    server.kill();
    let ledger = install.ledger().await;
    for end in ["JobCompleted", "JobFailed"] {
        assert_eq!(ledger.position(&session, end), None, "it was under way");
    }
    let delivered = ledger.delivered(&session);
    (session, delivered)
}

/// Names of the companies that the user finds in My Companies.
async fn company_names(user: &Client) -> Vec<String> {
    let list = eventually("the read models are built", || async {
        let answer = user.get("/api/saved-companies").await;
        (answer.status == 200).then(|| answer.json())
    });
    let list = list.await;
    let companies = list["companies"].as_array().unwrap().iter();
    companies
        .map(|company| {
            company["company_name"]
                .as_str()
                .unwrap_or_default()
                .to_owned()
        })
        .collect()
}

store::on_both_engines! {
    /// CRED-12 (M13): what was done is not done again, and what was under way is not paid twice.
    async fn cred_12_a_moved_ledger_charges_nothing_twice(test) {
        let mut server = Server::without_worker(test).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        save_first(&user, &session).await;
        let names = company_names(&user).await;
        let install = server.install();
        let before = user.balance().await;
        adjust(&install, &user);
        let balance = eventually("the credits are given", || async {
            let balance = user.balance().await;
            (balance.2 == before.2 + 7).then_some(balance)
        })
        .await;
        let test = server.stop().await;
        let (open, delivered) = killed_in_the_middle(&install).await;
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let (closed, with_keys) = (file("closed.jsonl"), file("keys.jsonl"));
        install.succeed(&["events", "export", "--output", &closed]);
        install.succeed(&["events", "export", "--with-keys", "--output", &with_keys]);
        assert!(!std::fs::read_to_string(&closed).unwrap().contains("\"wrapped\""));

        let engines = [Engine::Sqlite, Engine::Postgres];
        for ((file, opens), engine) in [(&closed, false), (&with_keys, true)].into_iter().zip(engines) {
            let Some(target) = engine.storage().await else { continue };
            let moved = Install::new(&target);
            std::fs::copy(install.secret_key(), target.folder().join("secret.key")).unwrap();
            let said = moved.succeed(&["events", "import", file]);
            assert!(said.contains("1 search that was under way"), "{said}");
            assert_eq!(said.contains("stays closed"), !opens, "{said}");
            assert!(adjust(&moved, &user).contains("nothing was changed"));
            moved.succeed(&["ledger", "verify", "--all"]);
            let server = Server::start(target).await;
            let user = server.user("ada@example.com", "pro");
            let busy = server.user(BUSY, "enterprise");
            let path = format!("/api/jobs/{open}");
            let built = || async { (busy.get(&path).await.status == 200).then_some(()) };
            eventually("the read models are built", built).await;
            let ended = busy.ended(&open).await;
            assert_eq!(ended["status"], "failed", "{ended}");
            // What was delivered is paid, once, and nothing is held.
            assert_eq!(ended["results_count"], delivered);
            let (available, used, total) = busy.balance().await;
            assert_eq!((used, available), (delivered, total - delivered));
            assert_eq!(user.balance().await, balance);
            assert_eq!(company_names(&user).await, if opens { names.clone() } else { Vec::new() });
            server.stop().await;
        }
        drop(test);
    }

    /// CRED-12 (M13): an import that was interrupted before it had ended what was under way.
    async fn cred_12_an_interrupted_import_is_brought_to_its_end_before_anybody_works(test) {
        let server = Server::without_worker(test).await;
        let user = server.user("ada@example.com", "pro");
        let open = user.start(&brewery_search()).await;
        let before = user.balance().await;
        let test = server.stop().await;
        let head = EventLog::new(&test.storage).head().await.unwrap();
        let unfinished = format!("INSERT INTO installation (name, value) VALUES ('unfinished_import', '{head}')");
        test.storage.log.run_script(&unfinished).await.unwrap();
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let ended = user.ended(&open).await;
        assert_eq!((ended["status"].as_str(), ended["results_count"].as_i64()), (Some("failed"), Some(0)));
        assert_eq!(user.balance().await, before);
        // The next one is worked on.
        user.run(&brewery_search()).await;
        server.stop().await;
    }

    /// ES-05 (M9): whoever serves an empty database while it is filled records nothing in it.
    async fn es_05_a_server_that_was_running_at_an_import_records_nothing(test) {
        let source = Server::empty(Engine::Sqlite.storage().await.unwrap()).await;
        source.user("ada@example.com", "pro").credits().await;
        let file = source.folder().join("out.jsonl").to_str().unwrap().to_owned();
        let from = source.install();
        from.succeed(&["events", "export", "--output", &file]);
        let install = Install::new(&test);
        std::fs::copy(from.secret_key(), install.secret_key()).unwrap();
        let running = install.serve().await;
        if let Db::Sqlite { .. } = test.storage.log {
            let refused = install.fail(&["events", "import", &file]);
            assert!(refused.contains("another server uses the data folder"), "{refused}");
            running.kill();
            install.succeed(&["events", "import", &file]);
        } else {
            install.succeed(&["events", "import", &file]);
            let events = install.ledger().await.len();
            let late = running.user("bob@example.com", "pro");
            let path = format!("/api/credits/status/{}", late.sub_in_path());
            assert_eq!(late.get(&path).await.status, 500);
            // Its last answer is a second old at most.
            let told = eventually("health tells", || async {
                let health = running.anonymous.get("/api/health").await.json();
                (health["status"] == "degraded").then(|| health["problems"].to_string())
            }).await;
            assert!(told.contains("start the process again"), "{told}");
            assert_eq!(install.ledger().await.len(), events);
            running.kill();
        }
        let again = install.serve().await;
        again.user("bob@example.com", "pro").credits().await;
        again.kill();
        install.succeed(&["ledger", "verify", "--all"]);
        source.stop().await;
    }

    /// ES-05 (M9): two keys never seal one log.
    async fn es_05_the_first_key_of_a_database_is_its_only_one(test) {
        let server = Server::empty(test).await;
        let other = server.install().command(&["accounts", "list"])
            .env("DEMANDATLAS_SECRET_KEY", "another key of another installation")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&other.stderr).into_owned();
        assert_eq!(other.status.code(), Some(1), "{said}");
        assert!(said.contains("another secret key"), "{said}");
        // Whoever came first goes on.
        let user = server.user("ada@example.com", "basic");
        assert_eq!(user.balance().await.0, 100);
        server.install().succeed(&["ledger", "verify", "--all"]);
        server.stop().await;
    }

    /// CRED-12 (L19): what happened stays, whoever asks the database.
    async fn cred_12_the_database_refuses_to_change_or_delete_events(test) {
        let server = Server::empty(test).await;
        let user = server.user("ada@example.com", "basic");
        user.credits().await;
        let before = server.ledger().await.len();
        let log = &server.product.core.storage.log;
        let replace = "INSERT OR REPLACE INTO events SELECT * FROM events";
        let more = match log {
            Db::Sqlite { .. } => replace,
            Db::Postgres(_) => "TRUNCATE events",
        };
        for sql in ["UPDATE events SET sequence = 9", "DELETE FROM events", more] {
            let refused = log.run_script(sql).await;
            let reason = refused.unwrap_err().to_string();
            assert!(reason.contains("append-only"), "{sql}: {reason}");
        }
        assert_eq!(server.ledger().await.len(), before);
        server.stop().await;
    }
}

/// ES-03 (M8): a log from a backup beside newer read models.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-03
async fn es_03_read_models_that_are_ahead_of_a_restored_log_are_built_anew() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let server = Server::start(test).await;
    let user = server.user("ada@example.com", "pro");
    user.run(&brewery_search()).await;
    let balance = user.balance().await;
    let history = user.history().await.len();
    let test = server.stop().await;
    let (log, backup) = (
        test.folder().join("log.db"),
        test.folder().join("backup.db"),
    );
    test.storage.close().await;
    std::fs::copy(&log, &backup).unwrap();

    let install = Install::new(&test);
    let process = install.serve().await;
    let user = process.user("ada@example.com", "pro");
    let florists =
        json!({"search_term": "florist", "state": "OR", "cities": ["Bend"], "source": "sample"});
    user.run(&florists).await;
    assert_ne!(user.balance().await, balance);
    process.kill();
    for beside in ["log.db-wal", "log.db-shm"] {
        let _gone = std::fs::remove_file(test.folder().join(beside));
    }
    std::fs::copy(&backup, &log).unwrap();

    let process = install.serve().await;
    let user = process.user("ada@example.com", "pro");
    assert_eq!(user.balance().await, balance);
    assert_eq!(user.history().await.len(), history);
    // It goes on, and read models follow.
    user.run(&florists).await;
    assert_eq!(user.history().await.len(), history + 1);
    assert_ne!(user.balance().await, balance);
    process.kill();
    install.succeed(&["projections", "verify"]);
}

#[cfg(unix)]
fn others_may(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().unwrap().permissions().mode() & 0o077 != 0
}

/// AUTH-12 (M7): ledger, rows and e-mail addresses are their owner's to read, whatever comes first.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_the_files_of_the_data_folder_are_private() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("new").join("data");
    let install = Install::in_folder(&folder);
    let migrated = install
        .command(&["migrate"])
        .env("DEMANDATLAS_AUTH_ISSUER", "https://x.example/")
        .output();
    assert!(migrated.unwrap().status.success());
    let process = install.serve().await;
    let user = process.user("ada@example.com", "basic");
    user.credits().await;
    assert!(!others_may(&folder));
    for file in [
        "log.db",
        "log.db-wal",
        "views.db",
        "views.db-wal",
        "secret.key",
    ] {
        assert!(!others_may(&folder.join(file)), "{file}");
    }
    process.kill();
    // What an older version left open is closed.
    use std::os::unix::fs::PermissionsExt;
    let log = folder.join("log.db");
    std::fs::set_permissions(&log, std::fs::Permissions::from_mode(0o644)).unwrap();
    let listed = install.succeed(&["accounts", "list", "--format", "json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&listed)
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert!(!others_may(&log));
}

/// AUTH-12 (D19, D23): one server a data folder; a lost key is told, and none is made in its place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_a_second_server_and_a_lost_key_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(folder.path());
    let process = install.serve().await;
    let complaint = install.fail(&["serve", "--addr", "127.0.0.1:0"]);
    assert!(
        complaint.contains("another server uses the data folder"),
        "{complaint}"
    );
    process.user("ada@example.com", "basic").credits().await;
    process.kill();
    let again = install.serve().await;
    again.kill();

    let key = install.secret_key();
    let kept = std::fs::read(&key).unwrap();
    std::fs::remove_file(&key).unwrap();
    let complaint = install.fail(&["accounts", "list"]);
    assert!(
        complaint.contains("is missing") && complaint.contains("backup"),
        "{complaint}"
    );
    assert!(!key.exists(), "none is made in its place");
    std::fs::write(&key, kept).unwrap();
    install.succeed(&["ledger", "verify", "--all"]);
}

/// AUTH-12 (D13): a database that cannot be reached is named, with the reason.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// AUTH-12
async fn auth_12_an_unreachable_database_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(folder.path());
    // Nobody listens there.
    let port = 1;
    let since = std::time::Instant::now();
    let output = install
        .command(&["accounts", "list"])
        .env(
            "DEMANDATLAS_DATABASE_URL",
            format!("postgres://app:s3cret@127.0.0.1:{port}/atlas"),
        )
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains(&format!("127.0.0.1:{port}")) && said.contains("refused"),
        "{said}"
    );
    assert!(!said.contains("s3cret"), "{said}");
    assert!(
        since.elapsed() < std::time::Duration::from_secs(4),
        "it is told at once"
    );
}
