//! Deletes rows that their source's terms do not allow to be kept, a day after their session was last used.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use store::StoreError;
use store::expiring_rows::ExpiringRows;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;

/// How long such rows stay after their session was last used.
pub const KEPT_FOR: SignedDuration = SignedDuration::from_hours(24);

const POLL: Duration = Duration::from_secs(60);

/// Deletes the rows of sessions that are no longer used. Several may run at once.
#[derive(Clone)]
pub struct RetentionKeeper {
    sessions: ExpiringRows,
    clock: Arc<dyn Clock>,
}

impl RetentionKeeper {
    /// Over the sessions with such rows.
    pub fn new(sessions: ExpiringRows, clock: Arc<dyn Clock>) -> Self {
        Self { sessions, clock }
    }

    /// Works until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            if let Err(error) = self.clear_due().await {
                tracing::warn!(%error, "rows that may not be kept could not be deleted");
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// Deletes what is due now; returns the number of sessions.
    pub async fn clear_due(&self) -> Result<usize, StoreError> {
        let mut all = 0;
        loop {
            let now = self.clock.now();
            let until = now.saturating_sub(KEPT_FOR).unwrap_or(now);
            match self.sessions.clear(until.as_microsecond()).await? {
                0 => return Ok(all),
                cleared => {
                    tracing::info!(cleared, "rows that may not be kept were deleted");
                    all += cleared;
                }
            }
        }
    }
}
