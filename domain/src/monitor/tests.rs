//! Given / when / then.

mod schedule;

use cqrs_es::test::TestFramework;
use jiff::Timestamp;
use jiff::civil::date;
use uuid::Uuid;

use super::*;
use crate::ids::{MonitorId, SessionKey, UserId};
use crate::scrape_job::{First, RunCounts, RunFound, Search};

type Monitors = TestFramework<Monitor>;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn daily(time: &str, zone: &str) -> Schedule {
    Schedule::new(Days::Day, time.parse().unwrap(), Zone::named(zone).unwrap()).unwrap()
}

fn terms(budget: u32) -> Terms {
    Terms {
        schedule: daily("06:00", "America/Los_Angeles"),
        budget,
        watch_hours: false,
        enrich: false,
    }
}

fn created(budget: u32) -> MonitorCreated {
    MonitorCreated {
        user: UserId::new("ada").unwrap(),
        search: Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap(),
        terms: terms(budget),
        first: First::Known,
        known_from: None,
        from: at("2026-03-01T20:00:00Z"),
    }
}

const ID: MonitorId = MonitorId::new(Uuid::from_u128(7));

fn run(slot: &str) -> (Timestamp, SessionKey) {
    let slot = at(slot);
    (slot, ID.run_at(slot))
}

fn started(slot: &str) -> MonitorEvent {
    let (slot, session) = run(slot);
    RunStarted {
        slot,
        session,
        by_hand: false,
        first: None,
    }
    .into()
}

fn start(slot: &str) -> MonitorCommand {
    let (slot, session) = run(slot);
    MonitorCommand::StartRun {
        slot,
        session,
        by_hand: false,
    }
}

fn ended(slot: &str, paid: u32, spent: u32) -> RunEnded {
    let (slot, session) = run(slot);
    RunEnded {
        slot,
        session,
        outcome: RunOutcome::Completed,
        new: paid,
        changed: 1,
        gone: 2,
        unchanged: 94,
        paid,
        pending: 0,
        left_out: 0,
        by_publisher: Vec::new(),
        month: date(2026, 3, 1),
        spent,
        budget: 50,
        reason: None,
    }
}

fn end(slot: &str, outcome: RunOutcome, paid: u32) -> MonitorCommand {
    let completed = outcome == RunOutcome::Completed;
    let found = RunFound {
        gone: 2,
        unchanged: 94,
        ..RunFound::default()
    };
    let counts = RunCounts {
        new: paid,
        paid,
        enriched: 0,
        found: completed.then_some(found),
    };
    MonitorCommand::EndRun {
        session: run(slot).1,
        outcome,
        counts: Box::new(RunTotals {
            delivered: paid + 1,
            counts,
        }),
        reason: None,
    }
}

fn failed(slot: &str) -> MonitorEvent {
    RunEnded {
        outcome: RunOutcome::Failed,
        new: 0,
        changed: 0,
        gone: 0,
        unchanged: 0,
        ..ended(slot, 0, 0)
    }
    .into()
}

/// The state after events.
fn after(events: Vec<MonitorEvent>) -> Monitor {
    let mut monitor = Monitor::default();
    for event in events {
        cqrs_es::Aggregate::apply(&mut monitor, event);
    }
    monitor
}

#[test]
fn a_budget_is_at_least_a_credit() {
    for budget in [0, MOST_BUDGET + 1] {
        Monitors::with(())
            .given_no_previous_events()
            .when(MonitorCommand::Create(Box::new(created(budget))))
            .then_expect_error(MonitorRefusal::Budget);
    }
    Monitors::with(())
        .given_no_previous_events()
        .when(MonitorCommand::Create(Box::new(created(50))))
        .then_expect_events(vec![created(50).into()]);
}

#[test]
fn runs_are_one_at_a_time_and_spend_their_months_budget() {
    let first = "2026-03-02T14:00:00Z";
    let given = vec![created(50).into(), started(first)];
    Monitors::with(())
        .given(given.clone())
        .when(start("2026-03-03T14:00:00Z"))
        .then_expect_error(MonitorRefusal::Running);
    Monitors::with(())
        .given(given.clone())
        .when(end(first, RunOutcome::Completed, 14))
        .then_expect_events(vec![ended(first, 14, 14).into()]);
    let mut monitor = after([given, vec![ended(first, 14, 14).into()]].concat());
    assert_eq!(monitor.budget_left(at("2026-03-31T23:00:00Z")), 36);
    // April begins at midnight of the zone.
    assert_eq!(monitor.budget_left(at("2026-04-01T06:59:00Z")), 36);
    assert_eq!(monitor.budget_left(at("2026-04-01T07:00:00Z")), 50);
    assert_eq!(
        monitor.due(at("2026-03-03T00:00:00Z")),
        Some(at("2026-03-03T14:00:00Z"))
    );
    let second = "2026-03-03T14:00:00Z";
    for event in [started(second), ended(second, 3, 17).into()] {
        cqrs_es::Aggregate::apply(&mut monitor, event);
    }
    assert_eq!(monitor.budget_left(at(second)), 33);
}

#[test]
fn a_run_ends_once_and_even_if_its_monitor_was_deleted() {
    let slot = "2026-03-02T14:00:00Z";
    let deleted = vec![created(50).into(), started(slot), MonitorDeleted {}.into()];
    Monitors::with(())
        .given(deleted.clone())
        .when(end(slot, RunOutcome::Completed, 3))
        .then_expect_events(vec![ended(slot, 3, 3).into()]);
    let over = [deleted, vec![ended(slot, 3, 3).into()]].concat();
    Monitors::with(())
        .given(over.clone())
        .when(end(slot, RunOutcome::Cancelled, 3))
        .then_expect_events(vec![]);
    Monitors::with(())
        .given(over)
        .when(start("2026-03-03T14:00:00Z"))
        .then_expect_error(MonitorRefusal::Unknown);
}

#[test]
fn ten_failures_in_a_row_pause_it_and_resuming_begins_anew() {
    let slots: Vec<String> = (2..12)
        .map(|day| format!("2026-03-{day:02}T14:00:00Z"))
        .collect();
    let mut given = vec![created(50).into()];
    for slot in &slots[..9] {
        given.extend([started(slot), failed(slot)]);
    }
    given.push(started(&slots[9]));
    let paused = MonitorPaused {
        by: PausedBy::Failures,
    };
    Monitors::with(())
        .given(given.clone())
        .when(end(&slots[9], RunOutcome::Failed, 0))
        .then_expect_events(vec![
            RunEnded {
                changed: 1,
                ..match failed(&slots[9]) {
                    MonitorEvent::RunEnded(ended) => ended,
                    other => panic!("{other:?}"),
                }
            }
            .into(),
            paused.clone().into(),
        ]);
    given.extend([failed(&slots[9]), paused.into()]);
    assert_eq!(after(given.clone()).due(at("2026-03-12T14:00:00Z")), None);
    Monitors::with(())
        .given(given.clone())
        .when(start("2026-03-12T14:00:00Z"))
        .then_expect_error(MonitorRefusal::Paused);
    let now = at("2026-03-20T00:00:00Z");
    given.push(MonitorResumed { from: now }.into());
    let monitor = after(given);
    // What came due meanwhile is not made up.
    assert_eq!(monitor.due(now), Some(at("2026-03-20T13:00:00Z")));
}

#[test]
fn a_first_run_that_failed_is_not_the_last_first_run() {
    let (slot, next) = ("2026-03-02T14:00:00Z", "2026-03-03T14:00:00Z");
    let monitor = after(vec![created(50).into(), started(slot), failed(slot)]);
    assert_eq!(monitor.first(), Some(First::Known));
    let given = vec![
        created(50).into(),
        started(slot),
        failed(slot),
        started(next),
    ];
    let monitor = after([given, vec![ended(next, 0, 0).into()]].concat());
    assert_eq!(monitor.first(), None);
}

#[test]
fn a_change_of_anything_but_the_time_loses_no_slot() {
    let now = at("2026-03-02T15:00:00Z");
    let change = |change: TermsChange| MonitorCommand::Change {
        change: Box::new(change),
        now,
    };
    // The slot of 14:00 is due, and nobody has looked yet.
    let since = created(50).from;
    Monitors::with(())
        .given(vec![created(50).into()])
        .when(change(TermsChange {
            budget: Some(60),
            ..TermsChange::default()
        }))
        .then_expect_events(vec![
            MonitorChanged {
                terms: terms(60),
                from: since,
            }
            .into(),
        ]);
    let later = Terms {
        schedule: daily("07:00", "America/Los_Angeles"),
        ..terms(60)
    };
    let changed = MonitorChanged {
        terms: later.clone(),
        from: now,
    };
    Monitors::with(())
        .given(vec![created(50).into()])
        .when(change(TermsChange {
            schedule: Some(later.schedule),
            budget: Some(60),
            ..TermsChange::default()
        }))
        .then_expect_events(vec![changed.into()]);
}

#[test]
fn a_slot_that_was_looked_at_is_not_skipped_again() {
    let slot = "2026-03-02T14:00:00Z";
    let skip = |now: &str| MonitorCommand::SkipRun {
        slot: at(slot),
        reason: SkipReason::Unchanged,
        slots: 1,
        now: at(now),
    };
    let run = vec![created(50).into(), started(slot), ended(slot, 3, 3).into()];
    Monitors::with(())
        .given(run.clone())
        .when(skip("2026-03-02T14:00:30Z"))
        .then_expect_events(Vec::new());
    // By a clock that was set back, only the job tells whether it was.
    let skipped = RunSkipped {
        slot: at(slot),
        reason: SkipReason::Unchanged,
        slots: 1,
    };
    Monitors::with(())
        .given(run)
        .when(skip("2026-03-02T13:00:00Z"))
        .then_expect_events(vec![skipped.into()]);
}

#[test]
fn its_first_slot_is_when_it_was_created() {
    let now = at("2026-03-01T20:00:01Z");
    assert_eq!(
        after(vec![created(50).into()]).due(now),
        Some(created(50).from)
    );
}

#[test]
fn a_clock_that_was_ahead_does_not_silence_it() {
    let ahead = "2027-03-02T14:00:00Z";
    let monitor = after(vec![
        created(50).into(),
        started(ahead),
        ended(ahead, 3, 3).into(),
    ]);
    let back = at("2026-03-02T12:00:00Z");
    assert_eq!(monitor.due(back), Some(at("2026-03-02T14:00:00Z")));
}

#[test]
fn pausing_resuming_and_deleting_again_do_nothing() {
    let paused = MonitorPaused { by: PausedBy::User };
    Monitors::with(())
        .given(vec![created(50).into(), paused.into()])
        .when(MonitorCommand::Pause(PausedBy::Plan))
        .then_expect_events(vec![]);
    Monitors::with(())
        .given(vec![created(50).into()])
        .when(MonitorCommand::Resume {
            now: at("2026-03-20T00:00:00Z"),
        })
        .then_expect_events(vec![]);
    Monitors::with(())
        .given(vec![created(50).into(), MonitorDeleted {}.into()])
        .when(MonitorCommand::Delete)
        .then_expect_events(vec![]);
    Monitors::with(())
        .given_no_previous_events()
        .when(MonitorCommand::Delete)
        .then_expect_error(MonitorRefusal::Unknown);
}

#[test]
fn a_session_follows_from_monitor_and_slot() {
    let slot = at("2026-03-02T14:00:00Z");
    assert_eq!(ID.run_at(slot), ID.run_at(slot));
    assert_ne!(ID.run_at(slot), ID.run_at(at("2026-03-03T14:00:00Z")));
    assert_ne!(
        ID.run_at(slot),
        MonitorId::new(Uuid::from_u128(8)).run_at(slot)
    );
}
