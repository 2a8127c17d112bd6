//! Cancelling: whatever happens at that moment, a job ends once and a hold settles once.

use std::sync::Arc;

use domain::credit_account::CreditAccount;
use domain::ids::SessionKey;
use domain::scrape_job::{
    CompletionReason, JobStatus, ScrapeJob, ScrapeJobCommand, ScrapeJobRefusal,
};
use domain::tier::Tier;
use store::log::CommandRecord;
use store::on_both_engines;
use testkit::eventually;
use tokio::sync::Semaphore;

use super::process::{Dies, Process};
use super::scene::Scene;
use super::sources::{Found, LISTING, businesses};
use crate::dispatcher::Dispatcher;
use crate::error::{CommandError, Refusal};
use crate::session_end::SessionEnd;
use crate::testing::dispatcher;

/// A gate that is shut.
fn gate() -> (Arc<Semaphore>, Found) {
    let gate = Arc::new(Semaphore::new(0));
    (Arc::clone(&gate), Found::Gate(gate))
}

async fn cancel(scene: &Scene, session: SessionKey) {
    let cancelled = scene.jobs.cancel(&scene.user, session, None).await;
    cancelled.unwrap();
}

fn refused_after(status: JobStatus, answer: &Result<(), CommandError>) -> bool {
    let ended = ScrapeJobRefusal::Ended(status);
    matches!(answer, Err(CommandError::Refused(Refusal::ScrapeJob(why))) if *why == ended)
}

on_both_engines! {
    async fn job_07_a_job_that_waits_for_its_service_stops_and_keeps_what_was_delivered(test) {
        let (_gate, shut) = gate();
        let mut found = businesses(0..25);
        found.push(shut);
        let scene = Scene::with(test, Tier::Basic, &[("Bend", found)]).await;
        let session = scene.start(&["Bend"]).await;
        let process = Process::start(&scene, None).await;
        eventually("five rows are gathered beside the delivered slice", || async {
            let account = scene.account().await;
            let delivered = scene.job(session).await.delivered();
            (delivered == 20 && account.held() == 20).then_some(())
        })
        .await;
        cancel(&scene, session).await;
        assert_eq!(scene.account().await.held(), 0, "given back in the same commit");
        let job = scene.at_rest(session).await;
        process.kill().await;
        assert_eq!(job.status(), JobStatus::Cancelled);
        assert_eq!(scene.rows(session).await.len(), 20);
        scene.assert_paid(20).await;
        let ledger = ["held 20", "paid 20", "held 20", "gave back 20 (job cancelled)"];
        assert_eq!(scene.ledger().await, ledger);
    }

    async fn job_07_a_cancel_between_a_hold_and_its_delivery_delivers_nothing_more(test) {
        let (gate, shut) = gate();
        let mut found = businesses(0..19);
        found.push(shut);
        found.extend(businesses(19..40));
        let scene = Scene::with(test, Tier::Basic, &[("Bend", found)]).await;
        let session = scene.start(&["Bend"]).await;
        let process = Process::start(&scene, None).await;
        eventually("a slice is about to be full", || async {
            (scene.account().await.held() == 20).then_some(())
        })
        .await;
        cancel(&scene, session).await;
        gate.add_permits(1);
        let job = scene.at_rest(session).await;
        process.kill().await;
        assert_eq!((job.status(), job.delivered()), (JobStatus::Cancelled, 0));
        scene.assert_paid(0).await;
        assert_eq!(scene.count("RowsDelivered").await, 0);
    }

    async fn job_07_a_job_whose_process_died_can_be_cancelled(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..45))]).await;
        let session = scene.start(&["Bend"]).await;
        Process::dies(&scene, Dies::before("RowsDelivered")).await;
        cancel(&scene, session).await;
        scene.assert_paid(0).await;
        let process = Process::start(&scene, None).await;
        let job = scene.at_rest(session).await;
        process.kill().await;
        assert_eq!((job.status(), job.delivered()), (JobStatus::Cancelled, 0));
        scene.assert_paid(0).await;
    }

    async fn cred_11_cancel_against_complete_ends_a_job_once_whoever_is_first(test) {
        let scene = Scene::with(test, Tier::Enterprise, &[("Bend", businesses(0..45))]).await;
        // Each with its own memory of the account and the job, as two processes have.
        let worker = dispatcher(&scene.storage());
        let (mut completed, mut cancelled) = (0, 0);
        for round in 0..24 {
            let session = scene.start(&["Bend"]).await;
            scene.begin(&worker, session).await;
            scene.hold_late(session).await;
            let end = SessionEnd::Completed {
                reason: CompletionReason::AllFound,
                may_enrich: true,
                left_out: 0,
                found: None,
            };
            let complete = async {
                let context = scene.context();
                let done = worker.end_session(session, &scene.user, end, &context).await;
                done.map(drop)
            };
            let cancel = async {
                let done = scene.jobs.cancel(&scene.user, session, None).await;
                done.map(drop)
            };
            let (complete, cancel) = match round % 3 {
                0 => (complete.await, cancel.await),
                1 => {
                    let cancel = cancel.await;
                    (complete.await, cancel)
                }
                _ => tokio::join!(complete, cancel),
            };
            match scene.job(session).await.status() {
                JobStatus::Completed => {
                    complete.unwrap();
                    assert!(refused_after(JobStatus::Completed, &cancel), "{cancel:?}");
                    completed += 1;
                }
                JobStatus::Cancelled => {
                    cancel.unwrap();
                    assert!(refused_after(JobStatus::Cancelled, &complete), "{complete:?}");
                    cancelled += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(completed >= 8 && cancelled >= 8, "{completed} and {cancelled}");
        // Each round's hold was given back once, or the auditor's replay would fail.
        scene.assert_paid(0).await;
        assert_eq!(scene.ledger().await.len(), 2 * 24);
    }

    async fn job_07_a_repeated_cancel_is_answered_alike_by_its_key_and_refused_without(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..5))]).await;
        let session = scene.start(&["Bend"]).await;
        let record = CommandRecord {
            key: "cancel".to_owned(),
            body_hash: "cancel".to_owned(),
            answer: String::new(),
        };
        for _ in 0..2 {
            let cancelled = scene.jobs.cancel(&scene.user, session, Some(record.clone()));
            cancelled.await.unwrap();
        }
        let again = scene.jobs.cancel(&scene.user, session, None).await.map(drop);
        assert!(refused_after(JobStatus::Cancelled, &again), "{again:?}");
        assert_eq!(scene.count("JobCancelled").await, 1);
    }
}

impl Scene {
    /// A worker's process starts the job, and knows both streams from then on.
    async fn begin(&self, worker: &Dispatcher, session: SessionKey) {
        let start = ScrapeJobCommand::Start {
            source: LISTING.to_owned(),
            sample: false,
        };
        let id = session.to_string();
        let context = self.context();
        let started = worker.execute::<ScrapeJob>(&id, start, &context);
        started.await.unwrap();
        let account = worker.store().load::<CreditAccount>(self.user.as_str());
        account.await.unwrap();
    }
}
