//! A session's rows as files: each format has the same rows, and two of them can be imported again (RES-03).

use std::collections::BTreeSet;
use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx, open_workbook_from_rs};
use serde_json::{Value, json};
use store::testing::Engine;

use crate::support::{Answer, Client, Server, brewery_search};

/// The breweries' file, whose name says what was searched and when.
async fn exported(user: &Client, job: &str, format: &str) -> Answer {
    let answer = user.exported(job, format).await;
    let asked = user.job(job).await["created_at"].as_str().unwrap()[..10].to_owned();
    let name = format!("brewery-in-portland-and-bend-or-{asked}.{format}");
    assert_eq!(
        answer.header("content-disposition"),
        format!("attachment; filename=\"{name}\"")
    );
    answer
}

/// The export's text without its byte-order mark, which must be there.
pub(crate) fn csv_body(answer: &Answer) -> &str {
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    answer
        .text
        .strip_prefix('\u{feff}')
        .expect("a byte-order mark")
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
pub(crate) fn assert_same_rows(csv: &str, rows: &[Value]) {
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

/// What a reader of a file can compare: name, street, city, ZIP, phone, website and place.
fn identity(value: impl Fn(&str) -> String) -> String {
    let columns = [
        "name",
        "main_category",
        "street_address",
        "city",
        "zip",
        "phone",
        "website",
        "latitude",
        "longitude",
    ];
    columns.map(value).join(" | ")
}

fn identities(rows: &[Value]) -> BTreeSet<String> {
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    rows.iter()
        .map(|row| identity(|name| text(&row[name])))
        .collect()
}

async fn enrich(user: &Client, job: &str) {
    let body = json!({"sessionKey": job, "format": "json"});
    assert_eq!(user.post("/enrich", &body).await.status, 200);
}

fn sheet(workbook: &[u8], name: &str) -> Vec<Vec<Data>> {
    let mut workbook: Xlsx<_> = open_workbook_from_rs(Cursor::new(workbook)).unwrap();
    let range = workbook.worksheet_range(name).unwrap();
    range.rows().map(<[Data]>::to_vec).collect()
}

store::on_both_engines! {
    /// RES-03: CSV and GeoJSON are listings like any other.
    async fn res_03_what_was_exported_as_csv_or_geojson_is_imported_again_with_the_same_rows(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "enterprise");
        let (job, _) = user.run(&brewery_search()).await;
        enrich(&user, &job).await;
        let rows = user.rows(&job).await;
        assert_eq!(rows.len(), 32);
        let features = exported(&user, &job, "geojson").await;
        assert_eq!(features.header("content-type"), "application/geo+json");
        let collection = features.json();
        assert!(!collection["sources"].as_array().unwrap().is_empty());
        let placed = rows.iter().filter(|row| row.get("latitude").is_some()).count();
        let points = collection["features"].as_array().unwrap().iter();
        assert_eq!(points.filter(|feature| feature["geometry"]["type"] == "Point").count(), placed);
        for (format, answer) in [("csv", exported(&user, &job, "csv").await), ("geojson", features)] {
            let again = Server::empty(Engine::Sqlite.storage().await.unwrap()).await;
            let listing = again.folder().join(format!("again.{format}"));
            std::fs::write(&listing, &answer.text).unwrap();
            again.import(&listing);
            let mut again = again;
            again.start_worker();
            let user = again.user("bea@example.com", "enterprise");
            let (job, body) = user.run(&brewery_search()).await;
            assert_eq!(body["results_count"], rows.len(), "{format}: {body}");
            assert_eq!(identities(&user.rows(&job).await), identities(&rows), "{format}");
            again.stop().await;
        }
        server.stop().await;
    }

    /// RES-03: numbers are numbers there, and texts never formulas.
    async fn res_03_an_excel_file_has_the_rows_their_facts_and_where_they_come_from(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "enterprise");
        let (job, _) = user.run(&brewery_search()).await;
        enrich(&user, &job).await;
        let rows = user.rows(&job).await;
        let answer = exported(&user, &job, "xlsx").await;
        let results = sheet(&answer.bytes, "Results");
        assert_eq!(results.len(), rows.len() + 1);
        let head: Vec<String> = results[0].iter().map(ToString::to_string).collect();
        let column = |label: &str| head.iter().position(|text| text == label).unwrap_or_else(|| panic!("{label}: {head:?}"));
        let names = [
            ("name", "Name"), ("main_category", "Category"), ("street_address", "Street Address"), ("city", "City"),
            ("zip", "ZIP"), ("phone", "Phone"), ("website", "Website"), ("latitude", "Latitude"), ("longitude", "Longitude"),
        ];
        let read: BTreeSet<String> = results[1..].iter().map(|cells| identity(|name| {
            let (_, label) = names.iter().find(|(known, _)| *known == name).unwrap();
            cells[column(label)].to_string()
        })).collect();
        assert_eq!(read, identities(&rows));
        let row = rows.iter().position(|row| row.get("county_fips").is_some()).unwrap();
        assert!(matches!(results[row + 1][column("Latitude")], Data::Float(_)));
        assert!(matches!(results[row + 1][column("ZIP")], Data::String(_)));
        assert_eq!(results[row + 1][column("County FIPS")].to_string(), rows[row]["county_fips"].as_str().unwrap());
        assert!(!head.iter().any(|label| label == "Rating"), "a column without a value is left out");
        let sources = sheet(&answer.bytes, "Sources");
        let fed: Vec<String> = sources.iter().map(|cells| cells[5].to_string()).collect();
        assert_eq!(fed[0], "Columns");
        assert!(fed[1].starts_with("Name, "), "{fed:?}");
        assert!(fed[2..].iter().any(|labels| labels.contains("County FIPS")), "{fed:?}");
        server.stop().await;
    }

    /// RES-03: hostile cells are harmless in a spreadsheet, and on a page.
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
        let json = user.exported(&job, "json").await;
        assert_eq!(json.header("content-type"), "application/json");
        let name = json.header("content-disposition");
        assert!(name.starts_with("attachment; filename=\"cafe-in-bend-or-"), "{name}");

        let csv = user.exported(&job, "csv").await;
        let mut reader = csv::Reader::from_reader(csv_body(&csv).as_bytes());
        let mut names: Vec<String> = reader.records().map(|row| row.unwrap()[1].to_owned()).collect();
        names.sort();
        assert_eq!(names, ["'=HYPERLINK(\"http://evil.example\",\"Cafe\")", "'@SUM(A1) Cafe", "Plain, \"quoted\" Cafe"]);
        let phones = csv.text.matches("+1 541-555-0101").count();
        assert_eq!(phones, 1, "a telephone number stays usable: {}", csv.text);
        assert!(csv.text.contains(",-121.3,"), "a negative number stays a number: {}", csv.text);
        assert_eq!(user.get(&format!("/export?sessionKey={job}")).await.json(), json!(rows), "json is the default");

        let workbook = user.exported(&job, "xlsx").await.bytes;
        let cells = sheet(&workbook, "Results");
        let mut names: Vec<&Data> = cells[1..].iter().map(|cells| &cells[0]).collect();
        names.sort_by_key(ToString::to_string);
        let texts = ["=HYPERLINK(\"http://evil.example\",\"Cafe\")", "@SUM(A1) Cafe", "Plain, \"quoted\" Cafe"];
        assert_eq!(names, texts.map(|text| Data::String(text.to_owned())).iter().collect::<Vec<_>>());
        let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(&workbook)).unwrap();
        assert!(book.worksheet_formula("Results").unwrap().is_empty(), "no cell is a formula");
        server.stop().await;
    }
}

pub(crate) const HOSTILE: &str = "name,category,city,state,phone,latitude,longitude\n\
    \"=HYPERLINK(\"\"http://evil.example\"\",\"\"Cafe\"\")\",cafe,Bend,OR,+1 541-555-0101,44.05,-121.3\n\
    @SUM(A1) Cafe,cafe,Bend,OR,,,\n\
    \"Plain, \"\"quoted\"\" Cafe\",cafe,Bend,OR,,,\n";

/// RES-03: a page, in which hostile names are text. The browser's flows sort and filter it.
#[tokio::test]
async fn res_03_a_page_has_the_rows_as_text_and_names_its_sources() {
    let server = Server::start(Engine::Sqlite.storage().await.unwrap()).await;
    let user = server.user("ada@example.com", "enterprise");
    let (job, _) = user.run(&brewery_search()).await;
    let rows = user.rows(&job).await;
    let answer = exported(&user, &job, "html").await;
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    let page = &answer.text;
    assert!(page.contains("<h1>brewery in Portland and Bend, OR</h1>"));
    assert_eq!(page.matches("<tr><td>").count(), rows.len());
    for row in &rows {
        let name = row["name"].as_str().unwrap();
        assert!(page.contains(&format!("<td>{name}</td>")), "{name}");
    }
    assert_eq!(page.matches("</html>").count(), 1);
    assert!(page.contains("<h2>Sources</h2>"));
    server.stop().await;
}
