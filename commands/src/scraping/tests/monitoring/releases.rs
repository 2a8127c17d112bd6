//! What is told and paid, release after release.

use domain::monitor::{PausedBy, RunOutcome, SkipReason};
use domain::scrape_job::{First, Search, WatchedField};
use store::on_both_engines;

use super::super::sources::{Found, LISTING, businesses};
use super::{Row, Watch, counts, recalled, release_b, row, rows};
use crate::clock::Clock;
use crate::monitors::{ChangesOf, NewMonitor, ToldGone};

on_both_engines! {
    async fn only_what_is_new_or_changed_is_paid_release_after_release(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        assert_eq!(counts(&watch.last().await), [0, 0, 0, 30, 0, 0]);
        watch.assert_paid(0).await;

        watch.release("B", &release_b());
        watch.slot(11).await;
        assert_eq!(counts(&watch.last().await), [3, 2, 1, 27, 5, 0]);
        let five = ["Brewery 1", "Brewery 2", "Brewery 31", "Brewery 32", "Brewery 33"];
        assert_eq!(watch.rows().await, five);
        assert_eq!(watch.gone().await, [("Brewery 30".into(), ToldGone::NotFound)]);
        watch.assert_paid(5).await;

        watch.release("C", &release_b());
        watch.slot(12).await;
        assert_eq!(counts(&watch.last().await), [0, 0, 1, 32, 0, 0]);
        assert_eq!(watch.gone().await, [("Brewery 30".into(), ToldGone::NoLongerListed)]);
        watch.assert_paid(5).await;

        watch.slot(13).await;
        let skipped = watch.skipped().await;
        assert_eq!(skipped.len(), 1);
        assert_eq!(skipped[0].reason, SkipReason::Unchanged);
        assert_eq!(watch.ended().await.len(), 3);
        watch.assert_paid(5).await;

        // Who comes back is new; a change of what was paid costs nothing.
        let mut back = release_b();
        back[0] = row(1);
        back.push(row(30));
        watch.release("D", &back);
        watch.slot(14).await;
        assert_eq!(counts(&watch.last().await), [1, 1, 0, 31, 1, 0]);
        assert_eq!(watch.rows().await, ["Brewery 1", "Brewery 30"]);
        watch.assert_paid(6).await;
    }

    async fn a_change_is_told_field_by_field(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        let mut later = rows(1..31);
        later[0] = Row {
            website: "https://other.example".into(),
            latitude: later[0].latitude + 0.01,
            ..recalled(1)
        };
        watch.release("B", &later);
        watch.slot(11).await;
        let session = watch.last().await.session;
        let (user, part) = (&watch.scene.user, (ChangesOf::Changed, None, 10));
        let told = watch.monitors().told(user, session, 1, part).await.unwrap();
        let [(0, told)] = &told[..] else {
            panic!("{told:?}");
        };
        let fields: Vec<_> = told.fields.iter().map(|told| told.field).collect();
        assert_eq!(fields, [WatchedField::Phone, WatchedField::Website]);
        assert_eq!(told.fields[0].change.before.as_deref(), Some("(541) 555-0001"));
        assert_eq!(told.fields[0].change.after.as_deref(), Some("(541) 777-0001"));
        let meters = told.meters.unwrap();
        assert!((1_100..1_120).contains(&meters), "{meters}");
    }

    async fn all_is_delivered_at_first_where_that_is_wanted(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::All).await;
        assert_eq!(counts(&watch.last().await), [30, 0, 0, 0, 30, 0]);
        watch.assert_paid(30).await;
        watch.release("B", &release_b());
        watch.slot(11).await;
        // The changed ones are paid for.
        assert_eq!(counts(&watch.last().await), [3, 2, 1, 27, 3, 0]);
        watch.assert_paid(33).await;
    }

    async fn what_an_earlier_search_has_delivered_is_known_and_paid(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let search = Search::new("brewery", "OR", &["Bend".into()], Some(10), None).unwrap();
        let session = watch.scene.queue(search.clone()).await.unwrap();
        watch.work().await;
        watch.assert_paid(10).await;
        let new = NewMonitor {
            search,
            known_from: Some(session),
            ..Watch::new_monitor(50, First::All)
        };
        watch.monitors().create(&watch.scene.user, new, None).await.unwrap();
        watch.work().await;
        // A monitor has no bound on its results.
        assert_eq!(counts(&watch.last().await), [20, 0, 0, 10, 20, 0]);
        watch.assert_paid(30).await;
    }

    async fn the_budget_of_a_month_bounds_its_runs_and_the_rest_comes_in_the_next(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(3, First::Known).await;
        watch.release("B", &release_b());
        watch.slot(11).await;
        assert_eq!(counts(&watch.last().await), [3, 0, 1, 27, 3, 2]);
        assert_eq!(watch.rows().await, ["Brewery 31", "Brewery 32", "Brewery 33"]);
        watch.slot(12).await;
        assert_eq!(watch.skipped().await[0].reason, SkipReason::Budget);
        watch.assert_paid(3).await;
        watch.scene.clock.set("2026-04-01T06:00:01Z");
        watch.look().await;
        watch.work().await;
        let last = watch.last().await;
        assert_eq!([last.new, last.changed, last.paid, last.pending], [0, 2, 2, 0]);
        assert_eq!(watch.rows().await, ["Brewery 1", "Brewery 2"]);
        watch.assert_paid(5).await;
        assert_eq!(watch.monitor(id).await.spent(watch.scene.clock.now()), 2);
    }

    async fn what_cannot_be_paid_waits_for_credits(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        watch.scene.leave(1).await;
        watch.release("B", &release_b());
        watch.slot(11).await;
        assert_eq!(counts(&watch.last().await), [1, 0, 1, 27, 1, 4]);
        watch.slot(12).await;
        assert_eq!(watch.skipped().await[0].reason, SkipReason::Credits);
        watch.scene.leave(20).await;
        watch.slot(13).await;
        let last = watch.last().await;
        assert_eq!([last.new, last.changed, last.paid, last.pending], [2, 2, 4, 0]);
        watch.assert_paid(5).await;
    }

    async fn ten_failures_in_a_row_pause_it_and_a_row_that_says_little_is_new_once(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.scene.listing.set("Bend", businesses(0..3));
        let search = Search::new("business", "OR", &["Bend".into()], None, Some(LISTING.into()));
        let new = NewMonitor {
            search: search.unwrap(),
            ..Watch::new_monitor(50, First::All)
        };
        let created = watch.monitors().create(&watch.scene.user, new, None).await;
        let id = created.unwrap().0;
        watch.work().await;
        // A live service has no releases: it is always asked.
        watch.scene.listing.set("Bend", businesses(0..4));
        watch.slot(11).await;
        assert_eq!(counts(&watch.last().await), [1, 0, 0, 3, 1, 0]);
        watch.scene.listing.set("Bend", vec![Found::Business(0), Found::Failure]);
        for day in 12..22 {
            assert_eq!(watch.monitor(id).await.paused(), None, "{day}");
            watch.slot(day).await;
            assert_eq!(watch.last().await.outcome, RunOutcome::Failed);
            assert_eq!(counts(&watch.last().await), [0; 6]);
        }
        assert_eq!(watch.monitor(id).await.paused(), Some(PausedBy::Failures));
        watch.assert_paid(4).await;
    }

    async fn what_many_rows_change_in_is_the_publishers_change(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        watch.create(50, First::Known).await;
        // A third of the phone numbers, and one website.
        let mut later: Vec<Row> = (1..11).map(recalled).chain(rows(11..31)).collect();
        later[0].website = "https://other.example".into();
        watch.release("B", &later);
        watch.slot(11).await;
        let last = watch.last().await;
        assert_eq!(counts(&last), [0, 1, 0, 29, 1, 0]);
        let by_publisher: Vec<_> = last
            .by_publisher
            .iter()
            .map(|change| (change.field, change.percent))
            .collect();
        assert_eq!(by_publisher, [(WatchedField::Phone, 33)]);
        assert_eq!(watch.rows().await, ["Brewery 1"]);
        // It is known from now on.
        later[1] = row(2);
        watch.release("C", &later);
        watch.slot(12).await;
        assert_eq!(watch.rows().await, ["Brewery 2"]);
    }

    async fn nothing_is_gone_after_a_run_that_failed_or_where_nothing_covers_any_more(test) {
        let watch = Watch::new(test, rows(1..31)).await;
        let id = watch.create(50, First::Known).await;
        watch.sources().catalogue().remove("made-up").unwrap();
        watch.slot(11).await;
        assert_eq!(watch.monitor(id).await.paused(), Some(PausedBy::Source));
        assert_eq!(watch.ended().await.len(), 1);
        watch.release("B", &rows(1..31));
        watch.monitors().resume(&watch.scene.user, id).await.unwrap();
        watch.slot(12).await;
        assert_eq!(counts(&watch.last().await), [0, 0, 0, 30, 0, 0]);
    }
}
