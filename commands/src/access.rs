//! Whom operators keep out: suspended users, and access tokens from before the end of a user's sessions.
//!
//! Both are part of the account, which every call loads from memory. [`Access`] completes the accounts in memory
//! by what other processes, such as the command line, have recorded; otherwise a suspension would be noticed only with
//! the next change of the account.

#[cfg(test)]
mod tests;

use std::time::Duration;

use cqrs_es::Aggregate;
use domain::credit_account::{CreditAccount, CreditEventType};
use domain::ids::UserId;
use jiff::Timestamp;
use store::StoreError;
use store::aggregates::AggregateStore;
use store::log::{Cursor, RecordedEvent};
use store::panics::supervised;
use store::subscriptions::Subscriptions;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// How long another process's events stay unseen at most.
const POLL: Duration = Duration::from_millis(250);
/// Events read at a time.
const PORTION: usize = 5_000;
/// Events before the beginning that are read too: an account may have been loaded before them.
const RECENT: usize = 1_000;

/// Why a signed-in user is kept out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptOut {
    /// The user's sessions were ended after the access token was issued.
    SessionEnded,
    Suspended,
}

/// Tells whom operators keep out.
#[derive(Clone)]
pub struct Access {
    accounts: AggregateStore,
    changes: watch::Sender<()>,
}

impl Access {
    fn new(accounts: AggregateStore) -> Self {
        let changes = watch::Sender::new(());
        Self { accounts, changes }
    }

    /// Over the accounts, following the log along with the subscriptions.
    pub fn following(accounts: AggregateStore, subscriptions: &Subscriptions) -> Self {
        let access = Self::new(accounts);
        let following = access.clone();
        subscriptions.spawn(async move {
            let problems = following.accounts.log().problems().clone();
            // Stopped with the subscriptions.
            let never = CancellationToken::new();
            supervised("access", &problems, &never, || following.follow()).await;
        });
        access
    }

    /// Why a user with an access token issued at that time is kept out, if so. After an end of sessions, a token that
    /// does not say when it was issued is refused.
    pub async fn refusal(
        &self,
        user: &UserId,
        issued_at: Option<Timestamp>,
    ) -> Result<Option<KeptOut>, StoreError> {
        let account = self.accounts.load::<CreditAccount>(user.as_str()).await?;
        let account = account.aggregate();
        let is_ended = account
            .not_before()
            .is_some_and(|not_before| issued_at.is_none_or(|issued_at| issued_at < not_before));
        Ok(if is_ended {
            Some(KeptOut::SessionEnded)
        } else {
            account.is_suspended().then_some(KeptOut::Suspended)
        })
    }

    /// Resolves once a user who was let in is kept out.
    pub async fn until_refused(self, user: UserId, issued_at: Option<Timestamp>) {
        let mut changes = self.changes.subscribe();
        // A database that is away refuses nobody: the next change, or the stream's end, asks again.
        while !matches!(self.refusal(&user, issued_at).await, Ok(Some(_))) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Takes in what other processes record, for as long as this is polled.
    async fn follow(&self) {
        let mut eras = self.accounts.log().eras();
        loop {
            eras.borrow_and_update();
            tokio::select! {
                () = self.follow_era() => {}
                // What was seen may be gone, and others in its place.
                _ = eras.changed() => {}
            }
        }
    }

    async fn follow_era(&self) {
        let log = self.accounts.log();
        let mut at = None;
        loop {
            // The database may be cut off silently.
            let taken = tokio::time::timeout(log.limits().step(), self.take_in(&mut at)).await;
            match taken {
                Ok(Ok(PORTION..)) => continue,
                Ok(Ok(_)) => {}
                Ok(Err(error)) => tracing::debug!(%error, "suspensions could not be looked for"),
                Err(_) => tracing::debug!("suspensions could not be looked for in time"),
            }
            tokio::time::sleep(POLL).await;
        }
    }

    /// Reads on, and completes the accounts in memory that are concerned. Returns how many events were read.
    async fn take_in(&self, at: &mut Option<Cursor>) -> Result<usize, StoreError> {
        let log = self.accounts.log();
        let events = match *at {
            Some(at) => log.read_all_after(at, PORTION).await?,
            None => log.read_last(RECENT).await?,
        };
        for event in events.iter().filter(|event| concerns(event)) {
            self.accounts
                .refresh::<CreditAccount>(&event.aggregate_id)
                .await?;
            self.changes.send_replace(());
        }
        let last = events.last().map(|event| event.cursor);
        *at = Some(last.or(*at).unwrap_or(Cursor::START));
        Ok(events.len())
    }
}

fn concerns(event: &RecordedEvent) -> bool {
    event.aggregate_type == CreditAccount::TYPE
        && matches!(
            CreditEventType::from_name(&event.event_type),
            Some(
                CreditEventType::AccountSuspended
                    | CreditEventType::AccountResumed
                    | CreditEventType::SessionsEnded
            )
        )
}
