//! Opening and migrating: one PostgreSQL database, or two SQLite files in the data folder so that a
//! rebuild of the read models never holds the log's writer.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::Connection;
use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use super::engines::Db;
use crate::error::StoreError;

/// How long a writer of another process is waited for.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Reader connections per SQLite file.
const SQLITE_READERS: u32 = 4;
/// Connections to PostgreSQL per process.
const POSTGRES_CONNECTIONS: u32 = 16;
/// No statement of a call may take longer; rebuilds lift it for themselves.
const STATEMENT_TIMEOUT: &str = "60s";
/// How long a call waits for a connection before it is answered 503.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Which database the configuration names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The embedded default: files in the data folder.
    Sqlite,
    /// A PostgreSQL server.
    Postgres(String),
}

impl FromStr for DatabaseUrl {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        if text == "sqlite" || text == "sqlite:" {
            Ok(Self::Sqlite)
        } else if text.starts_with("postgres:") || text.starts_with("postgresql:") {
            Ok(Self::Postgres(text.to_owned()))
        } else {
            Err(StoreError::Configuration(
                "The database URL starts with postgres: (a server) or is sqlite: (the embedded \
                 default, in the data folder)."
                    .to_owned(),
            ))
        }
    }
}

/// The open databases: the log with what lives beside it, and the read models.
#[derive(Debug, Clone)]
pub struct Storage {
    /// Events, commands, snapshots, rows, work, leases, reactor checkpoints.
    pub log: Db,
    /// Read models and their checkpoints. On PostgreSQL the same database.
    pub views: Db,
}

impl Storage {
    /// Opens what `url` names, makes what is missing, and brings the schema up to date.
    pub async fn open(url: &DatabaseUrl, data_dir: &Path) -> Result<Self, StoreError> {
        match url {
            DatabaseUrl::Sqlite => Self::open_sqlite(data_dir).await,
            DatabaseUrl::Postgres(url) => Self::open_postgres(url).await,
        }
    }

    async fn open_sqlite(data_dir: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(data_dir).map_err(|error| {
            StoreError::Configuration(format!(
                "The data folder {} cannot be made: {error}. Choose another with DEMANDATLAS_DATA_DIR.",
                data_dir.display()
            ))
        })?;
        let log = open_sqlite_file(&data_dir.join("log.db"), SqliteSynchronous::Full).await?;
        let views = open_sqlite_file(&data_dir.join("views.db"), SqliteSynchronous::Normal).await?;
        if let (Db::Sqlite { writer: log, .. }, Db::Sqlite { writer: views, .. }) = (&log, &views) {
            migrator(sqlx::migrate!("../migrations/sqlite/log"))
                .run(log)
                .await?;
            sqlx::migrate!("../migrations/sqlite/views")
                .run(views)
                .await?;
        }
        Ok(Self { log, views })
    }

    async fn open_postgres(url: &str) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse().map_err(|error| {
            StoreError::Configuration(format!("The database URL is not valid: {error}"))
        })?;
        let pool = PgPoolOptions::new()
            .max_connections(POSTGRES_CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .connect_with(
                options
                    .application_name("demandatlas")
                    .options([("statement_timeout", STATEMENT_TIMEOUT)]),
            )
            .await?;
        migrator(sqlx::migrate!("../migrations/postgres"))
            .run(&pool)
            .await?;
        let db = Db::Postgres(pool);
        Ok(Self {
            log: db.clone(),
            views: db,
        })
    }

    /// Leaves nothing behind of what was deleted or written over in the read models' `tables`, nor of users' keys.
    /// SQLite overwrites what it deletes (`secure_delete`), so what is left lies in its write-ahead logs.
    pub async fn scrub(&self, tables: &[&str]) -> Result<(), StoreError> {
        for db in [&self.log, &self.views] {
            match db {
                Db::Sqlite { writer, .. } => {
                    let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
                    let (busy, _, _): (i64, i64, i64) =
                        sqlx::query_as(checkpoint).fetch_one(writer).await?;
                    if busy != 0 {
                        let held = "a reader holds the write-ahead log: try once more";
                        let held = sqlx::Error::Protocol(held.to_owned());
                        return Err(StoreError::Unavailable(held));
                    }
                }
                Db::Postgres(pool) => {
                    for table in tables.iter().chain(&["user_keys"]) {
                        let vacuum = format!("VACUUM {table}");
                        sqlx::query(&vacuum).execute(pool).await?;
                    }
                    // Log and read models are one database.
                    break;
                }
            }
        }
        Ok(())
    }

    /// Closes every connection, so that SQLite folds its write-ahead log into the file.
    pub async fn close(&self) {
        for db in [&self.log, &self.views] {
            match db {
                Db::Sqlite { writer, readers } => {
                    readers.close().await;
                    writer.close().await;
                }
                Db::Postgres(pool) => pool.close().await,
            }
        }
    }
}

/// An older binary may start beside a newer one: migrations that it does not know are left alone.
fn migrator(mut migrations: Migrator) -> Migrator {
    migrations.set_ignore_missing(true);
    migrations
}

async fn open_sqlite_file(path: &Path, synchronous: SqliteSynchronous) -> Result<Db, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .foreign_keys(false)
        // What is deleted is written over, so that erased texts lie in no free page.
        .pragma("secure_delete", "ON")
        .busy_timeout(BUSY_TIMEOUT);
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(BUSY_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        // SQLite ends a transaction by itself when the disk is full. The driver believes the
        // transaction open for ever and begins no other: such a connection makes way for a new one.
        .before_acquire(|connection, _| {
            let usable = !connection.is_in_transaction();
            Box::pin(async move { Ok(usable) })
        })
        .connect_with(options.clone())
        .await?;
    let readers = SqlitePoolOptions::new()
        .max_connections(SQLITE_READERS)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .connect_with(options.read_only(true).create_if_missing(false))
        .await?;
    Ok(Db::Sqlite { writer, readers })
}
