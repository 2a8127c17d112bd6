//! National figures from the shipped tables: the mean of a rate, the deciles of a median.

use enrichment::NationFigure;
use enrichment::fields::Field;
use enrichment::measure::Measure;
use enrichment::pack::{MetricTable, Pack, TableData};

use super::{enrich, reference};

/// A table of the pack, with the numbers of its counties of the 50 states and DC.
fn counties_of(id: &str, vintage: &str) -> (MetricTable, Vec<u64>) {
    let tables = Pack::starter().unwrap().tables;
    let is = |table: &&enrichment::pack::Table| {
        table.info.id == id && table.info.vintage.label == vintage
    };
    let TableData::Metrics(table) = &tables.iter().find(is).unwrap().data else {
        panic!("{id} is not a table of figures")
    };
    let counties = table.keys().iter().copied();
    let counties = counties.filter(|key| (1_000..60_000).contains(key));
    (table.clone(), counties.collect())
}

fn nation(field: Field, id: &str, vintage: &str) -> Option<NationFigure> {
    let mut figures = reference().nation(field);
    let found = figures.find(|(table, _)| table.id == id && table.vintage.label == vintage);
    found.map(|(_, figure)| figure)
}

#[test]
// ACC-05
fn acc_05_a_rate_is_compared_with_the_nations_of_the_same_table_and_year() {
    let (laus, counties) = counties_of("laus", "2022");
    let sum = |measure| -> f64 {
        let values = counties.iter().filter_map(|key| laus.get(*key, measure));
        values.sum()
    };
    let of_all = 100.0 * sum(Measure::Unemployed) / sum(Measure::LaborForce);
    let Some(NationFigure::Average(found)) = nation(Field::UnemploymentRate, "laus", "2022") else {
        panic!("LAUS has an average")
    };
    println!("unemployment of 2022: {found} by rates, {of_all} by counts");
    assert!((found - of_all).abs() < 0.01 && (3.5..3.8).contains(&found));

    let (before, _) = counties_of("laus", "2021");
    let of = |table: &MetricTable| -> f64 {
        let employed = counties.iter().filter(|key| before.row(**key).is_some());
        employed
            .filter_map(|key| table.get(*key, Measure::Employed))
            .sum()
    };
    let growth = 100.0 * (of(&laus) / of(&before) - 1.0);
    let Some(NationFigure::Average(found)) = nation(Field::EmploymentGrowth, "laus", "2021-2022")
    else {
        panic!("employment growth has an average")
    };
    println!("employment growth 2021-2022: {found}, {growth} by counts");
    assert!((found - growth).abs() < 0.01);

    // Old figures are compared with the nation's of their time: far from the 15 % of later years.
    let old = nation(Field::WorkFromHome, "acs-county-profile", "2013-2017");
    let Some(NationFigure::Average(home)) = old else {
        panic!("working from home has an average")
    };
    println!("working from home 2013-2017: {home}");
    assert!((4.0..5.5).contains(&home));
    for (field, id, vintage, from, to) in [
        (Field::CountyGrowth, "pep", "2023", 0.4, 0.6),
        (Field::PopulationDensity, "svi", "2018-2022", 90.0, 97.0),
        (Field::HouseholdSizeCounty, "svi", "2018-2022", 2.4, 2.7),
        (
            Field::Age65County,
            "acs-county-extract",
            "2020-2024",
            16.0,
            18.5,
        ),
        (
            Field::CommuteTime,
            "acs-county-profile",
            "2013-2017",
            25.5,
            27.5,
        ),
    ] {
        let figure = nation(field, id, vintage);
        println!("{}: {figure:?}", field.name());
        let fits =
            matches!(figure, Some(NationFigure::Average(value)) if (from..to).contains(&value));
        assert!(fits, "{}: {figure:?}", field.name());
    }
}

#[test]
// ACC-05
fn acc_05_a_median_has_the_deciles_of_the_same_tables_areas() {
    let (acs, counties) = counties_of("acs", "2019-2023");
    let Some(NationFigure::Deciles(deciles)) =
        nation(Field::MedianIncomeCounty, "acs", "2019-2023")
    else {
        panic!("a median has no average")
    };
    let incomes = counties
        .iter()
        .filter_map(|key| acs.get(*key, Measure::MedianHouseholdIncome));
    let incomes: Vec<f64> = incomes.collect();
    for (place, decile) in deciles.iter().enumerate() {
        let below = incomes.iter().filter(|income| *income <= decile).count() as f64;
        let share = 10.0 * below / incomes.len() as f64;
        assert!(
            (share - (place + 1) as f64).abs() < 0.05,
            "{decile}: {share} of 10"
        );
    }
    for field in [
        Field::Gini,
        Field::MedianAgeCounty,
        Field::CountyMedianRent,
        Field::PovertyRate,
    ] {
        let figures: Vec<_> = reference().nation(field).collect();
        let first = figures.first().map(|(_, figure)| figure);
        assert!(
            matches!(first, Some(NationFigure::Deciles(_))),
            "{}",
            field.name()
        );
    }
    let tracts = nation(Field::MedianIncomeTract, "acs-tract-extract", "2014-2018");
    assert!(
        matches!(tracts, Some(NationFigure::Deciles(_))),
        "{tracts:?}"
    );
    // For quantities, and for how a county votes, more is not better or worse.
    for field in [
        Field::CountyPopulation,
        Field::RepublicanPct,
        Field::UnitsPermitted,
    ] {
        assert_eq!(reference().nation(field).count(), 0, "{}", field.name());
    }
}

#[test]
// ENR-06
fn enr_06_unemployment_is_the_bureaus_of_its_newest_year() {
    let portland = enrich(Some((45.5231, -122.6765)), "");
    let rate = portland.get(Field::UnemploymentRate).unwrap();
    assert_eq!(portland.number(Field::UnemploymentRate), Some(3.9));
    assert_eq!(rate.source.vintage(), "2022");
    assert_eq!(
        rate.source.name(),
        "Local Area Unemployment Statistics, annual"
    );
}
