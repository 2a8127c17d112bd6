//! Mail servers that want TLS or a password, that refuse, that are away; what operators are told, and what nobody is.

use std::path::Path;
use std::process::Output;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use store::on_both_engines;
use store::testing::Engine;

use super::peer::MailPeer;
use super::{Scene, run, save, settings_for, shown, token_in};
use crate::support::{Install, Process, eventually};

const ADDRESS: &str = "ada.l@inbox.example";
const USER: [&str; 2] = ["atlas-mailer", "s3cret-s3cret"];

/// A certificate for this machine that nobody vouches for, and its key.
fn certificate(folder: &Path) -> [String; 2] {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    [
        ("cert.pem", cert.pem()),
        ("key.pem", signing_key.serialize_pem()),
    ]
    .map(|(name, text)| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    })
}

async fn problems(server: &Process) -> Vec<Value> {
    let health = server.anonymous.get("/api/health").await.json();
    health["problems"].as_array().cloned().unwrap_or_default()
}

/// The problem that health tells.
async fn problem(server: &Process) -> String {
    eventually("health tells", || async {
        let problems = problems(server).await;
        Some(problems.first()?.as_str().unwrap().to_owned())
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn e_mails_go_by_tls_to_a_server_with_a_trusted_certificate_alone() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let [certificate, key] = certificate(test.folder());
    for (tls, scheme) in [("--starttls", "smtp"), ("--tls", "smtps")] {
        let [name, password] = USER;
        let mut options = vec![tls, &certificate, &key];
        // aiosmtpd takes no password where TLS begins at once: it does not see that.
        let signed_in = tls == "--starttls";
        if signed_in {
            options.extend(["--user", name, password]);
        }
        let Some(peer) = MailPeer::start(&options) else {
            return;
        };
        let credentials = if signed_in {
            format!("{name}:{password}@")
        } else {
            String::new()
        };
        let query = if scheme == "smtp" {
            "?tls=required"
        } else {
            ""
        };
        let url = format!("{scheme}://{credentials}localhost:{}{query}", peer.port);
        let mut settings = settings_for(&url).to_vec();

        let server = install.serve_with(&settings).await;
        let ada = server.user(&format!("ada{scheme}@example.com"), "pro");
        assert_eq!(save(&ada, ADDRESS).await.json()["status"], "waiting");
        assert_eq!(
            problem(&server).await,
            "e-mail: the mail server cannot be reached. Waiting to be sent again: 1"
        );
        peer.has_nothing();
        assert_eq!(save(&ada, ADDRESS).await.status, 200, "she tries again");
        server.kill();

        settings.push(("SSL_CERT_FILE", &certificate));
        let server = install.serve_with(&settings).await;
        let mail = peer.mail();
        assert_eq!(
            (&mail["to"], &mail["tls"]),
            (&json!([ADDRESS]), &json!(true)),
            "{scheme}"
        );
        assert_eq!(mail["signed_in"], signed_in);
        // That of `public_url`.
        assert_eq!(mail["hello"], "atlas.example");
        server.kill();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_goes_in_the_clear_to_a_server_that_should_have_tls() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let Some(peer) = MailPeer::start(&[]) else {
        return;
    };
    let url = format!("smtp://ada:s3cret@localhost:{}?tls=required", peer.port);
    let server = install.serve_with(&settings_for(&url)).await;
    let ada = server.user("ada@example.com", "pro");
    assert_eq!(save(&ada, ADDRESS).await.status, 200);
    let told = problem(&server).await;
    assert!(
        told.contains("the mail server did not agree on how to take it"),
        "{told}"
    );
    peer.has_nothing();
    server.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_a_server_that_sends_holds_no_address_link_or_password() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let [certificate, key] = certificate(test.folder());
    let [name, password] = USER;
    let options = ["--starttls", &certificate, &key, "--user", name, password];
    let Some(peer) = MailPeer::start(&options) else {
        return;
    };
    let url = format!(
        "smtp://{name}:{password}@localhost:{}?tls=required",
        peer.port
    );
    let mut settings = settings_for(&url).to_vec();
    settings.push(("SSL_CERT_FILE", &certificate));
    let talkative = "trace,h2=off,hyper=off,mio=off,sqlx=info";
    settings.push(("DEMANDATLAS_LOG", talkative));
    let (server, log) = install.serve_and_listen(&settings).await;
    let ada = server.user("ada@example.com", "pro");
    peer.answers(&json!({"rcpt": "550 5.1.1 <ada.l@inbox.example>: no such mailbox"}));
    assert_eq!(save(&ada, ADDRESS).await.status, 200);
    let told = problem(&server).await;
    assert_eq!(
        told,
        "e-mail: the mail server has refused it (550). Waiting to be sent again: 1"
    );
    peer.answers(&json!({}));
    assert_eq!(save(&ada, ADDRESS).await.status, 200);
    let token = token_in(&peer.mail(), "/mail/confirm");
    let nobody = &server.anonymous;
    for what in ["confirm", "stop", "start"] {
        let opened = nobody
            .post(&format!("/api/mail/{what}"), &json!({"token": token}))
            .await;
        assert_eq!(opened.status, 200, "{what}: {}", opened.text);
    }
    let at_once = nobody
        .post(&format!("/api/mail/stop?token={token}"), &json!({}))
        .await;
    assert_eq!(at_once.status, 200);
    assert_eq!(shown(&ada).await["status"], "off");
    eventually("the problem is over", || async {
        problems(&server).await.is_empty().then_some(())
    })
    .await;
    server.kill();
    let log = log.lock().unwrap().clone();
    assert!(
        log.contains("TRACE") && log.contains("an e-mail was not sent"),
        "{} bytes",
        log.len()
    );
    for secret in [ADDRESS, "ada.l", "no such mailbox", &token, password, name] {
        let line = log.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn printed_settings_show_neither_user_nor_password_of_the_mail_server() {
    let test = Engine::Sqlite.storage().await.unwrap();
    let install = Install::new(&test);
    let config = |url: &str| -> Output {
        let mut command = install.command(&["config"]);
        command.envs(settings_for(url)).output().unwrap()
    };
    let shown = config("smtps://t0ken:s3cret@mail.example");
    let text = format!("{shown:?}");
    assert!(
        shown.status.success() && text.contains("smtps://***@mail.example"),
        "{text}"
    );
    assert!(
        !text.contains("t0ken") && !text.contains("s3cret"),
        "{text}"
    );
    let refused = config("smtp://t0ken:s3cret@mail.example?tls=none");
    let text = format!("{refused:?}");
    assert!(
        !refused.status.success() && text.contains("a password is not sent without TLS"),
        "{text}"
    );
    assert!(
        !text.contains("t0ken") && !text.contains("s3cret"),
        "{text}"
    );
}

on_both_engines! {
    async fn what_is_refused_or_breaks_off_is_sent_again_and_told_without_the_address(test) {
        let Some(peer) = MailPeer::start(&[]) else { return };
        let scene = Scene::start(test, &peer).await;
        let (ada, _) = scene.confirmed(&peer, "ada@example.com", ADDRESS).await;
        scene.runs.0.lock().unwrap().push(run("brewery · Bend, OR", "Boss Rambler"));
        let problems = scene.server.product.core.log.problems();
        let again = "Waiting to be sent again: 1";
        let mut first = Value::Null;
        for (answers, at, told) in [
            (json!({"rcpt": "451 4.7.1 <ada.l@inbox.example> greylisted"}), "11:20", "is not ready to take it (451)"),
            (json!({"rcpt": "550 5.1.1 <ada.l@inbox.example> unknown"}), "11:40", "has refused it (550)"),
            (json!({"data": "554 5.7.1 to ada.l@inbox.example: spam"}), "12:20", "has refused it (554)"),
            (json!({"data": "break"}), "13:30", "broke off"),
        ] {
            peer.answers(&answers);
            scene.send(&format!("2026-03-10T{at}:00Z")).await;
            assert_eq!(problems.all(), [format!("e-mail: the mail server {told}. {again}")]);
            if told == "broke off" {
                first = peer.mail();
            }
        }
        peer.answers(&json!({}));
        scene.send("2026-03-10T16:00:00Z").await;
        let second = peer.mail();
        assert_eq!(second, first, "the same e-mail, to the letter");
        assert_eq!(problems.all(), Vec::<String>::new());
        assert_eq!(shown(&ada).await["status"], "on");
        scene.send("2026-03-11T17:00:00Z").await;
        peer.has_nothing();
        scene.server.stop().await;
    }

    async fn a_server_that_was_away_gets_it_later(test) {
        let Some(peer) = MailPeer::start(&[]) else { return };
        let scene = Scene::start(test, &peer).await;
        let (_, _) = scene.confirmed(&peer, "ada@example.com", ADDRESS).await;
        scene.runs.0.lock().unwrap().push(run("brewery · Bend, OR", "Boss Rambler"));
        let port = peer.port.to_string();
        drop(peer);
        scene.send("2026-03-10T11:20:00Z").await;
        let problems = scene.server.product.core.log.problems();
        let told = "e-mail: the mail server cannot be reached. Waiting to be sent again: 1";
        assert_eq!(problems.all(), [told]);
        let peer = MailPeer::start(&["--port", &port]).unwrap();
        scene.send("2026-03-10T11:30:00Z").await;
        peer.has_nothing();
        scene.send("2026-03-10T11:35:00Z").await;
        assert_eq!(peer.mail()["headers"]["subject"], "1 new: brewery · Bend, OR");
        assert_eq!(problems.all(), Vec::<String>::new());
        scene.server.stop().await;
    }
}
