//! When a monitor runs, by the clock of a time zone.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan, Zoned};
use serde::{Deserialize, Serialize};

use crate::text_enum::text_enum;

/// The most days between two runs.
pub const MOST_DAYS: u16 = 90;
/// Days that are looked through for the next slot: the longest wait, and the day before.
const DAYS_AHEAD: u16 = MOST_DAYS + 2;

/// Why a schedule is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidSchedule {
    #[error("'{0}' is no time of day: write it as 06:00.")]
    Time(String),
    #[error("There is no time zone '{0}': write it as America/Los_Angeles.")]
    Zone(String),
    #[error("Run it every 2 to {MOST_DAYS} days.")]
    Days,
    #[error("The day of the month is 1 to 31.")]
    DayOfMonth,
}

/// Days, and a time of day in a zone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Schedule {
    #[serde(flatten)]
    pub days: Days,
    pub at: TimeOfDay,
    pub zone: Zone,
}

/// The days on which a monitor runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "every", rename_all = "snake_case")]
pub enum Days {
    Day,
    Week {
        weekday: Weekday,
    },
    /// Every so many days, counted from a date.
    Days {
        days: u16,
        from: Date,
    },
    /// Monthly, on the last day where the month is shorter.
    Month {
        day: u8,
    },
}

text_enum! {
    /// A day of the week.
    pub enum Weekday {
        Monday = "monday",
        Tuesday = "tuesday",
        Wednesday = "wednesday",
        Thursday = "thursday",
        Friday = "friday",
        Saturday = "saturday",
        Sunday = "sunday",
    }
}

impl Weekday {
    const fn civil(self) -> jiff::civil::Weekday {
        match self {
            Self::Monday => jiff::civil::Weekday::Monday,
            Self::Tuesday => jiff::civil::Weekday::Tuesday,
            Self::Wednesday => jiff::civil::Weekday::Wednesday,
            Self::Thursday => jiff::civil::Weekday::Thursday,
            Self::Friday => jiff::civil::Weekday::Friday,
            Self::Saturday => jiff::civil::Weekday::Saturday,
            Self::Sunday => jiff::civil::Weekday::Sunday,
        }
    }
}

/// Hours and minutes, written `06:00`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(Time);

impl FromStr for TimeOfDay {
    type Err = InvalidSchedule;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let time = Time::strptime("%H:%M", text.trim());
        time.map(Self)
            .map_err(|_| InvalidSchedule::Time(told(text)))
    }
}

impl TryFrom<String> for TimeOfDay {
    type Error = InvalidSchedule;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> Self {
        time.to_string()
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0.hour(), self.0.minute())
    }
}

/// The name of a time zone of the IANA database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Zone(String);

impl Zone {
    /// By its name, in its usual spelling.
    pub fn named(name: &str) -> Result<Self, InvalidSchedule> {
        let known = TimeZone::get(name.trim());
        let known = known
            .ok()
            .and_then(|zone| zone.iana_name().map(str::to_owned));
        known
            .map(Self)
            .ok_or_else(|| InvalidSchedule::Zone(told(name)))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// A moment by its clock.
    pub fn civil(&self, at: Timestamp) -> Zoned {
        // One that a newer database had, and this one has not.
        at.to_zoned(TimeZone::get(&self.0).unwrap_or(TimeZone::UTC))
    }
}

/// Somebody else's text, short enough to be shown.
fn told(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

impl Schedule {
    /// Whether this is the same rhythm of so many days at the same time, whose days are counted on.
    pub(super) fn counts_on(&self, present: &Self) -> bool {
        let every = |schedule: &Self| match schedule.days {
            Days::Days { days, .. } => Some(days),
            Days::Day | Days::Week { .. } | Days::Month { .. } => None,
        };
        let is_same = every(self).is_some() && every(self) == every(present);
        is_same && self.at == present.at && self.zone == present.zone
    }

    /// Checks the days.
    pub fn new(days: Days, at: TimeOfDay, zone: Zone) -> Result<Self, InvalidSchedule> {
        match days {
            Days::Days { days, .. } if !(2..=MOST_DAYS).contains(&days) => {
                Err(InvalidSchedule::Days)
            }
            Days::Month { day } if !(1..=31).contains(&day) => Err(InvalidSchedule::DayOfMonth),
            Days::Day | Days::Week { .. } | Days::Days { .. } | Days::Month { .. } => {
                Ok(Self { days, at, zone })
            }
        }
    }

    /// The first slot after a moment. An hour that the clock repeats has one; a time that it skips is as much later.
    pub fn next(&self, after: Timestamp) -> Option<Timestamp> {
        let after_there = self.zone.civil(after);
        // A skipped time may come after midnight.
        let first = after_there.date().yesterday().ok()?;
        let days =
            (0..=DAYS_AHEAD).filter_map(|ahead| first.checked_add(i64::from(ahead).days()).ok());
        let slots = days.filter(|day| self.runs_on(*day)).filter_map(|day| {
            let at = DateTime::from_parts(day, self.at.0);
            // Jiff's compatible disambiguation.
            let there = at.to_zoned(after_there.time_zone().clone());
            there.ok().map(|there| there.timestamp())
        });
        slots.filter(|slot| *slot > after).min()
    }

    fn runs_on(&self, day: Date) -> bool {
        match self.days {
            Days::Day => true,
            Days::Week { weekday } => day.weekday() == weekday.civil(),
            Days::Days { days, from } => {
                let since = day.duration_since(from).as_hours() / 24;
                since >= 0 && since % i64::from(days.max(1)) == 0
            }
            Days::Month { day: wanted } => {
                day.day().unsigned_abs() == wanted.min(day.days_in_month().unsigned_abs())
            }
        }
    }

    /// The first day of a moment's month: credits are budgeted by months of the zone.
    pub fn month_of(&self, at: Timestamp) -> Date {
        self.zone.civil(at).date().first_of_month()
    }
}
