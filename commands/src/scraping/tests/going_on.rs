//! A search whose owner asked for enriched rows: the facts follow its end by themselves, whatever dies in
//! between, and for nobody but a user who may have them.

use std::sync::Arc;

use domain::codec::StoredEvent;
use domain::ids::SessionKey;
use domain::scrape_job::{
    EnrichmentCompleted, EnrichmentFailed, EnrichmentReason, EnrichmentStatus, JobStatus,
    ScrapeJobEvent,
};
use domain::tier::Tier;
use store::log::RecordedEvent;
use store::on_both_engines;
use store::subscriptions::Reactor;
use store::testing::TestStorage;
use testkit::eventually;
use tokio::sync::Semaphore;

use super::super::EnqueueJobs;
use super::enriching::number;
use super::process::{Dies, Process};
use super::scene::{NONE_OPEN, Scene, search};
use super::sources::{Found, Known, LISTING, businesses};
use crate::error::CommandError;

/// Several slices of facts: the first has fifty rows.
const ROWS: u32 = 120;

impl Scene {
    async fn asked_for_both(&self) -> SessionKey {
        let search = search(&["Bend"], None, Some(LISTING));
        self.queue_and_enrich(search, true).await.unwrap()
    }

    /// The newest event of any job.
    async fn newest(&self) -> ScrapeJobEvent {
        let mut events = self.events().await.into_iter();
        let newest = events.rfind(|event| event.aggregate_type == ScrapeJobEvent::AGGREGATE);
        let newest = newest.unwrap();
        ScrapeJobEvent::decode(&newest.event_type, &newest.event_version, &newest.payload).unwrap()
    }
}

/// A search of that many rows, to be enriched afterwards.
async fn with_rows(test: TestStorage, rows: u32) -> (Scene, SessionKey) {
    let scene = Scene::with(test, Tier::Enterprise, &[("Bend", businesses(0..rows))]).await;
    let session = scene.asked_for_both().await;
    (scene, session)
}

/// Every row and every fact is there and paid once.
async fn all_is_done_once(scene: &Scene, session: SessionKey) {
    assert_eq!(scene.job(session).await.status(), JobStatus::Completed);
    scene.assert_enriched(session, 0..ROWS).await;
    scene.assert_paid(i64::from(2 * ROWS)).await;
    for once in ["JobCompleted", "EnrichmentStarted", "EnrichmentCompleted"] {
        assert_eq!(scene.count(once).await, 1, "{once}");
    }
    eventually("nothing is left to do", || async {
        let work = scene.work.oldest(10).await.unwrap();
        work.is_empty().then_some(())
    })
    .await;
}

fn gate() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(0))
}

fn is(event: &RecordedEvent, name: &str) -> bool {
    event.event_type == name
}

on_both_engines! {
    // Nobody asks again: the user may have closed the page.
    async fn job_06_the_rows_of_a_search_are_enriched_without_another_call(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        assert_eq!(scene.go_on(session).await, EnrichmentStatus::Completed);
        all_is_done_once(&scene, session).await;
        let events = scene.events().await;
        let end = events.iter().position(|event| is(event, "JobCompleted")).unwrap();
        assert!(is(&events[end + 1], "EnrichmentStarted"), "nothing comes between the two");
    }

    // CRED-11: rows first, then facts, as far as credits go.
    async fn cred_11_credits_pay_for_the_rows_first_and_for_facts_with_what_is_left(test) {
        let (scene, session) = with_rows(test, 58).await;
        scene.leave(70).await;
        assert_eq!(scene.go_on(session).await, EnrichmentStatus::Completed);
        assert_eq!(scene.rows(session).await.len(), 58);
        scene.assert_enriched(session, 0..12).await;
        scene.assert_paid(70).await;
        assert_eq!(scene.account().await.available(), 0);
    }

    // CRED-11: whether or not the last credit paid for the last row.
    async fn cred_11_an_enrichment_completes_without_a_row_if_the_rows_used_up_all_credits(test) {
        let scene = Scene::with(test, Tier::Enterprise, &[("Bend", businesses(0..58))]).await;
        let mut paid = 0;
        for credits in [58, 40] {
            scene.leave(credits).await;
            let session = scene.asked_for_both().await;
            assert_eq!(scene.go_on(session).await, EnrichmentStatus::Completed);
            let job = scene.job(session).await;
            assert_eq!((job.status(), i64::from(job.delivered())), (JobStatus::Completed, credits));
            assert_eq!(job.enrichment().enriched(), 0);
            scene.assert_enriched(session, []).await;
            paid += credits;
            scene.assert_paid(paid).await;
            assert_eq!(scene.account().await.available(), 0);
            let reason = EnrichmentReason::CreditsUsedUp;
            assert_eq!(scene.newest().await, EnrichmentCompleted { enriched: 0, reason }.into());
        }
    }

    // Died before the commit that ends the search and begins the enrichment: neither is there.
    async fn job_13_died_before_the_search_ended_and_its_enrichment_began(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        Process::dies(&scene, Dies::before("EnrichmentStarted")).await;
        let job = scene.job(session).await;
        assert_eq!((job.status(), job.enrichment().status()), (JobStatus::Processing, EnrichmentStatus::NotRequested));
        scene.go_on(session).await;
        all_is_done_once(&scene, session).await;
    }

    // Died after that commit: the work is there still, and its owner's.
    async fn job_13_died_after_the_search_ended_and_its_enrichment_began(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        Process::dies(&scene, Dies::after("JobCompleted")).await;
        let job = scene.job(session).await;
        assert_eq!((job.status(), job.enrichment().status()), (JobStatus::Completed, EnrichmentStatus::Processing));
        scene.assert_paid(i64::from(ROWS)).await;
        let work = scene.work.oldest(10).await.unwrap();
        let reactor = EnqueueJobs::new(scene.work.clone());
        let events = scene.events().await;
        let started = events.iter().find(|event| is(event, "EnrichmentStarted")).unwrap();
        reactor.react(started).await.unwrap();
        let same = scene.work.oldest(10).await.unwrap();
        assert_eq!((work.len(), same.len()), (1, 1));
        assert_eq!((&same[0].user, same[0].session), (&work[0].user, session));
        assert_eq!(same[0].user, scene.user.as_str());
        scene.go_on(session).await;
        all_is_done_once(&scene, session).await;
    }

    // Died again and again, in the search and in the enrichment.
    async fn job_13_died_anywhere_between_the_first_row_and_the_last_fact(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        let deaths = [
            Dies::after("RowsDelivered"),
            Dies::before("JobCompleted"),
            Dies::after("EnrichmentStarted"),
            Dies::after("CreditsHeld"),
            Dies::before("RowsEnriched"),
            Dies::after("RowsEnriched"),
            Dies::before("EnrichmentCompleted"),
            Dies::after("EnrichmentCompleted"),
        ];
        Process::dies_at_each(&scene, session, deaths).await;
        scene.go_on(session).await;
        all_is_done_once(&scene, session).await;
    }

    // The connection breaks while that commit is stored, and it is stored while the run begins again.
    async fn job_13_an_end_that_is_committed_late_is_still_followed_by_the_enrichment(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        let process = Process::start(&scene, Some(Dies::late("JobCompleted"))).await;
        scene.at_rest(session).await;
        process.kill().await;
        all_is_done_once(&scene, session).await;
    }

    // A log that is read from its start: what is left to do belongs to its owner, no matter who began it.
    async fn job_13_the_work_of_a_log_that_is_read_again_is_its_owners(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        Process::dies(&scene, Dies::after("EnrichmentStarted")).await;
        let row = scene.work.oldest(10).await.unwrap().remove(0);
        scene.work.remove(&row).await.unwrap();
        let mut events = scene.events().await;
        let reactor = EnqueueJobs::new(scene.work.clone());
        events.retain(|event| reactor.concerns(event));
        reactor.react_all(&events).await.unwrap();
        let work = scene.work.oldest(10).await.unwrap();
        assert_eq!(work.len(), 1);
        assert_eq!((work[0].session, &*work[0].user), (session, scene.user.as_str()));
        scene.go_on(session).await;
        all_is_done_once(&scene, session).await;
    }

    // ENR-02: a request for facts that are already on their way joins them.
    async fn enr_02_a_call_for_facts_that_follow_anyway_is_charged_once(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        let early = scene.jobs.enrich(&scene.user, session, NONE_OPEN).await;
        assert!(matches!(early, Err(CommandError::Refused(_))), "{early:?}");
        Process::dies(&scene, Dies::after("JobCompleted")).await;
        scene.jobs.enrich(&scene.user, session, NONE_OPEN).await.unwrap();
        scene.go_on(session).await;
        scene.jobs.enrich(&scene.user, session, NONE_OPEN).await.unwrap();
        all_is_done_once(&scene, session).await;
    }

    // Cancelled while it searches: what was paid is kept, and no facts follow.
    async fn job_07_a_search_that_is_cancelled_is_not_enriched(test) {
        let (scene, session) = with_rows(test, 0).await;
        let shut = gate();
        let mut found = businesses(0..20);
        found.push(Found::Gate(Arc::clone(&shut)));
        scene.listing.set("Bend", found);
        let process = Process::start(&scene, None).await;
        eventually("the first slice is paid", || async {
            (scene.job(session).await.delivered() == 20).then_some(())
        })
        .await;
        scene.jobs.cancel(&scene.user, session, None).await.unwrap();
        let job = scene.at_rest(session).await;
        process.kill().await;
        assert_eq!((job.status(), job.enrichment().status()), (JobStatus::Cancelled, EnrichmentStatus::NotRequested));
        scene.assert_paid(20).await;
    }

    // Cancelled while it is enriched: rows and the facts that were paid are kept.
    async fn job_07_cancelling_after_the_search_stops_the_enrichment(test) {
        let (scene, session) = with_rows(test, ROWS).await;
        let shut = gate();
        scene.facts.set(move |name| match number(name) {
            60 => Known::Gate(Arc::clone(&shut)),
            _ => Known::Something,
        });
        let process = Process::start(&scene, None).await;
        eventually("the first slice of facts is paid", || async {
            (scene.job(session).await.enrichment().enriched() == 50).then_some(())
        })
        .await;
        scene.jobs.cancel(&scene.user, session, None).await.unwrap();
        let job = scene.at_rest(session).await;
        process.kill().await;
        assert_eq!((job.status(), job.enrichment().status()), (JobStatus::Completed, EnrichmentStatus::Cancelled));
        scene.assert_enriched(session, 0..50).await;
        scene.assert_paid(i64::from(ROWS + 50)).await;
        assert_eq!(scene.count("JobCancelled").await, 0);
    }

    async fn enr_05_a_search_to_be_enriched_is_refused_where_the_plan_has_no_enrichment(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..5))]).await;
        let search = search(&["Bend"], None, Some(LISTING));
        let refused = scene.queue_and_enrich(search, true).await;
        assert!(matches!(refused, Err(CommandError::NotInPlan(_))), "{refused:?}");
        assert_eq!(scene.count("JobQueued").await, 0);
    }

    // The plan was changed while it searched: the owner is told why there are no facts.
    async fn enr_05_an_enrichment_of_a_plan_that_was_lost_meanwhile_fails_and_costs_nothing(test) {
        let (scene, session) = with_rows(test, 20).await;
        scene.accounts.ensure(&scene.user, Some(Tier::Basic), "test").await.unwrap();
        assert_eq!(scene.go_on(session).await, EnrichmentStatus::Failed);
        assert_eq!(scene.job(session).await.status(), JobStatus::Completed);
        scene.assert_paid(20).await;
        let reason = "Data enrichment requires Business or Pro tier".to_owned();
        assert_eq!(scene.newest().await, EnrichmentFailed { enriched: 0, reason }.into());
    }

    async fn job_06_nothing_is_enriched_without_rows_or_where_the_source_forbids_it(test) {
        let (scene, session) = with_rows(test, 0).await;
        assert_eq!(scene.go_on(session).await, EnrichmentStatus::NotRequested);
        scene.listing.set("Bend", businesses(0..20));
        scene.facts.forbid();
        let forbidden = scene.asked_for_both().await;
        assert_eq!(scene.go_on(forbidden).await, EnrichmentStatus::NotRequested);
        assert_eq!(scene.job(forbidden).await.delivered(), 20);
        scene.assert_paid(20).await;
        assert_eq!(scene.count("EnrichmentStarted").await, 0);
    }
}
