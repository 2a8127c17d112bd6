//! National figures for comparison with facts, from the same table as the fact.
//!
//! A table's own national row takes precedence. Without one, a rate gets the mean over all counties, weighted
//! by the denominator of the rate in the same table. Medians, and rates whose denominator the table lacks,
//! get the deciles of the counties, which are never called an average.

use std::collections::HashMap;

use crate::fields::{Field, FieldSpec};
use crate::measure::{Measure as M, Unit};
use crate::pack::MetricTable;

/// A table with fewer areas does not represent the nation.
const WHOLE_COUNTIES: usize = 3_000;
const WHOLE_TRACTS: usize = 65_000;

/// The percentage of areas with a value that must also have a denominator.
const WITH_BASE: usize = 95;

/// The codes of the states and DC end below those of the Island Areas and Puerto Rico, which are not part of
/// national figures.
const STATES_END: u64 = 60;

/// A national figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NationFigure {
    Average(f64),
    /// Boundaries that divide the areas into ten groups of equal size, lowest first; the fifth is the median.
    Deciles([f64; 9]),
}

/// For each field, the tables with a national figure.
pub(super) type Nations = HashMap<Field, Vec<(usize, NationFigure)>>;

impl NationFigure {
    /// Rounded like the facts of the field.
    pub(super) fn rounded(self, spec: &FieldSpec) -> Self {
        let rounded = |value| spec.format.rounded(value);
        match self {
            Self::Average(value) => Self::Average(rounded(value)),
            Self::Deciles(values) => Self::Deciles(values.map(rounded)),
        }
    }
}

/// Whether a comparison makes sense: counts and sums grow with the area, and for votes and hazards more is
/// not better or worse.
pub(super) fn is_compared(measure: M) -> bool {
    match measure {
        M::RepublicanShare
        | M::DemocratShare
        | M::GreenShare
        | M::LibertarianShare
        | M::OtherPartyShare
        | M::PermitGrowth
        | M::PermitValue
        | M::ExpectedAnnualLoss => false,
        M::GiniIndex => true,
        _ => matches!(
            measure.unit(),
            Unit::Percent | Unit::Usd | Unit::Years | Unit::Minutes | Unit::MeanPeople
        ),
    }
}

pub(super) fn figure(metrics: &MetricTable, column: usize, measure: M) -> Option<NationFigure> {
    if let Some(published) = metrics.nation(column) {
        return Some(NationFigure::Average(published));
    }
    let known = |row: usize| metrics.value(column, row);
    let mut values: Vec<f64> = of_states(metrics)
        .filter_map(|(row, _)| known(row))
        .collect();
    if values.len() < whole(metrics) {
        return None;
    }
    if let Some(base) = base(metrics, measure) {
        let weighted = of_states(metrics).filter_map(|(row, _)| Some((base(row)?, known(row)?)));
        let weighted: Vec<(f64, f64)> = weighted.collect();
        let all: f64 = weighted.iter().map(|(base, _)| base).sum();
        let sum: f64 = weighted.iter().map(|(base, value)| base * value).sum();
        if all > 0.0 && weighted.len() * 100 >= values.len() * WITH_BASE {
            return Some(NationFigure::Average(sum / all));
        }
    }
    values.sort_by(f64::total_cmp);
    let decile = |tenths: usize| values[(values.len() * tenths).div_ceil(10) - 1];
    Some(NationFigure::Deciles(std::array::from_fn(|place| {
        decile(place + 1)
    })))
}

/// The denominator of a row's rate.
type Base<'t> = Box<dyn Fn(usize) -> Option<f64> + 't>;

/// What a rate is a share of, or a mean over, in its own table; `None` for a median.
fn base(metrics: &MetricTable, measure: M) -> Option<Base<'_>> {
    let of = |base: M| -> Option<Base<'_>> {
        let column = column(metrics, base)?;
        Some(Box::new(move |row| metrics.value(column, row)))
    };
    match measure {
        M::UnemploymentRate => of(M::LaborForce),
        M::Age65Plus | M::PerCapitaIncome => of(M::Population),
        // Growth in percent refers to the earlier population.
        M::PopulationGrowth => {
            let (now, growth) = (of(M::Population)?, of(M::PopulationGrowth)?);
            Some(Box::new(move |row| {
                Some(now(row)? / (1.0 + growth(row)? / 100.0))
            }))
        }
        M::VacancyRate | M::MobileHomes => of(M::HousingUnits),
        M::HouseholdSize
        | M::Homeownership
        | M::NoInternet
        | M::NoVehicleShare
        | M::OneVehicleShare
        | M::TwoVehicleShare
        | M::ThreePlusVehicleShare => of(M::Households),
        M::DroveAlone
        | M::Carpooled
        | M::PublicTransport
        | M::Walked
        | M::OtherMeans
        | M::WorkedFromHome => of(M::Workers),
        M::CommuteMinutes => {
            let (workers, home) = (of(M::Workers)?, of(M::WorkedFromHome)?);
            Some(Box::new(move |row| {
                Some(workers(row)? * (1.0 - home(row)? / 100.0))
            }))
        }
        _ => None,
    }
}

/// Residents per square mile over all counties.
pub(super) fn density(metrics: &MetricTable) -> Option<f64> {
    let (people, land) = (
        column(metrics, M::Population)?,
        column(metrics, M::LandAreaSqMi)?,
    );
    let both = |row, _| Some((metrics.value(people, row)?, metrics.value(land, row)?));
    let (people, land) = sums(metrics, both)?;
    (land > 0.0).then(|| people / land)
}

fn column(metrics: &MetricTable, measure: M) -> Option<usize> {
    let mut measures = metrics.measures();
    measures.find_map(|(column, there)| (there == measure).then_some(column))
}

/// Sums of two figures of each area over the nation, from each row's index and number; `None` if too few
/// areas have both.
pub(super) fn sums(
    metrics: &MetricTable,
    both: impl Fn(usize, u64) -> Option<(f64, f64)>,
) -> Option<(f64, f64)> {
    let (mut count, mut sums) = (0, (0.0, 0.0));
    for (first, second) in of_states(metrics).filter_map(|(row, key)| both(row, key)) {
        count += 1;
        sums = (sums.0 + first, sums.1 + second);
    }
    (count >= whole(metrics)).then_some(sums)
}

/// How many areas a table needs to represent the nation.
fn whole(metrics: &MetricTable) -> usize {
    if metrics.geography.is_tracts() {
        WHOLE_TRACTS
    } else {
        WHOLE_COUNTIES
    }
}

/// The areas of the 50 states and DC, with their row indexes.
fn of_states(metrics: &MetricTable) -> impl Iterator<Item = (usize, u64)> {
    let areas_of_a_state = if metrics.geography.is_tracts() {
        1_000_000_000
    } else {
        1_000
    };
    let areas = metrics.areas();
    areas.filter(move |(_, key)| key / areas_of_a_state < STATES_END)
}
