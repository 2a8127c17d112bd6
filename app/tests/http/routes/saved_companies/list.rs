//! The list: all of it, searched, sorted, packed, as a file.

use std::io::Cursor;

use calamine::{Reader as _, Xlsx, open_workbook_from_rs};
use serde_json::{Value, json};

use super::{ALL, change, companies, first, list, texts, with_companies};
use crate::routes::exports::Table;
use crate::support::{BEND_BREWERIES, PORTLAND_BREWERIES, Server};

store::on_both_engines! {
    /// MYCO-01: all that is saved, with the fields of the specification.
    async fn myco_01_the_list_has_every_saved_company_with_what_is_known_of_it(test) {
        let server = Server::start(test).await;
        let (user, session) = with_companies(&server, "ada@example.com").await;
        let all = list(&user, &format!("?user_id={}", user.sub_in_path())).await;
        assert_eq!((&all["total_count"], &all["saved_total"]), (&json!(ALL), &json!(ALL)));
        assert_eq!(companies(&all).len(), ALL);
        let rows = user.rows(&session).await;
        for company in companies(&all) {
            let row = &rows[usize::try_from(company["business_row_idx"].as_u64().unwrap()).unwrap()];
            assert_eq!(company["session_id"], session);
            assert_eq!(company["contact_status"], "not_contacted");
            assert_eq!(company["crm_data"]["status"], "Account Untouched");
            let business = &company["business_data"];
            for (member, of_row) in [
                ("name", "name"), ("city", "city"), ("parsed_city", "city"), ("state", "state"),
                ("parsed_state", "state"), ("main_category", "main_category"), ("industry", "main_category"),
                ("address", "address"), ("latitude", "latitude"), ("longitude", "longitude"), ("row_idx", "row_idx"),
            ] {
                assert_eq!(business[member], row[of_row], "{member}");
            }
            assert_eq!(company["company_name"], row["name"]);
        }
        let other = server.user("eve@example.com", "pro");
        assert_eq!(list(&other, "").await["total_count"], 0);
        let path = format!("/api/saved-companies?user_id={}", user.sub_in_path());
        assert_eq!(other.get(&path).await.error().0, 403);
        server.stop().await;
    }

    /// MYCO-01: name, location, notes and tags; typing mistakes are forgiven.
    async fn myco_01_a_search_looks_into_names_places_notes_and_tags(test) {
        let server = Server::start(test).await;
        let (user, session) = with_companies(&server, "ada@example.com").await;
        let total = async |search: &str| list(&user, &format!("?search={search}")).await["total_count"].clone();
        assert_eq!(total("bend").await, BEND_BREWERIES);
        assert_eq!(total("oregon%20bend").await, BEND_BREWERIES);
        assert_eq!(total("portlnad").await, PORTLAND_BREWERIES);
        assert_eq!(total("zeppelin").await, 0);
        let crm = json!({"sessionKey": session, "rowIdx": 3, "crmData": {"notes": "Owns a zeppelin"}});
        assert_eq!(user.post("/api/crm-data", &crm).await.status, 200);
        assert_eq!(total("zepelin").await, 1);
        let ids = first(&user, 2).await;
        change(&user, "tags", &json!({"company_ids": ids, "add": ["Frühling"]})).await;
        assert_eq!(total("fruhling").await, 2);
        let found = list(&user, "?search=bend&page=1").await;
        assert_eq!((&found["saved_total"], &found["page"], &found["limit"]), (&json!(ALL), &json!(1), &json!(50)));
        server.stop().await;
    }

    /// MYCO-03: one order for all pages.
    async fn myco_03_pages_are_parts_of_one_order_both_ways(test) {
        let server = Server::start(test).await;
        let (user, _) = with_companies(&server, "ada@example.com").await;
        for sort in [
            "company_name", "city", "state", "main_category", "market_intelligence_score", "contact_status",
            "saved_at", "follow_up_date",
        ] {
            for order in ["asc", "desc"] {
                let sorted = format!("sort={sort}&order={order}");
                let whole = list(&user, &format!("?{sorted}")).await;
                let mut paged = Vec::new();
                for page in 1..=4 {
                    let page = list(&user, &format!("?{sorted}&limit=10&page={page}")).await;
                    paged.extend(texts(&page, "company_id").into_iter().map(str::to_owned));
                }
                assert_eq!(paged, texts(&whole, "company_id"), "{sorted}");
            }
        }
        let by_name = list(&user, "?sort=company_name").await;
        let names: Vec<String> = texts(&by_name, "company_name").into_iter().map(str::to_lowercase).collect();
        assert!(names.is_sorted(), "{names:?}");
        for wrong in ["sort=whatever", "order=up", "page=0", "limit=501", "page=x", "status=lost", "score=1-2",
            "today=someday", "due=true", "page=1&fields=nonsense"] {
            let (status, _, message) = user.get(&format!("/api/saved-companies?{wrong}")).await.error();
            assert!(status == 400 && !message.is_empty(), "{wrong}");
        }
        server.stop().await;
    }

    /// MYCO-03, MYCO-01: what was saved in one go stands as in its results; signs alone are looked for as they are.
    async fn myco_03_a_save_stands_in_the_order_of_its_results(test) {
        let server = Server::start(test).await;
        let (user, _) = with_companies(&server, "ada@example.com").await;
        let rows = |list: &Value| -> Vec<u64> {
            let each = companies(list).iter();
            each.map(|company| company["business_row_idx"].as_u64().unwrap()).collect()
        };
        let inserted: Vec<u64> = (0..ALL as u64).collect();
        assert_eq!(rows(&list(&user, "").await), inserted);
        let one_category = rows(&list(&user, "?sort=contact_status&order=desc").await);
        assert_eq!(one_category, inserted, "of equal ones too");
        assert_eq!(list(&user, "?search=%25").await["total_count"], 0);
        server.stop().await;
    }

    /// The form for maps, and the fields of a page.
    async fn companies_come_packed_and_with_the_fields_that_are_asked_for(test) {
        let server = Server::start(test).await;
        let (user, session) = with_companies(&server, "ada@example.com").await;
        let packed = list(&user, "?form=packed&city=Bend&sort=company_name").await;
        let columns = packed["columns"].as_array().unwrap();
        let rows = packed["rows"].as_array().unwrap();
        assert_eq!((rows.len(), &packed["saved_total"]), (BEND_BREWERIES, &json!(ALL)));
        let plain = list(&user, "?city=Bend&sort=company_name").await;
        for (row, company) in rows.iter().zip(companies(&plain)) {
            let value = |name: &str| &row[columns.iter().position(|column| column == name).unwrap()];
            assert_eq!(value("company_id"), &company["company_id"]);
            assert_eq!(value("latitude"), &company["business_data"]["latitude"]);
            assert_eq!((value("status"), value("score")), (&json!("not_contacted"), &Value::Null));
            assert_eq!(row.as_array().unwrap().len(), columns.len());
        }
        let streamed = user.get("/api/saved-companies?form=packed").await;
        assert_eq!(streamed.header("transfer-encoding"), "chunked", "not in one piece");
        let with = list(&user, "?city=Bend&page=1&fields=phone,Website").await;
        let stored = user.rows(&session).await;
        let none = list(&user, "?search=zeppelin&page=1&fields=phone").await;
        assert_eq!(none["companies"], json!([]), "fields of no company");
        for company in companies(&with) {
            let row = &stored[usize::try_from(company["business_row_idx"].as_u64().unwrap()).unwrap()];
            for field in ["phone", "website"] {
                assert_eq!(company["business_data"][field], row[field]);
            }
        }
        server.stop().await;
    }

    /// The list as files: each company's row with what is written about it, in the list's order.
    async fn the_list_is_exported_as_it_is_filtered_and_sorted(test) {
        let server = Server::start(test).await;
        let (user, session) = with_companies(&server, "ada@example.com").await;
        let ids = first(&user, 3).await;
        change(&user, "tags", &json!({"company_ids": ids, "add": ["spring", "=1+1"]})).await;
        let listed = list(&user, "?tag=spring&sort=company_name&order=desc").await;
        let row = companies(&listed)[0]["business_row_idx"].clone();
        let crm = json!({"sessionKey": session, "rowIdx": row, "crmData": {"notes": "=cmd()", "status": "Contacted"}});
        assert_eq!(user.post("/api/crm-data", &crm).await.status, 200);
        let file = async |format: &str| {
            let path = format!("/api/saved-companies/export?format={format}&tag=spring&sort=company_name&order=desc");
            let answer = user.get(&path).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            let name = answer.header("content-disposition").to_owned();
            assert!(name.starts_with("attachment; filename=\"my-companies-") && name.contains(format), "{name}");
            answer
        };
        let names = texts(&listed, "company_name");

        let csv = file("csv").await;
        let table = Table::read(&csv.text);
        assert_eq!(table.heads[..3], ["Name", "Account Status", "Tags"]);
        assert!(!table.heads.contains(&"Main Point of Contact".to_owned()), "nobody wrote one");
        assert_eq!(table.heads.last().unwrap(), "Sources");
        assert_eq!(table.rows.iter().map(|row| &row[0]).collect::<Vec<_>>(), names);
        assert_eq!((table.cell(0, "Account Status"), table.cell(1, "Account Status")), ("contacted", "not_contacted"));
        assert_eq!(table.cell(0, "Notes"), "'=cmd()", "no spreadsheet computes it");
        assert_eq!(table.cell(0, "Tags"), "'=1+1, spring");
        let beside = user.get("/api/saved-companies/export?format=csv&tag=spring&sources=columns").await;
        let beside = Table::read(&beside.text);
        assert!(beside.heads.contains(&"Source".to_owned()) && !beside.heads.contains(&"Sources".to_owned()));

        let features = file("geojson").await.json();
        let features = features["features"].as_array().unwrap();
        let properties = |feature: &Value, name: &str| feature["properties"][name].clone();
        assert_eq!(features.iter().map(|feature| properties(feature, "name")).collect::<Vec<_>>(), names);
        assert_eq!(properties(&features[0], "notes"), "=cmd()");
        assert_eq!(features[0]["geometry"]["type"], "Point");

        let book = file("xlsx").await.bytes;
        let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(book)).unwrap();
        let sheet = book.worksheet_range("Results").unwrap();
        let cell = |row: usize, head: &str| {
            let heads: Vec<String> = sheet.rows().next().unwrap().iter().map(ToString::to_string).collect();
            let column = heads.iter().position(|there| there == head).unwrap();
            sheet.rows().nth(row).unwrap()[column].to_string()
        };
        assert_eq!((cell(1, "Notes"), cell(1, "Account Status")), ("=cmd()".to_owned(), "contacted".to_owned()));
        let heads: Vec<String> = sheet.rows().next().unwrap().iter().map(ToString::to_string).collect();
        assert_eq!(heads, table.heads, "one wording for all tables");
        assert_eq!(sheet.height(), 4);
        assert!(book.sheet_names().contains(&"Sources".to_owned()));

        let chosen = user.get(&format!("/api/saved-companies/export?format=csv&company_ids={}", ids[0])).await;
        assert_eq!(chosen.text.lines().count(), 2);
        let eve = server.user("eve@example.com", "pro");
        let hers = eve.get(&format!("/api/saved-companies/export?format=csv&company_ids={}", ids[0])).await;
        assert_eq!(hers.text.lines().count(), 1, "the columns alone");
        for wrong in ["", "?format=pdf"] {
            assert_eq!(user.get(&format!("/api/saved-companies/export{wrong}")).await.error().0, 400);
        }
        server.stop().await;
    }
}
