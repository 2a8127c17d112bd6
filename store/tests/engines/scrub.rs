//! What was deleted or written over leaves nothing in SQLite's files.

use std::time::{Duration, Instant};

use sqlx::SqlitePool;
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

/// Rows that have grown and shrunk, in no order, so that pages are left with traces of what was moved.
async fn grow(writer: &SqlitePool, table: &str, rows: u32) {
    let rows = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) \
         INSERT INTO {table} SELECT hex(randomblob(16)), hex(randomblob(400 + abs(random() % 600))) FROM n; \
         UPDATE {table} SET body = body || hex(randomblob(abs(random() % 400))) WHERE random() % 2 = 0;"
    );
    sqlx::raw_sql(&rows).execute(writer).await.unwrap();
}

async fn pages_of(writer: &SqlitePool, table: &str) -> Vec<(String, i64)> {
    let pages = "SELECT path, pageno FROM dbstat WHERE name = $1 ORDER BY path";
    let pages = sqlx::query_as(pages).bind(table).fetch_all(writer);
    pages.await.unwrap()
}

/// N10, L-d: what others have stays where it is, and is copied nowhere.
#[tokio::test]
// ES-01
async fn es_01_a_scrub_leaves_every_row_where_it_is() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let Db::Sqlite { writer, .. } = &test.storage.views else {
        panic!("it is SQLite");
    };
    let made = "CREATE TABLE moving (id TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL)";
    sqlx::raw_sql(made).execute(writer).await.unwrap();
    grow(writer, "moving", 1_000).await;
    let removed = "DELETE FROM moving WHERE random() % 3 = 0";
    sqlx::raw_sql(removed).execute(writer).await.unwrap();
    let (before, all) = (
        pages_of(writer, "moving").await,
        "SELECT id, body FROM moving ORDER BY id",
    );
    let rows: Vec<(String, String)> = sqlx::query_as(all).fetch_all(writer).await.unwrap();
    test.storage.scrub(&["moving"]).await.unwrap();
    assert_eq!(pages_of(writer, "moving").await, before);
    let after: Vec<(String, String)> = sqlx::query_as(all).fetch_all(writer).await.unwrap();
    assert_eq!(after, rows);
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check")
        .fetch_one(writer)
        .await
        .unwrap();
    assert_eq!(sound, "ok");
}

/// N10: whoever writes meanwhile waits for a portion of the scrub, not for all of it. What else the machine does may stop
/// one try for a moment, hardly each of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-01
async fn es_01_others_write_between_the_portions_of_a_scrub() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let Db::Sqlite { writer, .. } = &test.storage.views else {
        panic!("it is SQLite");
    };
    let made = "CREATE TABLE moving (id TEXT NOT NULL PRIMARY KEY, body TEXT NOT NULL); \
        CREATE TABLE others (id INTEGER PRIMARY KEY, at TEXT)";
    sqlx::raw_sql(made).execute(writer).await.unwrap();
    let mut tries = Vec::new();
    for _ in 0..6 {
        grow(writer, "moving", 6_000).await;
        let storage = test.storage.clone();
        let since = Instant::now();
        let scrub = tokio::spawn(async move { storage.scrub(&["moving"]).await });
        let mut longest = Duration::ZERO;
        while !scrub.is_finished() {
            let write = Instant::now();
            let others = "INSERT INTO others (at) VALUES ('now')";
            sqlx::query(others).execute(writer).await.unwrap();
            longest = longest.max(write.elapsed());
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        scrub.await.unwrap().unwrap();
        let whole = since.elapsed();
        if longest * 3 < whole * 2 {
            eprintln!("others waited {longest:?} at most, of a scrub of {whole:?}");
            return;
        }
        tries.push((longest, whole));
    }
    panic!("the longest wait, and the scrub: {tries:?}");
}
