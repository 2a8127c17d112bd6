//! Documents, leases and subscriptions, on every backend.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use domain::ids::{SessionKey, UserId};
use std::sync::Arc;
use store::answers::{Answer, Answers};
use store::documents::{Documents, ResultRow};
use store::erasures::Erasures;
use store::leases::Leases;
use store::log::{Appended, Appender, Cursor, EventLog, RecordedEvent};
use store::on_both_engines;
use store::subscriptions::{ReactError, Reactor, Subscriptions};
use store::testing::counted;
use tokio_util::sync::CancellationToken;

fn row(key: &str) -> ResultRow {
    ResultRow {
        place_key: key.to_owned(),
        document: format!(r#"{{"name":"{key}"}}"#),
    }
}

/// Notes what it was given; fails the first times where told to.
struct Noting {
    seen: Arc<Mutex<Vec<u64>>>,
    failures: AtomicU32,
}

#[async_trait]
impl Reactor for Noting {
    fn checkpoint(&self) -> &str {
        "reactor.noting"
    }

    fn concerns(&self, event: &RecordedEvent) -> bool {
        event.aggregate_type == "Counter"
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        let failing = self
            .failures
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            });
        if failing.is_ok() {
            return Err(ReactError::Event("not yet".into()));
        }
        self.seen.lock().unwrap().push(event.sequence);
        Ok(())
    }
}

async fn noting(
    storage: &store::db::Storage,
    log: &EventLog,
    failures: u32,
) -> (Arc<Mutex<Vec<u64>>>, Subscriptions, CancellationToken) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let stop = CancellationToken::new();
    let subscriptions = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
    let reactor = Noting {
        seen: Arc::clone(&seen),
        failures: AtomicU32::new(failures),
    };
    subscriptions.react(reactor).await.unwrap();
    (seen, subscriptions, stop)
}

on_both_engines! {
    async fn of_two_erasures_of_a_user_the_later_one_counts(storage) {
        let erasures = Erasures::new(storage.storage.log.clone());
        let user = UserId::new("ada").unwrap();
        let (first, second) = tokio::join!(erasures.begin(&user), erasures.begin(&user));
        let mut both = [first.unwrap(), second.unwrap()];
        both.sort_by_key(|begun| !begun.is_only);
        assert!(both[0].is_only && !both[1].is_only);
        let [earlier, later] = both.map(|begun| begun.erasure);
        // Whoever finds nothing to erase any more does not end the other's.
        erasures.complete(&earlier).await.unwrap();
        erasures.forgotten(&earlier).await.unwrap();
        assert_eq!(erasures.unfinished().await.unwrap(), std::slice::from_ref(&later));
        assert!(!erasures.is_owed(&earlier).await.unwrap());
        assert!(erasures.is_owed(&later).await.unwrap());
        erasures.forgotten(&later).await.unwrap();
        assert!(!erasures.is_owed(&later).await.unwrap());
        erasures.complete(&later).await.unwrap();
        assert_eq!(erasures.unfinished().await.unwrap(), []);
    }

    async fn an_answer_gives_way_only_to_one_whose_call_had_an_effect(storage) {
        let answers = Answers::new(storage.storage.log.clone());
        let answer = |status: u16, body_hash: &str| Answer {
            body_hash: body_hash.to_owned(),
            status,
            body: status.to_string(),
            had_effect: status < 400,
        };
        for (status, body_hash, is_kept) in [
            (402, "one", true), (403, "one", false), (202, "two", true), (402, "one", false), (200, "one", false),
        ] {
            let kept = answers.keep("k", &answer(status, body_hash)).await.unwrap();
            assert_eq!(kept, is_kept, "{status}");
        }
        assert_eq!(answers.find("k").await.unwrap(), Some(answer(202, "two")));
    }

    async fn rows_are_visible_as_far_as_they_count_and_written_over_beyond(storage) {
        let documents = Documents::new(storage.storage.log.clone());
        let session: SessionKey = "7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c".parse().unwrap();
        let slice: Vec<_> = (0..1200).map(|n| row(&format!("p{n}"))).collect();
        assert!(documents.put(session, 0, &slice, None).await.unwrap());
        let rows = [row("again"), row("more"), row("last")];
        assert!(documents.put(session, 1198, &rows, None).await.unwrap());

        assert_eq!(documents.read(session, 0, 5000, 1199).await.unwrap().len(), 1199);
        let end = documents.read(session, 1197, 10, 1200).await.unwrap();
        assert_eq!(end, [
            (1197, r#"{"name":"p1197"}"#.to_owned()),
            (1198, r#"{"name":"again"}"#.to_owned()),
            (1199, r#"{"name":"more"}"#.to_owned()),
        ]);
        let keys = documents.place_keys(session, 1199).await.unwrap();
        assert!(keys.contains(&"again".to_owned()) && !keys.contains(&"more".to_owned()));
        assert!(documents.read(SessionKey::default(), 0, 10, 10).await.unwrap().is_empty());
    }

    async fn a_lease_has_one_holder_until_it_runs_out(storage) {
        let leases = Leases::new(storage.storage.log.clone());
        let long = Duration::from_secs(60);
        let short = Duration::from_millis(150);
        let first = leases.acquire("job", "a", short).await.unwrap().unwrap();
        assert_eq!(first.fence, 1);
        assert_eq!(leases.acquire("job", "b", long).await.unwrap(), None);
        assert_eq!(leases.acquire("job", "a", short).await.unwrap().as_ref(), Some(&first));
        assert!(leases.renew(&first, short).await.unwrap());
        let mut taken = None;
        for _ in 0..100 {
            taken = leases.acquire("job", "b", long).await.unwrap();
            if taken.is_some() { break; }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(taken.unwrap().fence, 2);
        // Whoever was overtaken stores nothing any more.
        let documents = Documents::new(storage.storage.log.clone());
        let session = SessionKey::default();
        assert!(!documents.put(session, 0, &[row("late")], Some(&first)).await.unwrap());
        assert!(documents.read(session, 0, 1, 1).await.unwrap().is_empty());
        leases.release("job", "a").await.unwrap();
        assert_eq!(leases.acquire("job", "a", long).await.unwrap(), None);
        leases.release("job", "b").await.unwrap();
        // M3: who held it first must not take the third lease for the first one.
        let third = leases.acquire("job", "a", long).await.unwrap().unwrap();
        assert_eq!(third.fence, 3);
        assert!(!leases.renew(&first, long).await.unwrap());
        assert_eq!(leases.forget(Duration::ZERO).await.unwrap(), 0, "it is held");
        leases.release("job", "a").await.unwrap();
        assert!(!leases.renew(&third, long).await.unwrap(), "a late renewal takes back nothing");
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert_eq!(leases.forget(long).await.unwrap(), 0, "it was given back a moment ago");
        assert_eq!(leases.forget(Duration::ZERO).await.unwrap(), 1);

        // Sixteen at the same moment: one gets it.
        let racers: Vec<_> = (0..16).map(|n| {
            let leases = leases.clone();
            tokio::spawn(async move { leases.acquire("raced", &n.to_string(), long).await.unwrap() })
        }).collect();
        let mut winners = 0;
        for racer in racers {
            winners += u32::from(racer.await.unwrap().is_some());
        }
        assert_eq!(winners, 1);
    }

    async fn a_reactor_follows_another_process_and_goes_on_after_a_restart(storage) {
        // Appends by a log that shares nothing with the reader but the database.
        let writer = Appender::start(EventLog::new(&storage.reopen().await));
        let log = EventLog::new(&storage.storage);
        let (seen, subscriptions, stop) = noting(&storage.storage, &log, 2).await;
        let mut last = Cursor::START;
        for n in 0..5 {
            let Appended::Stored { cursor } = writer.append(counted(n)).await.unwrap() else { panic!() };
            last = cursor;
        }
        assert!(subscriptions.wait_for(&["reactor.noting"], last, Duration::from_secs(10)).await);
        assert_eq!(*seen.lock().unwrap(), [1, 2, 3, 4, 5]);
        stop.cancel();
        subscriptions.ended().await;

        let Appended::Stored { cursor } = writer.append(counted(5)).await.unwrap() else { panic!() };
        let (seen, subscriptions, stop) = noting(&storage.storage, &log, 0).await;
        assert!(subscriptions.wait_for(&["reactor.noting"], cursor, Duration::from_secs(10)).await);
        assert_eq!(*seen.lock().unwrap(), [6]);
        stop.cancel();
    }

    async fn with_all_notifications_lost_the_lag_stays_below_the_poll_interval(storage) {
        // Of another process this one hears nothing; it asks five times a second.
        let poll = Duration::from_millis(200);
        let writer = Appender::start(EventLog::new(&storage.reopen().await));
        let log = EventLog::new(&storage.storage);
        let (_, subscriptions, stop) = noting(&storage.storage, &log, 0).await;
        let mut dice = testkit::Dice::from_printed_seed("lag without notifications");
        let mut lags = Vec::new();
        for n in 0..20 {
            tokio::time::sleep(dice.within(poll)).await;
            let Appended::Stored { cursor } = writer.append(counted(n)).await.unwrap() else { panic!() };
            let since = std::time::Instant::now();
            assert!(subscriptions.wait_for(&["reactor.noting"], cursor, Duration::from_secs(30)).await);
            lags.push(since.elapsed());
        }
        lags.sort();
        stop.cancel();
        // Most of them: the machine may be busy at any one of the moments.
        assert!(lags[lags.len() / 2] < poll, "{lags:?}");
    }

    async fn a_reactor_whose_event_keeps_failing_pauses_and_says_why(storage) {
        let log = EventLog::new(&storage.storage);
        let (seen, subscriptions, _stop) = noting(&storage.storage, &log, u32::MAX).await;
        let Appended::Stored { cursor } = Appender::start(log.clone()).append(counted(0)).await.unwrap() else { panic!() };
        // A paused subscription is not waited for.
        assert!(subscriptions.wait_for(&["reactor.noting"], cursor, Duration::from_secs(30)).await);
        let (_, progress) = subscriptions.snapshot().remove(0);
        assert!(progress.paused.unwrap().contains("not yet"));
        assert!(seen.lock().unwrap().is_empty());
    }
}
