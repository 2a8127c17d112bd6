//! A user, a listing, and the log.

use std::path::Path;
use std::sync::Arc;

use cqrs_es::Aggregate;
use domain::Credits;
use domain::codec::StoredEvent;
use domain::credit_account::ledger::Ledger;
use domain::credit_account::{CreditAccount, CreditCommand, CreditEvent};
use domain::ids::{HoldId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::scrape_job::{JobKind, OpenJobs, ScrapeJob, Search};
use domain::tier::Tier;
use enrichment::RowFacts;
use places::Place;
use store::db::Storage;
use store::documents::Documents;
use store::log::{Cursor, RecordedEvent};
use store::testing::TestStorage;
use store::websites::WebsiteReads;
use store::with_reader;
use testkit::eventually;

use super::super::WorkTable;
use super::process::Process;
use super::reading::MadeUpWebsites;
use super::sources::{Facts, Found, LISTING, Listing};
use crate::accounts::Accounts;
use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher};
use crate::error::CommandError;
use crate::jobs::Jobs;
use crate::testing::{SetClock, dispatcher};

/// The user has no open job.
pub(super) const NONE_OPEN: OpenJobs = OpenJobs { open: 0, most: 20 };

/// A user with credits, a listing, and what stands in the log. What the user asks for is asked of a
/// process of its own, which never works on a job.
pub(super) struct Scene {
    pub(super) listing: Arc<Listing>,
    pub(super) facts: Arc<Facts>,
    pub(super) websites: Arc<MadeUpWebsites>,
    pub(super) website_reads: WebsiteReads,
    pub(super) user: UserId,
    pub(super) jobs: Jobs,
    pub(super) accounts: Accounts,
    pub(super) dispatcher: Dispatcher,
    pub(super) work: WorkTable,
    pub(super) documents: Documents,
    pub(super) clock: Arc<SetClock>,
    pub(super) test: TestStorage,
}

impl Scene {
    /// Of a user with the credits of a plan.
    pub(super) async fn new(test: TestStorage, tier: Tier) -> Self {
        let clock = SetClock::new();
        let port: Arc<dyn Clock> = clock.clone();
        let dispatcher = dispatcher(&test.storage);
        let accounts = Accounts::new(dispatcher.clone(), Arc::clone(&port));
        let user = UserId::new("u1").unwrap();
        accounts.ensure(&user, Some(tier), "test").await.unwrap();
        Self {
            listing: Arc::default(),
            facts: Arc::default(),
            websites: Arc::default(),
            website_reads: WebsiteReads::new(test.storage.log.clone()),
            user,
            jobs: Jobs::new(dispatcher.clone(), port),
            accounts,
            dispatcher,
            work: WorkTable::new(test.storage.log.clone()),
            documents: Documents::new(test.storage.log.clone()),
            clock,
            test,
        }
    }

    /// The same with a listing.
    pub(super) async fn with(test: TestStorage, tier: Tier, cities: &[(&str, Vec<Found>)]) -> Self {
        let scene = Self::new(test, tier).await;
        for (city, found) in cities {
            scene.listing.set(city, found.clone());
        }
        scene
    }

    /// Leaves the user with this many credits.
    pub(super) async fn leave(&self, credits: Credits) {
        let difference = credits - self.account().await.available();
        let (by, why) = ("test".to_owned(), "test".to_owned());
        let adjusted = self.accounts.adjust(&self.user, difference, by, why, None);
        adjusted.await.unwrap();
    }

    /// Queues a search of the listing.
    pub(super) async fn start(&self, cities: &[&str]) -> SessionKey {
        self.start_at_most(cities, None).await
    }

    /// The same with a bound.
    pub(super) async fn start_at_most(&self, cities: &[&str], max: Option<u32>) -> SessionKey {
        let search = search(cities, max, Some(LISTING));
        self.queue(search).await.unwrap()
    }

    pub(super) async fn queue(&self, search: Search) -> Result<SessionKey, CommandError> {
        self.queue_and_enrich(search, false).await
    }

    /// The same, its rows to be enriched afterwards.
    pub(super) async fn queue_and_enrich(
        &self,
        search: Search,
        enrich: bool,
    ) -> Result<SessionKey, CommandError> {
        let kind = JobKind::GoogleMaps;
        let earlier = self.jobs.may_start(&self.user, enrich, None).await?;
        assert!(earlier.is_none());
        let started = self
            .jobs
            .start(&self.user, search, kind, enrich, NONE_OPEN, None)
            .await?;
        Ok(started.0)
    }

    /// A job that a process has taken to its end.
    pub(super) async fn run(&self, cities: &[&str]) -> SessionKey {
        let session = self.start(cities).await;
        let process = Process::start(self, None).await;
        self.at_rest(session).await;
        process.kill().await;
        session
    }

    pub(super) async fn job(&self, session: SessionKey) -> ScrapeJob {
        let id = session.to_string();
        let loaded = self.dispatcher.store().refresh::<ScrapeJob>(&id).await;
        loaded.unwrap().aggregate().clone()
    }

    pub(super) async fn account(&self) -> CreditAccount {
        let store = self.dispatcher.store();
        let loaded = store.refresh::<CreditAccount>(self.user.as_str()).await;
        loaded.unwrap().aggregate().clone()
    }

    /// Waits until nobody has anything to do for the job any more.
    pub(super) async fn at_rest(&self, session: SessionKey) -> ScrapeJob {
        eventually("the job has ended and nobody works on it", || async {
            let job = self.job(session).await;
            let ended = job.status().is_end() && !job.enrichment().is_runnable();
            let waiting = self.work.oldest(100).await.unwrap();
            let waits = waiting.iter().any(|work| work.session == session);
            let leased = self.leases().await.contains(&format!("scrape:{session}"));
            (ended && !waits && !leased).then_some(job)
        })
        .await
    }

    /// What is leased, whether anybody keeps it alive or not.
    pub(super) async fn leases(&self) -> Vec<String> {
        with_reader!(&self.storage().log, pool => sqlx::query_scalar("SELECT name FROM leases WHERE holder <> ''")
            .fetch_all(pool)
            .await)
        .unwrap()
    }

    /// The names of the rows that the user sees.
    pub(super) async fn rows(&self, session: SessionKey) -> Vec<String> {
        let delivered = self.job(session).await.delivered();
        self.rows_below(session, delivered).await
    }

    /// The names of the stored rows below an index.
    pub(super) async fn rows_below(&self, session: SessionKey, end: u32) -> Vec<String> {
        let rows = self.documents.read(session, 0, u32::MAX, end).await;
        let rows = rows.unwrap().into_iter();
        rows.map(|(_, row)| serde_json::from_str::<Place>(&row).unwrap().name)
            .collect()
    }

    /// The rows that the user sees enriched: their indexes, and the names that their facts belong to.
    pub(super) async fn enriched_rows(&self, session: SessionKey) -> Vec<(u32, String)> {
        let enriched = self.job(session).await.enrichment().enriched();
        let facts = self.documents.read_facts(session, 0, u32::MAX, enriched);
        let facts = facts.await.unwrap().into_iter();
        facts
            .map(|(row, facts)| {
                let facts: RowFacts = serde_json::from_str(&facts).unwrap();
                (row, facts.geocoded.unwrap().matched_address)
            })
            .collect()
    }

    pub(super) async fn events(&self) -> Vec<RecordedEvent> {
        let log = self.dispatcher.store().log();
        log.read_all_after(Cursor::START, 10_000).await.unwrap()
    }

    /// How many events of a type there are.
    pub(super) async fn count(&self, event_type: &str) -> usize {
        let events = self.events().await;
        let of_type = events.iter().filter(|event| event.event_type == event_type);
        of_type.count()
    }

    /// The account replayed as the auditor does it, every rule of the ledger checked on the way; and what
    /// was held, paid and given back, with the reason where one is recorded.
    async fn replay(&self) -> (Ledger, Vec<String>) {
        let mut ledger = Ledger::default();
        let mut lines = Vec::new();
        for event in self.events().await {
            if event.aggregate_type != CreditAccount::TYPE {
                continue;
            }
            let event =
                CreditEvent::decode(&event.event_type, &event.event_version, &event.payload)
                    .unwrap();
            ledger.take(&event).unwrap();
            match event {
                CreditEvent::CreditsHeld(held) => lines.push(format!("held {}", held.amount)),
                CreditEvent::CreditsDebited(paid) => lines.push(format!("paid {}", paid.amount)),
                CreditEvent::HoldReleased(back) => {
                    lines.push(format!("gave back {} ({})", back.amount, back.reason));
                }
                _ => {}
            }
        }
        (ledger, lines)
    }

    /// What was held, paid and given back, in order.
    pub(super) async fn ledger(&self) -> Vec<String> {
        self.replay().await.1
    }

    /// The user has paid so much for rows and facts together, nothing is held, and the auditor agrees.
    pub(super) async fn assert_paid(&self, due: Credits) {
        let (ledger, lines) = self.replay().await;
        let paid = lines.iter().filter_map(|line| line.strip_prefix("paid "));
        let paid: Credits = paid.map(|amount| amount.parse::<Credits>().unwrap()).sum();
        assert_eq!(paid, due, "{lines:?}");
        let account = self.account().await;
        assert_eq!(account.held(), 0, "{lines:?}");
        assert_eq!(ledger.balance().unwrap().available(), account.available());
    }

    /// Holds credits for a job, as a run would do that does not know yet that it ended.
    pub(super) async fn hold_late(&self, session: SessionKey) {
        let context = self.context();
        let hold = CreditCommand::HoldCredits {
            hold: HoldId::for_slice(session, 0, "late"),
            session,
            wanted: 20,
            expires_at: context.at,
            now: context.at,
        };
        let user = self.user.as_str();
        let held = self
            .dispatcher
            .execute::<CreditAccount>(user, hold, &context);
        held.await.unwrap();
    }

    /// What a worker's commands are part of.
    pub(super) fn context(&self) -> Context {
        Context::new(Actor::System, "test", self.clock.now())
    }

    /// The databases.
    pub(super) fn storage(&self) -> Storage {
        self.test.storage.clone()
    }

    /// The folder that catalogues lie in.
    pub(super) fn folder(&self) -> &Path {
        self.test.folder()
    }
}

/// A search for anything.
pub(super) fn search(cities: &[&str], max: Option<u32>, source: Option<&str>) -> Search {
    let cities: Vec<String> = cities.iter().map(|&city| city.to_owned()).collect();
    Search::new("business", "OR", &cities, max, source.map(str::to_owned)).unwrap()
}
