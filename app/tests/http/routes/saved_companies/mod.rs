//! My Companies on the server (MYCO-01, MYCO-03, MYCO-05, ES-02; issue 17).

mod changes;
mod list;
mod refresh;

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
