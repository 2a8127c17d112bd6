//! A full disk, made by a bound on the file's pages: it is told as such, and over as soon as there is
//! room.

use store::StoreError;
use store::db::Db;
use store::testing::Engine;

const TOO_MUCH: &str = "INSERT INTO commands (command_key, body_hash, answer, recorded_at) \
     VALUES ('k', 'h', hex(zeroblob(1000000)), 0)";

#[tokio::test]
async fn sqlite_ends_the_transaction_of_a_full_disk_and_the_next_one_begins() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let Db::Sqlite { writer, .. } = &test.storage.log else {
        panic!("SQLite was asked for");
    };
    // Holds for this connection only, and never below what the file has already.
    sqlx::query("PRAGMA max_page_count = 1")
        .execute(writer)
        .await
        .unwrap();
    let mut tx = test.storage.log.begin().await.unwrap();
    let full = tx.run_script(TOO_MUCH).await.unwrap_err();
    assert!(matches!(full, StoreError::Full(_)), "{full}");
    drop(tx);

    let mut tx = test.storage.log.begin().await.unwrap();
    tx.run_script(TOO_MUCH).await.unwrap();
    tx.commit().await.unwrap();
}
