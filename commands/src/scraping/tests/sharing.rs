//! Several workers and several users: whoever was overtaken changes nothing any more, and nobody waits for
//! another user's jobs.

use std::sync::Arc;

use domain::ids::{SessionKey, UserId};
use domain::scrape_job::{JobKind, JobStatus};
use domain::tier::Tier;
use store::on_both_engines;
use store::testing::TestStorage;
use testkit::eventually;
use tokio::sync::Semaphore;

use super::process::{Dies, Process};
use super::scene::{NONE_OPEN, Scene, search};
use super::sources::{Found, LISTING, businesses, name};

fn gate() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(0))
}

/// A worker stands still in Bend for longer than its lease, wakes while its successor works on Salem, and goes on
/// with `rest`.
async fn a_worker_wakes_late(test: TestStorage, rest: Vec<Found>) {
    let scene = Scene::new(test, Tier::Basic).await;
    let (asleep, successor) = (gate(), gate());
    let mut bend = vec![Found::Business(0), Found::Gate(Arc::clone(&asleep))];
    bend.extend(rest);
    scene.listing.set("Bend", bend);
    let session = scene.start(&["Bend", "Salem"]).await;
    let late = Process::start(&scene, None).await;
    asked(&scene, "Bend", 1).await;

    scene
        .storage()
        .log
        .run_script("UPDATE leases SET expires_at = 0")
        .await
        .unwrap();
    scene.listing.set("Bend", businesses(0..25));
    let mut salem = businesses(25..30);
    salem.push(Found::Gate(Arc::clone(&successor)));
    scene.listing.set("Salem", salem);
    let next = Process::start(&scene, None).await;
    asked(&scene, "Salem", 1).await;
    // The late one's, two slices of Bend, and the first of Salem.
    let holds = || async { (scene.count("CreditsHeld").await == 4).then_some(()) };
    eventually("the successor has found something in Salem", holds).await;
    let before = scene.events().await.len();
    asleep.add_permits(1);
    late.is_idle().await;
    assert_eq!(scene.events().await.len(), before, "it records nothing");
    assert_eq!(scene.job(session).await.status(), JobStatus::Processing);

    successor.add_permits(1);
    let job = scene.at_rest(session).await;
    assert_eq!(job.status(), JobStatus::Completed);
    let expected: Vec<String> = (0..30).map(name).collect();
    assert_eq!(scene.rows(session).await, expected);
    scene.assert_paid(30).await;
    assert_eq!(scene.count("JobFailed").await, 0);
    assert_eq!(scene.count("JobCompleted").await, 1);
    late.kill().await;
    next.kill().await;
}

/// The connection breaks while an event is committed, and the commit comes while the run begins again. A live source
/// answers otherwise then.
async fn a_commit_comes_late(test: TestStorage, event: &'static str) {
    let scene = Scene::new(test, Tier::Basic).await;
    scene.listing.set("Bend", businesses(0..45));
    scene.listing.set("Salem", businesses(45..60));
    let session = scene.start(&["Bend", "Salem"]).await;
    let process = Process::start(&scene, Some(Dies::late(event))).await;
    asked(&scene, "Bend", 1).await;
    let again = (0..45).rev();
    scene.listing.set("Bend", businesses(again));
    let job = scene.at_rest(session).await;
    assert_eq!(job.status(), JobStatus::Completed);
    let mut rows = scene.rows(session).await;
    if event != "CreditsHeld" {
        let first: Vec<String> = (0..20).map(name).collect();
        assert_eq!(rows[..20], first, "what was paid and shown stays");
    }
    rows.sort();
    rows.dedup();
    assert_eq!(rows.len(), 60);
    scene.assert_paid(60).await;
    assert_eq!(scene.count("JobCompleted").await, 1);
    assert_eq!(scene.count("CityScraped").await, 2);
    process.kill().await;
}

async fn asked(scene: &Scene, city: &str, times: u32) {
    let what = format!("{city} is searched");
    eventually(&what, || async {
        (scene.listing.asked(city) >= times).then_some(())
    })
    .await;
}

async fn start_as(scene: &Scene, user: &UserId, cities: &[&str]) -> SessionKey {
    let search = search(cities, None, Some(LISTING));
    let started = scene
        .jobs
        .start(user, search, JobKind::GoogleMaps, false, NONE_OPEN, None);
    started.await.unwrap().0
}

on_both_engines! {
    /// JOB-13 (M2): the city has nothing more.
    async fn job_13_a_worker_that_wakes_late_finishes_no_city(test) {
        a_worker_wakes_late(test, Vec::new()).await;
    }

    /// JOB-13 (M2): the source fails.
    async fn job_13_a_worker_that_wakes_late_fails_no_job(test) {
        a_worker_wakes_late(test, vec![Found::Failure]).await;
    }

    /// JOB-13 (M2): it has found more than its slice.
    async fn job_13_a_worker_that_wakes_late_delivers_nothing(test) {
        a_worker_wakes_late(test, businesses(100..160)).await;
    }

    /// JOB-13 (M1).
    async fn job_13_a_slice_that_is_committed_late_is_neither_lost_nor_overwritten(test) {
        a_commit_comes_late(test, "RowsDelivered").await;
    }

    /// JOB-13 (M1): a city without rows of its own.
    async fn job_13_a_city_that_is_committed_late_is_finished_once(test) {
        a_commit_comes_late(test, "CityScraped").await;
    }

    /// JOB-13 (M1).
    async fn job_13_a_hold_that_is_committed_late_is_given_back(test) {
        a_commit_comes_late(test, "CreditsHeld").await;
    }

    /// JOB-13 (M1).
    async fn job_13_an_end_that_is_committed_late_is_the_only_one(test) {
        a_commit_comes_late(test, "JobCompleted").await;
    }

    /// JOB-11 (H4): a user's jobs that take for ever keep nobody else's waiting, and go on afterwards.
    async fn job_11_another_users_job_is_done_beside_a_users_many_slow_ones(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let slow = gate();
        scene.listing.set("Bend", vec![Found::Business(1), Found::Gate(Arc::clone(&slow))]);
        let mut theirs = Vec::new();
        for _ in 0..6 {
            theirs.push(scene.start(&["Bend"]).await);
        }
        // It works on two jobs at once.
        let process = Process::start(&scene, None).await;
        asked(&scene, "Bend", 2).await;
        let other = UserId::new("u2").unwrap();
        scene.accounts.ensure(&other, Some(Tier::Basic), "test").await.unwrap();
        for _ in 0..3 {
            // A gate that was opened stays open.
            let theirs_next = gate();
            let mut salem = businesses(10..15);
            salem.push(Found::Gate(Arc::clone(&theirs_next)));
            scene.listing.set("Salem", salem);
            let session = start_as(&scene, &other, &["Salem"]).await;
            // The job that made room waits, and holds nothing.
            eventually("one of two jobs holds credits", || async {
                (scene.account().await.held() == 20).then_some(())
            })
            .await;
            theirs_next.add_permits(1);
            let job = scene.at_rest(session).await;
            assert_eq!((job.status(), job.delivered()), (JobStatus::Completed, 5));
        }
        slow.add_permits(100);
        for session in theirs {
            let job = scene.at_rest(session).await;
            assert_eq!((job.status(), job.delivered()), (JobStatus::Completed, 1));
        }
        let account = scene.account().await;
        assert_eq!((account.held(), account.available()), (0, 100 - 6));
        assert_eq!(scene.work.oldest(10).await.unwrap().len(), 0);
        process.kill().await;
    }

    /// JOB-11 (H4): where everybody has one job, each pauses between two cities for whoever has none.
    async fn job_11_a_job_pauses_between_cities_for_whoever_has_none(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let (bend, salem, last) = (gate(), gate(), gate());
        scene.listing.set("Bend", vec![Found::Business(1), Found::Gate(Arc::clone(&bend))]);
        scene.listing.set("Salem", vec![Found::Business(2), Found::Gate(Arc::clone(&salem))]);
        scene.listing.set("Sisters", vec![Found::Business(3), Found::Gate(Arc::clone(&last))]);
        let users = ["u1", "u2", "u3"].map(|name| UserId::new(name).unwrap());
        for user in &users {
            scene.accounts.ensure(user, Some(Tier::Basic), "test").await.unwrap();
        }
        let first = start_as(&scene, &users[0], &["Bend", "Salem"]).await;
        let second = start_as(&scene, &users[1], &["Bend"]).await;
        // It works on two jobs at once.
        let process = Process::start(&scene, None).await;
        asked(&scene, "Bend", 2).await;
        let third = start_as(&scene, &users[2], &["Sisters"]).await;
        // Both have run for a slice: the first reaches its pause, the second its end.
        scene.clock.set("2026-03-10T10:00:03Z");
        process.knows_to_wait(&users[2]).await;
        bend.add_permits(1);
        asked(&scene, "Sisters", 1).await;
        bend.add_permits(100);
        salem.add_permits(100);
        last.add_permits(100);
        for (session, rows) in [(first, 2), (second, 1), (third, 1)] {
            let job = scene.at_rest(session).await;
            assert_eq!((job.status(), job.delivered()), (JobStatus::Completed, rows));
        }
        assert_eq!(scene.count("CityScraped").await, 4);
        assert_eq!(scene.listing.asked("Bend"), 2, "nobody was stopped within a city");
        process.kill().await;
    }
}
