//! A server that is put back to an earlier moment beside a database that goes on.

use std::time::Duration;

use store::answers::{Answer, Answers};
use store::leases::{Lease, Leases};
use store::seals::SealKey;
use store::subscriptions::Checkpoints;
use store::testing::{eventually, knows_its_end};
use store::with_reader;

use super::*;
use crate::aggregates::{aggregates, hold_credits, key, now};

const REACTOR: &str = "reactor.of_a_test";
const VIEW: &str = "view_of_a_test_v1";

/// A process, and what it remembers beside the log.
struct Beside {
    scene: Scene,
    lease: Lease,
}

/// One event of a command that is repeatable.
fn command(key: &str) -> Commit {
    let mut command = commit(vec![counted(key, 0, 1)], key);
    command.appends[0].events[0].metadata = format!(r#"{{"command_id":"{key}"}}"#);
    command
}

async fn answered(storage: &store::db::Storage, key: &str) -> bool {
    let answers = Answers::new(storage.log.clone());
    answers.find(key).await.unwrap().is_some()
}

impl Beside {
    /// `kept` was carried out; so was `lost`, which the server is then put back to before.
    async fn put_back(engine: Engine) -> Option<Self> {
        let test = engine.storage().await?.with_kurrentdb().await;
        if test.double.is_none() {
            testkit::skipped("a real KurrentDB is not put back");
            return None;
        }
        let log = EventLog::new(&test.storage).with_seals(key());
        let appender = Appender::start(log.clone());
        let scene = Scene {
            test,
            log,
            appender,
        };
        let storage = &scene.test.storage;
        let leases = Leases::new(storage.log.clone());
        let lease = leases.acquire("work", "worker", Duration::from_secs(3600));
        let lease = lease.await.unwrap().unwrap();
        for name in ["kept", "lost"] {
            scene.appender.append(command(name)).await.unwrap();
            let answer = Answer {
                body_hash: "h".into(),
                status: 200,
                body: "{}".into(),
                had_effect: true,
            };
            let answers = Answers::new(storage.log.clone());
            assert!(answers.keep(name, &answer).await.unwrap());
        }
        let user = "INSERT INTO account_agenda (user_id, look_at) VALUES ('gone', 1)";
        storage.log.run_script(user).await.unwrap();
        let head = scene.log.head().await.unwrap();
        for (db, name) in [(&storage.log, REACTOR), (&storage.views, VIEW)] {
            let mut tx = db.begin().await.unwrap();
            Checkpoints::reset(&mut tx, name, head).await.unwrap();
            tx.commit().await.unwrap();
        }
        knows_its_end(&scene.log).await;
        scene.double().go_back(1);
        Some(Self { scene, lease })
    }

    async fn is_as_the_log_says(&self, log: &EventLog) {
        let storage = &self.scene.test.storage;
        assert!(log.find_command("kept").await.unwrap().is_some());
        assert!(log.find_command("lost").await.unwrap().is_none());
        assert!(!answered(storage, "lost").await);
        let due: i64 = with_reader!(&storage.log, pool =>
            sqlx::query_scalar("SELECT COUNT(*) FROM account_agenda").fetch_one(pool).await)
        .unwrap();
        assert_eq!(due, 0);
        let reactors = Checkpoints::new(storage.log.clone());
        assert_eq!(reactors.load(REACTOR).await.unwrap().cursor, Cursor::START);

        // A worker that knows what is gone adds nothing; a command is carried out again.
        let appender = Appender::start(log.clone());
        let mut late = command("late");
        late.guard = Some(self.lease.clone());
        let late = appender.append(late).await;
        assert!(matches!(late, Err(AppendError::Overtaken)), "{late:?}");
        let again = appender.append(command("lost")).await;
        assert!(matches!(again, Ok(Appended::Stored { .. })), "{again:?}");
        let again = appender.append(command("kept")).await;
        assert!(matches!(again, Ok(Appended::Repeated(_))), "{again:?}");
        // Where the view was, there is another event now: it is ahead all the same.
        let views = Checkpoints::new(storage.views.clone());
        let seen = views.load(VIEW).await.unwrap().cursor;
        assert!(seen > log.head().await.unwrap());
        assert_eq!(log.read_all_after(seen, 10).await.unwrap(), []);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_database_forgets_what_a_server_that_was_put_back_does_not_hold() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(beside) = Beside::put_back(engine).await else {
            continue;
        };
        let log = &beside.scene.log;
        log.verify().await.unwrap();
        assert_eq!(log.era(), 1);
        beside.is_as_the_log_says(log).await;
        // Whoever comes later finds nothing that is gone.
        log.verify().await.unwrap();
        assert_eq!(log.era(), 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_process_that_starts_finds_that_the_server_was_put_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(beside) = Beside::put_back(engine).await else {
            continue;
        };
        let storage = beside.scene.test.reopen().await;
        let log = EventLog::new(&storage).with_seals(key());
        log.reach().await.unwrap();
        beside.is_as_the_log_says(&log).await;
    }
}

/// Before anybody notices, another process appends where the lost event was.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_read_model_is_ahead_where_another_event_took_the_lost_ones_place() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(beside) = Beside::put_back(engine).await else {
            continue;
        };
        let test = &beside.scene.test;
        let other = EventLog::new(&test.storage);
        let views = Checkpoints::new(test.storage.views.clone());
        let before = views.load(VIEW).await.unwrap().cursor;
        let appender = Appender::start(other.clone());
        appender.append(command("other")).await.unwrap();
        assert_eq!(other.head().await.unwrap(), before);
        beside.scene.log.verify().await.unwrap();
        assert!(other.find_command("other").await.unwrap().is_some());
        beside.is_as_the_log_says(&beside.scene.log).await;
    }
}

/// Who asks at once waits for one look, and that waits for what is in flight.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_commit_in_flight_outlives_the_look_at_a_server_that_was_put_back() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(beside) = Beside::put_back(engine).await else {
            continue;
        };
        let double = beside.scene.double();
        double.fail([Fault::Late(Duration::from_millis(300))]);
        let appends = double.calls().appends;
        let other = EventLog::new(&beside.scene.test.storage);
        let appender = Appender::start(other.clone());
        let in_flight = tokio::spawn(async move { appender.append(command("in flight")).await });
        eventually("it is on its way", async || {
            double.calls().appends > appends
        })
        .await;
        let log = &beside.scene.log;
        let looks = futures::future::join_all((0..8).map(|_| log.verify())).await;
        assert!(looks.iter().all(Result::is_ok), "{looks:?}");
        assert!(other.find_command("in flight").await.unwrap().is_some());
        in_flight.await.unwrap().unwrap();
        assert_eq!(log.era(), 1);
        beside.is_as_the_log_says(log).await;
    }
}

/// What was done since the first one noticed stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_process_that_notices_later_begins_an_era_and_drops_nothing_once_more() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(beside) = Beside::put_back(engine).await else {
            continue;
        };
        let storage = &beside.scene.test.storage;
        let first = &beside.scene.log;
        first.verify().await.unwrap();
        let appender = Appender::start(first.clone());
        // One knows what is lost next, one does not.
        let idle = EventLog::new(storage).with_seals(key());
        knows_its_end(&idle).await;
        appender.append(command("lost again")).await.unwrap();
        let other = EventLog::new(storage).with_seals(key());
        for log in [first, &other] {
            knows_its_end(log).await;
        }
        beside.scene.double().go_back(1);
        first.verify().await.unwrap();
        assert_eq!((first.era(), other.era(), idle.era()), (2, 0, 0));

        let leases = Leases::new(storage.log.clone());
        let lease = leases.acquire("work", "another", Duration::from_secs(3600));
        let lease = lease.await.unwrap().unwrap();
        for log in [&other, &idle] {
            log.verify().await.unwrap();
            assert_eq!(log.era(), 1);
        }
        let mut next = command("next");
        next.guard = Some(lease);
        assert!(appender.append(next).await.is_ok());
    }
}

/// Heads lie in the database. ([`crate::going_back`] verifies accounts that went on.)
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cred_12_heads_are_made_anew_where_the_server_was_put_back_and_no_append_is_told() {
    use domain::credit_account::CreditCommand;
    use domain::tier::Tier;

    for engine in [Engine::Sqlite, Engine::Postgres] {
        let Some(beside) = Beside::put_back(engine).await else {
            continue;
        };
        let (store, _) = aggregates(&beside.scene.test.storage);
        let log = store.log();
        let carry_out = async |user: &str, command: CreditCommand| {
            let framework =
                cqrs_es::CqrsFramework::<CreditAccount, _>::new(store.clone(), vec![], ());
            framework.execute(user, command).await.unwrap();
        };
        let open = || CreditCommand::OpenAccount {
            tier: Tier::Basic,
            now: now(),
        };
        beside.scene.log.verify().await.unwrap();
        carry_out("ada", open()).await;
        carry_out("ada", hold_credits(1, 10)).await;
        carry_out("bob", open()).await;
        knows_its_end(log).await;
        let lost = log
            .read_last_of("CreditAccount", "bob", 100)
            .await
            .unwrap()
            .len()
            + 1;
        beside.scene.double().go_back(lost);
        let head = async |user: &str| log.stream_head("CreditAccount", user).await.unwrap();
        let before = head("ada").await.unwrap().events;
        log.verify().await.unwrap();
        assert_eq!(head("ada").await.unwrap().events, before - 1);
        assert_eq!(head("bob").await, None);
        for user in ["ada", "bob"] {
            if user == "bob" {
                carry_out(user, open()).await;
            }
            carry_out(user, hold_credits(2, 20)).await;
            verifies(log, &key(), user).await;
        }
        assert!(!log.problems().all().join(" ").contains("ledger"));
    }
}

async fn verifies(log: &EventLog, key: &SealKey, user: &str) {
    let head = log.stream_head("CreditAccount", user).await.unwrap();
    let mut chain = store::chain::ChainCheck::against(head.as_ref());
    let events = log.read_recorded("CreditAccount", user, 0, 100).await;
    for event in events.unwrap() {
        chain.next(key, key, &event).unwrap();
    }
    chain.end().unwrap();
}

/// Whoever answers after a silence, or leads next, may have lost events.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_a_silent_server_and_a_new_leader_are_reasons_to_look() {
    for silent in [true, false] {
        let beside = Engine::Sqlite.storage().await.unwrap();
        let double = Double::cluster().await;
        let url = format!("{}&defaultDeadline=500&discoveryInterval=20", double.url());
        let test = beside.with_events_at(&url, Some(double)).await;
        let double = test.double.as_ref().unwrap();
        let (store, _) = aggregates(&test.storage);
        let log = store.log();
        let appender = Appender::start(log.clone());
        appender.append(command("kept")).await.unwrap();
        appender.append(command("lost")).await.unwrap();
        knows_its_end(log).await;
        double.go_back(1);
        // What fails is a read: an append that fails is a reason on every engine.
        if silent {
            double.find_slowly(Duration::from_secs(60));
            assert!(log.head().await.is_err());
            double.find_slowly(Duration::ZERO);
        } else {
            double.change_leader();
            log.ping().await.unwrap();
        }
        store.load::<CreditAccount>("u1").await.unwrap();
        assert_eq!(log.era(), 1, "silent: {silent}");
    }
}
