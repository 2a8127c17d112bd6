//! "When a process dies" in docs/ARCHITECTURE.md, row by row: a process works on a job, dies at the
//! moment that the row names, and the next one goes on. In the end the rows, the ledger and the job are
//! as if nothing had happened.

use std::ops::ControlFlow;
use std::path::Path;

use domain::credit_account::ReleaseReason;
use domain::ids::SessionKey;
use domain::scrape_job::{Answering, AnsweringPart, JobStatus, Search};
use domain::tier::Tier;
use places::Catalogue;
use places::catalogue::CATALOGUE;
use places::import::{Import, ImportOptions};
use store::log::RecordedEvent;
use store::on_both_engines;
use store::subscriptions::Reactor;
use store::testing::TestStorage;

use super::super::EnqueueJobs;
use super::process::{Dies, Process};
use super::scene::{Scene, search};
use super::sources::{businesses, name};

const CITIES: [&str; 2] = ["Bend", "Salem"];

/// Bend has two slices and a bit, Salem a slice of which three were in Bend.
async fn scene(test: TestStorage) -> Scene {
    let listing = [("Bend", businesses(0..45)), ("Salem", businesses(42..60))];
    Scene::with(test, Tier::Basic, &listing).await
}

impl Scene {
    /// The job of [`scene`] after a process died there.
    async fn died(&self, dies: Dies) -> SessionKey {
        let session = self.start(&CITIES).await;
        Process::dies(self, dies).await;
        session
    }

    /// The next process takes the job to its end, and it is as if nothing had happened.
    async fn goes_on(&self, session: SessionKey) {
        let process = Process::start(self, None).await;
        let job = self.at_rest(session).await;
        process.kill().await;
        assert_eq!(job.status(), JobStatus::Completed);
        let expected: Vec<String> = (0..60).map(name).collect();
        assert_eq!(self.rows(session).await, expected);
        self.assert_paid(60).await;
        assert_eq!(self.count("JobStarted").await, 1);
        assert_eq!(self.count("CityScraped").await, 2);
        assert_eq!(self.count("JobCompleted").await, 1);
        assert_eq!(self.work.oldest(10).await.unwrap().len(), 0);
    }

    /// How often a hold was given back because its run was gone.
    async fn taken_over(&self) -> usize {
        let reason = format!("({})", ReleaseReason::TakenOver);
        let ledger = self.ledger().await;
        ledger.iter().filter(|line| line.ends_with(&reason)).count()
    }

    async fn event(&self, event_type: &str) -> RecordedEvent {
        let mut events = self.events().await.into_iter();
        events.find(|event| event.event_type == event_type).unwrap()
    }
}

on_both_engines! {
    // Died after `JobQueued` was committed.
    async fn job_13_died_after_the_job_was_queued(test) {
        let scene = scene(test).await;
        let session = scene.start(&CITIES).await;
        assert_eq!(scene.work.oldest(10).await.unwrap().len(), 0, "no reactor has seen it");
        scene.goes_on(session).await;
    }

    // Died after the work was inserted, the reactor's checkpoint not moved.
    async fn job_13_died_after_the_work_was_inserted(test) {
        let scene = scene(test).await;
        let session = scene.start(&CITIES).await;
        let reactor = EnqueueJobs::new(scene.work.clone());
        let queued = scene.event("JobQueued").await;
        reactor.react(&queued).await.unwrap();
        reactor.react(&queued).await.unwrap();
        assert_eq!(scene.work.oldest(10).await.unwrap().len(), 1);
        scene.goes_on(session).await;
    }

    // The same where the job ended meanwhile.
    async fn job_13_died_after_the_work_of_a_job_that_ended_meanwhile_was_inserted(test) {
        let scene = scene(test).await;
        let session = scene.start(&CITIES).await;
        let reactor = EnqueueJobs::new(scene.work.clone());
        reactor.react(&scene.event("JobQueued").await).await.unwrap();
        scene.jobs.cancel(&scene.user, session, None).await.unwrap();
        let events = scene.events().await.len();
        let process = Process::start(&scene, None).await;
        let job = scene.at_rest(session).await;
        process.kill().await;
        assert_eq!(job.status(), JobStatus::Cancelled);
        assert_eq!(scene.events().await.len(), events, "nothing is left to be done");
    }

    // Died after the lease was taken.
    async fn job_13_died_after_the_lease_was_taken(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::before("JobStarted")).await;
        assert_eq!(scene.leases().await, [format!("scrape:{session}")], "nobody keeps it alive");
        assert_eq!(scene.count("JobStarted").await, 0);
        scene.goes_on(session).await;
        assert_eq!(scene.leases().await, [""; 0]);
    }

    // Died after `JobStarted`.
    async fn job_13_died_after_the_job_was_started(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::after("JobStarted")).await;
        assert_eq!(scene.job(session).await.status(), JobStatus::Processing);
        scene.goes_on(session).await;
    }

    // The same: what was decided when it was queued holds, whatever is imported or removed meanwhile.
    async fn job_13_a_job_stays_with_its_data_sets_when_its_process_dies(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let catalogue = Catalogue::open(scene.folder()).unwrap();
        import(&catalogue, scene.folder(), "first", &["One", "Two", "Three"]);
        let session = scene.queue(answered_by("first")).await.unwrap();
        Process::dies(&scene, Dies::after("JobStarted")).await;
        assert_eq!(scene.job(session).await.source(), Some("catalogue"));
        let other = scene.queue(answered_by("first")).await.unwrap();
        import(&catalogue, scene.folder(), "second", &["Four"]);
        let process = Process::start(&scene, None).await;
        scene.at_rest(session).await;
        scene.at_rest(other).await;
        process.kill().await;
        let mut rows = scene.rows(session).await;
        rows.sort();
        assert_eq!(rows, ["One", "Three", "Two"]);
        assert_eq!(scene.rows(other).await.len(), 3);
        scene.assert_paid(6).await;

        // Where its data set is gone it fails, and the city that nothing covers is not searched.
        catalogue.remove("first").unwrap();
        let gone = scene.queue(answered_by("first")).await.unwrap();
        let process = Process::start(&scene, None).await;
        assert_eq!(scene.at_rest(gone).await.status(), JobStatus::Failed);
        process.kill().await;
        assert_eq!(scene.rows(gone).await, [""; 0]);
        scene.assert_paid(6).await;
    }

    // Died after `CreditsHeld`.
    async fn job_13_died_after_credits_were_held(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::after("CreditsHeld")).await;
        assert_eq!(scene.account().await.held(), 20);
        assert_eq!(scene.rows_below(session, u32::MAX).await, [""; 0]);
        scene.goes_on(session).await;
        assert_eq!(scene.taken_over().await, 1);
    }

    // Died after the rows were stored.
    async fn job_13_died_after_the_rows_were_stored(test) {
        let scene = scene(test).await;
        // What is found first is not what is found when the city is searched again.
        scene.listing.set("Bend", businesses(100..145));
        let session = scene.died(Dies::before("RowsDelivered")).await;
        assert_eq!(scene.account().await.held(), 20);
        assert_eq!(scene.rows_below(session, u32::MAX).await.len(), 20);
        assert_eq!(scene.rows(session).await, [""; 0], "the user sees none of them");
        scene.listing.set("Bend", businesses(0..45));
        scene.goes_on(session).await;
        assert_eq!(scene.taken_over().await, 1);
        assert_eq!(scene.rows_below(session, u32::MAX).await.len(), 60, "written over");
    }

    // Died in the middle of the slice's commit: all of it or nothing.
    async fn job_13_died_in_the_middle_of_the_slices_commit(test) {
        let scene = scene(test).await;
        let before = scene.died(Dies::before("CreditsDebited")).await;
        assert_eq!(scene.ledger().await, ["held 20"]);
        assert_eq!(scene.job(before).await.delivered(), 0);
        Process::dies(&scene, Dies::after("CreditsDebited")).await;
        let ledger = ["held 20", "gave back 20 (taken over)", "held 20", "paid 20"];
        assert_eq!(scene.ledger().await, ledger);
        assert_eq!(scene.job(before).await.delivered(), 20);
        scene.goes_on(before).await;
    }

    // Died after the slice was paid and counted.
    async fn job_13_died_after_the_slice_was_paid_and_counted(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::after("RowsDelivered")).await;
        assert_eq!(scene.rows(session).await.len(), 20);
        scene.assert_paid(20).await;
        scene.goes_on(session).await;
        assert_eq!(scene.listing.asked("Bend"), 2, "the search of the city starts anew");
        assert_eq!(scene.taken_over().await, 0);
    }

    // Died after the last slice of a city.
    async fn job_13_died_after_the_last_slice_of_a_city(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::after("CityScraped")).await;
        assert_eq!(scene.job(session).await.next_city(), 1);
        scene.assert_paid(45).await;
        scene.goes_on(session).await;
        assert_eq!((scene.listing.asked("Bend"), scene.listing.asked("Salem")), (1, 1));
    }

    // Died after `JobCompleted`.
    async fn job_13_died_after_the_job_was_completed(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::after("JobCompleted")).await;
        assert_eq!(scene.job(session).await.status(), JobStatus::Completed);
        assert_eq!(scene.work.oldest(10).await.unwrap().len(), 1, "the work is still there");
        let events = scene.events().await.len();
        scene.goes_on(session).await;
        assert_eq!(scene.events().await.len(), events);
    }

    // The same where a run holds something still.
    async fn job_13_what_a_run_still_holds_of_an_ended_job_is_given_back(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::after("JobCompleted")).await;
        scene.hold_late(session).await;
        assert_eq!(scene.account().await.held(), 20);
        scene.goes_on(session).await;
        let ledger = scene.ledger().await;
        assert_eq!(ledger.last().unwrap(), "gave back 20 (job completed)");
    }

    // Two processes die one after the other, and the third goes on.
    async fn job_13_died_again_and_again(test) {
        let scene = scene(test).await;
        let session = scene.died(Dies::after("CreditsHeld")).await;
        for dies in [
            Dies::before("RowsDelivered"),
            Dies::after("RowsDelivered"),
            Dies::after("CreditsHeld"),
            Dies::before("CityScraped"),
            Dies::after("CityScraped"),
            Dies::before("JobCompleted"),
        ] {
            Process::dies(&scene, dies).await;
        }
        scene.goes_on(session).await;
    }
}

/// A search of two cities, of which one data set covers the second.
fn answered_by(dataset: &str) -> Search {
    let part = AnsweringPart {
        service: CATALOGUE.to_owned(),
        datasets: vec![dataset.to_owned()],
        cities: vec![1],
    };
    search(&["Nowhere", "Testville"], None, None).answered_by(Answering {
        parts: vec![part],
        unknown: vec![0],
    })
}

fn import(catalogue: &Catalogue, folder: &Path, name: &str, businesses: &[&str]) {
    let mut rows = "name,category,city,state\n".to_owned();
    for business in businesses {
        rows.push_str(business);
        rows.push_str(",business,Testville,OR\n");
    }
    let listing = folder.join(format!("{name}.csv"));
    std::fs::write(&listing, rows).unwrap();
    let import = Import::open(&listing, ImportOptions::default()).unwrap();
    import
        .run(catalogue, |_| ControlFlow::Continue(()))
        .unwrap();
}
