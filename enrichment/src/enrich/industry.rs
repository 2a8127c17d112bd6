//! The row's industry in its county, and how that compares with state and nation.

use super::naics::naics_of_category;
use super::subject::Subject;
use crate::fields::Field;
use crate::measure::Measure;
use crate::pack::{Industry, IndustryTable, TableInfo};
use crate::reference::{Areas, Reference, Sourced};
use crate::row::{Enriched, Source, Value};

/// All industries together.
const ALL: u32 = 0;
const NATION: u32 = 0;
/// Arts, entertainment and recreation; accommodation and food services.
const TOURISM: [u32; 2] = [71, 72];

impl Reference {
    pub(super) fn put_industry<'r>(
        &'r self,
        row: &mut Enriched<'r>,
        subject: &Subject<'_>,
        areas: &Areas<'r>,
    ) {
        let given = subject.naics.and_then(parse);
        let by_category = || subject.category.and_then(naics_of_category);
        let code = given.or_else(by_category);
        if let Some(code) = code {
            let source = if given.is_some() {
                Source::other("The row itself", "as given")
            } else {
                Source::other("NAICS 2022, by the row's category", "2022")
            };
            row.put(Field::Naics6, Value::Text(code.to_string().into()), source);
        }
        let Some((table, info)) = self.industries() else {
            return;
        };
        let county = areas
            .counties()
            .find(|county| !table.of_area(county.0).is_empty());
        let Some(county) = county else {
            return;
        };
        put_totals(row, table, info, county.0);
        if let Some(code) = code {
            let place = Place {
                table,
                info,
                county: county.0,
                people: self
                    .of_county(county.0.into(), Measure::Population)
                    .filter(|people| people.value > 0.0),
                state_people: self.population_of(county.state()),
                nation_people: self.population_of(NATION),
            };
            place.put(row, code);
        }
    }
}

/// A code of two to six digits; of a longer one the first six.
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

/// The whole county's jobs and wages, and what tourism has of them.
fn put_totals<'r>(
    row: &mut Enriched<'r>,
    table: &'r IndustryTable,
    info: &'r TableInfo,
    county: u32,
) {
    let source = || Source::Table(info);
    let all = table.get(county, ALL);
    let jobs = all.and_then(|all| all.employment).map(f64::from);
    row.put_number(Field::DaytimeJobs, jobs, source());
    row.put_number(
        Field::WeeklyWage,
        all.and_then(|all| all.weekly_wage).map(f64::from),
        source(),
    );
    let sectors = TOURISM.map(|code| table.get(county, code).and_then(|sector| sector.employment));
    let [Some(arts), Some(lodging)] = sectors else {
        return;
    };
    let tourism = f64::from(arts) + f64::from(lodging);
    row.put_number(Field::TourismEmployment, Some(tourism), source());
    let share = jobs
        .filter(|jobs| *jobs > 0.0)
        .map(|jobs| 100.0 * tourism / jobs);
    row.put_number(Field::TourismIntensity, share, source());
}

/// An industry's surroundings.
struct Place<'r> {
    table: &'r IndustryTable,
    info: &'r TableInfo,
    county: u32,
    people: Option<Sourced<'r>>,
    state_people: Option<f64>,
    nation_people: Option<f64>,
}

impl<'r> Place<'r> {
    fn put(&self, row: &mut Enriched<'r>, code: u32) {
        let Some(own) = self.most_detailed(code) else {
            return;
        };
        let source = || Source::Table(self.info);
        let establishments = own.establishments.map(f64::from);
        row.put_number(Field::Establishments, establishments, source());
        row.put_number(Field::Employees, own.employment.map(f64::from), source());
        row.put_number(
            Field::IndustryWage,
            own.weekly_wage.map(f64::from),
            source(),
        );
        row.put_number(Field::IndustryRank, self.rank(own), source());
        row.put_number(
            Field::LocationQuotient,
            self.location_quotient(own),
            source(),
        );
        let Some(people) = self.people else {
            return;
        };
        let Some(density) = per_resident(own, Some(people.value)) else {
            return;
        };
        let source = || Source::joined([source(), Source::Table(people.table)].iter());
        row.put_number(Field::Per1000, Some(1000.0 * density), source());
        let against = |area: u32, people: Option<f64>| {
            let there = per_resident(self.table.get(area, own.naics)?, people)?;
            (there > 0.0).then(|| 100.0 * density / there)
        };
        let state = against(self.county / 1000 * 1000, self.state_people);
        let nation = against(NATION, self.nation_people);
        row.put_number(Field::SaturationState, state, source());
        row.put_number(Field::SaturationNational, nation, source());
        if let (Some(state), Some(nation)) = (state, nation) {
            let text = if state < 80.0 && nation < 80.0 {
                "High opportunity (low saturation)"
            } else if state > 120.0 || nation > 120.0 {
                "Limited opportunity (highly saturated)"
            } else {
                "Moderate opportunity"
            };
            row.put(Field::Opportunity, Value::Text(text.into()), source());
        }
    }

    /// The industry at the most digits that the county has.
    fn most_detailed(&self, code: u32) -> Option<&'r Industry> {
        let mut code = sector(code);
        loop {
            if let Some(found) = self.table.get(self.county, code) {
                return Some(found);
            }
            if code < 100 {
                return None;
            }
            code = sector(code / 10);
        }
    }

    /// 1 for the most establishments among the county's industries of as many digits.
    fn rank(&self, own: &Industry) -> Option<f64> {
        let establishments = own.establishments?;
        let digits = own.naics.ilog10();
        if digits == 1 && !self.table.has_all_sectors() {
            return None;
        }
        let more = self
            .table
            .of_area(self.county)
            .iter()
            .filter(|other| other.naics != ALL && other.naics.ilog10() == digits)
            .filter(|other| {
                other
                    .establishments
                    .is_some_and(|count| count > establishments)
            })
            .count();
        Some((more + 1) as f64)
    }

    /// Of jobs, or where they are withheld of establishments.
    fn location_quotient(&self, own: &Industry) -> Option<f64> {
        let quotient = |of: fn(&Industry) -> Option<u32>| {
            let get = |area, code| of(self.table.get(area, code)?).map(f64::from);
            let here = of(own).map(f64::from)? / get(self.county, ALL).filter(|all| *all > 0.0)?;
            let there = get(NATION, own.naics)? / get(NATION, ALL).filter(|all| *all > 0.0)?;
            (there > 0.0).then(|| here / there)
        };
        quotient(|industry| industry.employment)
            .or_else(|| quotient(|industry| industry.establishments))
    }
}

fn per_resident(industry: &Industry, people: Option<f64>) -> Option<f64> {
    let people = people.filter(|people| *people > 0.0)?;
    Some(f64::from(industry.establishments?) / people)
}

/// Manufacturing, retail and transport span codes and are known by their first.
fn sector(code: u32) -> u32 {
    match code {
        32 | 33 => 31,
        45 => 44,
        49 => 48,
        _ => code,
    }
}
