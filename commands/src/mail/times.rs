//! Times, as the database has them.

use jiff::{SignedDuration, Timestamp};

/// Between two e-mails to a user about news.
pub(super) const DAY: SignedDuration = SignedDuration::from_hours(24);
/// Between two looks for news of a user.
pub(super) const LOOK: SignedDuration = SignedDuration::from_mins(5);

/// A moment from the database.
pub(super) fn moment(micros: i64) -> Timestamp {
    Timestamp::from_microsecond(micros).unwrap_or_default()
}

/// A moment for the database, that long after another one.
pub(super) fn after(moment: Timestamp, time: SignedDuration) -> i64 {
    let moment = moment.saturating_add(time).unwrap_or(moment);
    moment.as_microsecond()
}
