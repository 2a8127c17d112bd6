//! PostgreSQL ends what takes too long, on every connection of ours.

use std::time::Duration;

use sqlx::Row;
use store::StoreError;
use store::db::{Db, Limits, Server, Storage};
use store::log::{Appended, Appender, Commit, EventLog, NewEvent, StreamAppend, StreamId};
use store::testing::{Engine, TestStorage};

/// Connections that a process's pool may have.
const CONNECTIONS: usize = 16;
const SETTINGS: [&str; 2] = ["statement_timeout", "idle_in_transaction_session_timeout"];

async fn on_postgres(limits: Limits) -> Option<(TestStorage, Server)> {
    let test = Engine::Postgres.storage().await?;
    let storage = Storage::open_within(&test.url, test.folder(), limits).await;
    let Db::Postgres(server) = storage.unwrap().log else {
        unreachable!("it was asked for")
    };
    Some((test, server))
}

async fn append_one(storage: &Storage) {
    let commit = Commit {
        appends: vec![StreamAppend {
            stream: StreamId {
                aggregate_type: "Counter",
                aggregate_id: "c".into(),
            },
            expected: 0,
            continues: None,
            events: vec![NewEvent {
                event_type: "Counted",
                event_version: "1.0.0",
                payload: "1".into(),
                metadata: "{}".into(),
            }],
            head: None,
        }],
        command: None,
        guard: None,
    };
    let appended = Appender::start(EventLog::new(storage)).append(commit).await;
    assert!(matches!(appended.unwrap(), Appended::Stored { .. }));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_connection_ends_a_statement_and_a_forgotten_transaction_after_a_minute() {
    let Some((test, server)) = on_postgres(Limits::default()).await else {
        return;
    };
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        connections.push(server.pool.acquire().await.unwrap());
    }
    for connection in &mut connections {
        for setting in SETTINGS {
            let show = format!("SHOW {setting}");
            let shown: String = sqlx::query_scalar(&show)
                .fetch_one(&mut **connection)
                .await
                .unwrap();
            assert_eq!(shown, "1min", "{setting}");
        }
    }
    drop(connections);
    // Appends have a connection of their own: the database notes what holds for it.
    let note = "CREATE TABLE noted (setting TEXT); \
         CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             INSERT INTO noted VALUES (current_setting('statement_timeout')), \
                 (current_setting('idle_in_transaction_session_timeout')); RETURN NEW; END $$; \
         CREATE TRIGGER note BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION note()";
    sqlx::raw_sql(note).execute(&server.pool).await.unwrap();
    append_one(&test.storage).await;
    let noted: Vec<String> = sqlx::query_scalar("SELECT setting FROM noted")
        .fetch_all(&server.pool)
        .await
        .unwrap();
    assert_eq!(noted, ["1min", "1min"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_statement_that_takes_too_long_is_ended_and_its_connection_goes_on() {
    let limits = Limits::of_statements(Duration::from_millis(300));
    let Some((_test, server)) = on_postgres(limits).await else {
        return;
    };
    let mut connection = server.pool.acquire().await.unwrap();
    let slept = sqlx::query("SELECT pg_sleep(60)")
        .execute(&mut *connection)
        .await;
    let error = slept.unwrap_err();
    assert_eq!(
        error.as_database_error().unwrap().code().as_deref(),
        Some("57014"),
        "{error}"
    );
    // Callers are told to come again.
    assert!(matches!(
        StoreError::from(error),
        StoreError::Unavailable(_)
    ));
    let one = sqlx::query("SELECT 1")
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    assert_eq!(one.get::<i32, _>(0), 1);
}

/// The append lock is held by somebody who has gone without a word: whoever appends waits no longer than that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_transaction_that_is_forgotten_gives_its_locks_back() {
    let limits = Limits::of_statements(Duration::from_millis(300));
    let Some((test, server)) = on_postgres(limits).await else {
        return;
    };
    let mut forgotten = Db::Postgres(server).begin().await.unwrap();
    EventLog::lock_appends(&mut forgotten).await.unwrap();
    append_one(&test.storage).await;
    assert!(forgotten.run_script("SELECT 1").await.is_err());
}
