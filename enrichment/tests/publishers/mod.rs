//! Readers of tables that the shared test data lacks, tested with small files in the publishers' own formats.
//! Every number in them is MADE UP; only columns, marks of missing values and codes are the publishers'.

mod geography;
mod industries;
mod support;

use enrichment::fields::Field;
use enrichment::import::Outcome;
use enrichment::pack::Pack;
use enrichment::{NationFigure, Subject};
use support::{enrich, import, reference};

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
fn enr_07_industry_wages_and_establishments_come_from_qcew() {
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
    // No table says what the counties' demand is.
    assert_eq!(row.get(Field::SaturationState), None);
    assert_eq!(row.get(Field::WeeklyWage).unwrap().source.vintage(), "2023");

    // Withheld jobs are missing, not 0; the number of establishments is published nevertheless.
    let winery = enrich(&reference, Some("312130"));
    assert_eq!(winery.number(Field::Establishments), Some(2.0));
    assert_eq!(winery.number(Field::Employees), None);
    assert_eq!(winery.number(Field::IndustryWage), None);
    // The table has only the sector of this industry, which is not the industry.
    let machine_shop = enrich(&reference, Some("332710"));
    assert_eq!(machine_shop.get(Field::Establishments), None);
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
        "an empty cell is missing"
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
        "a party without a line does not have 0 votes"
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
        "a share of nobody is not 0"
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
    assert!(reason("notes.txt").contains("not recognized"));
    assert!(reason("cut.geojson").contains("broken"));
    assert!(reason("broken.zip").contains("broken archive"));
    assert!(reason("table.xlsx").contains("broken"));
    assert!(reason("co2401c.txt").contains("twelve months"));
    assert!(reason("rates.csv").contains("year"));
    assert!(reason("SVI2018.csv").contains("no value"));
}

#[test]
// ENR-06
fn enr_06_a_years_rate_of_the_bureau_comes_before_five_years_of_the_survey() {
    let laus = "LAUS Code,State FIPS Code,County FIPS Code,County Name,Year,Labor Force,Employed,Unemployed,\
        Unemployment Rate (%)\nCN4400700000000,44,007,Providence County RI,2022,300000,290000,10000,3.3\n";
    let survey = |year: u16| {
        let head = r#"[["NAME","B23025_003E","B23025_005E","state","county"],"#;
        let row = r#"["Providence County","300000","18000","44","007"]]"#;
        (format!("acs5_{year}_county.json"), format!("{head}{row}"))
    };
    for year in [2023, 2024] {
        let (name, survey) = survey(year);
        let both = reference(&[("laucnty22.csv", laus), (&name, &survey)]);
        let row = enrich(&both, None);
        assert_eq!(row.number(Field::UnemploymentRate), Some(3.3), "{year}");
    }
    // A five-year period with a later middle is newer.
    let (name, survey) = survey(2025);
    let both = reference(&[("laucnty22.csv", laus), (&name, &survey)]);
    let row = enrich(&both, None);
    assert_eq!(row.number(Field::UnemploymentRate), Some(6.0));
}

#[test]
// ACC-05
fn acc_05_the_nation_is_what_its_row_says_and_a_part_of_the_country_does_not_speak_for_it() {
    let poverty = "FIPStxt,Stabr,Area_name,PCTPOVALL_2019,MEDHHINC_2019\n\
        00000,US,United States,12.3,65712\n44000,RI,Rhode Island,10.8,70000\n\
        44007,RI,Providence County,12.1,61000\n";
    let laus = "LAUS Code,State FIPS Code,County FIPS Code,County Name,Year,Labor Force,Employed,Unemployed,\
        Unemployment Rate (%)\nCN4400700000000,44,007,Providence County RI,2022,300000,290000,10000,3.3\n";
    let reference = reference(&[("poverty.csv", poverty), ("laucnty22.csv", laus)]);
    let row = enrich(&reference, None);
    assert_eq!(row.number(Field::PovertyRate), Some(12.1));
    let of = |field| -> Vec<_> {
        let figures = reference.nation(field);
        figures
            .map(|(table, figure)| (table.id.as_str(), figure))
            .collect()
    };
    let published = NationFigure::Average(12.3);
    assert_eq!(of(Field::PovertyRate), [("ers-poverty", published)]);
    assert_eq!(
        of(Field::UnemploymentRate),
        [],
        "one county is not the nation"
    );
}
