//! A session's rows as files: each format has the same rows, and two of them can be imported again (RES-03).

use std::collections::BTreeSet;
use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx, open_workbook_from_rs};
use csv::StringRecord;
use enrichment::fields::column_named;
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

/// A CSV file's heads and rows.
pub(crate) struct Table {
    pub(crate) heads: Vec<String>,
    pub(crate) rows: Vec<StringRecord>,
}

impl Table {
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let heads = reader.headers().unwrap().iter().map(str::to_owned);
        Self {
            heads: heads.collect(),
            rows: reader.records().map(Result::unwrap).collect(),
        }
    }

    pub(crate) fn place(&self, head: &str) -> usize {
        let found = self.heads.iter().position(|there| there == head);
        found.unwrap_or_else(|| panic!("no {head} among {:?}", self.heads))
    }

    pub(crate) fn cell(&self, row: usize, head: &str) -> &str {
        &self.rows[row][self.place(head)]
    }

    /// The row of that name.
    pub(crate) fn of(&self, name: &str) -> &StringRecord {
        let names = self.place("Name");
        let mut rows = self.rows.iter();
        rows.find(|row| row[names] == *name)
            .unwrap_or_else(|| panic!("no row '{name}'"))
    }

    /// The heads of columns that no row fills.
    fn empty(&self) -> Vec<&str> {
        let heads = self.heads.iter().enumerate();
        let empty = heads.filter(|(place, _)| self.rows.iter().all(|row| row[*place].is_empty()));
        empty.map(|(_, head)| head.as_str()).collect()
    }
}

/// What the column of the sources says, and what says nothing in a file.
const NOT_IN_TABLES: [&str; 5] = ["row_idx", "sample", "source", "licence", "attribution"];

/// The CSV has the JSON's rows, cell by cell, under the labels; the sources stand in the last column.
pub(crate) fn assert_same_rows(csv: &str, rows: &[Value]) {
    let table = Table::read(csv);
    assert_eq!(table.heads[..2], ["Name", "Address"]);
    assert_eq!(table.heads.last().unwrap(), "Sources");
    assert_eq!(table.empty(), [""; 0]);
    assert_eq!(table.rows.len(), rows.len());
    let columns = table.heads[..table.heads.len() - 1].iter().map(|head| {
        let column = column_named(head).unwrap_or_else(|| panic!("{head}"));
        column.of.name()
    });
    let columns: Vec<&str> = columns.collect();
    for (record, row) in table.rows.iter().zip(rows) {
        for (column, cell) in columns.iter().zip(record) {
            assert_eq!(cell, as_cell(row.get(*column)), "{column} of {row}");
        }
        let source = row["source"].as_str().unwrap();
        let sources = &record[columns.len()];
        assert!(sources.starts_with(source), "{sources}");
        for name in row.as_object().unwrap().keys() {
            let there = columns.contains(&name.as_str()) || NOT_IN_TABLES.contains(&name.as_str());
            assert!(there, "{name} is left out");
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
    /// RES-03: by default no column is empty, and one has the sources; `sources=columns` has them beside each fact.
    async fn res_03_a_table_has_no_empty_column_and_its_sources_in_one_or_beside_each_fact(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "enterprise");
        let (job, _) = user.run(&brewery_search()).await;
        assert_same_rows(csv_body(&exported(&user, &job, "csv").await), &user.rows(&job).await);
        enrich(&user, &job).await;
        let table = Table::read(csv_body(&exported(&user, &job, "csv").await));
        assert_eq!(table.empty(), [""; 0]);
        assert!(!table.heads.iter().any(|head| head.contains('[')), "{:?}", table.heads);
        let heads: BTreeSet<&String> = table.heads.iter().collect();
        assert_eq!(heads.len(), table.heads.len());
        let rows = user.rows(&job).await;
        let row = rows.iter().position(|row| row.get("county_fips").is_some()).unwrap();
        let sources: Vec<&str> = table.cell(row, "Sources").split("; ").collect();
        assert!(sources.iter().any(|line| line.starts_with("US Census Bureau · ") && line.contains("Public domain")), "{sources:?}");
        let different: BTreeSet<&&str> = sources.iter().collect();
        assert_eq!(different.len(), sources.len(), "each once");

        let path = format!("/export?sessionKey={job}&format=csv&sources=columns");
        let beside = Table::read(csv_body(&user.get(&path).await));
        let facts = table.heads.iter().filter(|head| beside.heads.contains(&format!("{head} [source]")));
        assert!(facts.count() >= 10, "{:?}", beside.heads);
        assert!(!beside.heads.iter().any(|head| head == "Sources"));
        assert_eq!(beside.cell(row, "County FIPS [source]"), "Cartographic boundaries, counties");
        assert!(!beside.cell(row, "County FIPS [vintage]").is_empty());
        assert_eq!(beside.cell(row, "Source"), rows[row]["source"]);
        for head in table.heads.iter().filter(|head| *head != "Sources") {
            assert_eq!(beside.cell(row, head), table.cell(row, head), "{head}");
        }
        let wrong = user.get(&format!("/export?sessionKey={job}&format=csv&sources=none")).await;
        assert_eq!(wrong.status, 400, "{}", wrong.text);
        server.stop().await;
    }

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
        let csv = exported(&user, &job, "csv").await;
        assert_eq!(head, Table::read(csv_body(&csv)).heads, "one wording for all tables");
        let sources_column = column("Sources");
        assert_eq!(sources_column, head.len() - 1);
        assert!(results[row + 1][sources_column].to_string().contains("US Census Bureau · "));
        let different: BTreeSet<String> = head.iter().map(|label| label.to_lowercase()).collect();
        assert_eq!(different.len(), head.len(), "each once: {head:?}");
        assert!(head.iter().any(|label| label == "Distance to Commercial Airport (mi)"), "the unit stands there once: {head:?}");
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
        let table = Table::read(csv_body(&csv));
        let heads = ["Name", "Address", "City", "State", "Phone", "Category", "Categories", "Latitude", "Longitude", "Sources"];
        assert_eq!(table.heads, heads);
        let mut names: Vec<String> = table.rows.iter().map(|row| row[0].to_owned()).collect();
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
    assert!(
        page.contains(">Sources</button></th></tr>"),
        "the last column"
    );
    assert!(page.contains("<h2>Sources</h2>"));
    server.stop().await;
}
