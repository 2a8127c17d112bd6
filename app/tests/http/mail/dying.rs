//! The real binary dies while it sends: whoever comes after it sends what is due, and what may have come is the same.

use std::os::unix::process::ExitStatusExt;

use reqwest::Method;
use serde_json::json;
use store::{on_both_engines, with_reader, with_writer};

use super::peer::MailPeer;
use super::{save, settings_for};
use crate::support::{Client, Install, eventually};

/// When the address is looked at next.
async fn look_at(install: &Install) -> i64 {
    let storage = install.storage().await;
    let at = with_reader!(&storage.log, pool =>
        sqlx::query_scalar("SELECT look_at FROM mail_addresses").fetch_one(pool).await);
    storage.close().await;
    at.unwrap()
}

/// Lets whoever comes next believe that the time of the dead is over.
async fn time_passes(install: &Install) {
    let storage = install.storage().await;
    with_writer!(&storage.log, pool =>
        sqlx::query("UPDATE mail_addresses SET look_at = 1").execute(pool).await.map(drop))
    .unwrap();
    storage.close().await;
}

on_both_engines! {
    async fn whoever_dies_before_or_after_sending_leaves_it_to_the_next(test) {
        test.storage.close().await;
        let install = Install::new(&test);
        let Some(peer) = MailPeer::start(&[]) else { return };
        let url = peer.url();
        let settings = settings_for(&url);
        for (place, comes) in [("mail.before_sent", false), ("mail.after_sent", true)] {
            let points = format!("{place}=return");
            let mut dying = settings.to_vec();
            dying.push(("FAILPOINTS", &points));
            let process = install.serve_with(&dying).await;
            let ada = process.user("ada@example.com", "pro");
            let address = json!({"address": format!("{place}@inbox.example")});
            let saving = ada.request(Method::PUT, "/api/notices/mail").json(&address);
            // It may die before it has answered.
            let _answer = Client::try_send(saving).await;
            let status = process.dies().await;
            assert_eq!(status.signal(), Some(6), "{place}: {status}");
            let first = comes.then(|| peer.mail());

            let process = install.serve_with(&settings).await;
            let claimed = look_at(&install).await;
            assert!(claimed > 1_700_000_000_000_000, "{place}: nobody else sends for a while");
            peer.has_nothing();
            time_passes(&install).await;
            let again = peer.mail();
            assert_eq!(again["to"], json!([format!("{place}@inbox.example")]));
            if let Some(first) = first {
                assert_eq!(again, first, "{place}: the same e-mail, to the letter");
            }
            eventually("it is done", || async { (look_at(&install).await == 0).then_some(()) }).await;
            peer.has_nothing();
            process.kill();
        }
    }

    async fn two_processes_send_one_link(test) {
        if test.folder().join("log.db").exists() {
            // A data folder has one server.
            return;
        }
        test.storage.close().await;
        let install = Install::new(&test);
        let Some(peer) = MailPeer::start(&[]) else { return };
        let url = peer.url();
        let settings = settings_for(&url);
        let one = install.serve_with(&settings).await;
        let other = install.serve_with(&settings).await;
        for number in 0..5 {
            let user = one.user(&format!("user{number}@example.com"), "pro");
            assert_eq!(save(&user, &format!("u{number}@inbox.example")).await.status, 200);
        }
        let mut came: Vec<String> = (0..5).map(|_| peer.mail()["to"][0].as_str().unwrap().to_owned()).collect();
        came.sort();
        assert_eq!(came, [0, 1, 2, 3, 4].map(|number| format!("u{number}@inbox.example")));
        peer.has_nothing();
        one.kill();
        other.kill();
    }
}
