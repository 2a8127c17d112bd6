//! Readers of tables that the shared test data lacks, on small files in the publishers' own formats.
//! Every number in them is MADE UP; only columns, marks of missing values and codes are the publishers'.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on should fail where it stands, and one that is skipped says so"
)]

use std::ops::ControlFlow;
use std::path::Path;

use enrichment::fields::Field;
use enrichment::import::{ImportReport, Outcome, import_folder};
use enrichment::pack::Pack;
use enrichment::{Enriched, Reference, Subject};

/// Providence, Rhode Island.
const PROVIDENCE: (f64, f64) = (41.824, -71.4128);

fn import(files: &[(&str, &str)]) -> (Pack, ImportReport) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let mut pack = Pack::builtin();
    let report = import_folder(&mut pack, folder.path(), |_| ControlFlow::Continue(())).unwrap();
    (pack, report)
}

fn reference(files: &[(&str, &str)]) -> Reference {
    let (pack, report) = import(files);
    assert_eq!(report.taken(), files.len(), "{:#?}", report.files);
    Reference::new(pack)
}

fn enrich<'r>(reference: &'r Reference, naics: Option<&str>) -> Enriched<'r> {
    let subject = Subject {
        coordinates: Some(PROVIDENCE),
        naics,
        ..Subject::default()
    };
    reference.enrich(&subject, None)
}

const QCEW: &str = "\"area_fips\",\"own_code\",\"industry_code\",\"agglvl_code\",\"size_code\",\"year\",\"qtr\",\"disclosure_code\",\"annual_avg_estabs\",\"annual_avg_emplvl\",\"total_annual_wages\",\"annual_avg_wkly_wage\"
US000,0,10,10,0,2023,A,,10000000,150000000,0,1350
US000,5,312120,18,0,2023,A,,10000,90000,0,800
US000,5,71,14,0,2023,A,,200000,2500000,0,900
US000,5,72,14,0,2023,A,,900000,14000000,0,520
44000,0,10,50,0,2023,A,,45000,500000,0,1250
44000,5,312120,58,0,2023,A,,40,500,0,790
44007,0,10,70,0,2023,A,,20000,290000,0,1310
44007,5,312120,78,0,2023,A,,24,300,0,780
44007,5,722511,78,0,2023,A,,900,15000,0,510
44007,5,31-33,74,0,2023,A,,700,24000,0,1200
44007,5,71,74,0,2023,A,,300,4000,0,610
44007,5,72,74,0,2023,A,,1600,25000,0,480
44007,3,611110,76,0,2023,A,,50,4000,0,1100
44007,5,312130,78,0,2023,A,N,2,0,0,0
44007,5,312120,78,0,2023,1,,24,300,0,780
44999,5,312120,78,0,2023,A,,3,10,0,700
";

const POPULATION: &str = "SUMLEV,REGION,DIVISION,STATE,COUNTY,STNAME,CTYNAME,ESTIMATESBASE2020,POPESTIMATE2022,POPESTIMATE2023
040,1,1,44,000,Rhode Island,Rhode Island,1000000,1000000,1000000
050,1,1,44,007,Rhode Island,Providence County,600000,600000,606000
050,1,1,44,003,Rhode Island,Kent County,400000,400000,394000
";

#[test]
// ENR-07
fn enr_07_industry_wages_and_saturation_come_from_qcew() {
    let files = [
        ("2023.annual.singlefile.csv", QCEW),
        ("co-est2023-alldata.csv", POPULATION),
    ];
    let reference = reference(&files);
    let row = enrich(&reference, Some("312120"));
    assert_eq!(row.number(Field::WeeklyWage), Some(1310.0));
    assert_eq!(row.number(Field::DaytimeJobs), Some(290_000.0));
    assert_eq!(row.number(Field::Establishments), Some(24.0));
    assert_eq!(row.number(Field::Employees), Some(300.0));
    // Of the six-digit industries: restaurants have 900 establishments, breweries 24, wineries 2.
    assert_eq!(row.number(Field::IndustryRank), Some(2.0));
    assert_eq!(row.number(Field::TourismEmployment), Some(29_000.0));
    assert_eq!(row.number(Field::TourismIntensity), Some(10.0));
    assert_eq!(row.number(Field::CountyPopulation), Some(606_000.0));
    assert!((row.number(Field::CountyGrowth).unwrap() - 1.0).abs() < 1e-9);
    let quotient = (300.0 / 290_000.0) / (90_000.0 / 150_000_000.0);
    assert!((row.number(Field::LocationQuotient).unwrap() - quotient).abs() < 1e-9);
    assert!((row.number(Field::Per1000).unwrap() - 24.0 / 606.0).abs() < 1e-9);
    let against_state = 100.0 * (24.0 / 606_000.0) / (40.0 / 1_000_000.0);
    assert!((row.number(Field::SaturationState).unwrap() - against_state).abs() < 1e-9);
    assert_eq!(row.text(Field::Opportunity), Some("Moderate opportunity"));
    assert_eq!(row.get(Field::WeeklyWage).unwrap().source.vintage(), "2023");

    // Withheld jobs are missing, not 0; the number of establishments is published all the same.
    let winery = enrich(&reference, Some("312130"));
    assert_eq!(winery.number(Field::Establishments), Some(2.0));
    assert_eq!(winery.number(Field::Employees), None);
    assert_eq!(winery.number(Field::IndustryWage), None);
    // An industry that the county's table has only as a sector.
    let machine_shop = enrich(&reference, Some("332710"));
    assert_eq!(machine_shop.number(Field::Establishments), Some(700.0));
}

#[test]
fn county_business_patterns_are_three_files_of_one_table() {
    let counties = "fipstate,fipscty,naics,emp_nf,emp,qp1_nf,qp1,ap_nf,ap,est\n\
        44,007,------,G,250000,G,3000000,G,13000000,16000\n\
        44,007,72----,G,20000,G,1,G,520000,1500\n\
        44,007,312120,D,0,D,0,D,0,24\n\
        44,999,312120,G,5,G,1,G,1,1\n";
    let states = "fipstate,lfo,naics,emp_nf,emp,ap,est\n44,-,------,G,400000,20000000,28000\n44,C,------,G,1,1,1\n44,-,312120,G,450,9000,40\n";
    let nation = "uscode,lfo,naics,emp_nf,emp,ap,est\n98,-,------,G,130000000,1,8000000\n98,-,312120,G,90000,1,9000\n";
    let reference = reference(&[
        ("cbp22co.txt", counties),
        ("cbp22st.txt", states),
        ("cbp22us.txt", nation),
        ("co-est2023-alldata.csv", POPULATION),
    ]);
    let row = enrich(&reference, Some("312120"));
    assert_eq!(row.number(Field::Establishments), Some(24.0));
    assert_eq!(row.number(Field::Employees), None, "withheld");
    // $13,000,000 thousand over 250,000 jobs and 52 weeks.
    assert_eq!(row.number(Field::WeeklyWage), Some(1000.0));
    assert!(row.number(Field::SaturationState).is_some());
    assert!(
        row.number(Field::LocationQuotient).is_some(),
        "of establishments"
    );
}

#[test]
// ENR-07
fn enr_07_nine_hazards_and_their_mean_come_from_the_risk_index() {
    let text = "OID_,NRI_ID,STATE,STCOFIPS,RISK_SCORE,EAL_SCORE,SOVI_SCORE,RESL_SCORE,CFLD_RISKS,DRGT_RISKS,ERQK_RISKS,HAIL_RISKS,HWAV_RISKS,HRCN_RISKS,LTNG_RISKS,RFLD_RISKS,TRND_RISKS,WFIR_RISKS,NRI_VER\n\
        1,C44007,Rhode Island,44007,80,81,40,60,70,10,20,30,40,90,50,60,0,,March 2023\n\
        2,C44009,Rhode Island,44009,50,51,40,60,,,,,,,,,,,March 2023\n";
    let reference = reference(&[("NRI_Table_Counties.csv", text)]);
    let row = enrich(&reference, None);
    assert_eq!(
        row.number(Field::FloodRisk),
        Some(70.0),
        "the higher of coastal and riverine"
    );
    assert_eq!(row.number(Field::Tornado), Some(0.0), "0 is a value");
    assert_eq!(
        row.number(Field::Wildfire),
        None,
        "and an empty cell is none"
    );
    let mean = (10.0 + 20.0 + 30.0 + 40.0 + 90.0 + 50.0 + 70.0 + 0.0) / 8.0;
    assert_eq!(row.number(Field::AggregatedRisk), Some(mean));
    assert_eq!(row.text(Field::TopRisk1), Some("Hurricane"));
    assert_eq!(row.number(Field::TopRisk1Score), Some(90.0));
    assert_eq!(row.text(Field::TopRisk2), Some("Flood"));
    assert_eq!(row.text(Field::TopRisk3), Some("Lightning"));
    assert_eq!(
        row.get(Field::AggregatedRisk).unwrap().source.vintage(),
        "March 2023"
    );

    let washington = Subject {
        county_fips: Some("44009"),
        ..Subject::default()
    };
    let row = reference.enrich(&washington, None);
    assert_eq!(row.number(Field::RiskIndex), Some(50.0));
    assert_eq!(row.number(Field::AggregatedRisk), None);
    assert_eq!(row.text(Field::TopRisk1), None);
}

#[test]
fn votes_by_party_add_modes_up_and_leave_alaska() {
    let text = "year,state,state_po,county_name,county_fips,office,candidate,party,candidatevotes,totalvotes,version,mode\n\
        2016,RHODE ISLAND,RI,PROVIDENCE,44007,US PRESIDENT,A,DEMOCRAT,1,10,1,TOTAL\n\
        2020,RHODE ISLAND,RI,PROVIDENCE,44007,US PRESIDENT,A,DEMOCRAT,400,1000,1,ELECTION DAY\n\
        2020,RHODE ISLAND,RI,PROVIDENCE,44007,US PRESIDENT,A,DEMOCRAT,200,1000,1,MAIL\n\
        2020,RHODE ISLAND,RI,PROVIDENCE,44007,US PRESIDENT,B,REPUBLICAN,300,1000,1,ELECTION DAY\n\
        2020,RHODE ISLAND,RI,PROVIDENCE,44007,US PRESIDENT,C,LIBERTARIAN,50,1000,1,ELECTION DAY\n\
        2020,RHODE ISLAND,RI,PROVIDENCE,44007,US PRESIDENT,D,OTHER,50,1000,1,ELECTION DAY\n\
        2020,ALASKA,AK,DISTRICT 13,2013,US PRESIDENT,A,DEMOCRAT,10,20,1,TOTAL\n";
    let reference = reference(&[("countypres_2000-2020.csv", text)]);
    let row = enrich(&reference, None);
    assert_eq!(row.number(Field::DemocratPct), Some(60.0));
    assert_eq!(row.number(Field::RepublicanPct), Some(30.0));
    assert_eq!(row.number(Field::LibertarianPct), Some(5.0));
    assert_eq!(
        row.number(Field::GreenPct),
        None,
        "no line for a party is no 0"
    );
    assert_eq!(row.number(Field::OtherPct), Some(5.0));
    let aleutians = Subject {
        county_fips: Some("02013"),
        ..Subject::default()
    };
    assert_eq!(
        reference
            .enrich(&aleutians, None)
            .number(Field::DemocratPct),
        None
    );
}

#[test]
fn acs_answers_and_downloads_are_one_table_of_many_files() {
    let answer = r#"[["NAME","B19013_001E","B25077_001E","B15003_001E","B15003_022E","B15003_023E","B15003_024E","B15003_025E","state","county"],
        ["Providence County, Rhode Island","70000","-666666666","1000","200","100","20","10","44","007"],
        ["Kent County, Rhode Island",null,"300000","0","0","0","0","0","44","003"]]"#;
    let tracts = r#"[["NAME","B01003_001E","state","county","tract"],["Tract 8","4384","44","007","000800"]]"#;
    let download = "\"GEO_ID\",\"NAME\",\"B25064_001E\",\"B25064_001M\"\n\
        \"Geography\",\"Geographic Area Name\",\"Estimate!!Median gross rent\",\"Margin\"\n\
        \"0500000US44007\",\"Providence County\",\"1,150\",\"9\"\n\
        \"0500000US44003\",\"Kent County\",\"(X)\",\"**\"\n";
    let reference = reference(&[
        ("acs5_2023_county_1.json", answer),
        ("acs5_2023_tracts_44.json", tracts),
        ("ACSDT5Y2023.B25064-Data.csv", download),
    ]);
    let row = enrich(&reference, None);
    assert_eq!(row.number(Field::MedianIncomeCounty), Some(70_000.0));
    assert_eq!(row.number(Field::CountyHomeValue), None);
    assert_eq!(row.number(Field::CountyMedianRent), Some(1150.0));
    assert_eq!(row.number(Field::CountyBachelors), Some(33.0));
    assert_eq!(
        row.get(Field::CountyMedianRent).unwrap().source.vintage(),
        "2019-2023"
    );
    let kent = Subject {
        county_fips: Some("44003"),
        ..Subject::default()
    };
    let row = reference.enrich(&kent, None);
    assert_eq!(row.number(Field::CountyHomeValue), Some(300_000.0));
    assert_eq!(row.number(Field::CountyMedianRent), None);
    assert_eq!(
        row.number(Field::CountyBachelors),
        None,
        "a share of nobody is no 0"
    );
}

#[test]
fn long_tables_series_and_yearly_permits_are_read() {
    let poverty = "FIPS_Code,Stabr,Area_Name,Attribute,Value\n\
        00000,US,United States,PCTPOVALL_2023,12.5\n\
        44007,RI,Providence County,PCTPOVALL_2023,11.0\n\
        44007,RI,Providence County,MEDHHINC_2023,\"72,000\"\n\
        44007,RI,Providence County,CI90LBALL_2023,1\n";
    let series = "series_id                     \tyear\tperiod\t       value\tfootnote_codes\n\
        LAUCN440070000000003          \t2023\tM13\t         3.1\t\n\
        LAUCN440070000000005          \t2023\tM13\t      300000\t\n\
        LAUCN440070000000005          \t2023\tM12\t      999999\t\n\
        LAUCN440070000000006          \t2022\tM13\t      305000\t\n";
    let permits = |year: u16, units: u32| {
        format!(
            "Survey,FIPS,FIPS,Region,Division,County,,1-unit,,,2-units,,,3-4 units,,,5+ units,,\n\
             Date,State,County,Code,Code,Name,Bldgs,Units,Value,Bldgs,Units,Value,Bldgs,Units,Value,Bldgs,Units,Value\n \n\
             {year}99,44,007,1,1,Providence County   ,{units},{units},1000,0,0,0,0,0,0,1,50,500\n\
             {year}99,44,009,1,1,Washington County   ,0,0,0,0,0,0,0,0,0,0,0,0\n"
        )
    };
    let (before, now) = (permits(2022, 50), permits(2023, 60));
    let reference = reference(&[
        ("Poverty2023.csv", poverty),
        ("la.data.64.County", series),
        ("co2022a.txt", &before),
        ("co2023a.txt", &now),
    ]);
    let row = enrich(&reference, None);
    assert_eq!(row.number(Field::PovertyRate), Some(11.0));
    assert_eq!(row.number(Field::MedianIncomeCounty), Some(72_000.0));
    assert_eq!(row.number(Field::UnemploymentRate), Some(3.1));
    assert_eq!(
        row.number(Field::Employed),
        Some(300_000.0),
        "the annual average, not December"
    );
    assert_eq!(
        row.number(Field::LaborForce),
        None,
        "only an older year has it"
    );
    assert_eq!(row.number(Field::UnitsPermitted), Some(110.0));
    assert_eq!(row.number(Field::SingleFamily), Some(60.0));
    assert_eq!(row.number(Field::MultiFamily), Some(50.0));
    assert!((row.number(Field::PermitsGrowth).unwrap() - 10.0).abs() < 1e-9);
    assert_eq!(row.text(Field::MarketTrend), Some("Growing"));
    let washington = Subject {
        county_fips: Some("44009"),
        ..Subject::default()
    };
    let row = reference.enrich(&washington, None);
    assert_eq!(
        row.number(Field::UnitsPermitted),
        Some(0.0),
        "a real zero stays"
    );
    assert_eq!(
        row.number(Field::PermitsGrowth),
        None,
        "and nothing grows from it"
    );
    assert_eq!(row.number(Field::SingleFamilyPct), None);
}

fn line(properties: &str, from: (f64, f64), to: (f64, f64)) -> String {
    format!(
        r#"{{"type":"Feature","properties":{properties},"geometry":{{"type":"LineString","coordinates":[[{},{}],[{},{}]]}}}}"#,
        from.1, from.0, to.1, to.0
    )
}

#[test]
// ENR-07
fn enr_07_a_distance_is_given_only_where_no_nearer_road_can_be_unknown() {
    let interstate = r#"{"RTTYP":"I","MTFCC":"S1100","FULLNAME":"I- 95"}"#;
    let street = r#"{"RTTYP":"M","MTFCC":"S1200","FULLNAME":"Main St"}"#;
    let collection = format!(
        r#"{{"type":"FeatureCollection","features":[{},{},{}]}}"#,
        line(interstate, (41.80, -71.5), (41.80, -71.3)),
        line(street, (41.0, -72.0), (42.5, -72.0)),
        line(street, (41.0, -70.5), (42.5, -70.5)),
    );
    let parks = "UNIT_NAME,UNIT_TYPE,STATE,Latitude,Longitude\n\
        Example Park,National Park,MA,42.0,-70.0\nExample Memorial,National Memorial,\"MA,RI\",41.8,-71.4\n";
    let local = reference(&[
        ("tl_2023_44_prisecroads.geojson", &collection),
        ("nps_units_2024.csv", parks),
    ]);
    let row = enrich(&local, None);
    let miles = row.number(Field::DistanceInterstate).unwrap();
    assert!(
        (miles - 0.024 * 111_070.0 / 1609.344).abs() < 0.005,
        "{miles}"
    );
    assert_eq!(row.text(Field::NearestInterstate), Some("I 95"));
    assert_eq!(
        row.number(Field::DistanceUsHighway),
        None,
        "the table has none"
    );
    assert_eq!(row.number(Field::MajorParks), Some(1.0));
    assert!(row.number(Field::ParkDistance).unwrap() > 70.0);

    // In Georgia the same file knows nothing, while a national one would.
    let georgia = Subject {
        coordinates: Some((33.7, -84.4)),
        ..Subject::default()
    };
    assert_eq!(
        local
            .enrich(&georgia, None)
            .number(Field::DistanceInterstate),
        None
    );
    let national = reference(&[("tl_2023_us_primaryroads.geojson", &collection)]);
    assert!(
        national
            .enrich(&georgia, None)
            .number(Field::DistanceInterstate)
            .unwrap()
            > 800.0
    );
}

#[test]
fn tracts_of_different_censuses_never_join() {
    let square = "[[[-71.5,41.7],[-71.3,41.7],[-71.3,41.9],[-71.5,41.9],[-71.5,41.7]]]";
    let tract = |key: &str| {
        format!(
            r#"{{"type":"FeatureCollection","features":[{{"type":"Feature","properties":{{"{key}":"44007000800"}},"geometry":{{"type":"Polygon","coordinates":{square}}}}}]}}"#
        )
    };
    let old =
        "\"GEOID\",\"year\",\"unempP\",\"povP\",\"pciE\"\n\"44007000800\",2018,7.2,10.4,21334\n";
    let new = r#"[["NAME","B19301_001E","state","county","tract"],["Tract 8","50000","44","007","000800"]]"#;
    let row_of = |shapes: &str| {
        let files = [
            ("tracts.geojson", shapes),
            ("EC03.csv", old),
            ("acs5_2023.json", new),
        ];
        let reference = reference(&files);
        let row = enrich(&reference, None);
        (
            row.number(Field::PovertyRateTract),
            row.number(Field::PerCapitaIncomeTract),
        )
    };
    assert_eq!(row_of(&tract("GEOID10")), (Some(10.4), Some(21_334.0)));
    assert_eq!(row_of(&tract("GEOID20")), (None, Some(50_000.0)));
    // A file that does not tell its census is left, whatever it is called otherwise.
    let (_, report) = import(&[("tracts.geojson", &tract("GEOID"))]);
    assert!(matches!(&report.files[0].outcome, Outcome::Left(why) if why.contains("year")));
}

#[test]
fn connecticuts_regions_and_counties_both_find_their_tables() {
    let region = r#"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"GEOID":"09110","NAME":"Capitol"},"geometry":{"type":"Polygon","coordinates":[[[-73.0,41.5],[-72.3,41.5],[-72.3,42.0],[-73.0,42.0],[-73.0,41.5]]]}}]}"#;
    let older = "fips,unemp\n09003,4.5\n";
    let hartford = Subject {
        coordinates: Some((41.7658, -72.6734)),
        ..Subject::default()
    };
    let with = reference(&[
        ("cb_2023_us_county_500k.geojson", region),
        ("fips-unemp-23.csv", "fips,unemp\n09110,3.5\n"),
        ("fips-unemp-20.csv", older),
    ]);
    let row = with.enrich(&hartford, None);
    assert_eq!(row.number(Field::UnemploymentRate), Some(3.5));
    assert_eq!(
        row.get(Field::UnemploymentRate).unwrap().source.vintage(),
        "2023"
    );
    // Without the regions' shapes their numbers find no area: the older table answers, dated as such.
    let without = reference(&[
        ("fips-unemp-23.csv", "fips,unemp\n09110,3.5\n"),
        ("fips-unemp-20.csv", older),
    ]);
    let row = without.enrich(&hartford, None);
    assert_eq!(row.text(Field::CountyFips), Some("09003"));
    assert_eq!(row.number(Field::UnemploymentRate), Some(4.5));
    assert_eq!(
        row.get(Field::UnemploymentRate).unwrap().source.vintage(),
        "2020"
    );
}

#[test]
fn a_zipped_shapefile_is_read_and_never_replaces_finer_shapes() {
    let folder = tempfile::tempdir().unwrap();
    write_shapefile(folder.path());
    let mut archive = zip::ZipWriter::new(
        std::fs::File::create(folder.path().join("cb_2023_us_county_20m.zip")).unwrap(),
    );
    for ending in ["shp", "dbf", "shx"] {
        let name = format!("cb_2023_us_county_20m.{ending}");
        archive
            .start_file(name.as_str(), zip::write::SimpleFileOptions::default())
            .unwrap();
        let bytes = std::fs::read(folder.path().join(&name)).unwrap();
        std::io::Write::write_all(&mut archive, &bytes).unwrap();
        std::fs::remove_file(folder.path().join(&name)).unwrap();
    }
    archive.finish().unwrap();
    let mut pack = Pack::builtin();
    let report = import_folder(&mut pack, folder.path(), |_| ControlFlow::Continue(())).unwrap();
    assert!(
        matches!(&report.files[0].outcome, Outcome::Left(why) if why.contains("no finer")),
        "{report:?}"
    );
    let mut empty = Pack::default();
    let report = import_folder(&mut empty, folder.path(), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(report.taken(), 1, "{report:?}");
    let reference = Reference::new(empty);
    assert_eq!(
        enrich(&reference, None).text(Field::County),
        Some("Providence")
    );
}

/// One county, a square around Providence.
fn write_shapefile(folder: &Path) {
    use shapefile::dbase::{FieldName, Record, TableWriterBuilder};
    use shapefile::{Point, Polygon, PolygonRing};
    let field = |name: &str| FieldName::try_from(name).unwrap();
    let table = TableWriterBuilder::new()
        .add_character_field(field("GEOID"), 5)
        .add_character_field(field("NAMELSAD"), 40);
    let path = folder.join("cb_2023_us_county_20m.shp");
    let mut writer = shapefile::Writer::from_path(path, table).unwrap();
    let ring = [
        (-71.5, 41.7),
        (-71.5, 41.9),
        (-71.3, 41.9),
        (-71.3, 41.7),
        (-71.5, 41.7),
    ];
    let ring = ring.iter().map(|(x, y)| Point::new(*x, *y)).collect();
    let mut record = Record::default();
    let text = |text: &str| shapefile::dbase::FieldValue::Character(Some(text.to_owned()));
    record.insert("GEOID".to_owned(), text("44007"));
    record.insert("NAMELSAD".to_owned(), text("Providence County"));
    writer
        .write_shape_and_record(&Polygon::new(PolygonRing::Outer(ring)), &record)
        .unwrap();
}

#[test]
fn broken_and_foreign_files_are_left_with_the_reason() {
    let (pack, report) = import(&[
        ("notes.txt", "nothing of interest here\nat all\n"),
        (
            "cut.geojson",
            "{\"type\":\"FeatureCollection\",\"features\":[{\"type\"",
        ),
        ("broken.zip", "PK no archive"),
        ("table.xlsx", "PK"),
        (
            "co2401c.txt",
            "Survey,FIPS,FIPS,Region,Division,County,,1-unit,,,2-units,,,3-4 units,,,5+ units,,\n202401,44,007,1,1,Providence,1,1,1,0,0,0,0,0,0,0,0,0\n",
        ),
        ("rates.csv", "fips,unemp\n44007,3.1\n"),
        (
            "SVI2018.csv",
            "ST_ABBR,FIPS,E_TOTPOP,E_NOVEH,RPL_THEMES\nRI,44007,-999,-999,-999.0\n",
        ),
    ]);
    assert_eq!(report.taken(), 0);
    assert_eq!(pack, Pack::builtin(), "nothing has changed");
    let reason = |name: &str| {
        let file = report
            .files
            .iter()
            .find(|f| f.path.starts_with(name))
            .unwrap();
        match &file.outcome {
            Outcome::Left(reason) => reason.clone(),
            taken @ Outcome::Taken { .. } => panic!("{taken:?}"),
        }
    };
    assert!(reason("notes.txt").contains("not recognised"));
    assert!(reason("cut.geojson").contains("broken"));
    assert!(reason("broken.zip").contains("broken archive"));
    assert!(reason("table.xlsx").contains("broken"));
    assert!(reason("co2401c.txt").contains("twelve months"));
    assert!(reason("rates.csv").contains("year"));
    assert!(reason("SVI2018.csv").contains("no value"));
}
