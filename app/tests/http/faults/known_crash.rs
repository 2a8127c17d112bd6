//! The real binary dies at each step of an upload of known businesses: the list is the former one or the new one, as a
//! whole, and can be read.

use reqwest::Method;
use serde_json::{Value, json};
use store::on_both_engines;

use crate::support::{Answer, Client, Install, Process};

/// So many businesses, whose names begin so.
fn file(names: &str, businesses: usize) -> String {
    let rows = (0..businesses).map(|number| {
        format!("{names} {number},{number} Main St,Bend,OR,97701,541555{number:04}\n")
    });
    format!(
        "name,street,city,state,zip,phone\n{}",
        rows.collect::<String>()
    )
}

async fn upload(user: &Client, file: String) -> Option<Answer> {
    let request = user.request(Method::PUT, "/api/known-businesses");
    Client::try_send(request.header("content-type", "text/csv").body(file)).await
}

/// The names that the list begins with, each once, and how many businesses it has.
async fn list(process: &Process) -> (Vec<String>, u64) {
    let user = process.user("ada@example.com", "pro");
    let counts = user.get("/api/known-businesses").await.json();
    let data = user.get("/api/account/data").await.json();
    let known = data["known_businesses"].as_array().unwrap();
    let first = |one: &Value| {
        one["name"]
            .as_str()
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .to_owned()
    };
    let mut names: Vec<String> = known.iter().map(first).collect();
    let all = names.len() as u64;
    names.dedup();
    assert_eq!(counts["businesses"], json!(all), "{counts}");
    (names, all)
}

on_both_engines! {
    async fn a_known_list_is_the_former_one_or_the_new_one_wherever_an_upload_dies(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        // More than a part of those that are stored together.
        let (former, new) = (("Former".to_owned(), 1_500), ("New".to_owned(), 2_300));
        for (place, is_new) in [
            ("known.read", false),
            ("known.half_replaced", false),
            ("known.before_commit", false),
            ("known.after_commit", true),
        ] {
            let calm = install.serve().await;
            let user = calm.user("ada@example.com", "pro");
            assert_eq!(upload(&user, file(&former.0, former.1)).await.unwrap().status, 200);
            calm.kill();
            let dying = install.serve_with(&[("FAILPOINTS", &format!("{place}=return"))]).await;
            let user = dying.user("ada@example.com", "pro");
            assert!(upload(&user, file(&new.0, new.1)).await.is_none(), "{place}");
            assert!(!dying.dies().await.success(), "{place}");
            let again = install.serve().await;
            let (name, businesses) = if is_new { &new } else { &former };
            assert_eq!(list(&again).await, (vec![name.clone()], *businesses as u64), "{place}");
            // Sent once more, it is there.
            let user = again.user("ada@example.com", "pro");
            assert_eq!(upload(&user, file(&new.0, new.1)).await.unwrap().status, 200);
            assert_eq!(list(&again).await, (vec![new.0.clone()], new.1 as u64), "{place}");
            again.kill();
        }
    }
}
