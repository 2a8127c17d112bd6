//! Opening and migrating: one PostgreSQL database, or two SQLite files in the data folder so that a
//! rebuild of the read models never holds the log's writer.

use std::path::Path;
use std::time::Duration;

use sqlx::migrate::{MigrateError, Migration, Migrator};
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgConnection, PgPool};

use super::doubts::Doubts;
use super::engines::{Db, Server};
use super::limits::{Limits, any_given_up_lately};
use super::place::{ACQUIRE_TIMEOUT, DatabaseUrl, connect_options, reached};
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
        let options = connect_options(url)?;
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
        // It has answered: how it closes does not matter.
        let _closed = reached(&options).await?.close().await;
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
        migrate(&pool).await?;
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

/// Brings the schema up to date. Where it is, that is only read: a role may serve that cannot change it.
async fn migrate(pool: &PgPool) -> Result<(), StoreError> {
    let migrations = migrator(sqlx::migrate!("../migrations/postgres"));
    let exists: bool = sqlx::query_scalar("SELECT to_regclass('_sqlx_migrations') IS NOT NULL")
        .fetch_one(pool)
        .await?;
    if exists {
        let applied: Vec<(i64, Vec<u8>)> =
            sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations WHERE success")
                .fetch_all(pool)
                .await?;
        let is_applied = |migration: &Migration| {
            let found = applied
                .iter()
                .find(|(version, _)| *version == migration.version);
            found.is_some_and(|(_, checksum)| *checksum == *migration.checksum)
        };
        if migrations.iter().all(is_applied) {
            return Ok(());
        }
        // Elsewhere a second store would be made beside the first.
        let may_change: Option<bool> = sqlx::query_scalar(
            "SELECT has_schema_privilege(n.oid, 'CREATE') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.oid = to_regclass('_sqlx_migrations') AND n.nspname = current_schema()",
        )
        .fetch_optional(pool)
        .await?;
        if may_change != Some(true) {
            return Err(StoreError::Configuration(
                "The database's schema is not the one of this version, and this role must not change it: run \
                 'demandatlas migrate' as the owner of the tables, and grant the role its rights again \
                 (docs/operations.md, \"Roles\")."
                    .to_owned(),
            ));
        }
    }
    migrations.run(pool).await.map_err(from_before)
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
