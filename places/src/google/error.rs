//! Why Google has no answer.

use crate::service::ServiceError;

/// Why Google has no answer.
#[derive(Debug, thiserror::Error)]
pub enum GoogleError {
    /// No answer, or none that can be used.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// What the operator's contract or settings allow is used up.
    #[error(
        "The searches that Google Places allows are used up for now ({reason}). What was found before is kept, and nothing is charged for the rest. Try again later, or choose another source."
    )]
    Quota {
        /// Which limit.
        reason: String,
    },
}
