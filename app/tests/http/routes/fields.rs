//! What a row's columns are called and where its facts come from (ENR-06, ACC-02, RES-03): the one
//! description, the answers that refer to it, and the labels of the specification.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::enrichment::{enrich, in_real_cities};
use crate::support::{Client, Server, brewery_search};

/// Members of a row beside its columns.
const ABOUT_FACTS: &str = "source_set";

fn field<'f>(fields: &'f Value, key: &str) -> &'f Value {
    let list = fields["fields"].as_array().unwrap();
    list.iter()
        .find(|field| field["key"] == key)
        .unwrap_or(&Value::Null)
}

async fn fields(server: &Server) -> Value {
    server.anonymous.get("/api/fields").await.json()
}

/// The source of a row's fact, as a client looks it up.
fn source_of<'a>(answer: &'a Value, row: &Value, key: &str) -> &'a Value {
    let set = row["source_set"].as_u64().unwrap() as usize;
    let id = answer["source_sets"][set][key].as_u64().unwrap() as usize;
    let source = &answer["sources"][id];
    assert_eq!(source["id"], id);
    source
}

fn enriched_row(answer: &Value) -> &Value {
    let rows = answer["results"].as_array().unwrap();
    let enriched = rows.iter().filter(|row| row.get("source_set").is_some());
    // All around Bend is covered, so that its rows with coordinates have competitors.
    let has_competitors = |row: &&Value| row["city"] == "Bend" && row.get("latitude").is_some();
    enriched.max_by_key(has_competitors).unwrap()
}

async fn enriched_session(server: &Server) -> (Client, String, Value) {
    let user = server.user("fay@example.com", "pro");
    let (job, _) = user.run(&brewery_search()).await;
    let answer = enrich(&user, &job).await;
    (user, job, answer)
}

store::on_both_engines! {
    /// ENR-06, ACC-02: whatever a row has is described, for everybody.
    async fn enr_06_every_column_of_a_row_is_described(test) {
        let server = Server::start(test).await;
        let fields = fields(&server).await;
        let list = fields["fields"].as_array().unwrap();
        let keys: BTreeSet<&str> = list.iter().map(|field| field["key"].as_str().unwrap()).collect();
        assert_eq!(keys.len(), list.len(), "each once");
        let groups: BTreeSet<&str> = fields["groups"].as_array().unwrap().iter()
            .map(|group| group["key"].as_str().unwrap()).collect();
        assert!(list.iter().all(|field| groups.contains(field["group"].as_str().unwrap())));

        let (_, _, answer) = enriched_session(&server).await;
        for row in answer["results"].as_array().unwrap() {
            for (key, value) in row.as_object().unwrap() {
                let described = field(&fields, key);
                let fits = match described["type"].as_str() {
                    Some("number") => value.is_number(),
                    Some("boolean") => value.is_boolean(),
                    Some("text" | "date") => value.is_string(),
                    Some("links") => value.is_object(),
                    Some("texts" | "outline" | "businesses" | "factors") => value.is_array(),
                    _ => key == ABOUT_FACTS,
                };
                assert!(fits, "{key}: {value} is not as described: {described}");
            }
        }
        server.stop().await;
    }

    /// ENR-06: the installation's own data decides what is available.
    async fn enr_06_a_field_says_its_tables_and_whether_there_is_data_for_it(test) {
        let server = Server::without_worker(test).await;
        let fields = fields(&server).await;
        let county = field(&fields, "county");
        assert_eq!((&county["available"], &county["fact"]), (&json!(true), &json!(true)));
        assert!(county["tables"].as_array().unwrap().contains(&json!("county-shapes")));
        let shapes = fields["tables"].as_array().unwrap().iter()
            .find(|table| table["id"] == "county-shapes").unwrap();
        assert!(!shapes["vintages"].as_array().unwrap().is_empty(), "{shapes}");
        // Nothing that ships with the product tells the flood zone; it is looked up where that is on.
        let flood = field(&fields, "flood_zone");
        assert_eq!((&flood["available"], &flood["tables"]), (&json!(false), &json!([])));
        let income = field(&fields, "median_income_tract");
        assert_eq!(income["label"], "Median Household Income (Tract)");
        assert_eq!(income["unit"], "usd");
        assert_eq!((&income["format"], &income["decimals"]), (&json!("dollars"), &json!(0)));
        assert_eq!((&income["group"], &income["level"]), (&json!("neighborhood"), &json!("tract")));
        assert!(income["aliases"].as_array().unwrap().contains(&json!("median_household_income_tract")));
        let score = field(&fields, "economic_strength_score");
        assert!(score["inputs"].as_array().unwrap().contains(&json!("poverty_rate")), "{score}");
        let name = field(&fields, "name");
        assert_eq!((&name["fact"], &name["level"], &name["available"]), (&json!(false), &json!("place"), &json!(true)));
        server.stop().await;
    }

    /// ENR-06: browsers keep the description and ask whether it is still right.
    async fn enr_06_the_description_is_kept_until_it_changes(test) {
        let server = Server::without_worker(test).await;
        let first = server.anonymous.get("/api/fields").await;
        assert_eq!(first.header("cache-control"), "public, max-age=60, must-revalidate");
        let tag = first.header("etag").to_owned();
        assert!(!tag.is_empty());
        let again = |known: &str| {
            let request = server.anonymous.request(Method::GET, "/api/fields");
            server.anonymous.send(request.header("if-none-match", known.to_owned()))
        };
        for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned()] {
            let unchanged = again(&known).await;
            assert_eq!((unchanged.status, unchanged.text.as_str()), (304, ""), "{known}");
            assert_eq!(unchanged.header("etag"), tag);
        }
        assert_eq!(again("\"other\"").await.status, 200);
        server.stop().await;
    }

    /// ENR-06: an answer names each source once, and each fact of its rows finds its own.
    async fn enr_06_an_answer_names_each_source_once_and_facts_refer_to_it(test) {
        let server = Server::start(test).await;
        let (user, job, enriched) = enriched_session(&server).await;
        let result = user.get(&format!("/api/jobs/{job}/result")).await.json();
        let export = user.get(&format!("/export?sessionKey={job}&format=json&sources=true")).await.json();
        for answer in [&enriched, &result["result"], &export] {
            let sources = answer["sources"].as_array().unwrap();
            let different: BTreeSet<String> = sources.iter().map(|source| {
                let mut source = source.clone();
                source["id"] = Value::Null;
                source.to_string()
            }).collect();
            assert_eq!(different.len(), sources.len(), "each once");
            for row in answer["results"].as_array().unwrap() {
                if row.get("county_fips").is_none() {
                    // Without a place only its category tells something.
                    assert!(row.get("latitude").is_none(), "{row}");
                    continue;
                }
                let source = source_of(answer, row, "county_fips");
                assert_eq!(source["level"], "county");
                assert!(!source["title"].as_str().unwrap().is_empty(), "{source}");
                assert!(!source["vintage"].as_str().unwrap().is_empty(), "{source}");
            }
            let row = enriched_row(answer);
            let source = source_of(answer, row, "distance_to_commercial_airport");
            assert_eq!(source["publisher"], "OurAirports");
            assert_eq!(source["tables"], json!(["airports"]));
            let source = source_of(answer, row, "competitors_within_5mi");
            assert_eq!(source["title"], row["source"]);
        }
        // Rows alone are an array, as the specification has it, and refer to nothing.
        let rows = user.rows(&job).await;
        assert!(rows.iter().all(|row| row.get("source_set").is_none()));
        assert_eq!(rows.len(), export["results"].as_array().unwrap().len());
        assert_eq!(rows[0]["name"], export["results"][0]["name"]);
        server.stop().await;
    }

    /// ENR-06: `labels=true` gives the specification's labels, in every answer with rows.
    async fn enr_06_labels_are_given_where_they_are_asked_for(test) {
        let server = Server::start(test).await;
        let (user, job, named) = enriched_session(&server).await;
        let by_name = enriched_row(&named);
        let request = user.request(Method::POST, "/enrich?labels=true").json(&json!({"sessionKey": job}));
        let enriched = user.send(request).await.json();
        let result = user.get(&format!("/api/jobs/{job}/result?labels=true")).await.json();
        let export = user.get(&format!("/export?sessionKey={job}&labels=true")).await.json();
        for rows in [&enriched["results"], &result["result"]["results"], &export] {
            let rows = rows.as_array().unwrap();
            let row = rows.iter().find(|row| row["row_idx"] == by_name["row_idx"]).unwrap();
            for (name, label) in [
                ("distance_to_commercial_airport", "Distance to Commercial Airport (mi)"),
                ("competitors_within_5mi", "Competitors Within 5mi"),
                ("naics6_code", "NAICS6 Code"),
                ("county", "county"),
                ("city", "city"),
            ] {
                assert_eq!(row[label], by_name[name], "{label}");
                assert!(label == name || row.get(name).is_none(), "{name}");
            }
        }
        assert_eq!(enriched["source_sets"], named["source_sets"], "sets stay under names");
        assert_eq!(user.get(&format!("/api/jobs/{job}/result?labels=often")).await.status, 400);
        server.stop().await;
    }

    /// ENR-04, ENR-06: a repeated GET /scrape of rows that were enriched since has their sources.
    async fn enr_04_a_repeated_scrape_names_sources_too(test) {
        let server = Server::start(test).await;
        let user = server.user("fay@example.com", "pro");
        let path = "/scrape?query=breweries+in+Portland&state=OR&session_id=s-1";
        let first = user.get(path).await.json();
        assert_eq!((&first["sources"], &first["source_sets"]), (&json!([]), &json!([])));
        enrich(&user, first["sessionKey"].as_str().unwrap()).await;
        let again = user.get(path).await.json();
        let source = source_of(&again, enriched_row(&again), "county_fips");
        assert_eq!(source["level"], "county");
        server.stop().await;
    }

    /// ENR-06: sizes of an answer over several pages; rows of all of them share their sets.
    async fn enr_06_rows_of_many_pages_share_few_sources(test) {
        let server = Server::start(test).await;
        let user = server.user("fay@example.com", "enterprise");
        let mut search = in_real_cities(520);
        let more = [
            "Irvine", "Santa Ana", "Chula Vista", "Fremont", "San Bernardino", "Modesto", "Fontana", "Oxnard",
            "Moreno Valley", "Huntington Beach", "Glendale", "Santa Clarita", "Garden Grove", "Oceanside",
            "Rancho Cucamonga", "Santa Rosa", "Ontario", "Elk Grove", "Corona", "Hayward", "Lancaster", "Salinas",
        ];
        search["cities"].as_array_mut().unwrap().extend(more.map(Value::from));
        let (job, _) = user.run(&search).await;
        let answer = enrich(&user, &job).await;
        assert_eq!(answer["results"].as_array().unwrap().len(), 520);
        let indexes: Vec<u64> = answer["results"].as_array().unwrap().iter()
            .map(|row| row["row_idx"].as_u64().unwrap()).collect();
        assert_eq!(indexes, (0..520).collect::<Vec<u64>>());
        assert!(answer["source_sets"].as_array().unwrap().len() <= 3, "{}", answer["source_sets"]);
        server.stop().await;
    }
}
