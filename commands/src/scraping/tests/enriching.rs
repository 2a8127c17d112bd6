//! The enrichment of an ended job's rows: who may, what it costs, and that it costs it once.

use std::sync::Arc;

use domain::ids::{SessionKey, UserId};
use domain::scrape_job::EnrichmentStatus;
use domain::tier::Tier;
use store::on_both_engines;
use store::testing::TestStorage;
use testkit::eventually;
use tokio::sync::Semaphore;

use super::process::{Dies, Process};
use super::scene::{NONE_OPEN, Scene};
use super::sources::{Known, businesses, name};
use crate::error::CommandError;

/// Several slices of facts: the first has fifty rows.
const ROWS: u32 = 120;

/// A job with its rows, paid for.
async fn job(test: TestStorage, tier: Tier) -> (Scene, SessionKey) {
    let scene = Scene::with(test, tier, &[("Bend", businesses(0..ROWS))]).await;
    let session = scene.run(&["Bend"]).await;
    scene.assert_paid(ROWS.into()).await;
    (scene, session)
}

impl Scene {
    async fn ask(&self, session: SessionKey) {
        self.jobs
            .enrich(&self.user, session, NONE_OPEN)
            .await
            .unwrap();
    }

    /// The enrichment is taken to its end by a process.
    async fn enrich(&self, session: SessionKey) -> EnrichmentStatus {
        self.ask(session).await;
        self.go_on(session).await
    }

    pub(super) async fn go_on(&self, session: SessionKey) -> EnrichmentStatus {
        let process = Process::start(self, None).await;
        let job = self.at_rest(session).await;
        process.kill().await;
        job.enrichment().status()
    }

    /// Exactly these rows have facts, each its own.
    pub(super) async fn assert_enriched(
        &self,
        session: SessionKey,
        rows: impl IntoIterator<Item = u32>,
    ) {
        let expected: Vec<_> = rows.into_iter().map(|row| (row, name(row))).collect();
        assert_eq!(self.enriched_rows(session).await, expected);
    }
}

/// The number of a business by its name.
pub(super) fn number(name: &str) -> u32 {
    name.rsplit_once(' ').unwrap().1.parse().unwrap()
}

on_both_engines! {
    async fn enr_05_enriching_a_row_costs_one_credit_more_once(test) {
        let (scene, session) = job(test, Tier::Enterprise).await;
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        scene.assert_enriched(session, 0..ROWS).await;
        scene.assert_paid(i64::from(2 * ROWS)).await;
        // Asked for again, it is there already.
        let events = scene.events().await.len();
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        assert_eq!(scene.events().await.len(), events);
    }

    async fn enr_05_a_row_of_which_nothing_is_known_costs_nothing(test) {
        let (scene, session) = job(test, Tier::Enterprise).await;
        let unknown = |row: u32| row % 3 == 1 || row < 50;
        scene.facts.set(move |name| {
            if unknown(number(name)) { Known::Nothing } else { Known::Something }
        });
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        let known: Vec<u32> = (0..ROWS).filter(|&row| !unknown(row)).collect();
        scene.assert_paid(i64::from(ROWS) + known.len() as i64).await;
        scene.assert_enriched(session, known).await;
        assert_eq!(scene.job(session).await.enrichment().enriched(), ROWS);
    }

    async fn enr_05_a_basic_plan_is_refused_and_so_is_another_users_job(test) {
        let scene = Scene::with(test, Tier::Basic, &[("Bend", businesses(0..5))]).await;
        let session = scene.run(&["Bend"]).await;
        let refused = scene.jobs.enrich(&scene.user, session, NONE_OPEN).await;
        assert!(matches!(refused, Err(CommandError::NotInPlan(_))), "{refused:?}");
        let other = UserId::new("u2").unwrap();
        scene.accounts.ensure(&other, Some(Tier::Enterprise), "test").await.unwrap();
        let refused = scene.jobs.enrich(&other, session, NONE_OPEN).await;
        assert!(matches!(refused, Err(CommandError::NotFound(_))), "{refused:?}");
        assert_eq!(scene.count("EnrichmentStarted").await, 0);
    }

    async fn cred_11_credits_that_run_out_enrich_the_first_rows_and_more_credits_the_rest(test) {
        let (scene, session) = job(test, Tier::Enterprise).await;
        scene.leave(70).await;
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        scene.assert_enriched(session, 0..70).await;
        assert_eq!(scene.account().await.available(), 0);
        // Asked for without credits, what was paid is there.
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        scene.leave(100).await;
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        scene.assert_enriched(session, 0..ROWS).await;
        scene.assert_paid(i64::from(2 * ROWS)).await;
    }

    async fn job_07_a_cancelled_enrichment_stops_and_keeps_what_was_paid(test) {
        let (scene, session) = job(test, Tier::Enterprise).await;
        let shut = Arc::new(Semaphore::new(0));
        scene.facts.set(move |name| match number(name) {
            60 => Known::Gate(Arc::clone(&shut)),
            _ => Known::Something,
        });
        scene.ask(session).await;
        let process = Process::start(&scene, None).await;
        eventually("the first slice is paid", || async {
            (scene.job(session).await.enrichment().enriched() == 50).then_some(())
        })
        .await;
        scene.jobs.cancel(&scene.user, session, None).await.unwrap();
        let job = scene.at_rest(session).await;
        process.kill().await;
        assert_eq!(job.enrichment().status(), EnrichmentStatus::Cancelled);
        scene.assert_enriched(session, 0..50).await;
        scene.assert_paid(i64::from(ROWS + 50)).await;
        // And can be asked for again.
        scene.facts.set(|_| Known::Something);
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        scene.assert_enriched(session, 0..ROWS).await;
        scene.assert_paid(i64::from(2 * ROWS)).await;
    }

    async fn cred_11_an_enrichment_that_fails_is_told_and_charges_only_what_was_stored(test) {
        let (scene, session) = job(test, Tier::Enterprise).await;
        scene.facts.set(|name| match number(name) {
            110 => Known::Failure,
            _ => Known::Something,
        });
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Failed);
        let enriched = scene.job(session).await.enrichment().enriched();
        assert!((50..=110).contains(&enriched), "{enriched}");
        scene.assert_enriched(session, 0..enriched).await;
        scene.assert_paid(i64::from(ROWS + enriched)).await;
        scene.facts.set(|_| Known::Something);
        assert_eq!(scene.enrich(session).await, EnrichmentStatus::Completed);
        scene.assert_paid(i64::from(2 * ROWS)).await;
    }

    async fn job_13_an_enrichment_whose_process_dies_anywhere_is_gone_on_with_and_paid_once(test) {
        let (scene, session) = job(test, Tier::Enterprise).await;
        scene.ask(session).await;
        let deaths = [
            Dies::before("CreditsHeld"),
            Dies::after("CreditsHeld"),
            // The facts are stored, and neither paid nor counted.
            Dies::before("RowsEnriched"),
            Dies::after("RowsEnriched"),
            Dies::after("CreditsHeld"),
            Dies::after("RowsEnriched"),
            Dies::before("EnrichmentCompleted"),
            Dies::after("EnrichmentCompleted"),
        ];
        Process::dies_at_each(&scene, session, deaths).await;
        assert_eq!(scene.go_on(session).await, EnrichmentStatus::Completed);
        scene.assert_enriched(session, 0..ROWS).await;
        scene.assert_paid(i64::from(2 * ROWS)).await;
        assert_eq!(scene.count("EnrichmentCompleted").await, 1);
    }
}
