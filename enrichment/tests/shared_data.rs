//! The whole way on real public data: import, join, distances. Where the folder of shared test data is
//! not there (`DEMANDATLAS_TEST_DATA`), every test says that it is skipped.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on should fail where it stands, and one that is skipped says so"
)]

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::OnceLock;

use enrichment::fields::Field;
use enrichment::geo::{NearestIndex, Position};
use enrichment::import::{ImportReport, Outcome, Provenance, import_files, import_folder};
use enrichment::measure::Measure;
use enrichment::pack::{Pack, PackSource, TableData};
use enrichment::row::Value;
use enrichment::{Reference, Subject};
use testkit::shared_data;

struct Imported {
    pack: Pack,
    report: ImportReport,
    reference: Reference,
}

/// The import of the whole folder, once for all tests.
fn imported() -> Option<&'static Imported> {
    static IMPORTED: OnceLock<Imported> = OnceLock::new();
    let folder = shared_data()?;
    Some(IMPORTED.get_or_init(|| {
        let mut pack = Pack::builtin();
        let report = import_folder(&mut pack, &folder, |_| ControlFlow::Continue(())).unwrap();
        let reference = Reference::new(pack.clone());
        Imported {
            pack,
            report,
            reference,
        }
    }))
}

/// The import of some files or folders alone, over nothing but what the program holds of packages.
fn imported_of(names: &[&str]) -> Option<Imported> {
    let folder = shared_data()?;
    let mut pack = Pack::builtin();
    let names: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    let report = import_files(&mut pack, &folder, &names, &Provenance::default()).unwrap();
    let reference = Reference::new(pack.clone());
    Some(Imported {
        pack,
        report,
        reference,
    })
}

type Row = HashMap<String, String>;

/// A table read by nothing but the csv crate.
fn rows(file: &str, delimiter: u8) -> Vec<Row> {
    let path = shared_data().unwrap().join(file);
    let bytes = std::fs::read(path).unwrap();
    let text = String::from_utf8_lossy(&bytes);
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .from_reader(text.trim_start_matches('\u{FEFF}').as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

fn number(text: &str) -> Option<f64> {
    text.trim()
        .replace(',', "")
        .parse()
        .ok()
        .filter(|value: &f64| *value > -900.0)
}

fn breweries() -> Vec<(Row, (f64, f64))> {
    rows("openbrewerydb/breweries.csv", b',')
        .into_iter()
        .filter(|row| row["country"] == "United States")
        .filter_map(|row| {
            let degrees = |name: &str| row[name].parse::<f64>().ok();
            let at = (degrees("latitude")?, degrees("longitude")?);
            Some((row, at))
        })
        .collect()
}

fn subject<'a>(at: (f64, f64)) -> Subject<'a> {
    Subject {
        coordinates: Some(at),
        category: Some("brewery"),
        ..Subject::default()
    }
}

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
        "bls-laus-county/fips-unemp-16.csv",
        "bls-laus-county/fips-unemp-23.csv",
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
    // Older than a neighbor of the folder that is read too: a spreadsheet, and tracts of the whole nation.
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
    // Older and coarser than what ships with the product.
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
        matches!(&listing.unwrap().outcome, Outcome::Left(why) if why.contains("not recognised"))
    );
    // A dictionary beside the files dates the one that does not tell its year itself.
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
        "bls-laus-county/fips-unemp-23.csv",
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
    let rates = by("bls-laus-county/fips-unemp-23.csv", "fips", 5, b',');
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
        same(Field::UnemploymentRate, &rates, &county, "unemp");
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
    // 177 breweries of these states have coordinates; one of them lies far from all their tracts.
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
    // Aleutians East permitted nothing in twelve months: that is known to be 0.
    assert_eq!(county("02013").number(Field::UnitsPermitted), Some(0.0));
    // Rio Arriba's poverty is -999 in the SVI; another table has it, and no field shows the mark.
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
    // Alaska votes by district, and its districts' numbers look like boroughs' numbers.
    assert_eq!(county("02013").number(Field::RepublicanPct), None);
    // Composites only: no hazards, no mean of them.
    assert!(county("44007").number(Field::RiskIndex).is_some());
    assert_eq!(county("44007").number(Field::AggregatedRisk), None);
    // Massachusetts alone is in the food table, and its tracts' shapes are not there.
    assert_eq!(county("44007").flag(Field::FoodDesert), None);
}

/// Done-when 2. The listing's own county is what the agency says of each store; some stores lie deep
/// in another county than it says. A store that is further from the county it names than the shapes
/// that ship with the product can be wrong (1.2 km) is the listing's error; all are listed.
#[test]
fn points_lie_in_the_county_that_the_listing_names() {
    let Some(imported) = imported() else { return };
    let borders = borders_of_georgia(&imported.pack);
    let (mut agree, mut near, mut far) = (0_usize, Vec::new(), Vec::new());
    for row in rows("snap-retailers-ga/GA-EBT.csv", b',') {
        let degrees = |name: &str| row[name].parse::<f64>().ok();
        let Some(at) = degrees("Latitude").zip(degrees("Longitude")) else {
            continue;
        };
        let facts = imported.reference.enrich(&subject(at), None);
        let county = facts.text(Field::County).map(letters).unwrap_or_default();
        let named = letters(&row["County"]);
        if county == named {
            agree += 1;
            continue;
        }
        let point = Position::from_degrees(at.0, at.1).unwrap();
        let off = borders[&named].nearest(point).unwrap().distance_m;
        let line = format!(
            "{off:>6.0} m  {} {at:?}: {named}, lies in {county}",
            row["Store_Name"]
        );
        if off <= 1_200.0 {
            near.push(line);
        } else {
            far.push(line);
        }
    }
    let percent = |of: usize| 100.0 * agree as f64 / of as f64;
    let all = agree + near.len() + far.len();
    println!("{agree} of {all} agree: {:.2} %", percent(all));
    println!(
        "{} lie within 1.2 km of the county that the listing names:",
        near.len()
    );
    near.iter().for_each(|line| println!("  {line}"));
    println!(
        "{} lie deep in another county than the listing names:",
        far.len()
    );
    far.iter().for_each(|line| println!("  {line}"));
    assert!(percent(agree + near.len()) >= 98.5);
    assert!(percent(all) >= 97.5);
}

fn letters(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

fn borders_of_georgia(pack: &Pack) -> HashMap<String, NearestIndex> {
    let shapes = pack.tables.iter().find_map(|table| match &table.data {
        TableData::Shapes(shapes) if !shapes.geography.is_tracts() => Some(&shapes.shapes),
        _ => None,
    });
    let shapes = shapes.unwrap();
    (0..shapes.len())
        .filter(|shape| shapes.geoids[*shape] / 1000 == 13)
        .map(|shape| {
            let edges = shapes.rings(shape).flat_map(|ring| {
                ring.iter()
                    .zip(ring.iter().cycle().skip(1))
                    .map(|(a, b)| (0, *a, *b))
            });
            (
                letters(&shapes.names[shape]),
                NearestIndex::of_segments(edges),
            )
        })
        .collect()
}

/// Done-when 3: the index against a scan of every segment, in a plane of its own around each point.
#[test]
fn distances_to_baltimores_roads_are_those_of_a_scan() {
    let Some(imported) = imported_of(&["osm-pbf"]) else {
        return;
    };
    let table = imported
        .pack
        .tables
        .iter()
        .find(|t| t.info.id == "osm-roads")
        .unwrap();
    let TableData::Roads(roads) = &table.data else {
        panic!("roads")
    };
    let mut checked = 0;
    for step in 0..800 {
        let at = (
            39.25 + 0.00008 * f64::from(step),
            -76.63 + 0.00013 * f64::from(step * 37 % 800),
        );
        let facts = imported.reference.enrich(&subject(at), None);
        let Some(found) = facts.number(Field::DistanceInterstate) else {
            continue;
        };
        let scan = roads
            .roads
            .iter()
            .filter(|road| road.class == enrichment::pack::RoadClass::Interstate)
            .flat_map(|road| road.course.windows(2))
            .map(|pair| {
                let degrees = |p: enrichment::geo::Position| (p.latitude(), p.longitude());
                haversine_to_segment(at, degrees(pair[0]), degrees(pair[1]))
            })
            .fold(f64::INFINITY, f64::min);
        // The sphere of this check is off by up to 0.3 % from the ellipsoid at this latitude.
        assert!(
            (found - scan).abs() <= 0.005 * scan + 0.0005,
            "{at:?}: {found} and {scan}"
        );
        checked += 1;
    }
    println!("{checked} points");
    assert!(checked > 200);
}

/// Miles on a sphere to the nearest point of a segment, which is closed in on from both ends.
fn haversine_to_segment(at: (f64, f64), a: (f64, f64), b: (f64, f64)) -> f64 {
    let to = |t: f64| haversine(at, (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1)));
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if to(low + third) < to(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    to(f64::midpoint(low, high))
}

fn haversine(a: (f64, f64), b: (f64, f64)) -> f64 {
    let half = |x: f64| (x.to_radians() / 2.0).sin().powi(2);
    let h = half(b.0 - a.0) + a.0.to_radians().cos() * b.0.to_radians().cos() * half(b.1 - a.1);
    2.0 * 3_958.761 * h.sqrt().asin()
}

#[test]
fn airports_and_superfund_sites_are_those_of_a_scan() {
    let Some(imported) = imported() else { return };
    let sites = |kind: enrichment::pack::SiteKind| -> Vec<(f64, f64)> {
        let tables = imported.pack.tables.iter().filter_map(|t| match &t.data {
            TableData::Sites(sites) => Some(sites),
            _ => None,
        });
        let of_kind = tables
            .flat_map(|t| &t.sites)
            .filter(|site| site.kind == kind);
        of_kind
            .map(|site| (site.at.latitude(), site.at.longitude()))
            .collect()
    };
    let commercial = sites(enrichment::pack::SiteKind::CommercialAirport);
    let superfund = sites(enrichment::pack::SiteKind::Superfund);
    assert_eq!(superfund.len(), 1334);
    for (_, at) in breweries().into_iter().step_by(7) {
        let facts = imported.reference.enrich(&subject(at), None);
        if facts.get(Field::CountyFips).is_none() {
            continue;
        }
        for (field, list) in [
            (Field::DistanceCommercial, &commercial),
            (Field::SuperfundDistance, &superfund),
        ] {
            let scan = list
                .iter()
                .map(|site| haversine(at, *site))
                .fold(f64::INFINITY, f64::min);
            let found = facts.number(field).unwrap();
            assert!(
                (found - scan).abs() <= 0.006 * scan + 0.0005,
                "{at:?}: {found} and {scan}"
            );
        }
        let near = superfund
            .iter()
            .filter(|site| haversine(at, **site) <= 5.0)
            .count();
        let count = facts.number(Field::SuperfundCount).unwrap();
        assert!((count - near as f64).abs() <= 1.0);
    }
}

#[test]
fn status_names_an_official_table_for_every_field_that_is_not_filled() {
    let Some(imported) = imported() else { return };
    let status = imported.reference.field_status();
    let empty: Vec<_> = status.iter().filter(|s| s.tables.is_empty()).collect();
    assert!(empty.iter().all(|s| !s.spec.description.is_empty()));
    let of = |field: Field| status.iter().find(|s| s.spec.field == field).unwrap();
    assert_eq!(
        of(Field::UnemploymentRate).tables[0].0.vintage.label,
        "2023"
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
