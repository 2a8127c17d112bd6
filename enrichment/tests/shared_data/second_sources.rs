//! Each shipped table is what it claims to be: over all counties (or tracts) its figures are compared with
//! those of a second source in the shared data. No two sources describe the same years, so the test bounds
//! the share of areas that are close; a mislabeled table or column falls far below it.

use std::collections::HashMap;
use std::fmt::Write as _;

use enrichment::measure::Measure as M;
use enrichment::pack::{Pack, TableData};
use testkit::shared_data;

use super::support::{Row, number, rows};

/// How close counts as agreeing.
enum Within {
    /// In the measure's own unit.
    Points(f64),
    /// In percent of the second source's figure.
    Percent(f64),
}

use Within::{Percent, Points};

/// A column of the pack, compared with a second source.
struct Pair {
    table: &'static str,
    vintage: &'static str,
    measure: M,
    second: &'static Second,
    figure: fn(&Row) -> Option<f64>,
    within: Within,
    /// The share of areas that agree, in percent: minimum and maximum.
    agree: (f64, f64),
}

/// A file of the shared data that the table was not made from.
struct Second {
    file: &'static str,
    key: fn(&Row) -> String,
}

const fn second(file: &'static str, key: fn(&Row) -> String) -> Second {
    Second { file, key }
}

static LIST_OF_RATES: Second = second("bls-laus-county/fips-unemp-23.csv", |r| r["fips"].clone());
static ESTIMATES: Second = second("census-popest/co-est2023-alldata.csv", |r| {
    format!("{}{:0>3}", r["STATE"], r["COUNTY"])
});
static EXTRACT: Second = second("acs-county-2024/acs5_2024_counties.csv", |r| {
    r["county_fips"].clone()
});
static SURVEY: Second = second("acs-county-2023/DERIVED_acs5_2023_counties.csv", |r| {
    r["GEO_ID"].replace("0500000US", "")
});
static SURVEY_2019: Second = second("acs-county-2019/DERIVED_usdata_county_2019.csv", |r| {
    r["fips"].clone()
});
static SCAN_2018: Second = second("oeps/C_Latest.csv", |r| r["GEOID"].clone());
static SVI: Second = second("cdc-svi/SVI_2022_US_county.csv", |r| r["FIPS"].clone());
static SVI_2018: Second = second("cdc-svi/SVI2018_US_COUNTY.csv", |r| r["FIPS"].clone());
static NRI_NEWER: Second = second("fema-nri-counties/nri_v1.20_composites.csv", |r| {
    r["county_fips"].clone()
});
static VOTES_2020: Second = second(
    "election-county/2020_US_County_Level_Presidential_Results.csv",
    |r| r["county_fips"].clone(),
);
static ECONOMY: Second = second("oeps/EC03_2018_T.csv", |r| r["GEOID"].clone());
static HOUSING: Second = second("oeps/HS01_2018_T.csv", |r| r["GEOID"].clone());
static FOOD_OF_MA: Second = second(
    "usda-food-access-ma/FoodAccessResearchAtlasData2019_MA.csv",
    |r| r["CensusTract"].clone(),
);

fn vacant(row: &Row) -> Option<f64> {
    let (units, households) = (number(&row["E_HU"])?, number(&row["E_HH"])?);
    (units > 0.0).then(|| 100.0 * (units - households) / units)
}

fn republican(row: &Row) -> Option<f64> {
    Some(100.0 * number(&row["votes_gop"])? / number(&row["total_votes"])?)
}

const fn pair(
    (table, vintage, measure): (&'static str, &'static str, M),
    second: &'static Second,
    figure: fn(&Row) -> Option<f64>,
    within: Within,
    least: f64,
) -> Pair {
    Pair {
        table,
        vintage,
        measure,
        second,
        figure,
        within,
        agree: (least, 100.0),
    }
}

#[rustfmt::skip]
static PAIRS: &[Pair] = &[
    // A list without a publisher that was mistaken for the Bureau's is the survey's.
    pair(("acs", "2019-2023", M::UnemploymentRate), &LIST_OF_RATES, |r| number(&r["unemp"]), Points(0.051), 99.9),
    Pair {
        agree: (0.0, 5.0),
        ..pair(("laus", "2022", M::UnemploymentRate), &LIST_OF_RATES, |r| number(&r["unemp"]), Points(0.05), 0.0)
    },
    pair(("laus", "2022", M::UnemploymentRate), &SVI, |r| number(&r["EP_UNEMP"]), Points(3.0), 84.0),
    pair(("laus", "2022", M::LaborForce), &SURVEY, |r| number(&r["B23025_003E"]), Percent(15.0), 85.0),
    pair(("laus", "2021", M::LaborForce), &SURVEY, |r| number(&r["B23025_003E"]), Percent(15.0), 85.0),
    pair(("pep", "2023", M::Population), &EXTRACT, |r| number(&r["population"]), Percent(5.0), 96.0),
    pair(("acs", "2019-2023", M::Population), &ESTIMATES, |r| number(&r["POPESTIMATE2023"]), Percent(5.0), 92.0),
    pair(("acs", "2019-2023", M::MedianAge), &SURVEY_2019, |r| number(&r["median_age"]), Points(2.0), 88.0),
    pair(("acs", "2019-2023", M::MedianHouseholdIncome), &SURVEY_2019, |r| number(&r["median_household_income"]), Percent(40.0), 90.0),
    pair(("acs", "2019-2023", M::PerCapitaIncome), &SURVEY_2019, |r| number(&r["per_capita_income"]), Percent(45.0), 90.0),
    pair(("acs", "2019-2023", M::GiniIndex), &SCAN_2018, |r| number(&r["GiniCoeff"]), Points(0.05), 88.0),
    pair(("acs", "2019-2023", M::BachelorsOrHigher), &SURVEY_2019, |r| number(&r["bachelors"]), Points(6.0), 93.0),
    pair(("acs", "2019-2023", M::Homeownership), &EXTRACT, |r| number(&r["renter_share"]), Points(4.0), 95.0),
    pair(("acs", "2019-2023", M::VacancyRate), &SVI, vacant, Points(3.0), 92.0),
    pair(("acs", "2014-2018", M::NoVehicleHouseholds), &SVI_2018, |r| number(&r["E_NOVEH"]), Points(0.0), 99.9),
    pair(("acs-county-extract", "2020-2024", M::PovertyRate), &SURVEY, |r| number(&r["DP03_0128PE"]), Points(3.0), 92.0),
    pair(("acs-county-extract", "2020-2024", M::Uninsured), &SVI, |r| number(&r["EP_UNINSUR"]), Points(3.0), 91.0),
    pair(("acs-county-extract", "2020-2024", M::Age65Plus), &SVI, |r| number(&r["EP_AGE65"]), Points(2.0), 93.0),
    pair(("acs-county-extract", "2020-2024", M::NoVehicleShare), &SVI, |r| number(&r["EP_NOVEH"]), Points(2.0), 88.0),
    pair(("acs-county-profile", "2013-2017", M::Population), &SCAN_2018, |r| number(&r["TotPop"]), Percent(3.0), 96.0),
    pair(("acs-county-profile", "2013-2017", M::PovertyRate), &SCAN_2018, |r| number(&r["PovP"]), Points(2.5), 90.0),
    pair(("acs-county-profile", "2013-2017", M::CommuteMinutes), &SURVEY_2019, |r| number(&r["mean_work_travel"]), Points(2.0), 87.0),
    pair(("ers-education", "2015-2019", M::BachelorsOrHigher), &SURVEY_2019, |r| number(&r["bachelors"]), Points(0.1), 99.9),
    pair(("ers-poverty", "2019", M::MedianHouseholdIncome), &SURVEY_2019, |r| number(&r["median_household_income"]), Percent(15.0), 91.0),
    pair(("svi", "2018-2022", M::Population), &SURVEY, |r| number(&r["B01003_001E"]), Percent(5.0), 97.0),
    pair(("svi", "2018-2022", M::LandAreaSqMi), &SCAN_2018, |r| number(&r["AreaSqMi"]), Percent(2.0), 99.5),
    pair(("svi", "2018-2022", M::HouseholdSize), &SURVEY_2019, |r| number(&r["persons_per_household"]), Points(0.2), 86.0),
    pair(("svi", "2018-2022", M::NoHighSchool), &SCAN_2018, |r| number(&r["NoHsP"]), Points(4.0), 84.0),
    pair(("svi", "2018-2022", M::Disability), &SCAN_2018, |r| number(&r["DisbP"]), Points(4.0), 90.0),
    pair(("svi", "2018-2022", M::MobileHomes), &SCAN_2018, |r| number(&r["MobileP"]), Points(4.0), 88.0),
    pair(("svi", "2018-2022", M::DaytimePopulation), &SVI_2018, |r| number(&r["E_DAYPOP"]), Percent(25.0), 95.0),
    pair(("nri", "March 2023", M::SocialVulnerability), &SVI, |r| Some(100.0 * number(&r["RPL_THEMES"])?), Points(15.0), 90.0),
    pair(("nri", "March 2023", M::Resilience), &NRI_NEWER, |r| number(&r["community_resilience_score"]), Points(10.0), 82.0),
    pair(("nri", "March 2023", M::ExpectedLossScore), &NRI_NEWER, |r| number(&r["expected_annual_loss_score"]), Points(10.0), 62.0),
    pair(("nri", "March 2023", M::RiskScore), &NRI_NEWER, |r| number(&r["risk_score"]), Points(10.0), 59.0),
    pair(("votes", "2024", M::RepublicanShare), &VOTES_2020, republican, Points(8.0), 98.0),
    pair(("votes", "2024", M::VotesCast), &VOTES_2020, |r| number(&r["total_votes"]), Percent(20.0), 98.0),
    pair(("acs-tract-extract", "2014-2018", M::PovertyRate), &ECONOMY, |r| number(&r["povP"]), Points(0.06), 99.9),
    pair(("acs-tract-extract", "2014-2018", M::VacancyRate), &HOUSING, |r| number(&r["pctVacant"]), Points(0.06), 99.9),
    pair(("food-access", "2019", M::FoodDesert), &FOOD_OF_MA, |r| number(&r["LILATracts_1And10"]), Points(0.0), 99.9),
];

#[test]
// ENR-06
fn enr_06_every_table_that_ships_agrees_with_a_second_source() {
    if shared_data().is_none() {
        return;
    }
    let pack = Pack::starter().unwrap();
    let mut read: HashMap<&str, HashMap<u64, Row>> = HashMap::new();
    let mut wrong = String::new();
    for pair in PAIRS {
        let of_file = read.entry(pair.second.file).or_insert_with(|| {
            let rows = rows(pair.second.file, b',').into_iter();
            let keyed = rows.filter_map(|row| Some(((pair.second.key)(&row).parse().ok()?, row)));
            keyed.collect()
        });
        let table = pack.tables.iter().find(|table| {
            let same = table.info.id == pair.table && table.info.vintage.label == pair.vintage;
            same && matches!(&table.data, TableData::Metrics(metrics) if metrics.measures().any(|(_, m)| m == pair.measure))
        });
        let name = format!("{}, {}: {:?}", pair.table, pair.vintage, pair.measure);
        let table = table.unwrap_or_else(|| panic!("{name} is not in the pack"));
        let TableData::Metrics(metrics) = &table.data else {
            unreachable!("it was looked for")
        };
        let figures = of_file.iter().filter_map(|(area, row)| {
            Some((metrics.get(*area, pair.measure)?, (pair.figure)(row)?))
        });
        let (mut all, mut close) = (0_u32, 0_u32);
        for (ours, theirs) in figures {
            let most = match pair.within {
                Points(points) => points,
                Percent(percent) => theirs.abs() * percent / 100.0,
            };
            all += 1;
            close += u32::from((ours - theirs).abs() <= most + 1e-9);
        }
        let share = 100.0 * f64::from(close) / f64::from(all.max(1));
        let line = format!("{name} against {}: {share:.1} % of {all}", pair.second.file);
        println!("{line}");
        let (least, most) = pair.agree;
        if all < 1_000 || !(least..=most).contains(&share) {
            let _ = writeln!(wrong, "{line}, where it should be {least} to {most} %");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
