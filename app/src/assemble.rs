//! Puts the parts together and starts and stops them: storage, log, subscriptions, workers, and what the
//! routes need of them.

use std::sync::Arc;
use std::time::Duration;

use api::erasing::Eraser;
use api::http::coupon_guess_limits::GuessLimiter;
use api::http::kept::Kept;
use api::http::kept_answers::{KeptAnswers, Look, Written};
use api::http::shares::Shares;
use api::http::streams::Streams;
use api::http::workbooks::Workbooks;
use api::state::Services;
use commands::accounts::Accounts;
use commands::agenda::{AccountKeeper, Agenda, KeepAgenda, PassingKeeper};
use commands::companies::{Companies, DailyVolume};
use commands::coupons::Coupons;
use commands::enricher::{Enricher, EnricherSettings};
use commands::jobs::Jobs;
use commands::live_shares::LiveShares;
use commands::scraping::{EnqueueJobs, ScrapeWorker, WorkTable, WorkerPorts, WorkerSettings};
use commands::{Clock, Dispatcher, SystemClock};
use enrichment::online::{CensusGeocoder, FloodZones, LookupOptions};
use enrichment::pack::PackSource;
use places::{Sources, StarterListing};
use projections::Changes;
use projections::credit_status::CreditStatusQuery;
use projections::history::HistoryQuery;
use projections::jobs::JobsQuery;
use projections::ledger_entries::LedgerEntriesQuery;
use projections::saved_companies::{SavedCompaniesQuery, SavedCompanyLists};
use projections::timeline::TimelineQuery;
use store::aggregates::AggregateStore;
use store::answers::Answers;
use store::db::{Db, Storage, now_micros};
use store::documents::Documents;
use store::installation;
use store::leases::Leases;
use store::live_requests::LiveRequests;
use store::log::{Appender, EventLog};
use store::panics::supervised;
use store::seals::SealKey;
use store::seen::SeenSessions;
use store::snapshots::Snapshots;
use store::subscriptions::Subscriptions;
use store::user_keys::UserKeys;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::secret::SecretKey;
use crate::settings::Settings;

/// A lease that was given back is remembered for longer than any process stands still.
const LEASES_REMEMBERED: Duration = Duration::from_secs(24 * 3600);
/// How long the answers to requests with an Idempotency-Key are kept.
const ANSWERS_KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// The imported reference tables, in the data folder.
const PACK_FILE: &str = "reference.pack";
/// Between two looks at what can be forgotten.
const HOUSEKEEPING: Duration = Duration::from_secs(600);
/// What users have opened is remembered for that long; it matters for a day.
const SEEN_KEPT: Duration = Duration::from_secs(2 * 24 * 3_600);
/// When an erasure that could not be completed is tried again.
const ERASING_AGAIN: Duration = Duration::from_secs(60);

/// What the server and the command lines that change or audit accounts have in common.
pub struct Core {
    /// The open databases.
    pub storage: Storage,
    /// The event log.
    pub log: EventLog,
    /// The reading side's progress.
    pub subscriptions: Subscriptions,
    /// Whose rows of the reading side have changed.
    pub changes: Changes,
    /// Opens and mends accounts.
    pub accounts: Accounts,
    /// Issues, redeems, revokes.
    pub coupons: Coupons,
    /// Balances.
    pub credit_status: CreditStatusQuery,
    /// What the ledger is sealed with.
    pub seals: SealKey,
    /// What closes personal texts.
    pub user_keys: UserKeys,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Carries commands out.
    pub dispatcher: Dispatcher,
    stop: CancellationToken,
}

impl Core {
    /// Opens the databases and starts the views.
    pub async fn start(settings: &Settings) -> anyhow::Result<Self> {
        Self::start_by(settings, Arc::new(SystemClock)).await
    }

    /// The same by another clock than the machine's.
    async fn start_by(settings: &Settings, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let storage = settings.storage().await?;
        let secret = match installation::owner(&storage.log).await? {
            Some(owner) => SecretKey::of_database(settings, &owner)?,
            None => SecretKey::open(settings)?,
        };
        let owner = installation::claim(&storage.log, &secret.fingerprint()).await?;
        let stop = CancellationToken::new();
        let user_keys = UserKeys::new(storage.log.clone(), secret.user_keys());
        let log = EventLog::new(&storage)
            .with_keys(user_keys.clone())
            .owned_by(owner);
        log.reach().await?;
        let seals = secret.seals();
        let snapshots = Snapshots::new(storage.log.clone(), seals.clone());
        let appender = Appender::start(log.clone());
        let aggregates = AggregateStore::new(log.clone(), appender, snapshots, seals.clone())
            .with_memory(settings.aggregate_cache);
        let dispatcher = Dispatcher::new(aggregates);
        let subscriptions = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
        let changes = projections::start(&subscriptions).await?;
        let accounts = Accounts::new(dispatcher.clone(), Arc::clone(&clock));
        let codes = secret.coupon_codes();
        Ok(Self {
            accounts,
            coupons: Coupons::new(dispatcher.clone(), Arc::clone(&clock), codes),
            credit_status: CreditStatusQuery::new(storage.views.clone()),
            user_keys,
            storage,
            log,
            subscriptions,
            changes,
            seals,
            clock,
            dispatcher,
            stop,
        })
    }

    /// Stops the views and closes the databases.
    pub async fn stop(&self) {
        self.stop.cancel();
        self.subscriptions.ended().await;
        self.storage.close().await;
    }
}

/// The whole product: what the server runs.
pub struct Product {
    /// What the command lines use too.
    pub core: Core,
    /// What the routes use.
    pub services: Arc<Services>,
    work: WorkTable,
}

impl Product {
    /// Opens everything and starts the views and reactors; not yet the workers.
    pub async fn start(settings: &Settings) -> anyhow::Result<Self> {
        Self::start_by(settings, Arc::new(SystemClock)).await
    }

    /// The same by another clock than the machine's.
    pub async fn start_by(settings: &Settings, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let core = Core::start_by(settings, clock).await?;
        let live = settings.sources.live();
        let sources = Arc::new(Sources::open_with(&settings.server.data_dir, live)?);
        ensure_starter_listing(settings, &sources);
        let enricher = Arc::new(enricher(settings, &sources)?);
        let log_db = core.storage.log.clone();
        let work = WorkTable::new(log_db.clone());
        let agenda = Agenda::new(log_db.clone());
        let jobs = Jobs::new(core.dispatcher.clone(), Arc::clone(&core.clock));
        end_moved(&jobs, &log_db).await?;
        let subscriptions = &core.subscriptions;
        subscriptions.react(EnqueueJobs::new(work.clone())).await?;
        subscriptions.react(KeepAgenda::new(agenda)).await?;
        let live = LiveShares::new(
            LiveRequests::new(log_db.clone()),
            settings.sources.shares,
            Arc::clone(&core.clock),
        );
        let companies = companies(&core, settings);
        let services = Services {
            storage: core.storage.clone(),
            log: core.log.clone(),
            subscriptions: core.subscriptions.clone(),
            accounts: core.accounts.clone(),
            coupons: core.coupons.clone(),
            eraser: Eraser::new(
                core.storage.clone(),
                core.subscriptions.clone(),
                companies.clone(),
            ),
            companies,
            jobs,
            credit_status: core.credit_status.clone(),
            ledger_entries: LedgerEntriesQuery::new(core.storage.views.clone()),
            history: HistoryQuery::new(core.storage.views.clone()),
            saved_companies: SavedCompaniesQuery::new(core.storage.views.clone()),
            company_lists: SavedCompanyLists::new(core.storage.views.clone()),
            timelines: TimelineQuery::new(core.storage.views.clone()),
            job_views: JobsQuery::new(core.storage.views.clone()),
            documents: Documents::new(log_db.clone()),
            seen: SeenSessions::new(log_db.clone()),
            answers: Answers::new(log_db),
            // The one server of a data folder (serve.lock); servers on PostgreSQL may be several.
            kept: KeptAnswers::new(
                core.changes.clone(),
                matches!(core.storage.views, Db::Sqlite { .. })
                    .then(|| look(core.storage.views.clone(), Arc::clone(&enricher))),
            ),
            sources,
            enricher,
            workbooks: Workbooks::new(settings.server.data_dir.clone()),
            guesses: GuessLimiter::new(settings.guesses),
            streams: Arc::new(Streams::new(settings.streams)),
            shares: Shares::new(settings.shares),
            live: Arc::new(live),
            health: Kept::default(),
            clock: Arc::clone(&core.clock),
        };
        Ok(Self {
            core,
            services: Arc::new(services),
            work,
        })
    }

    /// Starts what works by itself: scrape jobs, allowances, expired reservations, housekeeping.
    pub fn start_workers(&self, settings: &Settings) -> JoinHandle<()> {
        let core = &self.core;
        let worker = self.scrape_worker(settings);
        let agenda = Agenda::new(core.storage.log.clone());
        let clock = Arc::clone(&core.clock);
        let problems = core.log.problems().clone();
        let keeper = AccountKeeper::new(core.dispatcher.clone(), agenda, clock, problems.clone());
        let passing = self.services.documents.passing();
        let passing = PassingKeeper::new(passing, Arc::clone(&core.clock));
        let log = core.log.clone();
        let house = House {
            leases: Leases::new(core.storage.log.clone()),
            services: Arc::clone(&self.services),
        };
        let stop = core.stop.clone();
        tokio::spawn(async move {
            let worker = || worker.clone().run();
            let keeper = || keeper.clone().run(stop.clone());
            let passing = || passing.clone().run(stop.clone());
            let house = || house.keep(&stop);
            let settling = || settle(&log, &stop);
            tokio::join!(
                supervised("scrape worker", &problems, &stop, worker),
                supervised("account keeper", &problems, &stop, keeper),
                supervised("keeper of passing rows", &problems, &stop, passing),
                supervised("housekeeping", &problems, &stop, house),
                supervised("event log", &problems, &stop, settling),
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

    /// Stops the views and workers; what is under way ends at its next safe point.
    pub async fn stop(&self, workers: Option<JoinHandle<()>>) {
        self.core.stop.cancel();
        if let Some(workers) = workers
            && let Err(error) = workers.await
        {
            tracing::error!(%error, "the workers ended with an error");
        }
        self.core.stop().await;
    }
}

/// Users' companies, and how much they may change of them in a day.
fn companies(core: &Core, settings: &Settings) -> Companies {
    let counts = LiveRequests::new(core.storage.log.clone());
    let volume = DailyVolume::new(counts, settings.shares.changed_bytes_per_day);
    let (clock, keys) = (Arc::clone(&core.clock), core.user_keys.clone());
    Companies::new(core.dispatcher.clone(), clock, keys).within(volume)
}

/// What a user hears of a search whose rows were not moved.
const MOVED: &str = "This search was under way when its ledger was moved. Please search again.";

/// Ends the searches that came with an import, before anybody works on them: their rows stayed behind. An import that
/// was interrupted is brought to its end. Answers how many.
pub async fn end_moved(jobs: &Jobs, log: &Db) -> anyhow::Result<u64> {
    let Some(end) = installation::unfinished_import(log).await? else {
        return Ok(0);
    };
    let ended = jobs.end_all_open(end, MOVED).await?;
    installation::finish_import(log).await?;
    Ok(ended)
}

/// The reference pack: what ships with the product, as far as it is used, and what was imported.
pub fn pack_source(settings: &Settings) -> PackSource {
    let imported = settings.server.data_dir.join(PACK_FILE);
    PackSource::new(imported, settings.starter.reference)
}

/// Puts the starter listing into the catalogue, beside everything else: it takes a moment at the first start.
fn ensure_starter_listing(settings: &Settings, sources: &Sources) {
    if !settings.starter.listing {
        return;
    }
    let catalogue = Arc::clone(sources.catalogue());
    tokio::task::spawn_blocking(move || match catalogue.ensure_starter() {
        Ok(StarterListing::Added(rows)) => tracing::info!(rows, "starter listing added"),
        Ok(StarterListing::AsItWas | StarterListing::Busy) => {}
        Err(error) => {
            tracing::warn!(%error, "the starter listing could not be added to the catalogue");
        }
    });
}

/// How answers that are kept are told what is written beside this process.
fn look(views: Db, enricher: Arc<Enricher>) -> Look {
    Box::new(move || {
        let (views, enricher) = (views.clone(), Arc::clone(&enricher));
        let look = async move {
            let rows = views.data_version().await.ok()??;
            let tables = enricher.changed().await;
            // An answer that was made without them is not to stay.
            enricher.reference().await.ok()?;
            Some(Written { rows, tables })
        };
        Box::pin(look)
    })
}

/// Over the reference pack and the imported listings, with the look-ups that are on.
fn enricher(settings: &Settings, sources: &Sources) -> anyhow::Result<Enricher> {
    let pack = pack_source(settings);
    let enrichment = &settings.enrichment;
    let flood_zones = enrichment.flood_zones.clone();
    let geocoder = enrichment.geocoder.clone();
    let settings = EnricherSettings {
        flood_zones: flood_zones
            .map(|url| FloodZones::new(LookupOptions::new(url)))
            .transpose()?,
        geocoder: geocoder
            .map(|url| CensusGeocoder::new(LookupOptions::new(url)))
            .transpose()?,
        google: enrichment.google,
    };
    let catalogue = Arc::clone(sources.catalogue());
    Ok(Enricher::new(pack, catalogue, settings))
}

/// What another process has left behind half appended, on a log that does not commit as a whole, is brought to its end
/// after so long.
const LEFT_BEHIND: Duration = Duration::from_secs(2);

async fn settle(log: &EventLog, stop: &CancellationToken) {
    const NAME: &str = "half-appended events";
    while !stop.is_cancelled() {
        match log.settle(LEFT_BEHIND).await {
            Ok(0) => log.problems().over(NAME),
            Ok(commits) => tracing::info!(commits, "half-appended groups were completed"),
            Err(error) => {
                tracing::error!(%error, "what was begun cannot be brought to its end");
                log.problems().tell(NAME, error.to_string());
            }
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(LEFT_BEHIND) => {}
        }
    }
}

/// Forgets what nobody asks for any more, or has asked to be forgotten.
struct House {
    leases: Leases,
    services: Arc<Services>,
}

impl House {
    async fn keep(&self, stop: &CancellationToken) {
        while !stop.is_cancelled() {
            let kept_us = i64::try_from(ANSWERS_KEPT.as_micros()).unwrap_or(i64::MAX);
            let services = &*self.services;
            let erased = services.eraser.complete().await;
            if let Err(error) = &erased {
                tracing::warn!(%error, "it is not known whether an erasure was interrupted");
            }
            if let Err(error) = services.answers.forget_before(now_micros() - kept_us).await {
                tracing::warn!(%error, "old stored answers could not be deleted");
            }
            let now = services.clock.now().as_microsecond();
            let day_us = i64::try_from(SEEN_KEPT.as_micros()).unwrap_or(i64::MAX);
            if let Err(error) = services.seen.forget_before(now - day_us).await {
                tracing::warn!(%error, "what users opened long ago could not be forgotten");
            }
            if let Err(error) = self.leases.forget(LEASES_REMEMBERED).await {
                tracing::warn!(%error, "old leases could not be deleted");
            }
            if let Err(error) = services.live.forget_past_days().await {
                tracing::warn!(%error, "old counts of live requests could not be deleted");
            }
            let pause = if matches!(erased, Ok(true)) {
                HOUSEKEEPING
            } else {
                ERASING_AGAIN
            };
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }
}
