//! The websites of saved companies: in lists, files, a user's own data, and gone with them.

use commands::websites::forget_removed_before;
use reqwest::Method;
use serde_json::{Value, json};
use store::websites::WebsiteReads;
use store::{on_both_engines, with_reader};

use super::sites::Sites;
use super::{read, server, with_rows};
use crate::routes::exports::Table;
use crate::support::{Client, Server, eventually};

/// All of a session's rows, saved; the ids by name.
async fn save_all(user: &Client, session: &str) -> Vec<(String, String)> {
    let saved = user
        .post("/api/save-companies", &json!({"session_id": session}))
        .await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    let list = user.get("/api/saved-companies").await.json();
    let text = |one: &Value, name: &str| one[name].as_str().unwrap().to_owned();
    let companies = list["companies"].as_array().unwrap().iter();
    companies
        .map(|one| (text(one, "company_name"), text(one, "company_id")))
        .collect()
}

fn ids(companies: &[(String, String)], which: &str) -> Vec<String> {
    let of_name = companies.iter().filter(|(name, _)| name.contains(which));
    of_name.map(|(_, id)| id.clone()).collect()
}

/// The names that a filter leaves.
async fn names(user: &Client, filter: &str) -> Vec<String> {
    let list = user.get(&format!("/api/saved-companies?{filter}")).await;
    assert_eq!(list.status, 200, "{}", list.text);
    let list = list.json();
    let companies = list["companies"].as_array().unwrap().iter();
    let mut names: Vec<String> = companies
        .map(|one| one["company_name"].as_str().unwrap().to_owned())
        .collect();
    names.sort_unstable();
    names
}

async fn own_data(user: &Client) -> Value {
    let answer = user.get("/api/account/data").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// How many documents of websites, and proxies, lie there for a user.
async fn kept_of(server: &Server, user: &Client) -> (i64, i64) {
    let db = &server.product.core.storage.log;
    let count = async |table: &str| -> i64 {
        let select = format!("SELECT count(*) FROM {table} WHERE user_id = $1");
        with_reader!(db, pool => sqlx::query_scalar(&select).bind(&user.sub).fetch_one(pool).await)
            .unwrap()
    };
    (count("website_reads").await, count("user_proxies").await)
}

on_both_engines! {
    async fn saved_companies_are_found_and_exported_by_what_their_websites_say(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        let companies = save_all(&user, &session).await;
        assert_eq!(names(&user, "has_email=true").await, Vec::<String>::new());
        assert_eq!(names(&user, "has_phone=true").await.len(), 4);
        let (started, job) = read(&user, &json!({"companies": ids(&companies, "")})).await;
        assert_eq!((&started["websites"], &job["reading"]["of"]), (&json!(3), &json!("companies")));
        assert_eq!(job["reading"]["with_news"], 1);

        let copper = ["Copper Brewery", "Copper Taproom"];
        // Answers are kept for a moment.
        eventually("the list knows the addresses", async || {
            (names(&user, "has_email=true").await == copper).then_some(())
        }).await;
        // Lantern's is a page of a network, which is never read.
        let read_ones = ["Copper Brewery", "Copper Taproom", "Heron Brewery"];
        assert_eq!(names(&user, "website_read=true").await, read_ones);
        let page = user.get("/api/saved-companies?page=1&has_email=true&fields=emails_csv").await.json();
        let shown = page["companies"].as_array().unwrap().iter().filter(|one| one.to_string().contains("info@copper.example"));
        assert_eq!(shown.count(), 2, "{page}");
        let file = user.get("/api/saved-companies/export?format=csv&has_email=true").await;
        let table = Table::read(&file.text);
        let emails = table.place("Emails");
        assert_eq!(table.rows.iter().map(|row| &row[emails]).collect::<Vec<_>>(), ["info@copper.example"; 2]);
        let eve = server.user("eve@example.com", "pro");
        let theirs = json!({"companies": ids(&companies, "")});
        assert_eq!(eve.post("/api/websites/read", &theirs).await.error().0, 409, "they are none of hers");
        server.stop().await;
    }

    async fn what_a_website_says_of_a_company_goes_with_it_and_is_not_paid_again(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        let companies = save_all(&user, &session).await;
        let copper = ids(&companies, "Copper");
        read(&user, &json!({"companies": copper})).await;
        let (before, _, _) = user.balance().await;
        let said = async || own_data(&user).await["websites"].to_string().contains("info@copper.example");
        assert!(said().await);
        let data = own_data(&user).await;
        assert!(!data["companies"].to_string().contains("info@copper.example"), "no copy holds it: {data}");
        let remove = async |id: &str| {
            let removed = user.post("/api/saved-companies/remove", &json!({"company_ids": [id]})).await;
            assert_eq!(removed.json()["success"], true, "{}", removed.text);
        };
        remove(&copper[0]).await;
        let reads = WebsiteReads::new(server.product.core.storage.log.clone());
        let noted = async |number: i64| {
            let db = &server.product.core.storage.log;
            eventually("the change is heard of", async || {
                let count: i64 = with_reader!(db, pool => sqlx::query_scalar(
                    "SELECT count(*) FROM website_companies WHERE removed_at > 0").fetch_one(pool).await).unwrap();
                (count == number).then_some(())
            }).await;
        };
        let an_hour_later = async || forget_removed_before(i64::MAX, &reads).await.unwrap();
        let restore = async || {
            let back = user.post("/api/saved-companies/restore", &json!({"company_ids": copper})).await;
            assert_eq!(back.status, 200, "{}", back.text);
        };
        remove(&copper[0]).await;
        noted(1).await;
        restore().await;
        noted(0).await;
        an_hour_later().await;
        remove(&copper[0]).await;
        noted(1).await;
        an_hour_later().await;
        assert!(said().await, "another company has the same website");
        remove(&copper[1]).await;
        noted(1).await;
        assert!(said().await, "it can still be restored");
        an_hour_later().await;
        assert!(!said().await);
        assert!(reads.has_any(&user.sub).await.unwrap(), "that it was read and paid stays");

        restore().await;
        let (_, job) = read(&user, &json!({"companies": copper})).await;
        assert_eq!(job["reading"]["with_news"], 0);
        assert!(said().await);
        assert_eq!(user.balance().await.0, before);
        server.stop().await;
    }

    /// ES-03.
    async fn es_03_an_erasure_takes_what_websites_say_of_companies_and_the_proxy(test) {
        let sites = Sites::with_proxy().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        let (eve, hers) = with_rows(&server, "eve@example.com").await;
        for (who, session) in [(&user, &session), (&eve, &hers)] {
            let companies = save_all(who, session).await;
            let proxy = json!({"url": "http://ada:s3cret@proxy.example"});
            let saved = who.send(who.request(Method::PUT, "/api/proxy").json(&proxy)).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
            read(who, &json!({"companies": ids(&companies, "")})).await;
        }
        let data = own_data(&user).await;
        assert_eq!(data["proxy"], "http://ada:••••@proxy.example:80");
        assert_eq!(data["websites"].as_array().unwrap().len(), 3, "{data}");
        let file = server.folder().join("data.json");
        server.install().succeed(&["accounts", "export", &user.sub, "--output", file.to_str().unwrap()]);
        let exported: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!((&exported["websites"], &exported["proxy"]), (&data["websites"], &data["proxy"]));
        std::fs::remove_file(&file).unwrap();
        assert_eq!(kept_of(&server, &user).await, (3, 1));

        let erased = user.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await.json();
        assert_eq!(erased, json!({"success": true, "erased": true, "complete": true}));
        assert_eq!(kept_of(&server, &user).await, (0, 0));
        let data = own_data(&user).await;
        assert_eq!((&data["websites"], &data["proxy"]), (&json!([]), &Value::Null));
        assert_eq!(user.post("/api/proxy/restore", &json!({})).await.status, 404);
        // Nobody else's.
        assert_eq!(kept_of(&server, &eve).await, (3, 1));
        assert_eq!(eve.get("/api/proxy").await.json()["url"], "http://ada:••••@proxy.example:80");
        server.stop().await;
    }
}
