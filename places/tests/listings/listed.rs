//! Which of some businesses are listed: those of a user's file, recognized in the catalogue.

use std::sync::Arc;
use std::time::Instant;

use places::Place;
use places::import::{ImportOptions, read_sent};

use crate::support::{Fixture, shared_data};

fn sent(file: &str) -> Vec<Place> {
    read_sent(Arc::from(file.as_bytes()), 50_000)
        .unwrap()
        .businesses
}

/// The names of the listings of each.
fn listed(fixture: &Fixture, businesses: Vec<Place>) -> Vec<Option<String>> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let found = runtime
        .block_on(fixture.catalogue.listed(businesses))
        .unwrap();
    found.into_iter().map(|one| Some(one?.name)).collect()
}

#[test]
fn businesses_are_recognized_among_the_listings_by_any_of_their_identities() {
    let fixture = Fixture::new();
    let listing = "name,street,city,state,zip,phone,latitude,longitude\n\
                   Copper Kettle,11 North Main Street,Bend,OR,97701,541-555-0101,44.05,-121.31\n\
                   Heron Bakery,,Bend,OR,,541-555-0102,44.06,-121.31\n\
                   Chain Store,1 Oak Ave,Bend,OR,97701,,,\n\
                   Chain Store,9 Elm Ave,Salem,OR,97301,,,\n";
    let listing = fixture.file("listing.csv", listing);
    fixture.import(&listing).unwrap();
    let found = listed(
        &fixture,
        sent(
            "name,street,city,state,zip,phone,latitude,longitude\n\
             COPPER KETTLE,11 N. Main St,Bend,OR,97701-0133,,,\n\
             Kettle & Sons,11 N Main St,Bend,OR,97701,(541) 555-0101,,\n\
             heron bakery,,Bend,OR,,+1 541 555 0102,,\n\
             Heron Bakery,,,,,,44.0603,-121.31\n\
             Heron Bakery,,,,,,44.07,-121.31\n\
             Chain Store,2 Oak Ave,Bend,OR,97701,,,\n\
             Chain Store,9 Elm Avenue,Salem,OR,97301,,,\n\
             Nobody,9 Elm Avenue,Salem,OR,97301,503-555-0100,,\n",
        ),
    );
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(
        found,
        [
            name("Copper Kettle"),
            name("Copper Kettle"),
            name("Heron Bakery"),
            name("Heron Bakery"),
            None,
            None,
            name("Chain Store"),
            None,
        ]
    );
    assert_eq!(listed(&fixture, Vec::new()), []);
    assert_eq!(
        listed(
            &Fixture::new(),
            sent("name,city,state,phone\nA,Bend,OR,5415550101\n")
        ),
        [None]
    );
}

/// A file of customers as its user wrote it: other spelling, fewer columns.
#[test]
fn most_of_a_real_listing_is_recognized_when_its_rows_come_as_customers() {
    let Some(breweries) = shared_data("openbrewerydb/breweries.csv") else {
        return;
    };
    let fixture = Fixture::new();
    fixture
        .import_with(&breweries, ImportOptions::default())
        .unwrap();
    let mut reader = csv::Reader::from_path(&breweries).unwrap();
    let headers = reader.headers().unwrap().clone();
    let mut customers = csv::Writer::from_writer(Vec::new());
    customers
        .write_record(["Company", "Street", "City", "State", "ZIP", "Phone"])
        .unwrap();
    for row in reader.records().map(Result::unwrap) {
        let cell = |column: &str| {
            let at = headers.iter().position(|header| header == column);
            at.and_then(|at| row.get(at)).unwrap_or_default().to_owned()
        };
        if cell("country") == "United States"
            && !["closed", "planning"].contains(&cell("brewery_type").as_str())
        {
            let street = cell("address_1").replace("Street", "St.").to_uppercase();
            customers
                .write_record([
                    cell("name").to_uppercase(),
                    street,
                    cell("city").to_uppercase(),
                    cell("state_province"),
                    cell("postal_code"),
                    cell("phone"),
                ])
                .unwrap();
        }
    }
    let businesses = sent(std::str::from_utf8(&customers.into_inner().unwrap()).unwrap());
    let all = businesses.len();
    let since = Instant::now();
    let found = listed(&fixture, businesses).into_iter().flatten().count();
    println!(
        "{found} of {all} customers are listed, in {:?}",
        since.elapsed()
    );
    assert!(all > 5_000 && found * 100 > all * 97, "{found} of {all}");
}
