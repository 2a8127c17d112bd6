//! What a run could not pay, and what becomes of a run that is interrupted.

use domain::ids::MonitorId;
use domain::monitor::{SkipReason, TermsChange};
use domain::scrape_job::First;
use domain::tier::Tier;
use store::monitors::MonitorDocuments;
use store::on_both_engines;

use super::super::process::{Dies, Process};
use super::{Watch, counts, recalled, release_b, row, rows};
use crate::monitors::{NewMonitor, fold_open_runs};

impl Watch {
    async fn budget(&self, id: MonitorId, budget: u32) {
        let change = TermsChange {
            budget: Some(budget),
            ..TermsChange::default()
        };
        let monitors = self.monitors();
        monitors.change(&self.scene.user, id, change).await.unwrap();
    }

    fn documents(&self) -> MonitorDocuments {
        MonitorDocuments::new(self.scene.storage().log)
    }
}

on_both_engines! {
    async fn what_waits_is_delivered_once_though_its_run_is_interrupted(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(3, First::Known).await;
        let mut later = rows(1..76);
        later[0] = recalled(1);
        watch.release("B", &later);
        watch.slot(11).await;
        assert_eq!(counts(&watch.last().await), [3, 0, 0, 29, 3, 43]);
        watch.budget(id, 60).await;
        watch.scene.clock.set("2026-03-12T06:00:01Z");
        watch.look().await;
        // Twenty rows are paid each time.
        Process::dies(&watch.scene, Dies::after("ChangesDelivered")).await;
        Process::dies(&watch.scene, Dies::after("ChangesDelivered")).await;
        watch.work().await;
        assert_eq!(counts(&watch.last().await), [42, 1, 0, 32, 43, 0]);
        let mut names = watch.rows().await;
        names.dedup();
        assert_eq!(names.len(), 43);
        watch.assert_paid(46).await;
        watch.release("C", &later);
        watch.slot(13).await;
        assert_eq!(counts(&watch.last().await), [0, 0, 0, 75, 0, 0]);
        watch.assert_paid(46).await;
    }

    async fn a_search_that_is_interrupted_tells_the_same_figures(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(60, First::Known).await;
        watch.release("B", &rows(1..76));
        watch.scene.clock.set("2026-03-11T06:00:01Z");
        watch.look().await;
        Process::dies(&watch.scene, Dies::after("ChangesDelivered")).await;
        watch.work().await;
        assert_eq!(counts(&watch.last().await), [45, 0, 0, 30, 45, 0]);
        watch.assert_paid(45).await;
    }

    async fn what_waits_and_becomes_known_is_left_out(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(3, First::Known).await;
        watch.release("B", &rows(1..41));
        watch.slot(11).await;
        assert_eq!(counts(&watch.last().await), [3, 0, 0, 30, 3, 7]);
        let known = "name,street,city,state,zip\n".to_owned()
            + "Brewery 39,39 Main Street,Bend,OR,97701\nBrewery 40,40 Main Street,Bend,OR,97701\n";
        watch.scene.uploads_known(&known).await;
        watch.budget(id, 50).await;
        watch.slot(12).await;
        let last = watch.last().await;
        assert_eq!([last.new, last.paid, last.pending, last.left_out], [5, 5, 0, 2]);
        let named = watch.rows().await;
        assert!(!named.contains(&"Brewery 39".to_owned()), "{named:?}");
        watch.assert_paid(8).await;
    }

    async fn a_paid_business_that_waits_for_its_facts_costs_no_second_row(test) {
        let watch = Watch::of_tier(test, Tier::Business, rows(1..31)).await;
        let mut new = Watch::new_monitor(60, First::All);
        new.terms.enrich = true;
        let id = watch.create_as(new).await;
        let facts = u32::try_from(watch.scene.count("CreditsDebited").await).unwrap();
        assert!(facts > 0);
        assert_eq!(watch.last().await.paid, 60);
        let mut later = rows(1..31);
        later[0] = recalled(1);
        watch.release("B", &later);
        watch.slot(11).await;
        assert_eq!(counts(&watch.last().await), [0, 0, 0, 29, 0, 1]);
        watch.budget(id, 100).await;
        watch.slot(12).await;
        assert_eq!(counts(&watch.last().await), [0, 1, 0, 29, 1, 0]);
        watch.assert_paid(61).await;
    }

    async fn changes_that_wait_from_release_to_release_are_never_the_publishers(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(1, First::Known).await;
        let mut later = rows(1..31);
        for (release, number) in [("B", 0_u32), ("C", 1), ("D", 2)] {
            for id in number * 3 + 1..number * 3 + 4 {
                later[id as usize - 1] = recalled(id);
            }
            watch.release(release, &later);
            watch.slot(11 + number).await;
            assert_eq!(watch.last().await.by_publisher, []);
            assert_eq!(watch.last().await.pending, number * 3 + 2);
        }
        watch.budget(id, 50).await;
        watch.slot(14).await;
        assert_eq!(watch.last().await.changed, 8);
        watch.assert_paid(9).await;
    }

    async fn the_notes_of_a_run_under_way_are_its_workers(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(50, First::Known).await;
        watch.release("B", &release_b());
        watch.scene.clock.set("2026-03-11T06:00:01Z");
        watch.look().await;
        // Stored, but not paid yet.
        Process::dies(&watch.scene, Dies::before("ChangesDelivered")).await;
        let documents = watch.documents();
        let open = documents.open_runs(id).await.unwrap();
        assert_eq!(open.len(), 1);
        let log = watch.scene.dispatcher.store();
        assert!(fold_open_runs(&documents, log, id, None).await.unwrap());
        assert_eq!(documents.open_runs(id).await.unwrap(), open);
        watch.work().await;
        assert_eq!(documents.open_runs(id).await.unwrap(), []);
        watch.assert_paid(5).await;
    }

    async fn many_keepers_at_an_unchanged_slot_record_it_once(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        watch.scene.clock.set("2026-03-11T06:00:01Z");
        let looks = (0..16).map(|_| watch.look());
        futures::future::join_all(looks).await;
        let reasons: Vec<SkipReason> = watch.skipped().await.iter().map(|one| one.reason).collect();
        assert_eq!(reasons, [SkipReason::Unchanged]);
    }

    async fn runs_of_deleted_monitors_count_until_they_end(test) {
        let watch = Watch::new(test, vec![row(1)]).await;
        let user = &watch.scene.user;
        for _ in 0..2 {
            let new: NewMonitor = Watch::new_monitor(50, First::Known);
            let (id, _) = watch.monitors().create(user, new, None).await.unwrap();
            watch.monitors().delete(user, id).await.unwrap();
        }
        let new = Watch::new_monitor(50, First::Known);
        watch.monitors().create(user, new, None).await.unwrap();
        assert_eq!(watch.scene.count("RunStarted").await, 2);
        watch.work().await;
        watch.look().await;
        assert_eq!(watch.scene.count("RunStarted").await, 3);
        watch.work().await;
    }
}
