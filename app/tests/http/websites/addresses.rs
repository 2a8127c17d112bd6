//! The pages of an address.

use reqwest::Method;
use serde_json::{Value, json};
use store::on_both_engines;

use super::sites::Sites;
use super::{ROWS, pages, read, read_address, server, with_rows};
use crate::routes::exports::csv_body;
use crate::support::{Answer, Client};

async fn file(user: &Client, job: &str, format: &str) -> Answer {
    let answer = user
        .get(&format!("/api/websites/{job}/file?format={format}"))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let name = answer.header("content-disposition");
    assert_eq!(
        name,
        format!("attachment; filename=\"copper-example.{format}\"")
    );
    answer
}

fn links_of(page: &Value, kind: &str) -> Vec<String> {
    let links = page["links"].as_array().unwrap().iter();
    let of_kind = links.filter(|link| link["kind"] == kind);
    of_kind
        .map(|link| link["url"].as_str().unwrap().to_owned())
        .collect()
}

on_both_engines! {
    async fn an_address_gives_its_pages_text_links_and_what_they_say_of_the_business(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let user = server.user("ada@example.com", "basic");
        let what = json!({"url": "copper.example", "extract_links": true, "whole_site": true});
        let estimate = user.post("/api/websites/estimate", &what).await.json();
        assert_eq!(estimate, json!({"websites": 5, "credits_at_most": 5}));
        let (started, job) = read(&user, &what).await;
        assert_eq!((&started["websites"], &started["credits_at_most"]), (&json!(5), &json!(5)));
        assert_eq!(job["message"], "2 pages read, 2 credits");
        assert_eq!(job["reading"]["of"], "address");
        user.has_paid(2).await;
        let ledger = server.ledger().await;
        assert_eq!(ledger.debited_as("website"), 2);
        ledger.assert_holds_settled_once();

        let read = pages(&user, &started).await;
        let (home, contact) = (&read["pages"][0], &read["pages"][1]);
        assert_eq!((&home["title"], &home["found_at"]), (&json!("Copper Brewery"), &json!("http://copper.example/")));
        assert_eq!((&home["paid"], &contact["url"]), (&json!(true), &json!("http://copper.example/contact")));
        let text = home["text"].as_str().unwrap();
        assert!(text.contains("water from the Deschutes River") && !text.contains("openingHours"), "{text}");
        assert!(links_of(home, "inside").contains(&"http://copper.example/contact".to_owned()), "{home}");
        assert!(links_of(home, "outside").contains(&"https://river.example/".to_owned()), "{home}");
        assert_eq!(links_of(home, "document"), ["http://copper.example/menu.pdf"]);
        assert_eq!(links_of(contact, "mail"), ["mailto:info@copper.example"]);
        assert_eq!(links_of(contact, "phone"), ["tel:+15415550198"]);
        let found = &read["found"];
        assert_eq!(found["emails"][0]["value"], "info@copper.example");
        assert_eq!((&found["price_range"]["value"], &found["price_range"]["page"]), (&json!("$$"), &json!("http://copper.example/")));
        assert!(read["senders_duties"].as_str().unwrap().contains("CAN-SPAM"), "{read}");

        let id = started["job_id"].as_str().unwrap();
        let entry = user.history_of(id).await;
        assert_eq!((&entry["scrape_type"], &entry["search"]["term"]), (&json!("website"), &json!("copper.example")));
        assert_eq!((&entry["results_count"], &entry["credits_consumed"]), (&json!(2), &json!(2)));
        for path in [format!("/export?sessionKey={id}&format=csv"), format!("/api/jobs/{id}/result"), format!("/api/business-data/{id}/0")] {
            assert_eq!(user.get(&path).await.status, 404, "{path}: it has no rows of businesses");
        }
        server.stop().await;
    }

    async fn what_was_read_of_an_address_is_a_file_in_four_formats_for_its_reader_alone(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let user = server.user("ada@example.com", "pro");
        let what = json!({"url": "http://copper.example/", "extract_links": true, "whole_site": true});
        let (started, _) = read(&user, &what).await;
        let id = started["job_id"].as_str().unwrap();
        let text = file(&user, id, "txt").await;
        assert_eq!(text.header("content-type"), "text/plain; charset=utf-8");
        assert!(text.text.starts_with("Copper Brewery\nhttp://copper.example/\n\n"), "{}", text.text);
        assert!(text.text.contains("Deschutes River") && text.text.contains("Write to"), "{}", text.text);
        let markdown = file(&user, id, "md").await;
        assert_eq!(markdown.header("content-type"), "text/markdown; charset=utf-8");
        assert!(markdown.text.starts_with("# Copper Brewery\n\n<http://copper.example/>\n"), "{}", markdown.text);
        let csv = file(&user, id, "csv").await;
        let mut lines = csv_body(&csv).lines();
        assert_eq!(lines.next(), Some("Page,Kind,Text,Address"));
        assert!(lines.any(|line| line == "http://copper.example/,document,menu,http://copper.example/menu.pdf"), "{}", csv.text);
        let json = file(&user, id, "json").await.json();
        let pages = user.get(&format!("/api/websites/{id}/pages")).await.json();
        assert_eq!(json["found"]["emails"][0]["value"], "info@copper.example");
        assert_eq!(json, pages);
        let odd = user.get(&format!("/api/websites/{id}/file?format=pdf")).await;
        assert_eq!(odd.error().0, 400);

        let eve = server.user("eve@example.com", "pro");
        let (_, session) = with_rows(&server, "ada@example.com").await;
        for (who, id) in [(&eve, id), (&user, &session)] {
            for path in [format!("/api/websites/{id}/pages"), format!("/api/websites/{id}/file?format=json")] {
                assert_eq!(who.get(&path).await.error().0, 404, "{path}");
            }
        }
        assert_eq!(eve.get(&format!("/api/jobs/{id}")).await.status, 404);
        server.stop().await;
    }

    async fn one_page_is_read_unless_more_are_wanted_and_only_text_unless_links_are(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let user = server.user("ada@example.com", "pro");
        let read = read_address(&user, &json!({"url": "http://copper.example"})).await;
        assert_eq!(read["pages"].as_array().unwrap().len(), 1);
        assert_eq!(read["pages"][0]["links"], json!([]));
        assert!(read.get("senders_duties").is_none(), "the first page names no address: {read}");
        let links = json!({"url": "http://copper.example", "extract_text": false, "extract_links": true});
        let read = read_address(&user, &links).await;
        assert!(read["pages"][0].get("text").is_none() && !read["pages"][0]["links"].as_array().unwrap().is_empty());
        user.has_paid(2).await;
        assert_eq!(sites.asked(), ["copper.example/"]);

        let neither = json!({"url": "copper.example", "extract_text": false});
        assert_eq!(user.post("/api/websites/read", &neither).await.error().2, "Choose text, links or both.");
        for wrong in ["", "copper", "ftp://copper.example", "http://ada:pw@copper.example", "a b.example"] {
            let (status, _, message) = user.post("/api/websites/read", &json!({"url": wrong})).await.error();
            assert_eq!((status, message.as_str()), (400, "Enter a website address, such as example.com."), "{wrong}");
        }
        server.stop().await;
    }

    async fn what_was_not_read_says_why_and_costs_nothing(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let user = server.user("ada@example.com", "pro");
        for (url, why) in [
            ("http://gone.example", "This page was not found."),
            ("forbids.example", "Its robots.txt asks not to be read."),
            ("http://127.0.0.1", "This is not a public address."),
            ("http://10.0.0.8", "This is not a public address."),
            ("http://[::1]", "This is not a public address."),
            ("https://www.facebook.com/lanternbrewery", "facebook.com is never read."),
            ("http://large.example", "The page is larger than 2 MB."),
            ("http://pdf.example", "Nothing to read as text (application/pdf)."),
            ("http://refuses.example", "It refused. It is not asked again for 24 hours."),
            ("http://refuses.example/other", "It refused. It is not asked again for 24 hours."),
        ] {
            let read = read_address(&user, &json!({"url": url})).await;
            let page = &read["pages"][0];
            assert_eq!((&page["error"], &page["paid"]), (&json!(why), &json!(false)), "{url}");
        }
        let empty = read_address(&user, &json!({"url": "http://empty.example", "extract_links": true})).await;
        assert_eq!((&empty["pages"][0]["paid"], empty["pages"][0].get("error")), (&json!(false), None), "{empty}");
        user.has_paid(0).await;
        let asked = sites.asked();
        assert!(!asked.contains(&"forbids.example/".to_owned()), "{asked:?}");
        assert!(!asked.contains(&"refuses.example/other".to_owned()), "{asked:?}");
        assert_eq!(server.ledger().await.debited_in_all(), 0);
        server.stop().await;
    }

    async fn a_repeated_start_is_one_reading(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        let start = async |what: &Value| {
            let request = user.request(Method::POST, "/api/websites/read").header("idempotency-key", "once");
            user.send(request.json(what)).await
        };
        let what = json!({"session_key": session});
        let (one, other) = tokio::join!(start(&what), start(&what));
        assert_eq!((one.status, other.status), (202, 202), "{} {}", one.text, other.text);
        assert_eq!(one.json(), other.json());
        user.ended(one.json()["job_id"].as_str().unwrap()).await;
        assert_eq!(start(&what).await.json(), one.json());
        assert_eq!(start(&json!({"url": "copper.example"})).await.error().0, 422);
        user.has_paid(ROWS + 1).await;
        assert_eq!(user.history().await.len(), 2);
        server.stop().await;
    }
}
