//! Why a measurement ended early.

use std::error::Error;

/// A measurement that failed has no figure: nothing is reported of it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BenchError {
    /// A contestant's command failed; named with its cause.
    #[error("{contestant}: {source}")]
    Contestant {
        /// Which one.
        contestant: &'static str,
        /// What it said.
        source: Box<dyn Error + Send + Sync>,
    },
    /// pgbench could not be run, or its answer not be read.
    #[error("pgbench: {0}")]
    Pgbench(String),
    /// The databases could not be prepared.
    #[error("The PostgreSQL server of --postgres-url could not be used: {0}")]
    Postgres(#[from] sqlx::Error),
    /// The product's storage could not be opened.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// Scripts or the report could not be written.
    #[error("A file could not be written: {0}")]
    Io(#[from] std::io::Error),
}

impl BenchError {
    /// Names the contestant that failed.
    pub(crate) fn of<E>(contestant: &'static str) -> impl Fn(E) -> Self
    where
        E: Into<Box<dyn Error + Send + Sync>>,
    {
        move |source| Self::Contestant {
            contestant,
            source: source.into(),
        }
    }
}
