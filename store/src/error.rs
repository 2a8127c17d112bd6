//! What can go wrong below the rules: the database is away, full, or holds what cannot be read.

use crate::full_disk::is_full_disk;

/// A storage failure. Nothing of the failed call was stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("The disk is full: free some space; nothing was changed.")]
    Full(#[source] sqlx::Error),
    #[error("The database is not available: {0}")]
    Unavailable(#[source] sqlx::Error),
    #[error("The event log is not available: {0}.")]
    Log(String),
    /// A stored value does not have the expected shape.
    #[error("Stored data is damaged: {0}")]
    Damaged(String),
    #[error("{0}")]
    Configuration(String),
    #[error("The database schema could not be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            full if is_full_disk(&full) => Self::Full(full),
            sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                Self::Damaged(error.to_string())
            }
            other => Self::Unavailable(other),
        }
    }
}
