//! What a projection must do, and the step that makes it exactly-once.

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use super::checkpoints::Checkpoints;
use super::handler::{Failure, Handler, Step};
use crate::db::{Db, Tx};
use crate::error::StoreError;
use crate::fail_points::dies_at;
use crate::log::{Cursor, RecordedEvent};
use crate::with_tx;

/// Why events could not be projected.
#[derive(Debug, thiserror::Error)]
pub enum ProjectError {
    /// One event cannot be read or makes no sense; retrying does not help.
    #[error("event {cursor} ({event_type}): {reason}")]
    Event {
        cursor: Cursor,
        event_type: String,
        reason: String,
    },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for ProjectError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl ProjectError {
    /// `event` cannot be projected because of `reason`.
    pub fn at(event: &RecordedEvent, reason: impl std::fmt::Display) -> Self {
        Self::Event {
            cursor: event.cursor,
            event_type: event.event_type.clone(),
            reason: reason.to_string(),
        }
    }
}

/// Writes one read model.
#[async_trait]
pub trait Projector: Send + Sync + 'static {
    /// Name and version, as in the checkpoint: `credit_status_v1`.
    fn checkpoint(&self) -> &str;

    /// Does the read model depend on events of this aggregate?
    fn concerns(&self, aggregate_type: &str) -> bool;

    /// Prepares the read model, if necessary: the checkpoint may be moved. Called before the first event; ends early
    /// when `stop` is cancelled. An event that cannot be projected pauses it.
    async fn prepare(&self, stop: &CancellationToken) -> Result<(), ProjectError> {
        let _nothing_to_do = stop;
        Ok(())
    }

    /// Writes the events' rows inside `tx`. The events are in order and all concern the read model.
    async fn project(&self, tx: &mut Tx, events: &[RecordedEvent]) -> Result<(), ProjectError>;
}

/// Runs a projector's batch and its checkpoint in one transaction.
pub(super) struct Projecting<P> {
    pub(super) projector: P,
    pub(super) db: Db,
}

#[async_trait]
impl<P: Projector> Handler for Projecting<P> {
    fn name(&self) -> &str {
        self.projector.checkpoint()
    }

    fn concerns(&self, event: &RecordedEvent) -> bool {
        self.projector.concerns(&event.aggregate_type)
    }

    async fn prepare(&self, stop: &CancellationToken) -> Result<(), Failure> {
        self.projector.prepare(stop).await.map_err(failure)
    }

    async fn handle(
        &self,
        from: Cursor,
        to: Cursor,
        events: &[RecordedEvent],
    ) -> Result<Step, Failure> {
        let mut tx = self.db.begin().await?;
        if matches!(tx, Tx::Postgres(_)) {
            // Rows and checkpoint are lost together, and written again from the log: no need to wait for the disk
            // here.
            with_tx!(&mut tx, conn => sqlx::query("SET LOCAL synchronous_commit = off")
                .execute(conn)
                .await
                .map(drop))
            .map_err(StoreError::from)?;
        }
        // The checkpoint first: a fenced runner has done no work, and a rebuild that holds the checkpoint's row keeps
        // everybody off the table.
        if !Checkpoints::advance(&mut tx, self.name(), from, to).await? {
            return Ok(Step::Fenced);
        }
        self.projector
            .project(&mut tx, events)
            .await
            .map_err(failure)?;
        dies_at("checkpoint.before");
        tx.commit().await?;
        dies_at("checkpoint.after");
        Ok(Step::Done)
    }
}

fn failure(error: ProjectError) -> Failure {
    match error {
        ProjectError::Store(error) => Failure::from(error),
        event @ ProjectError::Event { .. } => Failure::Event(event.to_string()),
    }
}
