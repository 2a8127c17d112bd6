//! Monitors: what their runs find in one release after another, what that costs, and that it is paid once whenever a
//! process dies.

mod releases;
mod slots;
mod waiting;

use std::ops::ControlFlow;
use std::sync::Arc;

use domain::ids::MonitorId;
use domain::monitor::{Days, Monitor, MonitorEvent, RunEnded, RunSkipped, Schedule, Terms, Zone};
use domain::scrape_job::{First, Search};
use domain::tier::Tier;
use places::Sources;
use places::import::{Import, ImportOptions};
use store::monitors::{MonitorAgenda, MonitorDocuments};
use store::testing::TestStorage;

use super::process::{Process, keys};
use super::scene::Scene;
use crate::clock::Clock;
use crate::dispatcher::Dispatcher;
use crate::monitors::{
    ChangesOf, MonitorControl, MonitorKeeper, MonitorPorts, Monitors, NewMonitor, ToldGone,
};

/// A brewery of a made-up listing.
#[derive(Clone)]
struct Row {
    id: u32,
    phone: String,
    website: String,
    latitude: f64,
}

fn row(id: u32) -> Row {
    Row {
        id,
        phone: format!("(541) 555-{id:04}"),
        website: format!("https://brewery-{id}.example"),
        latitude: 44.0 + f64::from(id) / 1_000.0,
    }
}

fn rows(ids: impl IntoIterator<Item = u32>) -> Vec<Row> {
    ids.into_iter().map(row).collect()
}

/// The same with another phone number.
fn recalled(id: u32) -> Row {
    Row {
        phone: format!("(541) 777-{id:04}"),
        ..row(id)
    }
}

/// A user with monitors over a listing that is released again and again.
struct Watch {
    scene: Scene,
}

impl Watch {
    /// With the first release.
    async fn new(test: TestStorage, first: Vec<Row>) -> Self {
        Self::of_tier(test, Tier::Basic, first).await
    }

    async fn of_tier(test: TestStorage, tier: Tier, first: Vec<Row>) -> Self {
        let scene = Scene::new(test, tier).await;
        let watch = Self { scene };
        watch.release("A", &first);
        watch
    }

    fn release(&self, name: &str, rows: &[Row]) {
        let mut text =
            "id,name,category,street,city,state,zip,phone,website,latitude,longitude\n".to_owned();
        for Row {
            id,
            phone,
            website,
            latitude,
        } in rows
        {
            text.push_str(&format!(
                "{id},Brewery {id},brewery,{id} Main Street,Bend,OR,97701,{phone},{website},{latitude},-121.3\n"
            ));
        }
        let file = self.scene.folder().join("made-up.csv");
        std::fs::write(&file, text).unwrap();
        let options = ImportOptions {
            release: Some(name.to_owned()),
            ..ImportOptions::default()
        };
        let sources = self.sources();
        let import = Import::open(&file, options).unwrap();
        import
            .run(sources.catalogue(), |_| ControlFlow::Continue(()))
            .unwrap();
    }

    fn sources(&self) -> Sources {
        Sources::open(self.scene.folder()).unwrap()
    }

    fn monitors(&self) -> Monitors {
        self.monitors_of(self.scene.dispatcher.clone())
    }

    fn monitors_of(&self, dispatcher: Dispatcher) -> Monitors {
        let db = self.scene.storage().log;
        Monitors::new(MonitorPorts {
            dispatcher,
            sources: Arc::new(self.sources().with(self.scene.listing.clone())),
            facts: Arc::clone(&self.scene.facts) as _,
            agenda: MonitorAgenda::new(db.clone()),
            documents: MonitorDocuments::new(db.clone()),
            keys: keys(&self.scene.storage()),
            clock: Arc::clone(&self.scene.clock) as Arc<dyn Clock>,
        })
    }

    fn control(&self) -> MonitorControl {
        let db = self.scene.storage().log;
        MonitorControl::new(
            self.scene.dispatcher.clone(),
            MonitorAgenda::new(db.clone()),
            MonitorDocuments::new(db),
            Arc::clone(&self.scene.clock) as Arc<dyn Clock>,
        )
    }

    fn new_monitor(budget: u32, first: First) -> NewMonitor {
        let zone = Zone::named("UTC").unwrap();
        NewMonitor {
            search: Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap(),
            terms: Terms {
                schedule: Schedule::new(Days::Day, "06:00".parse().unwrap(), zone).unwrap(),
                budget,
                watch_hours: false,
                enrich: false,
            },
            first,
            known_from: None,
        }
    }

    /// A monitor whose first run is done.
    async fn create(&self, budget: u32, first: First) -> MonitorId {
        self.create_as(Self::new_monitor(budget, first)).await
    }

    async fn create_as(&self, new: NewMonitor) -> MonitorId {
        let created = self.monitors().create(&self.scene.user, new, None).await;
        let id = created.unwrap().0;
        self.work().await;
        id
    }

    /// The keeper looks, by the clock as it is.
    async fn look(&self) {
        let keeper = MonitorKeeper::new(self.monitors());
        keeper.look_at_due().await.unwrap();
    }

    /// A process does what there is to do.
    async fn work(&self) {
        let process = Process::start(&self.scene, None).await;
        for session in self.sessions().await {
            self.scene.at_rest(session).await;
        }
        let agenda = MonitorAgenda::new(self.scene.storage().log);
        testkit::eventually("the agenda knows of no run", || async {
            let running = agenda.running(&self.scene.user).await.unwrap();
            (running == 0).then_some(())
        })
        .await;
        process.kill().await;
    }

    async fn sessions(&self) -> Vec<domain::ids::SessionKey> {
        let events = self.scene.events().await.into_iter();
        let queued = events.filter(|event| event.event_type == "JobQueued");
        queued
            .map(|event| event.aggregate_id.parse().unwrap())
            .collect()
    }

    /// The slot of a day in March.
    async fn slot(&self, day: u32) {
        self.scene.clock.set(&format!("2026-03-{day:02}T06:00:01Z"));
        self.look().await;
        self.work().await;
    }

    async fn told(&self) -> Vec<MonitorEvent> {
        let events = self.scene.events().await.into_iter();
        let told = events.filter(|event| event.aggregate_type == "Monitor");
        told.map(|event| event.decode_as::<MonitorEvent>().unwrap())
            .collect()
    }

    async fn ended(&self) -> Vec<RunEnded> {
        let told = self.told().await.into_iter();
        told.filter_map(|event| match event {
            MonitorEvent::RunEnded(ended) => Some(ended),
            _ => None,
        })
        .collect()
    }

    async fn last(&self) -> RunEnded {
        self.ended().await.pop().unwrap()
    }

    async fn skipped(&self) -> Vec<RunSkipped> {
        let told = self.told().await.into_iter();
        told.filter_map(|event| match event {
            MonitorEvent::RunSkipped(skipped) => Some(skipped),
            _ => None,
        })
        .collect()
    }

    async fn monitor(&self, id: MonitorId) -> Monitor {
        let store = self.scene.dispatcher.store();
        let loaded = store.refresh::<Monitor>(&id.to_string()).await.unwrap();
        loaded.aggregate().clone()
    }

    /// Names of the rows of the last run.
    async fn rows(&self) -> Vec<String> {
        let session = self.last().await.session;
        let mut names = self.scene.rows(session).await;
        names.sort();
        names
    }

    /// Names and ways of what the last run did not find.
    async fn gone(&self) -> Vec<(String, ToldGone)> {
        let session = self.last().await.session;
        let part = (ChangesOf::Gone, None, 100);
        let user = &self.scene.user;
        let told = self.monitors().told(user, session, 0, part).await.unwrap();
        told.into_iter()
            .map(|(_, told)| (told.name, told.gone.unwrap()))
            .collect()
    }

    async fn assert_paid(&self, credits: i64) {
        self.scene.assert_paid(credits).await;
    }
}

/// New, changed, gone, unchanged, paid, pending.
fn counts(ended: &RunEnded) -> [u32; 6] {
    [
        ended.new,
        ended.changed,
        ended.gone,
        ended.unchanged,
        ended.paid,
        ended.pending,
    ]
}

/// Release B after A of 1 to 30: 31 to 33 are new, 1 and 2 have other phone numbers, 30 is missing.
fn release_b() -> Vec<Row> {
    let changed = [recalled(1), recalled(2)];
    changed
        .into_iter()
        .chain(rows(3..30))
        .chain(rows(31..34))
        .collect()
}

impl Watch {
    async fn work_until_forgotten(&self, documents: &MonitorDocuments, id: MonitorId) {
        let process = Process::start(&self.scene, None).await;
        testkit::eventually("what a deleted monitor knew is gone", || async {
            documents.known(id).await.unwrap().is_empty().then_some(())
        })
        .await;
        process.kill().await;
    }
}
