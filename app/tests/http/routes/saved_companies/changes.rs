//! Changes to many companies: statuses, tags, days, the list itself.

use reqwest::Method;
use serde_json::{Value, json};

use super::{ALL, NOBODYS, change, companies, delete, first, list, texts, with_companies};
use crate::support::{BEND_BREWERIES, PORTLAND_BREWERIES, Server};

store::on_both_engines! {
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
        assert_eq!((status, message.as_str()), (400, "'lost' is not a status."));
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
}
