//! Waiting for a condition, never for a time.

use std::time::{Duration, Instant};

/// Longest wait for anything that is sure to happen.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// Between two looks.
const LOOK: Duration = Duration::from_millis(10);

/// Looks until there is something.
///
/// # Panics
/// Where there is nothing after [`PATIENCE`].
pub async fn eventually<T, F: Future<Output = Option<T>>>(what: &str, look: impl Fn() -> F) -> T {
    let since = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(since.elapsed() < PATIENCE, "never happened: {what}");
        tokio::time::sleep(LOOK).await;
    }
}
