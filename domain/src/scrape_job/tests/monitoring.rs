//! Runs of monitors.

use uuid::Uuid;

use super::*;
use crate::ids::MonitorId;

pub(super) fn run(most_credits: u32) -> Vec<ScrapeJobEvent> {
    let run = MonitorRun {
        monitor: MonitorId::new(Uuid::from_u128(7)),
        slot: Timestamp::UNIX_EPOCH,
        most_credits,
        first: None,
        hours: false,
    };
    let search = Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap();
    let queued = JobQueued {
        user: owner(),
        search: search.as_run(run),
        kind: JobKind::Monitor,
        enrich: false,
    };
    let started = JobStarted {
        source: "catalogue".into(),
        sample: false,
    };
    vec![queued.into(), started.into()]
}

const fn slice(first_row: u32, rows: u32, new: u32, paid: u32) -> ChangesDelivered {
    ChangesDelivered {
        first_row,
        rows,
        new,
        paid,
    }
}

pub(super) fn was_found(first_row: u32, rows: u32, new: u32, paid: u32) -> ScrapeJobEvent {
    slice(first_row, rows, new, paid).into()
}

const fn deliver(first_row: u32, rows: u32, new: u32, paid: u32) -> ScrapeJobCommand {
    ScrapeJobCommand::DeliverChanges {
        first_row,
        rows,
        new,
        paid,
    }
}

#[test]
fn a_run_delivers_in_order_and_spends_no_more_than_it_may() {
    Jobs::with(())
        .given(run(5))
        .when(deliver(0, 4, 3, 4))
        .then_expect_events(vec![was_found(0, 4, 3, 4)]);
    let given = [run(5), vec![was_found(0, 4, 3, 4)]].concat();
    Jobs::with(())
        .given(given.clone())
        .when(deliver(4, 2, 2, 2))
        .then_expect_error(ScrapeJobRefusal::BeyondMaxCredits(5));
    // What was paid before costs nothing.
    Jobs::with(())
        .given(given.clone())
        .when(deliver(4, 20, 0, 1))
        .then_expect_events(vec![was_found(4, 20, 0, 1)]);
    Jobs::with(())
        .given(given)
        .when(deliver(0, 1, 0, 0))
        .then_expect_error(ScrapeJobRefusal::RowOutOfOrder {
            expected: 4,
            given: 0,
        });
    Jobs::with(())
        .given(run(5))
        .when(deliver(0, 2, 3, 2))
        .then_expect_error(ScrapeJobRefusal::BeyondMaxResults(2));
}

#[test]
fn a_run_is_no_search_and_a_search_is_no_run() {
    Jobs::with(())
        .given(run(5))
        .when(ScrapeJobCommand::DeliverRows {
            first_row: 0,
            rows: 1,
        })
        .then_expect_error(ScrapeJobRefusal::OtherKind);
    Jobs::with(())
        .given(started(None))
        .when(deliver(0, 1, 1, 1))
        .then_expect_error(ScrapeJobRefusal::OtherKind);
}

#[test]
fn what_a_run_came_to_is_in_its_events() {
    let found = RunFound {
        gone: 1,
        unchanged: 90,
        pending: 2,
        left_out: 0,
        by_publisher: Vec::new(),
    };
    let completed = JobCompleted {
        left_out: 3,
        found: Some(found.clone()),
        ..JobCompleted::new(4, CompletionReason::AllFound)
    };
    let mut job = ScrapeJob::default();
    for event in [
        run(9),
        vec![was_found(0, 4, 3, 2), completed.clone().into()],
    ]
    .concat()
    {
        job.apply(event);
    }
    let counts = job.run_counts();
    assert_eq!((counts.new, counts.paid, counts.credits()), (3, 2, 2));
    assert_eq!(counts.found, Some(found));
    let json = serde_json::to_value(&completed).unwrap();
    assert_eq!(json["left_out"], 3);
    let plain = serde_json::to_value(JobCompleted::new(4, CompletionReason::AllFound)).unwrap();
    assert_eq!(
        plain,
        serde_json::json!({"results": 4, "reason": "all_found"})
    );
}
