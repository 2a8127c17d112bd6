//! An industry in a county: its number of establishments, even if its table omits some, and how that compares
//! with elsewhere.

use std::borrow::Cow;

use crate::fact::Missing;
use crate::fields::Field;
use crate::industry_codes::{Edition, sector};
use crate::measure::Measure;
use crate::pack::{Industry, IndustryTable};
use crate::reference::{Industries, Reference};
use crate::row::{Enriched, Source, Value};

pub(super) const ALL: u32 = 0;

/// The fields about the row's own industry.
pub(super) const OF_THE_INDUSTRY: [Field; 10] = [
    Field::CountedAs,
    Field::Establishments,
    Field::Employees,
    Field::IndustryWage,
    Field::Per1000,
    Field::IndustryRank,
    Field::LocationQuotient,
    Field::SaturationState,
    Field::SaturationNational,
    Field::Opportunity,
];

const NATION: u32 = 0;

pub(super) struct Place<'r> {
    pub(super) reference: &'r Reference,
    pub(super) industries: Industries<'r>,
    pub(super) county: u32,
    pub(super) edition: Edition,
    /// Each has rows in the table, though maybe not in this county.
    pub(super) codes: Vec<u32>,
}

/// A count: exact, or a range if the table omits some.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Between(f64, f64);

impl Between {
    fn map(self, of: impl Fn(f64) -> f64) -> Self {
        Self(of(self.0), of(self.1))
    }

    fn is_one(self) -> bool {
        self.0.total_cmp(&self.1).is_eq()
    }

    /// As a number, or a range in words.
    fn value<'r>(self, field: Field) -> Value<'r> {
        let shown = |number: f64| field.spec().format.shown(number);
        if self.is_one() {
            return Value::Number(self.0);
        }
        Value::Text(format!("{}–{}", shown(self.0), shown(self.1)).into())
    }

    /// The same for establishments.
    fn counted<'r>(self) -> Value<'r> {
        let Self(low, high) = self;
        match (low == 0.0, self.is_one()) {
            (true, true) => Value::Text("none".into()),
            (true, false) => Value::Text(format!("fewer than {}", high + 1.0).into()),
            (false, _) => self.value(Field::Establishments),
        }
    }
}

impl<'r> Place<'r> {
    fn table(&self) -> &'r IndustryTable {
        self.industries.table
    }

    pub(super) fn put(&self, row: &mut Enriched<'r>) {
        let source = || Source::Table(self.industries.info);
        row.put(Field::CountedAs, Value::Text(self.title()), source());
        let rows: Vec<&Industry> = self.rows(self.county).collect();
        let Some(count) = self.count(&rows) else {
            return;
        };
        row.put(Field::Establishments, count.counted(), source());
        if rows.len() == self.codes.len() {
            let jobs = sum(&rows, |row| row.employment);
            row.put_number(Field::Employees, jobs, source());
            row.put_number(Field::IndustryWage, weekly_wage(&rows), source());
            row.put_number(Field::IndustryRank, self.rank(&rows), source());
            let quotient = self.location_quotient(&rows);
            row.put_number(Field::LocationQuotient, quotient, source());
            if self.table().get(self.county, ALL).is_none() {
                row.put_missing(Field::LocationQuotient, Missing::NoTotals);
            }
        }
        self.put_saturation(row, count);
        if rows.len() < self.codes.len() {
            for field in OF_THE_INDUSTRY {
                row.put_missing(field, Missing::NotPublished);
            }
        }
    }

    fn put_saturation(&self, row: &mut Enriched<'r>, count: Between) {
        let of_county = |measure| self.reference.of_county(self.county.into(), measure);
        let people = of_county(Measure::Population).filter(|people| people.value > 0.0);
        let Some(people) = people else {
            return;
        };
        let tables = [self.industries.info, people.table].map(Source::Table);
        let source = || Source::joined(tables.iter());
        let density = count.map(|count| count / people.value);
        let per_1000 = density.map(|density| 1000.0 * density);
        row.put(Field::Per1000, per_1000.value(Field::Per1000), source());
        let against = |state: u32| {
            let there = self.average(state)?;
            Some(density.map(|density| 100.0 * density / there))
        };
        let (state, nation) = (against(self.county / 1000), against(NATION));
        for (field, saturation) in [
            (Field::SaturationState, state),
            (Field::SaturationNational, nation),
        ] {
            if let Some(saturation) = saturation {
                row.put(field, saturation.value(field), source());
            }
        }
        if let (Some(state), Some(nation)) = (state, nation) {
            let (lowest, highest) = (
                opportunity(state.0, nation.0),
                opportunity(state.1, nation.1),
            );
            if lowest == highest {
                row.put(Field::Opportunity, Value::Text(lowest.into()), source());
            }
        }
    }

    /// The title of what was counted, with its codes.
    fn title(&self) -> Cow<'r, str> {
        let one = match self.codes[..] {
            [_] => None,
            _ => self.edition.exactly(&self.codes).next(),
        };
        let codes = one.map_or_else(|| self.codes.clone(), |one| vec![one]);
        let named = codes.iter().map(|code| {
            let title = self.edition.title(*code).unwrap_or("Industry");
            let elsewhere =
                self.edition == Edition::Of2017 && Edition::Of2022.title(*code).is_none();
            let edition = if elsewhere { ", NAICS 2017" } else { "" };
            format!("{title} ({code}{edition})")
        });
        named.collect::<Vec<_>>().join("; ").into()
    }

    fn rows(&self, area: u32) -> impl Iterator<Item = &'r Industry> {
        let table = self.table();
        self.codes
            .iter()
            .filter_map(move |code| table.get(area, *code))
    }

    /// The establishments; omitted ones add at most the sector's unpublished remainder.
    fn count(&self, rows: &[&Industry]) -> Option<Between> {
        let published = sum(rows, |row| row.establishments)?;
        let missing = self.codes.len() - rows.len();
        let most = self.industries.most_left_out() as usize * missing;
        let most = match self.left_of_the_sector() {
            Some(left) if missing > 0 => most.min(left as usize),
            _ => most,
        };
        Some(Between(published, published + most as f64))
    }

    /// The sector's establishments in the county, minus those published by industry.
    fn left_of_the_sector(&self) -> Option<u32> {
        let own = sector(*self.codes.first()?);
        let all = self.table().get(self.county, own)?.establishments?;
        let of_area = self.table().of_area(self.county).iter();
        let published = of_area.filter(|row| row.naics > 99_999 && sector(row.naics) == own);
        let published = published.filter_map(|row| row.establishments).sum();
        Some(all.saturating_sub(published))
    }

    /// 1 for the most establishments among the county's industries with the same number of digits.
    fn rank(&self, rows: &[&Industry]) -> Option<f64> {
        let [own] = rows else {
            return None;
        };
        let establishments = own.establishments?;
        let of_area = self.table().of_area(self.county).iter();
        let alike =
            of_area.filter(|other| other.naics.checked_ilog10() == own.naics.checked_ilog10());
        let more = alike.filter(|other| {
            other
                .establishments
                .is_some_and(|count| count > establishments)
        });
        Some((more.count() + 1) as f64)
    }

    /// Based on jobs, or on establishments if jobs are withheld.
    fn location_quotient(&self, rows: &[&Industry]) -> Option<f64> {
        let nation: Vec<&Industry> = self.rows(NATION).collect();
        let quotient = |of: fn(&Industry) -> Option<u32>| {
            let all = |area| {
                let all = of(self.table().get(area, ALL)?).map(f64::from);
                all.filter(|all| *all > 0.0)
            };
            let here = sum(rows, of)? / all(self.county)?;
            let there = sum(&nation, of)? / all(NATION)?;
            (there > 0.0).then(|| here / there)
        };
        quotient(|industry| industry.employment)
            .or_else(|| quotient(|industry| industry.establishments))
    }

    /// Establishments per resident of a state or the nation: from its own rows, or else over the table's
    /// counties.
    fn average(&self, state: u32) -> Option<f64> {
        let own: Vec<&Industry> = self.rows(state * 1000).collect();
        let (establishments, people) = if own.len() == self.codes.len() {
            let people = self.reference.population_of(state)?;
            (sum(&own, |row| row.establishments)?, people)
        } else {
            let sums = self
                .codes
                .iter()
                .filter_map(|code| self.table().sum(state, *code));
            let people = self.reference.residents_of(self.industries, state)?;
            (f64::from(sums.sum::<u32>()), people)
        };
        (establishments > 0.0 && people > 0.0).then(|| establishments / people)
    }
}

/// The sum, if all rows have a value.
fn sum(rows: &[&Industry], of: impl Fn(&Industry) -> Option<u32>) -> Option<f64> {
    let all: Option<u32> = rows.iter().map(|row| of(row)).sum();
    all.map(f64::from)
}

/// The mean wage, weighted by jobs.
fn weekly_wage(rows: &[&Industry]) -> Option<f64> {
    if let [own] = rows {
        return own.weekly_wage.map(f64::from);
    }
    let paid = |row: &&Industry| Some(f64::from(row.weekly_wage?) * f64::from(row.employment?));
    let paid = rows.iter().map(paid).sum::<Option<f64>>()?;
    let jobs = sum(rows, |row| row.employment).filter(|jobs| *jobs > 0.0)?;
    Some((paid / jobs).round())
}

/// The specification's thresholds.
fn opportunity(state: f64, nation: f64) -> &'static str {
    if state < 80.0 && nation < 80.0 {
        "High opportunity (low saturation)"
    } else if state > 120.0 || nation > 120.0 {
        "Limited opportunity (highly saturated)"
    } else {
        "Moderate opportunity"
    }
}
