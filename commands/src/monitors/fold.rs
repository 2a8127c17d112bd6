//! What runs have found is known once the log says that it was delivered.

use domain::ids::MonitorId;
use domain::scrape_job::{JobStatus, ScrapeJob};
use store::StoreError;
use store::aggregates::AggregateStore;
use store::monitors::MonitorDocuments;

/// Makes known what earlier runs of a monitor have delivered, the run under way included.
pub(crate) async fn fold_open_runs(
    documents: &MonitorDocuments,
    log: &AggregateStore,
    monitor: MonitorId,
) -> Result<(), StoreError> {
    for session in documents.open_runs(monitor).await? {
        let job = log.refresh::<ScrapeJob>(&session.to_string()).await?;
        let job = job.aggregate();
        let completed = job.status() == JobStatus::Completed;
        documents
            .fold(monitor, session, job.delivered(), completed)
            .await?;
    }
    Ok(())
}
