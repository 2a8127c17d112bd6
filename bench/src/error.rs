//! Why a measurement ended early.

use std::error::Error;

/// A failed measurement has no figure, and nothing is reported about it.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BenchError {
    #[error("{contestant}: {source}")]
    Contestant {
        contestant: &'static str,
        source: Box<dyn Error + Send + Sync>,
    },
    #[error("pgbench: {0}")]
    Pgbench(String),
    #[error("The PostgreSQL server of --postgres-url could not be used: {0}")]
    Postgres(#[from] sqlx::Error),
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error("A file could not be written: {0}")]
    Io(#[from] std::io::Error),
}

impl BenchError {
    /// Wraps an error with the name of the contestant that failed.
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
