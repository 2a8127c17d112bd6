//! A backup that is taken while the server writes, as docs/operations.md tells, and put back (CRED-12, ES-03).

use std::path::Path;
use std::process::{Command, Stdio};

use reqwest::Method;
use store::db::DatabaseUrl;
use store::on_both_engines;
use store::testing::{Engine, fresh_database};

use crate::support::{
    Accepted, Install, Load, Process, assert_paid, assert_told, brewery_search, eventually,
};

/// Jobs that are accepted before the backup, and after its beginning.
const JOBS: usize = 15;

/// Takes a backup under load. Answers what was told before it was begun.
async fn under_load(process: &Process, backup: impl FnOnce()) -> Vec<Accepted> {
    let load = Load::begin(process);
    load.goes_on(JOBS).await;
    let told = load.accepted();
    tokio::task::block_in_place(backup);
    load.goes_on(JOBS).await;
    let (all, _) = load.end().await;
    assert!(all.len() >= told.len() + JOBS, "it was written meanwhile");
    told
}

/// What was told before the backup is there, the ledger and the views hold, and it goes on.
async fn assert_goes_on(install: &Install, told: &[Accepted]) {
    let process = install.serve().await;
    let views_are_built = eventually("the read models are there", || async {
        let status = install.succeed(&["projections", "status"]);
        (!status.contains("building")).then_some(())
    });
    views_are_built.await;
    assert_told(&process, told).await;
    assert_paid(install, &process, told).await;
    let user = process.user("later@example.com", "pro");
    let mut search = brewery_search();
    search["source"] = "sample".into();
    user.run(&search).await;
}

fn succeed(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
}

fn sqlite_backup(data: &Path, file: &Path) {
    // As docs/operations.md says it.
    let command = format!(".backup '{}'", file.display());
    succeed(
        Command::new("sqlite3")
            .arg(data.join("log.db"))
            .arg(command),
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-12
async fn cred_12_a_backup_of_sqlite_under_load_is_put_back_and_goes_on() {
    if Command::new("sqlite3").arg("-version").output().is_err() {
        testkit::skipped("there is no program sqlite3");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (
        folder.path().join("data"),
        folder.path().join("log-backup.db"),
    );
    let install = Install::in_folder(&data);
    let process = install.serve().await;
    let told = under_load(&process, || sqlite_backup(&data, &file)).await;
    process.kill();

    std::fs::copy(&file, data.join("log.db")).unwrap();
    for name in [
        "log.db-wal",
        "log.db-shm",
        "views.db",
        "views.db-wal",
        "views.db-shm",
    ] {
        let left = data.join(name);
        if left.exists() {
            std::fs::remove_file(left).unwrap();
        }
    }
    assert_goes_on(&install, &told).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// CRED-12
async fn cred_12_a_dump_of_postgresql_under_load_is_put_back_and_goes_on() {
    let Some(test) = Engine::Postgres.storage().await else {
        return;
    };
    let DatabaseUrl::Postgres(url) = &test.url else {
        unreachable!("it was asked for")
    };
    let Some(programs) = std::env::var_os("DEMANDATLAS_TEST_POSTGRES_BIN") else {
        testkit::skipped("DEMANDATLAS_TEST_POSTGRES_BIN names no folder with pg_dump");
        return;
    };
    let program = |name: &str| Command::new(Path::new(&programs).join(name));
    let file = test.folder().join("dump.sql");
    let process = Install::new(&test).serve().await;
    let dump = || succeed(program("pg_dump").arg("--file").arg(&file).arg(url));
    let told = under_load(&process, dump).await;
    process.kill();

    let restored = fresh_database().await.unwrap();
    let mut psql = program("psql");
    psql.args(["-v", "ON_ERROR_STOP=1", "--quiet", "--file"]);
    succeed(psql.arg(&file).arg(&restored));
    // The data folder with its secret key is the same.
    assert_goes_on(&Install::on_postgres(test.folder(), restored), &told).await;
}

on_both_engines! {
    // CRED-12
    async fn cred_12_a_backup_under_load_is_restored_into_either_engine_and_goes_on(test) {
        let install = Install::new(&test);
        let folder = tempfile::tempdir().unwrap();
        let [file, key, twice] = ["backup.jsonl", "secret.key", "again.jsonl"]
            .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
        let process = install.serve().await;
        let told = under_load(&process, || {
            install.succeed(&["backup", "--output", &file, "--secret-key", &key]);
        })
        .await;
        process.kill();

        // The other engine than the backup's.
        let engine = match test.url {
            DatabaseUrl::Sqlite => Engine::Postgres,
            DatabaseUrl::Postgres(_) => Engine::Sqlite,
        };
        let Some(target) = engine.storage().await else { return };
        let other = Install::new(&target);
        // That attempt makes a key of its own.
        let refused = other.fail(&["restore", &file]);
        assert!(refused.contains("the store is unchanged"), "{refused}");
        let refused = other.fail(&["restore", &file, "--secret-key", &key]);
        assert!(refused.contains("another secret key"), "{refused}");
        std::fs::copy(&key, other.secret_key()).unwrap();
        let refused = other.fail(&["events", "import", &file]);
        assert!(refused.contains("demandatlas restore"), "{refused}");
        std::fs::remove_file(other.secret_key()).unwrap();
        let said = other.succeed(&["restore", &file, "--secret-key", &key]);
        assert!(said.contains("events restored"), "{said}");
        let refused = other.fail(&["restore", &file]);
        assert!(refused.contains("not empty"), "{refused}");
        // What was restored is what was backed up, byte for byte.
        other.succeed(&["backup", "--output", &twice]);
        assert_eq!(std::fs::read(&file).unwrap(), std::fs::read(&twice).unwrap());
        other.succeed(&["ledger", "verify", "--all"]);
        assert_goes_on(&other, &told).await;
        other.succeed(&["ledger", "verify", "--all"]);
    }

    async fn a_backup_holds_the_businesses_that_users_know(test) {
        let install = Install::new(&test);
        let folder = tempfile::tempdir().unwrap();
        let [file, key] =
            ["backup.jsonl", "secret.key"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
        let process = install.serve().await;
        let user = process.user("ada@example.com", "pro");
        let rows = (0..1_200).map(|number| format!("Customer {number},{number} Main St,97701\n"));
        let customers = format!("name,street,zip\n{}", rows.collect::<String>());
        let upload = user.request(Method::PUT, "/api/known-businesses").body(customers);
        assert_eq!(user.send(upload.header("content-type", "text/csv")).await.status, 200);
        let known = async |process: &Process| {
            let user = process.user("ada@example.com", "pro");
            user.get("/api/account/data").await.json()["known_businesses"].clone()
        };
        let before = known(&process).await;
        assert_eq!(before.as_array().unwrap().len(), 1_200);
        install.succeed(&["backup", "--output", &file, "--secret-key", &key]);
        process.kill();
        let engine = match test.url {
            DatabaseUrl::Sqlite => Engine::Postgres,
            DatabaseUrl::Postgres(_) => Engine::Sqlite,
        };
        let Some(target) = engine.storage().await else { return };
        let other = Install::new(&target);
        other.succeed(&["restore", &file, "--secret-key", &key]);
        let process = other.serve().await;
        assert_eq!(known(&process).await, before);
        process.kill();
    }
}
