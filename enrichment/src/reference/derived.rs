//! Values derived from tables: growth, from two vintages of one; and the tracts that a complete list does not
//! name.

use super::nation::sums;
use crate::geoid::CountyFips;
use crate::measure::Measure;
use crate::pack::{Geography, MetricTable, NATION, Table, TableData, TableInfo, WHOLE_ZONE_LIST};

/// What can grow, and the measure of its growth.
const GROWTH: &[(Measure, Measure)] = &[
    (Measure::Employed, Measure::EmploymentGrowth),
    (Measure::PermitUnits, Measure::PermitGrowth),
    (Measure::Population, Measure::PopulationGrowth),
];

/// The growth that two vintages of a measure give.
pub(crate) fn growth_of(measure: Measure) -> Option<Measure> {
    let found = GROWTH.iter().find(|(of, _)| *of == measure);
    found.map(|(_, growth)| *growth)
}

/// Whether a table was added here.
pub(super) fn is_growth(table: &Table) -> bool {
    let TableData::Metrics(metrics) = &table.data else {
        return false;
    };
    let grown = |measure: Measure| GROWTH.iter().any(|(_, growth)| *growth == measure);
    metrics.measures().all(|(_, measure)| grown(measure))
}

/// The census of 2010 was in April; the middle of 2014-2018 is July 2016.
const YEARS_FROM_CENSUS: f64 = 6.25;
const CENSUS: u16 = 2010;

/// The list of opportunity zones is complete for the 50 states and DC: every tract there that it does not
/// name is not a zone.
pub(super) fn complete_zone_list(tables: &mut [Table]) {
    let is_list = |table: &Table| table.info.id == WHOLE_ZONE_LIST;
    let Some(list) = tables.iter().position(is_list) else {
        return;
    };
    let TableData::Metrics(named) = &tables[list].data else {
        return;
    };
    let in_states = |geoid: &u64| {
        let county = u32::try_from(geoid / 1_000_000).unwrap_or_default();
        CountyFips(county).state() != PUERTO_RICO
    };
    let outside = tables
        .iter()
        .filter_map(|table| match &table.data {
            TableData::Shapes(areas) if areas.geography == named.geography => Some(&areas.shapes),
            _ => None,
        })
        .flat_map(|shapes| shapes.geoids.iter().copied().filter(in_states))
        .map(|geoid| (geoid, vec![Some(0.0)]))
        .collect();
    let outside = MetricTable::new(named.geography, &[Measure::OpportunityZone], outside);
    tables[list].data = TableData::Metrics(outside.joined(named));
}

const PUERTO_RICO: u32 = 72;

/// Adds a table for every pair of vintages that allow growth to be computed. The periods must not overlap:
/// differences of overlapping averages are meaningless.
pub(super) fn add(tables: &mut Vec<Table>) {
    let mut found = Vec::new();
    for (place, newer) in tables.iter().enumerate() {
        let TableData::Metrics(metrics) = &newer.data else {
            continue;
        };
        found.extend(since_census(&newer.info, metrics));
        for older in tables
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, t)| t)
        {
            found.extend(between(newer, metrics, older));
        }
    }
    tables.extend(found);
}

fn between(newer: &Table, metrics: &MetricTable, older: &Table) -> Vec<Table> {
    let TableData::Metrics(before) = &older.data else {
        return Vec::new();
    };
    let (now, then) = (&newer.info.vintage, &older.info.vintage);
    let alike = newer.info.id == older.info.id && before.geography == metrics.geography;
    if !alike || then.last >= now.first {
        return Vec::new();
    }
    let years = f64::from(now.first + now.last - then.first - then.last) / 2.0;
    GROWTH
        .iter()
        .filter_map(|(of, growth)| {
            let both = |key: u64| Some((before.get(key, *of)?, metrics.get(key, *of)?));
            let rate = |key: u64| both(key).and_then(|(then, now)| annual(then, now, years));
            // For the nation: computed from all counties together if the tables do not have it.
            let summed = || sums(metrics, |_, key| both(key));
            let nation =
                rate(NATION).or_else(|| summed().and_then(|(then, now)| annual(then, now, years)));
            let vintage = now.spanning(then);
            table((&newer.info, metrics), *growth, rate, nation, vintage)
        })
        .collect()
}

/// Population growth since the 2010 census, from a table that has both counts.
fn since_census(info: &TableInfo, metrics: &MetricTable) -> Option<Table> {
    if metrics.geography != Geography::Counties {
        return None;
    }
    let rate = |key: u64| {
        let census = metrics.get(key, Measure::Population2010)?;
        annual(
            census,
            metrics.get(key, Measure::Population)?,
            YEARS_FROM_CENSUS,
        )
    };
    let vintage = crate::vintage::Vintage::years(CENSUS, info.vintage.last);
    let growth = Measure::PopulationGrowth;
    table((info, metrics), growth, rate, rate(NATION), vintage)
}

/// The mean annual change in percent, compounded; `None` if it starts from zero.
fn annual(before: f64, now: f64, years: f64) -> Option<f64> {
    (before > 0.0 && now >= 0.0 && years > 0.0)
        .then(|| ((now / before).powf(1.0 / years) - 1.0) * 100.0)
}

fn table(
    (info, metrics): (&TableInfo, &MetricTable),
    measure: Measure,
    rate: impl Fn(u64) -> Option<f64>,
    nation: Option<f64>,
    vintage: crate::vintage::Vintage,
) -> Option<Table> {
    let mut rows: Vec<_> = metrics
        .areas()
        .filter_map(|(_, key)| Some((key, vec![Some(rate(key)?)])))
        .collect();
    if rows.is_empty() {
        return None;
    }
    rows.extend(nation.map(|rate| (NATION, vec![Some(rate)])));
    Some(Table {
        info: TableInfo {
            vintage,
            rows: rows.len() as u64,
            ..info.clone()
        },
        data: TableData::Metrics(MetricTable::new(metrics.geography, &[measure], rows)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vintage::Vintage;

    fn laus(vintage: Vintage, employed: f64) -> Table {
        let rows = vec![(1001, vec![Some(employed)]), (1003, vec![Some(0.0)])];
        Table {
            info: TableInfo::new("laus", vintage),
            data: TableData::Metrics(MetricTable::new(
                Geography::Counties,
                &[Measure::Employed],
                rows,
            )),
        }
    }

    #[test]
    fn growth_is_compounded_by_year_and_needs_two_periods_that_do_not_overlap() {
        let mut tables = vec![
            laus(Vintage::year(2020), 121.0),
            laus(Vintage::year(2018), 100.0),
        ];
        add(&mut tables);
        assert_eq!(tables.len(), 3);
        assert_eq!(tables[2].info.vintage.label, "2018-2020");
        let TableData::Metrics(growth) = &tables[2].data else {
            panic!("metrics");
        };
        let rate = growth.get(1001, Measure::EmploymentGrowth).unwrap();
        assert!((rate - 10.0).abs() < 1e-9);
        // From zero there is no growth rate.
        assert_eq!(growth.get(1003, Measure::EmploymentGrowth), None);

        let mut alone = vec![laus(Vintage::year(2020), 121.0)];
        add(&mut alone);
        assert_eq!(alone.len(), 1);
        let mut overlapping = vec![
            laus(Vintage::years(2016, 2020), 121.0),
            laus(Vintage::years(2014, 2018), 100.0),
        ];
        add(&mut overlapping);
        assert_eq!(overlapping.len(), 2);
    }
}
