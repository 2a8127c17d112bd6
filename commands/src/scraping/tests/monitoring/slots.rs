//! One run a slot, whoever looks, whenever a process dies, and whatever the clock does.

use domain::monitor::{RunOutcome, SkipReason};
use domain::scrape_job::First;
use store::monitors::MonitorDocuments;
use store::on_both_engines;

use super::super::process::{Dies, Process};
use super::{Watch, counts, release_b, rows};
use crate::monitors::{MonitorKeeper, Monitors};
use crate::testing::dispatcher;

on_both_engines! {
    async fn missed_slots_are_recorded_and_the_last_is_made_up_within_a_day(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        watch.release("B", &release_b());
        // Three slots were missed; the last is nine hours old.
        watch.scene.clock.set("2026-03-13T15:00:00Z");
        watch.look().await;
        watch.look().await;
        watch.work().await;
        let skipped = watch.skipped().await;
        assert_eq!(skipped.len(), 1);
        assert_eq!((skipped[0].reason, skipped[0].slots), (SkipReason::Missed, 2));
        assert_eq!(watch.last().await.slot.to_string(), "2026-03-13T06:00:00Z");
        watch.assert_paid(5).await;
    }

    async fn a_slot_while_a_run_is_under_way_is_skipped(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        watch.release("B", &release_b());
        watch.scene.clock.set("2026-03-11T06:00:01Z");
        watch.look().await;
        // Nobody works.
        watch.scene.clock.set("2026-03-12T06:00:01Z");
        watch.look().await;
        assert_eq!(watch.skipped().await[0].reason, SkipReason::Overlap);
        watch.work().await;
        watch.assert_paid(5).await;
    }

    async fn a_process_that_dies_at_any_step_of_a_slot_leaves_one_run_that_is_paid_once(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        watch.release("B", &release_b());
        watch.scene.clock.set("2026-03-11T06:00:01Z");
        watch.look().await;
        for dies in [
            Dies::before("JobStarted"),
            Dies::after("JobStarted"),
            Dies::before("CreditsHeld"),
            Dies::after("CreditsHeld"),
            Dies::before("ChangesDelivered"),
            Dies::after("ChangesDelivered"),
            Dies::before("RunEnded"),
            Dies::after("RunEnded"),
        ] {
            Process::dies(&watch.scene, dies).await;
        }
        watch.look().await;
        watch.work().await;
        assert_eq!(watch.ended().await.len(), 2);
        let last = watch.last().await;
        assert_eq!([last.new, last.changed, last.gone, last.paid], [3, 2, 1, 5]);
        assert_eq!(watch.rows().await.len(), 5);
        watch.assert_paid(5).await;
        // What was delivered before a death is known after it.
        watch.release("C", &release_b());
        watch.slot(12).await;
        assert_eq!(counts(&watch.last().await), [0, 0, 1, 32, 0, 0]);
        watch.assert_paid(5).await;
    }

    async fn many_keepers_at_one_slot_begin_one_run(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        watch.release("B", &release_b());
        watch.scene.clock.set("2026-03-11T06:00:01Z");
        let storage = watch.scene.storage();
        let processes: Vec<Monitors> = (0..4)
            .map(|_| watch.monitors_of(dispatcher(&storage)))
            .collect();
        let looks = (0..64_usize).map(|number| {
            let keeper = MonitorKeeper::new(processes[number % 4].clone());
            async move { keeper.look_at_due().await.unwrap() }
        });
        futures::future::join_all(looks).await;
        watch.work().await;
        assert_eq!(watch.scene.count("RunStarted").await, 2);
        watch.assert_paid(5).await;
    }

    async fn a_year_of_days_by_a_clock_that_jumps(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(50, First::Known).await;
        let mut at: jiff::Timestamp = "2026-03-11T06:00:01Z".parse().unwrap();
        let day = jiff::SignedDuration::from_hours(24);
        for number in 0..365 {
            watch.scene.clock.set(&at.to_string());
            watch.look().await;
            if number == 100 {
                // A year ahead for a moment, and back.
                let ahead = at + day * 365;
                watch.scene.clock.set(&ahead.to_string());
                watch.look().await;
                watch.scene.clock.set(&at.to_string());
                watch.look().await;
            }
            at += day;
        }
        let skipped = watch.skipped().await;
        let slots = |reason: SkipReason| -> u32 {
            let of = skipped.iter().filter(|skipped| skipped.reason == reason);
            of.map(|skipped| skipped.slots).sum()
        };
        // One a day, and one of the year ahead, whose other slots were missed then.
        assert_eq!(slots(SkipReason::Unchanged), 366);
        assert_eq!(slots(SkipReason::Missed), 364);
        assert_eq!(watch.monitor(id).await.paused(), None);
        // A slot that the clock ahead has run is not run again.
        watch.release("B", &release_b());
        watch.scene.clock.set(&at.to_string());
        watch.look().await;
        watch.work().await;
        watch.assert_paid(5).await;
        let started = watch.scene.count("RunStarted").await;
        watch.look().await;
        assert_eq!(watch.scene.count("RunStarted").await, started);
    }

    async fn a_user_has_two_runs_under_way_at_most(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        for _ in 0..4 {
            watch.create(50, First::Known).await;
        }
        watch.release("B", &release_b());
        watch.scene.clock.set("2026-03-11T06:00:01Z");
        watch.look().await;
        assert_eq!(watch.scene.count("RunStarted").await, 4 + 2);
        watch.work().await;
        watch.look().await;
        watch.work().await;
        assert_eq!(watch.scene.count("RunStarted").await, 4 + 4);
        assert!(watch.ended().await.iter().all(|ended| ended.outcome == RunOutcome::Completed));
        watch.assert_paid(20).await;
    }

    async fn a_deleted_monitor_and_an_erased_user_leave_nothing_beside_the_log(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(50, First::Known).await;
        let documents = MonitorDocuments::new(watch.scene.storage().log);
        assert_eq!(documents.known(id).await.unwrap().len(), 30);
        watch.monitors().delete(&watch.scene.user, id).await.unwrap();
        watch.work_until_forgotten(&documents, id).await;
        let other = watch.create(50, First::Known).await;
        assert_eq!(documents.known(other).await.unwrap().len(), 30);
        assert!(watch.control().erase(&watch.scene.user).await.unwrap());
        assert_eq!(documents.known(other).await.unwrap().len(), 0);
        assert!(watch.monitor(other).await.created().is_none());
        assert!(!watch.control().erase(&watch.scene.user).await.unwrap());
    }
}
