//! What can go wrong below the rules: the database is away, full, or holds what cannot be read.

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

/// SQLite's result code for a full disk, as text.
const SQLITE_FULL: &str = "13";
/// PostgreSQL's class 53: insufficient resources (53100 is `disk_full`).
const POSTGRES_DISK_FULL: &str = "53100";

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|e| e.code());
        match code.as_deref() {
            Some(SQLITE_FULL | POSTGRES_DISK_FULL) => Self::Full(error),
            _ => match error {
                sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => {
                    Self::Damaged(error.to_string())
                }
                other => Self::Unavailable(other),
            },
        }
    }
}
