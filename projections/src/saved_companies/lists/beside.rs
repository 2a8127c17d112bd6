//! Where long lists are worked on.

use store::StoreError;

/// Longer lists are worked on beside the threads that answer calls.
const LONG: usize = 2_000;

/// Work on so many companies: where they are many, beside the threads that answer calls.
pub(super) async fn beside<T: Send + 'static>(
    companies: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    if companies <= LONG {
        return Ok(work());
    }
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Damaged(error.to_string()))
}
