//! Why a record refuses a command.

use jiff::Timestamp;

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountRecordRefusal {
    /// Somebody has saved it since.
    #[error(
        "These details were changed elsewhere in the meantime. Look at both versions, then save again."
    )]
    Stale {
        /// When.
        saved_at: Timestamp,
    },
}
