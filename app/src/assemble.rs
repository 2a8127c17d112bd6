//! Assembles the parts, starts and stops them: storage, log, subscriptions, workers, and what the routes need.

use std::sync::Arc;

use api::http::call::AuditedCalls;
use api::http::streams::Streams;
use api::state::Services;
use commands::agenda::{AccountKeeper, Agenda, RetentionKeeper};
use commands::jobs::Jobs;
use commands::limits::Limits;
use commands::mail::MailKeeper;
use commands::monitors::MonitorKeeper;
use commands::scraping::{ScrapeWorker, WorkTable, WorkerPorts, WorkerSettings};
use commands::{Clock, SystemClock};
use projections::history::HistoryQuery;
use projections::jobs::JobsQuery;
use projections::ledger_entries::LedgerEntriesQuery;
use projections::monitor_runs::MonitorRunsQuery;
use projections::monitors::MonitorsQuery;
use projections::saved_companies::SavedCompaniesQuery;
use projections::timeline::TimelineQuery;
use store::answers::Answers;
use store::audit::{AUDIT_LOG, AuditEntries, AuditLog, AuditWriter};
use store::db::Db;
use store::documents::Documents;
use store::installation;
use store::known::LeftOut;
use store::leases::Leases;
use store::links::Links;
use store::monitors::{MonitorDocuments, ReadNotices};
use store::panics::supervised;
use store::sealer::Sealer;
use store::seen::SeenSessions;
use store::websites::{WebsitePages, WebsiteReads};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use crate::anchors::AnchorKeeper;
use crate::core::Core;
use crate::data::{enricher, ensure_starter_listing};
use crate::housekeeper::Housekeeper;
use crate::mail;
use crate::parts::{
    access, answer_cache, companies, company_lists, digests, eraser, known, listing_changes,
    live_limits, mail_keeper, monitors, sources, websites,
};
use crate::reactors::react;
use crate::settings::Settings;
use crate::settling::settle;

/// The whole product: what the server runs.
pub struct Product {
    pub core: Core,
    pub services: Arc<Services>,
    work: WorkTable,
    audit: Arc<Mutex<AuditWriter>>,
    mail_keeper: Option<MailKeeper>,
}

impl Product {
    /// Opens everything and starts the views and reactors, but not the workers.
    pub async fn start(settings: &Settings) -> anyhow::Result<Self> {
        Self::start_by(settings, Arc::new(SystemClock)).await
    }

    /// The same with a clock other than the machine's.
    pub async fn start_by(settings: &Settings, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let core = Core::start_by(settings, clock).await?;
        let sources = Arc::new(sources(settings)?);
        ensure_starter_listing(settings, &sources);
        let enricher = Arc::new(enricher(settings, &sources)?);
        let log_db = core.storage.log.clone();
        let work = WorkTable::new(log_db.clone());
        let agenda = Agenda::new(log_db.clone());
        let jobs = Jobs::new(core.dispatcher.clone(), Arc::clone(&core.clock));
        end_moved(&jobs, &log_db).await?;
        react(&core, &work, agenda).await?;
        let problems = core.log.problems().clone();
        let (audit, audit_writer) = AuditLog::new(AuditEntries::new(log_db.clone()), problems);
        let companies = companies(&core, settings);
        let (websites, proxies) = websites(&core, settings)?;
        let monitors = monitors(&core, &sources, &enricher);
        let digests = digests(&core, &monitors);
        let mail_keeper = mail_keeper(&core, settings, digests)?;
        let known_uploads = known(&core, &sources);
        let services = Services {
            storage: core.storage.clone(),
            log: core.log.clone(),
            subscriptions: core.subscriptions.clone(),
            access: access(&core),
            accounts: core.accounts.clone(),
            audited: Arc::new(AuditedCalls::new(audit)),
            coupons: core.coupons.clone(),
            eraser: Arc::new(eraser(&core, companies.clone())),
            companies,
            jobs,
            known: known_uploads.index(),
            known_uploads,
            credit_status: core.credit_status.clone(),
            ledger_entries: LedgerEntriesQuery::new(core.storage.views.clone()),
            history: HistoryQuery::new(core.storage.views.clone()),
            saved_companies: SavedCompaniesQuery::new(core.storage.views.clone()),
            company_lists: company_lists(&core),
            timelines: TimelineQuery::new(core.storage.views.clone()),
            job_views: JobsQuery::new(core.storage.views.clone()),
            documents: Documents::new(log_db.clone()),
            website_reads: WebsiteReads::new(log_db.clone()),
            websites,
            monitors,
            monitors_view: MonitorsQuery::new(core.storage.views.clone()),
            runs_view: MonitorRunsQuery::new(core.storage.views.clone()),
            read_notices: ReadNotices::new(log_db.clone()),
            proxies,
            mail: core.mail.clone(),
            seen: SeenSessions::new(log_db.clone()),
            answers: Answers::new(log_db),
            answer_cache: answer_cache(&core),
            sources,
            enricher,
            data_dir: settings.server.data_dir.clone(),
            streams: Streams::new(settings.streams),
            limits: Limits::new(settings.user_limits),
            live: live_limits(&core, settings),
            atlas: Arc::default(),
            fields: Arc::default(),
            clock: Arc::clone(&core.clock),
        };
        Ok(Self {
            core,
            services: Arc::new(services),
            work,
            audit: Arc::new(Mutex::new(audit_writer)),
            mail_keeper,
        })
    }

    /// Starts the background work: scrape jobs, allowances, expired reservations, housekeeping.
    pub fn start_workers(&self, settings: &Settings) -> JoinHandle<()> {
        let core = &self.core;
        let worker = self.scrape_worker(settings);
        let agenda = Agenda::new(core.storage.log.clone());
        let clock = Arc::clone(&core.clock);
        let problems = core.log.problems().clone();
        let keeper = AccountKeeper::new(core.dispatcher.clone(), agenda, clock, problems.clone());
        let retention = self.services.documents.expiring();
        let retention = RetentionKeeper::new(retention, Arc::clone(&core.clock));
        let monitors = MonitorKeeper::new(self.services.monitors.clone());
        let log = core.log.clone();
        let (links, seals) = (Links::new(core.storage.log.clone()), core.seals.clone());
        let anchors = AnchorKeeper::new(
            core.storage.log.clone(),
            Arc::clone(&core.clock),
            problems.clone(),
            settings.anchors.clone(),
        );
        let house = Housekeeper {
            leases: Leases::new(core.storage.log.clone()),
            audit: AuditEntries::new(core.storage.log.clone()),
            pages: WebsitePages::new(core.storage.log.clone()),
            services: Arc::clone(&self.services),
        };
        let audit = Arc::clone(&self.audit);
        let mail_keeper = self.mail_keeper.clone();
        let stop = core.stop.clone();
        tokio::spawn(async move {
            let audit = async || audit.lock().await.run(&stop).await;
            let worker = || worker.clone().run();
            let keeper = || keeper.clone().run(stop.clone());
            let retention = || retention.clone().run(stop.clone());
            let monitors = || monitors.clone().run(stop.clone());
            let house = || house.keep(&stop);
            let settling = || settle(&log, &stop);
            let mailing = || mail::keep(mail_keeper.clone(), stop.clone());
            let anchoring = || anchors.clone().run(stop.clone());
            let sealing =
                || Sealer::new(log.clone(), links.clone(), seals.current()).run(stop.clone());
            tokio::join!(
                supervised("scrape worker", &problems, &stop, worker),
                supervised("account keeper", &problems, &stop, keeper),
                supervised("schedules", &problems, &stop, monitors),
                supervised("removal of expired rows", &problems, &stop, retention),
                supervised("housekeeping", &problems, &stop, house),
                supervised("event log", &problems, &stop, settling),
                supervised("chain over the log", &problems, &stop, sealing),
                supervised("mail", &problems, &stop, mailing),
                supervised("anchors", &problems, &stop, anchoring),
                supervised(AUDIT_LOG, &problems, &stop, audit),
            );
        })
    }

    fn scrape_worker(&self, settings: &Settings) -> ScrapeWorker {
        let ports = WorkerPorts {
            dispatcher: self.core.dispatcher.clone(),
            documents: self.services.documents.clone(),
            sources: Arc::clone(&self.services.sources),
            live: Arc::clone(&self.services.live),
            facts: self.services.enricher.clone(),
            websites: Arc::new(self.services.websites.clone()),
            website_reads: self.services.website_reads.clone(),
            known: self.services.known.clone(),
            left_out: LeftOut::new(self.core.storage.log.clone()),
            listing_changes: listing_changes(&self.core, self.services.companies.clone()),
            monitors: MonitorDocuments::new(self.core.storage.log.clone()),
            keys: self.core.user_keys.clone(),
            leases: Leases::new(self.core.storage.log.clone()),
            work: self.work.clone(),
            clock: Arc::clone(&self.core.clock),
        };
        let settings = WorkerSettings {
            parallel_jobs: settings.worker.jobs,
            lease: settings.worker.lease,
        };
        ScrapeWorker::new(ports, settings, self.core.stop.clone())
    }

    /// Stops the views and workers; running work ends at its next safe point.
    pub async fn stop(&self, workers: Option<JoinHandle<()>>) {
        self.core.stop.cancel();
        if let Some(workers) = workers
            && let Err(error) = workers.await
        {
            tracing::error!(%error, "the workers stopped with an error");
        }
        self.core.stop().await;
    }
}

/// Shown to a user whose unfinished search was imported without its rows.
const MOVED: &str = "This search was under way when its ledger was moved. Please search again.";

/// Ends the searches that were imported unfinished, before a worker takes them: their rows were not moved. Then marks
/// the import as finished. Safe to repeat after an interruption. Returns the number of searches.
pub async fn end_moved(jobs: &Jobs, log: &Db) -> anyhow::Result<u64> {
    let Some(end) = installation::unfinished_import(log).await? else {
        return Ok(0);
    };
    let ended = jobs.end_all_open(end, MOVED).await?;
    installation::finish_import(log).await?;
    Ok(ended)
}
