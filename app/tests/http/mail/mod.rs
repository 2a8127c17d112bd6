//! News of scheduled searches by e-mail, through a real mail server (issue 33).

mod addresses;
mod dying;
mod letters;
mod peer;
mod scheduled;
mod servers;

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use commands::SetClock;
use commands::mail::{DigestLine, DigestRun, DigestSource, MailKeeper, MailSettings, Mailer};
use domain::ids::UserId;
use jiff::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};
use store::StoreError;
use store::mail::MailAddresses;
use store::testing::TestStorage;

use crate::support::{Answer, Client, Server};
use peer::MailPeer;

const MONITOR: &str = "11111111-1111-4111-8111-111111111111";
const SESSION: &str = "22222222-2222-4222-8222-222222222222";

/// E-mails go to that server.
pub(crate) fn mail_by(url: &str) -> MailSettings {
    MailSettings {
        server: url.parse().unwrap(),
        sender: "Déjà Vu Atlas <news@atlas.example>".parse().unwrap(),
        public: "https://atlas.example".parse().unwrap(),
    }
}

/// The same, for the real binary.
fn settings_for(url: &str) -> [(&'static str, &str); 3] {
    [
        ("DEMANDATLAS_SMTP_URL", url),
        ("DEMANDATLAS_MAIL_FROM", "news@atlas.example"),
        ("DEMANDATLAS_PUBLIC_URL", "https://atlas.example"),
    ]
}

/// Runs of everybody.
#[derive(Default)]
struct Runs(Mutex<Vec<DigestRun>>);

#[async_trait]
impl DigestSource for Runs {
    async fn since(&self, _: &UserId, after: Timestamp) -> Result<Vec<DigestRun>, StoreError> {
        let runs = self.0.lock().unwrap();
        Ok(runs
            .iter()
            .filter(|run| run.ended_at > after)
            .cloned()
            .collect())
    }

    async fn credits_left(&self, _: &UserId) -> Result<i64, StoreError> {
        Ok(152)
    }
}

/// A server whose e-mails are sent when the test says so, at its time.
struct Scene {
    server: Server,
    clock: Arc<SetClock>,
    keeper: MailKeeper,
    runs: Arc<Runs>,
}

impl Scene {
    async fn start(test: TestStorage, peer: &MailPeer) -> Self {
        let clock = SetClock::new();
        let mail = mail_by(&peer.url());
        let with = |settings: &mut app::settings::Settings| settings.mail = Some(mail.clone());
        let server = Server::with_clock(test, with, clock.clone()).await;
        let (core, runs) = (&server.product.core, Arc::<Runs>::default());
        let keeper = MailKeeper::new(
            MailAddresses::new(core.storage.log.clone()),
            core.user_keys.clone(),
            runs.clone(),
            Arc::new(Mailer::new(&mail).unwrap()),
            mail.public.clone(),
            clock.clone(),
            core.log.problems().clone(),
        );
        Self {
            server,
            clock,
            keeper,
            runs,
        }
    }

    /// Sends what is due at a time.
    async fn send(&self, at: &str) {
        self.clock.set(at);
        self.keeper.look_at_due().await.unwrap();
    }

    /// A user whose address is confirmed at 10:00 of March 10, with the token of its links.
    async fn confirmed(&self, peer: &MailPeer, email: &str, address: &str) -> (Client, String) {
        let user = self.server.user(email, "pro");
        assert_eq!(save(&user, address).await.status, 200);
        self.send("2026-03-10T10:00:00Z").await;
        let token = token_in(&peer.mail(), "/mail/confirm");
        let confirmed = self.open("confirm", &token).await;
        assert_eq!(confirmed.json(), json!({"status": "on"}));
        (user, token)
    }

    /// Opens a link, as anybody.
    async fn open(&self, what: &str, token: &str) -> Answer {
        let nobody = &self.server.anonymous;
        let path = format!("/api/mail/{what}");
        nobody.post(&path, &json!({"token": token})).await
    }
}

async fn save(user: &Client, address: &str) -> Answer {
    let request = user.request(Method::PUT, "/api/notices/mail");
    user.send(request.json(&json!({"address": address}))).await
}

async fn shown(user: &Client) -> Value {
    let answer = user.get("/api/notices/mail").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// The token in the e-mail's only link of that kind.
fn token_in(mail: &Value, path: &str) -> String {
    let text = mail["text"].as_str().unwrap();
    let link = format!("https://atlas.example{path}?token=");
    let (_, rest) = text.split_once(&link).unwrap_or_else(|| panic!("{text}"));
    rest.lines().next().unwrap().to_owned()
}

/// A run that has found one business, of that name.
fn run(name: &str, business: &str) -> DigestRun {
    DigestRun {
        monitor: MONITOR.parse().unwrap(),
        name: name.to_owned(),
        session: SESSION.parse().unwrap(),
        ended_at: "2026-03-10T11:00:00Z".parse().unwrap(),
        new: 1,
        changed: 0,
        gone: 0,
        paid: 1,
        spent: 14,
        budget: 50,
        lines: vec![DigestLine::Added {
            name: business.to_owned(),
            city: "Bend".to_owned(),
        }],
    }
}
