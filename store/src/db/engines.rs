//! The two SQL engines behind one type.
//!
//! One SQL text runs on both: `$1` parameters; TEXT, BIGINT, DOUBLE PRECISION and BOOLEAN columns;
//! times as epoch microseconds; `ON CONFLICT … DO UPDATE`; no `now()`, no `ILIKE`, no arrays. The macros
//! [`with_reader!`](crate::with_reader), [`with_writer!`](crate::with_writer) and [`with_tx!`](crate::with_tx) expand a body once per engine.
//!
//! On SQLite a database has one writer connection, so that writers queue in the process instead of failing as busy,
//! and a pool of readers.

use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{PgPool, Postgres, Sqlite, SqlitePool, Transaction};

use super::limits::{Limits, in_time, watched};
use crate::error::StoreError;

/// An open database.
#[derive(Debug, Clone)]
pub enum Db {
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
    },
    Postgres(Server),
}

/// A PostgreSQL database, and how long it may take.
#[derive(Debug, Clone)]
pub struct Server {
    pub pool: PgPool,
    pub limits: Limits,
}

/// A transaction.
#[derive(Debug)]
pub enum Tx {
    /// One that writes takes the write lock at its start.
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Db {
    /// Starts a transaction that writes.
    pub async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(match self {
            Self::Sqlite { writer, .. } => Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(server) => Tx::Postgres(begin_whole(server, "BEGIN").await?),
        })
    }

    /// Starts a read-only transaction, which sees everything as of its first read.
    pub async fn begin_snapshot(&self) -> Result<Tx, StoreError> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Tx::Sqlite(readers.begin().await?),
            Self::Postgres(server) => {
                let statement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Tx::Postgres(begin_whole(server, statement).await?)
            }
        })
    }

    /// The engine's name for messages.
    pub const fn engine(&self) -> &'static str {
        match self {
            Self::Sqlite { .. } => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    /// Runs several statements, such as a schema.
    pub async fn run_script(&self, script: &str) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        tx.run_script(script).await?;
        tx.commit().await
    }

    /// How long an answer may take.
    pub fn limits(&self) -> Limits {
        match self {
            Self::Sqlite { .. } => Limits::default(),
            Self::Postgres(server) => server.limits,
        }
    }

    /// Several statements within the time of one.
    pub(crate) async fn in_time<T>(
        &self,
        steps: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        match self {
            Self::Sqlite { .. } => steps.await,
            Self::Postgres(server) => {
                let steps = async { Ok(steps.await) };
                in_time(server.limits.answer(), steps).await?
            }
        }
    }

    /// Checks that the database can be read.
    pub async fn ping(&self) -> Result<(), StoreError> {
        crate::with_reader!(self, pool => sqlx::query("SELECT 1").execute(pool).await.map(drop))?;
        Ok(())
    }
}

/// Begins in a separate task, so that a caller who goes away in the middle (a client that hangs up, an aborted task)
/// leaves no connection in the pool with an unnoticed open transaction. On SQLite the pool checks for such a
/// connection when it is taken.
async fn begin_whole(
    server: &Server,
    statement: &'static str,
) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let Server { pool, limits } = server.clone();
    let begun = tokio::spawn(async move {
        let began = pool.begin_with(statement);
        in_time(limits.answer(), began).await
    });
    begun.await.map_err(|error| sqlx::Error::Io(error.into()))?
}

impl Tx {
    /// Makes everything written visible, or nothing.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => watched(tx.commit()).await?,
        }
        Ok(())
    }

    /// Lets it run, and wait for its next statement, without a limit.
    pub async fn lift_time_limits(&mut self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(_) => Ok(()),
            Self::Postgres(_) => {
                let limits = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";
                self.run_script(limits).await
            }
        }
    }

    /// Runs several statements, such as a schema.
    pub async fn run_script(&mut self, script: &str) -> Result<(), StoreError> {
        crate::with_tx!(self, conn => sqlx::Executor::execute(conn, script).await.map(drop))?;
        Ok(())
    }
}

impl Db {
    /// The database's own clock in SQL, in microseconds since the epoch: one for all processes that share it.
    pub const fn clock(&self) -> &'static str {
        match self {
            // A file is shared by processes of one machine, and so is their clock.
            Self::Sqlite { .. } => "CAST(unixepoch('subsec') * 1000000 AS INTEGER)",
            Self::Postgres(_) => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)",
        }
    }
}

/// Now, in the unit of every table: microseconds since the epoch.
pub fn now_micros() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| {
            i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
        })
}

/// Expands `body` once per engine with `$conn` bound to a pool that reads. On PostgreSQL an answer may take up to
/// [`Limits::answer`].
#[macro_export]
macro_rules! with_reader {
    ($db:expr, $conn:ident => $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { readers: $conn, .. } => $body,
            $crate::db::Db::Postgres(server) => {
                let $conn = &server.pool;
                $crate::db::in_time(server.limits.answer(), async { $body }).await
            }
        }
    };
}

/// Expands `body` once per engine with `$conn` bound to a pool that writes. As above.
#[macro_export]
macro_rules! with_writer {
    ($db:expr, $conn:ident => $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { writer: $conn, .. } => $body,
            $crate::db::Db::Postgres(server) => {
                let $conn = &server.pool;
                $crate::db::in_time(server.limits.answer(), async { $body }).await
            }
        }
    };
}

/// Expands `body` once per engine with `$conn` bound to the transaction's connection.
#[macro_export]
macro_rules! with_tx {
    ($tx:expr, $conn:ident => $body:expr) => {
        match $tx {
            $crate::db::Tx::Sqlite(tx) => {
                let $conn = &mut **tx;
                $body
            }
            $crate::db::Tx::Postgres(tx) => {
                let $conn = &mut **tx;
                $crate::db::watched(async { $body }).await
            }
        }
    };
}
