//! Throwaway storage for the tests of every crate: a SQLite folder always, a fresh PostgreSQL database
//! where `DEMANDATLAS_TEST_POSTGRES_URL` names a server (`make test` starts one), and a double of a KurrentDB server, or
//! the one that `DEMANDATLAS_TEST_KURRENTDB_URL` names, with the feature `kurrentdb-testing`.

mod moment;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use domain::ids::UserId;
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;

use crate::db::{DatabaseUrl, Storage};
use crate::log::{Commit, EventLog, NewEvent, StreamAppend, StreamId};
use crate::user_keys::UserKey;

pub use moment::Moment;

/// A key of a user's, the same each time.
pub fn user_key(sub: &str) -> UserKey {
    let mut bytes = [0; 32];
    for (byte, of) in bytes.iter_mut().zip(sub.bytes()) {
        *byte = of;
    }
    let user = UserId::new(sub).expect("tests name users");
    UserKey::new(user, &bytes)
}

/// An engine to test on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// The embedded default.
    Sqlite,
    /// The production engine.
    Postgres,
}

/// Storage that goes away with its value.
#[derive(Debug)]
pub struct TestStorage {
    /// The open databases.
    pub storage: Storage,
    /// What [`Storage::open`] was given.
    pub url: DatabaseUrl,
    /// Where the events are, if not there.
    pub events_url: Option<String>,
    /// The server that they lie on, where it is no real one.
    #[cfg(feature = "kurrentdb-testing")]
    pub double: Option<crate::log::double::Double>,
    folder: TempDir,
}

impl TestStorage {
    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Opens the same databases again, as a restarted process does.
    pub async fn reopen(&self) -> Storage {
        let storage = Storage::open(&self.url, self.folder()).await;
        #[cfg(feature = "kurrentdb-testing")]
        let storage = storage.map(|storage| storage.with_events_in(self.storage.events.clone()));
        storage.expect("what was opened once opens again")
    }

    /// The same with the events on a KurrentDB server: the one that `DEMANDATLAS_TEST_KURRENTDB_URL` names, in streams of
    /// their own, or a double.
    #[cfg(feature = "kurrentdb-testing")]
    pub async fn with_kurrentdb(self) -> Self {
        let named = std::env::var("DEMANDATLAS_TEST_KURRENTDB_URL");
        let named = named.ok().filter(|url| !url.is_empty());
        let double = match named {
            Some(_) => None,
            None => Some(crate::log::double::Double::start().await),
        };
        let url = match (&double, named) {
            (Some(double), _) => double.url(),
            (None, named) => {
                let url = named.unwrap_or_default();
                let and = if url.contains('?') { '&' } else { '?' };
                let own = uuid::Uuid::new_v4().simple();
                format!("{url}{and}streamPrefix=test_{own}.")
            }
        };
        self.with_events_at(&url, double).await
    }

    /// The same with the events where `url` says.
    #[cfg(feature = "kurrentdb-testing")]
    pub async fn with_events_at(
        self,
        url: &str,
        double: Option<crate::log::double::Double>,
    ) -> Self {
        let storage = self
            .storage
            .with_events_in(Some(url.parse().expect("a connection string")));
        let reached = crate::log::EventLog::new(&storage).reach().await;
        reached.expect("the server answers");
        Self {
            storage,
            events_url: Some(url.to_owned()),
            double,
            ..self
        }
    }
}

impl Engine {
    /// Fresh, empty, migrated storage; nothing (and a line that says so) where there is no server.
    pub async fn storage(self) -> Option<TestStorage> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let url = match self {
            Self::Sqlite => DatabaseUrl::Sqlite,
            Self::Postgres => DatabaseUrl::Postgres(fresh_database().await?),
        };
        let storage = Storage::open(&url, folder.path())
            .await
            .expect("fresh storage opens");
        Some(TestStorage {
            storage,
            url,
            events_url: None,
            #[cfg(feature = "kurrentdb-testing")]
            double: None,
            folder,
        })
    }
}

impl Engine {
    /// Storage with what a former version left in it, see `store/tests/former`; nothing (and a line that says so) where
    /// there is no server.
    pub async fn former(self) -> Option<TestStorage> {
        let former = self.storage().await?;
        let Storage { log, views, .. } = &former.storage;
        for (db, left) in [
            (log, include_str!("../tests/former/log.sql")),
            (views, include_str!("../tests/former/views.sql")),
        ] {
            db.run_script(left)
                .await
                .expect("what a former version left fits this version's schema");
        }
        Some(former)
    }
}

/// What a release left behind, see `store/tests/former`.
fn left_by(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/former")
        .join(version)
}

/// The releases that have left something behind, and where.
pub fn releases() -> Vec<(String, PathBuf)> {
    let folders = std::fs::read_dir(left_by("")).expect("the folder of former versions is there");
    let names = folders.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let folders = names.map(|name| (name.clone(), left_by(&name)));
    folders.filter(|(_, folder)| folder.is_dir()).collect()
}

impl Engine {
    /// Storage with what a release left in it, its secret key in the folder; nothing (and a line that says so) where there
    /// is no server.
    pub async fn of_release(self, left: &Path) -> Option<TestStorage> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let copy = |from: &Path, name: &str| {
            let to = folder.path().join(name);
            std::fs::copy(from.join(name), to).expect("a release's file can be copied");
        };
        let url = match self {
            Self::Sqlite => {
                for name in ["log.db", "views.db", "secret.key"] {
                    copy(left, name);
                }
                DatabaseUrl::Sqlite
            }
            Self::Postgres => {
                let left = left.join("postgres");
                copy(&left, "secret.key");
                let url = fresh_database().await?;
                let dump = std::fs::read_to_string(left.join("dump.sql"));
                let dump = dump.expect("a release's dump can be read");
                let connection = PgConnection::connect(&url).await;
                let mut connection = connection.expect("the test server answers");
                sqlx::raw_sql(&dump)
                    .execute(&mut connection)
                    .await
                    .expect("a release's dump can be restored");
                DatabaseUrl::Postgres(url)
            }
        };
        let storage = Storage::open(&url, folder.path()).await;
        Some(TestStorage {
            storage: storage.expect("what a release left opens"),
            url,
            events_url: None,
            #[cfg(feature = "kurrentdb-testing")]
            double: None,
            folder,
        })
    }
}

/// Makes an empty database on the test server and answers its URL.
pub async fn fresh_database() -> Option<String> {
    let server = testkit::postgres_server()?;
    let name = format!("test_{}", uuid::Uuid::new_v4().simple());
    let mut connection = PgConnection::connect(&server)
        .await
        .expect("the test server answers");
    sqlx::query(&format!("CREATE DATABASE {name}"))
        .execute(&mut connection)
        .await
        .expect("the test server's user may make databases");
    let (base, _) = server.rsplit_once('/').expect("a URL has a path");
    Some(format!("{base}/{name}"))
}

/// The event after the `n`-th of a stream that counts.
pub fn counted(n: u64) -> Commit {
    Commit {
        appends: vec![StreamAppend {
            stream: StreamId {
                aggregate_type: "Counter",
                aggregate_id: "c".into(),
            },
            expected: n,
            continues: None,
            events: vec![NewEvent {
                event_type: "Counted",
                event_version: "1.0.0",
                payload: n.to_string(),
                metadata: "{}".into(),
            }],
            head: None,
        }],
        command: None,
        guard: None,
    }
}

/// Waits until `condition` holds; fails where that takes too long even for a busy machine.
pub async fn eventually(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !condition().await {
        assert!(since.elapsed() < Duration::from_secs(30), "never: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Waits until `log` knows the last event: while in doubt, since a connection was opened, it follows none.
pub async fn knows_its_end(log: &EventLog) {
    eventually("the log's end is known", async || {
        log.verify().await.expect("the log can be looked at");
        log.last_known() == log.head().await.expect("the log can be read")
    })
    .await;
}

/// Declares each test function once for each log: in both SQL engines, and, with the feature `kurrentdb-testing`, in
/// KurrentDB beside each of them. Inside, `$storage` is a [`TestStorage`].
#[macro_export]
macro_rules! on_every_log {
    ($( $(#[$meta:meta])* async fn $name:ident($storage:ident) $body:block )+) => {
        $crate::on_both_engines! { $( $(#[$meta])* async fn $name($storage) $body )+ }
        #[cfg(feature = "kurrentdb-testing")]
        mod kurrentdb_beside_sqlite {
            use super::*;
            $( $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let beside = $crate::testing::Engine::Sqlite.storage().await.expect("SQLite is always there");
                let $storage = beside.with_kurrentdb().await;
                $body
            } )+
        }
        #[cfg(feature = "kurrentdb-testing")]
        mod kurrentdb_beside_postgres {
            use super::*;
            $( $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some(beside) = $crate::testing::Engine::Postgres.storage().await else { return };
                let $storage = beside.with_kurrentdb().await;
                $body
            } )+
        }
    };
}

/// Declares each test function twice, once per engine; inside, `$storage` is a [`TestStorage`].
#[macro_export]
macro_rules! on_both_engines {
    ($( $(#[$meta:meta])* async fn $name:ident($storage:ident) $body:block )+) => {
        mod sqlite {
            use super::*;
            $( $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let $storage = $crate::testing::Engine::Sqlite.storage().await.expect("SQLite is always there");
                $body
            } )+
        }
        mod postgres {
            use super::*;
            $( $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some($storage) = $crate::testing::Engine::Postgres.storage().await else { return };
                $body
            } )+
        }
    };
}

/// As [`on_both_engines`], on what a former version left there ([`Engine::former`]).
#[macro_export]
macro_rules! on_the_former_version {
    ($( $(#[$meta:meta])* async fn $name:ident($former:ident) $body:block )+) => {
        mod former_sqlite {
            use super::*;
            $( $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let $former = $crate::testing::Engine::Sqlite.former().await.expect("SQLite is always there");
                $body
            } )+
        }
        mod former_postgres {
            use super::*;
            $( $(#[$meta])* #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let Some($former) = $crate::testing::Engine::Postgres.former().await else { return };
                $body
            } )+
        }
    };
}
