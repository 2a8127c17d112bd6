//! Exports from and imports into a KurrentDB.

use std::collections::HashSet;

use store::installation;
use store::seals::{SealKey, SealKeys};
use store::transfer::{self, Along, TransferError};

use super::*;

fn key() -> SealKey {
    SealKey::new(b"the key of these tests")
}

async fn export(log: &EventLog) -> Result<Vec<u8>, TransferError> {
    let mut file = Vec::new();
    transfer::export(
        log,
        &SealKeys::new(key(), []),
        Along::Commands,
        &mut file,
        &|_| {},
    )
    .await?;
    Ok(file)
}

async fn import(scene: &Scene, file: &[u8]) -> Result<(), TransferError> {
    let checked = transfer::check(file, &SealKeys::new(key(), [])).unwrap();
    let storage = &scene.test.storage;
    transfer::import(storage, &scene.log, file, &checked, "print", &|_| {}).await
}

/// The aggregate ids of a file's events, and the keys of its commands.
fn held(file: &[u8]) -> (Vec<String>, HashSet<String>) {
    let (mut ids, mut keys) = (Vec::new(), HashSet::new());
    for line in std::str::from_utf8(file).unwrap().lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(id) = line["aggregate_id"].as_str() {
            ids.push(id.to_owned());
        }
        if let Some(key) = line["command"]["key"].as_str() {
            keys.insert(key.to_owned());
        }
    }
    (ids, keys)
}

/// A coupon that is redeemed for an account.
fn redemption(number: usize) -> Vec<StreamAppend> {
    vec![
        part(&format!("coupon-{number}")),
        part(&format!("account-{number}")),
    ]
}

/// An event that an import takes.
fn part(id: &str) -> StreamAppend {
    let event = NewEvent {
        event_type: "PersonalDataErased",
        event_version: "1.0.0",
        payload: "{}".to_owned(),
        metadata: r#"{"command_id":"c","correlation_id":"c","actor":"system","at":"2026-01-01T00:00:00Z"}"#
            .to_owned(),
    };
    StreamAppend {
        stream: StreamId {
            aggregate_type: "CompanyList",
            aggregate_id: id.to_owned(),
        },
        expected: 0,
        continues: None,
        events: vec![event],
        head: None,
    }
}

fn list(id: &str) -> String {
    format!("demandatlas.CompanyList-{id}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_an_export_beside_a_server_holds_whole_commits_with_their_commands() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        if let Some(beside) = engine.storage().await {
            export_beside_servers(beside).await;
        }
    }
}

async fn export_beside_servers(beside: TestStorage) {
    let double = Double::start().await;
    let url = double.url();
    let scene = Scene::of(beside.with_events_at(&url, Some(double)).await);
    // A process has died in the middle.
    let lost = std::iter::repeat_n(Fault::Lost, TRIES);
    scene.double().fail_on(&list("account-0"), lost);
    words(scene.append(redemption(0), "key-0").await);
    let (ids, keys) = held(&export(&scene.log).await.unwrap());
    assert_eq!(ids, ["coupon-0", "account-0"]);
    assert_eq!(keys, HashSet::from(["key-0".to_owned()]));

    // And three are at work.
    let work = (1..=3).map(|process| {
        let appender = Appender::start(scene.log.clone());
        tokio::spawn(async move {
            for number in (process..).step_by(3) {
                let next = commit(redemption(number), &format!("key-{number}"));
                appender.append(next).await.unwrap();
            }
        })
    });
    let work: Vec<_> = work.collect();
    for _ in 0..10 {
        let (ids, keys) = held(&export(&scene.log).await.unwrap());
        let all: HashSet<_> = ids.iter().cloned().collect();
        for key in &keys {
            let whole = ["coupon", "account"].map(|what| key.replace("key", what));
            assert!(whole.iter().all(|id| all.contains(id)), "{key}: {ids:?}");
        }
        assert_eq!(ids.len(), 2 * keys.len(), "{ids:?} {keys:?}");
    }
    for process in work {
        process.abort();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_an_export_waits_for_nobody_who_cannot_go_on() {
    let scene = Scene::new().await;
    let lost = std::iter::repeat_n(Fault::Lost, TRIES);
    scene.double().fail_on(&list("account-0"), lost);
    words(scene.append(redemption(0), "key-0").await);
    scene.double().write(&list("account-0"));
    let said = export(&scene.log).await.unwrap_err().to_string();
    assert!(said.contains("another program"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_an_interrupted_import_keeps_everybody_out_until_it_is_gone_on_with() {
    let from = Scene::new().await;
    for number in 0..3 {
        let key = format!("key-{number}");
        from.append(redemption(number), &key).await.unwrap();
    }
    let file = export(&from.log).await.unwrap();
    from.append(redemption(3), "key-3").await.unwrap();
    let another = export(&from.log).await.unwrap();

    let to = Scene::new().await;
    let lost = std::iter::repeat_n(Fault::Lost, TRIES);
    to.double().fail_on(&list("account-1"), lost);
    import(&to, &file).await.unwrap_err();
    assert_eq!(to.all().await.len(), 3);

    let said = words(to.append(vec![part("new")], "new").await);
    assert!(said.contains("import the same file again"), "{said}");
    let claimed = installation::claim(&to.test.storage.log, "print").await;
    let said = claimed.unwrap_err().to_string();
    assert!(said.contains("import the same file again"), "{said}");
    let refused = import(&to, &another).await;
    assert!(
        matches!(refused, Err(TransferError::NotEmpty)),
        "{refused:?}"
    );

    import(&to, &file).await.unwrap();
    assert_eq!(to.all().await, from.all().await[..6]);
    to.append(vec![part("new")], "new").await.unwrap();
    installation::claim(&to.test.storage.log, "print")
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_an_import_takes_no_log_for_empty_on_which_something_is_begun() {
    let from = Scene::new().await;
    from.append(redemption(0), "key-0").await.unwrap();
    let file = export(&from.log).await.unwrap();

    let to = Scene::new().await;
    let lost = std::iter::repeat_n(Fault::Lost, TRIES);
    to.double().fail(lost);
    words(to.append(vec![part("new")], "new").await);
    assert!(to.all().await.is_empty());
    let refused = import(&to, &file).await;
    assert!(
        matches!(refused, Err(TransferError::NotEmpty)),
        "{refused:?}"
    );
    assert_eq!(to.all().await, [("new".to_owned(), 1)]);
}
