//! My Companies: the list, and changes to many companies (MYCO-01, MYCO-03, MYCO-05, ES-02; issue 17).

use std::io::Cursor;

use calamine::{Reader as _, Xlsx, open_workbook_from_rs};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, BEND_BREWERIES, Client, PORTLAND_BREWERIES, Server, brewery_search};

const ALL: usize = PORTLAND_BREWERIES + BEND_BREWERIES;
const NOBODYS: &str = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c";

/// A user whose breweries are all saved.
async fn with_companies(server: &Server, email: &str) -> (Client, String) {
    let user = server.user(email, "pro");
    let (session, _) = user.run(&brewery_search()).await;
    let body = json!({"session_id": session});
    let saved = user.post("/api/save-companies", &body).await;
    assert_eq!(saved.json()["saved"], ALL, "{}", saved.text);
    (user, session)
}

async fn list(user: &Client, query: &str) -> Value {
    let answer = user.get(&format!("/api/saved-companies{query}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text);
    answer.json()
}

fn companies(list: &Value) -> &Vec<Value> {
    list["companies"].as_array().unwrap()
}

fn texts<'l>(list: &'l Value, member: &str) -> Vec<&'l str> {
    let companies = companies(list).iter();
    companies
        .map(|company| company[member].as_str().unwrap_or_default())
        .collect()
}

async fn change(user: &Client, what: &str, body: &Value) -> Value {
    let answer = user
        .post(&format!("/api/saved-companies/{what}"), body)
        .await;
    assert_eq!(answer.status, 200, "{what}: {}", answer.text);
    answer.json()
}

/// The ids of the first companies by name.
async fn first(user: &Client, count: usize) -> Vec<String> {
    let list = list(user, &format!("?sort=company_name&page=1&limit={count}")).await;
    let ids = texts(&list, "company_id").into_iter();
    ids.map(str::to_owned).collect()
}

async fn delete(user: &Client, company: &str) -> Answer {
    let path = format!("/api/saved-companies/{company}");
    user.send(user.request(Method::DELETE, &path)).await
}

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

    /// MYCO-05: statuses changed together, told with what they were, and undone.
    async fn myco_05_statuses_are_set_together_and_can_be_taken_back(test) {
        let server = Server::start(test).await;
        let (user, _) = with_companies(&server, "ada@example.com").await;
        let ids = first(&user, 3).await;
        let to = |status: &str, ids: &[String]| {
            let changes: Vec<Value> = ids.iter().map(|id| json!({"company_id": id, "status": status})).collect();
            json!({"changes": changes})
        };
        let changed = change(&user, "status", &to("contacted", &ids[..1])).await;
        assert_eq!((&changed["success"], &changed["changed"]), (&json!(true), &json!(ids[..1])));
        let mut named = ids.clone();
        named.extend([NOBODYS.to_owned(), "nonsense".to_owned()]);
        let changed = change(&user, "status", &to("follow_up", &named)).await;
        assert_eq!(changed["success"], false);
        let failed: Vec<&str> =
            changed["failed"].as_array().unwrap().iter().map(|one| one["company_id"].as_str().unwrap()).collect();
        assert_eq!(failed, [NOBODYS, "nonsense"]);
        let expected = json!({&ids[0]: "contacted", &ids[1]: "not_contacted", &ids[2]: "not_contacted"});
        assert_eq!(changed["former"], expected);
        let found = list(&user, "?status=follow_up").await;
        assert_eq!(found["total_count"], 3);
        assert_eq!(companies(&found)[0]["crm_data"]["status"], "Follow Up");
        // Again: nothing changes.
        let again = change(&user, "status", &to("follow_up", &ids)).await;
        assert_eq!((&again["changed"], &again["unchanged"]), (&json!([]), &json!(3)));
        let undo: Vec<Value> = expected.as_object().unwrap().iter()
            .map(|(id, status)| json!({"company_id": id, "status": status})).collect();
        change(&user, "status", &json!({"changes": undo})).await;
        assert_eq!(list(&user, "?status=follow_up").await["total_count"], 0);
        assert_eq!(list(&user, "?status=contacted|not_contacted").await["total_count"], ALL);
        // Another user's hands reach none of them.
        let eve = server.user("eve@example.com", "pro");
        let refused = change(&eve, "status", &to("customer", &ids)).await;
        assert_eq!((&refused["changed"], refused["failed"].as_array().unwrap().len()), (&json!([]), 3));
        let (status, _, message) =
            user.post("/api/saved-companies/status", &to("lost", &ids)).await.error();
        assert_eq!((status, message.as_str()), (400, "'lost' is no status."));
        server.stop().await;
    }

    /// Taken off the list and put back as it was; what is written about it stays.
    async fn a_removed_company_is_gone_and_comes_back_as_it_was(test) {
        let server = Server::start(test).await;
        let (user, session) = with_companies(&server, "ada@example.com").await;
        let id = first(&user, 1).await.remove(0);
        change(&user, "tags", &json!({"company_ids": [id], "add": ["spring"]})).await;
        let before = list(&user, "?tag=spring").await;
        assert_eq!(before["total_count"], 1);
        for _ in 0..2 {
            assert_eq!(delete(&user, &id).await.json(), json!({"success": true}));
        }
        assert_eq!(list(&user, "?tag=spring").await["total_count"], 0);
        assert_eq!(list(&user, "").await["saved_total"], ALL - 1);
        let eve = server.user("eve@example.com", "pro");
        for company in [&id, NOBODYS, "nonsense"] {
            assert_eq!(delete(&eve, company).await.error().0, 404);
            let path = format!("/api/saved-companies/{company}/restore");
            assert_eq!(eve.post(&path, &json!({})).await.error().0, 404);
        }
        let path = format!("/api/saved-companies/{id}/restore");
        for _ in 0..2 {
            assert_eq!(user.post(&path, &json!({})).await.json(), json!({"success": true}));
        }
        assert_eq!(list(&user, "?tag=spring").await["companies"], before["companies"]);

        let ids = first(&user, 5).await;
        let removed = change(&user, "remove", &json!({"company_ids": ids})).await;
        assert_eq!(removed["changed"].as_array().unwrap().len(), 5);
        assert_eq!(list(&user, "").await["saved_total"], ALL - 5);
        // A row of the session is saved anew as the company that it was.
        let row = companies(&before)[0]["business_row_idx"].clone();
        let body = json!({"session_id": session, "business_data": {"row_idx": row}});
        assert_eq!(user.post("/api/save-company", &body).await.json()["already_exists"], false);
        assert_eq!(list(&user, "?tag=spring").await["total_count"], 1);
        let restored = change(&user, "restore", &json!({"company_ids": ids})).await;
        assert_eq!((restored["changed"].as_array().unwrap().len(), &restored["unchanged"]), (4, &json!(1)));
        assert_eq!(list(&user, "").await["saved_total"], ALL);
        server.stop().await;
    }

    /// Days on which to ask again: set, due, told in the timeline and in the form.
    async fn companies_are_due_on_the_day_that_was_set(test) {
        let server = Server::start(test).await;
        let (user, session) = with_companies(&server, "ada@example.com").await;
        let ids = first(&user, 2).await;
        let body = json!({"changes": [
            {"company_id": ids[0], "date": "2026-05-04"}, {"company_id": ids[1], "date": "2026-05-05"},
        ]});
        let changed = change(&user, "follow-up", &body).await;
        assert_eq!(changed["former"], json!({&ids[0]: null, &ids[1]: null}));
        let due = list(&user, "?today=2026-05-04&due=true").await;
        assert_eq!(texts(&due, "company_id"), [&ids[0]]);
        assert_eq!(texts(&due, "follow_up_date"), ["2026-05-04"]);
        let counted = list(&user, "?today=2026-05-05").await;
        assert_eq!((&counted["due_total"], &counted["total_count"]), (&json!(2), &json!(ALL)));
        let row = companies(&due)[0]["business_row_idx"].clone();
        let form = user.get(&format!("/api/crm-data?sessionKey={session}&rowIdx={row}")).await.json();
        assert_eq!((&form["followUpDate"], &form["lastSaved"]), (&json!("2026-05-04"), &Value::Null));
        let timeline = user.get(&format!("/api/timeline/{session}/{row}")).await.json();
        let told = &timeline["timeline"][0];
        assert_eq!((&told["field"], &told["to"]), (&json!("followUpDate"), &json!("2026-05-04")));
        let none = json!({"changes": [{"company_id": ids[0], "date": null}]});
        assert_eq!(change(&user, "follow-up", &none).await["former"], json!({&ids[0]: "2026-05-04"}));
        assert_eq!(list(&user, "?today=2026-12-31&due=true").await["total_count"], 1);
        let wrong = json!({"changes": [{"company_id": ids[0], "date": "2026-02-30"}]});
        assert_eq!(user.post("/api/saved-companies/follow-up", &wrong).await.error().0, 400);
        server.stop().await;
    }

    /// Tags: once whatever their case, as many as fit, and no text that a filter could not name.
    async fn companies_are_tagged_and_found_by_their_tags(test) {
        let server = Server::start(test).await;
        let (user, _) = with_companies(&server, "ada@example.com").await;
        let ids = first(&user, 3).await;
        change(&user, "tags", &json!({"company_ids": ids, "add": ["Spring", "fair"]})).await;
        let again = change(&user, "tags", &json!({"company_ids": ids, "add": ["SPRING"]})).await;
        assert_eq!(again["unchanged"], 3);
        let body = json!({"company_ids": ids[..1], "add": ["visited"], "remove": ["spring"]});
        change(&user, "tags", &body).await;
        let tagged = list(&user, "?tag=visited&facets=true").await;
        assert_eq!(companies(&tagged)[0]["tags"], json!(["fair", "visited"]));
        let expected = json!([
            {"value": "fair", "count": 3}, {"value": "Spring", "count": 2}, {"value": "visited", "count": 1},
        ]);
        assert_eq!(tagged["facets"]["tags"], expected);
        assert_eq!(tagged["facets"]["statuses"][0], json!({"value": "not_contacted", "count": ALL}));
        assert_eq!(tagged["facets"]["statuses"].as_array().unwrap().len(), 8);
        let cities = json!([{"value": "Bend", "count": BEND_BREWERIES}, {"value": "Portland", "count": PORTLAND_BREWERIES}]);
        assert_eq!(tagged["facets"]["cities"], cities);
        assert_eq!(list(&user, "?city=Bend|Portland&state=OR&tag=fair|visited").await["total_count"], 3);
        assert_eq!(list(&user, "?score=91-100").await["total_count"], 0, "without facts nothing is rated");
        for wrong in [json!([""]), json!(["a|b"]), json!(["a\nb"]), json!(["x".repeat(41)]), json!(vec!["a"; 21])] {
            let body = json!({"company_ids": ids, "add": wrong});
            assert_eq!(user.post("/api/saved-companies/tags", &body).await.error().0, 400);
        }
        let many: Vec<String> = (0..20).map(|number| format!("tag {number}")).collect();
        let full = change(&user, "tags", &json!({"company_ids": ids[..1], "add": many})).await;
        assert_eq!(full["failed"][0]["message"], "A company has at most 20 tags.");
        server.stop().await;
    }

    /// A repeated call is one change with one answer; too many at once are refused whole.
    async fn changes_are_repeatable_and_bounded(test) {
        let server = Server::start(test).await;
        let (user, _) = with_companies(&server, "ada@example.com").await;
        let ids = first(&user, 2).await;
        let calls = [
            ("status", json!({"changes": [{"company_id": ids[0], "status": "customer"}]})),
            ("follow-up", json!({"changes": [{"company_id": ids[0], "date": "2026-05-04"}]})),
            ("tags", json!({"company_ids": ids, "add": ["spring"]})),
            ("remove", json!({"company_ids": ids})),
            ("restore", json!({"company_ids": ids})),
        ];
        for (what, body) in &calls {
            let path = format!("/api/saved-companies/{what}");
            let send = || user.send(user.request(Method::POST, &path).header("Idempotency-Key", *what).json(body));
            let first = send().await;
            assert_eq!(first.status, 200, "{what}: {}", first.text);
            let events = server.ledger().await.len();
            assert_eq!(send().await.json(), first.json(), "{what}");
            assert_eq!(server.ledger().await.len(), events, "{what}");
        }
        let many: Vec<String> = (0..1_001).map(|_| ids[0].clone()).collect();
        let (status, _, message) =
            user.post("/api/saved-companies/remove", &json!({"company_ids": many})).await.error();
        assert_eq!((status, message.as_str()), (413, "Change at most 1000 companies at once."));
        assert_eq!(user.post("/api/saved-companies/remove", &json!({"company_ids": []})).await.error().0, 400);
        // A key whose companies are all unknown is remembered too.
        let unknown = json!({"company_ids": [NOBODYS]});
        let request = user.request(Method::POST, "/api/saved-companies/remove");
        let answer = user.send(request.header("Idempotency-Key", "none").json(&unknown)).await;
        assert_eq!(answer.json()["failed"][0]["company_id"], NOBODYS);
        let nobodys = json!({"changes": [{"company_id": NOBODYS, "status": "customer"}]});
        let request = user.request(Method::POST, "/api/saved-companies/status");
        let answer = user.send(request.header("Idempotency-Key", "nobody").json(&nobodys)).await;
        assert_eq!(answer.json()["failed"][0]["company_id"], NOBODYS);
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
        let with = list(&user, "?city=Bend&page=1&fields=phone,Website").await;
        let stored = user.rows(&session).await;
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
        let mut reader = csv::Reader::from_reader(csv.text.trim_start_matches('\u{feff}').as_bytes());
        let head = reader.headers().unwrap().clone();
        let column = |name: &str| head.iter().position(|column| column == name).unwrap();
        let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.iter().map(|row| &row[column("name")]).collect::<Vec<_>>(), names);
        assert_eq!((&rows[0][column("contact_status")], &rows[1][column("contact_status")]), ("contacted", "not_contacted"));
        assert_eq!(&rows[0][column("notes")], "'=cmd()", "no spreadsheet computes it");
        assert_eq!(&rows[0][column("tags")], "'=1+1, spring");

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
        assert_eq!(sheet.rows().next().unwrap()[0].to_string(), "Name");
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

    /// ENR-05, ES-01: facts anew cost a credit where they change, once, whoever asks at the same moment.
    async fn facts_are_looked_up_anew_for_a_credit_where_they_change(test) {
        let server = Server::start(test).await;
        let (user, session) = with_companies(&server, "ada@example.com").await;
        let paid = ALL as i64;
        user.has_paid(paid).await;
        let list_of = list(&user, "?city=Bend&sort=company_name").await;
        let ids: Vec<&str> = texts(&list_of, "company_id");
        let mut named = ids.clone();
        named.push(NOBODYS);
        let answer = change(&user, "refresh", &json!({"company_ids": named})).await;
        let changed = answer["changed"].as_array().unwrap().len();
        assert!(changed > 0, "{answer}");
        assert_eq!(answer["credits_charged"], changed);
        assert_eq!(answer["failed"][0]["company_id"], NOBODYS);
        assert_eq!((changed as u64 + answer["unchanged"].as_u64().unwrap()) as usize, ids.len());
        user.has_paid(paid + changed as i64).await;
        assert_eq!(user.history_of(&session).await["credits_consumed"], paid + changed as i64);
        let rated = list(&user, "?city=Bend&sort=company_name&page=1&fields=county_fips").await;
        let of_bend = companies(&rated).iter().filter(|company| company["business_data"]["county_fips"] == "41017");
        assert_eq!(of_bend.count(), changed);
        assert!(companies(&rated).iter().all(|company| company["stale"] == false), "{rated}");
        // The search's own rows stay as they were.
        assert!(user.rows(&session).await.iter().all(|row| row.get("county_fips").is_none()));
        let again = change(&user, "refresh", &json!({"company_ids": ids})).await;
        assert_eq!((&again["success"], &again["credits_charged"], &again["unchanged"]), (&json!(true), &json!(0), &json!(ids.len())));

        // Ten calls at once pay once.
        let all = list(&user, "?city=Portland").await;
        let body = json!({"company_ids": texts(&all, "company_id")});
        let calls = (0..10).map(|_| change(&user, "refresh", &body));
        let answers = futures::future::join_all(calls).await;
        let charged: u64 = answers.iter().map(|answer| answer["credits_charged"].as_u64().unwrap()).sum();
        let ledger = server.ledger().await;
        ledger.assert_holds_settled_once();
        assert_eq!(charged as usize + changed, ledger.count("CompanyRefreshed"));
        assert!(charged as usize <= PORTLAND_BREWERIES && charged > 0, "{charged}");
        user.has_paid(paid + (changed as u64 + charged) as i64).await;
        let eve = server.user("eve@example.com", "pro");
        let hers = change(&eve, "refresh", &body).await;
        assert_eq!(hers["failed"].as_array().unwrap().len(), PORTLAND_BREWERIES);
        let basic = server.user("bea@example.com", "basic");
        let (status, _, message) = basic.post("/api/saved-companies/refresh", &body).await.error();
        assert_eq!((status, message.as_str()), (403, "Data enrichment requires Business or Pro tier"));
        server.stop().await;
    }

    /// CRED-11: credits that run out leave the rest as it was, and say so.
    async fn credits_that_run_out_leave_the_other_companies_as_they_were(test) {
        let server = Server::start(test).await;
        let (user, _) = with_companies(&server, "ada@example.com").await;
        let left = user.balance().await.0;
        server.install().succeed(&["accounts", "adjust", &user.sub, &format!("-{}", left - 2), "--reason", "test"]);
        let all = list(&user, "").await;
        let body = json!({"company_ids": texts(&all, "company_id")});
        let answer = change(&user, "refresh", &body).await;
        assert_eq!((&answer["credits_charged"], &answer["success"]), (&json!(2), &json!(false)));
        assert_eq!(answer["failed"][0]["message"], "You have no credits left for this company.");
        assert_eq!(user.balance().await.0, 0);
        let none = change(&user, "refresh", &body).await;
        assert_eq!(none["credits_charged"], 0);
        server.stop().await;
    }
}
