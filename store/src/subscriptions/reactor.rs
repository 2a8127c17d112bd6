//! What a reactor must do: turn events into commands or work, at least once.

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use super::checkpoints::Checkpoints;
use super::handler::{Failure, Handler, Step};
use crate::db::Db;
use crate::error::StoreError;
use crate::log::{Cursor, RecordedEvent};

/// Why an event could not be reacted to.
#[derive(Debug, thiserror::Error)]
pub enum ReactError {
    /// The event cannot be read, or its command is refused for good.
    #[error("{0}")]
    Event(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Turns events into commands or work.
#[async_trait]
pub trait Reactor: Send + Sync + 'static {
    /// The checkpoint's name, which begins with `reactor.`.
    fn checkpoint(&self) -> &str;

    /// Does it react to this event?
    fn concerns(&self, event: &RecordedEvent) -> bool;

    /// Reacts to one event. May be called again for the same one: it must tolerate that.
    async fn react(&self, event: &RecordedEvent) -> Result<(), ReactError>;

    /// Reacts to several events at once, if that is cheaper than one by one.
    async fn react_all(&self, events: &[RecordedEvent]) -> Result<(), ReactError> {
        for event in events {
            self.react(event).await.map_err(|error| match error {
                ReactError::Event(reason) => ReactError::Event(format!(
                    "event {} ({}): {reason}",
                    event.cursor, event.event_type
                )),
                store => store,
            })?;
        }
        Ok(())
    }
}

pub(super) struct Reacting<R> {
    pub(super) reactor: R,
    pub(super) db: Db,
}

#[async_trait]
impl<R: Reactor> Handler for Reacting<R> {
    fn name(&self) -> &str {
        self.reactor.checkpoint()
    }

    fn concerns(&self, event: &RecordedEvent) -> bool {
        self.reactor.concerns(event)
    }

    async fn prepare(&self, _stop: &CancellationToken) -> Result<(), Failure> {
        Ok(())
    }

    async fn handle(
        &self,
        from: Cursor,
        to: Cursor,
        events: &[RecordedEvent],
    ) -> Result<Step, Failure> {
        self.reactor
            .react_all(events)
            .await
            .map_err(|error| match error {
                ReactError::Store(error) => Failure::from(error),
                ReactError::Event(reason) => Failure::Event(reason),
            })?;
        let mut tx = self.db.begin().await?;
        if !Checkpoints::advance(&mut tx, self.name(), from, to).await? {
            return Ok(Step::Fenced);
        }
        tx.commit().await?;
        Ok(Step::Done)
    }
}
