//! Websites that were read, pages, removed contacts and proxies.

use std::time::Duration;

use domain::ids::{CompanyId, SessionKey, UserId};
use store::leases::Leases;
use store::on_both_engines;
use store::testing::TestStorage;
use store::user_keys::{UserKeys, WrappingKey};
use store::websites::{
    ReadDocument, RemovedContacts, ShownWebsite, UserProxies, WebsitePages, WebsiteReads,
    WebsiteTarget,
};

const LONG: Duration = Duration::from_secs(60);

fn id(number: u32) -> String {
    format!("7f1c0e0a-6d0b-4e0e-9a53-{number:012}")
}

fn session(number: u32) -> SessionKey {
    id(number).parse().unwrap()
}

fn company(number: u32) -> CompanyId {
    id(number).parse().unwrap()
}

fn user(name: &str) -> UserId {
    UserId::new(name).unwrap()
}

fn target(website: &str, companies: &[u32]) -> WebsiteTarget {
    WebsiteTarget {
        website: website.to_owned(),
        address: format!("http://{website}/"),
        listed: "{}".to_owned(),
        companies: companies.iter().map(|number| company(*number)).collect(),
    }
}

fn says(row_idx: u32, document: &str) -> ReadDocument {
    ReadDocument {
        row_idx,
        read_at: 1_000 + i64::from(row_idx),
        document: document.to_owned(),
    }
}

fn documents(shown: &[ShownWebsite]) -> Vec<&str> {
    shown.iter().map(|one| one.document.as_str()).collect()
}

/// A session of a user, read and shown.
async fn read(
    test: &TestStorage,
    of: SessionKey,
    who: &str,
    targets: &[WebsiteTarget],
    said: &[&str],
) -> WebsiteReads {
    let reads = WebsiteReads::new(test.storage.log.clone());
    let leases = Leases::new(test.storage.log.clone());
    let name = of.to_string();
    let lease = leases.acquire(&name, "a", LONG).await.unwrap().unwrap();
    reads.plan(of, &user(who), "email", targets).await.unwrap();
    let said: Vec<_> = (0..).zip(said).map(|(row, text)| says(row, text)).collect();
    let of_companies = targets.iter().any(|target| !target.companies.is_empty());
    let unwanted = reads.put(of, of_companies, &said, &lease).await.unwrap();
    assert_eq!(unwanted, Some(Vec::new()));
    reads
        .show(of, said.len().try_into().unwrap())
        .await
        .unwrap();
    reads
}

on_both_engines! {
    async fn what_a_website_says_is_shown_once_it_is_counted_and_to_its_user_alone(test) {
        let reads = WebsiteReads::new(test.storage.log.clone());
        let leases = Leases::new(test.storage.log.clone());
        let targets: Vec<_> = (0..1_200).map(|n| target(&format!("s{n}.example"), &[])).collect();
        reads.plan(session(1), &user("ada"), "email,phone", &targets).await.unwrap();
        let planned = reads.targets(session(1), 1_198).await.unwrap();
        assert_eq!(planned.iter().map(|one| one.website.as_str()).collect::<Vec<_>>(), ["s1198.example", "s1199.example"]);
        assert_eq!(planned[0].address, "http://s1198.example/");

        let lease = leases.acquire("job", "a", LONG).await.unwrap().unwrap();
        assert_eq!(reads.put(session(1), false, &[says(0, "zero"), says(1, "one")], &lease).await.unwrap(), Some(vec![]));
        // Of an interrupted run, written over.
        assert_eq!(reads.put(session(1), false, &[says(1, "uno"), says(2, "due")], &lease).await.unwrap(), Some(vec![]));
        assert!(documents(&reads.of_user("ada").await.unwrap()).is_empty());
        reads.show(session(1), 2).await.unwrap();
        assert_eq!(documents(&reads.of_user("ada").await.unwrap()), ["uno", "zero"], "the newest first");
        assert_eq!(documents(&reads.of_session(session(1), 2).await.unwrap()), ["zero", "uno"]);
        let asked: Vec<String> = (0..1_200).map(|n| format!("s{n}.example")).collect();
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        assert_eq!(reads.of_websites("ada", &asked).await.unwrap().len(), 2);
        assert_eq!(reads.of_websites("eve", &asked).await.unwrap(), []);
        assert_eq!((reads.has_any("ada").await.unwrap(), reads.has_any("eve").await.unwrap()), (true, false));
        // Whoever was overtaken stores nothing any more.
        leases.release("job", "a").await.unwrap();
        leases.acquire("job", "b", LONG).await.unwrap().unwrap();
        assert_eq!(reads.put(session(1), false, &[says(0, "late")], &lease).await.unwrap(), None);
        assert_eq!(documents(&reads.of_session(session(1), 1).await.unwrap()), ["zero"]);
        reads.unplan(session(1)).await.unwrap();
        assert!(!reads.has_any("ada").await.unwrap());
    }

    async fn of_an_address_more_pages_are_stored_than_were_planned(test) {
        let reads = read(&test, session(1), "ada", &[target("shop.example", &[])], &["home", "contact", "about"]).await;
        let shown = reads.of_session(session(1), 3).await.unwrap();
        assert_eq!(documents(&shown), ["home", "contact", "about"]);
        assert!(shown.iter().all(|page| page.website == "shop.example" && page.wants == "email"));
    }

    async fn what_is_kept_of_a_user_is_handed_out_in_portions(test) {
        let targets = [target("b.example", &[]), target("a.example", &[]), target("c.example", &[])];
        let reads = read(&test, session(1), "ada", &targets, &["b", "a"]).await;
        read(&test, session(2), "ada", &targets[..1], &["b again"]).await;
        read(&test, session(3), "eve", &targets, &["x", "y", "z"]).await;
        let (mut all, mut last) = (Vec::new(), None);
        loop {
            let mut portion = reads.kept("ada", last.as_ref(), 2).await.unwrap();
            all.extend(portion.iter().map(|one| one.document.clone()));
            last = portion.pop();
            if last.is_none() {
                break;
            }
        }
        assert_eq!(all, ["a", "b", "b again"]);
    }

    async fn what_websites_say_of_companies_goes_with_the_last_of_them_and_with_an_erasure(test) {
        let targets = [target("one.example", &[1, 11]), target("two.example", &[2]), target("three.example", &[3])];
        let reads = read(&test, session(1), "ada", &targets, &["one", "two", "three"]).await;
        read(&test, session(2), "ada", &targets[..2], &["first", "second"]).await;
        read(&test, session(3), "eve", &targets, &["1", "2", "3"]).await;
        read(&test, session(4), "ada", &[target("rows.example", &[])], &["row"]).await;
        let forget = async |numbers: &[u32]| {
            for number in numbers {
                reads.note_removed("ada", &id(*number), 10).await.unwrap();
            }
            reads.forget_removed(11, |document| format!("paid for {document}")).await.unwrap();
        };
        let said = async |website: &str| -> Vec<String> {
            let shown = reads.of_websites("ada", &[website]).await.unwrap();
            shown.into_iter().map(|one| format!("{} {}", one.document, one.wants)).collect()
        };
        forget(&[1, 2]).await;
        assert_eq!(said("one.example").await.len(), 2);
        assert!(said("one.example").await.contains(&"one email".to_owned()), "another company has it");
        let mut two = said("two.example").await;
        two.sort_unstable();
        assert_eq!(two, [" paid for second", " paid for two"]);
        forget(&[11]).await;
        assert!(said("one.example").await.iter().all(|one| one.starts_with(" paid for")));
        assert_eq!(reads.kept("ada", None, 10).await.unwrap().len(), 2, "the third, and the row");

        assert!(reads.erase(&user("ada")).await.unwrap());
        assert_eq!(documents(&reads.of_user("ada").await.unwrap()), ["row"], "a session's stay");
        assert!(!reads.erase(&user("ada")).await.unwrap());
        assert_eq!(reads.of_user("eve").await.unwrap().len(), 3);
    }

    async fn a_removal_that_is_undone_in_time_forgets_nothing(test) {
        let reads = read(&test, session(1), "ada", &[target("one.example", &[1])], &["one"]).await;
        reads.note_removed("ada", &id(1), 10).await.unwrap();
        let forget = async |until: i64| reads.forget_removed(until, |_| String::new()).await.unwrap();
        forget(10).await;
        assert_eq!(documents(&reads.of_user("ada").await.unwrap()), ["one"], "not yet");
        reads.note_removed("ada", &id(1), 0).await.unwrap();
        forget(i64::MAX).await;
        assert_eq!(documents(&reads.of_user("ada").await.unwrap()), ["one"]);
    }

    async fn what_a_company_that_is_gone_says_is_not_stored_and_an_erased_user_s_neither(test) {
        let reads = WebsiteReads::new(test.storage.log.clone());
        let leases = Leases::new(test.storage.log.clone());
        let lease = leases.acquire("job", "a", LONG).await.unwrap().unwrap();
        let targets = [target("one.example", &[1]), target("two.example", &[2])];
        reads.plan(session(1), &user("ada"), "email", &targets).await.unwrap();
        reads.note_removed("ada", &id(1), 10).await.unwrap();
        reads.forget_removed(11, |_| String::new()).await.unwrap();
        let said = [says(0, "zero"), says(1, "one")];
        assert_eq!(reads.put(session(1), true, &said, &lease).await.unwrap(), Some(vec![0]));
        reads.show(session(1), 2).await.unwrap();
        assert_eq!(documents(&reads.of_user("ada").await.unwrap()), ["one", ""]);
        assert!(reads.erase(&user("ada")).await.unwrap());
        assert_eq!(reads.put(session(1), true, &said, &lease).await.unwrap(), Some(vec![0, 1]));
        assert!(!reads.has_any("ada").await.unwrap());
    }

    async fn documents_of_all_users_are_changed_one_after_the_other(test) {
        let targets: Vec<_> = (0..450).map(|n| target(&format!("s{n}.example"), &[])).collect();
        let said: Vec<&str> = (0..450).map(|n| if n % 2 == 0 { "even" } else { "odd" }).collect();
        let reads = read(&test, session(1), "ada", &targets, &said).await;
        read(&test, session(2), "eve", &targets[..1], &["even"]).await;
        let mut seen = 0;
        let changed = reads.change_all(|document| {
            seen += 1;
            (document == "even").then(|| "changed".to_owned())
        });
        assert_eq!(changed.await.unwrap(), 226);
        assert_eq!(seen, 451);
        let ada = reads.of_user("ada").await.unwrap();
        assert_eq!(ada.iter().filter(|one| one.document == "changed").count(), 225);
        assert_eq!(documents(&reads.of_user("eve").await.unwrap()), ["changed"]);
    }

    async fn pages_and_refusals_are_kept_for_their_time(test) {
        let pages = WebsitePages::new(test.storage.log.clone());
        pages.keep("http://a.example/", "first", 10).await.unwrap();
        pages.keep("http://a.example/", "ä page", 20).await.unwrap();
        pages.keep("http://b.example/", "other", 5).await.unwrap();
        assert_eq!(pages.page("http://a.example/").await.unwrap().as_deref(), Some("ä page"));
        assert_eq!(pages.page("http://c.example/").await.unwrap(), None);
        for until in [100, 50] {
            pages.refuse("a.example", until).await.unwrap();
        }
        pages.refuse("b.example", 30).await.unwrap();
        assert_eq!(pages.refused_until("a.example").await.unwrap(), Some(100), "the longest counts");
        pages.forget_before(20, 40).await.unwrap();
        assert_eq!(pages.page("http://b.example/").await.unwrap(), None);
        assert_eq!(pages.refused_until("b.example").await.unwrap(), None);
        assert_eq!(pages.refused_until("a.example").await.unwrap(), Some(100));
        let gone = pages.delete_if(|url, page| url.contains("a.example") && page.contains('ä')).await.unwrap();
        assert_eq!((gone, pages.page("http://a.example/").await.unwrap()), (1, None));
    }

    async fn a_removed_contact_is_remembered_once(test) {
        let removed = RemovedContacts::new(test.storage.log.clone());
        assert_eq!(removed.count().await.unwrap(), 0);
        assert!(removed.remember("m1").await.unwrap());
        assert!(!removed.remember("m1").await.unwrap());
        assert_eq!(removed.count().await.unwrap(), 1);
        let asked: Vec<String> = (0..1_200).map(|n| format!("m{n}")).collect();
        let found = removed.among(&asked).await.unwrap();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["m1"]);
        assert!(removed.among(&[]).await.unwrap().is_empty());
    }

    async fn a_removed_proxy_can_be_restored_until_it_is_forgotten(test) {
        let proxies = UserProxies::new(test.storage.log.clone());
        let keys = UserKeys::new(test.storage.log.clone(), WrappingKey::new(&[7; 32]));
        let (ada, eve) = (user("ada"), user("eve"));
        let key = keys.find_or_make(&ada).await.unwrap().unwrap();
        assert!(proxies.find(&ada).await.unwrap().is_none());
        assert!(!proxies.remove(&ada).await.unwrap());
        for text in ["first", "second"] {
            proxies.save(&ada, &key.close(text)).await.unwrap();
        }
        let open = async || {
            let closed = proxies.find(&ada).await.unwrap();
            closed.map(|closed| key.open(&closed).unwrap())
        };
        assert_eq!(open().await.as_deref(), Some("second"));
        assert!(proxies.find(&eve).await.unwrap().is_none());
        assert!(proxies.remove(&ada).await.unwrap() && !proxies.remove(&ada).await.unwrap());
        assert_eq!(open().await, None);
        proxies.forget_before(1).await.unwrap();
        assert!(proxies.restore(&ada).await.unwrap());
        assert_eq!(open().await.as_deref(), Some("second"));
        // One that is not removed is never forgotten.
        proxies.forget_before(i64::MAX).await.unwrap();
        assert!(open().await.is_some());
        proxies.remove(&ada).await.unwrap();
        proxies.forget_before(i64::MAX).await.unwrap();
        assert!(!proxies.restore(&ada).await.unwrap());
        proxies.save(&ada, &key.close("third")).await.unwrap();
        assert!(proxies.erase(&ada).await.unwrap() && !proxies.erase(&ada).await.unwrap());
    }
}
