//! Slots by the clocks of time zones.

use jiff::SignedDuration;

use super::*;

fn weekly(weekday: Weekday) -> Schedule {
    schedule(Days::Week { weekday })
}

fn schedule(days: Days) -> Schedule {
    let at = "06:00".parse().unwrap();
    Schedule::new(days, at, Zone::named("America/New_York").unwrap()).unwrap()
}

/// The next slots after a moment.
fn slots(schedule: &Schedule, after: &str, many: usize) -> Vec<String> {
    let next = |last: &Timestamp| schedule.next(*last);
    std::iter::successors(schedule.next(at(after)), next)
        .take(many)
        .map(|slot| slot.to_string())
        .collect()
}

#[test]
fn an_hour_that_repeats_runs_once() {
    let chicago = daily("01:30", "America/Chicago");
    assert_eq!(
        slots(&chicago, "2026-10-31T12:00:00Z", 2),
        ["2026-11-01T06:30:00Z", "2026-11-02T07:30:00Z"]
    );
}

#[test]
fn a_time_that_is_skipped_runs_an_hour_later() {
    let chicago = daily("02:30", "America/Chicago");
    // 03:30 of the summer's clock.
    assert_eq!(
        slots(&chicago, "2027-03-13T12:00:00Z", 2),
        ["2027-03-14T08:30:00Z", "2027-03-15T07:30:00Z"]
    );
    // Midnight does not exist that day.
    let beirut = daily("00:00", "Asia/Beirut");
    assert_eq!(
        slots(&beirut, "2026-03-28T12:00:00Z", 2),
        ["2026-03-28T22:00:00Z", "2026-03-29T21:00:00Z"]
    );
}

#[test]
fn a_year_of_days_has_a_slot_each() {
    for zone in [
        "America/Chicago",
        "Australia/Lord_Howe",
        "Africa/Casablanca",
        "UTC",
    ] {
        for time in ["00:00", "01:30", "02:30", "23:59"] {
            let schedule = daily(time, zone);
            let mut last = at("2026-01-01T00:00:00Z");
            let first = schedule.zone.civil(schedule.next(last).unwrap()).date();
            let mut day = first;
            for _ in 0..365 {
                let next = schedule.next(last).unwrap();
                assert!(next > last);
                assert_eq!(schedule.zone.civil(next).date(), day, "{zone} {time}");
                assert_eq!(
                    schedule.next(next - SignedDuration::from_secs(1)),
                    Some(next)
                );
                day = day.tomorrow().unwrap();
                last = next;
            }
        }
    }
}

#[test]
fn weeks_months_and_every_few_days() {
    assert_eq!(
        slots(&weekly(Weekday::Monday), "2026-03-02T12:00:00Z", 2),
        ["2026-03-09T10:00:00Z", "2026-03-16T10:00:00Z"]
    );
    let from = date(2026, 1, 30);
    let few = schedule(Days::Days { days: 3, from });
    assert_eq!(
        slots(&few, "2026-01-01T00:00:00Z", 3),
        [
            "2026-01-30T11:00:00Z",
            "2026-02-02T11:00:00Z",
            "2026-02-05T11:00:00Z"
        ]
    );
    let last_day = schedule(Days::Month { day: 31 });
    assert_eq!(
        slots(&last_day, "2026-01-31T20:00:00Z", 3),
        [
            "2026-02-28T11:00:00Z",
            "2026-03-31T10:00:00Z",
            "2026-04-30T10:00:00Z"
        ]
    );
    let rare = schedule(Days::Days {
        days: MOST_DAYS,
        from,
    });
    assert_eq!(
        slots(&rare, "2026-01-30T11:00:00Z", 1),
        ["2026-04-30T10:00:00Z"]
    );
}

#[test]
fn what_is_no_schedule_is_refused() {
    assert_eq!(
        "25:00".parse::<TimeOfDay>(),
        Err(InvalidSchedule::Time("25:00".into()))
    );
    assert_eq!(
        Zone::named("America/Gotham"),
        Err(InvalidSchedule::Zone("America/Gotham".into()))
    );
    assert_eq!(
        Zone::named(" america/chicago ").unwrap().name(),
        "America/Chicago"
    );
    let (at, zone) = ("06:00".parse().unwrap(), Zone::named("UTC").unwrap());
    for (days, why) in [
        (
            Days::Days {
                days: 1,
                from: date(2026, 1, 1),
            },
            InvalidSchedule::Days,
        ),
        (
            Days::Days {
                days: 91,
                from: date(2026, 1, 1),
            },
            InvalidSchedule::Days,
        ),
        (Days::Month { day: 32 }, InvalidSchedule::DayOfMonth),
        (Days::Month { day: 0 }, InvalidSchedule::DayOfMonth),
    ] {
        assert_eq!(Schedule::new(days, at, zone.clone()), Err(why));
    }
}

#[test]
fn a_schedule_is_read_as_it_was_written() {
    let written = serde_json::to_value(weekly(Weekday::Sunday)).unwrap();
    let expected = serde_json::json!({
        "every": "week", "weekday": "sunday", "at": "06:00", "zone": "America/New_York",
    });
    assert_eq!(written, expected);
    assert_eq!(
        serde_json::from_value::<Schedule>(written).unwrap(),
        weekly(Weekday::Sunday)
    );
}
