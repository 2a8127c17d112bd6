//! The contract of the event log, on every backend.

use std::sync::Arc;
use std::time::Duration;

use domain::credit_account::CreditAccount;
use store::db::{Db, Storage};
use store::leases::{Lease, Leases};
use store::log::{
    AppendError, Appended, Appender, CommandRecord, Commit, Cursor, EventLog, NewEvent,
    RecordedEvent, StreamAppend, StreamId,
};
use store::testing::eventually;
use store::{on_both_engines, on_every_log};

fn event(n: usize) -> NewEvent {
    NewEvent {
        event_type: "Counted",
        event_version: "1.0.0",
        payload: format!(r#"{{"n":{n}}}"#),
        metadata: r#"{"actor":"system"}"#.to_owned(),
    }
}

fn append(stream: &str, expected: u64, events: usize) -> StreamAppend {
    StreamAppend {
        stream: StreamId {
            aggregate_type: "CreditAccount",
            aggregate_id: stream.to_owned(),
        },
        expected,
        continues: None,
        events: (0..events).map(event).collect(),
        head: None,
    }
}

fn commit(stream: &str, expected: u64, events: usize) -> Commit {
    Commit {
        appends: vec![append(stream, expected, events)],
        command: None,
        guard: None,
    }
}

fn record(key: &str, answer: &str) -> CommandRecord {
    CommandRecord {
        key: key.to_owned(),
        body_hash: "h".to_owned(),
        answer: answer.to_owned(),
    }
}

async fn all(log: &EventLog) -> Vec<RecordedEvent> {
    log.read_all_after(Cursor::START, usize::MAX >> 1)
        .await
        .unwrap()
}

fn names(events: &[RecordedEvent]) -> Vec<(String, u64)> {
    events
        .iter()
        .map(|event| (event.aggregate_id.clone(), event.sequence))
        .collect()
}

/// Has somebody asked for the append lock, and not got it?
async fn waits_for_the_lock(storage: &Storage) -> bool {
    match &storage.log {
        // The one connection that writes is out: its holder is at the file's lock.
        Db::Sqlite { writer, .. } => writer.size() == 1 && writer.num_idle() == 0,
        Db::Postgres(server) => {
            let waiting = "SELECT EXISTS (SELECT 1 FROM pg_locks \
                 JOIN pg_database ON pg_database.oid = pg_locks.database \
                 WHERE locktype = 'advisory' AND NOT granted AND datname = current_database())";
            sqlx::query_scalar(waiting)
                .fetch_one(&server.pool)
                .await
                .unwrap()
        }
    }
}

on_every_log! {
    /// JOB-13: what is appended under a lease is appended while it is held, whatever else is in the group.
    async fn job_13_a_guarded_commit_is_stored_only_while_its_lease_is_held(storage) {
        let storage = &storage.storage;
        let leases = Leases::new(storage.log.clone());
        let appender = Appender::start(EventLog::new(storage));
        let ttl = Duration::from_secs(60);
        let lease = leases.acquire("work", "a", ttl).await.unwrap().unwrap();
        let guarded = |stream: &str, lease: &Lease| Commit {
            guard: Some(lease.clone()),
            ..commit(stream, 0, 1)
        };
        assert!(appender.append(guarded("held", &lease)).await.is_ok());
        leases.release("work", "a").await.unwrap();
        let next = leases.acquire("work", "b", ttl).await.unwrap().unwrap();
        let (late, other, own) = tokio::join!(
            appender.append(guarded("late", &lease)),
            appender.append(commit("other", 0, 1)),
            appender.append(guarded("own", &next)),
        );
        assert!(matches!(late, Err(AppendError::Overtaken)), "{late:?}");
        assert!(other.is_ok() && own.is_ok(), "{other:?} {own:?}");
        // It was not appended, and nothing is in the way of whoever may.
        assert!(appender.append(guarded("late", &next)).await.is_ok());
    }

    async fn what_was_appended_is_read_in_order_and_as_it_was(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Appender::start(log.clone());
        let Appended::Stored { cursor: first } = appender.append(commit("a", 0, 2)).await.unwrap() else { panic!() };
        let Appended::Stored { cursor: second } = appender.append(commit("b", 0, 1)).await.unwrap() else { panic!() };
        assert!(second > first);
        assert_eq!(log.head().await.unwrap(), second);

        let events = all(&log).await;
        assert_eq!(names(&events), [("a".into(), 1), ("a".into(), 2), ("b".into(), 1)]);
        assert_eq!(events[1].cursor, first);
        assert_eq!(events[2].cursor, second);
        assert_eq!(events[0].payload, r#"{"n":0}"#);
        assert_eq!(events[0].metadata, r#"{"actor":"system"}"#);
        assert!(events[0].recorded_at > 1_700_000_000_000_000);
        assert_eq!(log.read_all_after(first, 10).await.unwrap().len(), 1);
        assert_eq!(log.read_stream::<CreditAccount>("a", 1).await.unwrap().len(), 1);
    }

    async fn a_stream_that_has_moved_on_is_a_conflict_and_stores_nothing(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Appender::start(log.clone());
        appender.append(commit("a", 0, 1)).await.unwrap();
        for expected in [0, 2, 7] {
            let refused = appender.append(commit("a", expected, 1)).await;
            assert!(matches!(refused, Err(AppendError::Conflict)), "{refused:?}");
        }
        assert_eq!(all(&log).await.len(), 1);
    }

    /// CRED-11: the log may have gone back, and grown again to the same length.
    async fn cred_11_an_append_that_continues_another_event_is_a_conflict_and_stores_nothing(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Appender::start(log.clone());
        let next = |at: u64, continues: Option<&str>, metadata: &str| {
            let mut next = commit("a", at, 1);
            next.appends[0].continues = continues.map(str::to_owned);
            next.appends[0].events[0].metadata = metadata.to_owned();
            next
        };
        let made = r#"{"command_id":"it's \"one\"","actor":"system"}"#;
        let sealed = r#"{"command_id":"two","actor":"system","seal":"s"}"#;
        let bare = r#"{"actor":"system"}"#;
        // Streams without seals are told apart by their commands, events with neither by nothing.
        let stamps = [(made, Some("it's \"one\"")), (sealed, Some("s")), (bare, None)];
        appender.append(next(0, None, made)).await.unwrap();
        for (at, (metadata, stamp)) in (1..).zip(stamps) {
            for other in ["two", "actor", ""] {
                let refused = appender.append(next(at, Some(other), metadata)).await;
                assert!(matches!(refused, Err(AppendError::Conflict)), "{other} after {metadata}: {refused:?}");
            }
            let (following, _) = stamps.get(at as usize).copied().unwrap_or((bare, None));
            appender.append(next(at, stamp, following)).await.unwrap();
        }
        // Where no event is, none can be continued.
        let mut nothing = commit("b", 0, 1);
        nothing.appends[0].continues = Some("s".to_owned());
        assert!(matches!(appender.append(nothing).await, Err(AppendError::Conflict)));
        assert_eq!(all(&log).await.len(), 4);
    }

    async fn a_commit_to_several_streams_is_all_in_or_all_out(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Appender::start(log.clone());
        appender.append(commit("b", 0, 1)).await.unwrap();
        let both = |expected_b| Commit {
            appends: vec![append("a", 0, 3), append("b", expected_b, 2)],
            command: Some(record("both", "done")),
            guard: None,
        };
        assert!(matches!(appender.append(both(0)).await, Err(AppendError::Conflict)));
        assert_eq!(all(&log).await.len(), 1);
        assert_eq!(log.find_command("both").await.unwrap(), None);
        appender.append(both(1)).await.unwrap();
        assert_eq!(all(&log).await.len(), 6);
    }

    async fn sixty_four_writers_lose_nothing_and_leave_no_gap(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Appender::start(log.clone());
        let writers: Vec<_> = (0..64_usize).map(|writer| {
            let (log, appender) = (log.clone(), appender.clone());
            tokio::spawn(async move {
                let mut acknowledged = 0_u64;
                for round in 0..20 {
                    // Half of the writers share one stream and run into each other.
                    let stream = if writer % 2 == 0 { "shared".to_owned() } else { format!("own-{writer}") };
                    let at = log.read_stream::<CreditAccount>(&stream, 0).await.unwrap().len() as u64;
                    match appender.append(commit(&stream, at, 1 + round % 3)).await {
                        Ok(_) => acknowledged += 1 + round as u64 % 3,
                        Err(AppendError::Conflict) => assert_eq!(stream, "shared"),
                        Err(error) => panic!("{error}"),
                    }
                }
                acknowledged
            })
        }).collect();
        let mut acknowledged = 0;
        for writer in writers {
            acknowledged += writer.await.unwrap();
        }
        let events = all(&log).await;
        assert_eq!(events.len() as u64, acknowledged);
        let mut next = std::collections::HashMap::new();
        for event in &events {
            let sequence = next.entry(&event.aggregate_id).or_insert(0);
            *sequence += 1;
            assert_eq!(event.sequence, *sequence, "{}", event.aggregate_id);
        }
        assert!(events.is_sorted_by(|a, b| a.cursor < b.cursor));
    }

    async fn a_repeated_command_finds_its_first_answer(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Appender::start(log.clone());
        let with_key = |expected, answer: &str| Commit {
            command: Some(record("key-1", answer)),
            guard: None,
            ..commit("a", expected, 1)
        };
        assert!(matches!(appender.append(with_key(0, "first")).await, Ok(Appended::Stored { .. })));
        for expected in [0, 1] {
            let repeated = appender.append(with_key(expected, "second")).await.unwrap();
            assert_eq!(repeated, Appended::Repeated(record("key-1", "first")));
        }
        assert_eq!(all(&log).await.len(), 1);

        // Sixteen at the same moment: one is carried out, all hear the same.
        let racers: Vec<_> = (0..16).map(|n| {
            let appender = appender.clone();
            let commit = Commit { command: Some(record("key-2", &n.to_string())), ..commit("race", 0, 1) };
            tokio::spawn(async move { appender.append(commit).await.unwrap() })
        }).collect();
        let mut stored = 0;
        let mut answers = std::collections::HashSet::new();
        for racer in racers {
            match racer.await.unwrap() {
                Appended::Stored { .. } => stored += 1,
                Appended::Repeated(first) => { answers.insert(first.answer); }
            }
        }
        assert_eq!((stored, answers.len()), (1, 1));
    }

    async fn a_command_without_events_is_recorded_too(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Appender::start(log.clone());
        let nothing = || Commit { appends: vec![], command: Some(record("k", "nothing to do")), guard: None };
        assert!(matches!(appender.append(nothing()).await, Ok(Appended::Stored { .. })));
        assert!(matches!(appender.append(nothing()).await, Ok(Appended::Repeated(_))));
        assert_eq!(log.head().await.unwrap(), Cursor::START);
    }

    async fn what_a_closed_process_stored_is_there_for_the_next(storage) {
        let log = EventLog::new(&storage.storage);
        Appender::start(log.clone()).append(commit("a", 0, 2)).await.unwrap();
        let before = all(&log).await;
        storage.storage.close().await;

        let log = EventLog::new(&storage.reopen().await);
        assert_eq!(all(&log).await, before);
        let appender = Appender::start(log.clone());
        assert!(matches!(appender.append(commit("a", 0, 1)).await, Err(AppendError::Conflict)));
        appender.append(commit("a", 2, 1)).await.unwrap();
        assert!(all(&log).await.is_sorted_by(|a, b| a.cursor < b.cursor));
    }

    async fn two_processes_append_to_one_order(storage) {
        let other = storage.reopen().await;
        let logs = [EventLog::new(&storage.storage), EventLog::new(&other)];
        let tasks: Vec<_> = logs.iter().enumerate().map(|(process, log)| {
            let appender = Appender::start(log.clone());
            tokio::spawn(async move {
                for n in 0..30 {
                    appender.append(commit(&format!("{process}-{n}"), 0, 2)).await.unwrap();
                }
            })
        }).collect();
        // A reader that follows while they write never finds an event behind its cursor.
        let reader = logs[0].clone();
        let mut seen = Vec::new();
        let mut cursor = Cursor::START;
        while seen.len() < 120 {
            let batch = reader.read_all_after(cursor, 7).await.unwrap();
            cursor = batch.last().map_or(cursor, |event| event.cursor);
            seen.extend(batch);
            tokio::task::yield_now().await;
        }
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(seen, all(&logs[1]).await);
    }

    async fn appends_wake_the_readers_of_their_process(storage) {
        let log = EventLog::new(&storage.storage);
        let appender = Arc::new(Appender::start(log.clone()));
        let mut wake = log.subscribe();
        let Appended::Stored { cursor } = appender.append(commit("a", 0, 1)).await.unwrap() else { panic!() };
        tokio::time::timeout(Duration::from_secs(5), wake.wait_for(|at| *at >= cursor)).await.unwrap().unwrap();
    }
}

mod in_sql {
    use super::*;

    on_both_engines! {
        async fn an_append_that_commits_late_is_never_slipped_behind(storage) {
            let log = EventLog::new(&storage.storage);
            let appender = Appender::start(log.clone());
            // Another process has drawn its position and is slow to commit.
            let other = storage.reopen().await;
            let mut slow = other.log.begin().await.unwrap();
            EventLog::lock_appends(&mut slow).await.unwrap();
            slow.run_script(
                "INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, \
                 payload, metadata, recorded_at) \
                 VALUES ('CreditAccount', 'slow', 1, 'Counted', '1.0.0', '{}', '{}', 1)",
            ).await.unwrap();
            let fast = tokio::spawn({
                let appender = appender.clone();
                async move { appender.append(commit("fast", 0, 1)).await }
            });
            eventually("the other append waits for the lock", async || {
                fast.is_finished() || waits_for_the_lock(&storage.storage).await
            }).await;
            assert!(!fast.is_finished());
            assert!(all(&log).await.is_empty());
            slow.commit().await.unwrap();
            fast.await.unwrap().unwrap();
            assert_eq!(names(&all(&log).await), [("slow".into(), 1), ("fast".into(), 1)]);
        }

        async fn a_rolled_back_position_stalls_nothing(storage) {
            let log = EventLog::new(&storage.storage);
            let appender = Appender::start(log.clone());
            let mut undone = storage.storage.log.begin().await.unwrap();
            undone.run_script(
                "INSERT INTO events (aggregate_type, aggregate_id, sequence, event_type, event_version, \
                 payload, metadata, recorded_at) \
                 VALUES ('CreditAccount', 'undone', 1, 'Counted', '1.0.0', '{}', '{}', 1)",
            ).await.unwrap();
            drop(undone);
            appender.append(commit("a", 0, 1)).await.unwrap();
            assert_eq!(names(&all(&log).await), [("a".into(), 1)]);
        }
    }
}
