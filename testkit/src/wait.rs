//! Waiting for a condition, never for a fixed time.

use std::time::{Duration, Instant};

/// Longest wait for anything that must happen.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// Pause between two checks.
const LOOK: Duration = Duration::from_millis(10);

/// Checks until there is a result.
///
/// # Panics
/// When there is none after [`PATIENCE`].
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
