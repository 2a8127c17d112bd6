//! The report of one business as a table (ACC-14, RES-03).

use serde_json::{Value, json};

use super::enrichment::enrich;
use super::exports::{HOSTILE, Table, csv_body};
use crate::operators::first_run::{as_shipped, starter_is_there};
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
        let mut server = Server::with(test, as_shipped).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        starter_is_there(&user).await;
        let (session, _) = user.run(&brewery_search()).await;
        enrich(&user, &session).await;
        let rows = user.rows(&session).await;
        let whole = |row: &&Value| row["market_intelligence_score"].is_number() && row["competitors"].is_array();
        let row_idx = rows.iter().find(whole).expect("a row with score and competitors")["row_idx"].as_u64().unwrap();
        let answer = user.get(&format!("/api/business-data/{session}/{row_idx}")).await.json();
        let row = &answer["data"];
        let (file, table) = report(&user, &session, row_idx).await;
        assert!(file.ends_with("-report.csv\""), "{file}");

        let described = user.get("/api/fields").await.json();
        let label_of = |key: &Value| {
            let groups = described["groups"].as_array().unwrap();
            groups.iter().find(|group| group["key"] == *key).unwrap()["label"].as_str().unwrap()
        };
        let source_of = |key: &str| {
            let id = &answer["source_sets"][0][key];
            answer["sources"].as_array().unwrap().iter().find(|source| source["id"] == *id).unwrap()
        };
        let mut facts = 0;
        for field in described["fields"].as_array().unwrap() {
            let key = field["key"].as_str().unwrap();
            let value = &row[key];
            if value.is_null() || field["group"] == "listing" || field["type"] == "factors" {
                continue;
            }
            let line = line(&table, label_of(&field["group"]), field["label"].as_str().unwrap());
            assert_ne!(line[0], "Not available", "{field}");
            if field["fact"] == false {
                assert_eq!((line[3], line[5]), (row["source"].as_str().unwrap(), "The business itself"));
                continue;
            }
            let source = source_of(key);
            assert_eq!((line[3], line[4]), (source["title"].as_str().unwrap(), source["vintage"].as_str().unwrap()));
            let nation = field["nation"].as_array().into_iter().flatten().find(|nation| {
                source["tables"] == json!([nation["table"]]) && source["vintage"] == nation["vintage"]
            });
            let average = nation.and_then(|nation| nation["average"].as_f64());
            let close = |text: &str| average.is_some_and(|average| (text.parse::<f64>().unwrap() - average).abs() < 1e-5);
            assert!(if average.is_none() { line[2].is_empty() } else { close(line[2]) }, "{key}: {line:?}");
            facts += 1;
        }
        assert!(facts > 60, "{facts} facts are too few to tell");

        let score = line(&table, "Market Intelligence Scoring", "Market Intelligence Score");
        let shown: f64 = score[0].parse().unwrap();
        assert!((shown - row["market_intelligence_score"].as_f64().unwrap()).abs() < 1e-5);
        assert_eq!(score[1], "0–100");
        let label = described["fields"].as_array().unwrap().iter().find(|field| field["key"] == "market_intelligence_factors");
        let label = format!("{}: ", label.unwrap()["label"].as_str().unwrap());
        let factors = table.rows.iter().filter(|line| line[1].starts_with(&label));
        assert_eq!(factors.clone().count(), row["market_intelligence_factors"].as_array().unwrap().len());
        assert!(factors.clone().all(|line| line[3].starts_with("points of 100, weight ")));
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
