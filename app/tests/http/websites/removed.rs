//! People who asked to be removed.

use serde_json::json;
use store::{on_both_engines, with_reader};

use super::sites::Sites;
use super::{read, read_address, row, server, with_rows};

const REMOVED: &str = "It was removed on request and is not read.";

on_both_engines! {
    async fn who_is_removed_goes_from_everybodys_rows_and_never_comes_back(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (ada, session) = with_rows(&server, "ada@example.com").await;
        let what = json!({"session_key": session, "wants": ["email", "phone"]});
        read(&ada, &what).await;
        let page = json!({"url": "http://www.copper.example/contact"});
        assert!(read_address(&ada, &page).await.to_string().contains("info@copper.example"));
        let emails = async || row(&ada, &session, "Copper Brewery").await["emails_csv"].clone();
        assert_eq!(emails().await, "info@copper.example");
        let before = sites.asked();

        let install = server.install();
        let told = install.succeed(&["people", "remove", "Info@Copper.example"]);
        assert_eq!(told, "Removed from 2 websites of users and 1 kept pages. It will not come back.\n");
        assert!(emails().await.is_null());
        let copper = row(&ada, &session, "Copper Brewery").await;
        assert!(copper.get("additional_phones").is_some(), "others stay: {copper}");
        let history = ada.history().await;
        let reading = history.iter().find(|entry| entry["search"]["term"] == "copper.example").unwrap();
        let id = reading["session_id"].as_str().unwrap();
        let kept = ada.get(&format!("/api/websites/{id}/pages")).await;
        assert!(!kept.text.contains("info@copper") && kept.text.contains(REMOVED), "{}", kept.text);

        // Read anew, by whomever.
        read(&ada, &what).await;
        assert!(sites.asked().len() > before.len(), "its kept page had gone");
        assert!(emails().await.is_null());
        let (eve, hers) = with_rows(&server, "eve@example.com").await;
        read(&eve, &json!({"session_key": hers})).await;
        assert!(row(&eve, &hers, "Copper Brewery").await.get("emails_csv").is_none());
        let again = install.succeed(&["people", "remove", "info@copper.example"]);
        assert!(again.ends_with("It had been removed before.\n"), "{again}");
        let db = &server.product.core.storage.log;
        let marks: Vec<String> = with_reader!(db, pool =>
            sqlx::query_scalar("SELECT mark FROM removed_contacts").fetch_all(pool).await).unwrap();
        assert!(marks.len() == 1 && !marks[0].contains("copper"), "{marks:?}");
        server.stop().await;
    }

    async fn a_removed_phone_number_goes_in_any_spelling_and_of_a_removed_website_nothing_is_read(test) {
        let sites = Sites::serve().await;
        let server = server(test, &sites).await;
        let (ada, session) = with_rows(&server, "ada@example.com").await;
        let phones = json!({"session_key": session, "wants": ["phone"]});
        read(&ada, &phones).await;
        let heron = async || row(&ada, &session, "Heron Brewery").await.get("additional_phones").cloned();
        assert!(heron().await.is_some());
        let install = server.install();
        install.succeed(&["people", "remove", "541-555-0144"]);
        assert_eq!(heron().await, None);
        read(&ada, &phones).await;
        assert_eq!(heron().await, None);

        install.succeed(&["people", "remove", "https://www.copper.example/"]);
        let copper = row(&ada, &session, "Copper Brewery").await;
        assert!(copper.get("additional_phones").is_none(), "{copper}");
        let before = sites.asked();
        let read = read_address(&ada, &json!({"url": "http://copper.example/contact"})).await;
        assert_eq!(read["pages"][0]["error"], REMOVED);
        assert_eq!(sites.asked(), before);
        let odd = install.fail(&["people", "remove", "somebody"]);
        assert!(odd.contains("is not an e-mail address, a US phone number or a domain"), "{odd}");
        server.stop().await;
    }
}
