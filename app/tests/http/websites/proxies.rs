//! Proxies: saved closed, shown masked, and never passed by.

use reqwest::Method;
use serde_json::{Value, json};
use store::{on_both_engines, with_reader};

use super::sites::Sites;
use super::{ROWS, read, read_address, row, server, with_rows};
use crate::support::{Answer, Client};

const MASKED: &str = "http://ada:••••@proxy.example:80";
const INVALID: &str = "Enter a proxy address, such as http://user:password@proxy.example.com:8080.";

async fn save(user: &Client, url: &str) -> Answer {
    user.send(
        user.request(Method::PUT, "/api/proxy")
            .json(&json!({"url": url})),
    )
    .await
}

async fn shown(user: &Client) -> Value {
    let answer = user.get("/api/proxy").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(!answer.text.contains("s3cret"), "{}", answer.text);
    answer.json()["url"].clone()
}

async fn tested(user: &Client, body: &Value) -> (bool, String) {
    let answer = user.post("/api/proxy/test", body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let body = answer.json();
    (
        body["works"].as_bool().unwrap(),
        body["message"].as_str().unwrap().to_owned(),
    )
}

on_both_engines! {
    async fn a_proxy_is_saved_shown_masked_tested_removed_and_restored(test) {
        let sites = Sites::with_proxy().await;
        let server = server(test, &sites).await;
        let user = server.user("ada@example.com", "pro");
        assert_eq!(user.get("/api/proxy").await.json(), json!({"url": null, "can_test": true}));
        let none = user.post("/api/proxy/test", &json!({})).await.error();
        assert_eq!((none.0, none.2.as_str()), (404, "No proxy is set. Websites are read directly."));
        let saved = save(&user, "http://ada:s3cret@proxy.example/").await;
        assert_eq!((saved.status, saved.json()), (200, json!({"url": MASKED, "can_test": true})));
        assert_eq!(shown(&user).await, MASKED);
        let db = server.product.core.storage.log.clone();
        let closed: String = with_reader!(&db, pool =>
            sqlx::query_scalar("SELECT closed FROM user_proxies").fetch_one(pool).await).unwrap();
        assert!(!closed.contains("s3cret") && !closed.contains("proxy.example"), "{closed}");

        let (works, message) = tested(&user, &json!({})).await;
        assert!(works && message.starts_with("Works: ") && message.ends_with(" ms, seen as 203.0.113.7"), "{message}");
        assert_eq!(sites.connects(), [sites.at().to_string()], "it was asked for the checked address");
        // What is shown can be saved and tested again: the password stays.
        assert_eq!(save(&user, MASKED).await.status, 200);
        assert!(tested(&user, &json!({"url": MASKED})).await.0);
        let other = save(&user, "http://eve:••••@proxy.example:80").await.error();
        assert_eq!((other.0, other.2.as_str()), (400, "Enter the password of this address."));

        let eve = server.user("eve@example.com", "pro");
        assert_eq!(shown(&eve).await, Value::Null);
        assert_eq!(save(&eve, MASKED).await.error().0, 400, "the password is not hers");
        assert_eq!(eve.post("/api/proxy/restore", &json!({})).await.error().0, 404);
        let removed = user.send(user.request(Method::DELETE, "/api/proxy")).await;
        assert_eq!((removed.status, &removed.json()["url"]), (200, &Value::Null));
        assert_eq!(shown(&user).await, Value::Null);
        let restored = user.post("/api/proxy/restore", &json!({})).await.json();
        assert_eq!(restored["url"], MASKED);
        assert!(tested(&user, &json!({})).await.0);
        server.stop().await;
    }

    async fn a_proxy_that_is_not_public_or_does_not_work_is_refused_in_words(test) {
        let sites = Sites::with_proxy().await;
        let server = server(test, &sites).await;
        let user = server.user("ada@example.com", "pro");
        for (url, words) in [
            ("http://127.0.0.1:8080", "This address is not public."),
            ("http://10.1.2.3", "This address is not public."),
            ("https://[::1]:3128", "This address is not public."),
            ("socks5://192.168.0.7", "This address is not public."),
            ("socks5://169.254.169.254", "This address is not public."),
            ("http://localhost:3128", "This address is not public."),
            ("ftp://proxy.example", INVALID),
            ("proxy.example:8080", INVALID),
            ("", INVALID),
        ] {
            let (status, _, message) = save(&user, url).await.error();
            assert_eq!((status, message.as_str()), (400, words), "{url}");
        }
        for (url, words) in [
            ("http://ada:wrong@proxy.example", "It refused the password."),
            ("http://dead.example", "It did not answer."),
            ("socks5://dead.example", "It did not answer."),
            ("http://127.0.0.1:8080", "This address is not public."),
        ] {
            assert_eq!(tested(&user, &json!({"url": url})).await, (false, words.to_owned()), "{url}");
        }
        assert_eq!(shown(&user).await, Value::Null);
        assert_eq!(sites.asked(), Vec::<String>::new());
        server.stop().await;
    }

    async fn websites_are_read_through_the_proxy_and_never_past_it(test) {
        let sites = Sites::with_proxy().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        assert_eq!(save(&user, "http://ada:s3cret@proxy.example").await.status, 200);
        let page = read_address(&user, &json!({"url": "http://copper.example/contact"})).await;
        assert_eq!(page["pages"][0]["title"], "Contact");
        assert!(!sites.connects().is_empty());
        assert_eq!(sites.asked(), ["copper.example/contact"]);

        for (proxy, words) in [
            ("http://dead.example", "Your proxy did not answer. Nothing went out directly."),
            ("socks5://dead.example", "Your proxy did not answer. Nothing went out directly."),
            ("http://ada:wrong@proxy.example", "Your proxy refused the password. Nothing went out directly."),
        ] {
            assert_eq!(save(&user, proxy).await.status, 200, "{proxy}");
            let page = read_address(&user, &json!({"url": "http://heron.example"})).await;
            assert_eq!(page["pages"][0]["error"], words, "{proxy}");
            let (_, job) = read(&user, &json!({"session_key": session, "wants": ["phone"]})).await;
            assert_eq!(job["reading"]["with_news"], 0, "{proxy}: {job}");
        }
        assert_eq!(sites.asked(), ["copper.example/contact"]);
        user.has_paid(ROWS + 1).await;
        let says = row(&user, &session, "Heron Brewery").await;
        assert!(says.get("additional_phones").is_none(), "{says}");

        // It is hers alone, and without it websites are read directly.
        let eve = server.user("eve@example.com", "pro");
        let page = read_address(&eve, &json!({"url": "http://heron.example"})).await;
        assert_eq!(page["pages"][0]["title"], "Heron Brewery");
        let through = sites.connects().len();
        assert_eq!(user.send(user.request(Method::DELETE, "/api/proxy")).await.status, 200);
        let (_, job) = read(&user, &json!({"session_key": session, "wants": ["phone"]})).await;
        assert_eq!((&job["reading"]["with_news"], sites.connects().len()), (&json!(2), through));
        server.stop().await;
    }
}
