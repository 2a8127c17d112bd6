//! Facts of saved companies, looked up anew.

use reqwest::Method;
use serde_json::json;

use super::{ALL, NOBODYS, change, companies, list, texts, with_companies};
use crate::support::{PORTLAND_BREWERIES, Server, made_up_listing};

store::on_both_engines! {
    /// MYCO-05: what was looked up in the tables that are there is not old, growth over several years included.
    async fn myco_05_fresh_facts_of_the_shipped_tables_are_not_old(test) {
        let server = Server::with(test, |settings| settings.starter.reference = true).await;
        server.import(&made_up_listing());
        let mut server = server;
        server.start_worker();
        let (user, _) = with_companies(&server, "ada@example.com").await;
        let list_of = list(&user, "?city=Bend").await;
        let ids = texts(&list_of, "company_id");
        let done = change(&user, "refresh", &json!({"company_ids": ids})).await;
        assert!(!done["changed"].as_array().unwrap().is_empty(), "{done}");
        let fresh = list(&user, "?city=Bend").await;
        assert!(companies(&fresh).iter().all(|company| company["stale"] == false), "{fresh}");
        let again = change(&user, "refresh", &json!({"company_ids": ids})).await;
        assert_eq!(again["credits_charged"], 0);
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
        let keyed = async || {
            let request = user.request(Method::POST, "/api/saved-companies/refresh");
            let body = json!({"company_ids": named});
            user.send(request.header("Idempotency-Key", "r1").json(&body)).await.json()
        };
        let answer = keyed().await;
        assert_eq!(keyed().await, answer, "the first answer again");
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
        // Its account page has what was paid.
        let company = companies(&rated).iter().find(|one| one["business_data"]["county_fips"] == "41017");
        let paid_for = company.unwrap();
        let place = format!("{}/{}", paid_for["session_id"].as_str().unwrap(), paid_for["business_row_idx"]);
        let page = user.get(&format!("/api/business-data/{place}")).await.json();
        assert_eq!((&page["looked_up_anew"], &page["data"]["county_fips"]), (&json!(true), &json!("41017")));
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
        assert_eq!(ledger.debited_as("refresh"), (charged as usize + changed) as i64);
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
