//! What runs have found is known once the log says that it was delivered.

use domain::ids::{MonitorId, SessionKey};
use domain::scrape_job::{JobStatus, ScrapeJob};
use store::StoreError;
use store::aggregates::AggregateStore;
use store::leases::Lease;
use store::monitors::MonitorDocuments;

/// Makes known what runs of a monitor have delivered that are over, and of one under way if it is the caller's `own`:
/// its other notes are dropped. Returns false if the lease of that one is no longer held.
pub(crate) async fn fold_open_runs(
    documents: &MonitorDocuments,
    log: &AggregateStore,
    monitor: MonitorId,
    own: Option<(SessionKey, &Lease)>,
) -> Result<bool, StoreError> {
    let mut is_held = true;
    for session in documents.open_runs(monitor).await? {
        let job = log.refresh::<ScrapeJob>(&session.to_string()).await?;
        let job = job.aggregate();
        let lease = own
            .filter(|(own, _)| *own == session)
            .map(|(_, lease)| lease);
        // The notes of a run under way are its worker's.
        if job.status().is_end() || lease.is_some() {
            let completed = job.status() == JobStatus::Completed;
            let outcome = (job.delivered(), completed);
            is_held &= documents.fold(monitor, session, outcome, lease).await?;
        }
    }
    Ok(is_held)
}
