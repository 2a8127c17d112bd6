//! The keeper: grants the allowances that are due and gives back reservations that ran out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use domain::credit_account::{CreditAccount, CreditCommand};
use domain::metadata::Actor;
use futures::StreamExt;
use jiff::{SignedDuration, Timestamp};
use store::StoreError;
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
/// An account that could not be looked at makes way for the others for so long.
const AFTER_FAILURE: SignedDuration = SignedDuration::from_mins(10);

/// Looks at accounts when they are due. Several may run at once.
#[derive(Clone)]
pub struct AccountKeeper {
    dispatcher: Dispatcher,
    agenda: Agenda,
    clock: Arc<dyn Clock>,
}

impl AccountKeeper {
    /// Over the dispatcher and the agenda.
    pub fn new(dispatcher: Dispatcher, agenda: Agenda, clock: Arc<dyn Clock>) -> Self {
        Self {
            dispatcher,
            agenda,
            clock,
        }
    }

    /// Works until `stop` is cancelled.
    pub async fn run(self, stop: CancellationToken) {
        while !stop.is_cancelled() {
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

    /// Looks at one portion of the accounts that are due now; answers how many there were.
    pub async fn look_at_due(&self) -> Result<usize, StoreError> {
        let now = self.clock.now();
        let due = self.agenda.due(now, PORTION).await?;
        let looked_at = due.len();
        futures::stream::iter(due)
            .for_each_concurrent(AT_ONCE, |(user, seen)| async move {
                if let Err(error) = self.look_at(&user, seen, now).await {
                    tracing::warn!(%error, "a due account could not be processed");
                    let later = now.saturating_add(AFTER_FAILURE).unwrap_or(now);
                    // Where this fails too, it is due at once.
                    let _put_off = self.agenda.put_off(&user, seen, later).await;
                }
            })
            .await;
        Ok(looked_at)
    }

    async fn look_at(&self, user: &str, seen: i64, now: Timestamp) -> Result<(), CommandError> {
        let context = Context::new(Actor::System, Uuid::new_v4().to_string(), now);
        // Every command grants first what is due.
        let sweep = CreditCommand::SweepHolds { now };
        let parts = [on::<CreditAccount>(user, vec![sweep])];
        self.dispatcher.execute_all(&parts, &context).await?;
        let next = self.next_look(user).await?;
        self.agenda.put_off(user, seen, next).await?;
        // A reservation made meanwhile may have found the old note, which was earlier, and left it.
        let again = self.next_look(user).await?;
        if again < next {
            let times = BTreeMap::from([(user.to_owned(), again)]);
            self.agenda.note(&times).await?;
        }
        Ok(())
    }

    async fn next_look(&self, user: &str) -> Result<Timestamp, StoreError> {
        let account = self
            .dispatcher
            .store()
            .refresh::<CreditAccount>(user)
            .await?;
        Ok(account.aggregate().next_due())
    }
}
