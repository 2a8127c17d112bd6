//! Rows and their credits: slices, bounds, businesses that come twice, a service that fails.

use domain::scrape_job::{JobStatus, Search};
use domain::tier::Tier;
use store::on_both_engines;

use super::process::Process;
use super::scene::{Scene, search};
use super::sources::{Found, LISTING, businesses, name};
use crate::error::{CommandError, Refusal};

fn names(numbers: impl IntoIterator<Item = u32>) -> Vec<String> {
    numbers.into_iter().map(name).collect()
}

impl Scene {
    /// The payload of the event that ended the job, and of each city that was done.
    async fn said(&self, event_type: &str) -> Vec<serde_json::Value> {
        let events = self.events().await.into_iter();
        events
            .filter(|event| event.event_type == event_type)
            .map(|event| serde_json::from_str(&event.payload).unwrap())
            .collect()
    }
}

on_both_engines! {
    async fn cred_11_rows_are_paid_in_slices_of_twenty_and_the_rest_is_given_back(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..45))]).await;
        let session = scene.run(&["Bend"]).await;
        assert_eq!(scene.rows(session).await, names(0..45));
        assert_eq!(
            scene.ledger().await,
            ["held 20", "paid 20", "held 20", "paid 20", "held 20", "paid 5", "gave back 15 (unused)"]
        );
        scene.assert_paid(45).await;
        assert_eq!(scene.said("JobCompleted").await, [serde_json::json!({"results": 45, "reason": "all_found"})]);
    }

    async fn cred_11_a_search_that_finds_nothing_costs_nothing_and_holds_nothing(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", Vec::new())]).await;
        let session = scene.run(&["Bend", "Nowhere"]).await;
        assert_eq!(scene.job(session).await.status(), JobStatus::Completed);
        assert_eq!(scene.ledger().await, [""; 0]);
        assert_eq!(scene.count("CityScraped").await, 2);
    }

    async fn job_13_a_job_that_panics_is_given_up_and_paid_as_far_as_it_was_delivered(test) {
        let listing = [("Bend", [businesses(0..25), vec![Found::Panic]].concat()), ("Salem", businesses(30..35))];
        let scene = Scene::with(test, Tier::Basic, &listing).await;
        let session = scene.start(&["Bend"]).await;
        let process = Process::start(&scene, None).await;
        let job = scene.at_rest(session).await;
        assert_eq!((job.status(), job.delivered()), (JobStatus::Failed, 20));
        scene.assert_paid(20).await;
        // The worker is there for the next one.
        let next = scene.start(&["Salem"]).await;
        assert_eq!(scene.at_rest(next).await.status(), JobStatus::Completed);
        process.kill().await;
    }

    async fn cred_11_a_business_of_two_cities_is_delivered_and_paid_once(test) {
        let listing = [("Bend", businesses(0..25)), ("Salem", businesses(20..30))];
        let scene = Scene::with(test, Tier::Basic, &listing).await;
        let session = scene.run(&["Bend", "Salem"]).await;
        assert_eq!(scene.rows(session).await, names(0..30));
        scene.assert_paid(30).await;
        assert_eq!(
            scene.said("CityScraped").await,
            [
                serde_json::json!({"city": "Bend", "found": 25, "delivered": 25}),
                serde_json::json!({"city": "Salem", "found": 10, "delivered": 5}),
            ]
        );
    }

    async fn cred_11_a_search_with_a_bound_holds_and_delivers_no_more_than_that(test) {
        let listing = [("Bend", businesses(0..15)), ("Salem", businesses(15..60))];
        let scene = Scene::with(test, Tier::Basic, &listing).await;
        let session = scene.start_at_most(&["Bend", "Salem"], Some(23)).await;
        let process = Process::start(&scene, None).await;
        scene.at_rest(session).await;
        process.kill().await;
        assert_eq!(scene.rows(session).await, names(0..23));
        assert_eq!(
            scene.ledger().await,
            ["held 20", "paid 15", "gave back 5 (unused)", "held 8", "paid 8"]
        );
        assert_eq!(scene.said("JobCompleted").await, [serde_json::json!({"results": 23, "reason": "max_results"})]);
    }

    async fn cred_11_credits_that_run_out_end_the_job_with_the_rows_that_were_paid(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..45))]).await;
        scene.leave(33).await;
        let session = scene.run(&["Bend"]).await;
        assert_eq!(scene.rows(session).await, names(0..33));
        assert_eq!(scene.ledger().await, ["held 20", "paid 20", "held 13", "paid 13"]);
        assert_eq!(scene.account().await.available(), 0);
        assert_eq!(
            scene.said("JobCompleted").await,
            [serde_json::json!({"results": 33, "reason": "credits_used_up"})]
        );
        // With none left another job is refused before it is queued.
        let refused = scene.queue(search(&["Bend"], None, Some(LISTING))).await;
        assert!(
            matches!(refused, Err(CommandError::Refused(Refusal::Credit(_)))),
            "{refused:?}"
        );
        assert_eq!(scene.count("JobQueued").await, 1);
    }

    async fn cred_11_a_service_that_fails_half_way_leaves_what_was_found_before_paid_and_the_rest_free(test) {
        let mut found = businesses(0..25);
        found.push(Found::Failure);
        found.extend(businesses(25..50));
        let scene = Scene::with(test, Tier::Basic, &[("Bend", found)]).await;
        let session = scene.run(&["Bend", "Salem"]).await;
        assert_eq!(scene.job(session).await.status(), JobStatus::Failed);
        assert_eq!(scene.rows(session).await, names(0..25));
        scene.assert_paid(25).await;
        let failed = scene.said("JobFailed").await;
        let why = failed[0]["reason"].as_str().unwrap();
        assert!(why.starts_with("The listing is too busy (status 429)."), "{why}");
        assert_eq!(scene.listing.asked("Salem"), 0);
    }

    async fn a_service_that_there_is_not_fails_the_job_with_its_name(test) {
        let scene = Scene::new(test, Tier::Basic).await;
        let nowhere: Search = search(&["Bend"], None, Some("nowhere"));
        let session = scene.queue(nowhere).await.unwrap();
        let process = Process::start(&scene, None).await;
        scene.at_rest(session).await;
        process.kill().await;
        let failed = scene.said("JobFailed").await;
        assert_eq!(failed[0]["reason"], "There is no maps service called 'nowhere'.");
        assert_eq!(scene.ledger().await, [""; 0]);
    }

    async fn cred_11_two_jobs_of_a_user_share_the_credits_and_never_overdraw(test) {
        let listing = [("Bend", businesses(0..45)), ("Salem", businesses(100..145))];
        let scene = Scene::with(test, Tier::Basic, &listing).await;
        scene.leave(50).await;
        let (one, two) = (scene.start(&["Bend"]).await, scene.start(&["Salem"]).await);
        let processes = [Process::start(&scene, None).await, Process::start(&scene, None).await];
        scene.at_rest(one).await;
        scene.at_rest(two).await;
        for process in processes {
            process.kill().await;
        }
        // What one has reserved is not there for the other, though it gives back what it did not need.
        let rows = (scene.rows(one).await.len() + scene.rows(two).await.len()) as i64;
        assert!((45..=50).contains(&rows), "{rows}");
        scene.assert_paid(rows).await;
        assert_eq!(scene.account().await.available(), 50 - rows);
    }
}
