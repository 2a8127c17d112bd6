//! "Changed since you saved it": what a schedule's run finds changed of saved companies (issue 33).

use serde_json::{Value, json};
use store::on_both_engines;

use crate::support::{self, Client, Released, Server, eventually};

/// A release of the listing, with phone numbers that end so.
fn release(server: &Server, phones: [&str; 4]) {
    let released = phones.into_iter().enumerate();
    let released = released.map(|(number, phone)| Released {
        number,
        name: format!("Brewery {number}"),
        phone,
    });
    support::release(server, released);
}

fn search() -> Value {
    json!({"search_term": "brewery", "state": "OR", "cities": ["Bend"]})
}

/// Waits until the schedule's newest run is another than `before`, and done.
async fn ran(user: &Client, monitor: &str, before: &Value) -> Value {
    eventually("the run is done", || async {
        let monitor = user.get(&format!("/api/monitors/{monitor}")).await.json();
        let last = &monitor["last"];
        let is_done = monitor["running"].is_null() && last["result"] == "completed";
        (is_done && last["slot"] != *before).then(|| last["slot"].clone())
    })
    .await
}

async fn run(user: &Client, monitor: &str, before: &Value) -> Value {
    let answer = user
        .post(&format!("/api/monitors/{monitor}/run"), &json!({}))
        .await;
    assert_eq!(answer.status, 202, "{}", answer.text);
    ran(user, monitor, before).await
}

/// The saved companies that have changed: names with fields, before and after.
async fn changed(user: &Client) -> Vec<(String, Value)> {
    let answer = user.get("/api/saved-companies?changed=true&limit=50").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = answer.json();
    let companies = answer["companies"].as_array().unwrap();
    assert_eq!(answer["total_count"], companies.len());
    let mut all: Vec<(String, Value)> = companies
        .iter()
        .map(|one| {
            let mut changes = one["changed_since_saved"].clone();
            for change in changes.as_array_mut().unwrap() {
                assert!(change["at"].take().is_string(), "{change}");
            }
            (one["company_name"].as_str().unwrap().to_owned(), changes)
        })
        .collect();
    all.sort_by(|one, other| one.0.cmp(&other.0));
    all
}

fn phone(before: &str, after: &str) -> Value {
    let number = |end: &str| format!("541-555-01{end}");
    json!([{"field": "phone", "before": number(before), "after": number(after), "at": null}])
}

on_both_engines! {
    async fn a_saved_company_shows_what_a_schedule_found_changed(test) {
        let mut server = Server::without_worker(test).await;
        release(&server, ["00", "01", "02", "03"]);
        server.start_worker();
        let (user, eve) = (server.user("ada@example.com", "pro"), server.user("eve@example.com", "pro"));
        let (session, _) = user.run(&search()).await;
        let rows = user.rows(&session).await;
        let row = |name: &str| rows.iter().position(|row| row["name"] == name).unwrap();
        let save = async |name: &str| {
            let body = json!({"session_id": session, "business_data": {"row_idx": row(name)}});
            assert_eq!(user.post("/api/save-company", &body).await.status, 200);
        };
        for name in ["Brewery 0", "Brewery 1", "Brewery 2"] {
            save(name).await;
        }
        let note = json!({"sessionKey": session, "rowIdx": row("Brewery 0"), "crmData": {"notes": "Called"}});
        assert_eq!(user.post("/api/crm-data", &note).await.status, 200);
        let mut monitor = search();
        monitor["schedule"] = json!({"every": "day", "at": "06:00", "zone": "UTC"});
        monitor["budget"] = json!(50);
        monitor["first"] = json!("known");
        let created = user.post("/api/monitors", &monitor).await;
        assert_eq!(created.status, 201, "{}", created.text);
        let id = created.json()["id"].as_str().unwrap().to_owned();
        let first = ran(&user, &id, &Value::Null).await;
        assert_eq!(changed(&user).await, []);

        release(&server, ["90", "01", "92", "93"]);
        let second = run(&user, &id, &first).await;
        let both = [("Brewery 0".to_owned(), phone("00", "90")), ("Brewery 2".to_owned(), phone("02", "92"))];
        assert_eq!(changed(&user).await, both);
        assert_eq!(eve.get("/api/saved-companies").await.json()["saved_total"], 0);
        let timeline = async |name: &str, query: &str| {
            let answer = user.get(&format!("/api/timeline/{session}/{}{query}", row(name))).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            answer.json()
        };
        let mut told = timeline("Brewery 0", "").await;
        assert!(told["timeline"][0]["at"].take().is_string());
        assert_eq!(
            told["timeline"][0],
            json!({"at": null, "by": "system", "what": "listing", "field": "phone", "from": "541-555-0100", "to": "541-555-0190"})
        );
        assert_eq!((&told["timeline"][1]["field"], &told["timeline"][1]["by"]), (&json!("notes"), &json!("you")));
        assert!(told["timeline"][1].get("what").is_none(), "{told}");
        let data = user.get("/api/account/data").await.json();
        let told = data["companies"].as_array().unwrap().iter().filter(|one| !one["changed_since_saved"].is_null());
        assert_eq!(told.count(), 2);

        // Between the user's own changes, page by page, each once.
        let again = json!({"sessionKey": session, "rowIdx": row("Brewery 0"), "crmData": {"notes": "Called again"}});
        assert_eq!(user.post("/api/crm-data", &again).await.status, 200);
        let fields = |body: &Value| -> Vec<String> {
            let entries = body["timeline"].as_array().unwrap().iter();
            entries.map(|entry| entry["field"].as_str().unwrap().to_owned()).collect()
        };
        let page = timeline("Brewery 0", "?limit=1").await;
        assert_eq!(fields(&page), ["notes"]);
        let rest = timeline("Brewery 0", &format!("?limit=1&before={}", page["next_before"])).await;
        assert_eq!((fields(&rest), &rest["next_before"]), (vec!["phone".to_owned(), "notes".to_owned()], &Value::Null));
        assert_eq!(fields(&timeline("Brewery 0", "").await), ["notes", "phone", "notes"]);
        assert_eq!(fields(&timeline("Brewery 1", "").await), [""; 0]);
        // Without a note about it.
        assert_eq!(fields(&timeline("Brewery 2", "").await), ["phone"]);

        // As it was saved again; and saved anew as it is listed.
        let list = user.get("/api/saved-companies").await.json();
        let listed = list["companies"].as_array().unwrap().iter();
        let id_of = |name: &str| listed.clone().find(|one| one["company_name"] == name).unwrap()["company_id"].clone();
        let removed = json!({"company_ids": [id_of("Brewery 2")]});
        assert_eq!(user.post("/api/saved-companies/remove", &removed).await.status, 200);
        release(&server, ["00", "01", "92", "03"]);
        run(&user, &id, &second).await;
        save("Brewery 2").await;
        assert_eq!(changed(&user).await, []);
        assert_eq!(fields(&timeline("Brewery 0", "").await), ["notes", "phone", "notes"]);
        let install = server.install();
        let verified = install.succeed(&["projections", "verify"]);
        assert_eq!(verified.matches("identical to a rebuild").count(), projections::all().len(), "{verified}");

        let erased = user.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await;
        assert_eq!(erased.json()["complete"], true, "{}", erased.text);
        assert_eq!(changed(&user).await, []);
        assert_eq!(fields(&timeline("Brewery 0", "").await), [""; 0]);
        server.stop().await;
    }
}
