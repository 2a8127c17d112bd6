//! What accompanies everything from Google: its name, its credit line and the day.

use jiff::civil::Date;

/// The source's name.
pub const GOOGLE: &str = "google";

pub(super) const ATTRIBUTION: &str = "Google Maps";

/// Today's date in UTC.
pub(super) fn today() -> Date {
    jiff::Timestamp::now()
        .to_zoned(jiff::tz::TimeZone::UTC)
        .date()
}
