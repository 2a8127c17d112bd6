//! The businesses that a user knows: uploaded, counted, left out, marked, exported, erased.

use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};
use store::{on_both_engines, with_reader};

use super::personal_data::{words_in, words_in_tables};
use crate::support::{
    Answer, BEND_BREWERIES, Client, PORTLAND_BREWERIES, Server, brewery_search, eventually,
    shared_data_file,
};

const ROWS: usize = PORTLAND_BREWERIES + BEND_BREWERIES;

async fn upload(user: &Client, file: impl Into<reqwest::Body>) -> Answer {
    let request = user.request(Method::PUT, "/api/known-businesses");
    let request = request.header("content-type", "text/csv");
    user.send(request.body(file)).await
}

async fn counts(user: &Client) -> Value {
    let answer = user.get("/api/known-businesses").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// Waits until the list is looked for in the listings.
async fn found(user: &Client, expected: usize) {
    eventually("the businesses are counted", || async {
        (counts(user).await["found"] == expected).then_some(())
    })
    .await;
}

/// Businesses of a session as a file of customers, as another program writes it.
fn customers(rows: &[Value]) -> String {
    let cell = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_uppercase();
    let lines = rows.iter().map(|row| {
        let cells = ["name", "street_address", "city", "state", "zip", "phone"];
        let cells: Vec<String> = cells
            .iter()
            .map(|name| format!("\"{}\"", cell(row, name)))
            .collect();
        format!("{}\n", cells.join(";"))
    });
    format!(
        "Company;Street;City;State;ZIP;Phone\n{}",
        lines.collect::<String>()
    )
}

/// The names of a session's rows, and of those that are marked.
async fn marked(user: &Client, session: &str, query: &str) -> (Vec<String>, Vec<String>) {
    let answer = user
        .get(&format!("/api/jobs/{session}/result?{query}"))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let result = answer.json()["result"].clone();
    let rows: Vec<(String, bool)> = match &result["columns"] {
        Value::Array(columns) => {
            let at = |name: &str| columns.iter().position(|column| column == name);
            let (name, yours) = (at("name").unwrap(), at("yours"));
            let rows = result["rows"].as_array().unwrap().iter();
            let is_yours = |row: &Value| yours.is_some_and(|yours| row[yours] == true);
            rows.map(|row| (row[name].as_str().unwrap().to_owned(), is_yours(row)))
                .collect()
        }
        _ => {
            let rows = result["results"].as_array().unwrap().iter();
            let name = |row: &Value| row["name"].as_str().unwrap().to_owned();
            rows.map(|row| (name(row), row.get("yours") == Some(&json!(true))))
                .collect()
        }
    };
    let yours = rows.iter().filter(|(_, yours)| *yours);
    let yours = yours.map(|(name, _)| name.clone()).collect();
    (rows.into_iter().map(|(name, _)| name).collect(), yours)
}

fn names(rows: &[Value]) -> Vec<String> {
    let names = rows.iter().map(|row| row["name"].as_str().unwrap());
    names.map(str::to_owned).collect()
}

on_both_engines! {
    async fn known_businesses_are_uploaded_marked_left_out_and_removed(test) {
        let server = Server::start(test).await;
        let (user, eve) = (server.user("ada@example.com", "pro"), server.user("eve@example.com", "pro"));
        assert_eq!(counts(&user).await, json!({"businesses": null, "found": null}));
        let (session, before) = user.run(&brewery_search()).await;
        let rows = user.rows(&session).await;
        assert!(before.get("left_out").is_none(), "{before}");
        let (own, others) = rows.split_at(20);
        let file = format!("{};;;;;\nNot Listed;1 Oak Ave;Bend;OR;97701;\n", customers(own));
        let uploaded = upload(&user, file).await;
        assert_eq!(uploaded.status, 200, "{}", uploaded.text);
        let uploaded = uploaded.json();
        assert_eq!((&uploaded["businesses"], &uploaded["found"]), (&json!(21), &Value::Null));
        assert_eq!((&uploaded["refused"], &uploaded["refused_count"]), (&json!([{"line": 22, "reason": "no name"}]), &json!(1)));
        found(&user, 20).await;
        assert!(counts(&user).await["uploaded_at"].is_string());

        // What was delivered before is marked, in every form, for her alone.
        for query in ["", "columns=name,yours", "form=packed", "form=packed&columns=name,city,yours", "labels=true&offset=0&limit=100"] {
            assert_eq!(marked(&user, &session, query).await, (names(&rows), names(own)), "{query}");
        }
        for (row, yours) in [(0, json!(true)), (ROWS - 1, Value::Null)] {
            let shown = user.get(&format!("/api/business-data/{session}/{row}")).await.json();
            assert_eq!(shown["data"]["yours"], yours, "{row}");
        }
        assert!(!user.exported(&session, "csv").await.text.contains("yours"), "files have no such column");

        // A search delivers and charges the others.
        let paid = user.credits().await["used_credits"].as_i64().unwrap();
        let (second, job) = user.run(&brewery_search()).await;
        assert_eq!((&job["left_out"], &job["results_count"]), (&json!(20), &json!(others.len())));
        assert_eq!(names(&user.rows(&second).await), names(others));
        user.has_paid(paid + others.len() as i64).await;
        let (hers, job) = eve.run(&brewery_search()).await;
        assert_eq!((job.get("left_out"), eve.rows(&hers).await.len()), (None, ROWS));
        assert_eq!(marked(&eve, &hers, "form=packed").await.1, [""; 0]);

        // A file of no use changes nothing; without the list all is delivered again.
        assert_eq!(upload(&user, "name\nAlpha\n").await.error().0, 400);
        assert_eq!(counts(&user).await["businesses"], 21);
        let removed = user.send(user.request(Method::DELETE, "/api/known-businesses")).await;
        assert_eq!(removed.json(), json!({"businesses": null, "found": null}));
        assert_eq!(marked(&user, &session, "form=packed").await.1, [""; 0]);
        let (third, _) = user.run(&brewery_search()).await;
        assert_eq!(user.rows(&third).await.len(), ROWS);
        server.stop().await;
    }

    async fn a_hostile_file_of_known_businesses_is_refused(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let refused = async |file: Vec<u8>| upload(&user, file).await.error();
        let long = [b"name,city,state,phone\n".as_slice(), &vec![b'x'; 4 << 20]].concat();
        for (file, words) in [
            (Vec::new(), "The file has no rows."),
            (b"PK\x03\x04....".to_vec(), "an Excel workbook"),
            (b"name,city,state,phone\n\"Open,Bend,OR,1\nB,Bend,OR,2\n".to_vec(), "A quote in line 2 is not closed"),
            (long, "The row that begins at line 2 is too long."),
            (vec![0; 4_000], "binary data"),
        ] {
            let (status, code, message) = refused(file).await;
            assert_eq!((status, code.as_str()), (400, "invalid"), "{message}");
            assert!(message.contains(words), "{message}");
        }
        let kind = user.request(Method::PUT, "/api/known-businesses").json(&json!({"name": "A"}));
        let (status, _, message) = user.send(kind).await.error();
        assert_eq!((status, message.as_str()), (400, "Send the file itself, with the header Content-Type: text/csv."));
        let huge = user.request(Method::PUT, "/api/known-businesses").header("content-type", "text/csv");
        if let Some(answer) = Client::try_send(huge.body(vec![b'x'; 10 << 20])).await {
            assert_eq!(answer.error().0, 413);
        }
        assert_eq!(counts(&user).await["businesses"], Value::Null);

        // Formulas and dirt are names like any others; UTF-16 is read.
        let odd = "name,city,state,phone\n=HYPERLINK(\"x\"),Bend,OR,5415550101\nA\0B,Bend,OR,5415550102\n";
        let utf16: Vec<u8> = format!("\u{feff}{odd}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(upload(&user, utf16).await.json()["businesses"], 2);
        let data = user.get("/api/account/data").await.json();
        let known = &data["known_businesses"];
        assert_eq!((&known[0]["name"], &known[1]["name"]), (&json!("=HYPERLINK(\"x\")"), &json!("A B")));
        server.stop().await;
    }

    /// Of a whole real listing, in the names of another program.
    async fn known_businesses_of_a_real_listing_are_found_again(test) {
        let Some(breweries) = shared_data_file("openbrewerydb/breweries.csv") else {
            return;
        };
        let server = Server::without_worker(test).await;
        server.import(&breweries);
        let user = server.user("ada@example.com", "pro");
        let uploaded = upload(&user, std::fs::read(&breweries).unwrap()).await.json();
        let businesses = uploaded["businesses"].as_u64().unwrap();
        assert!(businesses > 7_000 && uploaded["refused_count"].as_u64().unwrap() > 500, "{uploaded}");
        assert_eq!(uploaded["refused"].as_array().unwrap().len(), 20);
        let counted = eventually("the businesses are counted", || async {
            counts(&user).await["found"].as_u64()
        })
        .await;
        // The rest are closed or planned, which the listing leaves out.
        assert!(counted > 7_000, "{counted} of {businesses}");
        server.stop().await;
    }

    async fn known_businesses_are_counted_by_county_beside_saved_ones(test) {
        let mut server = Server::with(test, |settings| settings.starter.reference = true).await;
        server.import(&crate::support::made_up_listing());
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        let company = json!({"session_id": session, "business_data": {"row_idx": 0}});
        assert_eq!(user.post("/api/save-company", &company).await.status, 200);
        let rows = user.rows(&session).await;
        // The saved one, one that is listed, two that are not, and one of another kind.
        let file = format!(
            "{}Unlisted Ales;9 Oak Ave;Portland;OR;97201;\nTooth Fairy;8 Oak Ave;Portland;OR;97201;\n",
            customers(&rows[..2])
        );
        let kinds = ["", "", "brewery", "dentist"];
        let lines = file.lines().zip(["category"].into_iter().chain(kinds));
        let file: String = lines.map(|(line, kind)| format!("{line};{kind}\n")).collect();
        assert_eq!(upload(&user, file).await.json()["businesses"], 4);
        found(&user, 2).await;
        let counted = user.get("/api/saved-companies/by-county?kind=brewery").await.json();
        assert_eq!(
            counted,
            json!({"counties": [{"fips": "41051", "companies": 1, "known": 2}], "elsewhere": 0, "known_elsewhere": 0})
        );
        let dentists = user.get("/api/saved-companies/by-county?kind=dentist").await.json();
        assert_eq!(dentists["counties"], json!([{"fips": "41051", "companies": 0, "known": 1}]));
        server.stop().await;
    }

    /// Closed from the first byte on, in her own data, and gone with the rest.
    async fn known_businesses_are_read_by_nobody_else_and_erased(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let words = ["Slartibartfast", "fjordsmith", "5415550142"];
        let file = "name,street,city,state,zip,phone\nSlartibartfast,1 Fjordsmith Way,Bend,OR,97701,5415550142\n";
        assert_eq!(upload(&user, file.replace("Fjordsmith", "fjordsmith")).await.status, 200);
        found(&user, 0).await;
        let storage = server.product.core.storage.clone();
        let kept: Vec<String> = with_reader!(&storage.log, pool => sqlx::query_scalar(
            "SELECT digests FROM known_lists UNION ALL SELECT listings FROM known_lists \
             UNION ALL SELECT closed FROM known_businesses").fetch_all(pool).await).unwrap();
        assert_eq!(kept.len(), 3);
        let data = user.get("/api/account/data").await.json();
        assert_eq!(data["known_businesses"][0]["name"], "Slartibartfast");
        let file = server.folder().join("data.json");
        server.install().succeed(&["accounts", "export", &user.sub, "--output", file.to_str().unwrap()]);
        let exported: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(exported["known_businesses"], data["known_businesses"]);
        std::fs::remove_file(&file).unwrap();
        assert_eq!(words_in_tables(&storage, &words).await, Vec::<String>::new());

        let erased = user.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await.json();
        assert_eq!(erased, json!({"success": true, "erased": true, "complete": true}));
        assert_eq!(counts(&user).await["businesses"], Value::Null);
        assert_eq!(user.get("/api/account/data").await.json()["known_businesses"], json!([]));
        let mut gone: Vec<&str> = kept.iter().map(|text| &text[..text.len().min(40)]).collect();
        gone.extend(words);
        assert_eq!(words_in_tables(&storage, &gone).await, Vec::<String>::new());
        let stopped = server.stop().await;
        assert_eq!(words_in(stopped.folder(), &gone), Vec::<String>::new());
        assert!(Path::new(stopped.folder()).exists());
    }
}
