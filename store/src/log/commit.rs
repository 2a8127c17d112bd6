//! What is appended, and the outcome.

use super::cursor::Cursor;
use crate::error::StoreError;
use crate::leases::Lease;
use crate::seals::Seal;

/// One stream: an aggregate's type and id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StreamId {
    pub aggregate_type: &'static str,
    pub aggregate_id: String,
}

/// An event to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    pub event_type: &'static str,
    pub event_version: &'static str,
    /// JSON text.
    pub payload: String,
    /// JSON text.
    pub metadata: String,
}

/// Events for one stream.
#[derive(Debug, Clone)]
pub struct StreamAppend {
    pub stream: StreamId,
    /// The sequence of its last event as the decision saw it; 0 for a new stream.
    pub expected: u64,
    /// That event's stamp (`stamp.rs`), if it has one: another event in its place is a conflict.
    pub continues: Option<String>,
    pub events: Vec<NewEvent>,
    /// How the head changes, if the stream is sealed.
    pub head: Option<HeadChange>,
}

/// How a sealed stream's head changes with an append. A wrong head stays wrong, for the auditor to find, and is told: an
/// honest append must not cover up what was done before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadChange {
    /// The head's seal before; none for a new stream.
    pub before: Option<Seal>,
    /// The head's seal afterwards.
    pub after: Seal,
}

/// What makes a command repeatable: the same key finds the first answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandRecord {
    pub key: String,
    /// Tells whether a repeated key asks for the same.
    pub body_hash: String,
    pub answer: String,
}

/// What is appended together or not at all.
#[derive(Debug, Clone)]
pub struct Commit {
    /// At most one entry per stream.
    pub appends: Vec<StreamAppend>,
    /// Recorded in the append's own transaction.
    pub command: Option<CommandRecord>,
    /// Must still be held in the append's own transaction: a holder that was overtaken appends nothing.
    pub guard: Option<Lease>,
}

impl Commit {
    pub(super) fn event_count(&self) -> usize {
        self.appends.iter().map(|append| append.events.len()).sum()
    }
}

/// The outcome of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Appended {
    Stored {
        /// The cursor of its last event.
        cursor: Cursor,
    },
    /// Its command was carried out before; nothing was appended now.
    Repeated(CommandRecord),
}

/// Why a commit was not stored.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// A stream has changed since the decision.
    #[error("another command changed the same stream first")]
    Conflict,
    /// Its guard is no longer held.
    #[error("somebody else has taken this work over")]
    Overtaken,
    /// The database failed; nothing was stored, or, if the connection broke during the commit, repeating the command
    /// with its key tells.
    #[error(transparent)]
    Store(#[from] std::sync::Arc<StoreError>),
}
