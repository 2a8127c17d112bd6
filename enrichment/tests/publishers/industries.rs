//! Industries by county: editions of NAICS, what the table omits, and what a county is compared with.

use enrichment::fields::Field;
use enrichment::row::Value;
use enrichment::{Enriched, Missing, Reference, Subject};

use super::support::reference;

const POPULATION: &str = "SUMLEV,REGION,DIVISION,STATE,COUNTY,STNAME,CTYNAME,ESTIMATESBASE2020,POPESTIMATE2022,POPESTIMATE2023
050,1,1,44,007,Rhode Island,Providence County,600000,600000,606000
050,1,1,44,003,Rhode Island,Kent County,400000,400000,394000
";

/// All of Providence's establishments in sector 62 are published by industry; two of Kent's are not.
const PATTERNS: &str = "fipstate,fipscty,naics,emp,ap,est
44,007,62----,100,5200,34
44,007,621210,50,2600,24
44,007,621310,20,1040,10
44,007,72----,100,5200,10
44,007,722515,90,4680,9
44,007,447110,60,3120,6
44,007,447190,30,3120,3
44,003,62----,100,5200,17
44,003,621310,20,1040,12
44,003,621320,20,1040,3
44,003,72----,100,5200,5
44,003,722511,90,4680,4
44,003,811212,9,468,3
44,003,811211,9,468,5
";

const PROVIDENCE: &str = "44007";
const KENT: &str = "44003";

fn patterns() -> Reference {
    reference(&[
        ("cbp21co.txt", PATTERNS),
        ("co-est2023-alldata.csv", POPULATION),
    ])
}

fn of_kind<'r>(reference: &'r Reference, county: &str, kind: &str) -> Enriched<'r> {
    let subject = Subject {
        county_fips: Some(county),
        category: Some(kind),
        ..Subject::default()
    };
    reference.enrich(&subject, None)
}

fn why(row: &Enriched<'_>, field: Field) -> Option<Missing> {
    let missing = row.missing().iter();
    let mut of_field = missing.filter(|(of, _)| *of == field);
    let reason = of_field.next().map(|(_, reason)| *reason);
    assert_eq!(of_field.next(), None, "one reason");
    assert!(reason.is_none() || row.get(field).is_none());
    reason
}

#[test]
// ENR-07
fn enr_07_what_the_table_leaves_out_is_fewer_than_three_and_never_the_sector() {
    let reference = patterns();
    let row = of_kind(&reference, KENT, "dentist");
    assert_eq!(
        row.text(Field::CountedAs),
        Some("Offices of Dentists (621210)")
    );
    assert_eq!(row.text(Field::Establishments), Some("fewer than 3"));
    // 2 of 394,000 residents.
    assert_eq!(row.text(Field::Per1000), Some("0–0.00508"));
    for field in [Field::Employees, Field::IndustryRank, Field::IndustryWage] {
        assert_eq!(
            why(&row, field),
            Some(Missing::NotPublished),
            "{}",
            field.name()
        );
    }
    // The sectors have one more establishment and none, respectively.
    let coffee = of_kind(&reference, KENT, "coffee shop");
    assert_eq!(coffee.text(Field::Establishments), Some("fewer than 2"));
    let optometrist = of_kind(&reference, PROVIDENCE, "optometrist");
    assert_eq!(optometrist.text(Field::Establishments), Some("none"));
    assert_eq!(optometrist.number(Field::Per1000), Some(0.0));
    // Published, as an industry that several kinds share.
    let juice = of_kind(&reference, PROVIDENCE, "juice bar");
    assert_eq!(juice.number(Field::Establishments), Some(9.0));
    assert_eq!(
        juice.text(Field::CountedAs),
        Some("Snack and Nonalcoholic Beverage Bars (722515)")
    );
}

#[test]
// ENR-07, ACC-08
fn enr_07_acc_08_without_people_and_incomes_of_one_table_there_is_no_saturation() {
    let reference = patterns();
    for (county, kind) in [(PROVIDENCE, "dentist"), (KENT, "dentist")] {
        let row = of_kind(&reference, county, kind);
        for field in [
            Field::SaturationState,
            Field::SaturationNational,
            Field::Opportunity,
            Field::MarketClass,
        ] {
            assert_eq!(
                why(&row, field),
                Some(Missing::NoDemand),
                "{kind} in {county}"
            );
        }
        assert!(row.get(Field::Per1000).is_some());
    }
}

#[test]
// ENR-07
fn enr_07_a_table_is_asked_for_the_codes_of_its_own_edition() {
    let reference = patterns();
    let fuel = of_kind(&reference, PROVIDENCE, "gas station");
    assert_eq!(fuel.text(Field::Naics6), Some("457110, 457120"));
    assert_eq!(
        fuel.text(Field::CountedAs),
        Some("Gasoline Stations (4471, NAICS 2017)")
    );
    assert_eq!(fuel.number(Field::Establishments), Some(9.0));
    assert_eq!(fuel.number(Field::Employees), Some(90.0));
    // $1,000 a week for 60 jobs and $2,000 for 30.
    assert_eq!(fuel.number(Field::IndustryWage), Some(1333.0));
    let computers = of_kind(&reference, KENT, "computer repair");
    assert_eq!(
        computers.number(Field::Establishments),
        Some(3.0),
        "not the others of 8112"
    );
    // 2022 codes in a table of 2022.
    let of_2022 = [
        ("447110", "457110"),
        ("447190", "457120"),
        ("811211", "811310"),
        ("811212", "811210"),
    ];
    let of_2022 = of_2022
        .iter()
        .fold(PATTERNS.to_owned(), |table, (former, code)| {
            table.replace(former, code)
        });
    let files = [
        ("cbp23co.txt", of_2022.as_str()),
        ("co-est2023-alldata.csv", POPULATION),
    ];
    let reference = super::support::reference(&files);
    let fuel = of_kind(&reference, PROVIDENCE, "gas station");
    assert_eq!(
        fuel.text(Field::CountedAs),
        Some("Gasoline Stations (4571)")
    );
    assert_eq!(fuel.number(Field::Establishments), Some(9.0));
}

#[test]
fn a_row_of_fewer_digits_that_is_the_kind_is_read_first() {
    // The bureau's own files have all digits; one of the two industries is omitted, but their sum is not.
    let both = PATTERNS
        .replace("44,007,447190,30,3120,3", "44,007,4471//,60,3120,8")
        .replace(
            "44,003,811212,9,468,3",
            "44,003,447190,9,468,3\n44,003,4471//,9,468,4",
        );
    let files = [
        ("cbp21co.txt", both.as_str()),
        ("co-est2023-alldata.csv", POPULATION),
    ];
    let reference = super::support::reference(&files);
    let fuel = of_kind(&reference, PROVIDENCE, "gas station");
    assert_eq!(fuel.number(Field::Establishments), Some(8.0));
}

#[test]
// ENR-07
fn enr_07_a_given_code_goes_down_to_four_digits_and_what_no_table_covers_is_absent_with_its_reason()
{
    let reference = patterns();
    let given = |code| {
        let subject = Subject {
            county_fips: Some(PROVIDENCE),
            naics: Some(code),
            ..Subject::default()
        };
        reference.enrich(&subject, None)
    };
    // NAICS 2017 has no such industry, so its four digits count; the table has two of their industries, one
    // omitted here.
    for code in ["7225", "722519"] {
        assert_eq!(
            given(code).text(Field::Establishments),
            Some("9–10"),
            "{code}"
        );
    }
    for sector in ["72", "722"] {
        let row = given(sector);
        assert_eq!(row.get(Field::Establishments), None, "{sector}");
        assert_eq!(why(&row, Field::Establishments), Some(Missing::NoIndustry));
    }
    let cases = [
        (PROVIDENCE, "farm", Missing::OutOfScope),
        (PROVIDENCE, "notary", Missing::OutOfScope),
        (PROVIDENCE, "lighthouse", Missing::NoIndustry),
        (PROVIDENCE, " ", Missing::NoCategory),
        ("11001", "dentist", Missing::StateNotCovered),
    ];
    for (county, kind, reason) in cases {
        let row = of_kind(&reference, county, kind);
        for field in [
            Field::Establishments,
            Field::SaturationNational,
            Field::Opportunity,
        ] {
            assert_eq!(why(&row, field), Some(reason), "{kind} in {county}");
        }
    }
}

#[test]
// ENR-07
fn enr_07_a_states_wages_and_jobs_are_its_own_and_never_the_countys() {
    let states = "\"area_fips\",\"own_code\",\"industry_code\",\"agglvl_code\",\"size_code\",\"year\",\"qtr\",\"disclosure_code\",\"annual_avg_estabs\",\"annual_avg_emplvl\",\"total_annual_wages\",\"annual_avg_wkly_wage\"
44000,0,10,50,0,2020,A,,45000,500000,0,1250
44000,5,71,54,0,2020,A,,300,4000,0,610
44000,5,72,54,0,2020,A,,1600,46000,0,480
";
    let reference = reference(&[
        ("2020.states.csv", states),
        ("cbp21co.txt", PATTERNS),
        ("co-est2023-alldata.csv", POPULATION),
    ]);
    let row = of_kind(&reference, PROVIDENCE, "dentist");
    assert_eq!(row.number(Field::StateWeeklyWage), Some(1250.0));
    assert_eq!(row.number(Field::StateJobs), Some(500_000.0));
    assert_eq!(row.number(Field::StateTourismJobs), Some(50_000.0));
    assert_eq!(row.number(Field::StateTourismShare), Some(10.0));
    assert_eq!(row.get(Field::StateJobs).unwrap().source.vintage(), "2020");
    for field in [
        Field::WeeklyWage,
        Field::DaytimeJobs,
        Field::TourismIntensity,
    ] {
        assert_eq!(
            why(&row, field),
            Some(Missing::ByStateOnly),
            "{}",
            field.name()
        );
    }
    assert_eq!(
        row.get(Field::TourismScore),
        None,
        "a state's share is not the county's"
    );
    assert_eq!(why(&row, Field::LocationQuotient), Some(Missing::NoTotals));
    assert_eq!(
        row.number(Field::Establishments),
        Some(24.0),
        "of the table that has the county"
    );
    assert!(
        matches!(row.get(Field::Employees).unwrap().value, Value::Number(jobs) if jobs == 50.0)
    );
}
