//! Why a rebuild or a check ended early.

use store::StoreError;
use store::subscriptions::ProjectError;

/// Why a rebuild or a check failed. The live views are unchanged.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error(
        "This read model is being rebuilt or verified by another process. Wait until that has finished."
    )]
    Busy,
    #[error(
        "This version of the read model has not been built yet: start the server, or rebuild it, and wait."
    )]
    NotBuilt,
    #[error("Interrupted; start it again whenever you like.")]
    Interrupted,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for RebuildError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}
