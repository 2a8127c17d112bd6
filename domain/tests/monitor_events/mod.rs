//! Events of monitors and of their runs, one of each.

use domain::ids::{MonitorId, UserId};
use domain::monitor::{
    Days, MonitorChanged, MonitorCreated, MonitorDeleted, MonitorEvent, MonitorPaused,
    MonitorResumed, PausedBy, RunEnded, RunOutcome, RunSkipped, RunStarted, Schedule, SkipReason,
    Terms, Weekday, Zone,
};
use domain::scrape_job::{
    ChangesDelivered, First, PublisherChange, ScrapeJobEvent, Search, WatchedField,
};
use jiff::Timestamp;
use jiff::civil::date;
use uuid::Uuid;

pub(crate) fn changes_delivered() -> ScrapeJobEvent {
    let slice = ChangesDelivered {
        first_row: 0,
        rows: 4,
        new: 3,
        paid: 3,
    };
    slice.into()
}

fn schedule(days: Days) -> Schedule {
    let zone = Zone::named("America/Los_Angeles").unwrap();
    Schedule::new(days, "06:00".parse().unwrap(), zone).unwrap()
}

fn terms(days: Days) -> Terms {
    Terms {
        schedule: schedule(days),
        budget: 50,
        watch_hours: true,
        enrich: true,
    }
}

pub(crate) fn all(at: Timestamp) -> Vec<MonitorEvent> {
    let id = MonitorId::new(Uuid::from_u128(7));
    let (slot, session) = (at, id.run_at(at));
    let created = MonitorCreated {
        user: UserId::new("auth0|u1").unwrap(),
        search: Search::new("brewery", "OR", &["Bend".into()], None, None).unwrap(),
        terms: terms(Days::Week {
            weekday: Weekday::Monday,
        }),
        first: First::Known,
        known_from: Some(session),
        from: at,
    };
    let changed = MonitorChanged {
        terms: terms(Days::Days {
            days: 3,
            from: date(2026, 1, 31),
        }),
        from: at,
    };
    let started = RunStarted {
        slot,
        session,
        by_hand: true,
        first: Some(First::Known),
    };
    let skipped = RunSkipped {
        slot,
        reason: SkipReason::Missed,
        slots: 3,
    };
    let phones = PublisherChange {
        field: WatchedField::Phone,
        percent: 34,
    };
    let ended = RunEnded {
        slot,
        session,
        outcome: RunOutcome::Failed,
        new: 3,
        changed: 1,
        gone: 1,
        unchanged: 94,
        paid: 3,
        pending: 2,
        left_out: 12,
        by_publisher: vec![phones],
        month: date(2026, 1, 1),
        spent: 14,
        budget: 50,
        reason: Some("The maps service did not answer.".into()),
    };
    let paused = MonitorPaused {
        by: PausedBy::Source,
    };
    vec![
        created.into(),
        changed.into(),
        paused.into(),
        MonitorResumed { from: at }.into(),
        started.into(),
        skipped.into(),
        ended.into(),
        MonitorDeleted {}.into(),
    ]
}
