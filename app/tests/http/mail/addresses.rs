//! Addresses from their users' screens, and the links in e-mails.

use reqwest::Method;
use serde_json::{Value, json};
use store::testing::Engine;
use store::{on_both_engines, with_reader};

use super::peer::MailPeer;
use super::{Scene, run, save, shown, token_in};
use crate::support::Server;

const ADDRESS: &str = "ada.l@inbox.example";

on_both_engines! {
    async fn an_address_is_confirmed_told_of_news_stopped_started_and_deleted(test) {
        let Some(peer) = MailPeer::start(&[]) else { return };
        let scene = Scene::start(test, &peer).await;
        let ada = scene.server.user("ada@example.com", "pro");
        assert_eq!(shown(&ada).await, json!({"can_mail": true, "address": null, "status": "none"}));
        let waiting = json!({"can_mail": true, "address": ADDRESS, "status": "waiting"});
        assert_eq!(save(&ada, "ada.l@INBOX.example").await.json(), waiting);
        assert_eq!(shown(&ada).await, waiting);
        scene.send("2026-03-10T10:00:00Z").await;
        let mail = peer.mail();
        assert_eq!((&mail["to"], &mail["addresses"]), (&json!([ADDRESS]), &json!([ADDRESS])));
        assert_eq!(mail["headers"]["subject"], "Confirm this address for DemandAtlas");
        assert_eq!(mail["headers"].get("list-unsubscribe"), None);
        let token = token_in(&mail, "/mail/confirm");

        let confirmed = scene.open("confirm", &token).await;
        assert_eq!((confirmed.status, confirmed.json()), (200, json!({"status": "on"})));
        assert_eq!(shown(&ada).await["status"], "on");
        scene.runs.0.lock().unwrap().push(run("brewery · Bend, OR", "Boss Rambler"));
        scene.send("2026-03-10T11:20:00Z").await;
        let digest = peer.mail();
        assert_eq!(digest["headers"]["subject"], "1 new: brewery · Bend, OR");
        assert_eq!(token_in(&digest, "/mail/stop"), token);

        // Mail programs call the address of the header, without anything else.
        let at_once = digest["headers"]["list-unsubscribe"].as_str().unwrap();
        let path = at_once.strip_prefix("<https://atlas.example").unwrap().strip_suffix('>').unwrap();
        let nobody = &scene.server.anonymous;
        let form = [("content-type", "application/x-www-form-urlencoded")];
        let one_click = nobody.request(Method::POST, path).header(form[0].0, form[0].1);
        let stopped = nobody.send(one_click.body("List-Unsubscribe=One-Click")).await;
        assert_eq!((stopped.status, stopped.json()), (200, json!({"status": "off"})));
        assert_eq!(shown(&ada).await["status"], "off");
        // Whoever only looks at it stops nothing: a page asks.
        for (what, status) in [("start", "on"), ("stop", "off"), ("start", "on")] {
            assert_eq!(scene.open(what, &token).await.json(), json!({"status": status}), "{what}");
        }
        let look = nobody.request(Method::GET, path);
        assert_eq!(nobody.send(look.try_clone().unwrap()).await.error().0, 405, "no page to a program");
        let looked = nobody.send(look.header("accept", "text/html")).await;
        assert_eq!(looked.header("location"), format!("/mail/stop?token={token}"), "{}", looked.status);
        assert_eq!(shown(&ada).await["status"], "on");

        let removed = ada.send(ada.request(Method::DELETE, "/api/notices/mail")).await;
        assert_eq!(removed.json(), json!({"can_mail": true, "address": null, "status": "none"}));
        for what in ["confirm", "stop", "start"] {
            assert_eq!(scene.open(what, &token).await.error().0, 404, "{what}");
        }
        peer.has_nothing();
        scene.server.stop().await;
    }

    async fn an_address_is_its_users_alone_and_goes_with_an_erasure(test) {
        let Some(peer) = MailPeer::start(&[]) else { return };
        let scene = Scene::start(test, &peer).await;
        let (ada, token) = scene.confirmed(&peer, "ada@example.com", ADDRESS).await;
        let eve = scene.server.user("eve@example.com", "pro");
        assert_eq!(shown(&eve).await["address"], Value::Null);
        assert_eq!(save(&eve, ADDRESS).await.json(), json!({"can_mail": true, "address": ADDRESS, "status": "waiting"}));
        assert_eq!(shown(&ada).await["status"], "on", "that it is somebody's is told to nobody");

        let data = ada.get("/api/account/data").await.json();
        assert_eq!(data["mail"], json!({"address": ADDRESS, "status": "on"}));
        let file = scene.server.folder().join("data.json");
        scene.server.install().succeed(&["accounts", "export", &ada.sub, "--output", file.to_str().unwrap()]);
        let exported: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(exported["mail"], data["mail"]);
        let db = scene.server.product.core.storage.log.clone();
        let rows: Vec<(String, String, String)> = with_reader!(&db, pool =>
            sqlx::query_as("SELECT closed, salt, token_hash FROM mail_addresses").fetch_all(pool).await).unwrap();
        let rows = format!("{rows:?}");
        assert!(!rows.contains("inbox.example") && !rows.contains(&token), "{rows}");

        let erased = ada.post("/api/account/erase", &json!({"confirmation": "ERASE"})).await;
        assert_eq!((erased.status, &erased.json()["erased"]), (200, &json!(true)), "{}", erased.text);
        assert_eq!(shown(&ada).await["status"], "none");
        assert_eq!(ada.get("/api/account/data").await.json()["mail"], Value::Null);
        assert_eq!(scene.open("stop", &token).await.error().0, 404);
        let ledger = scene.server.ledger().await;
        assert!(!ledger.contains("inbox.example") && !ledger.contains(&token));
        assert_eq!(shown(&eve).await["status"], "waiting");
        scene.server.stop().await;
    }

    async fn what_is_no_address_or_too_much_is_refused_in_words(test) {
        let Some(peer) = MailPeer::start(&[]) else { return };
        let scene = Scene::start(test, &peer).await;
        let ada = scene.server.user("ada@example.com", "pro");
        for address in ["", "ada", "ada@localhost", "ada@inbox.example\r\nBcc: eve@inbox.example", "a@b@c"] {
            let (status, code, message) = save(&ada, address).await.error();
            assert_eq!((status, code.as_str()), (400, "invalid"), "{address}");
            assert_eq!(message, "Enter an e-mail address, such as you@example.com.");
        }
        for number in 0..3 {
            assert_eq!(save(&ada, &format!("ada{number}@inbox.example")).await.status, 200);
        }
        let refused = save(&ada, ADDRESS).await;
        assert_eq!(refused.error().2, "At most 3 links are sent in a day. Please try again tomorrow (UTC).");
        assert_eq!((refused.status, refused.header("retry-after")), (429, "50401"));
        assert_eq!(shown(&ada).await["address"], "ada2@inbox.example");
        scene.send("2026-03-10T10:00:00Z").await;
        assert_eq!(peer.mail()["to"], json!(["ada2@inbox.example"]));

        for token in ["", "x", "Uo9ShYQmYtyCkNm7aGmjvQ", "\u{0}", &"x".repeat(10_000)] {
            let (status, _, message) = scene.open("stop", token).await.error();
            assert_eq!((status, message.as_str()), (404, "This link is not valid. The newest e-mail has one that is."));
        }
        let nobody = &scene.server.anonymous;
        for body in [json!({}), json!({"token": 1}), json!([])] {
            assert_eq!(nobody.post("/api/mail/stop", &body).await.error().0, 400, "{body}");
        }
        scene.server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_mail_server_no_address_is_taken_and_links_still_stop() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let server = Server::with(test, |settings| settings.mail = None).await;
    let ada = server.user("ada@example.com", "pro");
    assert_eq!(shown(&ada).await["can_mail"], false);
    let (status, _, message) = save(&ada, ADDRESS).await.error();
    assert_eq!(
        (status, message.as_str()),
        (409, "E-mail is off: the operator has set no mail server.")
    );
    let nobody = &server.anonymous;
    let stopped = nobody.post("/api/mail/stop", &json!({"token": "x"})).await;
    assert_eq!(stopped.status, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_guesses_links_has_to_wait() {
    use commands::limits::Limited;
    let test = Engine::Sqlite.storage().await.unwrap();
    let few = |settings: &mut app::settings::Settings| {
        settings.user_limits[Limited::MailTokens].most = 2;
    };
    let server = Server::with(test, few).await;
    let nobody = &server.anonymous;
    for (number, status) in [404, 404, 429].into_iter().enumerate() {
        let guess = json!({"token": format!("guess {number}")});
        assert_eq!(nobody.post("/api/mail/start", &guess).await.status, status);
    }
    server.stop().await;
}
