//! Moments in requests.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::error::ApiError;

/// The moment in a parameter, if given: a day means its first moment in `since`, and its last in any other.
pub(crate) fn moment(name: &str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    let Some(text) = text.map(str::trim) else {
        return Ok(None);
    };
    let escaped = || {
        // An unescaped plus sign arrives as a space.
        let (time, offset) = text.rsplit_once(' ')?;
        format!("{time}+{offset}").parse().ok()
    };
    let moment = text.parse::<Timestamp>().ok().or_else(escaped).or_else(|| {
        let day: Date = text.parse().ok()?;
        let midnight = if name == "since" {
            day
        } else {
            day.tomorrow().ok()?
        };
        let midnight = midnight.to_zoned(TimeZone::UTC).ok()?.timestamp();
        let last = i64::from(name != "since");
        midnight.checked_sub(SignedDuration::from_micros(last)).ok()
    });
    moment.map(Some).ok_or_else(|| {
        ApiError::invalid(format!(
            "{name} must be a day (2026-01-31) or a moment (2026-01-31T23:59:59Z, 2026-01-31T23:59:59+02:00)."
        ))
    })
}
