//! Why a query is not answered.

use store::StoreError;

use super::search::TooLong;

/// Why a query of a list is not answered.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is too much text to search through.
    #[error("the search took too long")]
    TooLong,
}

impl From<TooLong> for FindError {
    fn from(TooLong: TooLong) -> Self {
        Self::TooLong
    }
}
