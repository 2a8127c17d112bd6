//! What each release left behind (store/tests/former, made by scripts/former-version): its databases, its export and its
//! backup say what that release's server said (ES-05).

use std::path::Path;

use commands::SetClock;
use serde_json::Value;
use store::testing::{Engine, TestStorage, releases};

use crate::support::{Client, Install, Server};

const USERS: [(&str, &str); 3] = [
    ("ada@example.com", "pro"),
    ("ben@example.com", "basic"),
    ("cleo@example.com", "business"),
];

fn answers(file: &Path) -> Vec<Value> {
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

async fn get(user: &Client, path: &str) -> Value {
    let answer = user.get(path).await;
    match answer.status {
        200 => answer.json(),
        _ => Value::Null,
    }
}

/// What depends on the reference tables of today, and what releases did not tell yet.
const NOT_LASTING: [&str; 4] = ["stale", "stale_total", "next_reset", "list_only"];

/// What a later version tells too, with all numbers in one form.
fn lasting(answer: Value) -> Value {
    match answer {
        Value::Object(members) => members
            .into_iter()
            .filter(|(name, _)| !NOT_LASTING.contains(&name.as_str()))
            .map(|(name, value)| (name, lasting(value)))
            .collect(),
        Value::Array(values) => values.into_iter().map(lasting).collect(),
        Value::Number(number) => number.as_f64().into(),
        other => other,
    }
}

/// The server says what the release's said, at that moment.
async fn says(test: TestStorage, answers: &[Value]) {
    let install = Install::new(&test);
    install.succeed(&["ledger", "verify", "--all"]);
    let clock = SetClock::new();
    clock.set(answers[0]["at"].as_str().unwrap());
    let server = Server::with_clock(test, |_| {}, clock.clone()).await;
    for ((email, tier), said) in USERS.into_iter().zip(answers) {
        clock.set(said["at"].as_str().unwrap());
        let user = server.user(email, tier);
        let id = user.sub_in_path();
        let job = said["job"]["job_id"].as_str().unwrap();
        for (part, path) in [
            ("credits", format!("/api/credits/status/{id}")),
            ("history", format!("/api/credits/history/{id}")),
            ("job", format!("/api/jobs/{job}")),
            ("companies", "/api/saved-companies".to_owned()),
        ] {
            let now = lasting(get(&user, &path).await);
            assert_eq!(now, lasting(said[part].clone()), "{email}: {path}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
// ES-05
async fn es_05_what_a_release_left_behind_says_what_it_said() {
    let releases = releases();
    assert!(!releases.is_empty());
    for (version, left) in releases {
        eprintln!("{version}");
        let on_sqlite = answers(&left.join("answers.json"));
        let test = Engine::Sqlite.of_release(&left).await.unwrap();
        says(test, &on_sqlite).await;
        let on_postgres = answers(&left.join("postgres/answers.json"));
        if let Some(test) = Engine::Postgres.of_release(&left).await {
            says(test, &on_postgres).await;
        }
        for engine in [Engine::Sqlite, Engine::Postgres] {
            for (command, file) in [
                (&["events", "import"][..], "events.jsonl"),
                (&["restore"][..], "backup.jsonl"),
            ] {
                let Some(test) = engine.storage().await else {
                    continue;
                };
                let install = Install::new(&test);
                std::fs::copy(left.join("secret.key"), install.secret_key()).unwrap();
                let file = left.join(file);
                install.succeed(&[command, &[file.to_str().unwrap()]].concat());
                says(test, &on_sqlite).await;
            }
        }
    }
}
