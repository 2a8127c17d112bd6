//! Industries compared with the publishers' own files, which are read here without any code of ours.

use std::collections::{BTreeMap, BTreeSet};

use enrichment::fields::Field;
use enrichment::{Enriched, Reference, Subject};

use super::support::*;

const CBP: &str = "census-cbp-2021/cbp21co_DERIVED.csv";
const PEOPLE: &str = "census-popest/co-est2023-alldata.csv";
const INCOMES: &str = "cdc-svi/SVI2018_US_COUNTY.csv";
const STATES: &str = "bls-qcew-2020-states/EXCERPT_2020_states.csv";

/// The industries counted for each kind, in NAICS 2017.
const KINDS: [(&str, &[&str]); 5] = [
    ("dentist", &["621210"]),
    ("gas station", &["447110", "447190"]),
    ("coffee shop", &["722515"]),
    ("pharmacy", &["446110"]),
    ("computer repair", &["811212"]),
];

type Cells = BTreeMap<String, BTreeMap<String, f64>>;

/// Establishments by county and industry.
fn cells() -> Cells {
    let mut cells = Cells::new();
    for row in rows(CBP, b',') {
        let county = format!("{}{}", row["fipstate"], row["fipscty"]);
        let of_county = cells.entry(county).or_default();
        of_county.insert(row["naics"].clone(), row["est"].parse().unwrap());
    }
    cells
}

fn residents() -> BTreeMap<String, f64> {
    let rows = rows(PEOPLE, b',').into_iter();
    let counties = rows.filter(|row| row["SUMLEV"] == "050" || row["SUMLEV"] == "50");
    let people = counties.map(|row| {
        let county = format!("{:0>2}{:0>3}", row["STATE"], row["COUNTY"]);
        (county, row["POPESTIMATE2023"].parse().unwrap())
    });
    people.collect()
}

fn of_kind<'r>(reference: &'r Reference, county: &str, kind: &str) -> Enriched<'r> {
    let subject = Subject {
        county_fips: Some(county),
        category: Some(kind),
        ..Subject::default()
    };
    reference.enrich(&subject, None)
}

/// Every hundredth county and its published figures.
#[test]
// ENR-07, ACC-08
fn enr_07_acc_08_establishments_and_saturation_are_those_of_the_bureaus_file() {
    let Some(imported) = imported_of(&[CBP, PEOPLE, INCOMES]) else {
        return;
    };
    let (cells, people) = (cells(), residents());
    let mut assessed: BTreeMap<String, u32> = BTreeMap::new();
    let (mut published, mut left_out) = (0, 0);
    let mut without = BTreeSet::new();
    for (kind, codes) in KINDS {
        let of_county = |county: &str| -> f64 {
            codes
                .iter()
                .filter_map(|code| cells[county].get(*code))
                .sum()
        };
        for county in cells
            .keys()
            .step_by(100)
            .filter(|county| people.contains_key(*county))
        {
            let row = of_kind(&imported.reference, county, kind);
            let there = codes
                .iter()
                .filter(|code| cells[county].contains_key(**code))
                .count();
            if there < codes.len() {
                left_out += 1;
                assert_eq!(row.number(Field::Employees), None, "{kind} in {county}");
                let text = row.text(Field::Establishments).unwrap_or_default();
                let said = text == "none" || text.starts_with("fewer than") || text.contains('–');
                assert!(said, "{kind} in {county}: {text:?}");
                continue;
            }
            published += 1;
            let establishments = of_county(county);
            assert_eq!(
                row.number(Field::Establishments),
                Some(establishments),
                "{kind} in {county}"
            );
            let saturations = [Field::SaturationState, Field::SaturationNational];
            let [Some(state), Some(nation)] = saturations.map(|field| row.number(field)) else {
                without.insert(kind);
                continue;
            };
            assert!(state > 0.0 && nation > 0.0, "{kind} in {county}");
            // The specification's thresholds.
            let expected = if state < 80.0 && nation < 80.0 {
                "High opportunity (low saturation)"
            } else if state > 120.0 || nation > 120.0 {
                "Limited opportunity (highly saturated)"
            } else {
                "Moderate opportunity"
            };
            assert_eq!(
                row.text(Field::Opportunity),
                Some(expected),
                "{kind} in {county}"
            );
            let text = row.text(Field::Opportunity).unwrap_or_default();
            if !assessed.contains_key(text) {
                println!("{kind} in {county}: {text}");
            }
            *assessed.entry(text.to_owned()).or_default() += 1;
        }
    }
    println!("{published} published, {left_out} left out; {assessed:?}");
    assert!(published > 50 && left_out > 10);
    assert_eq!(assessed.len(), 3, "each of the three is met");
    // No table of vehicles is imported here.
    assert_eq!(without, BTreeSet::from(["gas station"]));
}

/// If the sector's remainder is known, no more than that many are counted as omitted.
#[test]
// ENR-07
fn enr_07_what_is_left_out_is_at_most_what_is_left_of_its_sector() {
    let Some(imported) = imported_of(&[CBP]) else {
        return;
    };
    let cells = cells();
    let mut said = BTreeSet::new();
    for (county, of_county) in cells.iter().step_by(7) {
        if of_county.contains_key("722330") {
            continue;
        }
        let published = of_county
            .iter()
            .filter(|(code, _)| code.starts_with("72") && !code.ends_with('-'));
        let published: f64 = published.map(|(_, count)| count).sum();
        let left = of_county
            .get("72----")
            .map_or(2.0, |all| (all - published).min(2.0));
        let expected = ["none", "fewer than 2", "fewer than 3"][left as usize];
        let row = of_kind(&imported.reference, county, "food truck");
        assert_eq!(row.text(Field::Establishments), Some(expected), "{county}");
        said.insert(expected);
    }
    println!("{said:?}");
    assert_eq!(said.len(), 3);
}

#[test]
// ENR-07
fn enr_07_a_states_wages_jobs_and_tourism_are_those_of_the_bls() {
    let Some(imported) = imported_of(&[CBP, PEOPLE, STATES]) else {
        return;
    };
    let rows = rows(STATES, b',');
    for (county, state) in [("41051", "41000"), ("11001", "11000"), ("48201", "48000")] {
        let find = |own: &str, code: &str, cell: &str| -> f64 {
            let of = |row: &&Row| {
                row["area_fips"] == state && row["own_code"] == own && row["industry_code"] == code
            };
            rows.iter().find(of).unwrap()[cell].parse().unwrap()
        };
        let row = of_kind(&imported.reference, county, "dentist");
        let jobs = find("0", "10", "annual_avg_emplvl");
        assert_eq!(row.number(Field::StateJobs), Some(jobs), "{state}");
        let wage = find("0", "10", "annual_avg_wkly_wage");
        assert_eq!(row.number(Field::StateWeeklyWage), Some(wage), "{state}");
        let tourism: f64 = ["71", "72"]
            .map(|code| find("5", code, "annual_avg_emplvl"))
            .iter()
            .sum();
        assert_eq!(
            row.number(Field::StateTourismJobs),
            Some(tourism),
            "{state}"
        );
        assert_eq!(
            row.number(Field::StateTourismShare),
            Some(100.0 * tourism / jobs),
            "{state}"
        );
        assert_eq!(row.get(Field::WeeklyWage), None, "no county has it");
    }
}
