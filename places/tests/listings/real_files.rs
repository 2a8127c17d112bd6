//! Real public listings of the shared test data. Skipped with a message if it is missing.

use std::collections::HashSet;
use std::path::Path;

use crate::support::{Fixture, shared_data};
use places::import::{ImportOptions, NotOffered, Rejected};

/// The rows of a file as maps from header to cell, read without any code of this crate.
fn rows(path: &Path) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

#[test]
// JOB-16
fn job_16_every_open_brewery_of_portland_and_bend_is_found_and_none_from_elsewhere() {
    let Some(path) = shared_data("openbrewerydb/breweries.csv") else {
        return;
    };
    let fixture = Fixture::new();
    let options = ImportOptions {
        category: Some("brewery".to_owned()),
        ..ImportOptions::default()
    };
    let report = fixture.import_with(&path, options).unwrap();
    let all = rows(&path);
    assert_eq!(report.read, all.len() as u64);
    let usa = all.iter().filter(|row| row["country"] == "United States");
    let hidden = |row: &&_| -> bool {
        let row: &std::collections::HashMap<String, String> = row;
        ["closed", "planning"].contains(&row["brewery_type"].as_str())
    };
    let open = usa.filter(|row| !hidden(row));
    assert_eq!(
        report.imported + report.duplicates.count,
        open.clone().count() as u64
    );
    assert!(report.duplicates.count <= 5, "{:?}", report.duplicates);
    assert_eq!(report.not_offered[&NotOffered::Closed].count, 637);
    assert_eq!(report.not_offered[&NotOffered::Planned].count, 640);
    assert!(
        report.rejected.keys().all(|why| *why == Rejected::NotUs),
        "{:?}",
        report.rejected
    );

    for city in ["Portland", "Bend"] {
        let expected: HashSet<&str> = open
            .clone()
            .filter(|row| row["state_province"] == "Oregon" && row["city"] == city)
            .map(|row| row["id"].as_str())
            .collect();
        assert!(!expected.is_empty());
        let places = fixture.find("brewery", "OR", city);
        let found: HashSet<&str> = places
            .iter()
            .filter_map(|place| place.provenance.source_id.as_deref())
            .collect();
        assert_eq!(found.len(), places.len());
        assert_eq!(found, expected, "{city}");
        assert!(
            places
                .iter()
                .all(|place| place.main_category.as_deref() == Some("brewery"))
        );
    }
}

#[test]
// JOB-16
fn job_16_dollar_general_in_atlanta() {
    let Some(path) = shared_data("snap-retailers-ga/GA-EBT.csv") else {
        return;
    };
    let fixture = Fixture::new();
    let report = fixture.import(&path).unwrap();
    let all = rows(&path);
    assert_eq!(report.read, all.len() as u64);
    assert_eq!(
        report
            .rejected
            .values()
            .map(|tally| tally.count)
            .sum::<u64>(),
        0
    );

    let key = |row: &std::collections::HashMap<String, String>| {
        (
            row["Store_Name"].to_lowercase(),
            row["Address"].to_lowercase(),
        )
    };
    let in_city = |city: &str| {
        all.iter()
            .filter(|row| row["City"].eq_ignore_ascii_case(city))
            .filter(|row| row["Store_Name"].to_lowercase().contains("dollar general"))
            .map(key)
            .collect::<HashSet<_>>()
    };
    for city in ["Atlanta", "Augusta", "Saint Marys"] {
        let expected = in_city(if city == "Saint Marys" {
            "St Marys"
        } else {
            city
        });
        let places = fixture.find("dollar general", "GA", city);
        let found: HashSet<(String, String)> = places
            .iter()
            .map(|p| {
                (
                    p.name.to_lowercase(),
                    p.street_address.clone().unwrap().to_lowercase(),
                )
            })
            .collect();
        assert!(expected.is_subset(&found), "{city}: {expected:?} {found:?}");
        assert!(places.iter().all(|p| {
            let name = p.name.to_lowercase();
            name.contains("dollar") && name.contains("general")
        }));
    }
    assert!(!in_city("Atlanta").is_empty());
}
