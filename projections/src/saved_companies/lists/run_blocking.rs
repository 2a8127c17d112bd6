//! Keeps work on long lists off the threads that answer calls.

use store::StoreError;

/// Longer lists are worked on by a blocking thread.
const LONG: usize = 2_000;

/// Runs work on that many companies: on a blocking thread if they are many.
pub(super) async fn run_blocking<T: Send + 'static>(
    companies: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    if companies <= LONG {
        return Ok(work());
    }
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Damaged(error.to_string()))
}
