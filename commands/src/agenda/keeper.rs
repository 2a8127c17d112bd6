//! The keeper: grants the allowances that are due and gives back reservations that ran out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::credit_account::{CreditAccount, CreditCommand};
use domain::metadata::Actor;
use futures::StreamExt;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use store::StoreError;
use store::problems::Problems;
use tokio::sync::Mutex;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::table::Agenda;
use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher, on};
use crate::error::CommandError;

/// How often the agenda is looked at.
const POLL: Duration = Duration::from_secs(1);
/// Accounts taken from the agenda at a time.
const PORTION: u32 = 500;
/// Accounts at work at once: they share a group commit.
const AT_ONCE: usize = 32;
/// How long an account that failed is put off, so that it does not hold up the others.
const AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(10);
/// Accounts that have been overdue for a year may be waiting for an operator: they are checked separately and less
/// often, so that nobody waits for them.
const OVERDUE_POLL: Duration = Duration::from_secs(60);
/// The keeper's name among the problems of a process.
const ALLOWANCES: &str = "allowances";
/// The problem shown while accounts wait for an operator.
const WAITING: &str = "accounts have more than 13 monthly allowances due, and nothing is granted to them until you say \
     so: either the machine's clock is far ahead, or the server was off for more than a year. Set the clock right, or, \
     if it is right, run demandatlas accounts grant-due";

/// Checks accounts when they are due. Several may run at once.
#[derive(Clone)]
pub struct AccountKeeper {
    dispatcher: Dispatcher,
    agenda: Agenda,
    clock: Arc<dyn Clock>,
    problems: Problems,
    overdue: Arc<Mutex<Overdue>>,
}

/// How far the check of accounts that have been overdue for a year has come.
#[derive(Default)]
struct Overdue {
    /// The last account of the previous portion.
    after: Option<(String, i64)>,
    /// Was any account since the first portion waiting for an operator?
    waiting: bool,
}

impl AccountKeeper {
    /// Over the dispatcher and the agenda.
    pub fn new(
        dispatcher: Dispatcher,
        agenda: Agenda,
        clock: Arc<dyn Clock>,
        problems: Problems,
    ) -> Self {
        Self {
            dispatcher,
            agenda,
            clock,
            problems,
            overdue: Arc::default(),
        }
    }

    /// Works until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        let mut looked_at_overdue: Option<Instant> = None;
        while !stop.is_cancelled() {
            if looked_at_overdue.is_none_or(|since| since.elapsed() >= OVERDUE_POLL) {
                looked_at_overdue = Some(Instant::now());
                if let Err(error) = self.look_at_overdue().await {
                    tracing::warn!(%error, "overdue accounts could not be processed");
                }
            }
            let looked_at = self.look_at_due().await.unwrap_or_else(|error| {
                tracing::warn!(%error, "due accounts could not be processed");
                0
            });
            if looked_at < PORTION as usize {
                tokio::select! {
                    () = stop.cancelled() => {}
                    () = tokio::time::sleep(POLL) => {}
                }
            }
        }
    }

    /// Checks one portion of the accounts that came due within the last year; returns how many there were.
    pub async fn look_at_due(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        let a_year_ago = a_year_before(now).as_microsecond();
        let due = self.agenda.due(("", a_year_ago), now, PORTION).await?;
        let looked_at = due.len();
        self.look_at_all(due, now).await;
        Ok(looked_at)
    }

    /// Checks one portion of the accounts that have been overdue for longer, and reports if some of them wait for an
    /// operator; the next call checks the next portion.
    pub async fn look_at_overdue(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut overdue = self.overdue.lock().await;
        let (user, at) = overdue.after.take().unwrap_or((String::new(), i64::MIN));
        let due = self
            .agenda
            .due((user.as_str(), at), a_year_before(now), PORTION)
            .await?;
        let is_last = due.len() < PORTION as usize;
        let last = due.last().cloned();
        overdue.waiting |= self.look_at_all(due, now).await;
        if overdue.waiting {
            tracing::error!("{WAITING}");
            self.problems.report(ALLOWANCES, WAITING);
        }
        if is_last {
            if !overdue.waiting {
                self.problems.clear(ALLOWANCES);
            }
            *overdue = Overdue::default();
        } else {
            overdue.after = last;
        }
        Ok(())
    }

    /// Returns whether any of them waits for an operator.
    async fn look_at_all(&self, due: Vec<(String, i64)>, now: Timestamp) -> bool {
        let looks = futures::stream::iter(due).map(|(user, seen)| async move {
            match self.look_at(&user, seen, now).await {
                Ok(waits) => waits,
                Err(error) => {
                    tracing::warn!(%error, "a due account could not be processed");
                    let later = now.saturating_add(AFTER_FAILURE).unwrap_or(now);
                    // If this fails too, it stays due.
                    let _put_off = self.agenda.put_off(&user, seen, later).await;
                    false
                }
            }
        });
        let looks = looks.buffer_unordered(AT_ONCE);
        looks.fold(false, async |some, waits| some | waits).await
    }

    /// Returns whether the account waits for an operator.
    async fn look_at(&self, user: &str, seen: i64, now: Timestamp) -> Result<bool, CommandError> {
        let context = Context::new(Actor::System, Uuid::new_v4().to_string(), now);
        // Every command first grants what is due.
        let sweep = CreditCommand::SweepHolds { now };
        let parts = [on::<CreditAccount>(user, vec![sweep])];
        self.dispatcher.execute_all(&parts, &context).await?;
        let account = self.account(user).await?;
        let next = account.next_due();
        self.agenda.put_off(user, seen, next).await?;
        // A hold placed meanwhile may have found the old note, which was earlier, and left it.
        let again = self.account(user).await?.next_due();
        if again < next {
            let times = BTreeMap::from([(user.to_owned(), again)]);
            self.agenda.note(&times).await?;
        }
        Ok(account.waits_for_operator(now))
    }

    async fn account(&self, user: &str) -> Result<CreditAccount, StoreError> {
        let account = self
            .dispatcher
            .store()
            .refresh::<CreditAccount>(user)
            .await?;
        Ok(account.aggregate().clone())
    }
}

/// Accounts due before this may have more periods to grant than are granted automatically.
fn a_year_before(now: Timestamp) -> Timestamp {
    let now = now.to_zoned(TimeZone::UTC);
    let year = now.checked_sub(1.year());
    year.map_or(Timestamp::MIN, |year| year.timestamp())
}
