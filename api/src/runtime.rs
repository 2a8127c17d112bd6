//! Puts the parts together: storage, log, subscriptions, workers, and what the routes need of them.

use std::sync::Arc;

use commands::accounts::Accounts;
use commands::dispatcher::Dispatcher;
use commands::jobs::Jobs;
use commands::scraping::{EnqueueJobs, ScrapeWorker, WorkTable, WorkerSettings};
use commands::{Clock, SystemClock};
use places::Sources;
use projections::credit_status::CreditStatusQuery;
use projections::history::HistoryQuery;
use projections::jobs::JobsQuery;
use store::aggregates::AggregateStore;
use store::db::Storage;
use store::documents::Documents;
use store::leases::Leases;
use store::log::{Appender, EventLog};
use store::snapshots::Snapshots;
use store::subscriptions::Subscriptions;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::config::Settings;

/// The running parts that routes use. Cheap to clone.
#[derive(Clone)]
pub struct Runtime {
    /// The open databases.
    pub storage: Storage,
    /// The reading side's progress.
    pub subscriptions: Subscriptions,
    /// Opens accounts.
    pub accounts: Accounts,
    /// Starts and cancels jobs.
    pub jobs: Jobs,
    /// Scraped rows.
    pub documents: Documents,
    /// The maps services.
    pub sources: Arc<Sources>,
    /// Balances.
    pub credit_status: CreditStatusQuery,
    /// Past sessions.
    pub history: HistoryQuery,
    /// Where jobs stand.
    pub job_views: JobsQuery,
    /// The time.
    pub clock: Arc<dyn Clock>,
    dispatcher: Dispatcher,
    work: WorkTable,
    stop: CancellationToken,
}

impl Runtime {
    /// Opens everything and starts the views and reactors; not yet the workers.
    pub async fn start(settings: &Settings) -> anyhow::Result<Self> {
        let storage = Storage::open(&settings.database()?, &settings.server.data_dir).await?;
        let live = settings.sources.live();
        let sources = Arc::new(Sources::open_with(&settings.server.data_dir, live)?);
        let stop = CancellationToken::new();
        let log = EventLog::new(&storage);
        let snapshots = Snapshots::new(storage.log.clone());
        let aggregates = AggregateStore::new(log.clone(), Appender::start(log.clone()), snapshots);
        let dispatcher = Dispatcher::new(aggregates);
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let subscriptions = Subscriptions::new(log, storage.clone(), stop.clone());
        projections::start(&subscriptions).await?;
        let work = WorkTable::new(storage.log.clone());
        subscriptions.react(EnqueueJobs::new(work.clone())).await?;
        Ok(Self {
            accounts: Accounts::new(dispatcher.clone(), Arc::clone(&clock)),
            jobs: Jobs::new(dispatcher.clone(), Arc::clone(&clock)),
            documents: Documents::new(storage.log.clone()),
            credit_status: CreditStatusQuery::new(storage.views.clone()),
            history: HistoryQuery::new(storage.views.clone()),
            job_views: JobsQuery::new(storage.views.clone()),
            storage,
            subscriptions,
            sources,
            clock,
            dispatcher,
            work,
            stop,
        })
    }

    /// Starts the scrape worker.
    pub fn start_worker(&self, settings: &Settings) -> JoinHandle<()> {
        let worker = ScrapeWorker::new(
            self.dispatcher.clone(),
            self.documents.clone(),
            Arc::clone(&self.sources),
            Leases::new(self.storage.log.clone()),
            self.work.clone(),
            Arc::clone(&self.clock),
            WorkerSettings {
                parallel_jobs: settings.worker.jobs,
                lease: settings.worker.lease,
            },
            self.stop.clone(),
        );
        tokio::spawn(worker.run())
    }

    /// Stops the views and workers; what is under way ends at its next safe point.
    pub async fn stop(&self, worker: Option<JoinHandle<()>>) {
        self.stop.cancel();
        if let Some(worker) = worker
            && let Err(error) = worker.await
        {
            tracing::error!(%error, "the worker ended badly");
        }
        self.subscriptions.ended().await;
        self.storage.close().await;
    }
}
