//! Who was removed stays removed.

use domain::ids::UserId;
use domain::scrape_job::Want;
use jiff::Timestamp;
use store::on_both_engines;
use store::testing::TestStorage;
use store::websites::{RemovedContacts, WebsitePages, WebsiteReads, WebsiteTarget};
use websites::{Contacts, Found, ReadError, SiteFacts};

use super::contacts::{ContactKey, Removals};
use super::document::WebsiteDocument;

fn removals(test: &TestStorage, key: ContactKey) -> Removals {
    let db = &test.storage.log;
    Removals::new(
        key,
        RemovedContacts::new(db.clone()),
        WebsiteReads::new(db.clone()),
        WebsitePages::new(db.clone()),
    )
}

fn found(value: &str) -> Found {
    Found {
        value: value.to_owned(),
        by: "text".to_owned(),
        page: "https://www.shop.example/contact".to_owned(),
        read_at: Timestamp::UNIX_EPOCH,
    }
}

fn facts() -> SiteFacts {
    SiteFacts {
        emails: vec![found("jane@shop.example"), found("info@shop.example")],
        phones: vec![found("(541) 555-0101"), found("(541) 555-0102")],
        hours: Some(found("Mo-Fr 09:00-17:00")),
        ..SiteFacts::default()
    }
}

fn values(list: &[Found]) -> Vec<&str> {
    list.iter().map(|found| found.value.as_str()).collect()
}

on_both_engines! {
    async fn who_was_removed_is_in_no_row_and_never_comes_back(test) {
        let removals_now = removals(&test, ContactKey::new(&[1; 32]));
        let reads = WebsiteReads::new(test.storage.log.clone());
        let pages = WebsitePages::new(test.storage.log.clone());
        let session = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c".parse().unwrap();
        let user = UserId::new("u1").unwrap();
        let target = WebsiteTarget {
            website: "shop.example".to_owned(),
            address: "shop.example".to_owned(),
            listed: String::new(),
            companies: Vec::new(),
        };
        reads.plan(session, &user, "email,phone", &[target]).await.unwrap();
        let document = WebsiteDocument::judged(&facts(), None, &[Want::Email], "", &[], Timestamp::UNIX_EPOCH);
        assert_eq!(document.news, [Want::Email]);
        let document = serde_json::to_string(&document).unwrap();
        let mut put = Some(document);
        reads.change_all(|_| put.take()).await.unwrap();
        pages.keep("https://shop.example/", "Call (541) 555-0101 or write to Jane@Shop.example", 1).await.unwrap();
        pages.keep("https://other.example/", "info@other.example", 1).await.unwrap();

        let jane = Contacts::read("Jane@shop.example").unwrap();
        let removed = removals_now.remove(&jane).await.unwrap();
        assert_eq!((removed.is_new, removed.pages), (true, 1));
        assert!(pages.page("https://other.example/").await.unwrap().is_some());
        assert!(!removals_now.remove(&jane).await.unwrap().is_new);
        let mut again = facts();
        removals_now.clean(&mut again).await.unwrap();
        assert_eq!(values(&again.emails), ["info@shop.example"]);

        // Another secret key, and the former one beside it.
        let later = removals(&test, ContactKey::new(&[2; 32]).after(&[[1; 32]]));
        later.remove(&Contacts::read("541.555.0101").unwrap()).await.unwrap();
        let mut again = facts();
        later.clean(&mut again).await.unwrap();
        assert_eq!(values(&again.emails), ["info@shop.example"]);
        assert_eq!(values(&again.phones), ["(541) 555-0102"]);

        assert!(!later.is_removed("www.shop.example").await.unwrap());
        later.remove(&Contacts::read("shop.example").unwrap()).await.unwrap();
        assert!(later.is_removed("www.shop.example").await.unwrap());
        let mut again = facts();
        later.clean(&mut again).await.unwrap();
        assert!(again.is_empty(), "{again:?}");
    }
}

#[test]
fn a_profile_elsewhere_is_shown_and_costs_nothing() {
    let mut says = facts();
    says.emails.clear();
    let never = || Some(ReadError::Never("facebook.com".to_owned()));
    let judged = |error| {
        WebsiteDocument::judged(
            &says,
            error,
            &[Want::Phone, Want::Social],
            "",
            &[],
            Timestamp::UNIX_EPOCH,
        )
    };
    assert_eq!(judged(None).news, [Want::Phone]);
    assert_eq!(judged(never()).news, []);
    let kept = judged(never()).facts;
    assert_eq!((&kept.phones, &kept.social), (&says.phones, &says.social));
    assert_eq!(kept.hours, None, "nobody wanted them");
}
