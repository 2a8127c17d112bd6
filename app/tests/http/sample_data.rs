//! Sample data comes only to who asks for it by name, and says so everywhere (issue 13, point 4), and the
//! exported file itself (RES-03).

use serde_json::{Value, json};

use crate::support::{Answer, Client, Server, brewery_search};

/// The export's text without its byte-order mark, which must be there.
fn csv_body(answer: &Answer) -> &str {
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    answer
        .text
        .strip_prefix('\u{feff}')
        .expect("a byte-order mark")
}

async fn exported(user: &Client, job: &str, format: &str) -> Answer {
    let answer = user
        .get(&format!("/export?sessionKey={job}&format={format}"))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "no-store");
    answer
}

/// A cell of JSON as the CSV should have it.
fn as_cell(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(texts)) => {
            let texts: Vec<_> = texts.iter().map(|text| text.as_str().unwrap()).collect();
            texts.join(", ")
        }
        Some(other) => other.to_string(),
    }
}

/// The CSV has the JSON's rows, cell by cell.
fn assert_same_rows(csv: &str, rows: &[Value]) {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header = reader.headers().unwrap().clone();
    assert_eq!(
        &header.iter().take(3).collect::<Vec<_>>(),
        &["row_idx", "name", "address"]
    );
    let records: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), rows.len());
    for (record, row) in records.iter().zip(rows) {
        for (column, cell) in header.iter().zip(record) {
            assert_eq!(cell, as_cell(row.get(column)), "{column} of {row}");
        }
    }
}

store::on_both_engines! {
    /// JOB-16, RES-03.
    async fn job_16_sample_data_comes_by_name_only_and_every_row_is_marked(test) {
        let mut server = Server::empty(test).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let refused = user.post("/api/jobs/scrape", &brewery_search()).await.error();
        assert_eq!((refused.0, refused.1.as_str()), (409, "not_covered"));
        assert!(refused.2.contains("demandatlas places fetch overture --state OR"), "{}", refused.2);
        assert_eq!(user.history().await.len(), 0, "nothing is queued");

        let mut by_name = brewery_search();
        by_name["source"] = json!("sample");
        let (job, body) = user.run(&by_name).await;
        assert_eq!((&body["sample"], &body["source"]), (&json!(true), &json!("sample")));
        let rows = user.rows(&job).await;
        assert!(rows.len() >= 24, "two cities of at least twelve: {}", rows.len());
        for row in &rows {
            assert_eq!((&row["sample"], &row["notice"]), (&json!(true), &json!("Sample data")));
            assert!(row["name"].as_str().unwrap().contains("Sample data"), "{row}");
        }
        let result = user.get(&format!("/api/jobs/{job}/result")).await.json();
        assert_eq!(result["result"]["sample"], true);

        let csv = exported(&user, &job, "csv").await;
        let name = csv.header("content-disposition");
        assert!(name.starts_with("attachment; filename=\"sample-data-brewery-in-"), "{name}");
        assert_same_rows(csv_body(&csv), &rows);
        assert_eq!(csv.text.matches(",Sample data\n").count(), rows.len());
        assert_eq!(user.balance().await.1, rows.len() as i64, "sample rows cost the same");

        // An import answers from then on; this job's rows stay what they are.
        server.import(&crate::support::made_up_listing());
        let (_, real) = user.run(&brewery_search()).await;
        assert_eq!((&real["sample"], &real["source"]), (&json!(false), &json!("catalogue")));
        assert_eq!(user.rows(&job).await, rows);
        server.stop().await;
    }

    /// RES-03: json and csv have the same rows; hostile cells are harmless in a spreadsheet.
    async fn res_03_exports_have_the_same_rows_and_no_cell_is_a_formula(test) {
        let mut server = Server::empty(test).await;
        let listing = server.folder().join("hostile.csv");
        std::fs::write(&listing, HOSTILE).unwrap();
        server.import(&listing);
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (job, _) = user.run(&json!({"search_term": "cafe", "state": "OR", "cities": ["Bend"]})).await;
        let rows = user.rows(&job).await;
        assert_eq!(rows.len(), 3);
        let json = exported(&user, &job, "json").await;
        assert_eq!(json.header("content-type"), "application/json");
        let name = json.header("content-disposition");
        assert!(name.starts_with("attachment; filename=\"cafe-in-bend-or-"), "{name}");

        let csv = exported(&user, &job, "csv").await;
        let mut reader = csv::Reader::from_reader(csv_body(&csv).as_bytes());
        let mut names: Vec<String> = reader.records().map(|row| row.unwrap()[1].to_owned()).collect();
        names.sort();
        assert_eq!(names, ["'=HYPERLINK(\"http://evil.example\",\"Cafe\")", "'@SUM(A1) Cafe", "Plain, \"quoted\" Cafe"]);
        let phones = csv.text.matches("+1 541-555-0101").count();
        assert_eq!(phones, 1, "a telephone number stays usable: {}", csv.text);
        assert!(csv.text.contains(",-121.3,"), "a negative number stays a number: {}", csv.text);
        assert_eq!(user.get(&format!("/export?sessionKey={job}")).await.json(), json!(rows), "json is the default");
        server.stop().await;
    }
}

const HOSTILE: &str = "name,category,city,state,phone,latitude,longitude\n\
    \"=HYPERLINK(\"\"http://evil.example\"\",\"\"Cafe\"\")\",cafe,Bend,OR,+1 541-555-0101,44.05,-121.3\n\
    @SUM(A1) Cafe,cafe,Bend,OR,,,\n\
    \"Plain, \"\"quoted\"\" Cafe\",cafe,Bend,OR,,,\n";
