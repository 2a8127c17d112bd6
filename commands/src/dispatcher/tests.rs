//! Commands against other processes, lost answers and repeated keys.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use domain::Credits;
use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal};
use domain::ids::{HoldId, SessionKey};
use domain::metadata::Actor;
use domain::scrape_job::{ScrapeJob, ScrapeJobCommand, ScrapeJobRefusal};
use domain::tier::Tier;
use jiff::{SignedDuration, Timestamp};
use store::log::{CommandRecord, Commit, Cursor, Fault};
use store::on_both_engines;

use super::{ATTEMPTS, Context, Dispatcher, Done, on};
use crate::error::{CommandError, Refusal};
use crate::testing::{dispatcher, dispatcher_with_faults};

const USER: &str = "u1";

fn now() -> Timestamp {
    "2026-03-10T10:00:00Z".parse().unwrap()
}

fn once() -> Context {
    Context::new(Actor::System, "test", now())
}

/// A command that is known by its key.
fn keyed(key: &str, body_hash: &str) -> Context {
    Context {
        record: Some(CommandRecord {
            key: key.to_owned(),
            body_hash: body_hash.to_owned(),
            answer: format!("the answer to {key}"),
        }),
        ..once()
    }
}

fn adjustment(credits: Credits) -> CreditCommand {
    CreditCommand::Adjust {
        credits,
        by: "test".to_owned(),
        reason: "test".to_owned(),
        now: now(),
    }
}

fn reservation(number: u32) -> CreditCommand {
    let session = SessionKey::default();
    CreditCommand::HoldCredits {
        hold: HoldId::for_slice(session, number, 0),
        session,
        wanted: 20,
        expires_at: now() + SignedDuration::from_mins(15),
        now: now(),
    }
}

impl Dispatcher {
    /// Opens the account with the 100 credits of its plan.
    async fn open(&self) -> Result<Done, CommandError> {
        let tier = Tier::Basic;
        self.run(CreditCommand::OpenAccount { tier, now: now() }, &once())
            .await
    }

    async fn run(&self, command: CreditCommand, context: &Context) -> Result<Done, CommandError> {
        self.execute::<CreditAccount>(USER, command, context).await
    }

    /// As the log has it.
    async fn available(&self) -> Credits {
        let account = self.store().refresh::<CreditAccount>(USER).await.unwrap();
        account.aggregate().available()
    }

    async fn events(&self) -> Vec<String> {
        let log = self.store().log();
        let events = log.read_all_after(Cursor::START, 10_000).await.unwrap();
        events.into_iter().map(|event| event.event_type).collect()
    }
}

/// The faults of the first groups of commits, in order.
fn first(faults: Vec<Fault>) -> impl FnMut(&[Commit]) -> Fault + Send + 'static {
    let mut faults = faults.into_iter();
    move |_| faults.next().unwrap_or(Fault::None)
}

on_both_engines! {
    async fn a_conflict_with_another_process_is_decided_again(test) {
        let (one, two) = (dispatcher(&test.storage), dispatcher(&test.storage));
        one.open().await.unwrap();
        let gifts = (0..40).map(|n| {
            let process = if n % 2 == 0 { &one } else { &two };
            async move { process.run(adjustment(1), &once()).await.unwrap() }
        });
        futures::future::join_all(gifts).await;
        assert_eq!(one.available().await, 140);
        assert_eq!(two.events().await.len(), 2 + 40);
    }

    async fn a_command_that_always_comes_second_is_answered_as_a_conflict(test) {
        let tries = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&tries);
        let dispatcher = dispatcher_with_faults(&test.storage, move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
            Fault::Conflict
        });
        let answer = dispatcher.open().await;
        assert!(matches!(answer, Err(CommandError::Conflict)), "{answer:?}");
        assert_eq!(tries.load(Ordering::SeqCst), ATTEMPTS);
        assert_eq!(dispatcher.events().await, [""; 0]);
    }

    async fn a_refusal_is_never_answered_from_a_state_that_another_process_has_changed(test) {
        let (one, two) = (dispatcher(&test.storage), dispatcher(&test.storage));
        one.open().await.unwrap();
        one.run(adjustment(-100), &once()).await.unwrap();
        let none_left = CreditRefusal::InsufficientCredits { available: 0 };
        let refused = one.run(reservation(0), &once()).await;
        assert!(
            matches!(&refused, Err(CommandError::Refused(Refusal::Credit(why))) if *why == none_left),
            "{refused:?}"
        );
        // The first process still has the empty account in memory.
        two.run(adjustment(5), &once()).await.unwrap();
        one.run(reservation(0), &once()).await.unwrap();
        assert_eq!(two.available().await, 0);
    }

    async fn nothing_to_do_is_never_answered_from_a_state_that_another_process_has_changed(test) {
        let (one, two) = (dispatcher(&test.storage), dispatcher(&test.storage));
        one.open().await.unwrap();
        let sweep = CreditCommand::SweepHolds { now: now() + SignedDuration::from_hours(1) };
        let idle = one.run(sweep.clone(), &once()).await.unwrap();
        assert_eq!(idle, Done::Stored(Cursor::START), "there is no hold");
        two.run(reservation(0), &once()).await.unwrap();
        let swept = one.run(sweep, &once()).await.unwrap();
        assert_ne!(swept, Done::Stored(Cursor::START));
        assert_eq!(two.available().await, 100);
    }

    async fn an_answer_that_is_lost_after_the_commit_is_found_by_its_key(test) {
        let faults = first(vec![Fault::None, Fault::LostAfter]);
        let dispatcher = dispatcher_with_faults(&test.storage, faults);
        dispatcher.open().await.unwrap();
        let context = keyed("k", "take all");
        let lost = dispatcher.run(adjustment(-100), &context).await;
        assert!(matches!(lost, Err(CommandError::Unavailable(_))), "{lost:?}");
        // A second run would be refused: nothing is left.
        let again = dispatcher.run(adjustment(-100), &context).await.unwrap();
        assert_eq!(again, Done::Repeated(context.record.unwrap()));
        assert_eq!(dispatcher.available().await, 0);
        assert_eq!(dispatcher.events().await.len(), 3);
    }

    async fn a_command_whose_connection_is_lost_before_the_commit_is_carried_out_the_next_time(test) {
        let faults = first(vec![Fault::None, Fault::LostBefore]);
        let dispatcher = dispatcher_with_faults(&test.storage, faults);
        dispatcher.open().await.unwrap();
        let context = keyed("k", "give 5");
        let lost = dispatcher.run(adjustment(5), &context).await;
        assert!(matches!(lost, Err(CommandError::Unavailable(_))), "{lost:?}");
        assert_eq!(dispatcher.available().await, 100);
        let again = dispatcher.run(adjustment(5), &context).await.unwrap();
        assert!(matches!(again, Done::Stored(cursor) if cursor > Cursor::START), "{again:?}");
        assert_eq!(dispatcher.available().await, 105);
    }

    async fn after_a_lost_answer_the_next_command_decides_on_what_the_log_has(test) {
        let dispatcher = dispatcher_with_faults(&test.storage, first(vec![Fault::LostAfter]));
        let lost = dispatcher.open().await;
        assert!(matches!(lost, Err(CommandError::Unavailable(_))), "{lost:?}");
        assert_eq!(dispatcher.open().await.unwrap(), Done::Stored(Cursor::START));
        assert_eq!(dispatcher.events().await, ["AccountOpened", "AllowanceGranted"]);
    }

    async fn a_repeated_key_gets_the_first_answer_and_another_body_is_refused(test) {
        let (one, two) = (dispatcher(&test.storage), dispatcher(&test.storage));
        one.open().await.unwrap();
        let context = keyed("k", "give 5");
        let first = one.run(adjustment(5), &context).await.unwrap();
        assert!(matches!(first, Done::Stored(_)), "{first:?}");
        for process in [&one, &two] {
            let again = process.run(adjustment(5), &context).await.unwrap();
            assert_eq!(again, Done::Repeated(context.record.clone().unwrap()));
            let other = process.run(adjustment(7), &keyed("k", "give 7")).await;
            assert!(matches!(other, Err(CommandError::KeyReused)), "{other:?}");
        }
        assert_eq!(two.available().await, 105);
        // A caller who waits for the effect waits for everything in the log.
        let log = one.store().log();
        let repeated = one.run(adjustment(5), &context).await.unwrap();
        assert_eq!(repeated.cursor_or_head(log).await.unwrap(), log.head().await.unwrap());
        assert_eq!(first.cursor_or_head(log).await.unwrap(), first.cursor());
    }

    async fn one_key_asked_for_by_many_at_once_has_one_effect(test) {
        let processes = [dispatcher(&test.storage), dispatcher(&test.storage)];
        processes[0].open().await.unwrap();
        let context = keyed("k", "give 5");
        let asked = (0..16).map(|n| processes[n % 2].run(adjustment(5), &context));
        let answers = futures::future::join_all(asked).await;
        let stored = answers.iter().filter(|answer| matches!(answer, Ok(Done::Stored(_))));
        assert_eq!(stored.count(), 1, "{answers:?}");
        assert!(answers.iter().all(Result::is_ok), "{answers:?}");
        assert_eq!(processes[1].available().await, 105);
    }

    async fn a_command_that_had_nothing_to_do_is_remembered_by_its_key(test) {
        let dispatcher = dispatcher(&test.storage);
        dispatcher.open().await.unwrap();
        let context = keyed("k", "sweep");
        let sweep = CreditCommand::SweepHolds { now: now() };
        let first = dispatcher.run(sweep.clone(), &context).await.unwrap();
        assert_eq!(first, Done::Stored(Cursor::START));
        let again = dispatcher.run(sweep, &context).await.unwrap();
        assert_eq!(again, Done::Repeated(context.record.unwrap()));
    }

    async fn a_command_to_two_streams_is_in_the_log_whole_or_not_at_all(test) {
        let dispatcher = dispatcher(&test.storage);
        dispatcher.open().await.unwrap();
        let no_job = ScrapeJobCommand::Cancel { by: Actor::System };
        let parts = [
            on::<CreditAccount>(USER, vec![adjustment(5)]),
            on::<ScrapeJob>(SessionKey::default().to_string(), vec![no_job]),
        ];
        let refused = dispatcher.execute_all(&parts, &once()).await;
        let why = ScrapeJobRefusal::NotQueued;
        assert!(
            matches!(&refused, Err(CommandError::Refused(Refusal::ScrapeJob(said))) if *said == why),
            "{refused:?}"
        );
        assert_eq!(dispatcher.available().await, 100);
        assert_eq!(dispatcher.events().await.len(), 2);
    }
}
