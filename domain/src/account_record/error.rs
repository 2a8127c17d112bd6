//! The refusals of a record.

use jiff::Timestamp;

/// A refusal; nothing was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountRecordRefusal {
    #[error(
        "These details were changed elsewhere in the meantime. Look at both versions, then save again."
    )]
    Stale { saved_at: Timestamp },
}
