//! Every table of the pack is read from a made-up file in the publisher's own format:
//! `enrichment/tests/tables` has a folder for each. Only columns, codes and marks are the publishers'.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::registry::measured;
use super::sheet::Sheet;
use super::simple::TABLES;
use super::{Content, FileName, acs_variables, annual_permits, read_json, read_text};
use crate::fact::GeographyLevel;
use crate::measure::{Measure, Unit};
use crate::pack::{Pack, SPECS, Table, TableData, TableSpec, spec_by_id};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables")
}

/// The files of a table, by name.
fn files(id: &str) -> BTreeMap<String, Vec<u8>> {
    if id == WHOLE_LIST {
        return BTreeMap::from([("designated_qozs_2018.csv".to_owned(), whole_zone_list())]);
    }
    let entries = std::fs::read_dir(folder().join(id)).unwrap_or_else(|_| {
        panic!("the table {id} needs a made-up file of it in enrichment/tests/tables/{id}")
    });
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap())
        })
        .collect()
}

const WHOLE_LIST: &str = "opportunity-zones-list";

/// As many tracts as were designated, in every state: too many for a file.
fn whole_zone_list() -> Vec<u8> {
    let mut text = "State,County,Census Tract Number,Tract Type,ACS Data Source\n".to_owned();
    for state in crate::geoid::states() {
        for tract in 0..172 {
            let fips = state.fips();
            text += &format!(
                "{fips:02},Example,{fips:02}001{:06},Low-Income Community,2011-2015\n",
                tract + 100
            );
        }
    }
    text.into_bytes()
}

/// The declared table of a list that does not identify itself.
fn said(id: &str) -> Option<&'static TableSpec> {
    spec_by_id(id).filter(|spec| spec.id == "laus-rate")
}

fn read(name: &str, bytes: &[u8], said: Option<&'static TableSpec>) -> Box<Table> {
    let (stem, ending) = name.rsplit_once('.').unwrap();
    let named = FileName {
        stem,
        folder: "",
        release: None,
        said,
    };
    let reading = if ending.ends_with("json") {
        read_json(bytes, named)
    } else {
        read_text(bytes, named)
    };
    let reading = reading.unwrap_or_else(|why| panic!("{name}: {why}"));
    let whole = match reading.content {
        Content::Table(table) => return table,
        Content::Permits(year) => annual_permits(&[&year]).unwrap(),
    };
    let Content::Table(table) = whole.content else {
        panic!("{name} is not a whole year");
    };
    table
}

/// What a table's files contain: the measures with a value, and their levels.
fn told(id: &str) -> (BTreeSet<Measure>, BTreeSet<&'static str>) {
    let (mut measures, mut levels) = (BTreeSet::new(), BTreeSet::new());
    for (name, bytes) in files(id) {
        let table = read(&name, &bytes, said(id));
        assert_eq!(table.info.spec().id, id, "{name}");
        assert!(table.info.rows > 0, "{name}");
        if let TableData::Metrics(metrics) = &table.data {
            let has_values = |(column, _): &(usize, Measure)| metrics.filled(*column) > 0;
            measures.extend(metrics.measures().filter(has_values).map(|(_, m)| m));
            levels.insert(level(metrics.geography.is_tracts()));
        }
    }
    (measures, levels)
}

fn level(tracts: bool) -> &'static str {
    if tracts { "tract" } else { "county" }
}

#[test]
fn every_table_is_read_from_a_file_of_it_with_all_its_measures() {
    let known = measured();
    for spec in SPECS {
        if Pack::builtin()
            .tables
            .iter()
            .any(|table| table.info.spec() == spec)
            && !folder().join(spec.id).exists()
        {
            // Built in, not read from a file.
            continue;
        }
        let (measures, levels) = told(spec.id);
        let listed = known.iter().filter(|(table, _)| table.id == spec.id);
        let listed: BTreeSet<Measure> = listed.map(|(_, measure)| *measure).collect();
        let unread: Vec<_> = listed.difference(&measures).collect();
        assert!(
            unread.is_empty(),
            "{}: no value of {unread:?} in enrichment/tests/tables: a column is misspelt, or missing there",
            spec.id
        );
        let areas = spec.areas.iter();
        let areas: BTreeSet<_> = areas
            .map(|area| level(*area == GeographyLevel::Tract))
            .collect();
        assert_eq!(levels, areas, "{}: the areas that are read", spec.id);
    }
}

#[test]
fn every_folder_is_of_a_table() {
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(SPECS.iter().any(|spec| spec.id == name), "{name}");
    }
}

/// Detects a share read as a percentage: the made-up values have the publishers' magnitudes.
#[test]
fn percentages_are_percentages_and_flags_are_flags() {
    let (mut seen, mut unfit) = (0, Vec::new());
    for table in TABLES {
        for (name, bytes) in files(table.table.id) {
            let read = read(&name, &bytes, None);
            let TableData::Metrics(metrics) = &read.data else {
                continue;
            };
            for (column, measure) in metrics.measures() {
                let values = (0..metrics.keys().len()).filter_map(|row| metrics.value(column, row));
                let largest = values.fold(None, |most: Option<f64>, value| {
                    Some(most.map_or(value.abs(), |most| most.max(value.abs())))
                });
                let Some(largest) = largest else { continue };
                let fits = match measure.unit() {
                    Unit::Percent | Unit::Score => largest > 1.0,
                    Unit::Flag => largest <= 1.0,
                    _ => true,
                };
                if !fits {
                    unfit.push(format!("{name}: {measure:?} is at most {largest}"));
                }
                seen += 1;
            }
        }
    }
    assert!(
        unfit.is_empty(),
        "not converted as their units ask: {unfit:#?}"
    );
    assert!(seen > 100, "{seen}");
}

/// Editions of a table may spell columns differently; every spelling occurs in a file.
#[test]
fn every_column_that_is_described_is_in_a_file() {
    for table in TABLES {
        let files = files(table.table.id);
        for (measure, from) in table.measures {
            let found = files.values().any(|bytes| {
                let sheet = Sheet::open(bytes).unwrap();
                table.fits(&sheet) && from.resolve(&sheet).is_some()
            });
            assert!(found, "{}: {measure:?} of {from:?}", table.table.id);
        }
    }
    let survey: Vec<String> = files("acs")
        .into_values()
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .collect();
    for variable in acs_variables(&["B", "DP"]) {
        let quoted = format!("\"{variable}\"");
        assert!(
            survey.iter().any(|text| text.contains(&quoted)),
            "{variable}"
        );
    }
}

/// The period that each made-up file is read as: a wrong rule would let an older table win.
const VINTAGES: &[(&str, &str)] = &[
    ("2023.annual.singlefile.csv", "2023"),
    ("2024_US_County_Level_Presidential_Results.csv", "2024"),
    ("ACSDP5Y2023.DP02-Data.csv", "2019-2023"),
    ("C_Latest.csv", "2014-2018"),
    ("EC01_2018_T.csv", "2014-2018"),
    ("EC03_2018_T.csv", "2014-2018"),
    ("FoodAccessResearchAtlasData2019.csv", "2019"),
    ("HS01_2018_T.csv", "2014-2018"),
    ("NRI_Table_CensusTracts.csv", "December 2025"),
    ("NRI_Table_Counties.csv", "March 2023"),
    ("SVI2018_US_COUNTY.csv", "2014-2018"),
    ("SVI_2022_US.csv", "2018-2022"),
    ("ZIP_COUNTY_122020.csv", "2020-12"),
    ("acs2017_county_data.csv", "2013-2017"),
    ("acs2018_tracts2010.csv", "2014-2018"),
    ("acs2023_tracts2020.csv", "2019-2023"),
    ("acs5_2023_county.json", "2019-2023"),
    ("acs5_2023_tract.json", "2019-2023"),
    ("acs5_2024_counties.csv", "2020-2024"),
    ("airports_2025.csv", "2025"),
    ("cb_2023_44_tract_500k.geojson", "2023"),
    ("cb_2023_us_county_500k.geojson", "2023"),
    ("cbp22co.txt", "2022"),
    ("co-est2023-alldata.csv", "2023"),
    ("co2023a.txt", "2023"),
    ("countypres_2000-2020.csv", "2020"),
    ("designated_qozs_2018.csv", "2018"),
    ("education.tsv", "2015-2019"),
    ("fips-unemp-23.csv", "2023"),
    ("junctions_2024.geojson", "2024"),
    ("laucnty22.csv", "2022"),
    ("ne_10m_parks_and_protected_lands_2021_area.geojson", "2021"),
    ("nps_units_2024.csv", "2024"),
    ("opportunity_zones_2018.csv", "2018"),
    ("oz_tracts_2018.csv", "2018"),
    ("poverty.tsv", "2019"),
    ("roads_2024.geojson", "2024"),
    ("superfund_sites.csv", "1986-06"),
    ("tl_2023_us_primaryroads.geojson", "2023"),
    ("zcta_2020.csv", "2020"),
    ("zip_county_fips_2018_03.csv", "2018"),
];

#[test]
fn every_file_is_read_as_of_its_period() {
    let mut read_as = BTreeMap::new();
    for spec in SPECS {
        if folder().join(spec.id).exists() || spec.id == WHOLE_LIST {
            for (name, bytes) in files(spec.id) {
                let vintage = read(&name, &bytes, said(spec.id))
                    .info
                    .vintage
                    .label
                    .clone();
                read_as.insert(name, vintage);
            }
        }
    }
    let expected: BTreeMap<String, String> = VINTAGES
        .iter()
        .map(|(name, vintage)| ((*name).to_owned(), (*vintage).to_owned()))
        .collect();
    assert_eq!(read_as, expected);
}
