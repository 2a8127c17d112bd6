//! Keeps work on lists off the threads that answer calls.

use store::StoreError;

/// So few bytes are worked on in far less than a millisecond, whatever is done with them: no thread is called for them.
const SHORT: usize = 32 * 1024;

/// Runs work on that many bytes: on a blocking thread unless they are few.
pub(super) async fn run_blocking<T: Send + 'static>(
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    if bytes <= SHORT {
        return Ok(work());
    }
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Damaged(error.to_string()))
}
