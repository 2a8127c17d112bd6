//! Moments as requests write them.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::error::ApiError;

/// The moment of a parameter, where it is given: a day counts from its first moment on in `since`, and up to its last
/// one in any other.
pub(crate) fn moment(name: &str, text: Option<&str>) -> Result<Option<Timestamp>, ApiError> {
    let Some(text) = text.map(str::trim) else {
        return Ok(None);
    };
    let escaped = || {
        // A plus sign that nobody has escaped arrives as a space.
        let (time, offset) = text.rsplit_once(' ')?;
        format!("{time}+{offset}").parse().ok()
    };
    let moment = text.parse::<Timestamp>().ok().or_else(escaped).or_else(|| {
        let day: Date = text.parse().ok()?;
        // From its first moment on, or up to its last one.
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
