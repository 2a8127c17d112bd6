//! Columns with unclear headers or values: names, coordinates, owners, territories, capitals (JOB-16,
//! RES-01).

use std::ops::ControlFlow;
use std::time::Duration;

use crate::support::{Fixture, made_up_listing};
use places::Place;
use places::import::{Field, Import, ImportOptions, import_file};

fn one(fixture: &Fixture, table: &str, (term, state, city): (&str, &str, &str)) -> Place {
    fixture.import(&fixture.file("list.csv", table)).unwrap();
    fixture.find(term, state, city).remove(0)
}

#[test]
// JOB-16
fn job_16_x_and_y_are_coordinates_where_all_their_values_are() {
    let fixture = Fixture::new();
    let table = "PARK_NAME,City,State,X,Y\nElm Diner,Bend,OR,-121.31,44.06\nOak Diner,Bend,OR,,\n";
    let place = one(&fixture, table, ("elm", "OR", "Bend"));
    assert_eq!(
        (place.name.as_str(), place.coordinates()),
        ("Elm Diner", Some((44.06, -121.31)))
    );

    let feet = "name,City,State,X,Y\nElm Diner,Bend,OR,-121.31,44.06\nOak Diner,Bend,OR,4712345.1,882110.9\n";
    let file = fixture.file("feet.csv", feet);
    let import = Import::open(&file, ImportOptions::default()).unwrap();
    assert!(!import.mapping().has(Field::Latitude) && !import.mapping().has(Field::Longitude));
    assert_eq!(import.mapping().unused, ["Y", "X"]);
    let place = one(&fixture, feet, ("elm", "OR", "Bend"));
    assert_eq!(place.coordinates(), None);
}

#[test]
// JOB-16
fn job_16_territories_are_known_by_their_codes_and_kinds_of_ownership_are_no_owners() {
    let fixture = Fixture::new();
    let table = "NAME,CITY,STATE,COUNTRY,OWNER,LATITUDE,LONGITUDE\n\
        HOSPITAL SAN LUCAS,PONCE,PR,PRI,NON-PROFIT,18.01,-66.62\n\
        GUAM MEMORIAL HOSPITAL,TAMUNING,,GUM,GOVERNMENT - STATE,13.50,144.77\n\
        ISLAND CLINIC,CHARLOTTE AMALIE,78,VIR,PROPRIETARY,18.34,-64.93\n\
        COMMONWEALTH CLINIC,SAIPAN,MP,MNP,Pat Example,15.2,145.72\n\
        LBJ MEDICAL CENTER,PAGO PAGO,60,ASM,,-14.28,-170.7\n\
        CLINICA,LIMA,,PER,,-12.0,-77.0\n";
    let report = fixture
        .import(&fixture.file("hospitals.csv", table))
        .unwrap();
    assert_eq!((report.imported, report.rejected.len()), (5, 1));
    for (term, state, city, owners) in [
        ("lucas", "PR", "Ponce", vec![]),
        ("memorial", "GU", "Tamuning", vec![]),
        ("island", "VI", "Charlotte Amalie", vec![]),
        (
            "commonwealth",
            "MP",
            "Saipan",
            vec!["Pat Example".to_owned()],
        ),
        ("lbj", "AS", "Pago Pago", vec![]),
    ] {
        let place = fixture.find(term, state, city).remove(0);
        assert_eq!(
            (place.owner_names, place.city.as_deref()),
            (owners, Some(city))
        );
    }
}

#[test]
// RES-01
fn res_01_a_name_in_capitals_is_read_in_title_case_and_found_as_before() {
    let fixture = Fixture::new();
    let table = "name,city,state\nMCDONALD'S OF BEND LLC,BEND,OR\nJoe's DINER,Bend,OR\n";
    let place = one(&fixture, table, ("mcdonald's of bend llc", "OR", "bend"));
    assert_eq!(place.name, "McDonald's of Bend LLC");
    assert_eq!(
        place.name_as_listed.as_deref(),
        Some("MCDONALD'S OF BEND LLC")
    );
    assert_eq!(place.city.as_deref(), Some("Bend"));
    let other = fixture.find("joes diner", "OR", "BEND").remove(0);
    assert_eq!(
        (other.name.as_str(), other.name_as_listed),
        ("Joe's DINER", None)
    );
}

#[test]
// JOB-16
fn job_16_an_import_waits_for_another_one_that_is_writing() {
    let fixture = Fixture::new();
    let patient = ImportOptions {
        patience: Duration::from_secs(120),
        ..ImportOptions::default()
    };
    let (begun, may_end) = std::sync::mpsc::channel();
    let (waits, waiting) = std::sync::mpsc::channel();
    let catalogue = &fixture;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut first = true;
            let imported = catalogue.import_while(&made_up_listing(), |_| {
                if std::mem::take(&mut first) {
                    begun.send(()).unwrap();
                    // Until the other one has said that it waits.
                    waiting.recv_timeout(Duration::from_secs(60)).unwrap();
                }
            });
            assert_eq!(imported.unwrap().imported, 38);
        });
        may_end.recv_timeout(Duration::from_secs(60)).unwrap();
        let other = fixture.file("other.csv", "name,city,state\nElm Diner,Bend,OR\n");
        let report = import_file(&fixture.catalogue, &other, patient, |progress| {
            if progress.waits {
                // The first one may have ended meanwhile.
                let _ = waits.send(());
            }
            ControlFlow::Continue(())
        });
        assert_eq!(report.unwrap().imported, 1);
    });
    assert_eq!(fixture.catalogue.rows(), 39);
}
