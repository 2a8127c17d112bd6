//! Starting and cancelling scrape jobs for their owner.

use std::sync::Arc;

use domain::credit_account::{CreditAccount, CreditCommand, CreditRefusal, ReleaseReason};
use domain::ids::{SessionKey, UserId};
use domain::metadata::Actor;
use domain::scrape_job::{ScrapeJob, ScrapeJobCommand, Search};
use store::log::Cursor;
use uuid::Uuid;

use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher, on};
use crate::error::{CommandError, Refusal};

/// What the API asks of jobs.
#[derive(Clone)]
pub struct Jobs {
    dispatcher: Dispatcher,
    clock: Arc<dyn Clock>,
}

impl Jobs {
    /// Over the dispatcher.
    pub fn new(dispatcher: Dispatcher, clock: Arc<dyn Clock>) -> Self {
        Self { dispatcher, clock }
    }

    /// Queues a search under a new session key; refused where not one row could be paid.
    pub async fn start(
        &self,
        user: &UserId,
        search: Search,
    ) -> Result<(SessionKey, Cursor), CommandError> {
        let account = self
            .dispatcher
            .store()
            .refresh::<CreditAccount>(user.as_str())
            .await?;
        let available = account.aggregate().available_at(self.clock.now());
        if available < 1 {
            return Err(Refusal::from(CreditRefusal::InsufficientCredits { available }).into());
        }
        let session = SessionKey::new(Uuid::new_v4());
        let command = ScrapeJobCommand::Queue {
            user: user.clone(),
            search,
        };
        let context = self.context(user, session);
        let done = self
            .dispatcher
            .execute::<ScrapeJob>(&session.to_string(), command, &context)
            .await?;
        Ok((session, done.cursor()))
    }

    /// Stops the user's job; what it holds is given back in the same commit.
    pub async fn cancel(&self, user: &UserId, session: SessionKey) -> Result<Cursor, CommandError> {
        let loaded = self
            .dispatcher
            .store()
            .load::<ScrapeJob>(&session.to_string())
            .await?;
        if loaded.aggregate().owner() != Some(user) {
            return Err(CommandError::NotFound("job"));
        }
        let context = self.context(user, session);
        let release = CreditCommand::ReleaseSession {
            session,
            reason: ReleaseReason::JobCancelled,
            now: context.at,
        };
        let cancel = ScrapeJobCommand::Cancel {
            by: Actor::User(user.clone()),
        };
        let parts = [
            on::<CreditAccount>(user.as_str(), vec![release]),
            on::<ScrapeJob>(session.to_string(), vec![cancel]),
        ];
        Ok(self
            .dispatcher
            .execute_all(&parts, &context)
            .await?
            .cursor())
    }

    fn context(&self, user: &UserId, session: SessionKey) -> Context {
        Context::new(
            Actor::User(user.clone()),
            session.to_string(),
            self.clock.now(),
        )
    }
}
