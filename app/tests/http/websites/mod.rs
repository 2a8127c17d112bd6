//! Websites, read for their businesses' rows and by their addresses, directly and through proxies (issue 32).

mod addresses;
mod proxies;
mod removed;
mod saved;
mod sessions;
mod sites;

use serde_json::{Value, json};
use store::testing::TestStorage;

use crate::support::{Client, Server};
use sites::Sites;

/// Rows of breweries in Bend: two with one website, one with another, one with a profile of a network, one with none.
const LISTING: &str = "\
id,name,category,status,address,city,state,zip,phone,website,latitude,longitude
1,Copper Brewery,brewery,open,1 Example Street,Bend,OR,97799,(541) 555-0101,http://www.copper.example,44.058,-121.315
2,Heron Brewery,brewery,open,2 Example Street,Bend,OR,97799,(541) 555-0102,http://heron.example/,44.059,-121.316
3,Lantern Brewery,brewery,open,3 Example Street,Bend,OR,97799,(541) 555-0103,https://www.facebook.com/lanternbrewery,44.060,-121.317
4,Fir Brewery,brewery,open,4 Example Street,Bend,OR,97799,,,44.061,-121.318
5,Copper Taproom,brewery,open,5 Example Street,Bend,OR,97799,(541) 555-0105,http://www.copper.example/?utm_source=listing,44.062,-121.319
";
const ROWS: i64 = 5;

/// A server that reads the websites of the test's own, with the listing.
async fn server(test: TestStorage, sites: &Sites) -> Server {
    let mut server = Server::with(test, sites.settings()).await;
    let listing = server.folder().join("listing.csv");
    std::fs::write(&listing, LISTING).unwrap();
    server.import(&listing);
    server.start_worker();
    server
}

/// A user with a session of all rows.
async fn with_rows(server: &Server, email: &str) -> (Client, String) {
    let user = server.user(email, "pro");
    let search = json!({"search_term": "brewery", "state": "OR", "cities": ["Bend"]});
    let (session, job) = user.run(&search).await;
    assert_eq!(job["results_count"], ROWS, "{job}");
    (user, session)
}

/// Has websites read to the end; the answer to the start, and where the job stands then.
async fn read(user: &Client, what: &Value) -> (Value, Value) {
    let answer = user.post("/api/websites/read", what).await;
    assert_eq!(answer.status, 202, "{}", answer.text);
    let started = answer.json();
    let job = user.ended(started["job_id"].as_str().unwrap()).await;
    assert_eq!(job["status"], "completed", "{job}");
    (started, job)
}

/// Reads an address; the pages.
async fn read_address(user: &Client, what: &Value) -> Value {
    let (started, _) = read(user, what).await;
    pages(user, &started).await
}

async fn pages(user: &Client, started: &Value) -> Value {
    let job = started["job_id"].as_str().unwrap();
    let answer = user.get(&format!("/api/websites/{job}/pages")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// The row of that name.
async fn row(user: &Client, session: &str, name: &str) -> Value {
    let rows = user.rows(session).await;
    let row = rows.into_iter().find(|row| row["name"] == name);
    row.expect("the row is there")
}
