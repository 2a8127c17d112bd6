//! Throwaway storage for the tests of every crate: a SQLite folder always, a fresh PostgreSQL database
//! where `DEMANDATLAS_TEST_POSTGRES_URL` names a server (`make test` starts one).

use std::path::Path;

use sqlx::{Connection, PgConnection};
use tempfile::TempDir;

use crate::db::{DatabaseUrl, Storage};

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
    folder: TempDir,
}

impl TestStorage {
    /// The data folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Opens the same databases again, as a restarted process does.
    pub async fn reopen(&self) -> Storage {
        Storage::open(&self.url, self.folder())
            .await
            .expect("what was opened once opens again")
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
