//! What a view has seen says how new its rows are at least: cached answers count until it has seen more.

use std::time::Duration;

use domain::credit_account::balance::Balance;
use projections::credit_status::{CHECKPOINT, CreditStatusQuery};
use rand::SeedableRng;
use rand::rngs::StdRng;
use store::db::Storage;
use store::log::{Cursor, EventLog};
use store::on_both_engines;
use store::subscriptions::Subscriptions;
use tokio_util::sync::CancellationToken;

use crate::support::{History, at, log_of};

const PATIENCE: Duration = Duration::from_secs(30);

struct Process {
    following: Subscriptions,
    balances: CreditStatusQuery,
    stop: CancellationToken,
}

impl Process {
    async fn start(storage: &Storage, log: &EventLog) -> Self {
        let stop = CancellationToken::new();
        let following = Subscriptions::new(log.clone(), storage.clone(), stop.clone());
        projections::start(&following).await.unwrap();
        let balances = CreditStatusQuery::new(storage.views.clone());
        Self {
            following,
            balances,
            stop,
        }
    }

    /// What the view had seen before a balance was read, and that balance.
    async fn look(&self) -> (Option<Cursor>, Option<Balance>) {
        let seen = self.following.seen(CHECKPOINT).map(|seen| seen.cursor);
        (seen, self.balances.at("u1", at(0)).await.unwrap())
    }
}

on_both_engines! {
    /// Two processes project the same log: one of them is first each time, the other one hears of it.
    async fn es_02_rows_are_as_new_as_what_their_view_has_seen(test) {
        let other = test.reopen().await;
        let (log, other_log) = (log_of(&test.storage), log_of(&other));
        let processes = [Process::start(&test.storage, &log).await, Process::start(&other, &other_log).await];
        let mut history = History::new(&test.storage, &log);
        history.open("u1").await;
        let mut rng = StdRng::seed_from_u64(4);
        for round in 0..10 {
            let before = processes[0].following.seen(CHECKPOINT).map(|seen| seen.cursor);
            history.job("u1", 1, &mut rng).await;
            for process in &processes {
                let mut looks = vec![process.look().await];
                let waited = process.following.wait_for(&[CHECKPOINT], history.last, PATIENCE);
                let looking = async {
                    loop {
                        looks.push(process.look().await);
                        tokio::task::yield_now().await;
                    }
                };
                tokio::select! {
                    waited = waited => assert!(waited),
                    _ = looking => unreachable!("it looks until the other is done"),
                }
                let (seen, balance) = process.look().await;
                assert!(seen > before, "round {round}");
                let as_new = looks.into_iter().filter(|(mark, _)| *mark == seen);
                as_new.for_each(|(_, read)| assert_eq!(read, balance, "round {round}"));
            }
        }
        for process in &processes {
            process.stop.cancel();
            process.following.ended().await;
        }
    }
}
