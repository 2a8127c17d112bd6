//! Opening and migrating: one PostgreSQL database, or two SQLite files in the data folder so that a
//! rebuild of the read models never holds the log's writer.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgConnection};

use super::doubts::Doubts;
use super::engines::{Db, Server};
use super::limits::{Limits, any_given_up_lately};
use crate::error::StoreError;
use crate::log::EventStoreUrl;

/// How long to wait for a writer of another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Reader connections per SQLite file.
const SQLITE_READERS: u32 = 4;
/// Connections to PostgreSQL per process.
const POSTGRES_CONNECTIONS: u32 = 16;
/// A connection that has been idle for this long is tested before use.
const IDLE: Duration = Duration::from_secs(1);
/// How long a test may take: short enough to leave time for a new connection.
const PING_TIME: Duration = Duration::from_secs(2);
/// How long a call waits for a connection before it gets a 503.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// The configured database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DatabaseUrl {
    /// The embedded default: files in the data folder.
    Sqlite,
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

/// The open databases: the log with the tables stored with it, and the read models.
#[derive(Debug, Clone)]
pub struct Storage {
    /// Events, commands, snapshots, rows, work, leases, reactor checkpoints.
    pub log: Db,
    /// Read models and their checkpoints. On PostgreSQL the same database.
    pub views: Db,
    /// The server of the events, if they are not in `log`.
    pub events: Option<EventStoreUrl>,
    pub doubts: Doubts,
}

impl Storage {
    /// The same, with the events on the server `events`, if given.
    #[must_use]
    pub fn with_events_in(self, events: Option<EventStoreUrl>) -> Self {
        Self { events, ..self }
    }

    /// The name of what holds the events.
    pub fn log_engine(&self) -> &'static str {
        let events = self.events.as_ref();
        events.map_or_else(|| self.log.engine(), |events| events.engine(&self.log))
    }

    /// Opens `url`, creates what is missing, and brings the schema up to date.
    pub async fn open(url: &DatabaseUrl, data_dir: &Path) -> Result<Self, StoreError> {
        Self::open_within(url, data_dir, Limits::default()).await
    }

    /// The same with other time limits.
    pub async fn open_within(
        url: &DatabaseUrl,
        data_dir: &Path,
        limits: Limits,
    ) -> Result<Self, StoreError> {
        match url {
            DatabaseUrl::Sqlite => Self::open_sqlite(data_dir).await,
            DatabaseUrl::Postgres(url) => Self::open_postgres(url, limits).await,
        }
    }

    async fn open_sqlite(data_dir: &Path) -> Result<Self, StoreError> {
        make_private(data_dir, &["log.db", "views.db"]).map_err(|error| {
            StoreError::Configuration(format!(
                "The data folder {} cannot be used: {error}. Choose another with DEMANDATLAS_DATA_DIR.",
                data_dir.display()
            ))
        })?;
        let log = open_sqlite_file(&data_dir.join("log.db"), SqliteSynchronous::Full).await?;
        let views = open_sqlite_file(&data_dir.join("views.db"), SqliteSynchronous::Normal).await?;
        if let (Db::Sqlite { writer: log, .. }, Db::Sqlite { writer: views, .. }) = (&log, &views) {
            let migrated = migrator(sqlx::migrate!("../migrations/sqlite/log"))
                .run(log)
                .await;
            migrated.map_err(from_before)?;
            let migrated = migrator(sqlx::migrate!("../migrations/sqlite/views"))
                .run(views)
                .await;
            migrated.map_err(from_before)?;
        }
        Ok(Self {
            log,
            views,
            events: None,
            doubts: Doubts::default(),
        })
    }

    async fn open_postgres(url: &str, limits: Limits) -> Result<Self, StoreError> {
        let options: PgConnectOptions = url.parse().map_err(|error| {
            StoreError::Configuration(format!("The database URL is not valid: {error}"))
        })?;
        // Limits the statements of calls, and how long a client that was cut off holds its locks; rebuilds and
        // imports lift both for themselves.
        let longest = format!("{}ms", limits.statement().as_millis());
        let options = options.application_name("demandatlas").options([
            ("statement_timeout", longest.as_str()),
            ("idle_in_transaction_session_timeout", longest.as_str()),
            // Each start finds existing tables: that is not worth a notice.
            ("client_min_messages", "warning"),
        ]);
        // The pool would retry, and then only report a timeout.
        reach(&options).await?;
        let doubts = Doubts::default();
        let of_connections = doubts.clone();
        let pool = PgPoolOptions::new()
            .max_connections(POSTGRES_CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .test_before_acquire(false)
            .after_connect(move |_, _| {
                of_connections.raise();
                Box::pin(async { Ok(()) })
            })
            // An idle connection may be gone: the server may have restarted.
            .before_acquire(|connection, lain| {
                Box::pin(async move { Ok(lain.idle_for < IDLE || answers(connection).await) })
            })
            // A connection that was cut off would block its return to the pool for ever.
            .after_release(|connection, _| {
                Box::pin(async move { Ok(!any_given_up_lately() || answers(connection).await) })
            })
            .connect_with(options)
            .await?;
        let migrated = migrator(sqlx::migrate!("../migrations/postgres"))
            .run(&pool)
            .await;
        migrated.map_err(from_before)?;
        let db = Db::Postgres(Server { pool, limits });
        Ok(Self {
            log: db.clone(),
            views: db,
            events: None,
            doubts,
        })
    }

    /// Closes every connection, so that SQLite folds its write-ahead log into the file.
    pub async fn close(&self) {
        for db in [&self.log, &self.views] {
            match db {
                Db::Sqlite { writer, readers } => {
                    readers.close().await;
                    writer.close().await;
                }
                Db::Postgres(Server { pool, .. }) => pool.close().await,
            }
        }
    }
}

/// Creates the folder and the files if they are missing, and closes them to everybody but their owner: they hold what
/// users wrote. SQLite gives a database's other files the same mode.
/// An existing file is not opened: closing it again would release the locks that this process's own connections may
/// hold on it (POSIX).
fn make_private(folder: &Path, files: &[&str]) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    for path in files.iter().map(|file| folder.join(file)) {
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        match options.open(&path) {
            Ok(_) => {}
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => close(&path)?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Only the file's owner may read it.
#[cfg(unix)]
fn close(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if path.metadata()?.permissions().mode() & 0o077 == 0 {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn close(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Does a connection that was open a moment ago still work?
pub(crate) async fn answers(connection: &mut PgConnection) -> bool {
    let pinged = tokio::time::timeout(PING_TIME, connection.ping()).await;
    pinged.is_ok_and(|pinged| pinged.is_ok())
}

/// Says which server cannot be reached, and why.
async fn reach(options: &PgConnectOptions) -> Result<(), StoreError> {
    let (host, port) = (options.get_host().to_owned(), options.get_port());
    let cannot = |why: &dyn std::fmt::Display| {
        StoreError::Configuration(format!(
            "PostgreSQL at {host}:{port} cannot be used: {why}. Is DEMANDATLAS_DATABASE_URL right, and is the \
             server running?"
        ))
    };
    let connected = PgConnection::connect_with(options);
    match tokio::time::timeout(ACQUIRE_TIMEOUT, connected).await {
        Ok(Ok(connection)) => {
            // It has answered: how it closes does not matter.
            let _closed = connection.close().await;
            Ok(())
        }
        Ok(Err(error)) => Err(cannot(&error)),
        Err(_) => Err(cannot(&"it does not answer")),
    }
}

/// An older binary may start next to a newer one: migrations that it does not know are ignored.
fn migrator(mut migrations: Migrator) -> Migrator {
    migrations.set_ignore_missing(true);
    migrations
}

/// Migrations are never edited after a release, so a database with different ones is from before the first release.
/// It is refused at its first migration, before anything changes.
fn from_before(error: MigrateError) -> StoreError {
    match error {
        MigrateError::VersionMismatch(_) => StoreError::Configuration(
            "This database was made by a version from before the first release, which no release reads: start with an \
             empty data folder (DEMANDATLAS_DATA_DIR) or an empty database (DEMANDATLAS_DATABASE_URL); nothing was changed."
                .to_owned(),
        ),
        other => other.into(),
    }
}

async fn open_sqlite_file(path: &Path, synchronous: SqliteSynchronous) -> Result<Db, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(synchronous)
        .foreign_keys(false)
        // Deleted data is overwritten, so that no free page holds erased texts.
        .pragma("secure_delete", "ON")
        // REPLACE deletes rows: the log's triggers only fire with this.
        .pragma("recursive_triggers", "ON")
        .busy_timeout(BUSY_TIMEOUT);
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(BUSY_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        // SQLite ends a transaction by itself when the disk is full. The driver believes it still open and begins no
        // other: such a connection is replaced.
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
