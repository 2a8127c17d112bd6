//! From a schedule's run to the e-mail about it, as the server does it by itself.

use serde_json::{Value, json};
use store::on_both_engines;

use super::peer::MailPeer;
use super::{mail_by, save, token_in};
use crate::support::{self, Client, Released, Server, eventually};

const ADDRESS: &str = "ada.l@inbox.example";

/// A release of the listing: names and ends of phone numbers.
fn release(server: &Server, breweries: &[(&str, &str)]) {
    let released = breweries.iter().enumerate();
    let released = released.map(|(number, (name, phone))| Released {
        number,
        name: (*name).to_owned(),
        phone,
    });
    support::release(server, released);
}

/// The session of the schedule's newest run, once it is another than `before` and done.
async fn ran(user: &Client, monitor: &str, before: &Value) -> Value {
    eventually("the run is done", || async {
        let monitor = user.get(&format!("/api/monitors/{monitor}")).await.json();
        let last = &monitor["last"];
        let is_done = monitor["running"].is_null() && last["result"] == "completed";
        (is_done && last["session_key"] != *before).then(|| last["session_key"].clone())
    })
    .await
}

on_both_engines! {
    async fn what_a_schedule_finds_comes_by_e_mail_once_a_day(test) {
        let Some(peer) = MailPeer::start(&[]) else { return };
        let clock = commands::SetClock::new();
        let mail = mail_by(&peer.url());
        let with = |settings: &mut app::settings::Settings| settings.mail = Some(mail.clone());
        let mut server = Server::with_clock(test, with, clock.clone()).await;
        release(&server, &[("Boss Rambler", "00"), ("Cascade Brewing", "01")]);
        server.start_worker();
        let user = server.user("ada@example.com", "pro");
        assert_eq!(save(&user, ADDRESS).await.status, 200);
        let token = token_in(&peer.mail(), "/mail/confirm");
        let confirmed = server.anonymous.post("/api/mail/confirm", &json!({"token": token})).await;
        assert_eq!(confirmed.json(), json!({"status": "on"}));
        let body = json!({
            "search_term": "brewery", "state": "OR", "cities": ["Bend"], "budget": 50, "first": "all",
            "schedule": {"every": "day", "at": "06:00", "zone": "America/Los_Angeles"},
        });
        clock.set("2026-03-10T10:01:00Z");
        let created = user.post("/api/monitors", &body).await;
        assert_eq!(created.status, 201, "{}", created.text);
        let monitor = created.json()["id"].as_str().unwrap().to_owned();
        let first = ran(&user, &monitor, &Value::Null).await;
        clock.set("2026-03-10T10:20:00Z");
        let mail = peer.mail();
        assert_eq!(mail["headers"]["subject"], "2 new: brewery · Bend, OR");
        let link = |session: &Value| {
            format!("See the run: https://atlas.example/schedule/{monitor}?run={}", session.as_str().unwrap())
        };
        let told = |mail: &Value| mail["text"].as_str().unwrap().to_owned();
        assert!(told(&mail).contains(&format!("{}   2 of 50 credits this month, 248 left.\n", link(&first))), "{mail}");

        release(&server, &[("Boss Rambler", "00"), ("Cascade Brewing", "99"), ("Copper Kettle", "02")]);
        clock.set("2026-03-11T13:05:00Z");
        let second = ran(&user, &monitor, &first).await;
        clock.set("2026-03-11T13:25:00Z");
        let mail = peer.mail();
        assert_eq!(mail["headers"]["subject"], "1 new, 1 changed: brewery · Bend, OR");
        let text = format!(
            "brewery · Bend, OR: 1 new, 1 changed, 0 gone, 1 credit\n\
             + Copper Kettle, Bend\n\
             ~ Cascade Brewing: phone 541-555-0101, now 541-555-0199\n\
             {}   3 of 50 credits this month, 247 left.\n",
            link(&second)
        );
        assert!(told(&mail).starts_with(&text), "{mail}");
        peer.has_nothing();
        server.stop().await;
    }
}
