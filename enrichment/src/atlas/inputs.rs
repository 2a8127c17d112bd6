//! What demand is made of, county by county.

use std::collections::HashMap;

use atlas::{Base, Demand, Place, Position};

use super::middles::{self, PeopledTract};
use crate::geoid::CountyFips;
use crate::measure::Measure;
use crate::pack::{MetricTable, TableInfo};

/// All of them in one table: each ratio is within one table and vintage.
pub(super) const OF_ONE_TABLE: [Measure; 6] = [
    Measure::Population,
    Measure::Households,
    Measure::Under18,
    Measure::From65,
    Measure::DaytimePopulation,
    Measure::PerCapitaIncome,
];

/// A county's inputs, where they are published.
#[derive(Debug, Clone, PartialEq)]
pub struct County {
    pub fips: CountyFips,
    pub people: f64,
    households: Option<f64>,
    under_18: Option<f64>,
    from_65: Option<f64>,
    vehicles: Option<f64>,
    by_day: Option<f64>,
    /// Income a head, in US dollars.
    pub income: Option<f64>,
    pub square_miles: f64,
}

impl County {
    /// People, households or vehicles.
    #[must_use]
    pub fn base(&self, base: Base) -> Option<f64> {
        match base {
            Base::Residents => Some(self.people),
            Base::Under18 => self.under_18,
            Base::From65 => self.from_65,
            Base::Households => self.households,
            Base::Vehicles => self.vehicles,
        }
    }

    /// The logarithm of the residents per square mile.
    #[must_use]
    pub fn density(&self) -> f64 {
        (self.people / self.square_miles).ln()
    }
}

/// The counties' inputs, and the tables that they are from.
#[derive(Debug)]
pub struct Inputs {
    pub counties: Vec<County>,
    places: HashMap<CountyFips, usize>,
    /// Of the nation, a head, weighted by residents.
    pub income: f64,
    pub people: TableInfo,
    pub vehicles: Option<TableInfo>,
    /// Each county's middle, weighted by the people of its tracts.
    pub middles: Vec<Option<Position>>,
    /// By GEOID.
    pub tracts: Vec<PeopledTract>,
}

impl Inputs {
    /// Of a table of counties, one with vehicles, and the tracts.
    pub(crate) fn of(
        (metrics, people): (&MetricTable, &TableInfo),
        vehicles: Option<(&MetricTable, &TableInfo)>,
        tracts: Vec<PeopledTract>,
    ) -> Self {
        let mut counties: Vec<County> = metrics
            .areas()
            .filter_map(|(row, key)| {
                county(metrics, row, key, vehicles.map(|(metrics, _)| metrics))
            })
            .collect();
        counties.sort_by_key(|county| county.fips);
        let known = counties
            .iter()
            .filter_map(|county| Some((county.people, county.income?)));
        let (people_with, sum) = known.fold((0.0, 0.0), |(people_with, sum), (people, income)| {
            (people_with + people, sum + people * income)
        });
        let middles = middles::of_counties(&tracts);
        Self {
            places: counties
                .iter()
                .enumerate()
                .map(|(place, county)| (county.fips, place))
                .collect(),
            middles: counties
                .iter()
                .map(|county| middles.get(&county.fips).copied())
                .collect(),
            income: sum / people_with,
            people: people.clone(),
            vehicles: vehicles.map(|(_, info)| info.clone()),
            counties,
            tracts,
        }
    }

    /// A county's place among them.
    #[must_use]
    pub fn place(&self, county: CountyFips) -> Option<usize> {
        self.places.get(&county).copied()
    }

    /// What a demand asks of a county.
    #[must_use]
    pub fn of_county(&self, county: &County, base: Base) -> Place {
        Place {
            base: county.base(base),
            by_day: county.by_day.map(|by_day| by_day / county.people),
            income: county.income.map(|income| income / self.income),
        }
    }

    /// `D`, or what is not published of it.
    pub(crate) fn demand(&self, county: &County, demand: &Demand) -> Result<f64, Absent> {
        let place = self.of_county(county, demand.base);
        demand.of(&place).ok_or(match place {
            Place { base: None, .. } => Absent::Base(demand.base),
            Place { income: None, .. } if demand.epsilon > 0.0 => Absent::Income,
            _ => Absent::DaytimePeople,
        })
    }

    /// `D`; none where something of it is not published.
    #[must_use]
    pub fn demand_of(&self, county: &County, demand: &Demand) -> Option<f64> {
        self.demand(county, demand).ok()
    }

    /// The counties with the nearest middles, nearest first.
    #[must_use]
    pub fn nearest(&self, county: CountyFips, most: usize) -> Vec<CountyFips> {
        let middle = |place: usize| self.middles[place];
        let Some(here) = self.place(county).and_then(middle) else {
            return Vec::new();
        };
        let others = self.counties.iter().zip(&self.middles);
        let others = others.filter(|(other, _)| other.fips != county);
        let mut near: Vec<(f64, CountyFips)> = others
            .filter_map(|(other, middle)| Some((here.miles_to((*middle)?), other.fips)))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.truncate(most);
        near.into_iter().map(|(_, fips)| fips).collect()
    }

    /// All tables that demand is made of.
    pub fn all_tables(&self) -> impl Iterator<Item = &TableInfo> {
        std::iter::once(&self.people).chain(&self.vehicles)
    }

    /// The tables that a demand is made of.
    pub fn tables(&self, base: Base) -> impl Iterator<Item = &TableInfo> {
        let vehicles = self.vehicles.as_ref().filter(|_| base == Base::Vehicles);
        std::iter::once(&self.people).chain(vehicles)
    }
}

/// What the demand of a county is made of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Ingredient {
    /// Whom the kind serves.
    Base(Base),
    /// People in the daytime for each resident.
    ByDay,
    /// Income a head, in US dollars.
    Income,
    /// Residents per square mile.
    Density,
}

impl Inputs {
    /// What the demand of a county is made of where it has these constants, each with its table. None where it is not
    /// published.
    pub fn ingredients(
        &self,
        county: &County,
        demand: &Demand,
    ) -> impl Iterator<Item = (Ingredient, Option<f64>, &TableInfo)> {
        let people = &self.people;
        let of_base = match (demand.base, &self.vehicles) {
            (Base::Vehicles, Some(vehicles)) => vehicles,
            _ => people,
        };
        let base = |base: Base, table| (Ingredient::Base(base), county.base(base), table);
        let by_day = county.by_day.map(|by_day| by_day / county.people);
        let density = Some(county.people / county.square_miles);
        let each = [
            Some(base(Base::Residents, people)),
            (demand.base != Base::Residents).then(|| base(demand.base, of_base)),
            (demand.omega > 0.0).then_some((Ingredient::ByDay, by_day, people)),
            (demand.epsilon > 0.0).then_some((Ingredient::Income, county.income, people)),
            Some((Ingredient::Density, density, people)),
        ];
        each.into_iter().flatten()
    }
}

/// What is not published of a county, so that its demand is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    Base(Base),
    Income,
    DaytimePeople,
}

fn county(
    metrics: &MetricTable,
    row: usize,
    key: u64,
    vehicles: Option<&MetricTable>,
) -> Option<County> {
    let known = |measure| {
        let (column, _) = metrics.measures().find(|(_, one)| *one == measure)?;
        metrics.value(column, row)
    };
    let fips = CountyFips(u32::try_from(key).ok()?);
    Some(County {
        fips,
        people: known(Measure::Population).filter(|people| *people > 0.0)?,
        households: known(Measure::Households),
        under_18: known(Measure::Under18),
        from_65: known(Measure::From65),
        vehicles: vehicles.and_then(|table| table.get(key, Measure::Vehicles)),
        by_day: known(Measure::DaytimePopulation),
        income: known(Measure::PerCapitaIncome),
        square_miles: known(Measure::LandAreaSqMi).filter(|area| *area > 0.0)?,
    })
}
