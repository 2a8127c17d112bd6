//! What projectors and reactors have in common, as the loop under them sees it.

use async_trait::async_trait;
use tokio_util::sync::CancellationToken;

use crate::error::StoreError;
use crate::log::{Cursor, RecordedEvent};

/// How a batch ended.
pub(super) enum Step {
    /// Handled; the checkpoint is at its end.
    Done,
    /// Another runner has moved the checkpoint; nothing was kept.
    Fenced,
}

/// Why a batch failed.
pub(super) enum Failure {
    /// An event is at fault.
    Event(String),
    /// The database is at fault.
    Store(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            // What is damaged stays so: waiting for the database would be waiting for ever.
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
    /// Makes ready what [`Self::handle`] needs; the checkpoint may be moved on the way. Called before the
    /// first batch.
    async fn prepare(&self, stop: &CancellationToken) -> Result<(), Failure>;
    /// Handles the events that concern it between `from` and `to`, and moves the checkpoint.
    async fn handle(
        &self,
        from: Cursor,
        to: Cursor,
        events: &[RecordedEvent],
    ) -> Result<Step, Failure>;
    /// The checkpoint was moved by somebody else: what is known of the events up to there is theirs. Called before
    /// anybody hears that they were seen.
    fn overtaken(&self) {}
}
