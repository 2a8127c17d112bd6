//! What users write about companies (ACC-01, ACC-10, ES-01; issue 16).

use serde_json::{Map, Value, json};

use crate::support::{Answer, Client, Server, brewery_search};

async fn written(user: &Client, session: &str, row_idx: u32) -> Value {
    let path = format!("/api/crm-data?sessionKey={session}&rowIdx={row_idx}");
    let answer = user.get(&path).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

async fn write(user: &Client, session: &str, row_idx: u32, crm: &Value, more: &Value) -> Answer {
    let mut body = json!({
        "sessionKey": session, "rowIdx": row_idx, "crmData": crm, "businessName": "Whatever",
    });
    body.as_object_mut()
        .unwrap()
        .extend(more.as_object().unwrap().clone());
    user.post("/api/crm-data", &body).await
}

async fn timeline(user: &Client, session: &str, row_idx: u32) -> Vec<Value> {
    let answer = user
        .get(&format!("/api/timeline/{session}/{row_idx}"))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()["timeline"].as_array().unwrap().clone()
}

/// The answer for a company about which nothing was written: of each field the first choice, or nothing.
async fn untouched(user: &Client) -> Value {
    let described = user.get("/api/crm-fields").await.json();
    let fields = described["fields"].as_array().unwrap().iter();
    let form: Map<String, Value> = fields
        .map(|field| {
            let first = field["choices"][0].as_str().unwrap_or_default();
            (field["key"].as_str().unwrap().to_owned(), first.into())
        })
        .collect();
    json!({
        "success": true, "lastSaved": null, "followUpDate": null, "companyId": null, "businessId": null,
        "contactStatus": "not_contacted", "crmData": form,
    })
}

fn form() -> Value {
    json!({
        "status": "Contacted", "accountType": "Lead", "lastContactDate": "2026-03-01",
        "mainPOC": "Grace Hopper", "email": "grace@navy.example", "notes": "calls\nat nine",
    })
}

store::on_both_engines! {
    /// ACC-10, ES-01.
    async fn acc_10_what_is_written_is_read_again_from_any_session_and_changes_are_recorded_once(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (first, _) = user.run(&brewery_search()).await;
        let (second, _) = user.run(&brewery_search()).await;
        let nothing = untouched(&user).await;
        assert_eq!(written(&user, &first, 0).await, nothing);
        // A form that says nothing leaves nothing.
        assert_eq!(write(&user, &first, 0, &nothing["crmData"], &json!({})).await.json(), nothing);
        let events = server.ledger().await.len();

        let saved = write(&user, &first, 0, &form(), &json!({})).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let saved = saved.json();
        let mut expected = nothing["crmData"].clone();
        expected.as_object_mut().unwrap().extend(form().as_object().unwrap().clone());
        assert_eq!(saved["crmData"], expected);
        assert_eq!(saved["contactStatus"], "contacted");
        assert!(saved["lastSaved"].is_string());
        for session in [&first, &second] {
            assert_eq!(written(&user, session, 0).await, saved);
        }
        assert_eq!(written(&user, &first, 1).await, nothing);
        assert_eq!(server.ledger().await.len(), events + 3, "met, details, status");
        // The same again changes nothing, the moment included.
        assert_eq!(write(&user, &second, 0, &form(), &json!({})).await.json(), saved);
        assert_eq!(server.ledger().await.len(), events + 3);

        let one = json!({"notes": "", "status": "Customer"});
        let saved = write(&user, &second, 0, &one, &json!({})).await.json();
        expected["notes"] = json!("");
        expected["status"] = json!("Customer");
        assert_eq!(saved["crmData"], expected, "what is left out stays");
        let changes = timeline(&user, &first, 0).await;
        let told: Vec<_> = changes.iter().map(|change| (&change["field"], &change["from"], &change["to"])).collect();
        let text = |text: &str| json!(text);
        assert_eq!(told[0], (&text("status"), &text("Contacted"), &text("Customer")));
        assert_eq!(told[1], (&text("notes"), &text("calls\nat nine"), &Value::Null));
        assert_eq!(told[2], (&text("status"), &text("Account Untouched"), &text("Contacted")));
        assert_eq!(told.len(), 3 + 5);
        assert!(changes.iter().all(|change| change["by"] == "you" && change["at"].is_string()));
        assert_eq!(timeline(&user, &first, 1).await, Vec::<Value>::new());
        // In pages of one save each: the same, what was written over included; and so after a rebuild.
        let in_pages = async || {
            let mut all = Vec::new();
            let mut before = String::new();
            loop {
                let page = user.get(&format!("/api/timeline/{first}/0?limit=1{before}")).await.json();
                all.extend(page["timeline"].as_array().unwrap().clone());
                match page["next_before"].as_u64() {
                    Some(next) => before = format!("&before={next}"),
                    None => return all,
                }
            }
        };
        assert_eq!(in_pages().await, changes);
        server.install().succeed(&["projections", "rebuild", "timeline"]);
        assert_eq!(in_pages().await, changes);
        for limit in ["0", "501", "x"] {
            let refused = user.get(&format!("/api/timeline/{first}/0?limit={limit}")).await;
            assert_eq!(refused.error().0, 400);
        }
        server.stop().await;
    }

    /// ACC-10: what the browser's form is made of.
    async fn acc_10_the_form_is_described_field_by_field(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let described = user.get("/api/crm-fields").await.json();
        let fields = described["fields"].as_array().unwrap();
        let keys: Vec<_> = fields.iter().map(|field| field["key"].as_str().unwrap()).collect();
        let specified = ["status", "accountType", "lastContactDate", "mainPOC", "email", "notes"];
        assert!(specified.iter().all(|key| keys.contains(key)), "{keys:?}");
        let statuses = ["Account Untouched", "Contacted", "Qualified", "Proposal Sent", "Customer", "Not Interested"];
        assert_eq!(fields[0]["choices"], json!(statuses));
        assert_eq!(fields[1]["choices"], json!(["Prospect", "Customer", "Partner", "Lead"]));
        let (session, _) = user.run(&brewery_search()).await;
        // What the description offers is taken, and as much as it allows.
        for field in fields {
            let text = match field["kind"].as_str().unwrap() {
                "choice" => field["choices"].as_array().unwrap().last().unwrap().as_str().unwrap().to_owned(),
                "day" => "2026-03-01".to_owned(),
                "email" => format!("{}@b", "a".repeat(field["longest"].as_u64().unwrap() as usize - 2)),
                _ => "x".repeat(field["longest"].as_u64().unwrap() as usize),
            };
            let key = field["key"].as_str().unwrap();
            let saved = write(&user, &session, 0, &json!({(key): text}), &json!({})).await;
            assert_eq!((saved.status, &saved.json()["crmData"][key]), (200, &json!(text)), "{key}");
        }
        server.stop().await;
    }

    /// ACC-10: two tabs.
    async fn acc_10_a_form_that_was_filled_before_another_save_is_told_of_it(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        let seen = json!({"lastSaved": null});
        let first = write(&user, &session, 0, &json!({"notes": "one tab"}), &seen).await;
        assert_eq!(first.status, 200, "{}", first.text);
        let mine = json!({"notes": "another tab"});
        let refused = write(&user, &session, 0, &mine, &seen).await;
        let (status, code, _) = refused.error();
        assert_eq!((status, code.as_str()), (409, "stale"));
        let both = refused.json();
        assert_eq!((&both["stored"], &both["sent"]), (&first.json(), &mine));
        // Having seen it, or without saying what was seen, it is saved.
        let seen = json!({"lastSaved": both["stored"]["lastSaved"]});
        assert_eq!(write(&user, &session, 0, &mine, &seen).await.status, 200);
        assert_eq!(write(&user, &session, 0, &json!({"notes": "third"}), &json!({})).await.status, 200);
        assert_eq!(written(&user, &session, 0).await["crmData"]["notes"], "third");
        server.stop().await;
    }

    /// ACC-10: what makes no sense is refused with a sentence, hostile text stays text.
    async fn acc_10_fields_are_checked_and_any_text_is_kept_as_it_is(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        for wrong in [
            json!({"status": "Whatever"}),
            json!({"accountType": "Enemy"}),
            json!({"lastContactDate": "yesterday"}),
            json!({"lastContactDate": "2026-02-30"}),
            json!({"email": "grace"}),
            json!({"email": "a b@c.example"}),
            json!({"mainPOC": "x".repeat(501)}),
            json!({"notes": "x".repeat(20_001)}),
            json!({"notes": "a\u{0}b"}),
        ] {
            let (status, code, message) = write(&user, &session, 0, &wrong, &json!({})).await.error();
            assert_eq!((status, code.as_str()), (400, "invalid"), "{wrong}: {message}");
        }
        assert_eq!(written(&user, &session, 0).await, untouched(&user).await);
        let hostile = "<script>alert(1)</script> '; DROP TABLE events; -- =1+1 \u{202e}\u{1f980}";
        let saved = write(&user, &session, 0, &json!({"notes": hostile}), &json!({})).await;
        assert_eq!(saved.json()["crmData"]["notes"], hostile);
        for status in ["Not Interested", "Follow Up", "Proposal Sent", "Converted", "Account Untouched"] {
            let saved = write(&user, &session, 0, &json!({"status": status}), &json!({})).await;
            assert_eq!(saved.json()["crmData"]["status"], status);
        }
        server.stop().await;
    }

    /// ACC-11, ES-02: My Companies shows the form of a saved company, and a rebuild shows the same.
    async fn acc_11_a_form_is_carried_over_where_the_company_is_saved(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        let rows = user.rows(&session).await;
        let crm = json!({"status": "Qualified", "notes": "big", "business_name": "Whatever"});
        let body = json!({"user_id": user.sub, "session_id": session, "row_idx": 0, "crm_data": crm});
        let sync = async || user.post("/api/sync-company-crm", &body).await.json();
        let not_saved = "This company is not saved in My Companies";
        let expected = json!({"success": false, "message": not_saved, "available_companies": []});
        assert_eq!(sync().await, expected);

        let others: Vec<usize> = (1..30).collect();
        let saved = json!({"session_id": session, "rows": others});
        assert_eq!(user.post("/api/save-companies", &saved).await.json()["saved"], 29);
        let offered = sync().await;
        let offered = offered["available_companies"].as_array().unwrap();
        assert_eq!(offered.len(), 20);
        for company in offered {
            let row = &rows[company["row_idx"].as_u64().unwrap() as usize];
            assert_eq!((&company["name"], &company["session_id"]), (&row["name"], &json!(session)));
        }
        assert_eq!(written(&user, &session, 0).await, untouched(&user).await, "it changed nothing");

        let saved = json!({"session_id": session, "business_data": {"row_idx": 0}});
        assert_eq!(user.post("/api/save-company", &saved).await.status, 200);
        let message = "My Companies shows these details";
        let expected = json!({"success": true, "message": message, "available_companies": []});
        assert_eq!(sync().await, expected);
        let form = written(&user, &session, 0).await;
        assert_eq!((&form["crmData"]["status"], &form["crmData"]["notes"]), (&json!("Qualified"), &json!("big")));
        write(&user, &session, 5, &json!({"email": "a@b.example"}), &json!({})).await;
        write(&user, &session, 31, &json!({"notes": "not saved"}), &json!({})).await;
        server.install().succeed(&["projections", "verify"]);
        server.install().succeed(&["projections", "rebuild", "saved_companies"]);
        let mut elsewhere = body.clone();
        elsewhere["row_idx"] = json!(31);
        let offered = user.post("/api/sync-company-crm", &elsewhere).await.json();
        assert_eq!(offered["available_companies"].as_array().unwrap().len(), 20);
        server.stop().await;
    }

    /// ACC-11: the call is on its way while the next save is made.
    async fn acc_11_a_form_that_is_carried_over_late_takes_back_no_newer_save(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&brewery_search()).await;
        let saved = json!({"session_id": session, "business_data": {"row_idx": 0}});
        assert_eq!(user.post("/api/save-company", &saved).await.status, 200);
        let first = write(&user, &session, 0, &json!({"notes": "first"}), &json!({})).await.json();
        let second = write(&user, &session, 0, &json!({"notes": "second"}), &json!({})).await.json();
        let late = json!({
            "session_id": session, "row_idx": 0, "crm_data": {"notes": "first", "status": "Contacted"},
            "lastSaved": first["lastSaved"],
        });
        let answer = user.post("/api/sync-company-crm", &late).await;
        assert_eq!((answer.status, &answer.json()["success"]), (200, &json!(true)), "{}", answer.text);
        assert_eq!(written(&user, &session, 0).await, second, "what is newer stays");
        let mut timely = late.clone();
        timely["lastSaved"] = second["lastSaved"].clone();
        assert_eq!(user.post("/api/sync-company-crm", &timely).await.status, 200);
        assert_eq!(written(&user, &session, 0).await["crmData"]["notes"], "first");
        server.stop().await;
    }

    /// ACC-10: under whatever spelling a search found it, as the server recognizes it.
    async fn acc_10_a_record_names_the_saved_company_that_it_is_of(test) {
        let server = Server::start(test).await;
        let user = server.user("ada@example.com", "pro");
        let (first, _) = user.run(&brewery_search()).await;
        let (second, _) = user.run(&brewery_search()).await;
        let company = async |session: &str| written(&user, session, 0).await["companyId"].clone();
        let business = async |session: &str| written(&user, session, 0).await["businessId"].clone();
        let one = write(&user, &first, 0, &json!({"notes": "one"}), &json!({})).await.json();
        assert_eq!(one["companyId"], Value::Null, "it is met, and not saved");
        assert!(one["businessId"].is_string(), "{one}");
        assert_eq!(business(&second).await, one["businessId"], "ACC-12: it is the same business");
        let saved = json!({"session_id": first, "business_data": {"row_idx": 0}});
        assert_eq!(user.post("/api/save-company", &saved).await.status, 200);
        let listed = user.get("/api/saved-companies").await.json();
        let id = &listed["companies"][0]["company_id"];
        assert!(id.is_string(), "{listed}");
        assert_eq!((&company(&first).await, &company(&second).await), (id, id));
        let two = write(&user, &second, 0, &json!({"notes": "two"}), &json!({})).await;
        assert_eq!(&two.json()["companyId"], id);
        let seen = json!({"lastSaved": one["lastSaved"]});
        let refused = write(&user, &first, 0, &json!({"notes": "three"}), &seen).await;
        assert_eq!((refused.status, &refused.json()["stored"]["companyId"]), (409, id));
        let removed = user.post("/api/saved-companies/remove", &json!({"company_ids": [id]})).await;
        assert_eq!(removed.status, 200, "{}", removed.text);
        assert_eq!(company(&second).await, Value::Null);
        assert_eq!(&business(&second).await, id, "it is known all the same");
        server.stop().await;
    }

    /// ACC-01.
    async fn acc_01_a_business_is_answered_whole_and_its_absence_in_words(test) {
        let server = Server::start(test).await;
        let (ada, eve) = (server.user("ada@example.com", "pro"), server.user("eve@example.com", "pro"));
        let (session, _) = ada.run(&brewery_search()).await;
        crate::routes::enrichment::enrich(&ada, &session).await;
        let result = ada.get(&format!("/api/jobs/{session}/result")).await.json();
        for row_idx in [0, 31] {
            let path = format!("/api/business-data/{session}/{row_idx}?user_id={}", ada.sub_in_path());
            let answer = ada.get(&path).await.json();
            assert_eq!(answer["success"], true);
            let mut row = result["result"]["results"][row_idx].clone();
            row["source_set"] = answer["data"]["source_set"].clone();
            assert_eq!(answer["data"], row);
            assert!(!answer["sources"].as_array().unwrap().is_empty());
        }
        for (user, path) in [
            (&ada, format!("/api/business-data/{session}/32")),
            (&ada, format!("/api/business-data/{session}/4294967295")),
            (&ada, "/api/business-data/nonsense/0".to_owned()),
            (&eve, format!("/api/business-data/{session}/0")),
        ] {
            let answer = user.get(&path).await;
            let body = answer.json();
            assert_eq!((answer.status, &body["success"]), (404, &json!(false)), "{path}");
            assert!(body["error"].is_string(), "{body}");
        }
        assert_eq!(ada.get(&format!("/api/business-data/{session}/x")).await.error().0, 400);
        server.stop().await;
    }
}
