//! What the shipped data say about the shipped listing, without any import: how many fields are filled in
//! each state, where the points are, and that no table claims more than it has.

mod atlas;
mod nation;
mod scores;
mod statistics;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::OnceLock;

use enrichment::fields::Field;
use enrichment::geoid::{CountyFips, states};
use enrichment::pack::{Pack, PackSource};
use enrichment::row::Value;
use enrichment::{Enriched, GeographyLevel, Reference, Subject};

/// A row of the listing.
struct Brewery {
    name: String,
    state: &'static str,
    zip: String,
    at: Option<(f64, f64)>,
}

fn listing() -> &'static [Brewery] {
    static LISTING: OnceLock<Vec<Brewery>> = OnceLock::new();
    LISTING.get_or_init(|| {
        let packed = include_bytes!("../../../data/starter/open-brewery-db.csv.zst");
        let rows = zstd::stream::decode_all(packed.as_slice()).unwrap();
        let mut reader = csv::Reader::from_reader(rows.as_slice());
        let rows = reader.deserialize::<BTreeMap<String, String>>();
        rows.map(|row| {
            let row = row.unwrap();
            let degrees = |name: &str| row[name].parse::<f64>().ok();
            // Two rows have invalid coordinates, which an import drops.
            let at = degrees("latitude").zip(degrees("longitude"));
            let at = at.filter(|(lat, lon)| lat.abs() <= 90.0 && lon.abs() <= 180.0);
            let state = states().find(|state| state.name() == row["state_province"]);
            Brewery {
                name: row["name"].clone(),
                state: state.map_or("?", us::UsState::code),
                zip: row["postal_code"].clone(),
                at,
            }
        })
        .collect()
    })
}

/// The facts of a fresh installation.
fn reference() -> &'static Reference {
    static REFERENCE: OnceLock<Reference> = OnceLock::new();
    REFERENCE.get_or_init(|| {
        let nothing = PathBuf::from("there is no such file");
        Reference::load(&PackSource::new(nothing, true)).unwrap()
    })
}

fn enrich(at: Option<(f64, f64)>, zip: &str) -> Enriched<'static> {
    let subject = Subject {
        coordinates: at,
        zip: Some(zip),
        category: Some("brewery"),
        ..Subject::default()
    };
    reference().enrich(&subject, None)
}

fn median(counts: &mut [usize]) -> usize {
    counts.sort_unstable();
    counts[counts.len() / 2]
}

#[test]
// ENR-06
fn enr_06_every_state_has_its_fields_without_any_import() {
    let mut of_states: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for brewery in listing().iter().filter(|brewery| brewery.at.is_some()) {
        let filled = enrich(brewery.at, &brewery.zip).entries().len();
        of_states.entry(brewery.state).or_default().push(filled);
    }
    let mut all: Vec<usize> = of_states.values().flatten().copied().collect();
    let mut medians: Vec<(usize, &str, usize)> = of_states
        .iter_mut()
        .map(|(state, counts)| (median(counts), *state, counts.len()))
        .collect();
    medians.sort_unstable();
    println!("median of {} rows: {} fields", all.len(), median(&mut all));
    for (fields, state, rows) in &medians {
        println!("{state} {fields:>4} fields in the median of {rows} rows");
    }
    assert!(median(&mut all) >= 100);
    let of_50_and_dc = states().filter(|state| state.code() != "PR");
    for state in of_50_and_dc {
        let found = medians.iter().find(|(_, code, _)| *code == state.code());
        let (fields, ..) = found.unwrap_or_else(|| panic!("no row in {}", state.name()));
        assert!(*fields >= 95, "{}: {fields} fields", state.name());
    }
}

#[test]
fn points_lie_in_a_county_of_their_zip_code() {
    let (mut asked, mut misses) = (0_u32, Vec::new());
    for brewery in listing() {
        let Some((latitude, longitude)) = brewery.at else {
            continue;
        };
        let of_zip = reference().counties_of_zip(&brewery.zip);
        if of_zip.is_empty() {
            continue;
        }
        asked += 1;
        let at = enrichment::geo::Position::from_degrees(latitude, longitude).unwrap();
        let areas = reference().locate(at);
        if !areas.counties().any(|county| of_zip.contains(&county)) {
            let found: Vec<String> = areas.counties().map(|county| county.to_string()).collect();
            let named: Vec<String> = of_zip.iter().map(ToString::to_string).collect();
            misses.push(format!(
                "{}, {} {}, at {latitude}, {longitude}: in {found:?}, its ZIP code in {named:?}",
                brewery.name, brewery.state, brewery.zip
            ));
        }
    }
    let share = 100.0 * (1.0 - misses.len() as f64 / f64::from(asked));
    println!("{share:.2} % of {asked} points; {} misses:", misses.len());
    misses.iter().for_each(|miss| println!("  {miss}"));
    assert!(asked > 5_000 && share >= 99.0);
}

#[test]
// ENR-06
fn enr_06_a_row_without_coordinates_has_the_facts_of_its_zip_codes_county_and_says_so() {
    let (mut rows, mut placed, mut rich) = (0, 0, 0);
    for brewery in listing().iter().filter(|brewery| brewery.at.is_none()) {
        rows += 1;
        let facts = enrich(None, &brewery.zip);
        if facts.text(Field::CountyFips).is_none() {
            continue;
        }
        placed += 1;
        rich += usize::from(facts.entries().len() >= 60);
        assert_eq!(facts.text(Field::GeographyMatch), Some("zip"));
        for entry in facts.entries() {
            let level = entry.field.spec().level;
            let of_county = matches!(level, GeographyLevel::County | GeographyLevel::State);
            let of_row = [Field::GeographyMatch, Field::Naics6].contains(&entry.field)
                // Scores and fields derived from them include the county's facts.
                || matches!(entry.value, Value::Factors(_))
                || level == GeographyLevel::Point && entry.field >= Field::AccessScore;
            assert!(of_county || of_row, "{} by a ZIP code", entry.field.name());
        }
        let source = &facts.get(Field::CountyFips).unwrap().source;
        let tables = ["ZIP", "postal codes"];
        assert!(
            tables.iter().any(|table| source.name().contains(table)),
            "{}",
            source.name()
        );
    }
    println!(
        "{placed} of {rows} rows without coordinates have a county, {rich} of them 60 fields or more"
    );
    assert!(placed * 100 >= rows * 99);
    assert!(rich * 100 >= placed * 95);

    // Danbury, Connecticut: tables by old counties and tables by planning regions both have values.
    let danbury = enrich(None, "06810");
    assert_eq!(danbury.text(Field::CountyFips), Some("09001"));
    for field in [Field::Hail, Field::CountyHomeValue, Field::CommuteTime] {
        assert!(danbury.number(field).is_some(), "{}", field.name());
    }
}

#[test]
fn no_table_is_asked_for_more_than_it_tells() {
    let mut of_states: BTreeMap<&str, Vec<Enriched<'_>>> = BTreeMap::new();
    for brewery in listing().iter().filter(|brewery| brewery.at.is_some()) {
        let facts = enrich(brewery.at, &brewery.zip);
        for absent in ABSENT {
            assert!(facts.get(absent).is_none(), "{}", absent.name());
        }
        if let Some(tract) = facts.text(Field::TractGeoid) {
            assert!(facts.flag(Field::Qoz).is_some(), "{tract} is in no list");
        }
        of_states.entry(brewery.state).or_default().push(facts);
    }
    // Absent, not 'no': Alaska in food access and votes, DC in business patterns.
    let none = |state: &str, field: Field| of_states[state].iter().all(|f| f.get(field).is_none());
    for field in [Field::FoodDesert, Field::RepublicanPct, Field::VotesCast] {
        assert!(none("AK", field) && !none("WA", field), "{}", field.name());
    }
    for field in [Field::Establishments, Field::TourismEmployment] {
        assert!(none("DC", field) && !none("MD", field), "{}", field.name());
    }
    for field in [
        Field::StateWeeklyWage,
        Field::StateJobs,
        Field::StateTourismShare,
    ] {
        for (state, rows) in of_states
            .iter()
            .filter(|(state, _)| !["PR", "?"].contains(state))
        {
            let of_row = |facts: &&Enriched<'_>| facts.text(Field::CountyFips).is_some();
            let all = rows
                .iter()
                .filter(of_row)
                .all(|facts| facts.get(field).is_some());
            assert!(all, "{} in {state}", field.name());
        }
    }
    // Tables without a stated vintage are shown as undated.
    let facts = &of_states["OR"][0];
    for field in [Field::DistanceInterstate, Field::ParkDistance] {
        assert_eq!(facts.get(field).unwrap().source.vintage(), "undated");
    }
}

/// Fields that no table of the starter pack can fill.
const ABSENT: [Field; 9] = [
    Field::DaytimeJobs,
    Field::WeeklyWage,
    Field::TourismIntensity,
    Field::LocationQuotient,
    Field::DistanceUsHighway,
    Field::NearestUsHighway,
    Field::InterchangeDensity,
    Field::MajorParks,
    Field::GreenPct,
];

#[test]
// ENR-07
fn enr_07_the_hazards_are_those_that_fema_rates_there() {
    let hazards = [
        Field::Lightning,
        Field::Hurricane,
        Field::Wildfire,
        Field::Tornado,
        Field::FloodRisk,
        Field::Earthquake,
        Field::Hail,
        Field::HeatWave,
        Field::Drought,
    ];
    let rated = |at: (f64, f64)| {
        let facts = enrich(Some(at), "");
        let there = |field: &&Field| facts.number(**field).is_some();
        assert!(facts.number(Field::MedianIncomeTract).is_some());
        assert!(facts.flag(Field::Qoz).is_some());
        let source = &facts.get(Field::Hail).unwrap().source;
        assert_eq!(source.vintage(), "March 2023");
        hazards.iter().filter(there).count()
    };
    assert_eq!(
        rated((45.5231, -122.6765)),
        8,
        "Portland, without hurricanes"
    );
    assert_eq!(rated((44.0582, -121.3153)), 8, "Bend");
    assert_eq!(rated((41.824, -71.4128)), 9, "Providence");
}

#[test]
fn both_editions_of_connecticuts_counties_answer() {
    let hartford = enrich(Some((41.7658, -72.6734)), "06103");
    assert_eq!(hartford.text(Field::CountyFips), Some("09003"));
    let vintage = |field: Field| hartford.get(field).unwrap().source.vintage().into_owned();
    assert_eq!(vintage(Field::Uninsured), "2020-2024", "by planning region");
    assert_eq!(
        vintage(Field::CountyPopulation),
        "2023",
        "by planning region"
    );
    assert_eq!(vintage(Field::Employed), "2022", "by county");
    // Establishments are by county, so the residents they are compared with must be too.
    let per_1000 = hartford.get(Field::Per1000).unwrap();
    let name = per_1000.source.name();
    assert!(name.contains("Social Vulnerability Index"), "{name}");
    let of_county = hartford.number(Field::Establishments).unwrap() * 1000.0;
    let residents = of_county / hartford.number(Field::Per1000).unwrap();
    assert!((880_000.0..910_000.0).contains(&residents), "{residents}");
}

/// The tables, without any of unstated or incompatible licence.
#[test]
fn the_starter_pack_holds_what_may_ship_with_where_it_is_from() {
    let pack = Pack::starter().unwrap();
    let mut ids = BTreeSet::new();
    let mut vintages = BTreeSet::new();
    for table in &pack.tables {
        let info = &table.info;
        ids.insert(info.id.as_str());
        vintages.insert(format!("{} {}", info.id, info.vintage));
        assert!(info.shipped && info.rows > 0, "{}", info.id);
        let licence = info.licence.as_str();
        let may = ["Public domain", "MIT", "CC0", "CC BY"];
        assert!(may.iter().any(|may| licence.starts_with(may)), "{licence}");
        assert!(!info.files.is_empty(), "{}", info.id);
        for file in &info.files {
            assert!(
                file.origin.is_some() && file.sha256.len() == 64,
                "{}",
                file.name
            );
        }
    }
    let held: Vec<&str> = ids.into_iter().collect();
    assert_eq!(held, HELD);
    for vintage in [
        "acs 2019-2023",
        "acs 2014-2018",
        "acs-county-extract 2020-2024",
        "acs-county-profile 2013-2017",
        "permits 2023",
        "permits 2024",
        "laus 2021",
        "laus 2022",
        "svi 2018-2022",
        "cbp 2021",
        "qcew 2020",
        "votes 2024",
        "tract-shapes 2018",
        "food-access 2019",
    ] {
        assert!(vintages.contains(vintage), "{vintage} in {vintages:#?}");
    }
}

const HELD: [&str; 23] = [
    "acs",
    "acs-county-extract",
    "acs-county-profile",
    "acs-tract-extract",
    "cbp",
    "county-shapes",
    "ers-education",
    "ers-poverty",
    "food-access",
    "laus",
    "nri",
    "opportunity-zones-list",
    "parks-natural-earth",
    "pep",
    "permits",
    "qcew",
    "superfund",
    "svi",
    "tiger-roads",
    "tract-shapes",
    "votes",
    "zcta",
    "zip-county",
];

#[test]
fn the_pack_in_use_holds_less_than_200_mib() {
    let reference = reference();
    let mib = reference.memory() >> 20;
    println!("{mib} MiB held, loaded in {:?}", reference.loaded_in());
    assert!(mib < 200);
}

#[test]
fn every_county_of_the_newest_edition_is_known_by_name() {
    for county in [9110_u32, 2063, 46102, 11001] {
        let code = CountyFips(county).to_string();
        let subject = Subject {
            county_fips: Some(&code),
            ..Subject::default()
        };
        let facts = reference().enrich(&subject, None);
        assert!(facts.text(Field::County).is_some(), "{code}");
        assert!(facts.number(Field::CountyPopulation).is_some(), "{code}");
    }
}
