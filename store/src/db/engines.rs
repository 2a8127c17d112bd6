//! The two SQL engines behind one type.
//!
//! One SQL text runs on both: `$1` parameters; TEXT, BIGINT, DOUBLE PRECISION and BOOLEAN columns;
//! times as epoch microseconds; `ON CONFLICT … DO UPDATE`; no `now()`, no `ILIKE`, no arrays. The macros
//! [`with_reader!`](crate::with_reader), [`with_writer!`](crate::with_writer) and [`with_tx!`](crate::with_tx) expand a body once per engine.
//!
//! On SQLite a database has one writer connection, so that writers queue in the process instead of
//! failing as busy, and a pool of readers beside it.

use std::time::{SystemTime, UNIX_EPOCH};

use sqlx::{PgPool, Postgres, Sqlite, SqlitePool, Transaction};

use crate::error::StoreError;

/// An open database.
#[derive(Debug, Clone)]
pub enum Db {
    /// One SQLite file.
    Sqlite {
        /// The single writer.
        writer: SqlitePool,
        /// The readers.
        readers: SqlitePool,
    },
    /// One PostgreSQL database.
    Postgres(PgPool),
}

/// A transaction.
#[derive(Debug)]
pub enum Tx {
    /// On SQLite; one that writes takes the write lock at its start.
    Sqlite(Transaction<'static, Sqlite>),
    /// On PostgreSQL.
    Postgres(Transaction<'static, Postgres>),
}

impl Db {
    /// Starts a transaction that writes.
    pub async fn begin(&self) -> Result<Tx, StoreError> {
        Ok(match self {
            Self::Sqlite { writer, .. } => Tx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => Tx::Postgres(begin_whole(pool, "BEGIN").await?),
        })
    }

    /// Starts a transaction that only reads, and sees everything as it was at its first read.
    pub async fn begin_snapshot(&self) -> Result<Tx, StoreError> {
        Ok(match self {
            Self::Sqlite { readers, .. } => Tx::Sqlite(readers.begin().await?),
            Self::Postgres(pool) => {
                let statement = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
                Tx::Postgres(begin_whole(pool, statement).await?)
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

    /// Runs several statements, as a schema is.
    pub async fn run_script(&self, script: &str) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        tx.run_script(script).await?;
        tx.commit().await
    }

    /// Answers whether the database can be read.
    pub async fn ping(&self) -> Result<(), StoreError> {
        crate::with_reader!(self, pool => sqlx::query("SELECT 1").execute(pool).await.map(drop))?;
        Ok(())
    }
}

/// Begins in a task of its own, so that a caller who goes away in the middle (a client that hangs up, a
/// task that is aborted) leaves no connection in the pool whose transaction nobody knows to be open. On
/// SQLite the pool looks for such a connection when it is taken.
async fn begin_whole(
    pool: &PgPool,
    statement: &'static str,
) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let pool = pool.clone();
    let begun = tokio::spawn(async move { pool.begin_with(statement).await });
    begun.await.map_err(|error| sqlx::Error::Io(error.into()))?
}

impl Tx {
    /// Makes everything written visible, or nothing.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(tx) => tx.commit().await?,
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }

    /// Runs several statements, as a schema is.
    pub async fn run_script(&mut self, script: &str) -> Result<(), StoreError> {
        crate::with_tx!(self, conn => sqlx::Executor::execute(conn, script).await.map(drop))?;
        Ok(())
    }
}

/// Now, in the unit that every table uses: microseconds since the epoch.
pub fn now_micros() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| {
            i64::try_from(since.as_micros()).unwrap_or(i64::MAX)
        })
}

/// Expands `body` once per engine with `$conn` bound to a pool that reads.
#[macro_export]
macro_rules! with_reader {
    ($db:expr, $conn:ident => $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { readers: $conn, .. } => $body,
            $crate::db::Db::Postgres($conn) => $body,
        }
    };
}

/// Expands `body` once per engine with `$conn` bound to a pool that writes.
#[macro_export]
macro_rules! with_writer {
    ($db:expr, $conn:ident => $body:expr) => {
        match $db {
            $crate::db::Db::Sqlite { writer: $conn, .. } => $body,
            $crate::db::Db::Postgres($conn) => $body,
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
                $body
            }
        }
    };
}
