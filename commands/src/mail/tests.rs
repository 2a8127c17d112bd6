//! Addresses, digests and their keeper, with the clock in the test's hand and a mail server that keeps what it gets.

mod owners;
mod sending;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::ids::{MonitorId, SessionKey, UserId};
use jiff::Timestamp;
use store::StoreError;
use store::live_requests::LiveRequests;
use store::mail::{MailAddresses, MailState};
use store::problems::Problems;
use store::testing::TestStorage;
use store::user_keys::{UserKeys, WrappingKey};
use uuid::Uuid;

use super::*;
use crate::clock::Clock;
use crate::testing::SetClock;

const ADDRESS: &str = "ada@inbox.example";

/// Runs of users.
#[derive(Default)]
struct Runs(Mutex<BTreeMap<String, Vec<DigestRun>>>);

#[async_trait]
impl DigestSource for Runs {
    async fn since(&self, user: &UserId, after: Timestamp) -> Result<Vec<DigestRun>, StoreError> {
        let all = self.0.lock().unwrap();
        let runs = all.get(user.as_str()).into_iter().flatten();
        Ok(runs.filter(|run| run.ended_at > after).cloned().collect())
    }

    async fn credits_left(&self, _: &UserId) -> Result<i64, StoreError> {
        Ok(152)
    }
}

/// Keeps what is sent, unless it fails.
#[derive(Default)]
struct Server {
    came: Mutex<Vec<(String, Letter)>>,
    fails: Mutex<Option<MailError>>,
}

impl Server {
    fn fails_with(&self, error: impl Into<Option<MailError>>) {
        *self.fails.lock().unwrap() = error.into();
    }

    /// What has come since the last call.
    fn took(&self) -> Vec<(String, Letter)> {
        std::mem::take(&mut *self.came.lock().unwrap())
    }

    fn took_one(&self) -> Letter {
        let mut came = self.took();
        assert_eq!(came.len(), 1, "{came:?}");
        came.remove(0).1
    }
}

#[async_trait]
impl Delivery for Server {
    async fn deliver(&self, to: &Recipient, letter: Letter) -> Result<(), MailError> {
        let fails = self.fails.lock().unwrap().clone();
        // What may have come has come, to see whether it comes again.
        if fails.as_ref().is_none_or(MailError::may_have_come) {
            let mut came = self.came.lock().unwrap();
            came.push((to.as_str().to_owned(), letter));
        }
        fails.map_or(Ok(()), Err)
    }
}

fn user(name: &str) -> UserId {
    UserId::new(name).unwrap()
}

fn address(text: &str) -> Recipient {
    text.parse().unwrap()
}

/// The token in the only link of that kind.
fn token_in(letter: &Letter, path: &str) -> String {
    let (_, rest) = letter
        .text
        .split_once(&format!("https://atlas.example{path}?token="))
        .unwrap();
    rest.lines().next().unwrap().to_owned()
}

fn run(name: &str, ended_at: &str) -> DigestRun {
    DigestRun {
        monitor: MonitorId::new(Uuid::new_v5(&Uuid::NAMESPACE_URL, name.as_bytes())),
        name: name.to_owned(),
        session: SessionKey::new(Uuid::nil()),
        ended_at: ended_at.parse().unwrap(),
        new: 3,
        changed: 1,
        gone: 0,
        paid: 3,
        spent: 14,
        budget: 50,
        lines: vec![
            added("Boss Rambler", "Bend"),
            DigestLine::Changed {
                name: "Cascade Brewing".to_owned(),
                field: "phone".to_owned(),
                before: Some("555-0101".to_owned()),
                after: Some("555-0199".to_owned()),
            },
            added("Copper Kettle", "Bend"),
            added("Heron", ""),
        ],
    }
}

fn added(name: &str, city: &str) -> DigestLine {
    DigestLine::Added {
        name: name.to_owned(),
        city: city.to_owned(),
    }
}

/// Processes over one database, and the mail server.
struct Scene {
    addresses: MailAddresses,
    keys: UserKeys,
    mail: Mail,
    runs: Arc<Runs>,
    server: Arc<Server>,
    clock: Arc<SetClock>,
    problems: Problems,
    keeper: MailKeeper,
}

impl Scene {
    fn over(test: &TestStorage) -> Self {
        let db = &test.storage.log;
        let addresses = MailAddresses::new(db.clone());
        let keys = UserKeys::new(db.clone(), WrappingKey::new(&[7; 32]));
        let (runs, server, clock) = (Arc::default(), Arc::default(), SetClock::new());
        let limits = MailLimits {
            of_user: 3,
            to_address: 6,
        };
        let mail = Mail::new(
            addresses.clone(),
            keys.clone(),
            LiveRequests::new(db.clone()),
            AddressKey::new(&[9; 32]),
            limits,
            clock.clone(),
            true,
        );
        let problems = Problems::default();
        let keeper = keeper_of(&addresses, &keys, &runs, &server, &clock, &problems);
        Self {
            addresses,
            keys,
            mail,
            runs,
            server,
            clock,
            problems,
            keeper,
        }
    }

    /// Another process.
    fn another_keeper(&self) -> MailKeeper {
        let problems = Problems::default();
        keeper_of(
            &self.addresses,
            &self.keys,
            &self.runs,
            &self.server,
            &self.clock,
            &problems,
        )
    }

    async fn look(&self, at: &str) {
        self.clock.set(at);
        self.keeper.look_at_due().await.unwrap();
    }

    async fn state(&self, name: &str) -> Option<MailState> {
        Some(self.mail.find(&user(name)).await.unwrap()?.1)
    }

    fn ends(&self, name: &str, run: DigestRun) {
        let mut runs = self.runs.0.lock().unwrap();
        runs.entry(name.to_owned()).or_default().push(run);
    }

    /// A user whose address is confirmed at 10:00 of March 10; returns the token of its links.
    async fn confirmed(&self, name: &str) -> String {
        self.clock.set("2026-03-10T10:00:00Z");
        self.mail.ask(&user(name), &address(ADDRESS)).await.unwrap();
        self.look("2026-03-10T10:00:00Z").await;
        let token = token_in(&self.server.took_one(), "/mail/confirm");
        assert_eq!(
            self.mail.confirm(&token).await.unwrap(),
            Some(MailState::On)
        );
        token
    }
}

fn keeper_of(
    addresses: &MailAddresses,
    keys: &UserKeys,
    runs: &Arc<Runs>,
    server: &Arc<Server>,
    clock: &Arc<SetClock>,
    problems: &Problems,
) -> MailKeeper {
    MailKeeper::new(
        addresses.clone(),
        keys.clone(),
        runs.clone(),
        server.clone(),
        "https://atlas.example".parse().unwrap(),
        clock.clone(),
        problems.clone(),
    )
}
