//! Time as a port, so that a simulation can own it.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

/// A source of time.
pub trait Clock: Send + Sync + 'static {
    /// Now, in UTC, in whole microseconds as every table keeps it.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }
}

/// The day (UTC) by which daily limits are counted.
pub(crate) fn utc_day(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::UTC).date()
}

/// The time left until the next such day begins.
pub(crate) fn until_next_day(at: Timestamp) -> Duration {
    let tomorrow = utc_day(at).tomorrow();
    let begins = tomorrow.and_then(|day| day.to_zoned(TimeZone::UTC));
    let begins = begins.map_or(Timestamp::MAX, |begins| begins.timestamp());
    Duration::try_from(begins.duration_since(at)).unwrap_or_default()
}
