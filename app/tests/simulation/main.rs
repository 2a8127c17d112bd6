//! Random histories of accounts and coupons, with lost and late commits, crashes, two processes whose clocks differ
//! and workers that overtake each other, on a clock that jumps ahead and back: after every step the ledger's
//! invariants hold and the auditor finds nothing (CRED-10 to CRED-12, COUP-06, ES-01 to ES-03).
//!
//! 500 histories an engine; `DEMANDATLAS_SOAK=1` runs 50,000. The seed is printed, and
//! `DEMANDATLAS_TEST_SEED` runs it again.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test that cannot go on should fail where it stands, and says its seed"
)]

mod history;
mod process;
mod workers;

use std::time::Duration;

use cqrs_es::Aggregate;
use domain::coupon::Coupon;
use futures::{StreamExt, stream};
use projections::ledger::{Finding, Scope, Summary, audit_all};
use store::links::Links;
use store::log::EventLog;
use store::on_both_engines;
use store::sealer::Sealer;
use store::subscriptions::Subscriptions;
use store::testing::{Moment, TestStorage, eventually};
use testkit::Dice;
use tokio_util::sync::CancellationToken;

use history::History;
use process::{Process, SimulatedClock, seal_key, seal_keys};

/// Histories that run beside each other.
const AT_ONCE: usize = 16;
/// Histories between two words on how far it is.
const TOLD: u64 = 1_000;

fn histories() -> u64 {
    testkit::short_or_long(500, 50_000)
}

/// How many coupons all histories know; enough that some can still be redeemed near the end.
fn coupons() -> u64 {
    histories() / 12
}

/// A coupon's code, and how often it can be redeemed.
fn coupon(number: u64) -> (String, u32) {
    (format!("SIM-{number:05}"), 1 + (number % 9) as u32)
}

on_both_engines! {
    async fn es_01_crash_random_histories_keep_the_ledgers_invariants_after_every_step(test) {
        hold_through(test, histories()).await;
    }

    /// As after a failover to a standby that had missed the last commits, or a restore: nobody is told, and processes, views
    /// and workers remember more than the log holds.
    async fn es_02_crash_a_database_that_goes_back_to_an_earlier_moment_is_believed(test) {
        go_back_and_forth(test).await;
    }
}

/// Beside a database that goes on.
#[cfg(feature = "kurrentdb-testing")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_02_crash_a_kurrentdb_that_goes_back_beside_its_database_is_believed() {
    let beside = store::testing::Engine::Sqlite.storage().await.unwrap();
    let test = beside.with_kurrentdb().await;
    match test.double {
        Some(_) => go_back_and_forth(test).await,
        None => testkit::skipped("a real KurrentDB does not go back"),
    }
}

#[cfg(feature = "kurrentdb-testing")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_crash_random_histories_keep_the_ledgers_invariants_on_kurrentdb() {
    let beside = store::testing::Engine::Sqlite.storage().await.unwrap();
    let histories = testkit::short_or_long(50, 1_000);
    hold_through(beside.with_kurrentdb().await, histories).await;
}

async fn go_back_and_forth(test: TestStorage) {
    let mut dice = Dice::from_printed_seed("a database that goes back");
    let (log, subscriptions, stop) = follow(&test).await;
    let users = 8;
    let seeds: Vec<u64> = (0..users).map(|_| dice.below(u64::MAX)).collect();
    let numbered = seeds.into_iter().zip(1..);
    let mut histories: Vec<_> = numbered
        .map(|(seed, number)| History::new(test.storage.clone(), number, seed))
        .collect();
    run_all(&mut histories).await;
    for _ in 0..testkit::short_or_long(3, 100) {
        let noted: Vec<_> = histories.iter().map(History::note).collect();
        let earlier = Earlier::note(&test, &log).await;
        run_all(&mut histories).await;
        earlier.return_to(&test, &log, &histories).await;
        for (history, noted) in histories.iter_mut().zip(&noted) {
            history.go_back_to(noted);
        }
        run_all(&mut histories).await;
    }
    assert!(log.era() > 0, "no event was ever lost");
    let healthy = async || log.problems().all().is_empty();
    eventually("the views are as the log says", healthy).await;
    see_the_end(&log, &subscriptions).await;
    check_the_whole(&test, &log, users).await;
    stop.cancel();
    subscriptions.ended().await;
}

#[cfg(feature = "kurrentdb-testing")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_02_a_rebuild_is_given_up_if_events_that_it_has_read_are_lost() {
    let beside = store::testing::Engine::Sqlite.storage().await.unwrap();
    let test = beside.with_kurrentdb().await;
    let Some(double) = &test.double else { return };
    let issuer = Process::start(&test.storage, &SimulatedClock::new(), 0);
    issuer.issue("LOST", 1).await;
    let log = EventLog::new(&test.storage).with_seals(seal_key());
    store::testing::knows_its_end(&log).await;
    let lose = |progress: projections::RebuildProgress| {
        if progress.events > 0 && log.era() == 0 {
            double.go_back(1);
            let looks = tokio::runtime::Handle::current();
            tokio::task::block_in_place(|| looks.block_on(log.verify())).unwrap();
        }
    };
    let never = CancellationToken::new();
    let views = projections::all();
    let rebuilt = projections::rebuild(&views, &test.storage, &log, &never, &lose).await;
    let given_up = matches!(rebuilt, Err(projections::RebuildError::Interrupted));
    assert!(given_up, "{rebuilt:?}");
    projections::rebuild(&views, &test.storage, &log, &never, &|_| {})
        .await
        .unwrap();
}

/// A moment to which the log goes back.
enum Earlier {
    /// With everything else in its database.
    Whole(Moment),
    /// With that many events, beside a database that stays as it is.
    #[cfg(feature = "kurrentdb-testing")]
    Events(u64),
}

impl Earlier {
    async fn note(test: &TestStorage, log: &EventLog) -> Self {
        #[cfg(feature = "kurrentdb-testing")]
        if test.double.is_some() {
            return Self::Events(log.count_all().await.unwrap());
        }
        let _elsewhere = log;
        Self::Whole(Moment::note(&test.storage).await.unwrap())
    }

    async fn return_to(&self, test: &TestStorage, log: &EventLog, histories: &[History]) {
        match self {
            Self::Whole(moment) => moment.return_to().await.unwrap(),
            #[cfg(feature = "kurrentdb-testing")]
            Self::Events(events) => {
                store::testing::knows_its_end(log).await;
                for history in histories {
                    history.look().await;
                }
                let lost = log.count_all().await.unwrap() - events;
                let double = test.double.as_ref().unwrap();
                double.go_back(usize::try_from(lost).unwrap());
                // Whoever follows the log finds that out first.
                log.verify().await.unwrap();
            }
        }
        let _elsewhere = (test, log, histories);
    }
}

async fn run_all(histories: &mut [History]) {
    futures::future::join_all(histories.iter_mut().map(History::run)).await;
    // What was given up may still arrive.
    tokio::time::sleep(process::LATE * 2).await;
}

/// The log, its views, and some coupons.
async fn follow(test: &TestStorage) -> (EventLog, Subscriptions, CancellationToken) {
    let stop = CancellationToken::new();
    let log = EventLog::new(&test.storage).with_seals(seal_key());
    let subscriptions = Subscriptions::new(log.clone(), test.storage.clone(), stop.clone());
    projections::start(&subscriptions).await.unwrap();
    subscriptions.watch_log();
    let links = Links::new(test.storage.log.clone());
    let sealer = Sealer::new(log.clone(), links, &seal_key());
    tokio::spawn(sealer.run(stop.clone()));
    let issuer = Process::start(&test.storage, &SimulatedClock::new(), 0);
    for (code, uses) in (0..coupons()).map(coupon) {
        issuer.issue(&code, uses).await;
    }
    (log, subscriptions, stop)
}

async fn see_the_end(log: &EventLog, subscriptions: &Subscriptions) {
    let head = log.head().await.unwrap();
    let names = [projections::credit_status::CHECKPOINT];
    let seen = subscriptions.wait_for(&names, head, Duration::from_secs(60));
    assert!(seen.await);
}

/// A first event is in the log, and its stream's head is not recorded yet: that is no sign of tampering.
#[cfg(feature = "kurrentdb-testing")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn es_04_an_audit_beside_an_append_that_is_half_told_finds_nothing_wrong() {
    use domain::credit_account::CreditCommand;
    use domain::tier::Tier;
    use store::log::double::{Double, Fault};

    let beside = store::testing::Engine::Sqlite.storage().await.unwrap();
    let double = Double::start().await;
    let url = double.url();
    let test = beside.with_events_at(&url, Some(double)).await;
    let clock = SimulatedClock::new();
    let process = Process::start(&test.storage, &clock, 0);
    // The event is stored, and whoever appended it never hears of it.
    let faults = std::iter::once(Fault::AnswerLost).chain(std::iter::repeat_n(Fault::Lost, 5));
    test.double.as_ref().unwrap().fail(faults);
    let now = process.clock.now();
    let tier = Tier::Basic;
    let open = CreditCommand::OpenAccount { tier, now };
    let opened = process.execute("user", open).await;
    assert!(opened.is_err(), "{opened:?}");

    let log = EventLog::new(&test.storage);
    let audited = audit_all(&test.storage, &log, &seal_keys(), Scope::default(), &|_| {}).await;
    let summary = audited.unwrap();
    assert_eq!(summary.accounts, 1, "{summary:?}");
    assert_eq!(wrong(&summary), Vec::<&Finding>::new());
}

async fn hold_through(test: TestStorage, histories: u64) {
    let mut dice = Dice::from_printed_seed("histories");
    let (log, subscriptions, stop) = follow(&test).await;
    let seeds: Vec<u64> = (0..histories).map(|_| dice.below(u64::MAX)).collect();
    #[cfg(feature = "kurrentdb-testing")]
    fail_at_random(&test, histories, &mut dice);
    let steps: usize = stream::iter(seeds.into_iter().zip(1..))
        .map(|(seed, number)| {
            let storage = test.storage.clone();
            tokio::spawn(async move { History::new(storage, number, seed).run().await })
        })
        .buffer_unordered(AT_ONCE)
        .map(|steps| steps.unwrap())
        .enumerate()
        .fold(0, async |all, (done, steps)| {
            let done = done as u64 + 1;
            if done.is_multiple_of(TOLD) {
                eprintln!("{}: {done} histories", test.storage.log.engine());
            }
            all + steps
        })
        .await;
    assert!(steps > 10 * usize::try_from(histories).unwrap());
    #[cfg(feature = "kurrentdb-testing")]
    if let Some(double) = &test.double {
        double.fail_no_more();
        let failed = double.calls().failed;
        assert!(failed > histories, "{failed} appends failed");
        // As every server does each two seconds: what the last of them left behind is completed.
        let completed = log.settle(Duration::ZERO).await.unwrap();
        eprintln!("{completed} half-appended commits were left");
    }

    see_the_end(&log, &subscriptions).await;
    check_the_whole(&test, &log, histories).await;
    stop.cancel();
    subscriptions.ended().await;
}

/// Has the double of a server lose appends and their answers, store them late, and change its mind about who leads; and
/// twice in each history an account never hears of an append, so that what came before it stays half appended.
#[cfg(feature = "kurrentdb-testing")]
fn fail_at_random(test: &TestStorage, histories: u64, dice: &mut Dice) {
    use store::log::double::Fault;

    let Some(double) = &test.double else { return };
    let faults = (0..100 * histories).map(|_| match dice.below(40) {
        0 => Fault::Lost,
        1 => Fault::AnswerLost,
        2 => Fault::StoredLate(dice.within(process::LATE)),
        3 => Fault::LeaderChanges,
        4 => Fault::StoredByFormerLeader,
        _ => Fault::None,
    });
    double.fail(faults.collect::<Vec<_>>());
    for number in 1..=histories {
        let account = format!("demandatlas.CreditAccount-u{number}");
        for _ in 0..2 {
            let before = usize::try_from(dice.below(12)).unwrap();
            double.fail_on(&account, std::iter::repeat_n(Fault::None, before));
            double.fail_on(&account, [Fault::Lost; 6]);
        }
    }
}

/// What the auditor finds, but for this: accounts are debited here for rows of jobs that there are not.
fn wrong(summary: &Summary) -> Vec<&Finding> {
    let found = summary.findings.iter();
    found
        .filter(|finding| !finding.what.contains(": results debited"))
        .collect()
}

/// The auditor over everything; the read models against a rebuild; each coupon against its credits.
async fn check_the_whole(test: &TestStorage, log: &EventLog, histories: u64) {
    let links = Links::new(test.storage.log.clone());
    eventually("every event is linked", async || {
        let last = links.last().await.unwrap();
        last.map_or(0, |link| link.events) == log.count_all().await.unwrap()
    })
    .await;
    let summary = audit_all(&test.storage, log, &seal_keys(), Scope::default(), &|_| {})
        .await
        .unwrap();
    assert_eq!(wrong(&summary), Vec::<&Finding>::new());
    assert!(summary.accounts > histories / 2, "{summary:?}");
    assert_eq!(summary.chain.unlinked, 0, "{summary:?}");
    for view in projections::all() {
        let never = CancellationToken::new();
        let found = projections::verify(&view, &test.storage, log, &never, &|_| {}).await;
        let found = found.unwrap();
        assert_eq!(found.keys, Vec::<String>::new(), "{}", view.name());
    }
    let counts = log.count_by_type().await.unwrap();
    let count = |event: &str| {
        counts
            .iter()
            .find(|c| c.event_type == event)
            .map_or(0, |c| c.events)
    };
    assert_eq!(count("CouponRedeemed"), count("CouponCredited"));
    assert!(count("CouponRedeemed") > 0);
    let uses: u32 = (0..coupons()).map(|number| coupon(number).1).sum();
    assert!(count("CouponRedeemed") <= i64::from(uses));
    let heads = log
        .stream_heads_after(Coupon::TYPE, "", usize::MAX)
        .await
        .unwrap();
    assert_eq!(heads.len() as u64, coupons());
    for head in heads {
        let redeemed = head.events - 1;
        assert!(redeemed <= 9, "{head:?}");
    }
}
