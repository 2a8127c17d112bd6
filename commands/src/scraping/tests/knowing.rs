//! Businesses that the user knows: left out, not paid, counted once whatever dies.

use std::ops::Range;
use std::sync::Arc;

use domain::ids::SessionKey;
use domain::scrape_job::JobStatus;
use domain::tier::Tier;
use places::Catalogue;
use serde_json::{Value, json};
use store::known::KnownLists;
use store::on_both_engines;
use store::testing::TestStorage;

use super::process::{Dies, Process, keys};
use super::scene::Scene;
use super::sources::{Found, name};
use crate::known::{KnownIndex, KnownUploads};

const CITIES: [&str; 2] = ["Bend", "Salem"];

/// Businesses with a position, by which they are recognized.
fn placed(numbers: Range<u32>) -> Vec<Found> {
    numbers.map(|number| Found::At(number, 44.0)).collect()
}

/// Of 60 businesses the user knows 40, two of them in both cities.
async fn scene(test: TestStorage) -> Scene {
    let listing = [("Bend", placed(0..45)), ("Salem", placed(38..60))];
    let scene = Scene::with(test, Tier::Basic, &listing).await;
    scene.knows(0..40).await;
    scene
}

impl Scene {
    fn uploads(&self) -> KnownUploads {
        let storage = self.storage();
        let lists = KnownLists::new(storage.log.clone());
        let catalogue = Catalogue::open(self.folder()).unwrap();
        let known = KnownIndex::new(lists, keys(&storage));
        KnownUploads::new(known, Arc::new(catalogue), self.clock.clone())
    }

    /// From now on the user knows these.
    async fn knows(&self, numbers: Range<u32>) {
        let rows = numbers.map(|number| format!("{},44.0,-121.5\n", name(number)));
        let file = format!("name,latitude,longitude\n{}", rows.collect::<String>());
        self.uploads_known(&file).await;
    }

    /// The user uploads this list.
    pub(super) async fn uploads_known(&self, file: &str) {
        let uploads = self.uploads();
        let uploaded = uploads.upload(&self.user, Arc::from(file.as_bytes()));
        uploaded.await.unwrap().unwrap();
    }

    /// The end of each job, in order.
    async fn ends(&self) -> Vec<Value> {
        let events = self.events().await.into_iter();
        events
            .filter(|event| event.event_type == "JobCompleted")
            .map(|event| serde_json::from_str(&event.payload).unwrap())
            .collect()
    }

    /// A process takes the job of [`scene`] to its end: what is known is neither there nor paid.
    async fn leaves_out(&self, session: SessionKey) {
        let process = Process::start(self, None).await;
        let job = self.at_rest(session).await;
        process.kill().await;
        assert_eq!(job.status(), JobStatus::Completed);
        let expected: Vec<String> = (40..60).map(name).collect();
        assert_eq!(self.rows(session).await, expected);
        self.assert_paid(20).await;
        assert_eq!(
            self.ends().await,
            [json!({"results": 20, "reason": "all_found", "left_out": 40})]
        );
    }
}

on_both_engines! {
    async fn known_businesses_are_left_out_and_cost_nothing(test) {
        let scene = scene(test).await;
        let session = scene.start(&CITIES).await;
        scene.leaves_out(session).await;
    }

    async fn a_search_that_finds_known_businesses_alone_holds_nothing(test) {
        let scene = scene(test).await;
        scene.knows(0..60).await;
        let session = scene.run(&CITIES).await;
        assert_eq!(scene.rows(session).await, [""; 0]);
        assert_eq!(scene.ledger().await, [""; 0]);
        let end = json!({"results": 0, "reason": "all_found", "left_out": 60});
        assert_eq!(scene.ends().await, [end]);
    }

    async fn each_search_leaves_out_what_is_known_until_the_list_is_removed(test) {
        let scene = scene(test).await;
        let (one, other) = (scene.start(&["Bend"]).await, scene.start(&["Salem"]).await);
        let process = Process::start(&scene, None).await;
        for (session, rows) in [(one, 40..45), (other, 40..60)] {
            scene.at_rest(session).await;
            let expected: Vec<String> = rows.map(name).collect();
            assert_eq!(scene.rows(session).await, expected);
        }
        scene.assert_paid(25).await;
        assert!(scene.uploads().remove(&scene.user).await.unwrap());
        let session = scene.start(&["Bend"]).await;
        scene.at_rest(session).await;
        process.kill().await;
        assert_eq!(scene.rows(session).await.len(), 45);
        scene.assert_paid(70).await;
        assert_eq!(scene.ends().await.last().unwrap(), &json!({"results": 45, "reason": "all_found"}));
    }

    async fn known_businesses_take_no_room_of_a_bounded_search(test) {
        let scene = scene(test).await;
        let session = scene.start_at_most(&["Bend"], Some(5)).await;
        let process = Process::start(&scene, None).await;
        scene.at_rest(session).await;
        assert_eq!(scene.rows(session).await, (40..45).map(name).collect::<Vec<_>>());
        let another = scene.start_at_most(&CITIES, Some(6)).await;
        scene.at_rest(another).await;
        process.kill().await;
        assert_eq!(scene.rows(another).await, (40..46).map(name).collect::<Vec<_>>());
        let reasons: Vec<Value> = scene.ends().await.iter().map(|end| end["reason"].clone()).collect();
        assert_eq!(reasons, ["all_found", "max_results"]);
        scene.assert_paid(11).await;
    }

    async fn what_was_left_out_is_counted_once_whenever_a_process_dies(test) {
        let scene = scene(test).await;
        let session = scene.start(&CITIES).await;
        for dies in [
            Dies::before("JobStarted"),
            Dies::before("CreditsHeld"),
            Dies::before("CityScraped"),
            Dies::after("CityScraped"),
            Dies::before("CityScraped"),
            Dies::after("CityScraped"),
            Dies::before("JobCompleted"),
        ] {
            Process::dies(&scene, dies).await;
        }
        scene.leaves_out(session).await;
    }
}
