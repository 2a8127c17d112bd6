//! Allowances and expired reservations, with the clock in the test's hand and two of everything.

use std::sync::Arc;
use std::time::Duration;

use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal};
use domain::ids::{HoldId, SessionKey, UserId};
use domain::metadata::Actor;
use domain::tier::Tier;
use jiff::{SignedDuration, Timestamp};
use store::db::Storage;
use store::documents::{Documents, ResultRow};
use store::log::{Cursor, EventLog};
use store::on_both_engines;
use store::problems::Problems;
use store::subscriptions::Subscriptions;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{AccountKeeper, Agenda, KeepAgenda, RetentionKeeper};
use crate::accounts::Accounts;
use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher};
use crate::error::{CommandError, Refusal};
use crate::testing::{SetClock, dispatcher};

/// One process: its own caches and appender over the shared storage.
struct Process {
    dispatcher: Dispatcher,
    accounts: Accounts,
    keeper: AccountKeeper,
    problems: Problems,
    log: EventLog,
}

impl Process {
    fn start(storage: &Storage, clock: &Arc<SetClock>) -> Self {
        let dispatcher = dispatcher(storage);
        let clock: Arc<dyn Clock> = clock.clone();
        let agenda = Agenda::new(storage.log.clone());
        let problems = Problems::default();
        Self {
            accounts: Accounts::new(dispatcher.clone(), Arc::clone(&clock)),
            keeper: AccountKeeper::new(dispatcher.clone(), agenda, clock, problems.clone()),
            log: dispatcher.store().log().clone(),
            problems,
            dispatcher,
        }
    }

    async fn hold(&self, user: &str, number: u32, now: Timestamp) -> Result<(), CommandError> {
        let session = SessionKey::default();
        let command = CreditCommand::HoldCredits {
            hold: HoldId::for_slice(session, number, 0),
            session,
            wanted: 20,
            expires_at: now + SignedDuration::from_mins(15),
            now,
        };
        let context = Context::new(Actor::System, "test", now);
        let done = self
            .dispatcher
            .execute::<CreditAccount>(user, command, &context);
        done.await.map(drop)
    }

    /// How many events of a type the users' accounts have.
    async fn count(&self, event_type: &str) -> usize {
        let events = self
            .log
            .read_all_after(Cursor::START, 100_000)
            .await
            .unwrap();
        events
            .iter()
            .filter(|event| event.event_type == event_type)
            .count()
    }
}

/// Follows the log into the agenda until it is caught up.
async fn note_all(storage: &Storage) -> CancellationToken {
    let stop = CancellationToken::new();
    let subscriptions = Subscriptions::new(EventLog::new(storage), storage.clone(), stop.clone());
    let agenda = Agenda::new(storage.log.clone());
    subscriptions.react(KeepAgenda::new(agenda)).await.unwrap();
    let head = subscriptions.log_head().await.unwrap();
    let patience = Duration::from_secs(30);
    assert!(
        subscriptions
            .wait_for(&[super::KEEP_AGENDA], head, patience)
            .await
    );
    stop
}

fn users(count: usize) -> Vec<UserId> {
    (0..count)
        .map(|n| UserId::new(format!("u{n}")).unwrap())
        .collect()
}

on_both_engines! {
    // CRED-10
    async fn cred_10_two_schedulers_at_a_periods_start_grant_once(test) {
        let clock = SetClock::new();
        clock.set("2026-01-31T08:00:00Z");
        let (one, two) = (Process::start(&test.storage, &clock), Process::start(&test.storage, &clock));
        let users = users(40);
        for user in &users {
            one.accounts.ensure(user, None, "r").await.unwrap();
            // The other process knows the account from before, too.
            two.accounts.ensure(user, None, "r").await.unwrap();
        }
        let stop = note_all(&test.storage).await;
        clock.set("2026-02-28T07:59:59Z");
        assert_eq!(one.keeper.look_at_due().await.unwrap(), 0);
        clock.set("2026-02-28T08:00:00Z");
        let (a, b) = tokio::join!(one.keeper.look_at_due(), two.keeper.look_at_due());
        assert!(a.unwrap() + b.unwrap() >= users.len());
        assert_eq!(one.count("AllowanceGranted").await, 2 * users.len());
        assert_eq!(one.keeper.look_at_due().await.unwrap(), 0, "noted for the next period");

        // Five months away: every period once, rolled over to twice the allowance.
        clock.set("2026-07-31T08:00:00Z");
        let (a, b) = tokio::join!(one.keeper.look_at_due(), two.keeper.look_at_due());
        assert!(a.unwrap() + b.unwrap() >= users.len());
        assert_eq!(two.count("AllowanceGranted").await, 7 * users.len());
        let account = two.dispatcher.store().refresh::<CreditAccount>("u0").await.unwrap();
        assert_eq!(account.aggregate().available(), 200);
        stop.cancel();
    }

    // CRED-10
    async fn cred_10_a_plan_change_waits_for_the_period_and_the_scheduler_brings_it(test) {
        let clock = SetClock::new();
        clock.set("2028-01-31T00:00:00Z");
        let process = Process::start(&test.storage, &clock);
        let user = &users(1)[0];
        process.accounts.ensure(user, None, "r").await.unwrap();
        process.accounts.change_plan(user, Tier::Enterprise).await.unwrap();
        let stop = note_all(&test.storage).await;
        let account = || process.dispatcher.store().refresh::<CreditAccount>("u0");
        assert_eq!(account().await.unwrap().aggregate().tier(), Tier::Basic);
        // A leap year.
        clock.set("2028-02-29T00:00:00Z");
        assert_eq!(process.keeper.look_at_due().await.unwrap(), 1);
        let loaded = account().await.unwrap();
        assert_eq!(loaded.aggregate().tier(), Tier::Enterprise);
        assert_eq!(loaded.aggregate().available(), 2_100);
        stop.cancel();
    }

    async fn cred_11_a_reservation_that_nobody_settled_is_given_back_once(test) {
        let clock = SetClock::new();
        clock.set("2026-03-10T10:00:00Z");
        let (one, two) = (Process::start(&test.storage, &clock), Process::start(&test.storage, &clock));
        let user = &users(1)[0];
        one.accounts.ensure(user, None, "r").await.unwrap();
        one.hold("u0", 0, clock.now()).await.unwrap();
        let stop = note_all(&test.storage).await;
        clock.set("2026-03-10T10:15:00Z");
        assert_eq!(one.keeper.look_at_due().await.unwrap(), 0);
        clock.set("2026-03-10T10:15:01Z");
        // A younger reservation of the same user stays.
        two.hold("u0", 1, clock.now()).await.unwrap();
        let (a, b) = tokio::join!(one.keeper.look_at_due(), two.keeper.look_at_due());
        assert!(a.unwrap() + b.unwrap() >= 1);
        assert_eq!(one.count("HoldReleased").await, 1);
        let account = one.dispatcher.store().refresh::<CreditAccount>("u0").await.unwrap();
        assert_eq!(account.aggregate().held(), 20);
        // And is looked at in its turn, though its note came after the other's.
        clock.set("2026-03-10T10:31:00Z");
        assert_eq!(two.keeper.look_at_due().await.unwrap(), 1);
        assert_eq!(two.count("HoldReleased").await, 2);
        stop.cancel();
    }

    // CRED-11
    async fn cred_11_a_new_users_first_reservations_at_the_same_moment_never_overdraw(test) {
        let clock = SetClock::new();
        clock.set("2026-03-10T10:00:00Z");
        let (one, two) = (Process::start(&test.storage, &clock), Process::start(&test.storage, &clock));
        let user = &users(1)[0];
        let now = clock.now();
        let holds = (0..64).map(|n| {
            let process = if n % 2 == 0 { &one } else { &two };
            async move {
                process.accounts.ensure(user, None, "r").await.unwrap();
                process.hold("u0", n, now).await
            }
        });
        let outcomes = futures::future::join_all(holds).await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 5);
        assert_eq!(one.count("AccountOpened").await, 1);
        let account = two.dispatcher.store().refresh::<CreditAccount>("u0").await.unwrap();
        assert_eq!((account.aggregate().available(), account.aggregate().held()), (0, 100));
    }

    /// A clock that is wrong by years gives nobody anything, says so, and does no harm that outlasts it.
    // CRED-10
    async fn cred_10_a_clock_far_ahead_grants_nothing_and_set_right_allowances_come_in_time(test) {
        let clock = SetClock::new();
        clock.set("2026-01-31T08:00:00Z");
        let process = Process::start(&test.storage, &clock);
        let users = users(3);
        for user in &users {
            process.accounts.ensure(user, None, "r").await.unwrap();
        }
        let stop = note_all(&test.storage).await;
        let account = || process.dispatcher.store().refresh::<CreditAccount>("u0");
        clock.set("2036-02-01T00:00:00Z");
        process.keeper.look_at_due().await.unwrap();
        process.keeper.look_at_overdue().await.unwrap();
        // What the account has can be used meanwhile.
        process.hold("u0", 0, clock.now()).await.unwrap();
        assert_eq!(process.count("AllowanceGranted").await, users.len());
        assert_eq!(account().await.unwrap().aggregate().available(), 80);
        let told = process.problems.all();
        assert!(told.len() == 1 && told[0].contains("accounts grant-due"), "{told:?}");

        clock.set("2026-02-28T07:59:59Z");
        process.keeper.look_at_overdue().await.unwrap();
        assert_eq!(process.problems.all(), [""; 0]);
        assert_eq!(process.keeper.look_at_due().await.unwrap(), 0);
        clock.set("2026-02-28T08:00:00Z");
        assert_eq!(process.keeper.look_at_due().await.unwrap(), users.len());
        assert_eq!(process.count("AllowanceGranted").await, 2 * users.len());
        assert_eq!(account().await.unwrap().aggregate().available(), 180);
        stop.cancel();
    }

    /// Of an installation that was off for years: what accounts have can be used, and an operator's word is enough.
    // CRED-10
    async fn cred_10_accounts_that_were_idle_for_years_get_what_is_due_on_an_operators_word(test) {
        let clock = SetClock::new();
        clock.set("2026-01-31T08:00:00Z");
        let process = Process::start(&test.storage, &clock);
        let users = users(2);
        for user in &users {
            process.accounts.ensure(user, None, "r").await.unwrap();
        }
        process.hold("u0", 0, clock.now()).await.unwrap();
        let stop = note_all(&test.storage).await;
        clock.set("2029-02-01T00:00:00Z");
        process.keeper.look_at_overdue().await.unwrap();
        assert_eq!(process.problems.all().len(), 1);
        let account = |user: &'static str| process.dispatcher.store().refresh::<CreditAccount>(user);
        // Nor does a change of plan reach back to months that were before it.
        let refused = process.accounts.change_plan(&users[0], Tier::Pro).await.unwrap_err();
        let due = Refusal::Credit(CreditRefusal::AllowancesDue);
        assert!(matches!(&refused, CommandError::Refused(why) if *why == due), "{refused}");
        for _ in 0..2 {
            process.accounts.ensure(&users[0], Some(Tier::Pro), "r").await.unwrap();
            process.accounts.ensure_with_plan(&users[0], Tier::Pro, "r").await.unwrap();
        }
        assert_eq!(process.count("TierChanged").await, 0);
        // A reservation that nobody settled is given back all the same.
        assert_eq!(account("u0").await.unwrap().aggregate().available(), 100);
        for user in &users {
            process.accounts.grant_due(user).await.unwrap();
        }
        let granted = account("u0").await.unwrap();
        // 36 periods, rolled over to twice the allowance.
        assert_eq!(granted.aggregate().available(), 200);
        process.accounts.ensure(&users[0], Some(Tier::Pro), "r").await.unwrap();
        assert_eq!(process.count("TierChanged").await, 1, "now it can change");
        assert_eq!(process.count("AllowanceGranted").await, 37 * users.len());
        process.keeper.look_at_overdue().await.unwrap();
        assert_eq!(process.problems.all(), [""; 0]);
        // From now on by itself.
        clock.set("2029-02-28T08:00:00Z");
        assert_eq!(process.keeper.look_at_due().await.unwrap(), users.len());
        assert_eq!(process.count("AllowanceGranted").await, 38 * users.len());
        stop.cancel();
    }

    /// Rows that may not be kept go a day after the last use of their session, its facts with them; other
    /// sessions' rows stay.
    async fn rows_that_may_not_be_kept_go_a_day_after_their_last_use(test) {
        let clock = SetClock::new();
        let documents = Documents::new(test.storage.log.clone());
        let sessions = documents.expiring();
        let keeper = RetentionKeeper::new(sessions.clone(), clock.clone());
        let (expiring, kept) = (session(1), session(2));
        let row = ResultRow {
            place_key: "k".to_owned(),
            document: "{}".to_owned(),
        };
        sessions.note(expiring, clock.now().as_microsecond()).await.unwrap();
        for session in [expiring, kept] {
            documents.put(session, 0, std::slice::from_ref(&row), None).await.unwrap();
        }
        let rows = |session| documents.read(session, 0, 10, 10);

        clock.set("2026-03-11T09:00:00Z");
        sessions.used(expiring, clock.now().as_microsecond()).await.unwrap();
        clock.set("2026-03-12T08:59:59Z");
        assert_eq!(keeper.clear_due().await.unwrap(), 0, "used 23:59:59 ago");
        assert!(!sessions.are_gone(expiring).await.unwrap(), "looking is no use");
        assert_eq!(rows(expiring).await.unwrap().len(), 1);
        clock.set("2026-03-12T09:00:00Z");
        assert_eq!(keeper.clear_due().await.unwrap(), 1);
        assert_eq!(rows(expiring).await.unwrap().len(), 0);
        assert_eq!(rows(kept).await.unwrap().len(), 1);
        assert!(sessions.are_gone(expiring).await.unwrap(), "it is known that they went");
        assert!(!sessions.are_gone(kept).await.unwrap());
        assert_eq!(keeper.clear_due().await.unwrap(), 0);
    }

    /// A job that goes on after a day knows by its rows what it has delivered: they stay until it has ended.
    async fn rows_of_a_job_that_has_not_ended_are_not_deleted(test) {
        let clock = SetClock::new();
        let documents = Documents::new(test.storage.log.clone());
        let sessions = documents.expiring();
        let keeper = RetentionKeeper::new(sessions.clone(), clock.clone());
        sessions.note(session(1), clock.now().as_microsecond()).await.unwrap();
        let row = ResultRow { place_key: "k".to_owned(), document: "{}".to_owned() };
        documents.put(session(1), 0, &[row], None).await.unwrap();
        let log = &test.storage.log;
        let queued = format!("INSERT INTO scrape_work (session_key, queued_at, user_id) VALUES ('{}', 0, 'u1')", session(1));
        log.run_script(&queued).await.unwrap();
        clock.set("2026-06-01T09:00:00Z");
        assert_eq!(keeper.clear_due().await.unwrap(), 0);
        assert_eq!(documents.read(session(1), 0, 10, 10).await.unwrap().len(), 1);
        log.run_script("DELETE FROM scrape_work").await.unwrap();
        assert_eq!(keeper.clear_due().await.unwrap(), 1);
        assert_eq!(documents.read(session(1), 0, 10, 10).await.unwrap().len(), 0);
    }
}

fn session(number: u128) -> SessionKey {
    SessionKey::new(Uuid::from_u128(number))
}
