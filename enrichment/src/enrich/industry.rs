//! The row's industry in its county, compared with state and nation.

use super::establishments::{ALL, OF_THE_INDUSTRY, Place};
use super::naics::{Kind, kind_of_category};
use super::subject::Subject;
use crate::atlas::Counted;
use crate::fact::Missing;
use crate::fields::Field;
use crate::geoid::{CountyFips, SPLIT, SPLIT_INTO};
use crate::industry_codes::Edition;
use crate::reference::{Areas, Industries, Reference};
use crate::row::{Enriched, Source, Value};

/// Arts, entertainment and recreation; accommodation and food services.
const TOURISM: [u32; 2] = [71, 72];

impl Reference {
    pub(super) fn put_industry<'r>(
        &'r self,
        row: &mut Enriched<'r>,
        subject: &Subject<'_>,
        areas: &Areas<'r>,
    ) {
        let wanted = Wanted::of(subject);
        if let Ok(wanted) = wanted {
            row.put(Field::Naics6, wanted.text(), wanted.source());
        }
        if areas.county().is_none() || self.industries().next().is_none() {
            return;
        }
        self.put_totals(row, areas);
        let put = wanted.and_then(|wanted| self.put_own_industry(row, wanted, areas));
        if let Err(reason) = put {
            for field in OF_THE_INDUSTRY {
                row.put_missing(field, reason);
            }
        }
    }

    /// Total jobs and wages, and the share of tourism: for the county and, as separate facts, for the state.
    fn put_totals<'r>(&'r self, row: &mut Enriched<'r>, areas: &Areas<'r>) {
        let first = |area: u32, code: u32| {
            let has = |industries: &Industries<'_>| industries.table.get(area, code).is_some();
            Some((self.industries().find(has)?, area))
        };
        let by_county = |code| areas.counties().find_map(|county| first(county.0, code));
        let county = by_county(ALL).or_else(|| by_county(TOURISM[1]));
        if let Some((industries, county)) = county {
            OF_COUNTY.put(row, industries, county);
        }
        let state = areas.county().map_or(0, CountyFips::state) * 1000;
        if let Some((industries, state)) = first(state, ALL) {
            OF_STATE.put(row, industries, state);
            for field in [
                OF_COUNTY.jobs,
                OF_COUNTY.wage,
                OF_COUNTY.tourism,
                OF_COUNTY.share,
            ] {
                row.put_missing(field, Missing::ByStateOnly);
            }
        }
    }

    /// Adds the facts about the row's own industry.
    fn put_own_industry<'r>(
        &'r self,
        row: &mut Enriched<'r>,
        wanted: Wanted<'_>,
        areas: &Areas<'r>,
    ) -> Result<(), Missing> {
        let mut tables = self.industries();
        let found = tables.find_map(|industries| Some((industries, county_in(industries, areas)?)));
        let (industries, county) = found.ok_or(Missing::StateNotCovered)?;
        let codes = wanted.codes_in(industries.edition());
        let counted = Counted::new(industries, codes)?;
        let place = Place {
            reference: self,
            county,
            counted,
        };
        place.put(row);
        Ok(())
    }
}

/// The county in the table, or one that the table omits because all its industries are small.
fn county_in(industries: Industries<'_>, areas: &Areas<'_>) -> Option<u32> {
    let has = |county: &CountyFips| !industries.table.of_area(county.0).is_empty();
    let left_out =
        |county: &CountyFips| industries.has_state(county.state()) && !county.was_redrawn();
    // The table has both of Alaska's new counties together, as the former one.
    let is_split = areas.counties().any(|county| SPLIT_INTO.contains(&county));
    let counties = || areas.counties().chain(is_split.then_some(SPLIT));
    let found = counties().find(has);
    found
        .or_else(|| counties().find(left_out))
        .map(|county| county.0)
}

/// What the row says about its industry.
#[derive(Clone, Copy)]
enum Wanted<'s> {
    Given(&'s str, u32),
    Kind(Kind),
}

impl<'s> Wanted<'s> {
    fn of(subject: &Subject<'s>) -> Result<Self, Missing> {
        let given = subject
            .naics
            .and_then(|text| Some(Self::Given(text, parse(text)?)));
        let category = subject.category();
        let kind = || category.and_then(kind_of_category).map(Self::Kind);
        given.or_else(kind).ok_or(match category {
            Some(_) => Missing::NoIndustry,
            None => Missing::NoCategory,
        })
    }

    fn text<'r>(self) -> Value<'r> {
        let codes = match self {
            Self::Given(_, code) => code.to_string(),
            Self::Kind(kind) => {
                let codes = kind.codes.iter().map(u32::to_string);
                codes.collect::<Vec<_>>().join(", ")
            }
        };
        Value::Text(codes.into())
    }

    fn source<'r>(self) -> Source<'r> {
        match self {
            Self::Given(..) => Source::other("The row itself", "as given"),
            Self::Kind(_) => Source::other("NAICS 2022, by the row's category", "2022"),
        }
    }

    /// The six-digit industries, sorted.
    fn codes_in(self, edition: Edition) -> Vec<u32> {
        let mut codes = match self {
            // As given in the row, which may list several.
            Self::Given(text, _) => {
                let each = text.split(',').filter_map(parse);
                each.flat_map(|code| edition.of_given(code)).collect()
            }
            Self::Kind(kind) => kind.codes_in(edition),
        };
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}

/// A code of two to six digits; longer ones are cut to six.
fn parse(text: &str) -> Option<u32> {
    let digits: String = text
        .trim()
        .chars()
        .take_while(char::is_ascii_digit)
        .take(6)
        .collect();
    (digits.len() >= 2)
        .then(|| digits.parse().ok())
        .flatten()
        .filter(|code| *code >= 11)
}

/// The fields for all industries of an area together.
struct Totals {
    jobs: Field,
    wage: Field,
    tourism: Field,
    share: Field,
}

const OF_COUNTY: Totals = Totals {
    jobs: Field::DaytimeJobs,
    wage: Field::WeeklyWage,
    tourism: Field::TourismEmployment,
    share: Field::TourismIntensity,
};

const OF_STATE: Totals = Totals {
    jobs: Field::StateJobs,
    wage: Field::StateWeeklyWage,
    tourism: Field::StateTourismJobs,
    share: Field::StateTourismShare,
};

impl Totals {
    fn put<'r>(&self, row: &mut Enriched<'r>, industries: Industries<'r>, area: u32) {
        let source = || Source::Table(industries.info);
        let get = |code| industries.table.get(area, code);
        let jobs = get(ALL).and_then(|all| all.employment).map(f64::from);
        let wage = get(ALL).and_then(|all| all.weekly_wage).map(f64::from);
        row.put_number(self.jobs, jobs, source());
        row.put_number(self.wage, wage, source());
        let sectors = TOURISM.map(|code| get(code).and_then(|sector| sector.employment));
        let [Some(arts), Some(lodging)] = sectors else {
            return;
        };
        let tourism = f64::from(arts) + f64::from(lodging);
        row.put_number(self.tourism, Some(tourism), source());
        let share = jobs.filter(|jobs| *jobs > 0.0);
        let share = share.map(|jobs| 100.0 * tourism / jobs);
        row.put_number(self.share, share, source());
    }
}
