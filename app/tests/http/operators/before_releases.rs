//! What builds from before the first release left behind is refused in one sentence, and stays as it is.

use store::db::Db;
use store::testing::TestStorage;
use store::{on_both_engines, with_reader};

use crate::support::Install;

/// The checksums of the first migrations before the first release.
const SQLITE: &str = "X'6881107843943497dea7cc585f59a2f1e4c642a52b8386fc68e7839faad3ab5cc8fdfb775f9896917a00222d96a24683'";
const POSTGRES: &str = "'\\xdd0516de15643932fbcbddea11e2f27ae1aaa8165da11915078fddc3a32cd08a3e29dd8935c0019559c9435f92f189ef'";

/// What a refused command could have changed: the migrations, and all tables as they are defined.
async fn contents(test: &TestStorage) -> Vec<String> {
    let mut contents = Vec::new();
    for db in [&test.storage.log, &test.storage.views] {
        let sql = match db {
            Db::Sqlite { .. } => {
                "SELECT version || ' ' || hex(checksum) FROM _sqlx_migrations \
                 UNION ALL SELECT name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY 1"
            }
            Db::Postgres(_) => {
                "SELECT version || ' ' || encode(checksum, 'hex') FROM _sqlx_migrations \
                 UNION ALL SELECT table_name || ' ' || column_name || ' ' || data_type \
                 FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1"
            }
        };
        let rows: Vec<String> =
            with_reader!(db, pool => sqlx::query_scalar(sql).fetch_all(pool).await).unwrap();
        contents.extend(rows);
    }
    contents
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
        let before = contents(&test).await;
        for command in [&["migrate"][..], &["serve", "--addr", "127.0.0.1:0"], &["events", "export"], &["accounts", "list"]] {
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
