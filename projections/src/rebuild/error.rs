//! Why a rebuild or a check ended early.

use store::StoreError;
use store::subscriptions::ProjectError;

/// Why a rebuild or a check did not come to its end; the live views are as they were.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// An event cannot be projected.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// Another one is at work on the same view.
    #[error(
        "This read model is being rebuilt or verified by another process. Wait until that has finished."
    )]
    Busy,
    /// There is nothing to compare with.
    #[error(
        "This version of the read model has not been built yet: start the server, or rebuild it, and wait."
    )]
    NotBuilt,
    /// It was asked to stop.
    #[error("Interrupted; start it again whenever you like.")]
    Interrupted,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for RebuildError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
