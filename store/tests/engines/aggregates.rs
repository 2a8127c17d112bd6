//! Our `cqrs_es::EventStore` under cqrs-es's own framework: events are applied once, snapshots equal a
//! full replay, and a damaged one is replayed over.

use cqrs_es::{AggregateError, CqrsFramework, EventStore};
use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal};
use domain::ids::{HoldId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::pricing::DebitKind;
use domain::scrape_job::{JobKind, OpenJobs, ScrapeJob, ScrapeJobCommand, Search};
use domain::testing::{Door, DoorOpened, IsOpen};
use domain::tier::Tier;
use jiff::Timestamp;
use store::aggregates::AggregateStore;
use store::db::Storage;
use store::log::{Appender, Cursor, EventLog};
use store::seals::SealKey;
use store::snapshots::Snapshots;
use store::testing::TestStorage;
use store::{on_both_engines, on_the_former_version};

pub(crate) fn key() -> SealKey {
    SealKey::new(b"test")
}

pub(crate) fn aggregates(storage: &Storage) -> (AggregateStore, Snapshots) {
    let log = EventLog::new(storage).with_seals(key());
    let snapshots = Snapshots::new(storage.log.clone(), key());
    let store = AggregateStore::new(log.clone(), Appender::start(log), snapshots.clone(), key());
    (store, snapshots)
}

pub(crate) fn now() -> Timestamp {
    "2026-03-01T00:00:00Z".parse().unwrap()
}

fn hold(n: u32) -> HoldId {
    HoldId::for_slice(SessionKey::default(), n, 0)
}

pub(crate) fn hold_credits(n: u32, wanted: i64) -> CreditCommand {
    CreditCommand::HoldCredits {
        hold: hold(n),
        session: SessionKey::default(),
        wanted,
        expires_at: now(),
        now: now(),
    }
}

pub(crate) fn settle(n: u32, results: u32) -> CreditCommand {
    CreditCommand::SettleHold {
        hold: hold(n),
        results,
        kind: DebitKind::Standard,
        now: now(),
    }
}

/// A process that has opened an account, of which another one has held that many credits since.
async fn with_held_elsewhere(test: &TestStorage, credits: i64) -> AggregateStore {
    let (here, _) = aggregates(&test.storage);
    let (there, _) = aggregates(&test.reopen().await);
    let open = CreditCommand::OpenAccount {
        tier: Tier::Basic,
        now: now(),
    };
    let held = hold_credits(0, credits);
    for (store, command) in [(&here, open), (&there, held)] {
        let framework = CqrsFramework::<CreditAccount, _>::new(store.clone(), vec![], ());
        framework.execute("u1", command).await.unwrap();
    }
    here
}

fn cancel() -> ScrapeJobCommand {
    ScrapeJobCommand::Cancel { by: Actor::System }
}

fn queue(cities: Vec<String>) -> ScrapeJobCommand {
    ScrapeJobCommand::Queue {
        user: UserId::new("auth0|ada").unwrap(),
        search: Search {
            term: "florist".to_owned(),
            state: None,
            cities,
            area: None,
            max_results: None,
            source: None,
            answering: None,
            reading: None,
            run: None,
        },
        kind: JobKind::Standard,
        enrich: false,
        open_jobs: OpenJobs { open: 0, most: 1 },
    }
}

async fn spend(framework: &CqrsFramework<CreditAccount, AggregateStore>, n: u32) {
    framework.execute("u1", hold_credits(n, 2)).await.unwrap();
    framework.execute("u1", settle(n, 1)).await.unwrap();
}

pub(crate) async fn replayed(store: &AggregateStore) -> CreditAccount {
    use cqrs_es::Aggregate;
    let mut account = CreditAccount::default();
    for event in EventStore::<CreditAccount>::load_events(store, "u1")
        .await
        .unwrap()
    {
        account.apply(event.payload);
    }
    account
}

on_both_engines! {
    async fn commands_through_the_framework_apply_each_event_once(storage) {
        let (store, _) = aggregates(&storage.storage);
        let framework = CqrsFramework::<CreditAccount, _>::new(store.clone(), vec![], ());
        framework.execute("u1", CreditCommand::OpenAccount { tier: Tier::Basic, now: now() }).await.unwrap();
        framework.execute("u1", hold_credits(0, 50)).await.unwrap();
        framework.execute("u1", settle(0, 50)).await.unwrap();
        let loaded = store.load::<CreditAccount>("u1").await.unwrap();
        assert_eq!(loaded.aggregate().available(), 50);

        let refused = framework.execute("u1", settle(0, 1)).await;
        assert!(matches!(refused, Err(AggregateError::UserError(CreditRefusal::HoldNotOpen(_)))));
    }

    async fn a_snapshot_and_its_tail_equal_a_full_replay(storage) {
        let (store, snapshots) = aggregates(&storage.storage);
        let framework = CqrsFramework::<CreditAccount, _>::new(store.clone(), vec![], ());
        framework.execute("u1", CreditCommand::OpenAccount { tier: Tier::Enterprise, now: now() }).await.unwrap();
        for n in 0..70 {
            spend(&framework, n).await;
        }
        snapshots.settled().await;

        // A process that has nothing in memory: once with the snapshot, once with a damaged one.
        let full = replayed(&store).await;
        assert_eq!(full.available(), 2_000 - 70);
        let (fresh, _) = aggregates(&storage.reopen().await);
        let loaded = fresh.load::<CreditAccount>("u1").await.unwrap();
        assert!(!loaded.is_cached());
        assert_eq!((loaded.aggregate(), loaded.sequence()), (&full, 212));

        for damage in [
            "UPDATE aggregate_snapshots SET payload = REPLACE(payload, '\"bought\":0', '\"bought\":9')",
            "UPDATE aggregate_snapshots SET payload = '{'",
            "UPDATE aggregate_snapshots SET sequence = sequence - 1",
            "UPDATE aggregate_snapshots SET shape = 'another'",
            "DELETE FROM aggregate_snapshots",
        ] {
            storage.storage.log.run_script(damage).await.unwrap();
            let (fresh, _) = aggregates(&storage.reopen().await);
            let loaded = fresh.load::<CreditAccount>("u1").await.unwrap();
            assert_eq!(loaded.aggregate(), &full, "{damage}");
        }
    }

    async fn es_05_another_users_snapshot_gives_nobody_their_credits(storage) {
        let (store, snapshots) = aggregates(&storage.storage);
        let framework = CqrsFramework::<CreditAccount, _>::new(store.clone(), vec![], ());
        for (user, tier) in [("u1", Tier::Basic), ("rich", Tier::Enterprise)] {
            framework.execute(user, CreditCommand::OpenAccount { tier, now: now() }).await.unwrap();
            for n in 0..70 {
                for command in [hold_credits(n, 1), settle(n, 1)] {
                    framework.execute(user, command).await.unwrap();
                }
            }
        }
        snapshots.settled().await;
        storage.storage.log.run_script(
            "DELETE FROM aggregate_snapshots WHERE aggregate_id = 'u1'; \
             UPDATE aggregate_snapshots SET aggregate_id = 'u1'",
        )
        .await
        .unwrap();
        let (fresh, _) = aggregates(&storage.reopen().await);
        let loaded = fresh.load::<CreditAccount>("u1").await.unwrap();
        assert_eq!(loaded.aggregate().available(), 100 - 70);
    }

    async fn a_state_cached_here_never_overwrites_what_another_process_did(storage) {
        let here = with_held_elsewhere(&storage, 100).await;
        let here_framework = CqrsFramework::<CreditAccount, _>::new(here, vec![], ());
        let refused = here_framework.execute("u1", hold_credits(1, 100)).await;
        assert!(matches!(refused, Err(AggregateError::AggregateConflict)));
        // The conflict has made this process look again.
        let refused = here_framework.execute("u1", hold_credits(1, 100)).await;
        assert!(matches!(refused, Err(AggregateError::UserError(CreditRefusal::InsufficientCredits { available: 0 }))));
    }

    async fn a_refresh_adds_what_another_process_did_to_what_is_in_memory(storage) {
        let here = with_held_elsewhere(&storage, 40).await;
        let seen = async |refreshed: bool| {
            let loaded = if refreshed { here.refresh::<CreditAccount>("u1").await } else { here.load("u1").await };
            let loaded = loaded.unwrap();
            (loaded.is_cached(), loaded.aggregate().available())
        };
        assert_eq!(seen(false).await, (true, 100));
        assert_eq!(seen(true).await, (false, 60));
        assert_eq!(seen(false).await, (true, 60));
    }

    /// JOB-11; what a user may have for nothing is bounded in bytes, whatever the number.
    async fn job_11_aggregates_in_memory_are_bounded_by_their_bytes(storage) {
        const BOUND: u64 = 4_000_000;
        let (store, _) = aggregates(&storage.storage);
        let store = store.with_memory(BOUND);
        let framework = CqrsFramework::<ScrapeJob, _>::new(store.clone(), vec![], ());
        let cities: Vec<String> = (0..500).map(|n| format!("{n:0>200}")).collect();
        let mut most = 0;
        for n in 0..100 {
            let job = format!("job {n}");
            framework.execute(&job, queue(cities.clone())).await.unwrap();
            framework.execute(&job, cancel()).await.unwrap();
            most = most.max(store.memory());
        }
        assert!(most > BOUND / 2, "such jobs are weighed with their cities: {most}");
        assert!(most <= BOUND, "{most}");
        // What gave way is read again.
        let first = store.load::<ScrapeJob>("job 0").await.unwrap();
        assert_eq!(first.aggregate().search().unwrap().cities, cities);
    }

    async fn an_id_that_no_database_holds_is_refused(storage) {
        let (store, _) = aggregates(&storage.storage);
        assert!(store.load::<CreditAccount>("a\0b").await.is_err());
        assert!(store.load::<CreditAccount>("").await.is_err());
    }
}

on_the_former_version! {
    // ES-05
    async fn es_05_an_event_of_an_older_version_is_read_as_the_current_one_and_stays_as_it_is(former) {
        let (store, _) = aggregates(&former.storage);
        let opened = || DoorOpened { first: "Cleo".into(), last: "Rand".into() };
        let framework = CqrsFramework::<Door, _>::new(store.clone(), vec![], ());
        framework.execute("front", opened()).await.unwrap();
        let refused = framework.execute("back", opened()).await;
        assert!(matches!(refused, Err(AggregateError::UserError(IsOpen))), "{refused:?}");

        let (fresh, _) = aggregates(&former.reopen().await);
        let front = fresh.load::<Door>("front").await.unwrap();
        let openers = vec!["King".to_owned(), "Rand".to_owned()];
        assert_eq!(*front.aggregate(), Door { open: true, openers });
        let events = EventLog::new(&former.storage).read_all_after(Cursor::START, 10).await.unwrap();
        let versions: Vec<_> = events.iter().map(|event| event.event_version.as_str()).collect();
        assert_eq!(versions, ["1.0.0", "1.0.0", "1.0.0", "1.1.0"]);
        assert_eq!(events[0].payload, r#"{"who":"Ada King"}"#);
    }
}
