//! Completes what other processes have left half appended.

use std::time::Duration;

use store::log::EventLog;
use tokio_util::sync::CancellationToken;

/// On a log that cannot append a group of events atomically, groups that another process left half appended are
/// completed after this time.
const SETTLE_AFTER: Duration = Duration::from_secs(2);

/// Until `stop` is cancelled.
pub(crate) async fn settle(log: &EventLog, stop: &CancellationToken) {
    const NAME: &str = "half-appended events";
    while !stop.is_cancelled() {
        match log.settle(SETTLE_AFTER).await {
            Ok(0) => log.problems().clear(NAME),
            Ok(commits) => tracing::info!(commits, "completed half-appended commits"),
            Err(error) => {
                tracing::error!(%error, "could not complete half-appended commits");
                log.problems().report(NAME, error.to_string());
            }
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(SETTLE_AFTER) => {}
        }
    }
}
