//! Cancels the open work of suspended users.

use std::sync::Arc;

use async_trait::async_trait;
use cqrs_es::Aggregate;
use domain::credit_account::{CreditAccount, CreditEventType};
use domain::ids::{SessionKey, UserId};
use domain::metadata::Actor;
use store::StoreError;
use store::log::RecordedEvent;
use store::subscriptions::{ReactError, Reactor};

use super::queue::WorkTable;
use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher};
use crate::error::CommandError;
use crate::session_end::SessionEnd;

/// The checkpoint of [`CancelSuspended`].
pub const CANCEL_SUSPENDED: &str = "reactor.cancel_suspended";

/// Cancels what a user has open when suspended. What is not in the work table yet, or was being started at that moment,
/// ends with its first reservation, which a suspended account refuses.
pub struct CancelSuspended {
    work: WorkTable,
    dispatcher: Dispatcher,
    clock: Arc<dyn Clock>,
}

impl CancelSuspended {
    /// Finds open work in `work`.
    pub fn new(work: WorkTable, dispatcher: Dispatcher, clock: Arc<dyn Clock>) -> Self {
        Self {
            work,
            dispatcher,
            clock,
        }
    }

    async fn cancel(&self, user: &UserId, session: SessionKey) -> Result<(), ReactError> {
        let context = Context::new(Actor::Operator, session.to_string(), self.clock.now());
        let end = SessionEnd::Cancelled(Actor::Operator);
        let done = self
            .dispatcher
            .end_session(session, user, end, &context)
            .await;
        match done {
            // It has ended by itself.
            Ok(_) | Err(CommandError::Refused(_)) => Ok(()),
            Err(CommandError::Unavailable(error)) => Err(StoreError::Log(error.to_string()).into()),
            Err(error) => Err(ReactError::Event(error.to_string())),
        }
    }
}

#[async_trait]
impl Reactor for CancelSuspended {
    fn checkpoint(&self) -> &str {
        CANCEL_SUSPENDED
    }

    fn concerns(&self, event: &RecordedEvent) -> bool {
        event.aggregate_type == CreditAccount::TYPE
            && event.event_type == CreditEventType::AccountSuspended.name()
    }

    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError> {
        let user = UserId::new(event.aggregate_id.as_str())
            .map_err(|error| ReactError::Event(error.to_string()))?;
        let store = self.dispatcher.store();
        let account = store.refresh::<CreditAccount>(user.as_str()).await?;
        if !account.aggregate().is_suspended() {
            // Resumed since: what is open now was asked for afterwards.
            return Ok(());
        }
        for session in self.work.of_user(&user).await? {
            self.cancel(&user, session).await?;
        }
        Ok(())
    }
}
