//! Schedules as they are asked for.

use domain::monitor::{
    Days, InvalidSchedule, Schedule, Terms, TermsChange, TimeOfDay, Weekday, Zone,
};
use domain::scrape_job::{First, Search};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::caller::Caller;
use crate::http::error::ApiError;
use crate::sessions::area::{AreaRequest, Wanted};
use crate::sessions::{owned_search, parse};
use crate::state::{Sessions, Starts};
use crate::wire::two_way_enum;

two_way_enum! {
    /// A day of the week.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum DayOfWeek of Weekday {
        Monday,
        Tuesday,
        Wednesday,
        Thursday,
        Friday,
        Saturday,
        Sunday,
    }
}

/// How often.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Every {
    /// Daily.
    Day,
    /// Weekly, on `weekday`.
    Week,
    /// Every so many `days`.
    Days,
    /// Monthly, on `day`; on the last day of shorter months.
    Month,
}

/// When a search runs again: on which days, and at what time of day in a time zone. An hour that the clock repeats has one
/// run; a time that it skips runs as much later.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(example = json!({"every": "day", "at": "06:00", "zone": "America/Los_Angeles"}))]
pub(super) struct ScheduleBody {
    pub(super) every: Every,
    /// With `week`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) weekday: Option<DayOfWeek>,
    /// With `days`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 2, maximum = 90)]
    pub(super) days: Option<u16>,
    /// With `month`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 31)]
    pub(super) day: Option<u8>,
    /// Hours and minutes.
    #[schema(example = "06:00", pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$")]
    pub(super) at: String,
    /// A time zone of the IANA database.
    #[schema(example = "America/Los_Angeles", max_length = 100)]
    pub(super) zone: String,
}

impl ScheduleBody {
    /// The schedule, as of a moment.
    pub(super) fn schedule(&self, now: Timestamp) -> Result<Schedule, ApiError> {
        let invalid = |error: InvalidSchedule| ApiError::invalid(error.to_string());
        let zone = Zone::named(&self.zone).map_err(invalid)?;
        let at: TimeOfDay = self.at.parse().map_err(invalid)?;
        let wants = |what: &str| ApiError::invalid(format!("The schedule says no {what}."));
        let days = match self.every {
            Every::Day => Days::Day,
            Every::Week => Days::Week {
                weekday: self.weekday.ok_or_else(|| wants("weekday"))?.into(),
            },
            Every::Days => Days::Days {
                days: self.days.ok_or_else(|| wants("number of days"))?,
                from: zone.civil(now).date(),
            },
            Every::Month => Days::Month {
                day: self.day.ok_or_else(|| wants("day of the month"))?,
            },
        };
        Schedule::new(days, at, zone).map_err(invalid)
    }
}

impl From<&Schedule> for ScheduleBody {
    fn from(schedule: &Schedule) -> Self {
        let mut body = Self {
            every: Every::Day,
            weekday: None,
            days: None,
            day: None,
            at: schedule.at.to_string(),
            zone: schedule.zone.name().to_owned(),
        };
        match schedule.days {
            Days::Day => {}
            Days::Week { weekday } => {
                body.every = Every::Week;
                body.weekday = Some(weekday.into());
            }
            Days::Days { days, .. } => {
                body.every = Every::Days;
                body.days = Some(days);
            }
            Days::Month { day } => {
                body.every = Every::Month;
                body.day = Some(day);
            }
        }
        body
    }
}

two_way_enum! {
    /// What the first run does with what is there already.
    #[serde(rename_all = "snake_case")]
    pub(crate) enum FirstRun of First {
        /// It becomes known: nothing is delivered or paid.
        Known,
        /// All of it is delivered, a credit for each business.
        All,
    }
}

/// A search to run again: a new one, with a term and either cities or an area; or an earlier one, by its session.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({
    "search_term": "brewery", "state": "OR", "cities": ["Bend"],
    "schedule": {"every": "day", "at": "06:00", "zone": "America/Los_Angeles"},
    "budget": 50, "first": "known",
}))]
pub(super) struct CreateMonitor {
    /// An earlier search of the caller. Its businesses count as known and paid.
    session_key: Option<String>,
    /// What to look for.
    #[serde(default)]
    #[schema(example = "brewery", max_length = 200)]
    search_term: String,
    /// The cities' state, two letters; needed with cities.
    #[serde(default)]
    #[schema(example = "OR", pattern = r"^\s*([A-Za-z]{2}\s*)?$")]
    state: String,
    /// Cities to search, at most 500.
    #[serde(default)]
    #[schema(example = json!(["Bend"]), max_items = 500)]
    cities: Vec<String>,
    /// An area to search in place of cities.
    area: Option<AreaRequest>,
    /// A maps service by name; if left out, those that cover the search.
    #[schema(pattern = "^[A-Za-z0-9_-]{1,40}$")]
    source: Option<String>,
    schedule: ScheduleBody,
    /// The most credits a calendar month of the schedule's zone.
    #[schema(minimum = 1, maximum = 100_000, example = 50)]
    budget: u32,
    /// Watch opening hours, too.
    #[serde(default)]
    #[schema(default = false)]
    watch_hours: bool,
    /// Enrich what each run delivers, for a credit more each.
    #[serde(default)]
    #[schema(default = false)]
    enrich: bool,
    first: FirstRun,
}

impl CreateMonitor {
    /// The monitor that is asked for.
    pub(super) async fn read(
        self,
        starts: &Starts,
        sessions: &Sessions,
        monitors: &commands::monitors::Monitors,
        caller: &Caller,
    ) -> Result<commands::monitors::NewMonitor, ApiError> {
        let terms = Terms {
            schedule: self.schedule.schedule(starts.clock.now())?,
            budget: self.budget,
            watch_hours: self.watch_hours,
            enrich: self.enrich,
        };
        let first = self.first.into();
        let Some(session) = &self.session_key else {
            return Ok(commands::monitors::NewMonitor {
                search: self.search(starts).await?,
                terms,
                first,
                known_from: None,
            });
        };
        if !self.search_term.is_empty() || !self.cities.is_empty() || self.area.is_some() {
            return Err(ApiError::invalid(
                "Name either an earlier search or a new one.",
            ));
        }
        owned_search(sessions, caller, session).await?;
        let known_from = parse(session)?;
        Ok(commands::monitors::NewMonitor {
            search: monitors.search_of(&caller.0, known_from).await?,
            terms,
            first,
            known_from: Some(known_from),
        })
    }

    async fn search(&self, starts: &Starts) -> Result<Search, ApiError> {
        let wanted = Wanted {
            term: &self.search_term,
            state: &self.state,
            cities: &self.cities,
            area: self.area.as_ref(),
            max_results: None,
            source: self.source.clone(),
        };
        wanted.search(&starts.enricher).await
    }
}

/// What to change of a schedule; the rest stays.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(example = json!({"budget": 100}))]
pub(super) struct ChangeMonitor {
    schedule: Option<ScheduleBody>,
    /// The most credits a calendar month of the schedule's zone.
    #[schema(minimum = 1, maximum = 100_000)]
    budget: Option<u32>,
    /// Watch opening hours, too.
    watch_hours: Option<bool>,
    /// Enrich what each run delivers, for a credit more each.
    enrich: Option<bool>,
}

impl ChangeMonitor {
    /// What is asked for.
    pub(super) fn change(self, now: Timestamp) -> Result<TermsChange, ApiError> {
        let schedule = self.schedule.map(|schedule| schedule.schedule(now));
        Ok(TermsChange {
            schedule: schedule.transpose()?,
            budget: self.budget,
            watch_hours: self.watch_hours,
            enrich: self.enrich,
        })
    }
}
