//! Rebuild equals live, whatever the batches, crashes and duplicates were; a poison event pauses one
//! projection and no other; damage is found.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use domain::credit_account::{AllowanceGranted, CreditEvent};
use domain::ids::SessionKey;
use domain::scrape_job::JobStatus;
use projections::credit_status::{CHECKPOINT, CreditStatusQuery};
use projections::history::HistoryQuery;
use projections::jobs::JobsQuery;
use projections::ledger::{Cut, LedgerReader};
use projections::ledger_entries::{EntryFilter, LedgerEntriesQuery};
use projections::saved_companies::{SavedCompaniesQuery, SavedCompanyLists};
use projections::{RebuildError, RebuildProgress, all};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use store::db::{Db, Storage};
use store::leases::Leases;
use store::log::NewEvent;
use store::subscriptions::{Checkpoints, Status};
use store::testing::eventually;
use store::{on_both_engines, with_reader, with_writer};
use tokio_util::sync::CancellationToken;

use crate::support::{History, at, differing, log_of, rebuild, stored, subscriptions, view};

/// New tables that no rebuild is at work on.
async fn leftovers(storage: &Storage) -> Vec<String> {
    let sql = match &storage.views {
        Db::Sqlite { .. } => "SELECT name FROM sqlite_master WHERE type = 'table'",
        Db::Postgres(_) => "SELECT tablename::text FROM pg_tables",
    };
    let mut tables: Vec<String> =
        with_reader!(&storage.views, pool => sqlx::query_scalar(sql).fetch_all(pool).await)
            .unwrap();
    tables.retain(|table| table.contains("shadow"));
    tables
}

on_both_engines! {
    // ES-03
    async fn es_03_live_rows_equal_a_rebuild_after_crashes_and_random_batches(storage) {
        let seed: u64 = rand::random();
        println!("seed {seed}");
        let mut rng = StdRng::seed_from_u64(seed);
        let storage = &storage.storage;
        let log = log_of(storage);
        let mut history = History::new(storage, &log);
        for user in ["u1", "u2", "u3"] {
            history.open(user).await;
        }
        // Runners are dropped at random moments, as a crash would end them, and started again; two of
        // them run at once, as two processes would.
        for round in 0..6 {
            let (_one, stop_one) = subscriptions(storage, &log).await;
            let (_two, stop_two) = subscriptions(storage, &log).await;
            for _ in 0..rng.random_range(1..6) {
                let user = ["u1", "u2", "u3"][rng.random_range(0..3)];
                let slices = rng.random_range(0..5);
                history.job(user, slices, &mut rng).await;
            }
            tokio::time::sleep(Duration::from_millis(rng.random_range(0..60))).await;
            stop_one.cancel();
            stop_two.cancel();
            if round == 3 {
                rebuild("history", storage, &log, &|_| {}).await.unwrap();
            }
        }
        let (following, stop) = subscriptions(storage, &log).await;
        assert!(projections::caught_up(&following, history.last).await);
        assert_eq!(differing(storage, &log).await, []);
        stop.cancel();
        following.ended().await;
    }

    // ES-03
    async fn es_03_a_process_that_starts_leaves_the_views_of_a_busy_one_alone(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        assert!(projections::caught_up(&following, history.last).await);
        let mut rng = StdRng::seed_from_u64(7);
        let working = async {
            for _ in 0..100 {
                history.job("u1", 2, &mut rng).await;
            }
        };
        let starting = async {
            let balances = CreditStatusQuery::new(storage.views.clone());
            for _ in 0..60 {
                let (_other, stop_other) = subscriptions(storage, &log).await;
                assert!(balances.at("u1", at(0)).await.unwrap().is_some());
                stop_other.cancel();
            }
        };
        tokio::join!(working, starting);
        stop.cancel();
        following.ended().await;
    }

    // HIST-01
    async fn hist_01_history_and_balance_show_the_same_numbers(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        let session = history.job("u1", 7, &mut StdRng::seed_from_u64(1)).await;
        assert!(projections::caught_up(&following, history.last).await);

        let status = CreditStatusQuery::new(storage.views.clone()).at("u1", at(1)).await.unwrap().unwrap();
        let entries = HistoryQuery::new(storage.views.clone()).since("u1", at(-1), 10).await.unwrap();
        let job = JobsQuery::new(storage.views.clone()).owned("u1", session).await.unwrap().unwrap();
        assert_eq!(entries.len(), 1);
        assert_eq!(entries[0].status, JobStatus::Completed);
        assert_eq!(entries[0].results_count, job.delivered);
        assert_eq!(entries[0].credits_consumed, status.used);
        assert_eq!(status.available(), 2_000 - status.used);
        assert!(status.used >= 7);
        assert!(HistoryQuery::new(storage.views.clone()).since("u2", at(-1), 10).await.unwrap().is_empty());
        assert_eq!(JobsQuery::new(storage.views.clone()).owned("u2", session).await.unwrap(), None);
        stop.cancel();
    }

    // ES-02
    async fn es_02_a_poison_event_pauses_its_projections_and_no_other(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        let poison = NewEvent {
            event_type: "CreditsTeleported",
            event_version: "9.0.0",
            payload: "{}".into(),
            metadata: stored(&CreditEvent::from(AllowanceGranted { period: 0, starts_at: at(0), credits: 1 }), 0).metadata,
        };
        history.append(vec![("CreditAccount", "u1".into(), vec![poison])]).await;
        let session = history.job("u1", 2, &mut StdRng::seed_from_u64(2)).await;

        // The jobs go on; the balance stays as it was before the event, and says that it is paused.
        assert!(following.wait_for(&[view("jobs").checkpoint()], history.last, Duration::from_secs(5)).await);
        let job = JobsQuery::new(storage.views.clone()).owned("u1", session).await.unwrap().unwrap();
        assert_eq!(job.stage.status(), JobStatus::Completed);
        let checkpoints = Checkpoints::new(storage.views.clone());
        eventually("the balances pause", async || {
            checkpoints.load(CHECKPOINT).await.unwrap().status == Status::Paused
        }).await;
        let paused = checkpoints.load(CHECKPOINT).await.unwrap();
        assert!(paused.failure.unwrap().contains("CreditsTeleported"));
        let status = CreditStatusQuery::new(storage.views.clone()).at("u1", at(1)).await.unwrap().unwrap();
        assert_eq!(status.available(), 2_000);
        // A paused projection is not waited for, and a rebuild over the same event fails and says why.
        assert!(following.wait_for(&[CHECKPOINT], history.last, Duration::from_millis(200)).await);
        let refused = rebuild("credit_status", storage, &log, &|_| {}).await.unwrap_err();
        assert!(refused.to_string().contains("CreditsTeleported"), "{refused}");
        stop.cancel();
    }

    // ES-02
    async fn es_02_what_a_user_saved_is_shown_in_the_clear_and_what_was_erased_is_absent(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let mut history = History::new(storage, &log);
        for (user, seed) in [("u1", 11), ("u2", 12)] {
            history.open(user).await;
            history.job(user, 1, &mut StdRng::seed_from_u64(seed)).await;
        }
        with_writer!(&storage.log, pool =>
            sqlx::query("DELETE FROM user_keys WHERE user_id = 'u2'").execute(pool).await.map(drop)).unwrap();
        let (following, stop) = subscriptions(storage, &log).await;
        assert!(projections::caught_up(&following, history.last).await);
        let companies = SavedCompaniesQuery::new(storage.views.clone());
        let lists = SavedCompanyLists::new(storage.views.clone());
        let named = lists.nearest("u1", 10, |_| 1.0).await.unwrap();
        assert_eq!((named.len(), &*named[0].summary.name, named[0].row_idx), (1, "Made Up Anew", 3));
        assert!(lists.nearest("u2", 10, |_| 1.0).await.unwrap().is_empty());
        let business = companies.business("u1", SessionKey::default(), 3).await.unwrap();
        assert_eq!(business.as_deref(), Some("{\"place\":{\"name\":\"Made Up Anew\"}}"));
        assert_eq!(companies.business("u2", SessionKey::default(), 3).await.unwrap(), None);
        assert_eq!(differing(storage, &log).await, []);
        stop.cancel();
    }

    async fn a_changed_row_is_found_and_a_rebuild_mends_it(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        history.open("u2").await;
        history.job("u1", 3, &mut StdRng::seed_from_u64(3)).await;
        history.job("u2", 3, &mut StdRng::seed_from_u64(4)).await;
        assert!(projections::caught_up(&following, history.last).await);
        storage.views.run_script("UPDATE credit_status_v2 SET used = used - 1 WHERE user_id = 'u2'").await.unwrap();
        assert_eq!(differing(storage, &log).await, [("credit_status", vec!["u2".to_owned()])]);

        let events = AtomicU64::new(0);
        let progress = |progress: RebuildProgress| events.store(progress.events, Ordering::Relaxed);
        let done = rebuild("credit_status", storage, &log, &progress).await.unwrap();
        assert_eq!(done.at, history.last);
        assert_eq!(events.load(Ordering::Relaxed), done.events);
        assert_eq!(differing(storage, &log).await, []);
        // The live projection follows from where the rebuild ended.
        history.job("u2", 1, &mut StdRng::seed_from_u64(5)).await;
        assert!(projections::caught_up(&following, history.last).await);
        assert_eq!(differing(storage, &log).await, []);
        stop.cancel();
    }

    // ES-03
    async fn es_03_an_interrupted_rebuild_changes_nothing_and_is_started_again_at_once(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        history.job("u1", 9, &mut StdRng::seed_from_u64(6)).await;
        assert!(projections::caught_up(&following, history.last).await);
        storage.views.run_script(&format!("UPDATE {} SET results_count = 9999", view("history").checkpoint())).await.unwrap();

        // Asked to stop in the middle: after what it has read, before the swap.
        let interrupt = CancellationToken::new();
        let progress = |_: RebuildProgress| interrupt.cancel();
        let broken_off = projections::rebuild(&all(), storage, &log, &interrupt, &progress).await;
        assert!(matches!(broken_off, Err(RebuildError::Interrupted)), "{broken_off:?}");
        let entries = HistoryQuery::new(storage.views.clone()).since("u1", at(-1), 10).await.unwrap();
        assert_eq!(entries[0].results_count, 9_999, "the live rows are as they were");

        // Killed in the middle: lease and table stay behind. The next one waits for the lease to run
        // out, and removes the table.
        let (reached, middle) = tokio::sync::oneshot::channel();
        let (aborted, ended) = std::sync::mpsc::channel::<()>();
        let wait = std::sync::Mutex::new(Some((reached, ended)));
        let killed = {
            let (storage, log) = (storage.clone(), log.clone());
            tokio::spawn(async move {
                let progress = |_: RebuildProgress| {
                    if let Some((reached, ended)) = wait.lock().unwrap().take() {
                        reached.send(()).unwrap();
                        ended.recv().unwrap();
                    }
                };
                rebuild("history", &storage, &log, &progress).await
            })
        };
        middle.await.unwrap();
        killed.abort();
        aborted.send(()).unwrap();
        assert!(killed.await.unwrap_err().is_cancelled());
        assert_eq!(leftovers(storage).await.len(), 1);

        // Of its ten seconds one is left.
        storage.log.run_script("UPDATE leases SET expires_at = expires_at - 9000000").await.unwrap();
        let since = Instant::now();
        let done = projections::rebuild(&all(), storage, &log, &CancellationToken::new(), &|_| {}).await.unwrap();
        assert!(since.elapsed() < Duration::from_secs(20), "{:?}", since.elapsed());
        assert_eq!(done.at, history.last);
        assert_eq!(leftovers(storage).await, Vec::<String>::new());
        assert_eq!(differing(storage, &log).await, []);
        stop.cancel();
    }

    // ES-03
    async fn es_03_all_views_are_rebuilt_together_while_others_append(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let (following, stop) = subscriptions(storage, &log).await;
        let mut history = History::new(storage, &log);
        let mut rng = StdRng::seed_from_u64(7);
        history.open("u1").await;
        for _ in 0..5 {
            let (storage, rebuilding) = (storage.clone(), log.clone());
            let never = CancellationToken::new();
            let rebuilt = tokio::spawn(async move {
                projections::rebuild(&all(), &storage, &rebuilding, &never, &|_| {}).await
            });
            for _ in 0..4 {
                history.job("u1", 2, &mut rng).await;
            }
            rebuilt.await.unwrap().unwrap();
        }
        assert!(projections::caught_up(&following, history.last).await);
        assert_eq!(differing(storage, &log).await, []);
        stop.cancel();
    }

    // ES-03
    async fn es_03_a_view_that_is_new_to_the_data_answers_once_it_has_all_of_it(storage) {
        let storage = &storage.storage;
        let log = log_of(storage);
        let mut history = History::new(storage, &log);
        history.open("u1").await;
        history.job("u1", 3, &mut StdRng::seed_from_u64(8)).await;
        // Another process is about to build it.
        let leases = Leases::new(storage.log.clone());
        let building = format!("{}_shadow", view("ledger_entries").checkpoint());
        let hour = Duration::from_secs(3_600);
        assert!(leases.acquire(&building, "another process", hour).await.unwrap().is_some());
        let (following, stop) = subscriptions(storage, &log).await;
        assert!(following.wait_for(&[CHECKPOINT], history.last, Duration::from_secs(60)).await);
        let ledgers = LedgerEntriesQuery::new(storage.views.clone());
        let all_of_it = EntryFilter::default();
        // Nothing rather than a part.
        assert!(ledgers.newest("u1", &all_of_it, None, 10).await.is_err());

        leases.release(&building, "another process").await.unwrap();
        let checkpoint = view("ledger_entries").checkpoint();
        assert!(following.wait_for(&[checkpoint], history.last, Duration::from_secs(60)).await);
        let mut entries = ledgers.newest("u1", &all_of_it, None, 10_000).await.unwrap();
        entries.reverse();
        let mut reader = LedgerReader::new(log.clone(), "u1".to_owned(), Cut::default());
        assert_eq!(entries, reader.next().await.unwrap());
        stop.cancel();
        following.ended().await;
    }
}
