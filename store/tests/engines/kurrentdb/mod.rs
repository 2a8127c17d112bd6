//! ES-04: what goes wrong between the log and a KurrentDB server, against the double.

mod client;
mod groups;
mod moving;
mod others;
mod put_back;

use std::time::Duration;

use domain::credit_account::CreditAccount;
use store::StoreError;
use store::log::double::{Double, Fault};
use store::log::{
    AppendError, Appended, Appender, CommandRecord, Commit, Cursor, EventLog, NewEvent,
    RecordedEvent, StreamAppend, StreamId,
};
use store::testing::{Engine, TestStorage};

/// Tries of a call.
const TRIES: usize = 6;

fn append(stream: &str, expected: u64, payloads: &[String]) -> StreamAppend {
    let event = |payload: &String| NewEvent {
        event_type: "Counted",
        event_version: "1.0.0",
        payload: payload.clone(),
        metadata: r#"{"command_id":"c","actor":"system"}"#.to_owned(),
    };
    StreamAppend {
        stream: StreamId {
            aggregate_type: "CreditAccount",
            aggregate_id: stream.to_owned(),
        },
        expected,
        continues: None,
        events: payloads.iter().map(event).collect(),
        head: None,
    }
}

fn counted(stream: &str, expected: u64, events: usize) -> StreamAppend {
    let payloads: Vec<_> = (0..events).map(|n| format!("{{\"n\":{n}}}")).collect();
    append(stream, expected, &payloads)
}

fn commit(appends: Vec<StreamAppend>, key: &str) -> Commit {
    Commit {
        appends,
        command: Some(CommandRecord {
            key: key.to_owned(),
            body_hash: "h".to_owned(),
            answer: key.to_owned(),
        }),
        guard: None,
    }
}

fn stream(id: &str) -> String {
    format!("demandatlas.CreditAccount-{id}")
}

async fn beside_sqlite(double: Double, parameters: &str) -> TestStorage {
    let url = format!("{}{parameters}", double.url());
    let beside = Engine::Sqlite.storage().await.unwrap();
    beside.with_events_at(&url, Some(double)).await
}

struct Scene {
    test: TestStorage,
    log: EventLog,
    appender: Appender,
}

impl Scene {
    async fn over(double: Double, parameters: &str) -> Self {
        Self::of(beside_sqlite(double, parameters).await)
    }

    fn of(test: TestStorage) -> Self {
        let log = EventLog::new(&test.storage);
        let appender = Appender::start(log.clone());
        Self {
            test,
            log,
            appender,
        }
    }

    async fn new() -> Self {
        Self::over(Double::start().await, "").await
    }

    fn double(&self) -> &Double {
        self.test.double.as_ref().unwrap()
    }

    async fn all(&self) -> Vec<(String, u64)> {
        let events = self.log.read_all_after(Cursor::START, 1000).await.unwrap();
        let place = |event: RecordedEvent| (event.aggregate_id, event.sequence);
        events.into_iter().map(place).collect()
    }

    async fn append(&self, appends: Vec<StreamAppend>, key: &str) -> Result<Appended, AppendError> {
        self.appender.append(commit(appends, key)).await
    }
}

fn words(failed: Result<Appended, AppendError>) -> String {
    match failed {
        Err(AppendError::Store(error)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

async fn refused(url: &str) -> String {
    let beside = Engine::Sqlite.storage().await.unwrap();
    match url.parse() {
        Ok(url) => {
            let storage = beside.storage.with_events_in(Some(url));
            EventLog::new(&storage)
                .reach()
                .await
                .unwrap_err()
                .to_string()
        }
        Err(error) => StoreError::to_string(&error),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_an_answer_that_is_lost_or_late_has_its_effect_once() {
    let faults = [
        Fault::AnswerLost,
        Fault::Lost,
        Fault::Late(Duration::from_secs(4)),
    ];
    for fault in faults {
        let scene = Scene::over(
            Double::start().await,
            "&defaultDeadline=1500&discoveryInterval=10",
        )
        .await;
        scene.double().fail([fault]);
        let stored = scene.append(vec![counted("a", 0, 2)], "k").await;
        assert!(
            matches!(stored, Ok(Appended::Stored { .. })),
            "{fault:?}: {stored:?}"
        );
        assert_eq!(scene.double().calls().appends, 2, "{fault:?}");
        assert_eq!(scene.all().await, [("a".into(), 1), ("a".into(), 2)]);
        scene.append(vec![counted("a", 2, 1)], "k2").await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_server_that_says_nothing_is_told_in_words_and_the_command_may_be_repeated() {
    let scene = Scene::over(
        Double::start().await,
        "&defaultDeadline=1500&discoveryInterval=10",
    )
    .await;
    scene.double().be_silent(true);
    let said = words(scene.append(vec![counted("a", 0, 1)], "k").await);
    assert!(said.contains("did not answer within 1.5s"), "{said}");
    scene.double().be_silent(false);
    let again = scene.append(vec![counted("a", 0, 1)], "k").await.unwrap();
    assert!(matches!(again, Appended::Repeated(record) if record.answer == "k"));
    assert_eq!(scene.all().await, [("a".into(), 1)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_what_is_half_appended_is_brought_to_its_end_by_whoever_comes() {
    let ways = ["read", "append", "settle", "start"];
    futures::future::join_all(ways.map(half_appended_is_brought_to_its_end_by)).await;
}

async fn half_appended_is_brought_to_its_end_by(way: &str) {
    let scene = Scene::new().await;
    // The first stream is appended to, the second never hears of it: so dies a process between them.
    let lost = std::iter::repeat_n(Fault::Lost, TRIES);
    scene
        .double()
        .fail(std::iter::once(Fault::None).chain(lost));
    let both = || vec![counted("coupon", 0, 1), counted("account", 0, 1)];
    words(scene.append(both(), "k").await);
    assert_eq!(scene.all().await, [("coupon".into(), 1)], "{way}");

    match way {
        "read" => {
            let read = scene.log.read_stream::<CreditAccount>("account", 0).await;
            assert_eq!(read.unwrap().len(), 1);
        }
        "append" => {
            let late = scene
                .append(vec![append("account", 0, &["7".to_owned()])], "other")
                .await;
            assert!(matches!(late, Err(AppendError::Conflict)), "{late:?}");
        }
        "settle" => assert_eq!(scene.log.settle(Duration::ZERO).await.unwrap(), 1),
        _ => EventLog::new(&scene.test.reopen().await)
            .reach()
            .await
            .unwrap(),
    }
    let whole = [("coupon".into(), 1), ("account".into(), 1)];
    assert_eq!(scene.all().await, whole, "{way}");
    assert_eq!(scene.log.settle(Duration::ZERO).await.unwrap(), 0);
    let again = scene.append(both(), "k").await.unwrap();
    assert!(matches!(again, Appended::Repeated(_)), "{way}");
    assert_eq!(scene.all().await, whole, "{way}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_another_leader_is_followed() {
    let scene = Scene::over(Double::cluster().await, "&discoveryInterval=20").await;
    scene.append(vec![counted("a", 0, 1)], "k1").await.unwrap();
    scene.double().fail([Fault::LeaderChanges]);
    scene.append(vec![counted("a", 1, 1)], "k2").await.unwrap();
    scene.append(vec![counted("a", 2, 1)], "k3").await.unwrap();
    assert_eq!(scene.all().await.len(), 3);
    // What the former leader has stored is not stored again, and whoever reads follows too.
    scene.double().fail([Fault::StoredByFormerLeader]);
    scene.append(vec![counted("a", 3, 1)], "k4").await.unwrap();
    scene.double().change_leader();
    assert_eq!(scene.all().await.len(), 4);
    scene.double().change_leader();
    let stream = scene.log.read_stream::<CreditAccount>("a", 0).await;
    assert_eq!(stream.unwrap().len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_who_is_not_let_in_or_finds_nobody_hears_why() {
    let double = Double::start().await;
    double.let_in_only("atlas:right");
    let said = refused(&double.url_of("atlas:wrong")).await;
    assert!(said.contains("are name and password right"), "{said}");
    assert!(!said.contains("wrong"), "a password is never shown: {said}");
    let beside = Engine::Sqlite.storage().await.unwrap();
    beside
        .with_events_at(&double.url_of("atlas:right"), None)
        .await;

    let said =
        refused("esdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1&discoveryInterval=10").await;
    assert!(said.contains("127.0.0.1:1 cannot be reached"), "{said}");
    assert!(said.contains("DEMANDATLAS_EVENTSTORE_URL"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_stream_that_somebody_deleted_or_truncated_is_told_and_not_begun_anew() {
    let scene = Scene::new().await;
    for id in ["deleted", "for-ever", "truncated"] {
        scene.append(vec![counted(id, 0, 3)], id).await.unwrap();
    }
    scene.double().delete(&stream("deleted"));
    scene.double().tombstone(&stream("for-ever"));
    scene.double().truncate(&stream("truncated"), 2);

    let said = words(scene.append(vec![counted("deleted", 0, 1)], "k1").await);
    assert!(
        said.contains("was deleted or truncated in KurrentDB"),
        "{said}"
    );
    for id in ["deleted", "for-ever", "truncated"] {
        let read = scene.log.read_stream::<CreditAccount>(id, 0).await;
        let said = read.unwrap_err().to_string();
        assert!(
            said.contains("was deleted or truncated in KurrentDB"),
            "{id}: {said}"
        );
    }
    let last = scene.log.read_last_of("CreditAccount", "deleted", 3).await;
    assert!(last.is_err(), "{last:?}");
    // Others are not held up by it.
    scene
        .append(vec![counted("other", 0, 1)], "k2")
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_many_events_that_are_large_together_go_in_several_calls() {
    let scene = Scene::new().await;
    let many = vec![format!("\"{}\"", "x".repeat(300_000)); 7];
    scene
        .append(vec![append("b", 0, &many)], "k")
        .await
        .unwrap();
    assert_eq!(scene.all().await.len(), 7);
    assert_eq!(scene.double().calls().appends, 7);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_read_that_breaks_off_goes_on_where_it_was() {
    let scene = Scene::new().await;
    scene.append(vec![counted("a", 0, 50)], "k").await.unwrap();
    scene.double().break_reads_after(&[0, 7, 3]);
    let mut at = Cursor::START;
    let mut seen = Vec::new();
    loop {
        let events = scene.log.read_all_after(at, 20).await.unwrap();
        at = events.last().map_or(at, |event| event.cursor);
        seen.extend(events.iter().map(|event| event.sequence));
        if events.len() < 20 {
            break;
        }
    }
    assert_eq!(seen, (1..=50).collect::<Vec<_>>());
    assert_eq!(scene.log.head().await.unwrap(), at);
    assert_eq!(scene.log.count_after(Cursor::START, 30).await.unwrap(), 30);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_what_others_keep_on_the_server_is_not_read_and_what_they_write_into_a_stream_is_found()
 {
    let scene = Scene::new().await;
    scene.double().write("Order-1");
    scene.append(vec![counted("a", 0, 1)], "k").await.unwrap();
    scene.double().write("Order-2");
    assert_eq!(scene.all().await, [("a".into(), 1)]);
    assert_eq!(
        scene.double().streams(),
        ["Order-1", &stream("a"), "Order-2"]
    );

    scene.double().write(&stream("b"));
    let stale = scene
        .append(vec![counted("a", 1, 1), counted("b", 0, 1)], "k2")
        .await;
    assert!(matches!(stale, Err(AppendError::Conflict)), "{stale:?}");
    let read = scene.log.read_stream::<CreditAccount>("b", 0).await;
    let said = read.unwrap_err().to_string();
    assert!(said.contains("not of this product"), "{said}");
}
