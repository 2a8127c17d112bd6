//! The websites of a session's rows.

use serde_json::{Value, json};
use store::on_both_engines;
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use super::sites::Sites;
use super::{LISTING, ROWS, read, row, server, with_rows};
use crate::routes::exports::Table;
use crate::routes::sources::{live, of_google, search_on};
use crate::support::{Client, Server};

/// What the account page shows of the website of the row of that name.
async fn website(user: &Client, session: &str, name: &str) -> Value {
    let row_idx = row(user, session, name).await["row_idx"].clone();
    let business = user
        .get(&format!("/api/business-data/{session}/{row_idx}"))
        .await;
    assert_eq!(business.status, 200, "{}", business.text);
    business.json()["website"].clone()
}

on_both_engines! {
    async fn rows_say_what_their_websites_say_for_one_credit_where_that_is_news(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        assert!(row(&user, &session, "Copper Brewery").await.get("emails_csv").is_none());
        let what = json!({"session_key": session});
        let estimate = user.post("/api/websites/estimate", &what).await.json();
        assert_eq!(estimate, json!({"websites": 3, "credits_at_most": 3}));
        assert_eq!(sites.asked(), Vec::<String>::new(), "an estimate reads nothing");

        let (started, job) = read(&user, &what).await;
        assert_eq!((&started["websites"], &started["credits_at_most"]), (&json!(3), &json!(3)));
        assert_eq!(job["message"], "3 websites done · 1 with news · 1 credit");
        let reading = &job["reading"];
        assert_eq!((&reading["of"], &reading["with_news"]), (&json!("session"), &json!(1)));
        assert_eq!((&reading["session_key"], &reading["wants"]), (&json!(session), &json!(["email"])));
        user.has_paid(ROWS + 1).await;
        let ledger = server.ledger().await;
        assert_eq!(ledger.debited_as("website"), 1);
        ledger.assert_holds_settled_once();
        assert!(!ledger.contains("info@copper.example"), "events hold nothing of websites");
        let entry = user.history_of(started["job_id"].as_str().unwrap()).await;
        assert_eq!((&entry["scrape_type"], &entry["credits_consumed"]), (&json!("website"), &json!(1)));

        for name in ["Copper Brewery", "Copper Taproom"] {
            let row = row(&user, &session, name).await;
            assert_eq!((&row["emails_csv"], &row["email_count"]), (&json!("info@copper.example"), &json!(1)));
            let sources = row["website_sources"].as_str().unwrap();
            assert!(sources.contains("email: http://www.copper.example/contact"), "{sources}");
            assert!(row.get("technology_stack").is_none() && row.get("business_hours").is_none(), "{row}");
        }
        let says = website(&user, &session, "Copper Brewery").await;
        let email = &says["emails"][0];
        assert_eq!((&email["value"], &email["page"]), (&json!("info@copper.example"), &json!("http://www.copper.example/contact")));
        assert!(email["by"].is_string() && email["read_at"].is_string(), "{email}");
        assert_eq!((&says["phones"], &says["social"]), (&json!([]), &json!({})), "they were not wanted");
        assert!(row(&user, &session, "Heron Brewery").await.get("emails_csv").is_none());
        assert_eq!(website(&user, &session, "Fir Brewery").await, Value::Null);
        let table = Table::read(&user.exported(&session, "csv").await.text);
        let emails = table.place("Emails");
        let filled = table.rows.iter().filter(|row| &row[emails] == "info@copper.example");
        assert_eq!(filled.count(), 2);
        server.stop().await;
    }

    async fn what_was_paid_is_free_again_and_what_was_not_wanted_before_is_not(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        let what = json!({"session_key": session, "wants": ["email"]});
        read(&user, &what).await;
        let asked = sites.asked();
        assert_eq!(asked.iter().filter(|page| *page == "copper.example/").count(), 1, "two rows, one website: {asked:?}");
        assert!(!asked.iter().any(|page| page.contains("facebook")), "{asked:?}");
        let (_, again) = read(&user, &what).await;
        assert_eq!((&again["results_count"], &again["reading"]["with_news"]), (&json!(3), &json!(0)));
        user.has_paid(ROWS + 1).await;
        assert_eq!(sites.asked(), asked, "what was read a moment ago is kept");

        let (_, more) = read(&user, &json!({"session_key": session, "wants": ["phone", "social", "hours"]})).await;
        assert_eq!(more["reading"]["with_news"], 2, "a profile of a network is free: {more}");
        assert_eq!(more["list_only"], false);
        user.has_paid(ROWS + 3).await;
        let copper = row(&user, &session, "Copper Brewery").await;
        assert_eq!((&copper["phone"], &copper["emails_csv"]), (&json!("(541) 555-0101"), &json!("info@copper.example")));
        assert_eq!(copper["social_media_links"]["instagram"], "https://www.instagram.com/copperbrewery");
        assert!(copper["business_hours"].as_str().unwrap().contains("09:00-17:00"), "{copper}");
        assert_eq!(copper["founding_date"], "2011-05-01");
        let heron = row(&user, &session, "Heron Brewery").await;
        assert_eq!(heron["additional_phones"].as_array().unwrap().len(), 1, "{heron}");
        let lantern = row(&user, &session, "Lantern Brewery").await;
        assert_eq!(lantern["social_media_links"]["facebook"], "https://www.facebook.com/lanternbrewery");
        let says = website(&user, &session, "Lantern Brewery").await;
        assert_eq!(says["error"], "facebook.com is never read.");

        // Who did not pay is shown nothing of it, and pays for pages that are kept, too.
        let (eve, hers) = with_rows(&server, "eve@example.com").await;
        assert!(row(&eve, &hers, "Copper Brewery").await.get("emails_csv").is_none());
        read(&eve, &json!({"session_key": hers})).await;
        eve.has_paid(ROWS + 1).await;
        assert_eq!(sites.asked(), asked);
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    async fn a_reading_ends_with_the_credits_that_it_may_cost_and_the_next_one_goes_on(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        let bounded = json!({"session_key": session, "wants": ["phone"], "max_credits": 1});
        let estimate = user.post("/api/websites/estimate", &bounded).await.json();
        assert_eq!(estimate, json!({"websites": 3, "credits_at_most": 1}));
        let (started, job) = read(&user, &bounded).await;
        assert_eq!(started["credits_at_most"], 1);
        assert_eq!(job["reading"]["with_news"], 1);
        assert!(job["message"].as_str().unwrap().ends_with("1 credit. More may not be spent"), "{job}");
        user.has_paid(ROWS + 1).await;
        let shown = async || {
            let rows = user.rows(&session).await;
            rows.iter().filter(|row| row.get("additional_phones").is_some()).count()
        };
        assert!(shown().await < 3, "what is not paid is not shown");
        let (_, job) = read(&user, &json!({"session_key": session, "wants": ["phone"]})).await;
        assert_eq!(job["reading"]["with_news"], 1);
        user.has_paid(ROWS + 2).await;
        assert_eq!(shown().await, 3);
        server.ledger().await.assert_holds_settled_once();
        server.stop().await;
    }

    async fn what_cannot_be_read_is_refused_in_words(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (user, session) = with_rows(&server, "ada@example.com").await;
        for (what, status, words) in [
            (json!({}), 400, "Name one of session_key, companies and url."),
            (json!({"session_key": session, "url": "copper.example"}), 400, "Name one of session_key, companies and url."),
            (json!({"session_key": session, "wants": []}), 400, "Choose what you want to know."),
            (json!({"session_key": session, "max_credits": 0}), 400, "max_credits must be at least 1."),
            (json!({"companies": []}), 409, "None of these businesses has a website to read."),
            (json!({"companies": ["7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c"]}), 409, "None of these businesses has a website to read."),
        ] {
            for route in ["read", "estimate"] {
                let (got, _, message) = user.post(&format!("/api/websites/{route}"), &what).await.error();
                assert_eq!((got, message.as_str()), (status, words), "{route} {what}");
            }
        }
        let eve = server.user("eve@example.com", "pro");
        assert_eq!(eve.post("/api/websites/read", &json!({"session_key": session})).await.error().0, 404);
        assert_eq!(user.balance().await.1, ROWS);
        server.stop().await;
    }

    /// JOB-16.
    async fn job_16_websites_of_rows_that_are_a_list_only_are_not_read(test) {
        let (google, sites) = (MockServer::start().await, Sites::serve().await);
        let mut place = of_google(1);
        place["websiteUri"] = json!("http://copper.example/");
        let found = ResponseTemplate::new(200).set_body_json(json!({"places": [place]}));
        Mock::given(method("POST")).respond_with(found).mount(&google).await;
        let (live, own) = (live(&google), sites.settings());
        let mut server = Server::with(test, |settings| { live(settings); own(settings); }).await;
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        let (session, _) = user.run(&search_on("google", &["Portland"])).await;
        let shown = user.get(&format!("/api/jobs/{session}/result")).await.json();
        assert_eq!(shown["result"]["results"][0]["website"], "http://copper.example/", "{shown}");
        let refused = user.post("/api/websites/read", &json!({"session_key": session})).await.error();
        assert_eq!((refused.0, refused.2.as_str()), (409, "None of these businesses has a website to read."));
        assert_eq!(sites.asked(), Vec::<String>::new());
        server.stop().await;
    }

    async fn nothing_is_read_until_the_operator_has_set_a_contact(test) {
        let mut server = Server::with(test, |settings| settings.websites = Default::default()).await;
        let listing = server.folder().join("listing.csv");
        std::fs::write(&listing, LISTING).unwrap();
        server.import(&listing);
        server.start_worker();
        let (user, session) = with_rows(&server, "ada@example.com").await;
        assert_eq!(server.anonymous.get("/api/config").await.json()["reads_websites"], false);
        for what in [json!({"session_key": session}), json!({"url": "copper.example"})] {
            for route in ["read", "estimate"] {
                let refused = user.post(&format!("/api/websites/{route}"), &what).await.error();
                assert_eq!(refused.0, 409, "{what}");
                assert_eq!(refused.2, "Reading is off: the operator has set no contact.");
            }
        }
        let proxy = user.get("/api/proxy").await.json();
        assert_eq!(proxy, json!({"url": null, "can_test": false}));
        assert_eq!(user.history().await.len(), 1);
        server.stop().await;
    }
}
