//! What stands beside everything that comes from Google: its name, its credit line, the day.

use jiff::civil::Date;

/// The source's name.
pub const GOOGLE: &str = "google";

pub(super) const ATTRIBUTION: &str = "Google Maps";

/// The day by the universal clock.
pub(super) fn today() -> Date {
    jiff::Timestamp::now()
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date()
}
