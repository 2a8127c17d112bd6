//! What was deleted or written over leaves nothing in SQLite's files.

use store::db::Db;
use store::testing::Engine;

const WORD: &str = "a word that is to go";

#[tokio::test]
// ES-01
async fn es_01_a_scrubbed_table_leaves_nothing_where_its_rows_were_moved_from() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let Db::Sqlite { writer, .. } = &test.storage.views else {
        panic!("it is SQLite");
    };
    let run = async |sql: String| {
        sqlx::raw_sql(&sql).execute(writer).await.unwrap();
    };
    let tables: Vec<String> = (0..10).map(|n| format!("moving_{n}")).collect();
    for table in &tables {
        run(format!(
            "CREATE TABLE {table} (id TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL)"
        ))
        .await;
        // Rows that come in any order, and grow: SQLite moves some from page to page. Not each table is left with
        // traces by that, most are.
        for _ in 0..100 {
            run(format!(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) \
                 INSERT INTO {table} \
                 SELECT hex(randomblob(16)), hex(randomblob(abs(random() % 300))) || '{WORD}' FROM n; \
                 UPDATE {table} SET body = body || hex(randomblob(abs(random() % 200))) WHERE random() % 2 = 0;"
            ))
            .await;
        }
        run(format!("UPDATE {table} SET body = 'gone'")).await;
    }
    let names: Vec<&str> = tables.iter().map(String::as_str).collect();
    test.storage.scrub(&names).await.unwrap();
    for table in &tables {
        let count = format!("SELECT count(*) FROM {table} WHERE body = 'gone'");
        let left: i64 = sqlx::query_scalar(&count).fetch_one(writer).await.unwrap();
        assert_eq!(left, 1_000, "the rows are there");
    }
    test.storage.close().await;
    for file in std::fs::read_dir(test.folder()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let found = bytes
            .windows(WORD.len())
            .any(|part| part == WORD.as_bytes());
        assert!(!found, "{}", path.display());
    }
}
