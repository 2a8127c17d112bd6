//! The report of one business as a table (ACC-14, RES-03).

use serde_json::{Value, json};

use crate::enrichment::enrich;
use crate::exports::{HOSTILE, Table, csv_body};
use crate::support::{Client, Server, brewery_search};

const HEADS: [&str; 10] = [
    "Section",
    "Label",
    "Value",
    "Unit",
    "National average",
    "Source",
    "Vintage",
    "Level",
    "Publisher",
    "License",
];

async fn report(user: &Client, session: &str, row_idx: u64) -> (String, Table) {
    let path = format!("/api/business-data/{session}/{row_idx}/report");
    let answer = user.get(&path).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let table = Table::read(csv_body(&answer));
    assert_eq!(table.heads, HEADS);
    (answer.header("content-disposition").to_owned(), table)
}

/// The line of a section and a label, from its value on.
fn line<'t>(table: &'t Table, section: &str, label: &str) -> Vec<&'t str> {
    let mut lines = table.rows.iter();
    let line = lines.find(|line| line[0] == *section && line[1] == *label);
    let line = line.unwrap_or_else(|| panic!("no line of {section}: {label}"));
    line.iter().skip(2).collect()
}

store::on_both_engines! {
    /// ACC-14: every column of the row has its line, in the section that GET /api/fields names.
    async fn acc_14_a_report_has_a_line_for_each_fact_with_its_unit_and_source(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        enrich(&user, &session).await;
        let row = user.rows(&session).await[0].clone();
        let (file, table) = report(&user, &session, 0).await;
        assert!(file.ends_with("-report.csv\""), "{file}");

        let described = user.get("/api/fields").await.json();
        let label_of = |key: &Value| {
            let groups = described["groups"].as_array().unwrap();
            groups.iter().find(|group| group["key"] == *key).unwrap()["label"].as_str().unwrap()
        };
        let mut lines = 0;
        for field in described["fields"].as_array().unwrap() {
            let value = &row[field["key"].as_str().unwrap()];
            if value.is_null() || field["group"] == "listing" || field["type"] == "factors" {
                continue;
            }
            let line = line(&table, label_of(&field["group"]), field["label"].as_str().unwrap());
            assert_ne!(line[0], "Not available", "{field}");
            lines += 1;
        }
        assert!(lines > 20, "{lines} facts are too few to tell");
        assert!(table.rows.iter().all(|line| line.len() == HEADS.len() && line[0] != *"Listing"));
        server.stop().await;
    }

    /// RES-03: nothing that a listing says runs in a spreadsheet.
    async fn acc_14_res_03_names_that_are_formulas_are_text_in_a_report(test) {
        let mut server = Server::empty(test).await;
        let listing = server.folder().join("hostile.csv");
        std::fs::write(&listing, HOSTILE).unwrap();
        server.import(&listing);
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let search = json!({"search_term": "cafe", "state": "OR", "cities": ["Bend"]});
        let (session, _) = user.run(&search).await;
        let rows = user.rows(&session).await;
        let row = rows.iter().find(|row| row["name"] == "@SUM(A1) Cafe").unwrap();
        let (file, table) = report(&user, &session, row["row_idx"].as_u64().unwrap()).await;
        assert_eq!(file, "attachment; filename=\"sum-a1-cafe-report.csv\"");
        assert_eq!(line(&table, "Company", "Name")[0], "'@SUM(A1) Cafe");
        assert_eq!(line(&table, "Company", "Phone")[0], "Not available");
        let empty = ["Tourism & Visitor Economy", "Weather Risks"];
        let sections: Vec<_> = table.rows.iter().map(|line| line[0].to_owned()).collect();
        assert!(empty.iter().all(|section| !sections.iter().any(|there| there == section)), "{sections:?}");
        let missing = user.get(&format!("/api/business-data/{session}/99/report")).await;
        assert_eq!(missing.error().0, 404);
        server.stop().await;
    }
}
