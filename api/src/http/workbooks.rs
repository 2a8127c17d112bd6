//! Where Excel files are written before they are sent: a few at once, and no more.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::ApiError;

/// Workbooks that are written at once.
const AT_ONCE: usize = 2;

/// Where workbooks are written, a few at once.
pub struct Workbooks {
    folder: PathBuf,
    room: Arc<Semaphore>,
}

impl Workbooks {
    /// In a folder that is there.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            room: Arc::new(Semaphore::new(AT_ONCE)),
        }
    }

    /// Where they are written.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Room for one, until it is dropped; 429 where there is none.
    pub(crate) fn room(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        Arc::clone(&self.room).try_acquire_owned().map_err(|_| {
            ApiError::too_many(
                "Other Excel files are being written. Try again in a moment.",
                5,
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    // RES-03
    fn res_03_two_workbooks_at_once_and_a_third_once_one_is_gone() {
        let workbooks = Workbooks::new(PathBuf::new());
        let (first, second) = (workbooks.room(), workbooks.room());
        assert!(first.is_ok() && second.is_ok());
        assert!(workbooks.room().is_err());
        drop(first);
        assert!(workbooks.room().is_ok());
    }
}
