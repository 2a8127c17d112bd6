//! A log that goes back to an earlier moment under a process that knows more, as after a failover or a restore, and
//! grows again by other hands.

use cqrs_es::{AggregateError, CqrsFramework};
use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal};
use domain::tier::Tier;
use store::aggregates::AggregateStore;
use store::chain::ChainCheck;
use store::log::{Cursor, EventLog};
use store::testing::TestStorage;
use store::{on_every_log, with_reader};

use crate::aggregates::{aggregates, hold_credits, key, now, replayed, settle};

/// What a log held at a moment.
struct Moment {
    events: Vec<Cursor>,
}

impl Moment {
    /// Now. Heads are kept as well, as a backup does where they lie with the events.
    async fn of(test: &TestStorage) -> Self {
        let keep = "CREATE TABLE kept_heads AS SELECT * FROM stream_heads; \
                    CREATE TABLE kept_snapshots AS SELECT * FROM aggregate_snapshots";
        test.storage.log.run_script(keep).await.unwrap();
        Self {
            events: cursors(test).await,
        }
    }

    /// Puts the log back to it. On KurrentDB the database beside is not, and a process notices; the test's own ones do
    /// not. False for a real KurrentDB, which cannot be put back.
    async fn restore(&self, test: &TestStorage) -> bool {
        #[cfg(feature = "kurrentdb-testing")]
        if let Some(double) = &test.double {
            let notices = EventLog::new(&test.storage).with_seals(key());
            store::testing::knows_its_end(&notices).await;
            double.go_back(cursors(test).await.len() - self.events.len());
            notices.verify().await.unwrap();
            assert_eq!(notices.era(), 1);
            assert_eq!(cursors(test).await, self.events);
            return true;
        } else if test.events_url.is_some() {
            testkit::skipped("a real KurrentDB does not go back");
            return false;
        }
        let triggers = match &test.storage.log {
            store::db::Db::Sqlite { .. } => "DROP TRIGGER events_are_not_deleted",
            store::db::Db::Postgres(_) => "DROP TRIGGER events_are_not_changed ON events",
        };
        let last = self.events.last().map_or(0, |last| last.order());
        let back = format!(
            "{triggers}; DELETE FROM events WHERE position > {last}; \
             DELETE FROM stream_heads; INSERT INTO stream_heads SELECT * FROM kept_heads"
        );
        test.storage.log.run_script(&back).await.unwrap();
        assert_eq!(cursors(test).await, self.events);
        true
    }
}

async fn cursors(test: &TestStorage) -> Vec<Cursor> {
    let log = EventLog::new(&test.storage);
    let events = log.read_all_after(Cursor::START, 10_000).await.unwrap();
    events.into_iter().map(|event| event.cursor).collect()
}

/// The sequences of all snapshots.
async fn snapshots_of(test: &TestStorage) -> Vec<i64> {
    with_reader!(&test.storage.log, pool =>
        sqlx::query_scalar("SELECT sequence FROM aggregate_snapshots").fetch_all(pool).await)
    .unwrap()
}

async fn carry_out(
    store: &AggregateStore,
    command: CreditCommand,
) -> Result<(), AggregateError<CreditRefusal>> {
    let framework = CqrsFramework::<CreditAccount, _>::new(store.clone(), vec![], ());
    framework.execute("u1", command).await
}

/// An account of a plan.
async fn open(store: &AggregateStore, tier: Tier) {
    let open = CreditCommand::OpenAccount { tier, now: now() };
    carry_out(store, open).await.unwrap();
}

/// Three events for each hold.
async fn spend(store: &AggregateStore, holds: std::ops::Range<u32>, results: u32) {
    for n in holds {
        carry_out(store, hold_credits(n, 4)).await.unwrap();
        carry_out(store, settle(n, results)).await.unwrap();
    }
}

/// The account's chain, as `ledger verify` checks it.
async fn assert_verifies(test: &TestStorage) {
    let log = EventLog::new(&test.storage);
    let head = log.stream_head("CreditAccount", "u1").await.unwrap();
    let mut chain = ChainCheck::against(head.as_ref());
    let events = log.read_recorded("CreditAccount", "u1", 0, 10_000).await;
    for event in events.unwrap() {
        chain.next(&key(), &key(), &event).unwrap();
    }
    chain.end().unwrap();
}

on_every_log! {
    // CRED-11, CRED-12
    async fn cred_11_an_account_that_grew_again_by_other_hands_is_decided_on_as_it_is(test) {
        let (here, _) = aggregates(&test.storage);
        open(&here, Tier::Basic).await;
        let moment = Moment::of(&test).await;
        for n in 1..3 {
            carry_out(&here, hold_credits(n, 10)).await.unwrap();
        }
        if !moment.restore(&test).await {
            return;
        }
        let (there, _) = aggregates(&test.reopen().await);
        for n in 3..5 {
            carry_out(&there, hold_credits(n, 50)).await.unwrap();
        }
        // In memory here: as many events, and 80 credits.
        let mut refused = carry_out(&here, hold_credits(5, 50)).await;
        if matches!(refused, Err(AggregateError::AggregateConflict)) {
            refused = carry_out(&here, hold_credits(5, 50)).await;
        }
        let none_left = CreditRefusal::InsufficientCredits { available: 0 };
        assert!(matches!(refused, Err(AggregateError::UserError(why)) if why == none_left));
        carry_out(&here, settle(3, 20)).await.unwrap();
        assert_verifies(&test).await;
        let (fresh, _) = aggregates(&test.reopen().await);
        assert_eq!(fresh.load::<CreditAccount>("u1").await.unwrap().aggregate().available(), 30);
    }

    async fn an_aggregate_in_memory_is_read_anew_where_the_log_holds_another_one(test) {
        let (store, _) = aggregates(&test.storage);
        open(&store, Tier::Basic).await;
        let moment = Moment::of(&test).await;
        spend(&store, 0..1, 1).await;
        let (first, _) = aggregates(&test.reopen().await);
        let (second, _) = aggregates(&test.reopen().await);
        for knows in [&store, &first, &second] {
            assert_eq!(knows.load::<CreditAccount>("u1").await.unwrap().sequence(), 5);
        }
        store::testing::knows_its_end(store.log()).await;
        if !moment.restore(&test).await {
            return;
        }
        // Shorter than what is in memory.
        let refreshed = first.refresh::<CreditAccount>("u1").await.unwrap();
        assert!(!refreshed.is_cached());
        assert_eq!((refreshed.sequence(), refreshed.aggregate()), (2, &replayed(&first).await));
        assert_eq!(first.load::<CreditAccount>("u1").await.unwrap().sequence(), 2);
        // As long.
        let (there, _) = aggregates(&test.reopen().await);
        spend(&there, 1..2, 3).await;
        let refreshed = second.refresh::<CreditAccount>("u1").await.unwrap();
        assert_eq!((refreshed.sequence(), refreshed.aggregate().available()), (5, 97));
        let remembered = second.load::<CreditAccount>("u1").await.unwrap();
        assert_eq!((remembered.is_cached(), remembered.sequence()), (true, 5));
        // Once that is noticed, nothing in memory counts.
        store.log().verify().await.unwrap();
        assert_eq!(store.load::<CreditAccount>("u1").await.unwrap().aggregate().available(), 97);
    }

    /// A snapshot must not close an account.
    async fn cred_11_a_snapshot_ahead_of_the_log_is_passed_over_and_replaced(test) {
        let (store, snapshots) = aggregates(&test.storage);
        open(&store, Tier::Enterprise).await;
        spend(&store, 0..2, 1).await;
        let moment = Moment::of(&test).await;
        spend(&store, 2..40, 1).await;
        snapshots.settled().await;
        assert_eq!(snapshots_of(&test).await, [101]);
        if !moment.restore(&test).await {
            return;
        }
        let (fresh, snapshots) = aggregates(&test.reopen().await);
        spend(&fresh, 50..51, 2).await;
        let loaded = fresh.load::<CreditAccount>("u1").await.unwrap();
        assert_eq!((loaded.sequence(), loaded.aggregate()), (11, &replayed(&fresh).await));
        assert_verifies(&test).await;
        snapshots.settled().await;
        assert_eq!(snapshots_of(&test).await, [8]);
    }

    async fn cred_11_a_snapshot_of_another_history_of_the_same_length_is_passed_over(test) {
        let (store, snapshots) = aggregates(&test.storage);
        open(&store, Tier::Enterprise).await;
        let moment = Moment::of(&test).await;
        spend(&store, 0..40, 1).await;
        snapshots.settled().await;
        test.storage.log.run_script("INSERT INTO kept_snapshots SELECT * FROM aggregate_snapshots").await.unwrap();
        if !moment.restore(&test).await {
            return;
        }
        let (there, snapshots) = aggregates(&test.reopen().await);
        spend(&there, 0..40, 3).await;
        snapshots.settled().await;
        // Saved late by a process that knew the former history.
        let late = "DELETE FROM aggregate_snapshots; INSERT INTO aggregate_snapshots SELECT * FROM kept_snapshots";
        test.storage.log.run_script(late).await.unwrap();
        let (fresh, snapshots) = aggregates(&test.reopen().await);
        let loaded = fresh.load::<CreditAccount>("u1").await.unwrap();
        assert_eq!(loaded.aggregate().available(), 2_000 - 40 * 3);
        assert_eq!(loaded.aggregate(), &replayed(&fresh).await);
        // And it is replaced.
        snapshots.settled().await;
        assert_eq!(snapshots_of(&test).await, [122]);
    }

    // An honest append covers nothing up, and says so.
    async fn cred_12_a_head_that_contradicts_its_events_stays_and_is_told(test) {
        let (store, _) = aggregates(&test.storage);
        open(&store, Tier::Basic).await;
        for change in ["UPDATE stream_heads SET seal = 'another'", "DELETE FROM stream_heads"] {
            test.storage.log.run_script(change).await.unwrap();
            let (store, _) = aggregates(&test.reopen().await);
            let head = store.log().stream_head("CreditAccount", "u1").await.unwrap();
            assert_eq!(store.log().problems().all(), [""; 0]);
            spend(&store, 0..1, 1).await;
            let told = store.log().problems().all().join(" ");
            assert!(told.contains("ledger verify --all"), "{told}");
            assert_eq!(store.log().stream_head("CreditAccount", "u1").await.unwrap(), head);
        }
    }
}
