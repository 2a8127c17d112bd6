//! Which store a command acts on: said, refused where there is none, and refused beside a server of another.

use serde_json::Value;
use sqlx::{Connection, PgConnection};
use store::db::DatabaseUrl;
use store::testing::{Engine, fresh_database};

use crate::support::Install;

/// Every command that opens a store, but for those that are there to fill one.
const COMMANDS: [&[&str]; 17] = [
    &["coupons", "issue", "--credits", "5"],
    &["coupons", "list"],
    &["coupons", "revoke", "SPRING-2026"],
    &["accounts", "list"],
    &["accounts", "show", "x"],
    &["accounts", "set-tier", "x", "pro"],
    &["accounts", "adjust", "x", "5", "--reason", "y"],
    &["accounts", "grant-due"],
    &["accounts", "export", "x"],
    &["accounts", "erase", "x", "--yes"],
    &["ledger", "show", "x"],
    &["ledger", "verify", "--all"],
    &["events", "export"],
    &["events", "tail"],
    &["events", "stats"],
    &["projections", "status"],
    &["projections", "verify"],
];

/// What a command says on standard error, and whether it succeeded.
fn told(install: &Install, arguments: &[&str]) -> (String, bool) {
    let output = install.run(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    (told, output.status.success())
}

#[test]
fn where_no_store_is_every_command_refuses_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let install = Install::in_folder(&data);
    for command in COMMANDS {
        let (told, succeeded) = told(&install, command);
        assert!(!succeeded, "{command:?}");
        for part in [
            "there is no store there",
            "--data-dir",
            "--database-url",
            "--config",
        ] {
            assert!(told.contains(part), "{command:?}: {told}");
        }
        let offers = command.contains(&"issue");
        assert_eq!(told.contains("--create"), offers, "{command:?}: {told}");
        assert!(!data.exists(), "{command:?}");
    }
    install.succeed(&["coupons", "issue", "--credits", "5", "--create"]);
    let listed = install.succeed(&["coupons", "list", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_an_empty_database_every_command_refuses_and_leaves_nothing() {
    let Some(url) = fresh_database().await else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let install = Install::on_postgres(&data, url.clone());
    for command in COMMANDS {
        let (told, succeeded) = told(&install, command);
        assert!(!succeeded && told.contains("no store there"), "{told}");
    }
    assert!(!data.exists());
    let mut database = PgConnection::connect(&url).await.unwrap();
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            .fetch_one(&mut database)
            .await
            .unwrap();
    assert_eq!(tables, 0);
    install.succeed(&["migrate"]);
    install.succeed(&["accounts", "list"]);
}

store::on_both_engines! {
    async fn a_command_names_its_store_beside_what_it_prints(test) {
        let install = Install::new(&test);
        let output = install.run(&["accounts", "list", "--format", "json"]);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice::<Value>(&output.stdout).unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        let folder = test.folder().display();
        let store = match &test.url {
            DatabaseUrl::Sqlite => "SQLite".to_owned(),
            DatabaseUrl::Postgres(url) => {
                let (server, database) = url.rsplit_once('/').unwrap();
                let (_, port) = server.rsplit_once(':').unwrap();
                format!("PostgreSQL at localhost:{port}, database {database}")
            }
        };
        assert_eq!(told, format!("demandatlas: store {store}, data folder {folder}\n"));
    }

    async fn beside_a_server_no_command_acts_on_another_store(test) {
        let Some(other) = Engine::Postgres.storage().await else { return };
        let DatabaseUrl::Postgres(elsewhere) = &other.url else { unreachable!("it was asked for") };
        let install = Install::new(&test);
        let mistaken = Install::on_postgres(test.folder(), elsewhere.clone());
        let server = install.serve().await;
        for command in [&["accounts", "list"][..], &["coupons", "issue", "--credits", "5"], &["migrate"]] {
            let told = mistaken.fail(command);
            assert!(told.contains("running on this data folder with another store"), "{told}");
            assert!(told.contains("--database-url"), "{told}");
        }
        install.succeed(&["accounts", "list"]);
        server.kill();
        // Nobody is beside it any more.
        mistaken.succeed(&["accounts", "list"]);
    }
}

/// An address may change under a server: its store is known by what is in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_a_server_the_same_store_may_have_another_address() {
    let Some(test) = Engine::Postgres.storage().await else {
        return;
    };
    let DatabaseUrl::Postgres(url) = &test.url else {
        unreachable!("it was asked for")
    };
    let server = Install::new(&test).serve().await;
    // 127.1 is 127.0.0.1, which no comparison of names finds out.
    let same = url.replace("127.0.0.1", "127.1") + "?sslmode=disable";
    let install = Install::on_postgres(test.folder(), same);
    let (told, succeeded) = told(&install, &["accounts", "list"]);
    assert!(succeeded && told.contains("PostgreSQL at 127.1:"), "{told}");
    server.kill();
}

/// The server of the tests offers no TLS, and 127.1 does not look like this machine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_on_another_machine_is_not_spoken_to_in_the_clear_by_default() {
    let Some(url) = fresh_database().await else {
        return;
    };
    let remote = url.replace("127.0.0.1", "127.1");
    assert_ne!(remote, url);
    let folder = tempfile::tempdir().unwrap();
    let refused = Install::on_postgres(folder.path(), remote.clone()).fail(&["migrate"]);
    for part in ["PostgreSQL at 127.1:", "TLS", "sslrootcert=", "sslmode="] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    let asked_for = remote + "?sslmode=disable";
    Install::on_postgres(folder.path(), asked_for).succeed(&["migrate"]);
}

/// A database alone is another store than the one whose events lie beside it.
#[cfg(feature = "kurrentdb-testing")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beside_a_server_no_command_forgets_where_the_events_are() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(beside) = engine.storage().await else {
            return;
        };
        let alone = Install::new(&beside);
        let test = beside.with_kurrentdb().await;
        let server = Install::new(&test).serve().await;
        let told = alone.fail(&["accounts", "list"]);
        assert!(told.contains("events in esdb://"), "{told}");
        server.kill();
    }
}
