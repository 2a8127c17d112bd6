//! The main job on real listings, through the command line and a running server (JOB-16; issue 2,
//! point 1). Skipped, which is said, where the shared test data is not there.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::routes::exports::Table;
use crate::support::{Client, Install, brewery_search, eventually, shared_data_file};

/// How long an import may stay unseen by a running server: it looks each second, beside other tests.
const VISIBLE_WITHIN: Duration = Duration::from_secs(15);

type Row = HashMap<String, String>;

/// A file's rows, read without the importer.
fn rows_of(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// Imports beside the running server and waits until it searches the catalogue.
async fn import(install: &Install, user: &Client, arguments: &[&str]) {
    let printed = install.succeed(&[&["places", "import"], arguments].concat());
    let since = Instant::now();
    assert!(
        printed.contains(" businesses in the catalogue as '"),
        "{printed}"
    );
    eventually("the import is seen", || async {
        let sources = user.get("/api/sources").await.json();
        let datasets = sources["sources"][0]["datasets"].as_array();
        datasets.is_some_and(|sets| !sets.is_empty()).then_some(())
    })
    .await;
    assert!(since.elapsed() < VISIBLE_WITHIN, "{:?}", since.elapsed());
}

fn texts(rows: &[Value], field: &str) -> BTreeSet<String> {
    let text = |row: &Value| row[field].as_str().unwrap_or_default().to_owned();
    rows.iter().map(text).collect()
}

async fn assert_paid(user: &Client, job: &str, rows: &[Value]) {
    let due = i64::try_from(rows.len()).unwrap();
    assert_eq!(user.balance().await, (2_000 - due, due, 2_000));
    let entry = user.history_of(job).await;
    assert_eq!(
        (&entry["results_count"], &entry["credits_consumed"]),
        (&json!(due), &json!(due))
    );
}

/// JOB-16, CRED-11, HIST-01, RES-03.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-16
async fn job_16_the_open_breweries_of_portland_and_bend_are_delivered() {
    let Some(file) = shared_data_file("openbrewerydb/breweries.csv") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(folder.path());
    let process = install.serve().await;
    let listing = file.to_str().unwrap();
    let user = process.user("enya@example.com", "enterprise");
    import(&install, &user, &[listing, "--category", "brewery"]).await;

    let due: BTreeSet<String> = rows_of(&file)
        .iter()
        .filter(|row| {
            row["country"] == "United States"
                && row["state_province"] == "Oregon"
                && ["Portland", "Bend"].contains(&row["city"].as_str())
                && !["closed", "planning"].contains(&row["brewery_type"].as_str())
        })
        .map(|row| row["id"].clone())
        .collect();
    let (job, _) = user.run(&brewery_search()).await;
    let rows = user.rows(&job).await;
    let delivered = texts(&rows, "source_id");
    eprintln!(
        "{} of {} open breweries delivered",
        delivered.len(),
        due.len()
    );
    assert_eq!(delivered.len(), rows.len(), "each once");
    assert!(
        delivered.is_subset(&due),
        "none is closed, planned or from elsewhere"
    );
    assert!(
        delivered.len() * 100 >= due.len() * 95,
        "{} of {}",
        delivered.len(),
        due.len()
    );
    assert_paid(&user, &job, &rows).await;
    let csv = user
        .get(&format!("/export?sessionKey={job}&format=csv"))
        .await;
    let table = Table::read(&csv.text);
    let names: Vec<&str> = table.rows.iter().map(|row| &row[0]).collect();
    let shown: Vec<&str> = rows
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, shown, "the file has the same rows");
}

/// JOB-16.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// JOB-16
async fn job_16_the_dollar_generals_of_atlanta_are_delivered() {
    let Some(file) = shared_data_file("snap-retailers-ga/GA-EBT.csv") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let install = Install::in_folder(folder.path());
    let process = install.serve().await;
    let user = process.user("enya@example.com", "enterprise");
    import(&install, &user, &[file.to_str().unwrap()]).await;

    let due: BTreeSet<String> = rows_of(&file)
        .iter()
        .filter(|row| row["City"] == "Atlanta" && row["State"] == "GA")
        .filter(|row| {
            let name = row["Store_Name"].to_lowercase();
            name.contains("dollar") && name.contains("general")
        })
        .map(|row| row["Address"].to_lowercase())
        .collect();
    let search = json!({"search_term": "dollar general", "state": "GA", "cities": ["Atlanta"]});
    let (job, _) = user.run(&search).await;
    let rows = user.rows(&job).await;
    let delivered: BTreeSet<String> = texts(&rows, "street_address")
        .iter()
        .map(|street| street.to_lowercase())
        .collect();
    eprintln!("{} of {} addresses delivered", delivered.len(), due.len());
    assert!(
        !due.is_empty() && delivered.is_subset(&due),
        "{delivered:?}"
    );
    assert!(
        delivered.len() * 100 >= due.len() * 95,
        "{} of {}",
        delivered.len(),
        due.len()
    );
    assert_eq!(texts(&rows, "city"), BTreeSet::from(["Atlanta".to_owned()]));
    assert_paid(&user, &job, &rows).await;
}
