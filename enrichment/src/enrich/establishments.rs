//! An industry in a county: its number of establishments, even if its table omits some, and how that compares
//! with elsewhere.

use atlas::{Class, Compared};

use crate::atlas::{Counted, class_text};
use crate::fact::Missing;
use crate::fields::Field;
use crate::geoid::CountyFips;
use crate::measure::Measure;
use crate::pack::{Industry, IndustryTable};
use crate::reference::Reference;
use crate::row::{Enriched, Source, Value};

pub(super) const ALL: u32 = 0;

/// The fields about the row's own industry.
pub(super) const OF_THE_INDUSTRY: [Field; 12] = [
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
    Field::MarketClass,
    Field::MarketIndex,
];

/// Those that need a row of each code.
const OF_ALL_ROWS: [Field; 4] = [
    Field::Employees,
    Field::IndustryWage,
    Field::IndustryRank,
    Field::LocationQuotient,
];

/// Those that compare it with demand.
const OF_THE_MARKET: [Field; 5] = [
    Field::SaturationState,
    Field::SaturationNational,
    Field::Opportunity,
    Field::MarketClass,
    Field::MarketIndex,
];

const NATION: u32 = 0;

pub(super) struct Place<'r> {
    pub(super) reference: &'r Reference,
    pub(super) county: u32,
    pub(super) counted: Counted<'r>,
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
        self.counted.industries.table
    }

    pub(super) fn put(&self, row: &mut Enriched<'r>) {
        let source = || Source::Table(self.counted.industries.info);
        row.put(
            Field::CountedAs,
            Value::Text(self.counted.title()),
            source(),
        );
        let rows: Vec<&Industry> = self.counted.rows(self.county).collect();
        let Some(count) = self.counted.count(self.county) else {
            return;
        };
        let count = Between(count.low().into(), count.high().into());
        row.put(Field::Establishments, count.counted(), source());
        if rows.len() == self.counted.codes.len() {
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
        self.put_per_1000(row, count);
        if let Err(reason) = self.put_saturation(row) {
            for field in OF_THE_MARKET {
                row.put_missing(field, reason);
            }
        }
        if rows.len() < self.counted.codes.len() {
            for field in OF_ALL_ROWS {
                row.put_missing(field, Missing::NotPublished);
            }
        }
    }

    /// Per resident, which needs no model.
    fn put_per_1000(&self, row: &mut Enriched<'r>, count: Between) {
        let people = self
            .reference
            .of_county(self.county.into(), Measure::Population);
        let Some(people) = people.filter(|people| people.value > 0.0) else {
            return;
        };
        let tables = [self.counted.industries.info, people.table].map(Source::Table);
        let per_1000 = count.map(|count| 1000.0 * count / people.value);
        row.put(
            Field::Per1000,
            per_1000.value(Field::Per1000),
            Source::joined(tables.iter()),
        );
    }

    /// Supply against demand, as on the Demand Map.
    fn put_saturation(&self, row: &mut Enriched<'r>) -> Result<(), Missing> {
        let (Some(inputs), Some(market)) = (
            self.reference.atlas_inputs(),
            self.reference.market_of(&self.counted),
        ) else {
            return Err(Missing::NoDemand);
        };
        if market.similar.is_too_rare() {
            return Err(Missing::TooRare);
        }
        let place = market
            .place(CountyFips(self.county))
            .ok_or(Missing::NoDemand)?;
        let tables = inputs.tables(market.demand.base).map(Source::Table);
        let tables: Vec<Source<'_>> = [Source::Table(self.counted.industries.info)]
            .into_iter()
            .chain(tables)
            .collect();
        let source = || Source::joined(tables.iter());
        let around = market.index_around(inputs, place);
        row.put_number(Field::MarketIndex, around, source());
        let similar = market.told(place, Compared::Similar);
        let class = similar.estimate.class(similar.usual);
        if class == Class::Unknown && !market.counties[place].1.count.is_exact() {
            return Err(Missing::CannotTell);
        }
        let index = |compared| {
            let told = market.told(place, compared);
            told.estimate.index(told.usual)
        };
        let (state, nation) = (index(Compared::State), index(Compared::Nation));
        row.put_number(Field::SaturationState, Some(state), source());
        row.put_number(Field::SaturationNational, Some(nation), source());
        row.put(
            Field::Opportunity,
            Value::Text(opportunity(state, nation).into()),
            source(),
        );
        row.put(
            Field::MarketClass,
            Value::Text(class_text(class).into()),
            source(),
        );
        Ok(())
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
        let nation: Vec<&Industry> = self.counted.rows(NATION).collect();
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
