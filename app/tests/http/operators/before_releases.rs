//! What builds from before the first release left behind is refused in one sentence, and stays as it is.

use store::db::Db;
use store::testing::TestStorage;
use store::{on_both_engines, with_reader, with_writer};

use crate::support::Install;

/// The checksums of the first migrations before the first release.
const SQLITE: &str = "X'6881107843943497dea7cc585f59a2f1e4c642a52b8386fc68e7839faad3ab5cc8fdfb775f9896917a00222d96a24683'";
const POSTGRES: &str = "'\\xdd0516de15643932fbcbddea11e2f27ae1aaa8165da11915078fddc3a32cd08a3e29dd8935c0019559c9435f92f189ef'";

/// Everything that a refused command could have changed: SQLite's files; the tables and migrations in PostgreSQL.
async fn contents(test: &TestStorage) -> Vec<Vec<u8>> {
    let Db::Postgres(_) = &test.storage.log else {
        let files = ["log.db", "views.db"].map(|file| test.folder().join(file));
        return files.map(|file| std::fs::read(file).unwrap()).into();
    };
    let sql = "SELECT version || ' ' || encode(checksum, 'hex') FROM _sqlx_migrations \
               UNION ALL SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1";
    let rows: Vec<String> = with_reader!(&test.storage.log, pool =>
        sqlx::query_scalar(sql).fetch_all(pool).await)
    .unwrap();
    rows.into_iter().map(String::into_bytes).collect()
}

fn assert_refuses(complaint: &str) {
    let refused = complaint.contains("before the first release") && complaint.contains("empty");
    assert!(
        refused && complaint.trim().lines().count() == 1,
        "{complaint}"
    );
}

on_both_engines! {
    // ES-05
    async fn es_05_a_database_from_before_the_first_release_is_refused_and_left_as_it_is(test) {
        let install = Install::new(&test);
        install.succeed(&["accounts", "list"]);
        let checksum = match &test.storage.log {
            Db::Sqlite { .. } => SQLITE,
            Db::Postgres(_) => POSTGRES,
        };
        let former = format!("UPDATE _sqlx_migrations SET checksum = {checksum} WHERE version = 1");
        test.storage.log.run_script(&former).await.unwrap();
        if let Db::Sqlite { .. } = &test.storage.log {
            // Whoever closes last moves the log of writes into the file, unless two close at once.
            for db in [&test.storage.log, &test.storage.views] {
                let done = with_writer!(db, pool =>
                    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(pool).await.map(drop));
                done.unwrap();
            }
            test.storage.close().await;
        }
        let before = contents(&test).await;
        for command in [&["migrate"][..], &["serve"], &["events", "export"], &["accounts", "list"]] {
            assert_refuses(&install.fail(command));
        }
        assert_eq!(contents(&test).await, before);
    }

    // ES-05
    async fn es_05_an_export_from_before_the_first_release_is_refused_and_nothing_is_imported(test) {
        let install = Install::new(&test);
        let export = install.succeed(&["events", "export"]);
        let (_format, former) = export.split_once('\n').unwrap();
        let file = test.folder().join("former.jsonl");
        std::fs::write(&file, former).unwrap();
        assert_refuses(&install.fail(&["events", "import", file.to_str().unwrap()]));
        assert!(install.succeed(&["events", "stats"]).contains("empty"));
    }
}
