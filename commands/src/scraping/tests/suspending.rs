//! A suspended user's work ends, and what it reserved is given back.

use std::sync::Arc;

use domain::scrape_job::JobStatus;
use domain::tier::Tier;
use store::on_both_engines;
use testkit::eventually;
use tokio::sync::Semaphore;

use super::process::Process;
use super::scene::Scene;
use super::sources::{Found, businesses};

async fn suspend(scene: &Scene) {
    let suspended = scene.accounts.suspend(&scene.user, String::new()).await;
    suspended.unwrap();
}

on_both_engines! {
    async fn a_suspension_cancels_running_and_waiting_work(test) {
        let gate = Arc::new(Semaphore::new(0));
        let mut found = businesses(0..25);
        found.push(Found::Gate(Arc::clone(&gate)));
        let scene = Scene::with(test, Tier::Basic, &[("Bend", found)]).await;
        let process = Process::start(&scene, None).await;
        // More than the process runs at once.
        let mut sessions = Vec::new();
        for _ in 0..3 {
            sessions.push(scene.start(&["Bend"]).await);
        }
        eventually("both running jobs wait for their service", || async {
            (scene.account().await.held() == 40).then_some(())
        })
        .await;
        suspend(&scene).await;
        for session in sessions {
            assert_eq!(scene.at_rest(session).await.status(), JobStatus::Cancelled);
        }
        process.kill().await;
        // The one that waited may have been begun when the others made room; it reserved nothing.
        scene.assert_paid(40).await;
    }

    async fn work_that_was_begun_at_the_moment_of_the_suspension_is_cancelled_at_its_first_reservation(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..25))]).await;
        suspend(&scene).await;
        let session = scene.start(&["Bend"]).await;
        let process = Process::start(&scene, None).await;
        assert_eq!(scene.at_rest(session).await.status(), JobStatus::Cancelled);
        process.kill().await;
        scene.assert_paid(0).await;
        assert_eq!(scene.ledger().await, Vec::<String>::new());
    }

    async fn a_suspension_that_is_over_cancels_nothing(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..25))]).await;
        suspend(&scene).await;
        scene.accounts.resume(&scene.user).await.unwrap();
        // Only now does a process read of it.
        let session = scene.run(&["Bend"]).await;
        assert_eq!(scene.job(session).await.status(), JobStatus::Completed);
        scene.assert_paid(25).await;
    }
}
