//! The whole path on real public data: import, join, distances. If the folder of shared test data
//! (`DEMANDATLAS_TEST_DATA`) is missing, every test says that it is skipped.

mod distances;
mod industries;
mod second_sources;
mod support;

use std::collections::HashMap;

use enrichment::fields::Field;
use enrichment::import::Outcome;
use enrichment::measure::Measure;
use enrichment::pack::{Pack, PackSource, TableData};
use enrichment::row::Value;
use enrichment::{Reference, Subject};
use support::*;

#[test]
#[expect(clippy::too_many_lines, reason = "a list of files")]
fn every_reference_table_is_taken_and_everything_else_left_with_a_reason() {
    let Some(imported) = imported() else { return };
    let mut taken: Vec<String> = Vec::new();
    for file in &imported.report.files {
        println!("{}: {:?}", file.path.display(), file.outcome);
        if let Outcome::Taken { rows, .. } = &file.outcome {
            assert!(*rows > 0);
            taken.push(file.path.to_string_lossy().into_owned());
        }
    }
    for expected in [
        "acs-county-2017/acs2017_county_data.csv",
        "acs-county-2018/DERIVED_acs5_2018_B08201_counties.csv",
        "acs-county-2023/DERIVED_acs5_2023_counties.csv",
        "acs-county-2024/acs5_2024_counties.csv",
        "acs-tract/DERIVED_acs2018_tracts2010.csv",
        "acs-tract/DERIVED_acs2023_tracts2020.csv",
        "bls-laus-county/laucnty21.xlsx",
        "bls-laus-county/laucnty22.xlsx",
        "cdc-svi/SVI_2022_US_county.csv",
        "census-cbp-2021/cbp21co_DERIVED.csv",
        "census-popest/co-est2023-alldata.csv",
        "census-tracts-2010/DERIVED_bycounty_tracts2010_02.topo.json",
        "census-tracts-2010/DERIVED_cb_2018_09_tract_500k.topo.json",
        "county-boundaries/us-atlas-2023-counties-10m.json",
        "fema-nri-counties/DERIVED_NRI_Table_Counties_2023.csv",
        "national-parks/ne_10m_parks_and_protected_lands_area.json",
        "national-parks/ne_10m_parks_and_protected_lands_point.json",
        "qoz-tracts/Designated_QOZs.6.14.18.xlsx",
        "tiger-roads/DERIVED_tl_us_primaryroads.geojson",
        "usda-food-access/DERIVED_FoodAccessResearchAtlasData2019.csv",
        "zcta-2020/DERIVED_zcta.csv",
        "zip-county/DERIVED_ZIP_COUNTY_122020.csv",
        "zip-county/zip_county_fips_2018_03.csv",
        "cdc-svi/SVI2018_US_COUNTY.csv",
        "census-bps/co2401c.txt",
        "census-bps/co2412c.txt",
        "election-county/2020_US_County_Level_Presidential_Results.csv",
        "election-county/2024_US_County_Level_Presidential_Results.csv",
        "epa-superfund-npl/superfund_sites.csv",
        "ers-county/education.tsv",
        "ers-county/poverty.tsv",
        "fema-nri-counties/NRI_Table_Counties.csv",
        "oeps/C_Latest.csv",
        "oeps/EC01_2018_T.csv",
        "oeps/EC03_2018_T.csv",
        "oeps/HS01_2018_T.csv",
        "osm-pbf/DERIVED_baltimore_interstate_us_roads.geojson",
        "qoz-tracts/oz_tracts_2018.csv",
        "usda-food-access-ma/FoodAccessResearchAtlasData2019_MA.csv",
    ] {
        assert!(
            taken.iter().any(|path| path == expected),
            "{expected} was left: {:?}",
            imported
                .report
                .files
                .iter()
                .find(|file| file.path.ends_with(expected))
                .map(|file| &file.outcome)
        );
    }
    // Older than another file of the folder: a spreadsheet, and tracts of the whole nation.
    for older in [
        "bls-laus-county/laucnty16.csv",
        "bls-laus-county/laucnty2020.txt",
        "census-tracts-2015/44.geojson",
        "census-tracts-2015/15.geojson",
    ] {
        let file = (imported.report.files.iter()).find(|file| file.path.ends_with(older));
        let outcome = &file.unwrap().outcome;
        assert!(
            matches!(outcome, Outcome::Left(why) if why.contains("older than")),
            "{older}: {outcome:?}"
        );
    }
    // Lists that do not name their source: one is the Bureau's, the other the survey's.
    for list in ["fips-unemp-16.csv", "fips-unemp-23.csv"] {
        let file = (imported.report.files.iter()).find(|file| file.path.ends_with(list));
        let outcome = &file.unwrap().outcome;
        assert!(
            matches!(outcome, Outcome::Left(why) if why.contains("--table FILE=")),
            "{list}: {outcome:?}"
        );
    }
    // Older and coarser than the shipped shapes.
    let coarse = imported
        .report
        .files
        .iter()
        .find(|f| f.path.ends_with("geojson-counties-fips.json"));
    assert!(matches!(&coarse.unwrap().outcome, Outcome::Left(why) if why.contains("older")));
    let listing = imported
        .report
        .files
        .iter()
        .find(|f| f.path.ends_with("breweries.csv"));
    assert!(
        matches!(&listing.unwrap().outcome, Outcome::Left(why) if why.contains("not recognized"))
    );
    // A dictionary next to the files dates the one without a year of its own.
    let risk_index = imported.pack.tables.iter().filter(|t| t.info.id == "nri");
    let mut releases: Vec<&str> = risk_index.map(|t| t.info.vintage.label.as_str()).collect();
    releases.sort_unstable();
    assert_eq!(releases, ["2023", "November 2021"]);
}

#[test]
fn the_pack_is_loaded_within_two_seconds_and_equals_what_was_imported() {
    let Some(imported) = imported() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("reference.pack");
    imported.pack.save(&path).unwrap();
    let loaded = Pack::load(&path).unwrap();
    let source = PackSource::new(path.clone(), false);
    let count = |pack: &Pack| {
        pack.tables
            .iter()
            .map(enrichment::pack::Table::entries)
            .sum::<usize>()
    };
    assert_eq!(count(&loaded), count(&imported.pack));
    let reference = Reference::load(&source).unwrap();
    println!(
        "loaded in {:?}, {} MiB held, {} MiB on disk",
        reference.loaded_in(),
        reference.memory() >> 20,
        std::fs::metadata(&path).unwrap().len() >> 20
    );
    let at = (41.824, -71.4128);
    let (a, b) = (
        reference.enrich(&subject(at), None),
        imported.reference.enrich(&subject(at), None),
    );
    assert_eq!(a.entries(), b.entries());
}

/// Done-when 1: tract and county fields equal the tables' own rows, read here by the csv crate alone.
#[test]
#[expect(clippy::too_many_lines, reason = "a list of fields")]
// ENR-06
fn enr_06_tract_and_county_fields_equal_the_tables_own_rows() {
    let Some(imported) = imported_of(&[
        "bls-laus-county/laucnty22.xlsx",
        "census-tracts-2015",
        "election-county/2024_US_County_Level_Presidential_Results.csv",
        "ers-county",
        "oeps/EC03_2018_T.csv",
        "oeps/HS01_2018_T.csv",
    ]) else {
        return;
    };
    let by = |file: &str, key: &str, width: usize, delimiter: u8| -> HashMap<String, Row> {
        rows(file, delimiter)
            .into_iter()
            .map(|row| (format!("{:0>width$}", row[key]), row))
            .collect()
    };
    let economy = by("oeps/EC03_2018_T.csv", "GEOID", 11, b',');
    let housing = by("oeps/HS01_2018_T.csv", "GEOID", 11, b',');
    let rates: HashMap<String, Row> = rows("bls-laus-county/DERIVED_laucnty22.csv", b',')
        .into_iter()
        .map(|row| {
            let county = format!("{}{}", row["State FIPS Code"], row["County FIPS Code"]);
            (county, row)
        })
        .collect();
    let poverty = by("ers-county/poverty.tsv", "FIPStxt", 5, b'\t');
    let votes = by(
        "election-county/2024_US_County_Level_Presidential_Results.csv",
        "county_fips",
        5,
        b',',
    );
    let states = [
        "Rhode Island",
        "Delaware",
        "Vermont",
        "New Hampshire",
        "Hawaii",
        "District of Columbia",
    ];
    let (mut tracts, mut counties) = (0, 0);
    for (row, at) in breweries() {
        let facts = imported.reference.enrich(&subject(at), None);
        let Some(county) = facts.text(Field::CountyFips).map(ToOwned::to_owned) else {
            continue;
        };
        let same = |field: Field, table: &HashMap<String, Row>, key: &str, column: &str| {
            if let Some(row) = table.get(key) {
                assert_eq!(facts.number(field), number(&row[column]), "{key} {column}");
            }
        };
        same(
            Field::UnemploymentRate,
            &rates,
            &county,
            "Unemployment Rate (%)",
        );
        same(Field::PovertyRate, &poverty, &county, "PCTPOVALL_2019");
        same(
            Field::MedianIncomeCounty,
            &poverty,
            &county,
            "MEDHHINC_2019",
        );
        if let Some(votes) = votes.get(&county).filter(|_| !county.starts_with("02")) {
            let share = facts.number(Field::RepublicanPct).unwrap();
            assert!((share / 100.0 - number(&votes["per_gop"]).unwrap()).abs() < 1e-9);
        }
        counties += 1;
        if !states.contains(&row["state_province"].as_str()) {
            continue;
        }
        let Some(tract) = facts.text(Field::TractGeoid).map(ToOwned::to_owned) else {
            continue;
        };
        assert!(tract.starts_with(&county), "{tract} {county}");
        same(Field::PovertyRateTract, &economy, &tract, "povP");
        same(Field::PerCapitaIncomeTract, &economy, &tract, "pciE");
        same(Field::VacancyRate, &housing, &tract, "pctVacant");
        assert!(economy.contains_key(&tract), "{tract} is in no table");
        tracts += 1;
    }
    println!("{counties} rows with a county, {tracts} with a tract");
    // 177 breweries of these states have coordinates; one of them is far from all their tracts.
    assert!(counties > 5_800 && tracts == 176, "{counties} {tracts}");
}

#[test]
// ENR-06
fn enr_06_at_least_forty_fields_are_filled_for_most_rows_and_none_with_a_missing_value() {
    let Some(imported) = imported() else { return };
    let mut filled: Vec<usize> = Vec::new();
    for (row, at) in breweries() {
        let facts = imported.reference.enrich(&subject(at), None);
        for entry in facts.entries() {
            let name = entry.field.name();
            match &entry.value {
                Value::Number(n) => {
                    assert!(n.is_finite() && *n > -900.0, "{name} {n} in {}", row["id"]);
                }
                Value::Text(text) => {
                    let folded = text.trim().to_lowercase();
                    assert!(
                        !["", "n/a", "nan", "null", "none", "not available", "-999"]
                            .contains(&folded.as_str()),
                        "{name}"
                    );
                }
                _ => {}
            }
            assert!(
                !entry.source.name().is_empty() && !entry.source.vintage().is_empty(),
                "{name}"
            );
        }
        filled.push(facts.entries().len());
    }
    filled.sort_unstable();
    let at_least = |count| filled.iter().filter(|f| **f >= count).count() * 100 / filled.len();
    println!(
        "median {} fields; {} % of {} rows have 40 or more",
        filled[filled.len() / 2],
        at_least(40),
        filled.len()
    );
    assert!(at_least(40) >= 95);
    assert!(filled[filled.len() / 2] >= 60);
}

#[test]
fn zeros_stay_and_missing_values_are_absent() {
    let Some(imported) = imported_of(&[
        "cdc-svi/SVI2018_US_COUNTY.csv",
        "census-bps",
        "election-county",
        "fema-nri-counties/NRI_Table_Counties.csv",
        "fema-nri-counties/NRIDataDictionary.csv",
        "usda-food-access-ma",
    ]) else {
        return;
    };
    let county = |code| {
        let subject = Subject {
            county_fips: Some(code),
            ..Subject::default()
        };
        imported.reference.enrich(&subject, None)
    };
    // Aleutians East permitted nothing in twelve months: a known 0.
    assert_eq!(county("02013").number(Field::UnitsPermitted), Some(0.0));
    // Rio Arriba's poverty is -999 in the SVI; another table has it, and no field shows the missing mark.
    let table = imported
        .pack
        .tables
        .iter()
        .find(|t| t.info.id == "svi")
        .unwrap();
    let TableData::Metrics(svi) = &table.data else {
        panic!("metrics")
    };
    assert_eq!(svi.get(35039, Measure::PovertyRate), None);
    assert_eq!(svi.get(35039, Measure::Population), Some(39_307.0));
    // Alaska votes by district, and the district numbers look like borough numbers.
    assert_eq!(county("02013").number(Field::RepublicanPct), None);
    // Composites only: no hazards, so no mean of them.
    assert!(county("44007").number(Field::RiskIndex).is_some());
    assert_eq!(county("44007").number(Field::AggregatedRisk), None);
    // The food table has only Massachusetts, whose tracts have no shapes here.
    assert_eq!(county("44007").flag(Field::FoodDesert), None);
}

/// Done-when 2. The listing's own county is the agency's statement about each store, and some stores are deep
/// inside another county. A store farther from its stated county than the possible error of the shipped
/// shapes (1.2 km) is the listing's error; all are listed.
#[test]
fn status_names_an_official_table_for_every_field_that_is_not_filled() {
    let Some(imported) = imported() else { return };
    let status = imported.reference.field_status();
    let empty: Vec<_> = status.iter().filter(|s| s.tables.is_empty()).collect();
    assert!(empty.iter().all(|s| !s.spec.description.is_empty()));
    let of = |field: Field| status.iter().find(|s| s.spec.field == field).unwrap();
    assert_eq!(
        of(Field::UnemploymentRate).tables[0].0.vintage.label,
        "2022",
        "the Bureau's newest year, not the survey's five years to 2024"
    );
    assert!(of(Field::UnemploymentRate).tables[0].1 > 3_000);
}

#[test]
fn extracts_of_the_survey_by_tract_are_two_tables_of_two_censuses() {
    let Some(imported) = imported_of(&["acs-tract"]) else {
        return;
    };
    let id = "acs-tract-extract";
    let tables = imported.pack.tables.iter().filter(|t| t.info.id == id);
    let tables: Vec<_> = tables.collect();
    let vintages: Vec<&str> = tables
        .iter()
        .map(|t| t.info.vintage.label.as_str())
        .collect();
    assert_eq!(vintages, ["2014-2018", "2019-2023"]);
    let value = |table: usize, measure| match &tables[table].data {
        TableData::Metrics(metrics) => metrics.get(1_001_020_100, measure),
        _ => panic!("metrics"),
    };
    // 58625,0.1134,0.018,0.0926,0.9056 and 62400,0.191,0.04,0.914,0.853
    assert_eq!(value(0, Measure::MedianHouseholdIncome), Some(58_625.0));
    assert_eq!(value(0, Measure::PovertyRate), Some(11.34));
    assert_eq!(value(0, Measure::NoHighSchool), Some(9.44));
    assert_eq!(value(1, Measure::Uninsured), Some(8.6));
    assert_eq!(
        value(1, Measure::PovertyRate),
        None,
        "of households, not of people"
    );
}
