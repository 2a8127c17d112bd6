//! E-mails as a mail program reads them.

use serde_json::{Value, json};
use store::testing::Engine;

use super::peer::MailPeer;
use super::{DigestLine, DigestRun, MONITOR, SESSION, Scene, run, token_in};

const ADDRESS: &str = "ada.l@inbox.example";

/// The digest of some runs.
async fn digest(runs: Vec<DigestRun>) -> Option<(Value, String)> {
    let peer = MailPeer::start(&[])?;
    let scene = Scene::start(Engine::Sqlite.storage().await.unwrap(), &peer).await;
    let (_, token) = scene.confirmed(&peer, "ada@example.com", ADDRESS).await;
    *scene.runs.0.lock().unwrap() = runs;
    scene.send("2026-03-10T11:20:00Z").await;
    let mail = peer.mail();
    scene.server.stop().await;
    Some((mail, token))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_digest_is_plain_text_with_the_headers_that_mail_programs_want() {
    let name = "café & brasserie · Cañon City, CO";
    let business =
        "Łódź Kaffee 東京 «ö» — 100 % naïve, and a name that is longer than a line of an e-mail";
    let mut found = run(name, business);
    (found.new, found.changed, found.paid) = (8, 1, 9);
    found.lines.push(DigestLine::Added {
        name: ".".to_owned(),
        city: String::new(),
    });
    found.lines.push(DigestLine::Changed {
        name: "Crème".to_owned(),
        field: "phone".to_owned(),
        before: Some("555-0101".to_owned()),
        after: Some("555-0199".to_owned()),
    });
    let Some((mail, token)) = digest(vec![found]).await else {
        return;
    };
    let headers = &mail["headers"];
    assert_eq!(headers["subject"], format!("8 new, 1 changed: {name}"));
    assert_eq!(headers["from"], "Déjà Vu Atlas <news@atlas.example>");
    assert_eq!(
        (&mail["from"], &mail["to"]),
        (&json!("news@atlas.example"), &json!([ADDRESS]))
    );
    assert_eq!(
        mail["at"], "2026-03-10T11:19:00+00:00",
        "by the clock of the server"
    );
    assert_eq!(mail["hello"], "atlas.example");
    assert_eq!(headers["auto-submitted"], "auto-generated");
    assert_eq!(headers["mime-version"], "1.0");
    let at_once = format!("<https://atlas.example/api/mail/stop?token={token}>");
    assert_eq!(headers["list-unsubscribe"], at_once);
    assert_eq!(
        headers["list-unsubscribe-post"],
        "List-Unsubscribe=One-Click"
    );
    let id = headers["message-id"].as_str().unwrap();
    assert!(
        id.starts_with('<') && id.ends_with("@atlas.example>") && id.len() > 30,
        "{id}"
    );
    let text = format!(
        "{name}: 8 new, 1 changed, 0 gone, 9 credits\n\
         + {business}, Bend\n\
         + .\n\
         and 6 more\n\
         ~ Crème: phone 555-0101, now 555-0199\n\
         See the run: https://atlas.example/schedule/{MONITOR}?run={SESSION}   \
         14 of 50 credits this month, 152 left.\n\
         Stop these e-mails, no sign-in needed: https://atlas.example/mail/stop?token={token}"
    );
    assert_eq!(mail["text"], text);
    assert_eq!(token_in(&mail, "/mail/stop"), token);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_in_a_name_adds_a_header_or_a_line() {
    let hostile = "x\r\nBcc: eve@inbox.example\r\nContent-Type: text/html\r\n\r\n<b>hello</b>\r\n.\r\n\
                   MAIL FROM:<eve@inbox.example>\u{2028}\u{85}\u{0}ü";
    let long = "y".repeat(5_000);
    let runs = vec![run(hostile, hostile), run(&long, &long)];
    let Some((mail, _)) = digest(runs).await else {
        return;
    };
    let names: Vec<&str> = mail["names"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let mut sorted: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    sorted.sort();
    let expected = [
        "auto-submitted",
        "content-transfer-encoding",
        "content-type",
        "date",
        "from",
        "list-unsubscribe",
        "list-unsubscribe-post",
        "message-id",
        "mime-version",
        "subject",
        "to",
    ];
    assert_eq!(sorted, expected);
    assert_eq!(mail["to"], json!([ADDRESS]));
    let clean = "x Bcc: eve@inbox.example Content-Type: text/html <b>hello</b> . MAIL FROM:<eve@inbox.example> ü";
    assert_eq!(
        mail["headers"]["subject"],
        format!("2 new: {}…", "y".repeat(99))
    );
    let text = mail["text"].as_str().unwrap();
    assert!(
        text.starts_with(&format!("{clean}: 1 new, 0 changed")),
        "{text}"
    );
    assert!(text.contains(&format!("\n+ {clean}, Bend\n")), "{text}");
    assert_eq!(text.lines().count(), 8, "{text}");
}
