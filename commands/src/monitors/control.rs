//! What operators and erasures do with monitors: it needs no maps service.

use std::sync::Arc;

use domain::ids::{MonitorId, UserId};
use domain::metadata::Actor;
use domain::monitor::{Monitor, MonitorCommand, MonitorRefusal, PausedBy};
use store::monitors::{MonitorAgenda, MonitorDocuments};

use super::reactor::note;
use crate::clock::Clock;
use crate::dispatcher::{Context, Dispatcher};
use crate::error::{CommandError, Refusal};

/// Pauses, runs and deletes monitors, whoever's they are.
#[derive(Clone)]
pub struct MonitorControl {
    dispatcher: Dispatcher,
    agenda: MonitorAgenda,
    documents: MonitorDocuments,
    clock: Arc<dyn Clock>,
}

impl MonitorControl {
    /// Over the dispatcher and what lies beside the log.
    pub const fn new(
        dispatcher: Dispatcher,
        agenda: MonitorAgenda,
        documents: MonitorDocuments,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            dispatcher,
            agenda,
            documents,
            clock,
        }
    }

    /// Pauses a monitor.
    pub async fn pause(&self, id: MonitorId) -> Result<(), CommandError> {
        let pause = MonitorCommand::Pause(PausedBy::Operator);
        self.execute(id, Actor::Operator, pause).await
    }

    /// Has a monitor run at the next look of a running server.
    pub async fn run_soon(&self, id: MonitorId) -> Result<(), CommandError> {
        let monitor = self.monitor(id).await?;
        let owner = monitor.owner().ok_or(CommandError::NotFound("schedule"))?;
        if monitor.paused().is_some() {
            return Err(Refusal::from(MonitorRefusal::Paused).into());
        }
        if monitor.running().is_some() {
            return Err(Refusal::from(MonitorRefusal::Running).into());
        }
        let now = self.clock.now();
        Ok(self.agenda.note(id, owner, Some(now), None, now).await?)
    }

    /// Deletes all monitors of a user, and what they know; returns whether there was anything.
    pub async fn erase(&self, user: &UserId) -> Result<bool, CommandError> {
        for id in self.agenda.of_user(user).await? {
            match self
                .execute(id, Actor::System, MonitorCommand::Delete)
                .await
            {
                Ok(()) | Err(CommandError::Refused(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.documents.erase(user).await?)
    }

    async fn execute(
        &self,
        id: MonitorId,
        actor: Actor,
        command: MonitorCommand,
    ) -> Result<(), CommandError> {
        let context = Context::new(actor, id.to_string(), self.clock.now());
        self.dispatcher
            .execute::<Monitor>(&id.to_string(), command, &context)
            .await?;
        Ok(note(self.dispatcher.store(), &self.agenda, id, &*self.clock).await?)
    }

    async fn monitor(&self, id: MonitorId) -> Result<Monitor, CommandError> {
        let store = self.dispatcher.store();
        let monitor = store.refresh::<Monitor>(&id.to_string()).await?;
        Ok(monitor.aggregate().clone())
    }
}
