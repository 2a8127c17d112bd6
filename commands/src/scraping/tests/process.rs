//! Processes that work on a scene's jobs until they die, where a test says so.

use std::sync::Arc;
use std::time::Duration;

use domain::ids::{SessionKey, UserId};
use places::Sources;
use store::db::Storage;
use store::documents::Documents;
use store::known::{KnownLists, LeftOut};
use store::leases::Leases;
use store::live_requests::{DailyLimits, LiveRequests};
use store::log::{Commit, Death, EventLog, Fault};
use store::monitors::{MonitorAgenda, MonitorDocuments};
use store::subscriptions::Subscriptions;
use store::user_keys::{UserKeys, WrappingKey};
use store::websites::WebsiteReads;
use testkit::{PATIENCE, eventually};
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use super::super::{
    CancelSuspended, EnqueueJobs, ScrapeWorker, WorkTable, WorkerPorts, WorkerSettings,
};
use super::reading::MadeUpWebsites;
use super::scene::Scene;
use super::sources::Facts;
use crate::companies::testing::SavedInLog;
use crate::companies::{Companies, ListingChanges};
use crate::dispatcher::Dispatcher;
use crate::known::KnownIndex;
use crate::limits::{LiveLimitSettings, LiveLimits};
use crate::monitors::KeepMonitors;
use crate::testing::{SetClock, dispatcher, dispatcher_with_faults};

/// The lease of a process that is to die: the next one need not wait long for it.
const SHORT: Duration = Duration::from_millis(200);
/// The lease of a process that lives: not lost on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// No service here is live.
const UNBOUNDED: LiveLimitSettings = {
    let none = DailyLimits {
        each: u32::MAX,
        all: None,
    };
    LiveLimitSettings {
        google: none,
        osm: none,
    }
};

/// What befalls a process: at the commit that holds an event for the so-manieth time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dies {
    how: How,
    event: &'static str,
    nth: u32,
}

#[derive(Debug, Clone, Copy)]
enum How {
    DiesBefore,
    DiesAfter,
    /// It lives on; the commit comes after it was told that its connection is lost.
    CommitsLate,
}

impl Dies {
    /// Before the commit that holds the event: what comes before it is done, it is not.
    pub(super) const fn before(event: &'static str) -> Self {
        let (how, nth) = (How::DiesBefore, 1);
        Self { how, event, nth }
    }

    /// After the commit that holds the event, and before anything else.
    pub(super) const fn after(event: &'static str) -> Self {
        let (how, nth) = (How::DiesAfter, 1);
        Self { how, event, nth }
    }

    /// The commit that holds the event is stored late, after the process was told that it failed.
    pub(super) const fn late(event: &'static str) -> Self {
        let (how, nth) = (How::CommitsLate, 1);
        Self { how, event, nth }
    }

    fn faults(mut self, death: Death) -> impl FnMut(&[Commit]) -> Fault + Send + 'static {
        move |commits| {
            let appends = commits.iter().flat_map(|commit| &commit.appends);
            let mut events = appends.flat_map(|append| &append.events);
            if !events.any(|event| event.event_type == self.event) {
                return Fault::None;
            }
            self.nth = self.nth.wrapping_sub(1);
            match (self.nth, self.how) {
                (0, How::DiesAfter) => Fault::DiesAfter(death.clone()),
                (0, How::DiesBefore) => Fault::DiesBefore(death.clone()),
                // By then the run has begun again.
                (0, How::CommitsLate) => Fault::Late(Duration::from_millis(1_500)),
                _ => Fault::None,
            }
        }
    }
}

/// With the same secret in all processes.
pub(super) fn keys(storage: &Storage) -> UserKeys {
    UserKeys::new(storage.log.clone(), WrappingKey::new(&[7; 32]))
}

/// What a worker works with.
fn ports(
    storage: &Storage,
    dispatcher: Dispatcher,
    sources: Sources,
    facts: Arc<Facts>,
    websites: Arc<MadeUpWebsites>,
    clock: Arc<SetClock>,
) -> WorkerPorts {
    let db = &storage.log;
    let live = LiveLimits::new(LiveRequests::new(db.clone()), UNBOUNDED, clock.clone());
    let companies = Companies::new(dispatcher.clone(), clock.clone(), keys(storage));
    let saved = SavedInLog(dispatcher.store().log().clone(), keys(storage));
    WorkerPorts {
        dispatcher,
        documents: Documents::new(db.clone()),
        sources: Arc::new(sources),
        live: Arc::new(live),
        facts,
        websites,
        website_reads: WebsiteReads::new(db.clone()),
        known: KnownIndex::new(KnownLists::new(db.clone()), keys(storage)),
        left_out: LeftOut::new(db.clone()),
        listing_changes: ListingChanges::new(companies, Arc::new(saved)),
        monitors: MonitorDocuments::new(db.clone()),
        keys: keys(storage),
        leases: Leases::new(db.clone()),
        work: WorkTable::new(db.clone()),
        clock,
    }
}

/// A process that works on jobs: it has its own runtime, which ends at once.
pub(super) struct Process {
    worker: ScrapeWorker,
    runtime: Option<Runtime>,
    death: Death,
}

impl Process {
    /// Starts a process that works on the scene's jobs until it dies, if it is told to.
    pub(super) async fn start(scene: &Scene, dies: Option<Dies>) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap();
        let death = Death::default();
        let (url, folder) = (scene.test.url.clone(), scene.folder().to_owned());
        let (listing, facts) = (Arc::clone(&scene.listing), Arc::clone(&scene.facts));
        let websites = Arc::clone(&scene.websites);
        let (clock, dying) = (Arc::clone(&scene.clock), death.clone());
        let started = runtime.spawn(async move {
            let storage = Storage::open(&url, &folder).await.unwrap();
            let dispatcher = match dies {
                Some(dies) => dispatcher_with_faults(&storage, dies.faults(dying)),
                None => dispatcher(&storage),
            };
            let sources = Sources::open(&folder).unwrap().with(listing);
            let ports = ports(&storage, dispatcher, sources, facts, websites, clock);
            let settings = WorkerSettings {
                parallel_jobs: 2,
                lease: match dies {
                    Some(Dies {
                        how: How::DiesBefore | How::DiesAfter,
                        ..
                    }) => SHORT,
                    Some(_) | None => LONG,
                },
            };
            let stop = CancellationToken::new();
            let (log, db) = (EventLog::new(&storage), storage.log.clone());
            let subscriptions = Subscriptions::new(log, storage, stop.clone());
            let enqueue = EnqueueJobs::new(ports.work.clone());
            subscriptions.react(enqueue).await.unwrap();
            let (dispatcher, clock) = (ports.dispatcher.clone(), Arc::clone(&ports.clock));
            let cancel = CancelSuspended::new(ports.work.clone(), dispatcher, clock);
            subscriptions.react(cancel).await.unwrap();
            let monitors = KeepMonitors::new(
                ports.dispatcher.store().clone(),
                MonitorAgenda::new(db.clone()),
                MonitorDocuments::new(db),
                Arc::clone(&ports.clock),
            );
            subscriptions.react(monitors).await.unwrap();
            let worker = ScrapeWorker::new(ports, settings, stop);
            tokio::spawn(worker.clone().run());
            worker
        });
        Self {
            worker: started.await.unwrap(),
            runtime: Some(runtime),
            death,
        }
    }

    /// Waits until it works on no job any more.
    pub(super) async fn is_idle(&self) {
        let idle = || async { self.worker.turns().is_idle().then_some(()) };
        eventually("the process works on nothing", idle).await;
    }

    /// Waits until it knows that a job of the user waits.
    pub(super) async fn knows_to_wait(&self, user: &UserId) {
        let knows = || async {
            self.worker
                .turns()
                .knows_to_wait(user.as_str())
                .then_some(())
        };
        eventually("the process knows who waits", knows).await;
    }

    /// Starts a process and waits until it is dead.
    pub(super) async fn dies(scene: &Scene, dies: Dies) {
        let process = Self::start(scene, Some(dies)).await;
        let came = tokio::time::timeout(PATIENCE, process.death.came()).await;
        assert!(came.is_ok(), "never came that far: {dies:?}");
        process.kill().await;
    }

    /// One process after the other dies; after each, what counts as enriched has its facts.
    pub(super) async fn dies_at_each(
        scene: &Scene,
        session: SessionKey,
        deaths: impl IntoIterator<Item = Dies>,
    ) {
        for dies in deaths {
            Self::dies(scene, dies).await;
            let enriched = scene.job(session).await.enrichment().enriched();
            scene.assert_enriched(session, 0..enriched).await;
        }
    }

    /// Ends everything that runs in the process, at once.
    pub(super) async fn kill(mut self) {
        let runtime = self.runtime.take().unwrap();
        let ended = tokio::task::spawn_blocking(move || runtime.shutdown_timeout(PATIENCE));
        ended.await.unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
