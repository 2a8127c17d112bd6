//! What projectors and reactors have in common, from the runner's point of view.

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use crate::error::StoreError;
use crate::log::{Cursor, RecordedEvent};

/// How a batch ended.
pub(super) enum Step {
    /// Handled; the checkpoint is at its end.
    Done,
    /// Another runner has moved the checkpoint; nothing was stored.
    Fenced,
}

/// Why a batch failed.
pub(super) enum Failure {
    Event(String),
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            // Damage is permanent: waiting for the database would not end.
            StoreError::Damaged(what) => Self::Event(what),
            away => Self::Store(away),
        }
    }
}

/// What projectors and reactors have in common.
#[async_trait]
pub(super) trait Handler: Send + Sync + 'static {
    fn name(&self) -> &str;
    fn concerns(&self, event: &RecordedEvent) -> bool;
    /// Prepares what [`Self::handle`] needs; may move the checkpoint. Called before the first batch.
    async fn prepare(&self, stop: &CancellationToken) -> Result<(), Failure>;
    /// Handles the events that concern it between `from` and `to`, and moves the checkpoint.
    async fn handle(
        &self,
        from: Cursor,
        to: Cursor,
        events: &[RecordedEvent],
    ) -> Result<Step, Failure>;
}
