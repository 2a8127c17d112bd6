//! What is kept of a user's rows is known to be old before anybody can ask for the new ones.

use std::time::Duration;

use projections::{Changes, View};
use rand::SeedableRng;
use rand::rngs::StdRng;
use store::db::Storage;
use store::log::EventLog;
use store::on_both_engines;
use store::subscriptions::Subscriptions;
use tokio_util::sync::CancellationToken;

use crate::support::{History, log_of};

const PATIENCE: Duration = Duration::from_secs(30);

/// Every view counts changes, each as it comes.
fn checkpoints() -> Vec<&'static str> {
    projections::all().iter().map(View::checkpoint).collect()
}

async fn started(storage: &Storage, log: &EventLog) -> (Subscriptions, Changes, CancellationToken) {
    let stop = CancellationToken::new();
    let following = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
    let changes = projections::start(&following).await.unwrap();
    (following, changes, stop)
}

on_both_engines! {
    /// Two processes project the same log: one of them is first each time, the other one hears of it.
    async fn es_02_marks_change_before_anybody_hears_of_new_rows(test) {
        let other = test.reopen().await;
        let (log, other_log) = (log_of(&test.storage), log_of(&other));
        let processes = [started(&test.storage, &log).await, started(&other, &other_log).await];
        let mut history = History::new(&test.storage, &log);
        history.open("u1").await;
        history.open("u2").await;
        let mut rng = StdRng::seed_from_u64(4);
        for round in 0..10 {
            for (following, _, _) in &processes {
                assert!(following.wait_for(&checkpoints(), history.last, PATIENCE).await);
            }
            let before: Vec<u64> = processes.iter().map(|(_, changes, _)| changes.of("u1")).collect();
            history.job("u1", 1, &mut rng).await;
            for ((following, changes, _), before) in processes.iter().zip(before) {
                assert!(following.wait_for(&checkpoints(), history.last, PATIENCE).await);
                assert_ne!(changes.of("u1"), before, "round {round}");
            }
        }
        for (following, _, stop) in &processes {
            stop.cancel();
            following.ended().await;
        }
    }

    /// A process that writes the rows alone knows whose they are. Users share counts: now and then one's is another's.
    async fn es_02_nearly_all_other_users_marks_stay(test) {
        let log = log_of(&test.storage);
        let (following, changes, stop) = started(&test.storage, &log).await;
        let mut history = History::new(&test.storage, &log);
        let users: Vec<String> = (0..10).map(|number| format!("u{number}")).collect();
        for user in &users {
            history.open(user).await;
        }
        assert!(following.wait_for(&checkpoints(), history.last, PATIENCE).await);
        let marks = || -> Vec<u64> { users.iter().map(|user| changes.of(user)).collect() };
        let before = marks();
        history.job("u0", 2, &mut StdRng::seed_from_u64(5)).await;
        assert!(following.wait_for(&checkpoints(), history.last, PATIENCE).await);
        let changed: Vec<bool> = before.iter().zip(marks()).map(|(one, other)| *one != other).collect();
        assert!(changed[0]);
        assert!(changed.iter().filter(|changed| **changed).count() <= 2, "{changed:?}");
        stop.cancel();
        following.ended().await;
    }
}
